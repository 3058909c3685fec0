"""Out-of-date panels and what the channel reads, to Discord: one edit in flight per panel."""

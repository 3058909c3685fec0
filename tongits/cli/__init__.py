"""The commands of `python -m tongits`, one module each."""

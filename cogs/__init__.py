"""The Discord edge, thin: commands and clicks in, answers out."""

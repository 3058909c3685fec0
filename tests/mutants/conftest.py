"""Cosmic Ray is needed for the long proof only: no other run imports what uses it."""

collect_ignore = ["sample.py"]

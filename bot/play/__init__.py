"""A small offline Discord on loopback: HTTP, gateway and a page for three people.

It speaks the protocol an unmodified discord.py client speaks and refuses what Discord refuses, with
Discord's error codes. It is the playground of ``python -m bot --play`` and the Discord of our
process-level tests.
"""

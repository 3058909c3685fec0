"""Tables as values and commands; nothing here knows Discord."""

"""Pictures: what is to be drawn, and the process beside the bot that draws it."""

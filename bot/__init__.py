"""The Discord bot: process, tables, panels, publisher and playground."""

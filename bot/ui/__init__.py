"""Panels: pure functions from a view and a language to a `discord.ui.LayoutView`."""

"""Seats that open, and how a table ends: every exit comes through here."""

from __future__ import annotations

from bot.tables.events import ClosedWhy, HostPassed, LeftWhy, SeatLeft, TableClosed
from bot.tables.story import Story
from tongits.seats import SeatNo


def open_seat(story: Story, seat: SeatNo, why: LeftWhy) -> None:
    """Cashes a seat out between hands; the last one to go closes the table."""
    sat = story.state.seats[seat]
    if sat is None:
        raise TypeError("the seat is empty")
    story.tell(SeatLeft(seat, sat.chips, why))
    if not story.state.taken():
        close(story, "empty")
        return
    pass_host(story)


def pass_host(story: Story) -> None:
    """The host's duties pass to the next seat whose player is there."""
    state = story.state
    present = [number for number, seat in state.taken() if seat.is_present]
    if state.host in present or not present:
        return
    after = [number for number in present if state.host is not None and number > state.host]
    story.tell(HostPassed((after or present)[0]))


def close(story: Story, why: ClosedWhy) -> None:
    """The one way a table ends: cash out every seat, give carried stakes back, close."""
    for number, seat in story.state.taken():
        story.tell(SeatLeft(number, seat.chips, "closed"))
    story.tell(TableClosed(why))

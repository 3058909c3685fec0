"""What hangs in Discord once everything has calmed down: exactly what the tables say, once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import discord

from bot.i18n import localizer
from bot.play.components import as_returned, walk
from bot.play.world import Channel, Message, World
from bot.screens import place_names
from bot.tables.views import SeatView, SortOrder, TableView
from bot.ui import custom_ids as ids
from bot.ui.hand_panel import hand_panel
from bot.ui.public_panel import public_panel
from data import panels
from data.panels import PanelRow
from tests.simulator.history import History
from tests.simulator.process import Process
from tongits.seats import SEATS

ENGLISH = localizer("en")
LOBBY_OR_HAND = frozenset({ids.JOIN, ids.RULES})  # what only a table's own panel offers to all


def controls_of(message: Message) -> Iterator[ids.Control]:
    """Our controls on a message."""
    for component, _ in walk(message.raw["components"]):
        control = ids.parse(str(component.get("custom_id") or ""))
        if control is not None:
            yield control


def live_panels(channel: Channel) -> Iterator[tuple[str, Message]]:
    """Every message in a channel that offers a table to all, by table."""
    for message in channel.messages.values():
        if message.deleted or message.only_for is not None:
            continue
        of = {one.table_id for one in controls_of(message) if one.action in LOBBY_OR_HAND}
        yield from ((table_id, message) for table_id in of)


def drawn(view: discord.ui.LayoutView) -> list[dict[str, Any]]:
    """A panel as Discord gives it back."""
    parts = view.to_components()  # type: ignore[no-untyped-call]  # discord.py leaves it untyped
    return as_returned(parts)


def unpublished(process: Process) -> list[str]:
    """Tables for which something is still to be sent."""
    raw = process.db.raw
    sql = (
        "SELECT DISTINCT table_id FROM panels WHERE wanted_seq > shown_seq"
        " UNION SELECT DISTINCT table_id FROM posts WHERE sent_ms IS NULL"
    )
    return [table_id for (table_id,) in raw.execute(sql)]


async def check_screens(process: Process, world: World, history: History) -> list[str]:
    """Findings of a moment in which nothing is to be sent and no call is under way."""
    found: list[str] = []
    for table_id, told in history.tables.items():
        if told.state is None or told.state.stage == "closed":
            continue
        actor = process.service._memory.open.get(table_id)
        if actor is not None and actor.state != told.state:
            found.append(f"table {table_id}: memory is not what the journal tells")
        found += await _table(process, world, table_id)
        found += [line for seat in SEATS for line in await _hand(process, world, table_id, seat)]
    return found


async def _table(process: Process, world: World, table_id: str) -> list[str]:
    view = await process.service.table_view(table_id)
    channel = world.channels[str(view.channel_id)]
    live = [message for of, message in live_panels(channel) if of == table_id]
    if len(live) != 1:
        return [f"table {table_id}: {len(live)} live panels in its channel"]
    if live[0].raw["components"] not in [drawn(one) for one in _as_ready_as_may_be(view)]:
        return [f"table {table_id}: its panel shows something else than the table"]
    return []


def _as_ready_as_may_be(view: TableView) -> Iterator[discord.ui.LayoutView]:
    """The table's panel; in a break who is ready shows on the result, and here when it is drawn."""
    yield public_panel(view, ENGLISH)
    if view.stage != "break":
        return
    for ready in product((False, True), repeat=3):
        seats = zip(view.seats, ready, strict=True)
        first, second, third = (
            seat and replace(seat, is_ready=is_ready) for seat, is_ready in seats
        )
        yield public_panel(replace(view, seats=(first, second, third)), ENGLISH)


async def _hand(process: Process, world: World, table_id: str, seat: int) -> list[str]:
    row = panels.get(process.db.raw, table_id, f"hand:{seat}")
    state = await process.service.state(table_id)
    holder = state.holder(SEATS[seat])
    if row is None or row.message_id is None or row.shown_hash is None or holder is None:
        return []
    message = _message(world, await _dm(process, holder), row)
    if message is None or message.deleted:
        return [f"table {table_id}: the hand of seat {seat} is noted as shown and is not there"]
    sat = state.seats[seat]
    if sat is not None and sat.has_left:  # not kept up to date until the hand ends
        offers = any(controls_of(message))
        return [f"table {table_id}: seat {seat} left and has controls"] if offers else []
    place = place_names(process.client, state.guild_id, state.channel_id)
    view = await process.service.seat_view(table_id, SEATS[seat], place)
    if view is None or message.raw["components"] in _sorted_either_way(view):
        return []
    if _only_chosen(message):
        return []
    return [f"table {table_id}: the hand panel of seat {seat} shows something else"]


def _sorted_either_way(view: SeatView) -> list[list[dict[str, Any]]]:
    """The hand as drawn; the order may have been chosen since, on another copy of the hand."""
    orders: tuple[SortOrder, ...] = ("suit", "rank")
    return [drawn(hand_panel(replace(view, sort=order), ENGLISH)) for order in orders]


async def _dm(process: Process, player_id: str) -> int | None:
    return (await process.service.players.get(player_id)).dm_channel_id


def _message(world: World, channel_id: int | None, row: PanelRow) -> Message | None:
    channel = world.channels.get(str(channel_id))
    return channel.messages.get(str(row.message_id)) if channel else None


def _only_chosen(message: Message) -> bool:
    """Whether the panel shows a choice that its owner made since: cards picked, a question."""
    return any(
        option.get("default")
        for component, _ in walk(message.raw["components"])
        for option in component.get("options") or ()
    ) or any(one.action in (ids.CALL_YES, ids.BACK) for one in controls_of(message))

"""Sitting down, getting up, and looking: what commands and buttons share."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import discord

from bot.publisher.delivery import LOST, fate_of
from bot.publisher.panel_answers import Spot
from bot.screens import place_names
from bot.tables.commands import Join, Leave
from bot.tables.events import SeatLeft, SeatTaken
from bot.tables.outcomes import Accepted, Refused
from bot.tables.state import TableState
from bot.ui.controls import notice
from bot.ui.hand_panel import hand_panel
from bot.ui.more_panel import more_panel
from bot.ui.notices import NoDm, joined_notice
from bot.ui.public_panel import public_panel
from cogs import allowed, newcomers
from cogs.answering import (
    Interaction,
    carry_out,
    language_of,
    note_arrived,
    promise_private,
    repaint,
    repaint_private,
    send_private,
    send_public,
)
from cogs.people import Place, player_of, reach
from data import panels, tables
from data.db import Connection
from data.people import Player
from tongits.seats import SeatNo

log = logging.getLogger(__name__)

ASKED_AFTER_S: Final = 1.0  # how long we ask whether an answer arrived, before the lobby is posted


async def table_of(interaction: Interaction) -> str:
    """The table the player sits at, this channel's first; else this channel's.

    Raises `Refused`: "no_table", or "several_tables" elsewhere, of which one must be meant.
    """
    service = interaction.client.service
    here = await service.table_in(interaction.channel_id or 0)
    player = await player_of(interaction)
    seats = await service.seats_on(interaction.guild_id or 0, player.player_id)
    own = [table_id for table_id, _ in seats]
    if len(own) > 1 and here not in own:
        raise Refused("several_tables")
    found = here if here in own or not own else own[0]
    if found is None:
        raise Refused("no_table")
    return found


async def post_first_panel(
    interaction: Interaction, table_id: str, panel: discord.ui.LayoutView, seq: int
) -> None:
    """Answers with the lobby; if the answer is lost the publisher posts it instead."""
    client = interaction.client
    try:
        message_id = await send_public(interaction, panel)
    except LOST as error:
        log.warning("table %s: lobby answer not delivered: %s", table_id, fate_of(error))
        message_id = await _answered_after_all(interaction)
    if message_id is None:
        await client.publisher.want(table_id, "table", interaction.channel_id)
        return
    spot = Spot(table_id, "table", interaction.channel_id, message_id, seq)
    await client.publisher.answers.placed(spot, panel)


async def _answered_after_all(interaction: Interaction) -> int | None:
    """The message of an answer whose own reply was lost; None if there is none."""
    try:
        async with asyncio.timeout(ASKED_AFTER_S):
            answer = await interaction.original_response()
    except LOST:
        return None
    note_arrived(interaction)
    return answer.id


async def join_by_command(interaction: Interaction, table_id: str) -> None:
    """Takes a seat; the answer says where the hand will appear."""
    player = await player_of(interaction)
    await refuse_entry(interaction, table_id, player)
    join = Join(player.player_id)
    joined = await carry_out(interaction, table_id, join)
    if isinstance(joined, Accepted):
        await welcome(interaction, player, joined)


async def join_by_button(interaction: Interaction, table_id: str) -> None:
    """Takes a seat; the answer repaints the lobby, then says where the hand will appear."""
    client = interaction.client
    player = await player_of(interaction)
    await refuse_entry(interaction, table_id, player)
    async with client.publisher.desks.holding(table_id, "table"):
        joined = await carry_out(interaction, table_id, Join(player.player_id))
        await repaint_public(interaction, table_id)
    if isinstance(joined, Accepted):
        await welcome(interaction, player, joined)


async def refuse_entry(interaction: Interaction, table_id: str, player: Player) -> None:
    """Raises `Refused` for whom the server's settings keep from sitting down at the table.

    Whoever sits there already, and a table that is closed, hear what they always hear.
    """
    state = await interaction.client.service.state(table_id)
    if state.closed_why or state.seat_of(player.player_id) is not None:
        return
    user = await allowed.member_at(interaction, state)
    await allowed.refuse_person(interaction, state.guild_id, user)
    if state.moves_chips:
        await newcomers.refuse_stake(interaction, state.guild_id, user, state.stakes.stake_chips)


async def welcome(interaction: Interaction, player: Player, joined: Accepted) -> None:
    """Tells a player who sat down where the hand will be: by direct message, or My hand."""
    client = interaction.client
    seat = next(event for event in joined.events if isinstance(event, SeatTaken))
    state = await client.service.state(joined.table_id)
    await promise_private(interaction)
    names = place_names(client, state.guild_id, state.channel_id)
    place = (*names, state.guild_id, state.channel_id)
    hand_at = await _hand_place(interaction, player, place)
    l10n, moves_chips = language_of(interaction), state.moves_chips
    told = joined_notice(l10n, seat.seat, seat.chips, hand_at, moves_chips=moves_chips)
    await send_private(interaction, told)
    # A hand dealt meanwhile had nowhere to go yet, and the table said so.
    await client.publisher.want(joined.table_id, f"hand:{seat.seat}", None)
    await client.publisher.want(joined.table_id, "table", state.channel_id)


async def _hand_place(interaction: Interaction, player: Player, place: Place) -> int | NoDm:
    """The channel of direct messages that the player's hand goes to, or why it goes to none."""
    client = interaction.client
    if not (await client.service.servers.get(place[2])).dm_hands:
        return "unwanted"
    channel_id = await reach(client, player, interaction.user, place)
    if channel_id is not None:
        return channel_id
    dm_state = (await client.service.players.get(player.player_id)).dm_state
    return "closed" if dm_state == "closed" else "failed"


def _refuse_closed(why: str | None) -> None:
    if why:
        raise Refused("table_closed", why=why)


def _own_seat(state: TableState, player: Player) -> SeatNo:
    """The player's seat. Raises `Refused` where there is none, or no table any more."""
    _refuse_closed(state.closed_why)
    seat = state.seat_of(player.player_id)
    if seat is None:
        raise Refused("not_seated")
    return seat


async def leave(interaction: Interaction, table_id: str, *, confirmed: bool) -> None:
    """Gives the seat up; in mid-hand only after one more question."""
    client, l10n = interaction.client, language_of(interaction)
    player = await player_of(interaction)
    state = await client.service.state(table_id)
    seat = _own_seat(state, player)
    if state.stage == "hand" and not confirmed:
        view = await client.service.table_view(table_id)
        await send_private(interaction, more_panel(view, seat, l10n, confirm_leave=True))
        return
    left = await carry_out(interaction, table_id, Leave(player.player_id))
    unit = "" if state.moves_chips else "-points"
    await _say_left(interaction, left if isinstance(left, Accepted) else None, seat, unit)


async def _say_left(
    interaction: Interaction, left: Accepted | None, seat: SeatNo, unit: str
) -> None:
    l10n = language_of(interaction)
    events = left.events if left else ()
    cashed = [event.chips for event in events if isinstance(event, SeatLeft) and event.seat == seat]
    text = l10n(f"cashed-out{unit}", chips=cashed[0]) if cashed else l10n(f"walked-out{unit}")
    await repaint_private(interaction, notice(text))


async def show_hand(interaction: Interaction, table_id: str) -> None:
    """My hand: a fresh private panel, whether or not direct messages work."""
    client = interaction.client
    player = await player_of(interaction)
    state = await client.service.state(table_id)
    seat = _own_seat(state, player)
    if state.holder(seat) != player.player_id:  # the seat's last hand was somebody else's
        raise Refused("no_hand")
    place = place_names(client, state.guild_id, state.channel_id)
    view = await client.service.seat_view(table_id, seat, place)
    if view is None:
        raise Refused("no_hand")
    panel = hand_panel(view, language_of(interaction))
    await send_private(interaction, panel)


async def post_again(interaction: Interaction, table_id: str) -> None:
    """Moves the table's panel below the chat; that of a closed one stays where it tells so."""
    client = interaction.client
    state = await client.service.state(table_id)

    def move(conn: Connection) -> None:
        row = tables.get(conn, table_id)  # it may have closed meanwhile
        _refuse_closed(row.closed_why if row else None)
        panels.retire(conn, table_id, "table")
        panels.want_again(conn, table_id, "table", state.channel_id)

    await client.service.db.write(move)
    await repaint_private(interaction, notice(language_of(interaction)("table-moved")))
    await client.publisher.may_write_again(state.channel_id)
    client.publisher.desks.call_for(table_id)


async def repaint_public(interaction: Interaction, table_id: str) -> None:
    """Answers a click on the table's panel by repainting it; an old copy becomes a link to it."""
    client, l10n = interaction.client, language_of(interaction)
    message_id = interaction.message.id if interaction.message else 0
    edition = await edition_on(interaction, table_id, "table")
    if edition is None:
        await become_link(interaction, table_id)
        return
    panel = public_panel(await client.service.table_view(table_id), l10n)
    seq = (await client.service.state(table_id)).seq
    spot = Spot(table_id, "table", interaction.channel_id, message_id, seq, edition)
    async with client.publisher.answers.painting(spot, panel):
        await repaint(interaction, panel)


async def become_link(interaction: Interaction, table_id: str) -> None:
    """Answers a click on an old copy of a panel: it becomes a link to the table."""
    link = await interaction.client.link_to(table_id)
    moved = language_of(interaction)("table-is-at", link=link)
    await repaint(interaction, notice(moved))


async def edition_on(interaction: Interaction, table_id: str, panel: str) -> int | None:
    """The panel's edition on the clicked message; None if that is not the panel.

    A message whose id was lost is the panel, unless that moved on.
    """
    message_id = interaction.message.id if interaction.message else 0
    db = interaction.client.service.db
    row = await db.read(lambda conn: panels.get(conn, table_id, panel))
    former = f"{panels.RETIRED}{message_id}"
    if await db.read(lambda conn: panels.get(conn, table_id, former)):
        return None
    if row is None:
        return 0
    return row.edition if row.message_id in (None, message_id) else None


async def on_table_panel(interaction: Interaction, table_id: str) -> bool:
    """Whether the click was on the table's own panel, not on a result or a private message."""
    message_id = interaction.message.id if interaction.message else 0
    db = interaction.client.service.db
    row = await db.read(lambda conn: panels.get(conn, table_id, "table"))
    return row is not None and row.message_id == message_id

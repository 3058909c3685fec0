"""Every click on one of our buttons and selects, from custom id to answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, cast

import discord
from discord.ext import commands

from bot.client import TongitsClient
from bot.publisher.panel_answers import Spot
from bot.screens import place_names
from bot.tables.commands import Play, Ready, Return, Start
from bot.tables.outcomes import Refused
from bot.tables.views import SeatView
from bot.ui import custom_ids as ids
from bot.ui.custom_ids import Control
from bot.ui.hand_panel import Choice, hand_panel
from bot.ui.more_panel import more_panel
from bot.ui.moves_from import board_from, choice_from, move_from, sort_from
from bot.ui.result_panel import result_panel
from bot.ui.rules_panel import rules_panel
from bot.ui.settings_form import form_of
from cogs import house_rules, pictures, privacy, purses, seating, settings_panel
from cogs.answering import (
    Interaction,
    answered,
    carry_out,
    language_of,
    repaint,
    repaint_private,
    send_private,
)
from cogs.people import player_of
from tongits.seats import SEATS, SeatNo


class Buttons(commands.Cog):
    """Answers clicks. A token that answers nothing any more shows the present state."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Every press and every form that is sent, whatever its message says by now.

        All they mean is in their ids: discord.py keeps nothing of a panel, and rebuilds nothing.
        """
        if interaction.type is discord.InteractionType.component:
            await _answer(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await answered(interaction, lambda: _form_sent(interaction))


async def _form_sent(interaction: Interaction) -> None:
    data = cast("Mapping[str, Any]", interaction.data or {})
    settings_form = form_of(str(data.get("custom_id", "")))
    if settings_form is None:
        await house_rules.form_sent(interaction)
    else:
        await settings_panel.form_sent(interaction, settings_form, data.get("components", []))


async def _answer(interaction: Interaction) -> None:
    data = cast("Mapping[str, Any]", interaction.data or {})
    control = ids.parse(str(data.get("custom_id", "")))
    values = [str(value) for value in data.get("values") or ()]
    await answered(interaction, lambda: _dispatch(interaction, control, values))


async def _dispatch(interaction: Interaction, control: Control | None, values: list[str]) -> None:
    if control is None:
        raise Refused("unknown_control")
    if control.seat is not None:
        await _on_hand(interaction, control, SEATS[control.seat], values)
        return
    if control.action in house_rules.ACTIONS:
        await house_rules.answer(interaction, control, values)
        return
    if control.action in settings_panel.ACTIONS:
        await settings_panel.answer(interaction, control, values)
        return
    if control.action in _BOARD:
        await _board(interaction, control, values)
        return
    answer = _PUBLIC.get(control.action)
    if answer is None:
        raise Refused("unknown_control")
    await answer(interaction, control)


async def _on_hand(
    interaction: Interaction, control: Control, seat: SeatNo, values: list[str]
) -> None:
    """A click on a hand panel: a move, or only a look at other cards of it."""
    service, table_id = interaction.client.service, control.table_id
    player = await player_of(interaction)
    state = await service.state(table_id)
    if state.holder(seat) != player.player_id:
        raise (
            Refused("table_closed", why=state.closed_why)
            if state.closed_why
            else Refused("not_your_seat")
        )
    if control.action == ids.RETURN:
        await _return_to_hand(interaction, table_id, seat)
        return
    order = sort_from(control)
    if order:
        await service.players.set_sort(player.player_id, order)
    asked = await service.asked(table_id, seat)
    fresh = asked is not None and control.token == asked.token
    move = move_from(control, values, asked.cards, asked.look) if asked and fresh else None
    if move is None:
        view = await _seat_view(interaction, table_id, seat)
        choice = choice_from(control, values, view.hand) if fresh else Choice()
        await _repaint_hand(interaction, view, choice)
        return
    async with interaction.client.publisher.desks.holding(table_id, f"hand:{seat}"):
        play = Play(player.player_id, seat, control.token, move)
        await carry_out(interaction, table_id, play)
        await _repaint_hand(interaction, await _seat_view(interaction, table_id, seat), Choice())


async def _return_to_hand(interaction: Interaction, table_id: str, seat: SeatNo) -> None:
    """I'm back, on the hand panel: who was cashed out sits down again."""
    client, player = interaction.client, await player_of(interaction)
    await seating.refuse_entry(interaction, table_id, player)
    async with client.publisher.desks.holding(table_id, f"hand:{seat}"):
        await carry_out(interaction, table_id, Return(player.player_id))
        await _repaint_hand(interaction, await _seat_view(interaction, table_id, seat), Choice())


async def _return(interaction: Interaction, control: Control) -> None:
    """I'm back, on the table's panel: shows the hand, which is played by its owner again."""
    table_id = control.table_id
    player = await player_of(interaction)
    await seating.refuse_entry(interaction, table_id, player)
    await carry_out(interaction, table_id, Return(player.player_id))
    await seating.show_hand(interaction, table_id)


async def _seat_view(interaction: Interaction, table_id: str, seat: SeatNo) -> SeatView:
    client = interaction.client
    state = await client.service.state(table_id)
    place = place_names(client, state.guild_id, state.channel_id)
    view = await client.service.seat_view(table_id, seat, place)
    if view is not None:
        return view
    why = (await client.service.state(table_id)).closed_why
    raise Refused("table_closed", why=why) if why else Refused("no_hand")


async def _repaint_hand(interaction: Interaction, view: SeatView, choice: Choice) -> None:
    """Answers with the hand as it is now, and notes it as shown if it is the seat's own panel."""
    client, table_id = interaction.client, view.table.table_id
    seq = (await client.service.state(table_id)).seq
    panel = hand_panel(view, language_of(interaction), choice)
    message = interaction.message
    if message is None or message.flags.ephemeral:  # My hand is nobody's to edit later
        await repaint(interaction, panel)
        return
    answers = client.publisher.answers
    async with answers.painting_hand(view, choice, message.id, panel, seq=seq):
        await repaint(interaction, panel)


async def _join(interaction: Interaction, control: Control) -> None:
    await seating.join_by_button(interaction, control.table_id)


async def _leave(interaction: Interaction, control: Control) -> None:
    await seating.leave(interaction, control.table_id, confirmed=False)


async def _leave_yes(interaction: Interaction, control: Control) -> None:
    """Confirms for the hand that was asked about; in another hand it asks anew."""
    state = await interaction.client.service.state(control.table_id)
    confirmed = control.arg == str(state.hand_no)
    await seating.leave(interaction, control.table_id, confirmed=confirmed)


async def _start(interaction: Interaction, control: Control) -> None:
    client, table_id = interaction.client, control.table_id
    player = await player_of(interaction)
    async with client.publisher.desks.holding(table_id, "table"):
        await carry_out(interaction, table_id, Start(player.player_id))
        await seating.repaint_public(interaction, table_id)


async def _next(interaction: Interaction, control: Control) -> None:
    """Next hand: marks the seat as ready on the result; all three ready deal at once."""
    client, table_id, hand_no = interaction.client, control.table_id, _number(control.arg)
    player = await player_of(interaction)
    ready = Ready(player.player_id, hand_no)
    if await seating.on_table_panel(interaction, table_id):
        async with client.publisher.desks.holding(table_id, "table"):
            await carry_out(interaction, table_id, ready)
            await seating.repaint_public(interaction, table_id)
        return
    async with client.publisher.desks.holding(table_id, f"result:{hand_no}"):
        await carry_out(interaction, table_id, ready)
        await _repaint_result(interaction, table_id, hand_no)


async def _repaint_result(interaction: Interaction, table_id: str, hand_no: int) -> None:
    """Answers a click on a hand's result by repainting it; an old copy becomes a link."""
    client, name = interaction.client, f"result:{hand_no}"
    state = await client.service.state(table_id)
    view = await client.service.result_view(table_id)
    if view is None or view.hand_no != hand_no:
        raise Refused("stale", table_id=table_id)
    edition = await seating.edition_on(interaction, table_id, name)
    if edition is None:
        await seating.become_link(interaction, table_id)
        return
    panel = result_panel(view, language_of(interaction))
    message_id = interaction.message.id if interaction.message else 0
    spot = Spot(table_id, name, state.channel_id, message_id, state.seq, edition)
    async with client.publisher.answers.painting(spot, panel):
        await repaint(interaction, panel)


def _number(text: str) -> int:
    """A hand's number out of an id; 0, which no hand has, for a forged one."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 9 else 0


async def _my_hand(interaction: Interaction, control: Control) -> None:
    await seating.show_hand(interaction, control.table_id)


async def _more(interaction: Interaction, control: Control) -> None:
    service = interaction.client.service
    player = await player_of(interaction)
    state = await service.state(control.table_id)
    view = await service.table_view(control.table_id)
    panel = more_panel(view, state.seat_of(player.player_id), language_of(interaction))
    await repaint_private(interaction, panel)


async def _repost(interaction: Interaction, control: Control) -> None:
    await seating.post_again(interaction, control.table_id)


async def _rules(interaction: Interaction, control: Control) -> None:
    view = await interaction.client.service.table_view(control.table_id)
    await send_private(interaction, rules_panel(language_of(interaction), view.terms))


async def _chips(interaction: Interaction, control: Control) -> None:
    await purses.show_chips(interaction)


async def _board(interaction: Interaction, control: Control, values: list[str]) -> None:
    """Another leaderboard, page or its picture; or the viewer hides from all, or comes back."""
    wanted = board_from(control, values)
    if control.action == ids.BOARD_PICTURE:
        await pictures.show_board(interaction, wanted)
        return
    if wanted is not None and control.action in (ids.BOARD_HIDE, ids.BOARD_SHOW):
        await purses.hide(interaction, hidden=control.action == ids.BOARD_HIDE)
    await repaint(interaction, await purses.board(interaction, wanted))


_PUBLIC: Final[dict[str, Callable[[Interaction, Control], Awaitable[None]]]] = {
    ids.JOIN: _join,
    ids.LEAVE: _leave,
    ids.LEAVE_YES: _leave_yes,
    ids.START: _start,
    ids.NEXT: _next,
    ids.MY_HAND: _my_hand,
    ids.RETURN: _return,
    ids.MORE: _more,
    ids.BACK: _more,
    ids.REPOST: _repost,
    ids.RULES: _rules,
    ids.CHIPS: _chips,
    ids.HISTORY: purses.show_history,
    ids.ERASE: privacy.erase,
    ids.ERASE_NOT: privacy.keep,
}
_BOARD: Final = frozenset(
    {
        *(ids.BOARD, ids.BOARD_BY, ids.BOARD_PERIOD, ids.BOARD_PICTURE),
        *(ids.BOARD_HIDE, ids.BOARD_SHOW),
    }
)


async def setup(client: TongitsClient) -> None:
    """Called by discord.py when the extension is loaded."""
    await client.add_cog(Buttons())

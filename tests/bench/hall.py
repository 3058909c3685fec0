"""Tables full of people who play, and the clicks they make: gateway texts of real panels.

Two of three people play by direct message, the third by My hand on the server: both ways that a
click can come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.i18n import localizer
from bot.play.components import as_returned, walk
from bot.tables.chance import Chance
from bot.tables.commands import Join, Play, Ready, Start
from bot.tables.service import Tables, Terms
from bot.tables.views import SeatView
from bot.ui import custom_ids as ids
from bot.ui.choice import Choice
from bot.ui.hand_panel import hand_panel
from bot.ui.masks import mask_of
from tests.bench.wire import BOT_ID, IS_COMPONENTS_V2, Json, Wire, event, guild, message, new_id
from tests.tables.chances import ALL_MELDS, winning_deck
from tongits.cards import Card, parse_cards
from tongits.engine import to_act
from tongits.moves import Answer, Declare, Discard, Draw, Lay, Move, Sapaw, Take
from tongits.players.stand_in import stand_in_move
from tongits.rules import Rules, preset
from tongits.seats import SEATS, SeatNo

TABLES_A_SERVER: Final = 50
CLOCK_S: Final = 120
EPHEMERAL: Final = 1 << 6
BY_DIRECT_MESSAGE: Final = (0, 1)  # seats
FIRST_GUILD, FIRST_CHANNEL, FIRST_PERSON = 10**17, 2 * 10**17, 3 * 10**17
DM_CHANNELS: Final = 10**17  # above the person's own id
NAMES: Final = ("Ana Lópêz ♣", "Ben", "Carla_the_3rd")


@dataclass(frozen=True, slots=True)
class Table:
    number: int
    table_id: str
    player_ids: tuple[str, ...]

    @property
    def guild_id(self) -> int:
        return guild_of(self.number)

    @property
    def channel_id(self) -> int:
        return FIRST_CHANNEL + self.number

    def person(self, seat: int) -> int:
        return FIRST_PERSON + 3 * self.number + seat


@dataclass(frozen=True, slots=True)
class Click:
    """A click as the gateway tells of it; `trivial` is the same one on somebody else's button.

    One that is no move only selects the cards of the next.
    """

    is_move: bool
    token: str  # of the interaction
    text: str
    trivial_token: str
    trivial: str


class StackedFirst(Chance):
    """Every table's first hand is won at once by seat 0; the others are shuffled."""

    def __init__(self, tables: int) -> None:
        self.left = tables

    def deck(self, rules: Rules) -> tuple[Card, ...]:
        self.left -= 1
        return winning_deck(0) if self.left >= 0 else super().deck(rules)

    def first_dealer(self) -> SeatNo:
        return SEATS[0]


def guild_of(number: int) -> int:
    return FIRST_GUILD + number // TABLES_A_SERVER


def guilds(tables: int) -> list[Json]:
    """The servers on which that many tables stand."""
    return [
        guild(
            guild_of(first),
            (FIRST_CHANNEL + number for number in range(first, first + TABLES_A_SERVER)),
        )
        for first in range(0, tables, TABLES_A_SERVER)
    ]


async def fill(service: Tables, tables: int) -> list[Table]:
    """So many tables, each with its first hand in play."""
    return [await _seat_three(service, number) for number in range(tables)]


async def _seat_three(service: Tables, number: int) -> Table:
    people = [FIRST_PERSON + 3 * number + seat for seat in SEATS]
    names = [f"{name} {number}" for name in NAMES]
    met = [await service.players.meet(*person) for person in zip(people, names, strict=True)]
    for seat, player in enumerate(met):
        channel_id = people[seat] + DM_CHANNELS
        is_open = seat in BY_DIRECT_MESSAGE
        await service.players.set_dm(player.player_id, channel_id, "open" if is_open else "closed")
    host, *others = (player.player_id for player in met)
    terms = Terms(preset("book"), 1, 1, CLOCK_S)
    opened = await service.open_table(guild_of(number), FIRST_CHANNEL + number, host, terms, None)
    for player_id in others:
        await service.submit(opened.table_id, Join(player_id))
    await service.submit(opened.table_id, Start(host))
    return Table(number, opened.table_id, (host, *others))


async def win_first(service: Tables, table: Table) -> None:
    """Ends a stacked first hand and deals the next, so that the table remembers a result."""
    for meld in ALL_MELDS:
        await _play(service, table, SEATS[0], Lay(parse_cards(meld)))
    await deal_next(service, table)


async def take_turns(service: Tables, table: Table, moves: int) -> None:
    """A few moves, so that cards lie on the table."""
    for _ in range(moves):
        state = await service.state(table.table_id)
        if state.game is None or state.stage != "hand":
            return
        seat = min(to_act(state.game))
        view = await service.seat_view(table.table_id, seat, ("", ""))
        assert view is not None
        await _play(service, table, seat, stand_in_move(view.hand, state.rules))


async def _play(service: Tables, table: Table, seat: SeatNo, move: Move) -> None:
    actor = await service.actor(table.table_id)
    token = actor.decisions[f"seat:{seat}"].token
    await service.submit(table.table_id, Play(table.player_ids[seat], seat, token, move))


async def deal_next(service: Tables, table: Table) -> None:
    """Everybody is ready for the next hand."""
    hand_no = (await service.state(table.table_id)).hand_no
    for player_id in table.player_ids:
        await service.submit(table.table_id, Ready(player_id, hand_no))


async def next_move(service: Tables, wire: Wire, table: Table) -> Click:
    """The move that whoever is in turn makes, as a press on the panel they look at."""
    seat, view, move = await _in_turn(service, table)
    body = _panel(view, Choice(mask_of(view.hand.hand, _chosen(move))))
    return _click(wire, table, seat, body, _button(body, _actions(move)))


async def next_click(service: Tables, wire: Wire, table: Table, selected: dict[str, str]) -> Click:
    """The next press of a real turn: whoever wants to lay or throw cards selects them first.

    `selected` remembers by table for which decision that was done.
    """
    seat, view, move = await _in_turn(service, table)
    if not _chosen(move) or selected.get(table.table_id) == view.token:
        return await next_move(service, wire, table)
    selected[table.table_id] = view.token
    body = _panel(view, Choice())
    pick = next(part for part, _ in walk(body) if part["type"] == 3)
    mask = mask_of(view.hand.hand, _chosen(move))
    values = [str(place) for place in range(len(view.hand.hand)) if mask >> place & 1]
    return _click(wire, table, seat, body, pick, values)


async def _in_turn(service: Tables, table: Table) -> tuple[SeatNo, SeatView, Move]:
    """Who is to move, what they see, and what they will do; a break ends first."""
    state = await service.state(table.table_id)
    if state.stage == "break":
        await deal_next(service, table)
        state = await service.state(table.table_id)
    assert state.game is not None, state.stage
    seat = min(to_act(state.game))
    place = (f"Server {table.guild_id % 100}", f"table-{table.channel_id % 1000}")
    view = await service.seat_view(table.table_id, seat, place)
    assert view is not None
    return seat, view, stand_in_move(view.hand, state.rules)


def _panel(view: SeatView, choice: Choice) -> list[Json]:
    panel = hand_panel(view, localizer("en"), choice)
    return as_returned(panel.to_components())  # type: ignore[no-untyped-call]


def _chosen(move: Move) -> tuple[Card, ...]:
    """The cards that are selected before the move's button can be pressed."""
    match move:
        case Discard(card=card):
            return (card,)
        case Lay(cards=cards) | Sapaw(cards=cards):
            return cards
        case _:
            return ()


def _actions(move: Move) -> tuple[str, ...]:
    """The buttons that make the move, or one as good where the panel wants a second question."""
    match move:
        case Take():
            return ids.TAKE_LAY, ids.DRAW
        case Lay():
            return (ids.LAY,)
        case Sapaw():
            return (ids.SAPAW,)
        case Discard():
            return (ids.DISCARD,)
        case Answer():
            return (ids.REPLY,)
        case Declare():
            return (ids.DECLARE,)
        case Draw():
            return (ids.DRAW,)
        case _:
            raise AssertionError(move)


def _button(components: list[Json], actions: Sequence[str]) -> Json:
    """The first button for one of the actions that can be pressed."""
    pressable = (part for part, _ in walk(components) if part["type"] == 2)
    buttons = [part for part in pressable if not part.get("disabled")]
    return next(
        part
        for action in actions
        for part in buttons
        if part["custom_id"].startswith(f"b:{action}:")
    )


def _click(
    wire: Wire,
    table: Table,
    seat: int,
    components: list[Json],
    part: Json,
    values: Sequence[str] = (),
) -> Click:
    one, other = str(new_id()), str(new_id())
    data = {"custom_id": part["custom_id"], "component_type": part["type"], "id": part["id"]}
    if values:
        data["values"] = list(values)
    asked = _interaction(table, seat, data, one) | {
        "message": _shown(wire, table, seat, components)
    }
    text = event("INTERACTION_CREATE", asked)
    trivial = text.replace(part["custom_id"], f"x{part['custom_id'][1:]}").replace(one, other)
    return Click(not values, one, text, other, trivial)


def _channel_of(table: Table, seat: int) -> int:
    return table.person(seat) + DM_CHANNELS if seat in BY_DIRECT_MESSAGE else table.channel_id


def _shown(wire: Wire, table: Table, seat: int, components: list[Json]) -> Json:
    """The message that was clicked: the seat's own panel, or a private one of My hand."""
    channel_id, is_dm = _channel_of(table, seat), seat in BY_DIRECT_MESSAGE
    flags = IS_COMPONENTS_V2 | (0 if is_dm else EPHEMERAL)
    message_id = wire.newest[channel_id] if is_dm else new_id()
    return message(message_id, channel_id, {"components": components, "flags": flags})


def _interaction(table: Table, seat: int, data: Json, number: str) -> Json:
    """The body of INTERACTION_CREATE but for its message; its token is its id."""
    by_dm = _by_direct_message(_channel_of(table, seat), table.person(seat))
    return {
        "version": 1,
        "id": number,
        "application_id": str(BOT_ID),
        "type": 3,
        "token": number,
        "data": data,
        "channel_id": str(_channel_of(table, seat)),
        "app_permissions": "274877990912",
        "locale": "en-US",
        "entitlements": [],
        "attachment_size_limit": 10_485_760,
        "authorizing_integration_owners": {"0": str(table.guild_id)},
        **(by_dm if seat in BY_DIRECT_MESSAGE else _on_server(table, seat)),
    }


def _user(person: int) -> Json:
    text = str(person)
    look = dict.fromkeys(("avatar", "avatar_decoration_data", "clan", "primary_guild"))
    return {"id": text, "username": f"user{text[-6:]}", "discriminator": "0", **look}


def _by_direct_message(channel_id: int, person: int) -> Json:
    channel = {"id": str(channel_id), "type": 1, "flags": 0, "recipients": [_user(person)]}
    return {"context": 1, "channel": channel, "user": _user(person)}


def _on_server(table: Table, seat: int) -> Json:
    guild_id = str(table.guild_id)
    channel: dict[str, Any] = {"id": str(table.channel_id), "guild_id": guild_id, "type": 0}
    channel |= {"name": f"table-{table.channel_id % 1000}", "position": 0, "permissions": "2048"}
    unset = dict.fromkeys(("avatar", "premium_since", "communication_disabled_until"))
    member: Json = {
        "user": _user(table.person(seat)),
        "nick": f"{NAMES[seat]} {table.number}",
        "roles": [],
        "joined_at": "2026-01-01T00:00:00.000000+00:00",
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "permissions": "2248473465835073",
        **unset,
    }
    return {
        "context": 0,
        "channel": channel,
        "guild_id": guild_id,
        "guild": {"id": guild_id, "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "member": member,
    }

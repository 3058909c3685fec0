"""What a decision starts from and what it tells: events, and the state after them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.tables.chance import Chance
from bot.tables.days import chips_day, next_chips_day_ms
from bot.tables.events import Refilled, TableEvent
from bot.tables.state import TableState, evolve_table
from data.ledger import OPENING_CHIPS
from tongits import match


@dataclass(frozen=True, slots=True)
class Purse:
    """A player's wallet on the table's server; `refill_used` if today's refill is.

    `net_today` is what today's hands came to so far, below 0 for a loss.
    """

    wallet_chips: int
    refill_used: bool
    has_chips_elsewhere: bool  # at another table of the server
    net_today: int = 0


class NotCounted(Exception):
    """A decision turns on a purse that nobody has looked into."""


@dataclass(frozen=True, slots=True)
class Around:
    """What a decision needs from outside the table: chance, purses by player id, the time.

    Most moves turn on no purse: `purses` is None until one does. `daily_loss` is what the server
    lets a player lose in a day, 0 for no limit.
    """

    chance: Chance = field(repr=False)
    purses: Mapping[str, Purse] | None
    now_ms: int
    daily_loss: int = 0

    @property
    def day(self) -> str:
        """The chips' day; it brings one refill."""
        return chips_day(self.now_ms)

    @property
    def next_day_ms(self) -> int:
        """When the next one begins."""
        return next_chips_day_ms(self.now_ms)

    def purse(self, player_id: str) -> Purse:
        """What the player owns besides. Raises `NotCounted`."""
        if self.purses is None:
            raise NotCounted
        return self.purses[player_id]


class Story:
    """Events told so far and the state after them; the only mutable thing in this module.

    `befores` are the states that the events happened in.
    """

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.events: list[TableEvent] = []
        self.befores: list[TableState] = []

    def tell(self, *events: TableEvent) -> None:
        """Adds what happened next."""
        for event in events:
            self.events.append(event)
            self.befores.append(self.state)
            self.state = evolve_table(self.state, event)


def may_play_on(story: Story, player_id: str, around: Around, change: int = 0) -> bool:
    """Whether the day's loss, with a `change` that is not on the boards yet, leaves another hand.

    Points of a table that moves no chips are never lost; nor is what is carried in its pot.
    """
    if not around.daily_loss or not story.state.moves_chips:
        return True
    carried = sum(chips for payer_id, chips in story.state.pot if payer_id == player_id)
    return around.purse(player_id).net_today + change + carried > -around.daily_loss


def wallet_of(story: Story, player_id: str, table_chips: int, around: Around) -> int:
    """The wallet, refilled first if its player could sit at no table at all (design.md, Chips).

    A table that moves no chips has points for everybody, and asks for nobody's purse.
    """
    if not story.state.moves_chips:
        return story.state.stakes.full_buy_in
    purse = around.purse(player_id)
    lacking = purse.wallet_chips + table_chips < match.SMALLEST_MINIMUM
    if not lacking or purse.refill_used or purse.has_chips_elsewhere:
        return purse.wallet_chips
    story.tell(Refilled(player_id, OPENING_CHIPS - purse.wallet_chips, around.day))
    return OPENING_CHIPS

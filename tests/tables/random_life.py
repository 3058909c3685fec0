"""Several tables lived at by chance: joins, plays, clocks, leaving, closing, in any order."""

import random
from collections import defaultdict
from dataclasses import dataclass, field

from bot.tables.commands import (
    Close,
    Command,
    Expire,
    Join,
    Leave,
    Pause,
    Play,
    Ready,
    Remove,
    Resume,
    Return,
    Start,
)
from bot.tables.events import HandStarted
from bot.tables.outcomes import Accepted, Refused
from bot.tables.state import TableState
from tests.properties.random_play import any_move, keen_to_lay, never_lays
from tests.tables.chances import winning_deck
from tests.tables.world import DAY_MS, NAMES, World
from tongits.engine import legal_moves, to_act
from tongits.events import Discarded, Laid, LaidOff, Took
from tongits.moves import Move, TakeBack
from tongits.refusals import can_take_back
from tongits.rules import PRESETS, Rules, preset, with_switches
from tongits.seats import SeatNo

CHANNELS = (1, 2, 3)
HOUSES: tuple[tuple[str, dict[str, object]], ...] = (
    ("book", {"jokers": 2, "kang": True, "burned_extra": 1, "secret_bonus_stakes": 1}),
    ("book", {"progressive_limit": 60, "pay_difference": True, "fee_percent": 10}),
    ("book", {"final_discard": True, "no_dump_sapawable": True, "challenge_win_multiplier": 3}),
    ("pagat", {"jokers": 1, "long_meld_self_connect": True, "long_run_bonus_units": 3}),
    ("pagat", {"progressive_limit": 90, "hitter_ante_units": 5, "secret_in_hand": True}),
    ("go", {"fee_percent": 5, "face_down_four": True, "next_dealer": "rotate"}),
    ("go", {"hitter_ante_units": 0, "tongits_declare_in_hand": False, "kang": True}),
)
RULES: tuple[Rules, ...] = (
    *map(preset, PRESETS),
    *(with_switches(preset(name), switches) for name, switches in HOUSES),
)
STYLES = (any_move, keen_to_lay, keen_to_lay, never_lays)


@dataclass
class Life:
    """Ten people and three channels; every step is one command by chance.

    `friendly`: how many of the tables move no chips, 0 to 1.
    """

    world: World
    seed: int
    friendly: float = 0.0
    people: list[str] = field(default_factory=list)
    seen: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    refused: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.world.chance.rng = random.Random(self.seed)

    async def step(self) -> Accepted | None:
        """One command; what it brought about, None for a refused or stale one."""
        if not self.people:
            purses = (1_000, 1_000, 1_000, 400, 300, 130, 60, 60, 10, 0)
            self.people = [
                await self.world.person(NAMES[number % 3], chips)
                for number, chips in enumerate(purses)
            ]
        self.world.now.ms += self.rng.choice((100, 2_000, 2_000, 15_000))
        if self.rng.random() < 0.002:
            self.world.now.ms += DAY_MS
        if self.rng.random() < 0.005:
            self.world.chance.decks.append(winning_deck(0))
        try:
            return await self._command()
        except Refused as refused:
            self.refused.add(refused.code)
            return None

    async def _command(self) -> Accepted | None:
        channel = self.rng.choice(CHANNELS)
        table_id = await self.world.service.table_in(channel)
        if table_id is None or self.rng.random() < 0.005:
            return await self._open(channel)
        state = await self.world.state(table_id)
        outcome = await self.world.service.submit(table_id, await self._choose(table_id, state))
        return outcome if isinstance(outcome, Accepted) else None

    async def _open(self, channel: int) -> Accepted:
        stake, rate = self.rng.choice(((10, 1), (10, 0), (50, 0), (1, 2)))
        host = self.rng.choice(self.people)
        rules = self.rng.choice(RULES)
        moves_chips = not self.friendly or self.rng.random() >= self.friendly
        table_id = await self.world.open_table(
            host,
            rules=rules,
            stake=stake,
            rate=rate,
            channel_id=channel,
            moves_chips=moves_chips,
        )
        self.tables.add(table_id)
        return Accepted(table_id, ())

    async def _choose(self, table_id: str, state: TableState) -> Command:
        somebody, luck = self.rng.choice(self.people), self.rng.random()
        if luck < 0.004:
            return Close("ended")
        if luck < 0.016:
            return Leave(somebody)
        if luck < 0.02:
            return Remove(somebody, self.rng.choice(("kicked", "gone")))
        away = [sat.player_id for _, sat in state.taken() if sat.is_away]
        if luck < (0.2 if away else 0.03):
            return Return(self.rng.choice(away or self.people))
        if state.paused_why:
            return Resume() if luck < 0.6 else Join(somebody)
        if luck < 0.034:
            return Pause(self.rng.choice(("forbidden", "outage")))
        if state.stage == "hand" and luck < 0.9:
            return await self._play(table_id, state)
        if state.stage == "break" and luck < 0.8:
            return Ready(somebody, state.hand_no)
        rows = sorted((await self.world.decisions(table_id)).values(), key=lambda row: row.subject)
        late = [row for row in rows if row.due_ms <= self.world.now()]
        if rows and luck > 0.97 and state.stage == "hand":
            self.world.now.ms += 60_000
            return Expire(rows[0].subject, rows[0].token)
        if late and luck < 0.6:
            return Expire(late[0].subject, late[0].token)
        return Start(somebody) if state.is_full else Join(somebody)

    async def _play(self, table_id: str, state: TableState) -> Command:
        game = state.game
        assert game is not None
        seat = self.rng.choice(sorted(to_act(game)))
        sat = state.seats[seat]
        assert sat is not None
        move = self._move(legal_moves(game, seat), can_undo=can_take_back(game))
        return Play(sat.player_id, SeatNo(seat), await self.world.token(table_id, seat), move)

    def _move(self, moves: tuple[Move, ...], *, can_undo: bool) -> Move:
        if can_undo and self.rng.random() < 0.1:
            return TakeBack()
        return self.rng.choice(STYLES)(moves, self.rng)

    def public_cards(self, accepted: Accepted) -> set[str]:
        """The cards that everybody at the table has seen in its present hand."""
        seen = self.seen[accepted.table_id]
        for event in accepted.events:
            if isinstance(event, HandStarted):
                seen.clear()
            elif isinstance(event, Laid | LaidOff):
                seen.update(event.cards)
                seen.update(name for _, name in event.named)  # what a joker stands for is told
            elif isinstance(event, Discarded | Took):
                seen.add(event.card)
        return seen

"""One table in memory: its state, its open decisions, and how a command becomes one commit."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.tables import chips, news
from bot.tables.chance import Chance
from bot.tables.events import (
    HandSettled,
    HandStarted,
    LobbyReopened,
    SeatLeft,
    SeatReady,
    SeatTaken,
    TableEvent,
    TableOpened,
    TableResumed,
)
from bot.tables.questions import Question, ping_panel, questions
from bot.tables.state import TableState
from bot.tables.stored import stored
from bot.tables.story import Story
from data.boards import HandResult
from data.commit import Commit
from data.decisions import Decision
from data.ledger import Transfer
from data.posts import Post
from data.tables import TableRow
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState, Phase

Questions = Mapping[str, Question]

# What changes a hand's result; one that was sent during a pause gets its buttons after it.
_SHOWN_ON_RESULT = (HandSettled, SeatReady, HandStarted, SeatLeft, TableResumed)


@dataclass(slots=True)
class Actor:
    """A live table. Whoever reads or changes it across an await holds its lock."""

    table_id: str
    state: TableState
    decisions: dict[str, Decision]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _newest: tuple[TableState, Questions] | None = field(default=None, repr=False)

    def plan(self, story: Story, chance: Chance, now_ms: int, inbox_id: int | None) -> Commit:
        """The commit that makes the story's events true."""
        events, after = tuple(story.events), story.state
        transfers, results = _money(self.table_id, story.befores, events)
        was, asks = self._questions(self.state), self._questions(after)
        return Commit(
            table_id=self.table_id,
            expected_seq=self.state.seq,
            events=tuple(
                stored(event, self.state.seq + place, now_ms)
                for place, event in enumerate(events, start=1)
            ),
            decisions=self._decisions(was, asks, after.seq, chance, now_ms),
            forgets=_hand_panels(after) if _has(events, HandStarted) else (),
            retires=_retired(self.state, events),
            recalls=self._pings_over(was, asks),
            wants=_wants(self.state, after, events),
            posts=_posts((*story.befores, after), events),
            seat_changes=tuple(_seat_changes(events)),
            closed_why=after.closed_why,
            inbox_id=inbox_id,
            transfers=transfers,
            results=results,
        )

    def next_moment_ms(self) -> int | None:
        """When the clock has something to do about the table; None if it waits for nothing."""
        return min((row.moment_ms for row in self.decisions.values()), default=None)

    def amiss(self, chance: Chance, now_ms: int) -> dict[str, Decision | None]:
        """Decisions that should be open and are not, and (None) those that should not be."""
        wanted = questions(self.state)
        changes: dict[str, Decision | None] = {
            subject: None for subject in self.decisions if subject not in wanted
        }
        for subject in wanted.keys() - self.decisions.keys():
            changes[subject] = self._asked(
                subject, wanted[subject], None, self.state.seq, chance, now_ms
            )
        return changes

    def done(self, after: TableState, decisions: Mapping[str, Decision | None]) -> None:
        """Takes over what was committed."""
        self.state = after
        for subject, decision in decisions.items():
            if decision is None:
                self.decisions.pop(subject, None)
            else:
                self.decisions[subject] = decision

    def _questions(self, state: TableState) -> Questions:
        """What a state asks; the newest answer is kept, for the next command begins there."""
        if self._newest is None or self._newest[0] is not state:
            self._newest = state, questions(state)
        return self._newest[1]

    def _decisions(
        self, was: Questions, now: Questions, seq: int, chance: Chance, now_ms: int
    ) -> dict[str, Decision | None]:
        """Rows to replace, and rows to delete (None); a question that stands keeps its token."""
        changes: dict[str, Decision | None] = {
            subject: None for subject in self.decisions if subject not in now
        }
        for subject, question in now.items():
            row = self.decisions.get(subject)
            if row and subject in was and was[subject].key == question.key:
                continue
            goes_on = row if subject in was and was[subject].clock == question.clock else None
            changes[subject] = self._asked(subject, question, goes_on, seq, chance, now_ms)
        return changes

    def _pings_over(self, was: Questions, now: Questions) -> tuple[str, ...]:
        """The pings that have done their work: whoever was called is not asked any more."""
        return tuple(
            ping_panel(subject)
            for subject, row in self.decisions.items()
            if subject in was
            and was[subject].ping_ms is not None
            and row.ping_ms is None
            and (subject not in now or now[subject].clock != was[subject].clock)
        )

    def _asked(
        self,
        subject: str,
        question: Question,
        goes_on: Decision | None,
        seq: int,
        chance: Chance,
        now_ms: int,
    ) -> Decision:
        """A row for a question. A turn has one due time, kept through all of them (design.md 1.2).

        So it has one ping; `goes_on` is the row whose time it is.
        """
        ping_ms = None if question.ping_ms is None else now_ms + question.ping_ms
        return Decision(
            table_id=self.table_id,
            subject=subject,
            token=chance.token(),
            opened_seq=seq,
            due_ms=goes_on.due_ms if goes_on else now_ms + question.lasts_ms,
            ping_ms=goes_on.ping_ms if goes_on else ping_ms,
        )


def with_opening(commit: Commit, opened: TableOpened, now_ms: int) -> Commit:
    """The first commit of a table: its row and its opening go before everything else."""
    row = TableRow(commit.table_id, opened.guild_id, opened.channel_id, now_ms)
    events = (stored(opened, 1, now_ms), *commit.events)
    return replace(commit, expected_seq=0, events=events, open=row)


def _has(events: Iterable[TableEvent], *kinds: type[TableEvent]) -> bool:
    return not {*kinds}.isdisjoint(map(type, events))  # events have no subclasses


def _money(
    table_id: str, befores: Iterable[TableState], events: tuple[TableEvent, ...]
) -> tuple[tuple[Transfer, ...], tuple[HandResult, ...]]:
    """What the events move, and the board's rows of a hand they end; each with its state before."""
    moved: list[Transfer] = []
    results: list[HandResult] = []
    for before, event in zip(befores, events, strict=True):
        moved += chips.transfers(table_id, before, event)
        results += chips.results(table_id, before, event)
    return tuple(moved), tuple(results)


def _seat_changes(events: tuple[TableEvent, ...]) -> Iterable[tuple[int, str | None]]:
    for event in events:
        if isinstance(event, SeatTaken):
            yield event.seat, event.player_id
        elif isinstance(event, SeatLeft):
            yield event.seat, None


def _posts(states: Sequence[TableState], events: tuple[TableEvent, ...]) -> tuple[Post, ...]:
    """What the channel is told: the turns, and after a hand's result what follows from it."""
    told = news.news_of(states, events)
    if told is None:
        return ()
    parts = {news.TURNS: told}
    if _has(events, HandSettled):
        parts = {news.TURNS: replace(told, notes=()), news.AFTER: replace(told, lines=())}
    return tuple(
        Post(states[-1].seq, kind, news.to_json(part))
        for kind, part in parts.items()
        if part.lines or part.notes
    )


def _retired(before: TableState, events: tuple[TableEvent, ...]) -> tuple[str, ...]:
    """The table panel moves below the last result: its old message goes, a new one is sent."""
    moves = _has(events, HandStarted, LobbyReopened)
    return ("table",) if moves and before.stage in ("hand", "break") else ()


def _hand_panels(state: TableState) -> tuple[str, ...]:
    return tuple(f"hand:{seat}" for seat, _ in state.taken())


def _sitting(state: TableState) -> list[str | None]:
    """Who sits where: who was cashed out sees whether the seat is still free."""
    return [seat.player_id if seat else None for seat in state.seats]


def _shown_hands(before: TableState, after: TableState) -> Iterable[SeatNo]:
    """The seats whose hands go with the table: their players', else their last ones'."""
    was, now = _by_turns(before), _by_turns(after)
    if was is None or now is None or before.hand_no != after.hand_no:
        return (seat for seat in SEATS if _is_shown(before, after, seat))
    # One seat is asked and two wait: those see their own cards, not what others do meanwhile.
    return (
        seat
        for seat in SEATS
        if seat in (was.turn_seat, now.turn_seat)
        or was.hands[seat] != now.hands[seat]
        or before.seats[seat] != after.seats[seat]
        if not _stays_away(before, after, seat)
    )


def _is_shown(before: TableState, after: TableState, seat: SeatNo) -> bool:
    if _stays_away(before, after, seat):
        return False
    return before.seats[seat] is not None or after.holder(seat) is not None


def _stays_away(before: TableState, after: TableState, seat: SeatNo) -> bool:
    """Who walked out sees that, then nothing of the hand until it ends."""
    was, sat = before.seats[seat], after.seats[seat]
    return was is not None and was.has_left and sat is not None and sat.has_left


def _by_turns(state: TableState) -> GameState | None:
    """The hand that is played by turns now; None while it waits, or all are asked at once."""
    game = state.game
    if state.stage != "hand" or state.paused_why is not None or game is None:
        return None
    return game if game.phase in (Phase.START, Phase.ACT) else None


def _between_hands(before: TableState, after: TableState) -> bool:
    """Whether hands that are over say something new: whose seats are free, or that all waits."""
    is_news = _sitting(before) != _sitting(after) or before.paused_why != after.paused_why
    return after.hand_no > 0 and is_news


def _wants(
    before: TableState, after: TableState, events: tuple[TableEvent, ...]
) -> tuple[tuple[str, int | None], ...]:
    """The panels that may look different now; one that does not is not sent.

    A table's first panel is the answer to the command that opens it.
    """
    if before.seq == 1:
        return ()
    wants: list[tuple[str, int | None]] = []
    if not (after.stage == "break" and before.stage == "break"):
        wants.append(("table", after.channel_id))
    if _between_hands(before, after) or "hand" in (before.stage, after.stage):
        wants += [(f"hand:{seat}", None) for seat in _shown_hands(before, after)]
    if _has(events, *_SHOWN_ON_RESULT):
        result_of = before.hand_no or after.hand_no
        if after.result and after.result.hand_no == result_of:
            wants.append((f"result:{result_of}", after.channel_id))
    return tuple(wants)

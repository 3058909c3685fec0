"""The report on fair play: read, worked out and forgotten again, in a thread of its own.

Results of all hands of the last days are compared. Journals are long, so those of the pairs whose
results are the most unusual are read first, and no more than `MOST_EVENTS` events in all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from bot.tables import fair_findings
from bot.tables.fair_play import (
    LEAST_HANDS,
    REPORTS,
    Answer,
    Feed,
    Hand,
    Pair,
    Studied,
    is_finding,
)
from bot.tables.fair_results import Evening
from bot.tables.fair_views import FairView, FigureView, HandMark, PairView
from bot.tables.service import Tables
from data import fair_play
from data.db import Connection
from data.fair_play import Seated
from data.people import Player

DAYS: Final = 30
DAY_MS: Final = 86_400_000
MOST_HANDS: Final = 100_000  # of a server, the newest
MOST_EVENTS: Final = 400_000  # of all journals together: some 5,000 hands
MOST_OF_PAIR: Final = 300  # hands together, and of each one, by which tables are chosen
LISTED: Final = 5


class _Found(NamedTuple):
    """The unusual pairs, the most unusual first, and how much was looked at."""

    pairs: Sequence[Studied]
    least_z: float
    compared: int
    hands: int
    read: int


async def fair_view(service: Tables, guild_id: int, about: Player | None = None) -> FairView:
    """The report about a server, or about one player's pairs alone."""
    since_ms = service.now_ms() - DAYS * DAY_MS
    about_id = about.player_id if about else None
    found = await service.db.read_apart(lambda conn: _look(conn, guild_id, since_ms, about_id))
    listed = found.pairs[:LISTED]
    names = {
        player_id: _name(await service.players.get(player_id))
        for studied in listed
        for player_id in studied.pair
    }
    return FairView(
        about=_name(about) if about else None,
        pairs=tuple(_pair_view(studied, names, found.least_z) for studied in listed),
        unusual=len(found.pairs),
        compared=found.compared,
        hands=found.hands,
        read=found.read,
        days=DAYS,
        least_hands=LEAST_HANDS,
        reports=REPORTS,
    )


def _look(conn: Connection, guild_id: int, since_ms: int, about: str | None) -> _Found:
    evening = Evening(_hands(fair_play.results(conn, guild_id, since_ms, MOST_HANDS)))
    asked = {pair for pair in evening.together if about is None or about in pair}
    feeds = _feeds(conn, evening, _order(evening, asked))
    # All of the server's pairs are studied: whoever sat with an unusual pair is none for that.
    unusual = [one for one in fair_findings.found(evening, feeds) if one.pair in asked]
    read = len({feed.hand.key for feed in feeds})
    return _Found(unusual, evening.least_z, len(asked), len(evening.hands), read)


def _order(evening: Evening, asked: Collection[Pair]) -> list[Pair]:
    """Whose tables are read first: pairs that are asked for, by how unusual their results are."""

    def place(pair: Pair) -> tuple[bool, float, Pair]:
        return pair not in asked, -max(one.z for one in evening.studied(pair).answers), pair

    return sorted(evening.together, key=place)


def _hands(rows: Iterable[Seated]) -> Iterator[Hand]:
    """The hands that three results are there of."""
    seats: dict[tuple[str, int], list[Seated]] = defaultdict(list)
    for row in rows:
        seats[row.table_id, row.hand_no].append(row)
    for (table_id, hand_no), found in seats.items():
        if len(found) == 3:
            first, second, third = sorted(found, key=lambda row: row.seat)
            yield Hand(
                table_id,
                hand_no,
                first.at_ms,
                (first.player_id, second.player_id, third.player_id),
                (first.chips, second.chips, third.chips),
                next((row.player_id for row in found if row.won), None),
            )


def _feeds(conn: Connection, evening: Evening, pairs: Sequence[Pair]) -> list[Feed]:
    """Who took whose discards at the tables of these pairs, as many as may be read."""
    at_table: dict[str, dict[int, Hand]] = defaultdict(dict)
    for hand in evening.hands:
        at_table[hand.table_id][hand.hand_no] = hand
    feeds: list[Feed] = []
    left = MOST_EVENTS
    for table_id in _tables_of(evening, pairs):
        length = fair_play.length(conn, table_id)
        rows = fair_play.fed(conn, table_id, at_table[table_id], max(length - left, 0))
        feeds += (_feed(row, at_table[table_id]) for row in rows)
        left -= length
        if left <= 0:
            break
    return feeds


def _feed(row: fair_play.Fed, hands: Mapping[int, Hand]) -> Feed:
    hand = hands[row.hand_no]
    taker = hand.players[(row.giver + 1) % 3]
    return Feed(hand.players[row.giver], taker, row.chances, row.taken, hand)


def _tables_of(evening: Evening, pairs: Sequence[Pair]) -> Iterator[str]:
    """Each table once: where the pairs played together, then where each one played, newest first.

    What the two do with others is what they are measured by.
    """
    seen: set[str] = set()
    for pair in pairs:
        for hands in (evening.together[pair], *(evening.of_player[one] for one in pair)):
            for hand in islice(reversed(hands), MOST_OF_PAIR):
                if hand.table_id not in seen:
                    seen.add(hand.table_id)
                    yield hand.table_id


def _pair_view(studied: Studied, names: Mapping[str, str], least_z: float) -> PairView:
    first, second = studied.pair
    return PairView(
        names=(names[first], names[second]),
        together=studied.together,
        percent=(
            100 * studied.together // studied.hands[0],
            100 * studied.together // studied.hands[1],
        ),
        figures=tuple(
            _figure(answer, names, is_unusual=is_finding(answer, least_z))
            for answer in studied.answers
        ),
    )


def _figure(answer: Answer, names: Mapping[str, str], *, is_unusual: bool) -> FigureView:
    return FigureView(
        answer.question,
        names[answer.first],
        names[answer.second],
        answer.found,
        answer.likely,
        answer.chances,
        is_unusual,
        tuple(HandMark(hand.table_id, hand.hand_no, hand.at_ms) for hand in answer.hands),
    )


def _name(player: Player) -> str:
    return player.name if player.discord_id is not None else ""

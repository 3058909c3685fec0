"""Profiles and ratings worked out anew from hands, by plain Python."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from data import plays, ratings, skill
from data.boards import HandResult
from data.db import Connection
from data.plays import PlaySums, Together
from tests.data.plain_boards import manila, streaks_of
from tests.data.worlds import GUILD

Hands = list[tuple[int, list[HandResult]]]  # when, and what of each seat


def plays_of(hands: Hands, player_id: str, refunds: int) -> PlaySums:
    own = [one for _, hand in hands for one in hand if one.player_id == player_id]
    won = [one for one in own if one.won]
    ways = Counter((one.ending, one.called) for one in won)
    return PlaySums(
        hands=len(own),
        won=len(won),
        net=sum(one.chips for one in own) + refunds,
        biggest=max((one.chips for one in won), default=0),
        best_streak=max(streaks_of(one.won for one in own), default=0),
        burned=sum(one.burned for one in own),
        calls=sum(one.called for one in own),
        by_tongits=ways["tongits", False],
        by_call=ways["call", True],
        by_answer=ways["call", False],
        by_stock=ways["stock", False],
    )


def together(hands: Hands, one: str, other: str) -> Together | None:
    met = 0
    won = other_won = net = 0
    for _, hand in hands:
        by_id = {result.player_id: result for result in hand}
        if one not in by_id or other not in by_id:
            continue
        met += 1
        if by_id[one].won:
            won, net = won + 1, net - by_id[other].chips
        elif by_id[other].won:
            other_won, net = other_won + 1, net + by_id[one].chips
    return Together(met, won, other_won, net) if met else None


def rated(hands: Hands) -> dict[str, skill.Rating]:
    """Everybody's rating; the day of a hand by another calendar than the code's."""
    found: dict[str, skill.Rating] = {}
    met: Counter[tuple[object, frozenset[str]]] = Counter()
    for at_ms, hand in hands:
        winners = [one for one in hand if one.won]
        if not winners:
            continue
        losers = [one for one in hand if not one.won]
        places = [
            1 if one.won else 2 + sum(other.chips > one.chips for other in losers) for one in hand
        ]
        key = (manila(at_ms).date(), frozenset(one.player_id for one in hand))
        before = [found.get(one.player_id, skill.Rating()) for one in hand]
        after = skill.rated(before, places, 1 / (1 + met[key] / 20) ** 2)
        met[key] += 1
        found.update(zip((one.player_id for one in hand), after, strict=True))
    return found


def faults(conn: Connection, hands: Hands) -> list[str]:
    """Whatever a profile would say otherwise than the hands do."""
    people = sorted({one.player_id for _, hand in hands for one in hand})
    back = "SELECT COALESCE(SUM(amount), 0) FROM transfers WHERE why = 'refund' AND credit = ?"
    found, due = [], rated(hands)
    for player_id in people:
        refunds = conn.execute(back, (f"wallet:{GUILD}:{player_id}",)).fetchone()[0]
        sums = plays_of(hands, player_id, refunds)
        if plays.sums_of(conn, GUILD, player_id) != sums:
            found.append(f"sums of {player_id}")
        if ratings.of(conn, GUILD, player_id) != due.get(player_id):
            found.append(f"rating of {player_id}")
        days = plays.days_of(conn, GUILD, player_id)
        played = {manila(at).date() for at, hand in hands if player_id in ids(hand)}
        in_order = days == sorted(days)
        if not in_order or not played <= {day for day, _ in days} or days[-1][1] != sums.net:
            found.append(f"days of {player_id}")
    for one, other in combinations(people, 2):
        for first, second in ((one, other), (other, one)):
            if plays.together(conn, GUILD, first, second) != together(hands, first, second):
                found.append(f"{first} with {second}")
    return found


def ids(hand: list[HandResult]) -> set[str]:
    return {one.player_id for one in hand}

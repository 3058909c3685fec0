"""Made-up evenings as the bot would have stored them: results, and journals without cards."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence

from bot.tables.fair_play import Feed, Hand
from data.db import Connection
from tests.tables.fair_evenings import Evenings
from tests.tables.world import GUILD


def store(conn: Connection, evenings: Evenings, guild_id: int = GUILD) -> None:
    """Writes people, tables, results and journals; a person's id is the name."""
    for number, name in enumerate(evenings.names):
        person = (name, 9_000 + number, f"Name of {name}")
        sql = "INSERT INTO players (player_id, discord_id, name, seen_ms) VALUES (?, ?, ?, 0)"
        conn.execute(f"{sql} ON CONFLICT DO NOTHING", person)
    feeds: dict[tuple[str, int], list[Feed]] = defaultdict(list)
    for feed in evenings.fed:
        feeds[feed.hand.table_id, feed.hand.hand_no].append(feed)
    lengths: dict[str, int] = defaultdict(int)
    for hand in evenings.played:
        if hand.table_id not in lengths:
            table = (hand.table_id, guild_id, len(lengths), hand.at_ms)
            sql = (
                "INSERT INTO tables (table_id, guild_id, channel_id, opened_ms, status, closed_ms)"
            )
            conn.execute(f"{sql} VALUES (?, ?, ?, ?, 'closed', 0)", table)
        rows = list(_events(hand, feeds[hand.table_id, hand.hand_no], lengths[hand.table_id]))
        lengths[hand.table_id] += len(rows)
        conn.executemany("INSERT INTO events VALUES (?, ?, ?, 1, ?, ?)", rows)
        results = [
            (hand.table_id, hand.hand_no, guild_id, name, seat, chips, name == hand.winner, "call")
            for seat, (name, chips) in enumerate(zip(hand.players, hand.chips, strict=True))
        ]
        sql = "INSERT INTO hand_results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)"
        conn.executemany(sql, [(*result, hand.at_ms) for result in results])


def _events(
    hand: Hand, feeds: Sequence[Feed], length: int
) -> Iterator[tuple[str, int, str, str, int]]:
    """The hand's turns: each discard that could be taken, and what the next seat did."""
    told: list[tuple[str, dict[str, int]]] = [("hand_started", {"hand_no": hand.hand_no})]
    for feed in feeds:
        giver, taker = hand.players.index(feed.giver), hand.players.index(feed.taker)
        for chance in range(feed.chances):
            told.append(("discarded", {"seat": giver}))
            told.append(("took" if chance < feed.taken else "drew", {"seat": taker}))
    for seq, (kind, body) in enumerate(told, length + 1):
        yield hand.table_id, seq, kind, json.dumps(body), hand.at_ms

"""What leaderboards and profiles cost to read, and what keeping them adds to a hand.

A file is filled with players and results of one server, spread over a year that ends today, some
people playing far more than others. It is filled without the boards' triggers and indexes, which
come last. Each board is asked for its first page, its middle and its last, as a panel asks: with
the place of somebody there and the page that is on.

Run by itself: `python -m tests.bench.boards [--players N] [--results N] [--keep FILE]`.
"""

from __future__ import annotations

import argparse
import os
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple
from functools import lru_cache, partial
from pathlib import Path
from statistics import median
from time import perf_counter, time
from typing import Any, get_args

from data import boards, commit, db, journal, ledger, periods, plays, ratings, tables
from data.board_audit import Sum
from data.boards import By, HandResult, Ranking
from tests.bench.figures import Figure, ms, report
from tests.bench.profiles import fill_profiles, profile_figures

GUILD, DAY_MS = 77, 86_400_000
TABLES = 5_000
GATE_S = 0.1
HANDS_TODAY = 6
ROUNDS = 5
BLOCKS, BLOCK = 8, 50
Row = tuple[str, int, int, str, int, int, int, str, int, int, int]  # of hand_results

NAMED = {
    "today": "today",
    "week": "this week",
    "month": "this month",
    "season": "this season",
    "all": "all time",
}


def main() -> int:
    """Prints the report; 1 if a gate is missed."""
    asked = _arguments()
    loads = [os.getloadavg()[0]]
    with tempfile.TemporaryDirectory() as folder:
        path = asked.keep or Path(folder) / "boards.db"
        conn = filled(path, asked.players, asked.results)
        figures = [
            *read_figures(conn),
            *profile_figures(conn, GUILD, _timed, GATE_S),
            hide_figure(conn),
            *hand_figures(conn),
        ]
        conn.close()
        size = path.stat().st_size / 2**30
    loads.append(os.getloadavg()[0])
    print(
        f"{asked.players:,} players, {asked.results:,} results, a file of {size:.2f} GiB; ", end=""
    )
    print(report(figures, loads))
    return 0 if all(figure.holds for figure in figures) else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--results", type=int, default=5_000_000)
    parser.add_argument("--keep", type=Path, help="the file to fill, or one filled before")
    return parser.parse_args()


# -- filling -------------------------------------------------------------------------------------


def filled(path: Path, players: int, results: int) -> sqlite3.Connection:
    """A connection to a file with so many of both, set up as the bot's own."""
    is_new = not path.exists()
    now_ms = int(time() * 1000)
    conn = db._open_raw(path, now_ms)
    if is_new:
        began = perf_counter()
        _fill(conn, players, results, now_ms)
        print(f"filled in {perf_counter() - began:.0f} s", file=sys.stderr)
    return conn


def _fill(conn: sqlite3.Connection, players: int, results: int, now_ms: int) -> None:
    conn.execute("PRAGMA synchronous = OFF")
    triggers, indexes = _dropped(conn, "trigger", "index")
    conn.execute("BEGIN")
    _people(conn, players, now_ms)
    sums: dict[tuple[str, str], Sum] = {}
    conn.executemany(
        "INSERT INTO hand_results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        _added(_results(players, results, now_ms), sums),
    )
    _sums(conn, sums)
    fill_profiles(conn)
    for statement in [*indexes, *triggers]:
        conn.execute(statement)
    conn.execute("COMMIT")
    conn.execute("PRAGMA synchronous = FULL")
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _dropped(conn: sqlite3.Connection, *kinds: str) -> tuple[list[str], list[str]]:
    """The statements that make the boards' triggers and indexes, which are gone now."""
    found: dict[str, list[str]] = {"trigger": [], "index": []}
    sql = """
        SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL
        AND (type = 'trigger' AND name IN ('balances_on_boards', 'transfers_refund_boards')
            OR type = 'index' AND name GLOB 'board_*')
    """
    for kind, name, statement in conn.execute(sql).fetchall():
        if kind in kinds:
            conn.execute(f"DROP {kind} {name}")
            found[kind].append(statement)
    return found["trigger"], found["index"]


def _added(rows: Iterator[Row], sums: dict[tuple[str, str], Sum]) -> Iterator[Row]:
    """The same rows, added up on their way."""
    keys = lru_cache(1)(periods.keys)
    for row in rows:
        _, _, _, person, _, chips, won, ending, at_ms, _, _ = row
        for key in keys(at_ms):
            found = sums.get((key, person))
            if found is None:
                found = sums[key, person] = Sum()
            found.add(chips, won=won, is_tongits=ending == "tongits")
        yield row


def _sums(conn: sqlite3.Connection, sums: dict[tuple[str, str], Sum]) -> None:
    sql = "INSERT INTO board_sums VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 2, ?)"
    conn.executemany(
        sql,
        (
            (GUILD, *key, *astuple(sums[key]), sums[key].won * 1_000_000 // sums[key].hands)
            for key in sorted(sums)
        ),
    )


def _people(conn: sqlite3.Connection, players: int, now_ms: int) -> None:
    rng = random.Random(1)
    people = [(player_id(n), 10**17 + n, f"Player {n}", now_ms) for n in range(players)]
    conn.executemany(
        "INSERT INTO players (player_id, discord_id, name, seen_ms) VALUES (?, ?, ?, ?)", people
    )
    wallets = [
        (ledger.wallet_account(GUILD, player_id(n)), rng.randrange(100_000), 0)
        for n in range(players)
    ]
    conn.executemany("INSERT INTO balances (account, balance, floor) VALUES (?, ?, ?)", wallets)
    owned = [(GUILD, player_id(n), wallet[1], 2) for n, wallet in enumerate(wallets)]
    conn.executemany("INSERT INTO board_chips VALUES (?, ?, ?, ?)", owned)
    rows = [(f"t{n}", GUILD, n, now_ms, now_ms) for n in range(TABLES)]
    conn.executemany(
        "INSERT INTO tables (table_id, guild_id, channel_id, status, opened_ms, closed_ms)"
        " VALUES (?, ?, ?, 'closed', ?, ?)",
        rows,
    )


def _results(players: int, results: int, now_ms: int) -> Iterator[Row]:
    """Hands of three, in sessions, over the year; everybody plays six of them today."""
    rng = random.Random(2)
    hands = results // 3
    today = min(hands // 2, HANDS_TODAY * (players // 3))
    for hand in range(hands):
        if hand < hands - today:
            at_ms = now_ms - (hands - today - hand) * 365 * DAY_MS // (hands - today)
            crowd = [int(players * rng.random() ** 3) for _ in range(3)]
        else:
            at_ms = now_ms
            crowd = [3 * ((hand - hands + today) % (players // 3)) + seat for seat in range(3)]
        crowd = crowd if len(set(crowd)) == 3 else [hand % (players - 3) + n for n in range(3)]
        won, chips = rng.randrange(3), rng.randrange(10, 200)
        ending = rng.choice(("tongits", "call", "stock"))
        for seat, person in enumerate(crowd):
            change = 2 * chips if seat == won else -chips
            table = f"t{hand % TABLES}"
            yield (
                *(table, hand // TABLES + 1, GUILD, player_id(person), seat, change),
                *(int(seat == won), ending, at_ms),
                *(int(chips > 190), int(ending == "call" and seat == chips % 3)),
            )


def player_id(number: int) -> str:
    """An opaque id as long as the real ones."""
    return f"{number * 2654435761 % 2**32:08x}{number:08x}"


# -- reading -------------------------------------------------------------------------------------


def read_figures(conn: sqlite3.Connection) -> Iterator[Figure]:
    """The worst answer of each board in each period."""
    now_ms = int(time() * 1000)
    for by in get_args(By):
        for period, named in NAMED.items():
            if by == "chips" and period != "all":
                continue
            ranking = Ranking(GUILD, by, periods.key_of(period, now_ms))
            total = boards.top(conn, ranking).total
            worst = max(_timed(ask) for ask in _questions(conn, ranking))
            name = f"{by}, {'now' if by == 'chips' else named}"
            yield Figure(name, worst, ms, GATE_S, note=f"{total:,} on it")


def _questions(conn: sqlite3.Connection, ranking: Ranking) -> Iterator[Callable[[], Any]]:
    """What the panel asks for the first, the middle and the last page, and those who are there."""
    pages = boards.top(conn, ranking).pages
    for page in {1, pages // 2, pages}:
        rows = boards.top(conn, ranking, page).rows
        yield partial(_panel, conn, ranking, page, rows[-1].player_id if rows else "nobody")


def _panel(conn: sqlite3.Connection, ranking: Ranking, page: int, own: str) -> None:
    """All that one painted panel reads, "My rank" included."""
    boards.page_of(conn, ranking, boards.standing(conn, ranking, own))
    boards.top(conn, ranking, page)
    boards.seasons(conn, GUILD, int(time() * 1000), 12)


def _timed(ask: Callable[[], object]) -> float:
    """The median of a few times, in seconds."""
    spent = []
    for _ in range(ROUNDS):
        start = perf_counter()
        ask()
        spent.append(perf_counter() - start)
    return median(spent)


# -- writing -------------------------------------------------------------------------------------


def hand_figures(conn: sqlite3.Connection) -> Iterator[Figure]:
    """The commit that settles a hand: blocks with the boards and blocks without, in turn."""
    spent: dict[bool, list[float]] = {True: [], False: []}
    for block in range(BLOCKS):
        has_boards = not block % 2
        with _boards_kept(conn, has_boards=has_boards):
            found = [_settle(conn, block * BLOCK + hand) for hand in range(BLOCK)]
        spent[has_boards] += found[BLOCK // 10 :]  # the first ones read statements anew
    kept, bare = median(spent[True]), median(spent[False])
    yield Figure("a hand settled on disk, without boards and profiles", bare, ms)
    yield Figure("a hand settled on disk, with both", kept, ms, note=f"{kept / bare:.2f}×")
    worst = sorted(spent[True])[len(spent[True]) * 99 // 100]
    yield Figure("the same, 99th of 100", worst, ms)


def hide_figure(conn: sqlite3.Connection) -> Figure:
    """What hiding costs who has most rows; they come back at once."""
    sql = "SELECT player_id, COUNT(*) FROM board_sums GROUP BY player_id ORDER BY 2 DESC LIMIT 1"
    player, rows = conn.execute(sql).fetchone()
    spent = []
    for hidden in (True, False) * ROUNDS:
        start = perf_counter()
        boards.hide(conn, player, hidden=hidden)
        spent.append(perf_counter() - start)
    return Figure("hide, or come back", median(spent), ms, note=f"from {rows:,} sums")


@contextmanager
def _boards_kept(conn: sqlite3.Connection, *, has_boards: bool) -> Iterator[None]:
    """With or without all that keeps the boards when results and transfers are written."""
    if has_boards:
        yield
        return
    kept, (triggers, _) = (boards.add_up, plays.add_up, ratings.record), _dropped(conn, "trigger")
    boards.add_up = plays.add_up = ratings.record = lambda *_: None
    try:
        yield
    finally:
        boards.add_up, plays.add_up, ratings.record = kept
        for statement in triggers:
            conn.execute(statement)


def _settle(conn: sqlite3.Connection, hand: int) -> float:
    """Seconds for one hand: an event, an ante and a payment of each, three results."""
    now_ms = int(time() * 1000)
    table = f"bench{now_ms}x{hand}"
    crowd = [player_id(hand * 3 + seat) for seat in range(3)]
    asked = commit.Commit(
        table,
        0,
        events=(journal.StoredEvent(1, "HandSettled", 1, "{}", now_ms),),
        transfers=tuple(_moves(table, crowd)),
        results=tuple(
            HandResult(1, person, seat, 20 if not seat else -10, won=not seat, ending="call")
            for seat, person in enumerate(crowd)
        ),
        open=tables.TableRow(table, GUILD, now_ms + hand, now_ms),
        closed_why="idle",
    )
    start = perf_counter()
    conn.execute("BEGIN IMMEDIATE")
    commit.write_commit(conn, asked, now_ms)
    conn.execute("COMMIT")
    return perf_counter() - start


def _moves(table: str, crowd: list[str]) -> Iterator[ledger.Transfer]:
    for seat, person in enumerate(crowd):
        wallet = ledger.wallet_account(GUILD, person)
        pot = ledger.pot_account(table, crowd[0])
        yield ledger.Transfer(f"in:{table}:{seat}", ledger.MINT, wallet, 10, "test", table)
        yield ledger.Transfer(f"ante:{table}:{seat}", wallet, pot, 10, "ante", table, 1)
    winner = ledger.wallet_account(GUILD, crowd[0])
    pot = ledger.pot_account(table, crowd[0])
    yield ledger.Transfer(f"pot:{table}", pot, winner, 30, "pot", table, 1)


if __name__ == "__main__":
    sys.exit(main())

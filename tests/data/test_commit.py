"""One accepted command is one transaction, and one delivery counts once."""

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from data import (
    boards,
    daily,
    decisions,
    erasing,
    guilds,
    inbox,
    journal,
    ledger,
    moderations,
    panels,
    people,
    posts,
    results,
    returning,
    server_settings,
    settings,
    tables,
)
from data.commit import Commit, write_commit
from data.db import Connection, Database
from data.decisions import Decision
from data.errors import ChannelTaken, ChipsLeft, Overdraft, SeatTaken, SeqConflict
from data.ledger import MINT, Transfer
from data.moderations import Moderation
from tests.data.worlds import GUILD, NOW_MS, World, event, opening

MARKED_ID = 223344556677889900
MARKED_NAME = "Marisol-the-marker"


def everything(ana: str, channel_id: int = 500) -> Commit:
    """A commit that writes a row of every kind."""
    wallet = ledger.wallet_account(GUILD, ana)
    buy_in = Transfer("t1:1:0", wallet, ledger.table_account("t1", ana), 300, "buy-in", "t1", 1)
    return opening(
        channel_id=channel_id,
        transfers=(Transfer(f"open:{GUILD}:{ana}", MINT, wallet, 1000, "open"), buy_in),
        decisions={"lobby": Decision("t1", "lobby", "token", 1, NOW_MS + 900)},
        wants=(("table", channel_id), ("hand:0", None)),
        posts=(posts.Post(1, "opened", "{}"),),
        seat_changes=((0, ana),),
        results=(boards.HandResult(1, ana, 0, -12, won=False, ending="call"),),
        inbox_id=42,
    )


def hand_of(number: int, three: list[str]) -> list[boards.HandResult]:
    """A hand that the first one won by a call."""
    return [
        boards.HandResult(
            number, player_id, seat, 20 if not seat else -10, not seat, "call", called=not seat
        )
        for seat, player_id in enumerate(three)
    ]


def counts(conn: Connection) -> dict[str, int]:
    """How many rows each table of the file has."""
    names = conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {name: conn.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for (name,) in names}


def test_a_commit_writes_every_part(world: World) -> None:
    ana = world.person()
    assert write_commit(world.conn, everything(ana), NOW_MS) == "done"
    assert journal.last_seq(world.conn, "t1") == 1
    assert tables.seats(world.conn, "t1") == {0: ana}
    assert ledger.holdings(world.conn, GUILD, ana) == ledger.Holdings(700, 300, 0)
    assert [row.token for row in decisions.of_table(world.conn, "t1")] == ["token"]
    assert [row.panel for row in panels.outdated(world.conn, "t1")] == ["hand:0", "table"]
    assert {row.wanted_seq for row in panels.outdated(world.conn, "t1")} == {1}
    assert [post.kind for post in posts.unsent(world.conn, "t1")] == ["opened"]
    assert boards.top(world.conn, boards.Ranking(GUILD)).rows[0].value == -12
    assert world.conn.execute("SELECT won, ending FROM hand_results").fetchall() == [(0, "call")]


def test_a_second_delivery_writes_nothing(world: World) -> None:
    ana = world.person()
    write_commit(world.conn, everything(ana), NOW_MS)
    before = list(world.conn.iterdump())
    again = Commit("t1", 1, events=(event(2),), inbox_id=42)
    assert write_commit(world.conn, again, NOW_MS + 1) == "duplicate"
    assert list(world.conn.iterdump()) == before


def test_the_inbox_is_kept_for_an_hour(world: World) -> None:
    assert inbox.is_first(world.conn, 1, NOW_MS)
    inbox.forget_old(world.conn, NOW_MS + inbox.KEPT_MS)
    assert not inbox.is_first(world.conn, 1, NOW_MS + inbox.KEPT_MS)
    inbox.forget_old(world.conn, NOW_MS + inbox.KEPT_MS + 1)
    assert counts(world.conn)["inbox"] == 0


BROKEN = {
    "old seq": ({"expected_seq": 5}, SeqConflict),
    "overdraft": ({"transfers": (Transfer("k", "wallet:7:x", MINT, 5, "test"),)}, Overdraft),
    "chips left": ({"closed_why": "empty"}, ChipsLeft),
    "seat taken": ({"seat_changes": ((0, "ana"), (0, "ana"))}, SeatTaken),
    "wrong subject": (
        {"decisions": {"seat:0": Decision("t1", "lobby", "x", 1, NOW_MS)}},
        ValueError,
    ),
    "another table": (
        {"decisions": {"lobby": Decision("t2", "lobby", "x", 1, NOW_MS)}},
        ValueError,
    ),
}


@pytest.mark.parametrize(("change", "error"), BROKEN.values(), ids=BROKEN)
async def test_a_commit_that_breaks_a_rule_leaves_nothing(
    db: Database, change: dict[str, object], error: type[Exception]
) -> None:
    def with_ana(conn: Connection) -> None:
        conn.execute("INSERT INTO players (player_id, name, seen_ms) VALUES ('ana', 'Ana', 0)")

    await db.write(with_ana)
    before = await db.read(counts)
    broken = replace(everything("ana"), **change)  # type: ignore[arg-type]
    with pytest.raises(error):
        await db.write(partial(write_commit, commit=broken, now_ms=NOW_MS))
    assert await db.read(counts) == before


async def test_a_commit_in_a_taken_channel_names_the_table_there(db: Database) -> None:
    await db.write(partial(write_commit, commit=opening("t1"), now_ms=NOW_MS))
    with pytest.raises(ChannelTaken) as refusal:
        await db.write(partial(write_commit, commit=opening("t2"), now_ms=NOW_MS))
    assert refusal.value.table_id == "t1"


async def test_of_two_commits_at_the_same_seq_one_wins(db: Database) -> None:
    await db.write(partial(write_commit, commit=opening(), now_ms=NOW_MS))
    move = Commit("t1", 1, events=(event(2),))
    answers = await asyncio.gather(
        *(db.write(partial(write_commit, commit=move, now_ms=NOW_MS)) for _ in range(5)),
        return_exceptions=True,
    )
    assert answers.count("done") == 1
    assert sum(isinstance(answer, SeqConflict) for answer in answers) == 4


async def test_of_one_delivery_at_twice_one_wins(db: Database) -> None:
    commit = opening(inbox_id=42)
    answers = await asyncio.gather(
        *(db.write(partial(write_commit, commit=commit, now_ms=NOW_MS)) for _ in range(5))
    )
    assert sorted(answers) == ["done"] + ["duplicate"] * 4


def test_a_commit_replaces_closes_and_keeps_decisions(world: World) -> None:
    first = {
        subject: Decision("t1", subject, f"old {subject}", 1, NOW_MS)
        for subject in ("seat:0", "seat:1", "seat:2")
    }
    write_commit(world.conn, opening(decisions=first), NOW_MS)
    new = Decision("t1", "seat:0", "new", 2, NOW_MS)
    then = Commit("t1", 1, events=(event(2),), decisions={"seat:0": new, "seat:1": None})
    write_commit(world.conn, then, NOW_MS)
    assert decisions.of_table(world.conn, "t1") == [new, first["seat:2"]]


def test_a_seat_that_changes_owner_can_let_its_panel_go(world: World) -> None:
    ana, ben = world.person("Ana"), world.person("Ben")
    write_commit(world.conn, opening(seat_changes=((0, ana),), wants=(("hand:0", None),)), NOW_MS)
    panels.shown(world.conn, "t1", "hand:0", 90, 1, "h1")
    swap = Commit(
        "t1",
        1,
        events=(event(2),),
        seat_changes=((0, None), (0, ben)),
        forgets=("hand:0",),
        wants=(("hand:0", None),),
    )
    write_commit(world.conn, swap, NOW_MS)
    row = panels.get(world.conn, "t1", "hand:0")
    assert row is not None
    assert (row.message_id, row.edition, row.wanted_seq, row.is_outdated) == (None, 1, 2, True)
    assert tables.seats(world.conn, "t1") == {0: ben}


def test_a_commit_can_move_a_panel_to_a_new_message(world: World) -> None:
    write_commit(world.conn, opening(wants=(("table", 500),)), NOW_MS)
    panels.shown(world.conn, "t1", "table", 90, 1, "h1")
    then = Commit("t1", 1, events=(event(2),), retires=("table",), wants=(("table", 500),))
    write_commit(world.conn, then, NOW_MS)
    waiting = [(row.panel, row.message_id) for row in panels.outdated(world.conn, "t1")]
    assert waiting == [("old:90", 90), ("table", None)]


def test_a_commit_can_cash_out_and_close(world: World) -> None:
    ana = world.person()
    write_commit(world.conn, everything(ana), NOW_MS)
    seat, wallet = ledger.table_account("t1", ana), ledger.wallet_account(GUILD, ana)
    cash_out = Transfer("t1:2:0", seat, wallet, 300, "cash-out", "t1")
    last = Commit("t1", 1, events=(event(2),), transfers=(cash_out,), closed_why="empty")
    assert write_commit(world.conn, last, NOW_MS) == "done"
    assert tables.find_open(world.conn, 500) is None
    assert ledger.holdings(world.conn, GUILD, ana) == ledger.Holdings(1000, 0, 0)


def test_no_row_outside_players_holds_a_discord_id(world: World) -> None:
    ana = world.person(MARKED_NAME, MARKED_ID)
    people.set_dm(world.conn, ana, MARKED_ID + 1, "open")
    write_commit(world.conn, everything(ana), NOW_MS)
    three = [ana, world.person("Ben"), world.person("Carla")]
    results.record(world.conn, "t1", hand_of(2, three), NOW_MS)
    settings.put(world.conn, "tree", "hash")
    boards.note_departed(world.conn, GUILD, ana, has_left=True)
    moderations.add(world.conn, Moderation(GUILD, "t1", ana, "kick", "noise", ana), 1, NOW_MS)
    daily.pay(world.conn, GUILD, ana, daily.Claim(1, 1, 100), NOW_MS)
    server_settings.change(world.conn, GUILD, {"friendly": True}, ana, NOW_MS)
    returning.note_erasure(world.conn, ana, NOW_MS)
    dana = world.person("Dana")
    erasing.erase(world.conn, dana, NOW_MS)
    guilds.note_gone(world.conn, GUILD, NOW_MS)
    filled = counts(world.conn)
    assert {name for name, rows in filled.items() if rows == 0} == set()
    marks = (str(MARKED_ID), str(MARKED_ID + 1), MARKED_NAME)
    holders = {
        name
        for name in filled
        for row in world.conn.execute(f"SELECT * FROM {name}")
        for mark in marks
        if any(mark in str(value) for value in row)
    }
    assert holders == {"players"}


def test_settings_are_remembered_and_replaced(world: World) -> None:
    assert settings.get(world.conn, "tree") is None
    settings.put(world.conn, "tree", "one")
    settings.put(world.conn, "tree", "two")
    assert settings.get(world.conn, "tree") == "two"


def test_a_commit_never_shows_hands_or_tokens_in_a_repr() -> None:
    commit = opening(
        decisions={"lobby": Decision("t1", "lobby", "s3cret", 1, NOW_MS)},
        posts=(posts.Post(1, "opened", '"s3cret"'),),
    )
    dealt = replace(commit, events=(event(1, "Dealt", '"s3cret"'),))
    assert "s3cret" not in repr(dealt)

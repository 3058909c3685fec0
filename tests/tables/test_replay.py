"""The audit replays every journal, and finds each damage that was planted."""

import sqlite3

import pytest

from data import ledger
from tests.tables.chances import CAPPED, call_deck
from tests.tables.world import World
from tongits.cards import parse_cards
from tongits.moves import Answer, Draw, Lay


async def a_lived_in_file(world: World) -> str:
    """A void hand, a called hand with a loser cashed out, a lobby, a hand in mid-turn."""
    people = await world.three(150, None, None)
    table_id = await world.hand(people)
    await world.finish_hand(table_id)
    await world.leave(table_id, people[0])
    await world.open_table(await world.person("Dora"))
    called = await world.person("Edgar")
    await world.join(table_id, called)
    world.chance.decks.append(call_deck())
    other = await world.hand(await world.three())
    await world.called(other)
    await world.play(other, 1, Answer("challenge"))
    await world.play(other, 2, Answer("show"))
    world.chance.decks.append(call_deck())
    playing = await world.hand(await world.three())
    await world.capped_turn(playing, 0)
    await world.play(playing, 1, Draw(), Lay(parse_cards(CAPPED[1][0])))
    return playing


def plant(world: World, *statements: str) -> None:
    """Changes the file behind the program's back."""
    conn = sqlite3.connect(world.path)
    triggers = conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in triggers:
        conn.execute(f"DROP TRIGGER {name}")
    changed = [conn.execute(statement).rowcount for statement in statements]
    conn.commit()
    conn.close()
    assert all(changed)


def changed_body(kind: str, old: str, new: str) -> str:
    """The first event of the kind gets another body."""
    where = f"kind = '{kind}' AND body LIKE '%{old}%'"
    return (
        f"UPDATE events SET body = replace(body, '{old}', '{new}') WHERE rowid ="
        f" (SELECT rowid FROM events WHERE {where} ORDER BY rowid LIMIT 1)"
    )


async def test_a_lived_in_file_has_no_findings(world: World) -> None:
    await a_lived_in_file(world)
    assert await world.findings() == []


LONELY = "(SELECT table_id FROM seats GROUP BY table_id HAVING COUNT(*) = 1)"
LONGEST = "(SELECT table_id FROM events ORDER BY seq DESC LIMIT 1)"

# damage: the statement that plants it, words of a finding it must bring
DAMAGES: dict[str, tuple[str, str]] = {
    "a changed balance": (
        "UPDATE balances SET balance = balance + 1 WHERE account GLOB 'table:*' AND balance > 0",
        "chips, the journal says",
    ),
    "chips taken out of a pot": (
        "UPDATE balances SET balance = 0 WHERE account GLOB 'pot:*' AND balance > 0",
        "the pot holds 0 chips",
    ),
    "a lost seat row": ("DELETE FROM seats WHERE seat = 1", "its seats are not those"),
    "another seat": (
        f"UPDATE seats SET seat = 2 WHERE seat = 0 AND table_id IN {LONELY}",
        "its seats are not those",
    ),
    "a changed drawn card": (changed_body("drew", "7C", "AS"), "(drew) is not what the rules"),
    "a changed discard": (changed_body("discarded", "KD", "2D"), "is not what the rules say"),
    "a changed reply": (changed_body("answered", "challenge", "show"), "is not what the rules say"),
    "a card in two hands": (changed_body("dealt", "2S", "3S"), "every card of its rules once"),
    "a body that is no event": (changed_body("dealt", "dealer", "healer"), "cannot be replayed"),
    "a changed buy-in": (
        changed_body("seat_taken", '"chips":300', '"chips":301'),
        "the journal says",
    ),
    "a changed cash-out": (
        changed_body("seat_left", '"chips":', '"chips":1'),
        "chips that the seat did not have",
    ),
    "a changed settlement": (
        changed_body("hand_settled", '"debt_chips":', '"debt_chips":1'),
        "otherwise than the hand's outcome says",
    ),
    "a changed outcome": (
        changed_body("hand_ended", '"deadwood":[25,', '"deadwood":[26,'),
        "(hand_ended) is not what the rules say",
    ),
    "a missing decision": ("DELETE FROM decisions WHERE subject = 'lobby'", "open decisions are"),
    "an extra decision": (
        f"INSERT INTO decisions SELECT table_id, 'start', 'planted', 1, 0, NULL FROM {LONELY}",
        "open decisions are",
    ),
    "a table closed behind its back": (
        "UPDATE tables SET status = 'closed', closed_ms = 1",
        "it is closed, the journal says open",
    ),
    "a lost last event": (
        f"DELETE FROM events WHERE table_id = {LONGEST} AND seq = (SELECT MAX(seq) FROM events)",
        "the journal",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_planted_damage_is_found(damaged: World, damage: str) -> None:
    await a_lived_in_file(damaged)
    sql, says = DAMAGES[damage]
    plant(damaged, sql)
    findings = await damaged.findings()
    assert [finding for finding in findings if says in finding], findings


async def test_a_transfer_that_no_event_tells_of_is_found(damaged: World) -> None:
    people = await damaged.three()
    table_id = await damaged.hand(people)
    payer, payee = (ledger.table_account(table_id, player_id) for player_id in people[:2])
    stray = ledger.Transfer("stray", payer, payee, 5, "pay", table_id, 1)
    await damaged.db.write(lambda conn: ledger.apply(conn, stray, 0))
    assert await damaged.findings() == [
        f"Table {table_id}: seat 0 holds 285 chips, the journal says 290",
        f"Table {table_id}: seat 1 holds 295 chips, the journal says 290",
    ]


async def test_findings_name_no_card(damaged: World) -> None:
    await a_lived_in_file(damaged)
    plant(damaged, changed_body("drew", "7C", "ZZ"))
    findings = await damaged.findings()
    assert findings
    assert not any("ZZ" in finding or "7C" in finding for finding in findings)

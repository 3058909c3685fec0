"""Slow, lost and crossing calls, at the judge: no player waits for another's, nothing stays old."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.judge.evening import Table, enabled, hand_of, is_result, table_of_three
from tests.judge.test_edges import judge_perm

pytestmark = pytest.mark.timeout(60)

ANSWER = "/interactions/{interaction_id}/{interaction_token}/callback"
EDIT = "/channels/{channel_id}/messages/{message_id}"
SEND = "/channels/{channel_id}/messages"
PROMPT_S = 5.0  # far less than the faults take that must not matter


@pytest.fixture
async def table(judge: Any, tmp_path: Path) -> AsyncIterator[Table]:
    """Three people, hand 1 dealt and on all their screens."""
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log", stake=1, rate=0) as dealt:
        await judge.wait(lambda: on_all_screens(dealt), 10, "hand 1")
        yield dealt


@pytest.fixture
async def ana(judge: Any, tmp_path: Path) -> AsyncIterator[Any]:
    """The bot runs; nobody has opened a table."""
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as opened:
        for person in opened.people:
            asked = await person.slash("tongits leave")
            await person.click(asked.message, "Leave · yes")
        await judge.wait(lambda: not shown(judge, "Join", "My hand"), 10, "the table to close")
        yield opened.people[0]


def shown(judge: Any, *labels: str) -> list[Any]:
    """The channel's messages with such a button, private ones left out."""
    messages = judge.user("ana").messages("general")
    return [m for m in messages if not m.ephemeral and set(labels) & set(m.labels)]


def hand_shown(judge: Any, hand_no: int) -> bool:
    """Whether the table's message shows that hand being played."""
    return any(f"**Hand {hand_no}**" in message.text for message in shown(judge, "My hand"))


def on_all_screens(table: Table) -> bool:
    return bool(
        shown(table.judge, "My hand") and all(map(hand_of, table.people)) and dealer_of(table)
    )


def dealer_of(table: Table) -> Any:
    return next((p for p in table.people if (panel := hand_of(p)) and panel.selects), None)


def seats_from_dealer(table: Table) -> list[Any]:
    """The three in the order of their turns."""
    at = table.people.index(dealer_of(table))
    return table.people[at:] + table.people[:at]


async def pick(person: Any, panel: Any) -> None:
    """Selects the first card of a hand panel."""
    cards = panel.selects[0]
    await person.select(panel, cards.custom_id, [cards.options[0]["value"]])


async def discard(person: Any, panel: Any) -> None:
    await pick(person, panel)
    await person.click(panel, enabled(panel, "Discard").custom_id)


async def play_by_my_hand(person: Any) -> None:
    """Draws and discards on a private panel, whatever became of the direct message."""
    panel = (await person.slash("tongits hand")).message
    await person.click(panel, enabled(panel, "Draw").custom_id)
    await discard(person, panel)


def of_channel(channel_id: str) -> Any:
    """Matches the calls to one channel."""
    return lambda request: str(request.params.get("channel_id")) == str(channel_id)


async def forged(judge: Any, person: Any, kind: int, data: dict[str, Any], message: Any) -> Any:
    """An interaction that no client would send; it is answered before this comes back."""
    from judge.interactions import Interaction

    channel = judge.channel("general")
    sent = Interaction(judge, kind, person.user, channel, data, message, "forged")
    judge.interactions.create(sent)
    await sent.wait_ack()
    return sent


# -- an answer that comes late ---------------------------------------------------------------------


@pytest.mark.parametrize("late", [{"hang": 1.0}, {"status": 503}], ids=["slow", "tried-again"])
async def test_a_late_answer_does_not_hide_the_turn_that_came(
    table: Table, late: dict[str, Any]
) -> None:
    dealer, following, _ = seats_from_dealer(table)
    await pick(dealer, hand_of(dealer))
    table.judge.fault("POST", ANSWER, times=1, **late)
    sorting = asyncio.create_task(
        following.click(hand_of(following), enabled(hand_of(following), "Sort").custom_id)
    )
    await table.judge.wait(lambda: hit(table.judge), 5, "the answer to be late")
    await dealer.click(hand_of(dealer), enabled(hand_of(dealer), "Discard").custom_id)
    await sorting
    await table.judge.wait(lambda: enabled(hand_of(following), "Draw"), PROMPT_S, "the turn")


async def test_a_late_answer_offers_no_discard_once_the_turn_is_over(table: Table) -> None:
    dealer = dealer_of(table)
    panel = hand_of(dealer)
    table.judge.fault("POST", ANSWER, hang=1.0, times=1)
    picking = asyncio.create_task(pick(dealer, panel))
    await table.judge.wait(lambda: hit(table.judge), 5, "the answer to be late")
    await discard(dealer, (await dealer.slash("tongits hand")).message)
    await picking
    over = lambda: "not your turn" in hand_of(dealer).text  # noqa: E731
    await table.judge.wait(over, PROMPT_S, "the end of the turn")
    assert not enabled(hand_of(dealer), "Discard")


def hit(judge: Any) -> bool:
    """Whether every planted fault has caught its call."""
    return all(fault.hits >= fault.times for fault in judge.faults)


# -- one player's direct messages fail -------------------------------------------------------------


@pytest.mark.parametrize(
    "slow",
    [{"hang": 20.0}, {"status": 503, "times": 6}, {"status": 429, "retry_after": 20.0}],
    ids=["hang", "errors", "rate-limit"],
)
async def test_one_players_failing_messages_delay_nobody_else(
    table: Table, slow: dict[str, Any]
) -> None:
    dealer, following, third = seats_from_dealer(table)
    only = of_channel(following.dm.id)
    table.judge.fault("PATCH", EDIT, **{"times": 1, "match": only, **slow})
    await discard(dealer, hand_of(dealer))
    await play_by_my_hand(following)
    await table.judge.wait(lambda: enabled(hand_of(third), "Draw"), PROMPT_S, "the next hand panel")
    line = f"{third.name.capitalize()}**'s turn"
    await table.judge.wait(
        lambda: line in shown(table.judge, "My hand")[-1].text, PROMPT_S, "the table"
    )


# -- Next hand on the table's own panel ------------------------------------------------------------


@pytest.mark.parametrize("hang", [0.0, 0.6], ids=["prompt", "slow"])
async def test_next_hand_on_the_tables_own_panel_leaves_one_result(
    table: Table, hang: float
) -> None:
    await table.play_hands(1)
    panel = await table.judge.wait(lambda: in_break(table.judge), 10, "the table in its break")
    if hang:
        table.judge.fault("POST", ANSWER, hang=hang, times=3)
    presses = [person.click(panel, "Next hand", force=True) for person in table.people]
    assert not any(press.failed for press in await asyncio.gather(*presses))
    await table.judge.wait(lambda: hand_shown(table.judge, 2), PROMPT_S, "hand 2")
    await table.judge.wait(lambda: not shown(table.judge, "Next hand"), PROMPT_S, "spent buttons")
    assert len(table.results()) == 1


def in_break(judge: Any) -> Any:
    """The table's own panel between two hands."""
    return next((m for m in shown(judge, "Next hand") if not is_result(m)), None)


# -- the table's message moves ---------------------------------------------------------------------


async def test_a_join_while_the_lobby_moves_is_on_the_moved_lobby(judge: Any, ana: Any) -> None:
    lobby = (await ana.slash("tongits new", {"stake": 1, "rate": 0})).message
    judge.fault("POST", ANSWER, hang=1.0, times=1)
    moving = asyncio.create_task(ana.slash("tongits table"))
    await judge.wait(lambda: hit(judge), 5, "the answer to be late")
    await judge.user("ben").click(lobby, "Join")
    await moving
    await judge.wait(lambda: lobby.deleted, PROMPT_S, "the old lobby to go")
    await judge.wait(
        lambda: len(now := shown(judge, "Join")) == 1 and "Ben" in now[0].text, 2, "the new lobby"
    )


async def test_a_table_moved_twice_at_once_leaves_one_message(table: Table) -> None:
    judge, (ana, ben, _) = table.judge, table.people
    here = of_channel(judge.channel("general").id)
    sent = len(judge.find("POST", SEND))
    judge.fault("POST", SEND, hang=1.0, times=1, match=here)
    await ana.slash("tongits table")
    await judge.wait(lambda: hit(judge), 5, "the first move's message to be on its way")
    await ben.slash("tongits table")
    await judge.wait(lambda: len(judge.find("POST", SEND)) == sent + 2, PROMPT_S, "both messages")
    await judge.wait(lambda: len(shown(judge, "My hand")) == 1, PROMPT_S, "one message")


async def test_a_join_on_a_lobby_being_deleted_counts_and_says_so(judge: Any, ana: Any) -> None:
    lobby = (await ana.slash("tongits new", {"stake": 1, "rate": 0})).message
    await judge.wait(lambda: [m for m in ana.dms() if "Tongits" in m.text], 5, "Ana's welcome")
    judge.fault("POST", ANSWER, hang=0.5, times=1)
    ben = judge.user("ben")
    joining = asyncio.create_task(ben.click(lobby, "Join"))
    await judge.wait(lambda: hit(judge), 5, "the answer to be late")
    judge.delete_message(lobby)
    assert (await joining).acked
    await judge.wait(
        lambda: (now := shown(judge, "Join")) and "Ben" in now[-1].text, PROMPT_S, "a new lobby"
    )


async def test_a_lobby_whose_delivery_was_not_confirmed_is_posted_once(
    judge: Any, ana: Any
) -> None:
    judge.fault("POST", ANSWER, drop=True, when="after", times=1)
    await ana.slash("tongits new", {"stake": 1, "rate": 0})
    lobby = await judge.wait(lambda: shown(judge, "Join"), 5, "the lobby")
    await judge.user("ben").click(lobby[0], "Join")
    await judge.user("carla").slash("tongits join")
    await judge.wait(lambda: "Carla" in lobby[0].text or "Hand 1" in lobby[0].text, 8, "Carla")
    assert len(shown(judge, "Join", "My hand")) == 1


# -- permissions, servers, the database ------------------------------------------------------------


@pytest.mark.parametrize("right", ["VIEW_CHANNEL", "SEND_MESSAGES"])
async def test_a_permission_given_back_brings_the_table_back(table: Table, right: str) -> None:
    judge, ana = table.judge, table.people[0]
    channel = judge.channel("general")
    judge.set_overwrite(channel, "bot", deny=judge_perm(right))
    refused = await ana.slash("tongits table")
    assert refused.message.text.startswith("I lack permissions in this channel")
    await discard(dealer := dealer_of(table), hand_of(dealer))
    await judge.wait(lambda: judge.find(status=403), PROMPT_S, "the channel's refusal")
    judge.set_overwrite(channel, "bot", deny=0)
    before = shown(judge, "My hand")
    await ana.slash("tongits table")
    await judge.wait(
        lambda: (now := shown(judge, "My hand")) and now != before, PROMPT_S, "the table again"
    )


async def test_a_server_left_while_the_bot_was_down_gets_its_tables_closed(
    judge: Any, tmp_path: Path, table: Table
) -> None:
    await table.bot.kill9()
    judge.kick_bot(judge.channel("general").guild)
    await table.bot.start()
    with sqlite3.connect(f"file:{tmp_path / 'db'}?mode=ro", uri=True) as conn:
        status = "SELECT status FROM tables"
        await judge.wait(lambda: conn.execute(status).fetchall() == [("closed",)], 5, "the close")
    conn.close()


async def test_a_database_locked_by_another_program_is_said_in_time(
    tmp_path: Path, table: Table
) -> None:
    dealer = dealer_of(table)
    panel = hand_of(dealer)
    other = sqlite3.connect(tmp_path / "db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        await pick(dealer, panel)  # its note of what is shown waits before the discard in the line
        pressed = await dealer.click(panel, enabled(panel, "Discard").custom_id)
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert pressed.acked
    assert not pressed.failed
    await dealer.click(panel, enabled(panel, "Discard").custom_id)
    await table.judge.wait(lambda: not hand_of(dealer).selects, PROMPT_S, "the discard")


# -- what a client would not send, and where commands are said -------------------------------------


@pytest.mark.parametrize(
    "option",
    [
        {"name": "stake", "type": 4, "value": 0},
        {"name": "stake", "type": 4, "value": 10**15},
        {"name": "stake", "type": 3, "value": "abc"},
        {"name": "rate", "type": 4, "value": -3},
        {"name": "clock", "type": 4, "value": -5},
        {"name": "rules", "type": 3, "value": "../../x"},
    ],
    ids=lambda option: f"{option['name']}={option['value']}",
)
async def test_terms_the_command_never_offered_are_refused_with_a_sentence(
    judge: Any, ana: Any, option: dict[str, Any]
) -> None:
    known = (command for scope in judge.world.commands.values() for command in scope.values())
    command = next(command for command in known if command["name"] == "tongits")
    new = {"name": "new", "type": 1, "options": [option]}
    data = {"id": command["id"], "name": "tongits", "type": 1, "options": [new]}
    answer = await forged(judge, ana, 2, data, None)
    assert "choose from what it offers" in answer.message.text


async def test_leave_and_hand_said_in_another_channel_are_about_the_own_table(
    table: Table,
) -> None:
    other = table.judge.channel("other")
    ana = table.people[0]
    assert "hand 1" in (await ana.slash("tongits hand", channel=other)).message.text
    asked = await ana.slash("tongits leave", channel=other)
    assert "Leave in mid-hand?" in asked.message.text


async def test_a_yes_to_leaving_counts_for_the_hand_it_was_asked_in(table: Table) -> None:
    ana = table.people[0]
    asked = (await ana.slash("tongits leave")).message
    old = next(b.custom_id for b in asked.buttons if b.label == "Leave · yes")
    await table.play_hands(1)
    await table.go_on()
    await table.judge.wait(lambda: hand_shown(table.judge, 2), 10, "hand 2")
    said = await ana.click(asked, old)
    assert "Leave in mid-hand?" in said.message.text
    assert "at the table **0**" not in (await ana.slash("chips")).message.text

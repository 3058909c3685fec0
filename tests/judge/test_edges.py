"""What goes wrong on a real server, at the judge: every click is answered and nothing doubles."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from tests.judge.evening import Table, enabled, hand_of, table_of_three
from tests.judge.test_evening import audit

pytestmark = pytest.mark.timeout(120)


async def in_turn(table: Table, start: str) -> tuple[Any, Any, Any]:
    """The person whose hand panel has such a button enabled, the panel and the button."""

    def look() -> tuple[Any, Any, Any] | None:
        for person in table.people:
            panel = hand_of(person)
            button = enabled(panel, start) if panel else None
            if button:
                return person, panel, button
        return None

    found: tuple[Any, Any, Any] = await table.judge.wait(look, 10, f"a panel with {start}")
    return found


async def dealers_discard(table: Table) -> None:
    """Plays the dealer's first turn, so that the next seat may draw."""

    def selecting() -> Any:
        return next((p for p in table.people if (h := hand_of(p)) and h.selects), None)

    dealer = await table.judge.wait(selecting, 10, "the dealer's panel")
    panel = hand_of(dealer)
    cards = panel.selects[0]
    await dealer.select(panel, cards.custom_id, [cards.options[0]["value"]])
    await dealer.click(panel, enabled(panel, "Discard").custom_id)


def table_panel(table: Table) -> Any:
    """The public panel of the table."""
    panels = [m for m in table.people[0].messages("general") if "My hand" in m.labels]
    return panels[-1] if panels else None


async def test_new_names_the_permission_that_is_missing(judge: Any, tmp_path: Path) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        channel = judge.channel("quiet")
        judge.set_overwrite(channel, "bot", deny=judge_perm("SEND_MESSAGES"))
        stranger = judge.user("dora")
        refused = await stranger.slash("tongits new", {}, channel=channel)
        assert "Send Messages" in refused.message.text
        assert refused.message.ephemeral
        assert table.bot.running


async def test_a_second_table_in_the_channel_is_answered_with_a_link(
    judge: Any, tmp_path: Path
) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log"):
        stranger = judge.user("dora")
        refused = await stranger.slash("tongits new", {"stake": 5})
        assert re.search(r"https://discord\.com/channels/\d+/\d+/\d+", refused.message.text)
        assert refused.message.ephemeral


async def test_one_draw_pressed_twice_draws_once(judge: Any, tmp_path: Path) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await dealers_discard(table)
        person, panel, draw = await in_turn(table, "Draw")
        both = await asyncio.gather(
            person.click(panel, draw.custom_id), person.click(panel, draw.custom_id, force=True)
        )
        assert all(click.acked for click in both)
        assert "Stock 14" in hand_of(person).text
        await table.play_hands(1)
    assert audit(tmp_path / "db").returncode == 0


async def test_a_strangers_clicks_are_answered_and_change_nothing(
    judge: Any, tmp_path: Path
) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        stranger = judge.user("dora")
        panel = await judge.wait(lambda: table_panel(table), 10, "the table")
        for label in ("My hand", "More", "Rules"):
            click = await stranger.click(panel, label)
            assert click.acked
            assert click.message.ephemeral
        assert "seat" in (await stranger.click(panel, "My hand")).message.text


async def test_closed_direct_messages_play_behind_my_hand(judge: Any, tmp_path: Path) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await table.play_hands(1)
        for person in table.people:
            person.close_dms()
        await table.go_on()
        panel = await judge.wait(
            lambda: (p := table_panel(table)) and "Hand 2" in p.text and p, 10, "hand 2"
        )
        moved = 0
        while not any("Hand 2" in m.text for m in table.results()):
            for person in table.people:
                panel = table_panel(table) or panel
                shown = await person.click(panel, "My hand", force=True)
                while shown.message and await table.click_something(person, shown.message):
                    moved += 1
        assert moved  # and it was all done by the ephemeral panels


async def test_old_buttons_show_the_present_state_after_a_restart(
    judge: Any, tmp_path: Path
) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await dealers_discard(table)
        person, panel, draw = await in_turn(table, "Draw")
        await table.bot.kill9()
        await table.bot.start()
        assert (await person.click(panel, draw.custom_id)).acked
        again = await person.click(panel, draw.custom_id, force=True)
        assert again.acked
        assert "Stock 14" in hand_of(person).text
        await table.play_hands(1)
    assert audit(tmp_path / "db").returncode == 0


async def test_leaving_in_mid_hand_asks_once_and_pays_out(judge: Any, tmp_path: Path) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await dealers_discard(table)
        leaver = table.people[2]
        asked = await leaver.slash("tongits leave")
        assert any("yes" in label for label in asked.message.labels)
        left = await leaver.click(asked.message, "Leave · yes")
        assert left.acked
        table.people.remove(leaver)
        await table.play_hands(1)
        chips = await leaver.slash("chips")
        assert "at the table **0**" in chips.message.text
    assert audit(tmp_path / "db").returncode == 0


async def test_everybody_leaving_ends_the_hand_and_frees_the_channel(
    judge: Any, tmp_path: Path
) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        for person in table.people:
            asked = await person.slash("tongits leave")
            await person.click(asked.message, "Leave · yes")
        opened = await table.people[0].slash("tongits new", {"stake": 3})
        assert "Join" in opened.message.labels
    assert audit(tmp_path / "db").returncode == 0


async def test_a_deleted_table_message_comes_back(judge: Any, tmp_path: Path) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        panel = await judge.wait(lambda: table_panel(table), 10, "the table")
        judge.delete_message(panel)
        await table.play_hands(1)
        assert table.bot.running


async def test_a_deleted_channel_pays_everybody_back(judge: Any, tmp_path: Path) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await dealers_discard(table)
        other = judge.channel("other")
        judge.delete_channel(judge.channel("general"))
        for person in table.people:

            async def paid_back(who: Any = person) -> bool:
                shown = await who.slash("chips", channel=other)
                return "Wallet **1,000**" in shown.message.text

            for _ in range(50):
                if await paid_back():
                    break
                await asyncio.sleep(0.1)
            else:
                pytest.fail("the chips did not come back")
    assert audit(tmp_path / "db").returncode == 0


async def test_a_lost_answer_loses_no_move(judge: Any, tmp_path: Path) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await dealers_discard(table)
        person, panel, draw = await in_turn(table, "Draw")
        route = "/interactions/{interaction_id}/{interaction_token}/callback"
        judge.fault("POST", route, drop=True, times=1)
        await person.click(panel, draw.custom_id, wait="none")
        await judge.wait(lambda: enabled(hand_of(person), "Sort"), 10, "the repaired panel")
        await table.play_hands(1)
    assert audit(tmp_path / "db").returncode == 0


async def test_a_cut_gateway_resumes_the_game(judge: Any, tmp_path: Path) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await dealers_discard(table)
        assert judge.gateway.drop(0)
        await judge.wait(lambda: judge.gateway.connected, 20, "the bot to come back")
        await table.play_hands(1)


async def test_a_hand_by_direct_message_pings_nobody(judge: Any, tmp_path: Path) -> None:
    async with table_of_three(judge, tmp_path / "db", tmp_path / "log") as table:
        await table.play_hands(1)
        assert all(not m.pinged for m in table.people[0].messages("general"))


def judge_perm(*names: str) -> int:
    """Permission bits by name."""
    from judge import perm

    return int(perm(*names))

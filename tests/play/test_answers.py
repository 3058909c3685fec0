"""A real discord.py bot answers in every way there is, and people see what they should."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from bot.play.filling import Refused
from bot.play.people import Seen
from bot.play.permissions import Perm
from bot.play.server import PlayDiscord
from tests.play.sample_bot import SampleBot


async def opened(play: PlayDiscord) -> Seen:
    answer = await play.person("Ana").slash("sample new", {"stake": 5, "rules": "pagat"})
    assert answer.message is not None
    return answer.message


async def test_a_command_is_answered_with_a_message_all_three_see(
    play: PlayDiscord, sample: SampleBot
) -> None:
    panel = await opened(play)
    assert "Ana" in panel.text
    assert panel.raw["interaction_metadata"]["name"] == "sample new"
    assert all(panel in person.messages() for person in play.people)


async def test_a_dynamic_button_updates_the_message_it_sits_on(
    play: PlayDiscord, sample: SampleBot
) -> None:
    panel = await opened(play)
    answer = await play.person("Ben").press(panel, "Pressed 0 times")
    assert answer.message == panel
    assert "Pressed 1 times" in panel.labels
    assert panel.edits == 1


async def test_an_ephemeral_answer_is_seen_by_nobody_else(
    play: PlayDiscord, sample: SampleBot
) -> None:
    answer = await play.person("Ben").press(await opened(play), "Try hand")
    private = answer.message
    assert private is not None
    assert private.ephemeral
    assert private in play.person("Ben").messages()
    assert private not in play.person("Carla").messages()
    with pytest.raises(Refused):
        await play.person("Carla").press(private, "Pressed 0 times")


async def test_a_select_takes_labels_and_the_click_updates_the_ephemeral(
    play: PlayDiscord, sample: SampleBot
) -> None:
    ben = play.person("Ben")
    private = (await ben.slash("sample hand")).message
    assert private is not None
    await ben.press(private, "Cards to lay", ["A♠", "K♣"])
    assert "Picked: A♠ K♣" in private.text


@pytest.mark.parametrize("values", [[], ["A♠"] * 2, ["Z♠"], ["A♠", "2♠", "3♠", "10♥", "J♥", "Q♦"]])
async def test_a_select_refuses_too_few_too_many_double_and_foreign_values(
    play: PlayDiscord, sample: SampleBot, values: list[str]
) -> None:
    private = (await play.person("Ben").slash("sample hand")).message
    assert private is not None
    with pytest.raises(Refused):
        await play.person("Ben").press(private, "pick", values)


async def test_thinking_is_filled_in_later_and_followed_up(
    play: PlayDiscord, sample: SampleBot
) -> None:
    panel = await opened(play)
    ben = play.person("Ben")
    answer = await ben.press(panel, "Try think", wait=False)
    await ben.wait_for(lambda: answer.state == "thinking")
    assert answer.message is not None
    assert answer.message.loading
    await answer.settled()
    assert answer.message.text == "Thought about it."
    await ben.wait_for(lambda: len(answer.messages) == 2)
    assert all(message.ephemeral for message in answer.messages)


async def test_a_modal_opens_takes_only_a_full_form_and_is_answered(
    play: PlayDiscord, sample: SampleBot
) -> None:
    ben = play.person("Ben")
    form = await ben.press(await opened(play), "Try modal")
    assert form.state == "modal"
    assert form.modal is not None
    assert form.modal["title"] == "A few words"
    with pytest.raises(Refused, match="1 to 50"):
        await ben.submit_modal(form, {"Your words": "x" * 51, "Colour": ["Red"]})
    with pytest.raises(Refused, match="Choose 1"):
        await ben.submit_modal(form, {"Your words": "x"})
    with pytest.raises(Refused, match="no field"):
        await ben.submit_modal(form, {"Nothing": "x"})
    with pytest.raises(Refused, match="not open"):
        await play.person("Ana").submit_modal(form, {"Your words": "x", "Colour": ["Red"]})
    answer = await ben.submit_modal(form, {"Your words": "Sapaw", "Colour": ["Blue"]})
    assert answer.message is not None
    assert answer.message.text == "You said 'Sapaw' in Blue."


async def test_direct_messages_arrive_and_their_buttons_work(
    play: PlayDiscord, sample: SampleBot
) -> None:
    carla = play.person("Carla")
    await carla.press(await opened(play), "Try dm")
    private = await carla.wait_dm(lambda message: "A table" in message.text)
    await carla.press(private, "Pressed 0 times")
    assert "Pressed 1 times" in private.labels
    assert not play.person("Ana").dms()


async def test_closed_direct_messages_are_50007_for_the_bot(
    play: PlayDiscord, sample: SampleBot
) -> None:
    carla = play.person("Carla")
    carla.close_dms()
    answer = await carla.press(await opened(play), "Try dm")
    await carla.wait_for(lambda: len(answer.messages) == 2)
    assert answer.messages[1].text == "Closed: 50007"


async def test_a_disabled_button_is_refused_unless_the_click_crossed_an_edit(
    play: PlayDiscord, sample: SampleBot
) -> None:
    panel = await opened(play)
    assert not panel.enabled("Try gone")
    with pytest.raises(Refused, match="disabled"):
        await play.person("Ben").press(panel, "Try gone")
    answer = await play.person("Ben").press(panel, "Try gone", force=True)
    assert answer.message is not None
    assert answer.message.text == "Answered all the same."


async def test_what_is_not_there_and_a_link_are_refused(
    play: PlayDiscord, sample: SampleBot
) -> None:
    panel = await opened(play)
    for wanted in ("Not there", "Rules"):
        with pytest.raises(Refused):
            await play.person("Ben").press(panel, wanted)


async def test_a_second_acknowledgement_is_40060(play: PlayDiscord, sample: SampleBot) -> None:
    answer = await play.person("Ben").press(await opened(play), "Try twice")
    await sample.changed.until(lambda: sample.errors, 5)
    assert [(error.status, error.code) for error in sample.errors] == [(400, 40060)]
    assert [refusal.code for refusal in answer.refused] == [40060]
    assert answer.state == "done"


async def test_an_answer_after_three_seconds_is_10062_and_the_person_sees_a_failure(
    play: PlayDiscord, sample: SampleBot
) -> None:
    panel = await opened(play)
    slow, never = await asyncio.gather(
        play.person("Ben").press(panel, "Try slow"), play.person("Ana").slash("boom")
    )
    assert slow.error == never.error == "This interaction failed"
    await play.world.changed.until(lambda: bool(slow.refused), 5)
    assert [refusal.code for refusal in slow.refused] == [10062]
    assert slow.message is None


async def test_embeds_and_files_are_served_only_with_their_key(
    play: PlayDiscord, sample: SampleBot
) -> None:
    message = (await play.person("Ana").slash("pictures")).message
    assert message is not None
    assert [file["filename"] for file in message.raw["attachments"]] == ["hello.txt"]
    image = message.raw["embeds"][0]["image"]["url"]
    async with aiohttp.ClientSession() as session:
        async with session.get(image) as answer:
            assert (await answer.read()).startswith(b"\x89PNG")
        async with session.get(image.partition("?")[0]) as answer:
            assert answer.status == 404


@pytest.mark.parametrize(
    ("path", "options"),
    [
        ("nothing", {}),
        ("sample", {}),
        ("sample nothing", {}),
        ("sample new", {"stake": 0}),
        ("sample new", {"stake": 1001}),
        ("sample new", {"stake": "5"}),
        ("sample new", {"stake": True}),
        ("sample new", {"rules": "poker"}),
        ("sample new", {"who": "1"}),
        ("sample new", {"unknown": 1}),
    ],
)
async def test_unknown_commands_and_bad_options_are_refused(
    play: PlayDiscord, sample: SampleBot, path: str, options: dict[str, object]
) -> None:
    with pytest.raises(Refused):
        await play.person("Ana").slash(path, options)


async def test_who_cannot_see_the_channel_can_do_nothing_there(
    play: PlayDiscord, sample: SampleBot
) -> None:
    panel = await opened(play)
    ben = play.person("Ben")
    play.world.set_overwrite(play.world.general, ben.user, deny=Perm.VIEW_CHANNEL)
    assert ben.messages() == []
    with pytest.raises(Refused):
        await ben.press(panel, "Pressed 0 times")
    with pytest.raises(Refused):
        await ben.slash("sample new")
    with pytest.raises(Refused):
        ben.say("hello")


async def test_a_dismissed_ephemeral_is_gone_and_only_that_can_be_dismissed(
    play: PlayDiscord, sample: SampleBot
) -> None:
    ben = play.person("Ben")
    panel = await opened(play)
    private = (await ben.slash("sample hand")).message
    assert private is not None
    ben.dismiss(private)
    assert private not in ben.messages()
    with pytest.raises(Refused):
        ben.dismiss(panel)


async def test_an_interaction_carries_what_the_bot_may_do_in_the_channel(
    play: PlayDiscord, sample: SampleBot
) -> None:
    play.world.set_overwrite(play.world.general, play.world.bot, deny=Perm.EMBED_LINKS)
    await play.person("Ana").slash("sample new")
    guild = sample.get_guild(int(play.world.guild_id))
    assert guild is not None
    channel = guild.get_channel(int(play.world.general.id))
    assert channel is not None
    assert not sample.app_permissions.embed_links
    assert sample.app_permissions.send_messages
    assert channel.permissions_for(guild.me) == sample.app_permissions

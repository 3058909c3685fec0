"""Whatever a client sends is taken, or refused as Discord refuses; nothing makes it stumble."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.play import messages
from bot.play.components import as_returned, texts, walk
from bot.play.errors import ApiError
from bot.play.limit_commands import check_commands
from bot.play.limit_components import Surroundings
from bot.play.limit_modals import check_modal
from bot.play.messages import Post
from bot.play.world import World

SCALARS = st.none() | st.booleans() | st.integers(-2, 40) | st.floats() | st.text(max_size=5)
ANYTHING = st.recursive(
    SCALARS,
    lambda inside: (
        st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=4), inside, max_size=3)
    ),
    max_leaves=6,
)
KEYS = st.sampled_from(
    [
        *("type", "components", "component", "accessory", "custom_id", "label", "style", "url"),
        *("options", "value", "min_values", "max_values", "placeholder", "emoji", "content", "id"),
        *("items", "media", "file", "description", "name", "required", "choices", "title"),
        *("name_localizations", "spacing", "accent_color", "default", "min_length", "max_length"),
    ]
)
PARTS = st.recursive(
    SCALARS | st.sampled_from([1, 2, 3, 9, 10, 12, 17, 18]),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(KEYS, inside, max_size=6),
    max_leaves=20,
)
EMBEDS = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("title", "description", "url", "color", "fields"), ANYTHING),
        "footer": ANYTHING | st.fixed_dictionaries({"text": ANYTHING}),
        "author": ANYTHING | st.fixed_dictionaries({"name": ANYTHING}),
        "image": ANYTHING | st.fixed_dictionaries({"url": ANYTHING}),
        "fields": ANYTHING | st.lists(st.fixed_dictionaries({"name": ANYTHING, "value": ANYTHING})),
    },
)
BODIES = st.fixed_dictionaries(
    {},
    optional={
        "content": ANYTHING,
        "flags": ANYTHING | st.just(1 << 15),
        "components": PARTS | st.lists(PARTS, max_size=3),
        "embeds": ANYTHING | st.lists(EMBEDS, max_size=2),
        "allowed_mentions": ANYTHING,
        "attachments": ANYTHING,
        "message_reference": ANYTHING,
        "nonce": ANYTHING,
    },
)


def refused(do: Callable[[], object]) -> bool:
    """Whether it was refused; anything but a refusal goes on."""
    error: ApiError | None = None
    try:
        do()
    except ApiError as refusal:
        error = refusal
    assert error is None or 400 <= error.status < 500
    assert error is None or error.body()["code"] == error.code
    return error is not None


@given(BODIES)
def test_any_message_is_taken_or_refused(body: dict[str, Any]) -> None:
    world = World()

    def send() -> None:
        reply_to = messages.reply_target(world.general, body)
        messages.create(world, Post(world.general, world.bot, body, reply_to=reply_to))

    if not refused(send):
        made = next(iter(world.general.messages.values()))
        "\n".join(texts(made.raw))
        numbers = [component["id"] for component, _ in walk(made.raw["components"])]
        assert len(set(numbers)) == len(numbers)


@given(BODIES, BODIES)
def test_any_edit_is_taken_or_changes_nothing(body: dict[str, Any], change: dict[str, Any]) -> None:
    world = World()
    with contextlib.suppress(ApiError):
        messages.create(world, Post(world.general, world.bot, body))
    for message in world.general.messages.values():
        before = dict(message.raw)
        if refused(lambda: messages.edit(world, message, change, {})):  # noqa: B023  # called at once
            assert message.raw == before
            assert message.edits == 0


@given(st.lists(st.dictionaries(KEYS, PARTS, max_size=8), max_size=3) | ANYTHING)
def test_any_list_of_commands_is_taken_or_refused(commands: Any) -> None:
    refused(lambda: check_commands(commands))


@given(st.dictionaries(KEYS, PARTS, max_size=6))
def test_any_modal_is_taken_or_refused(modal: dict[str, Any]) -> None:
    if not refused(lambda: check_modal(modal, around=Surroundings())):
        as_returned(modal["components"])

"""Things Discord refuses: one table, to be tried on any stand-in for Discord.

Each provocation is one HTTP request, after preparations, and the status and code it must get.
Addresses name what the preparations left: {channel}, {message}, {token} and so on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
V2 = 1 << 15
EPHEMERAL = 1 << 6

MESSAGES = "/channels/{channel}/messages"
MESSAGE = "/channels/{channel}/messages/{message}"
DIRECT = "/channels/{dm}/messages"
COMMANDS = "/applications/{application}/commands"
CALLBACK = "/interactions/{interaction}/{token}/callback"
HOOK = "/webhooks/{application}/{token}"
ORIGINAL = HOOK + "/messages/@original"

HELLO: Json = {"content": "hello"}
ANSWER: Json = {"type": 4, "data": HELLO}


@dataclass(frozen=True, slots=True)
class Provocation:
    """What to prepare, what to send, what must come back; code 0 with a 2xx status is a success."""

    name: str
    method: str
    path: str
    status: int
    code: int
    body: Any = None
    after: tuple[str, ...] = ()  # preparations of tests/play/stages.py, in this order
    token: str | None = None  # a wrong bot token to use
    files: tuple[tuple[str, bytes], ...] = ()  # uploads: file name, bytes
    only_ours: str = ""  # why another stand-in is not asked


def button(**fields: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | fields


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def option(number: int, **fields: Any) -> Json:
    return {"label": f"Card {number}", "value": str(number)} | fields


def select(**fields: Any) -> Json:
    return {"type": 3, "custom_id": "pick", "options": [option(1), option(2)]} | fields


def text(content: str = "hello") -> Json:
    return {"type": 10, "content": content}


def v1(*components: Json) -> Json:
    return {"content": "hello", "components": list(components)}


def v2(*components: Json, **fields: Any) -> Json:
    return {"flags": V2, "components": list(components)} | fields


def embed(**fields: Any) -> Json:
    return {"embeds": [fields]}


def command(**fields: Any) -> Json:
    return {"name": "probe", "description": "A probe.", "type": 1} | fields


def choices(count: int) -> list[Json]:
    return [{"name": f"c{n}", "value": f"v{n}"} for n in range(count)]


def string_option(**fields: Any) -> Json:
    return {"type": 3, "name": "word", "description": "A word."} | fields


def text_input(**fields: Any) -> Json:
    return {"type": 4, "custom_id": "words", "style": 1} | fields


def label(inside: Json, **fields: Any) -> Json:
    return {"type": 18, "label": "Words", "component": inside} | fields


def modal(*components: Json, **fields: Any) -> Json:
    shown = {"title": "Form", "custom_id": "form", "components": list(components)} | fields
    return {"type": 9, "data": shown}


def _bad_messages() -> dict[str, Json]:
    """Bodies a new message may not have: all 50035."""
    return {
        "content over 2000": {"content": "x" * 2001},
        "six rows": v1(*(row(button(custom_id=str(n))) for n in range(6))),
        "six buttons in a row": v1(row(*(button(custom_id=str(n)) for n in range(6)))),
        "an empty row": v1(row()),
        "a select beside a button": v1(row(select(), button())),
        "a button outside a row": v1(button()),
        "a label over 80": v1(row(button(label="x" * 81))),
        "a custom id over 100": v1(row(button(custom_id="x" * 101))),
        "an empty custom id": v1(row(button(custom_id=""))),
        "one custom id twice": v1(row(button(), button())),
        "a button without custom id": v1(row({"type": 2, "style": 1, "label": "Go"})),
        "a button without words": v1(row({"type": 2, "style": 1, "custom_id": "go"})),
        "a button of no style": v1(row(button(style=7))),
        "a link with custom id": v1(row(button(style=5, url="https://example.org"))),
        "a link without address": v1(row({"type": 2, "style": 5, "label": "Go"})),
        "a link that is no address": v1(row({"type": 2, "style": 5, "label": "Go", "url": "x"})),
        "a link over 512": v1(
            row({"type": 2, "style": 5, "label": "Go", "url": "https://example.org/" + "x" * 500})
        ),
        "an emoji that is a word": v1(row(button(emoji={"name": "spades"}))),
        "an emoji of someone else": v1(
            row(button(emoji={"name": "a", "id": "123456789012345678"}))
        ),
        "26 options": v1(row(select(options=[option(n) for n in range(26)]))),
        "no options": v1(row(select(options=[]))),
        "an option label over 100": v1(row(select(options=[option(1, label="x" * 101)]))),
        "an option value over 100": v1(row(select(options=[option(1, value="x" * 101)]))),
        "an option description over 100": v1(
            row(select(options=[option(1, description="x" * 101)]))
        ),
        "one option value twice": v1(row(select(options=[option(1), option(1)]))),
        "a placeholder over 150": v1(row(select(placeholder="x" * 151))),
        "more values than options": v1(row(select(max_values=3))),
        "max_values over 25": v1(row(select(max_values=26))),
        "min_values over max_values": v1(row(select(min_values=2, max_values=1))),
        "text without the v2 flag": v1(text()),
        "v2 with content": v2(text(), content="hello"),
        "v2 with embeds": v2(text(), embeds=[{"title": "hello"}]),
        "41 components": v2(*(text("x") for _ in range(41))),
        "41 components, nested": v2(
            {"type": 17, "components": [text("x") for _ in range(39)]}, row(button())
        ),
        "4001 characters in two texts": v2(text("x" * 4000), text("x")),
        "an empty text": v2(text("")),
        "a text of spaces": v2(text("   ")),
        "a section without accessory": v2({"type": 9, "components": [text()]}),
        "a section of four texts": v2(
            {"type": 9, "components": [text() for _ in range(4)], "accessory": button()}
        ),
        "a section without texts": v2({"type": 9, "components": [], "accessory": button()}),
        "a container in a container": v2(
            {"type": 17, "components": [{"type": 17, "components": [text()]}]}
        ),
        "an empty gallery": v2({"type": 12, "items": []}),
        "eleven pictures": v2(
            {"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}}] * 11}
        ),
        "a picture that did not come": v2(
            {"type": 12, "items": [{"media": {"url": "attachment://missing.png"}}]}
        ),
        "a file from elsewhere": v2({"type": 13, "file": {"url": "https://example.org/a.txt"}}),
        "one component number twice": v2(text() | {"id": 5}, text() | {"id": 5}),
        "an unknown component": v2({"type": 99}),
        "a modal's input in a message": v1(row(text_input(label="Words"))),
        "an embed title over 256": embed(title="x" * 257),
        "an embed description over 4096": embed(description="x" * 4097),
        "an embed footer over 2048": embed(footer={"text": "x" * 2049}),
        "an embed author over 256": embed(author={"name": "x" * 257}),
        "26 fields": embed(fields=[{"name": "n", "value": "v"}] * 26),
        "a field name over 256": embed(fields=[{"name": "x" * 257, "value": "v"}]),
        "a field value over 1024": embed(fields=[{"name": "n", "value": "x" * 1025}]),
        "a field without value": embed(fields=[{"name": "n", "value": ""}]),
        "an empty embed": embed(),
        "eleven embeds": {"embeds": [{"title": "x"}] * 11},
        "6001 characters in two embeds": {
            "embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]
        },
        "mentions allowed twice over": {
            "content": "x",
            "allowed_mentions": {"parse": ["users"], "users": ["1"]},
        },
        "a nonce over 25": {"content": "x", "nonce": "x" * 26},
        "an attachment that did not come": {"content": "x", "attachments": [{"id": 0}]},
        "a reply to nothing": {"content": "x", "message_reference": {"message_id": "1"}},
        "components that are no list": {"content": "x", "components": {"type": 1}},
    }


def _good_messages() -> dict[str, Json]:
    """Bodies at the very edge of what is allowed: all are taken."""
    cards = [
        option(n, label="x" * 100, value=f"{n:0100}", description="x" * 100) for n in range(25)
    ]
    return {
        "content of 2000": {"content": "x" * 2000},
        "five rows of five": v1(
            *(row(*(button(custom_id=f"{n}:{m}") for m in range(5))) for n in range(5))
        ),
        "label 80, custom id 100": v1(row(button(label="x" * 80, custom_id="x" * 100))),
        "an emoji and no label": v1(
            row({"type": 2, "style": 2, "custom_id": "s", "emoji": {"name": "♠"}})
        ),
        "a full select": v1(
            row(select(options=cards, max_values=25, min_values=0, placeholder="x" * 150))
        ),
        "40 components of 4000 characters": v2(*(text("x" * 100) for _ in range(40))),
        "a container of everything": v2(
            {
                "type": 17,
                "accent_color": 0xFFFFFF,
                "components": [
                    text(),
                    {"type": 14, "spacing": 2, "divider": False},
                    {"type": 9, "components": [text(), text(), text()], "accessory": button()},
                    row(select()),
                    {"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}}]},
                ],
            }
        ),
        "embeds of 6000": {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2000}]},
        "a full embed": embed(
            title="x" * 256, fields=[{"name": "n", "value": "v"}] * 25, footer={"text": "x" * 2000}
        ),
    }


def _bad_commands() -> dict[str, list[Json]]:
    """Lists of commands that are refused: all 50035."""
    required_last = [string_option(name="a"), string_option(name="b", required=True)]
    return {
        "a name with capitals": [command(name="Probe")],
        "a name with a space": [command(name="two words")],
        "a name over 32": [command(name="x" * 33)],
        "no description": [command(description="")],
        "a description over 100": [command(description="x" * 101)],
        "two of one name": [command(), command()],
        "101 commands": [command(name=f"c{n}") for n in range(101)],
        "26 command options": [command(options=[string_option(name=f"o{n}") for n in range(26)])],
        "two options of one name": [command(options=[string_option(), string_option()])],
        "required after optional": [command(options=required_last)],
        "26 choices": [command(options=[string_option(choices=choices(26))])],
        "a choice name over 100": [
            command(options=[string_option(choices=[{"name": "x" * 101, "value": "v"}])])
        ],
        "two choices of one name": [command(options=[string_option(choices=choices(1) * 2)])],
        "an option without description": [command(options=[string_option(description="")])],
        "a subcommand beside an option": [
            command(options=[string_option(), {"type": 1, "name": "sub", "description": "x"}])
        ],
        "more than 8000 characters": [
            command(
                options=[
                    string_option(
                        name=f"o{n}",
                        choices=[{"name": "x" * 90 + str(m), "value": "v"} for m in range(5)],
                    )
                    for n in range(20)
                ]
            )
        ],
    }


def _bad_modals() -> dict[str, Json]:
    """Modals that are not opened: all 50035."""
    return {
        "a title over 45": modal(label(text_input()), title="x" * 46),
        "no title": modal(label(text_input()), title=""),
        "a modal custom id over 100": modal(label(text_input()), custom_id="x" * 101),
        "an empty modal": modal(),
        "six fields": modal(*(label(text_input(custom_id=str(n))) for n in range(6))),
        "a label of 46": modal(label(text_input(), label="x" * 46)),
        "a label description over 100": modal(label(text_input(), description="x" * 101)),
        "a button in a modal": modal(row(button())),
        "an input of no style": modal(label(text_input(style=3))),
        "an input over 4000": modal(label(text_input(max_length=4001))),
        "an input placeholder over 100": modal(label(text_input(placeholder="x" * 101))),
        "an input that starts too long": modal(label(text_input(value="xx", max_length=1))),
        "required, but none needed": modal(label(select(min_values=0))),
        "one field id twice": modal(label(text_input()), label(text_input())),
    }


def _tables() -> list[Provocation]:
    sent = [
        Provocation(f"message: {name}", "POST", MESSAGES, 400, 50035, body)
        for name, body in _bad_messages().items()
    ]
    taken = [
        Provocation(f"taken: {name}", "POST", MESSAGES, 200, 0, body)
        for name, body in _good_messages().items()
    ]
    registered = [
        Provocation(f"command: {name}", "PUT", COMMANDS, 400, 50035, body)
        for name, body in _bad_commands().items()
    ]
    opened = [
        Provocation(f"modal: {name}", "POST", CALLBACK, 400, 50035, body, ("command",))
        for name, body in _bad_modals().items()
    ]
    return sent + taken + registered + opened


_SINGLE = [
    # Who may ask
    Provocation("no token", "GET", "/users/@me", 401, 0, token=""),
    Provocation("a wrong token", "POST", MESSAGES, 401, 0, HELLO, token="Bot wrong"),
    Provocation("an unknown route", "GET", "/nothing/here", 404, 0),
    Provocation("another application", "PUT", "/applications/1/commands", 403, 20012, []),
    Provocation("an unknown server", "GET", "/guilds/1", 404, 10004),
    Provocation("an unknown user", "GET", "/users/1", 404, 10013),
    Provocation("an unknown command", "GET", COMMANDS + "/1", 404, 10063),
    Provocation("deleting an unknown command", "DELETE", COMMANDS + "/1", 404, 10063),
    # Channels and messages
    Provocation("an unknown channel", "POST", "/channels/1/messages", 404, 10003, HELLO),
    Provocation("an empty message", "POST", MESSAGES, 400, 50006, {"content": " "}),
    Provocation("no words, no files", "POST", MESSAGES, 400, 50006, {}),
    Provocation("an unknown message", "PATCH", MESSAGES + "/1", 404, 10008, HELLO),
    Provocation("a deleted message", "PATCH", MESSAGE, 404, 10008, HELLO, ("own", "deleted")),
    Provocation("deleting it twice", "DELETE", MESSAGE, 404, 10008, None, ("own", "deleted")),
    Provocation("editing a person's", "PATCH", MESSAGE, 403, 50005, HELLO, ("foreign",)),
    Provocation("emptying a message", "PATCH", MESSAGE, 400, 50006, {"content": ""}, ("own",)),
    Provocation(
        "editing it too long", "PATCH", MESSAGE, 400, 50035, {"content": "x" * 2001}, ("own",)
    ),
    Provocation("v2 beside old words", "PATCH", MESSAGE, 400, 50035, v2(text()), ("own",)),
    Provocation(
        "v2 after the words are gone", "PATCH", MESSAGE, 200, 0, v2(text(), content=None), ("own",)
    ),
    Provocation("words on a v2 message", "PATCH", MESSAGE, 400, 50035, HELLO, ("own v2",)),
    Provocation("sending is denied", "POST", MESSAGES, 403, 50013, HELLO, ("no sending",)),
    Provocation(
        "typing is denied", "POST", "/channels/{channel}/typing", 403, 50013, {}, ("no sending",)
    ),
    Provocation(
        "embeds are denied", "POST", MESSAGES, 403, 50013, embed(title="x"), ("no embeds",)
    ),
    Provocation(
        "files are denied",
        "POST",
        MESSAGES,
        403,
        50013,
        HELLO,
        ("no files",),
        files=(("a.txt", b"a"),),
    ),
    Provocation("the channel is hidden", "POST", MESSAGES, 403, 50001, HELLO, ("hidden",)),
    Provocation("reading what is hidden", "GET", MESSAGES, 403, 50001, None, ("hidden",)),
    Provocation(
        "eleven files",
        "POST",
        MESSAGES,
        400,
        30015,
        HELLO,
        files=tuple((f"{n}.txt", b"a") for n in range(11)),
    ),
    Provocation(
        "a file of 11 MB",
        "POST",
        MESSAGES,
        413,
        40005,
        HELLO,
        files=(("a", bytes(11_000_000)),),
        only_ours="the other one's HTTP server fails at large bodies",
    ),
    Provocation(
        "words about a file over 1024",
        "POST",
        MESSAGES,
        400,
        50035,
        HELLO | {"attachments": [{"id": 0, "description": "x" * 1_025}]},
        files=(("a.txt", b"a"),),
    ),
    Provocation("101 messages at once", "GET", MESSAGES + "?limit=101", 400, 50035),
    # Direct messages
    Provocation("DMs are closed", "POST", DIRECT, 403, 50007, HELLO, ("dms closed",)),
    Provocation("DMs are open", "POST", DIRECT, 200, 0, HELLO),
    Provocation(
        "a DM with nobody", "POST", "/users/@me/channels", 404, 10013, {"recipient_id": "1"}
    ),
    Provocation(
        "a DM with itself",
        "POST",
        "/users/@me/channels",
        400,
        50033,
        {"recipient_id": "{application}"},
    ),
    Provocation(
        "a person's DM", "DELETE", DIRECT + "/{message}", 403, 50003, None, ("foreign dm",)
    ),
    # The first answer
    Provocation("an unknown interaction", "POST", "/interactions/1/x/callback", 404, 10062, ANSWER),
    Provocation(
        "a wrong interaction token",
        "POST",
        "/interactions/{interaction}/x/callback",
        404,
        10062,
        ANSWER,
        ("command",),
    ),
    Provocation("an answer in time", "POST", CALLBACK, 204, 0, ANSWER, ("command",)),
    Provocation("an answer too late", "POST", CALLBACK, 404, 10062, ANSWER, ("command", "late")),
    Provocation("a click too late", "POST", CALLBACK, 404, 10062, {"type": 6}, ("click", "late")),
    Provocation("a second answer", "POST", CALLBACK, 400, 40060, ANSWER, ("command", "answered")),
    Provocation("a second defer", "POST", CALLBACK, 400, 40060, {"type": 6}, ("click", "deferred")),
    Provocation("a pong", "POST", CALLBACK, 400, 50035, {"type": 1}, ("command",)),
    Provocation("updating nothing", "POST", CALLBACK, 400, 50035, {"type": 7}, ("command",)),
    Provocation("silence on a command", "POST", CALLBACK, 400, 50035, {"type": 6}, ("command",)),
    Provocation(
        "an answer too long",
        "POST",
        CALLBACK,
        400,
        50035,
        {"type": 4, "data": {"content": "x" * 2001}},
        ("command",),
    ),
    Provocation(
        "an empty answer", "POST", CALLBACK, 400, 50006, {"type": 4, "data": {}}, ("command",)
    ),
    Provocation(
        "updating a deleted message",
        "POST",
        CALLBACK,
        404,
        10008,
        {"type": 7, "data": HELLO},
        ("click", "deleted"),
    ),
    Provocation(
        "a refused answer does not count",
        "POST",
        CALLBACK,
        204,
        0,
        ANSWER,
        ("command", "refused answer"),
    ),
    # Later answers
    Provocation("a follow-up before it", "POST", HOOK, 404, 10015, HELLO, ("command",)),
    Provocation("an edit before it", "PATCH", ORIGINAL, 404, 10015, HELLO, ("command",)),
    Provocation("after a failure", "POST", HOOK, 404, 10015, HELLO, ("command", "late")),
    Provocation("an unknown webhook", "POST", "/webhooks/{application}/x", 404, 10015, HELLO),
    Provocation("a follow-up", "POST", HOOK, 200, 0, HELLO, ("command", "answered")),
    Provocation("an edit of it", "PATCH", ORIGINAL, 200, 0, HELLO, ("command", "answered")),
    Provocation(
        "a follow-up too old", "POST", HOOK, 401, 50027, HELLO, ("command", "answered", "expired")
    ),
    Provocation(
        "an edit too old", "PATCH", ORIGINAL, 401, 50027, HELLO, ("command", "answered", "expired")
    ),
    Provocation("an empty follow-up", "POST", HOOK, 400, 50006, {}, ("command", "answered")),
    Provocation(
        "a follow-up too long",
        "POST",
        HOOK,
        400,
        50035,
        {"content": "x" * 2001},
        ("command", "answered"),
    ),
    Provocation(
        "an unknown follow-up",
        "PATCH",
        HOOK + "/messages/1",
        404,
        10008,
        HELLO,
        ("command", "answered"),
    ),
    Provocation(
        "the original is gone",
        "PATCH",
        ORIGINAL,
        404,
        10008,
        HELLO,
        ("command", "answered", "deleted"),
    ),
    # Ephemerals
    Provocation(
        "an ephemeral by id", "PATCH", MESSAGE, 404, 10008, HELLO, ("command", "ephemeral")
    ),
    Provocation("reading one by id", "GET", MESSAGE, 404, 10008, None, ("command", "ephemeral")),
    Provocation(
        "deleting one by id", "DELETE", MESSAGE, 404, 10008, None, ("command", "ephemeral")
    ),
    Provocation("one by its token", "PATCH", ORIGINAL, 200, 0, HELLO, ("command", "ephemeral")),
    Provocation("deleting by token", "DELETE", ORIGINAL, 204, 0, None, ("command", "ephemeral")),
    # Emojis
    Provocation(
        "an emoji's bad name",
        "POST",
        "/applications/{application}/emojis",
        400,
        50035,
        {"name": "a b", "image": "data:image/png;base64,AAAA"},
    ),
    Provocation(
        "an emoji without picture",
        "POST",
        "/applications/{application}/emojis",
        400,
        50035,
        {"name": "spades", "image": "spades.png"},
    ),
    Provocation("an unknown emoji", "GET", "/applications/{application}/emojis/1", 404, 10014),
]

PROVOCATIONS: list[Provocation] = _tables() + _SINGLE

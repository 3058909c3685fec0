"""People acted by a program: the same client as the page's, for tests of the whole process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from .client import Client
from .components import CONTROLS, INPUTS, Kind, texts, walk
from .errors import ApiError, Json
from .filling import USER, Refused
from .interaction import FAILED_TEXT, Interaction, State
from .limit_commands import GROUP, SUBCOMMAND
from .world import Channel, Message, User

T = TypeVar("T")
ANSWER_TIMEOUT_S = 15.0


class Seen:
    """A message as a person sees it; always shows the present state of the message."""

    def __init__(self, message: Message) -> None:
        self.message = message

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and other.message is self.message

    def __hash__(self) -> int:
        return hash(self.message.id)

    def __repr__(self) -> str:
        return f"<Seen {self.id} labels={self.labels}>"  # no text: hands stay out of tracebacks

    @property
    def id(self) -> str:
        return self.message.id

    @property
    def raw(self) -> Json:
        """The API's JSON."""
        return self.message.raw

    @property
    def text(self) -> str:
        """All words on it, without the labels of buttons."""
        return "\n".join(texts(self.raw))

    @property
    def controls(self) -> list[Json]:
        """Buttons and selects, in reading order."""
        found = (component for component, _ in walk(self.raw["components"]))
        return [component for component in found if component["type"] in CONTROLS]

    @property
    def labels(self) -> list[str]:
        """What the buttons say."""
        buttons = (control for control in self.controls if control["type"] == Kind.BUTTON)
        return [_label(button) for button in buttons]

    @property
    def ephemeral(self) -> bool:
        return self.message.ephemeral

    @property
    def loading(self) -> bool:
        return self.message.loading

    @property
    def deleted(self) -> bool:
        return self.message.deleted

    @property
    def edits(self) -> int:
        """How often it was edited."""
        return self.message.edits

    def control(self, wanted: str) -> Json | None:
        """A control by custom id, else by its whole label or placeholder, else by its beginning."""
        tests: list[Callable[[Json], bool]] = [
            lambda c: c.get("custom_id") == wanted,
            lambda c: _label(c) == wanted,
            lambda c: _label(c).casefold().startswith(wanted.casefold()),
        ]
        for test in tests:
            for control in self.controls:
                if test(control):
                    return control
        return None

    def enabled(self, wanted: str) -> bool:
        """Whether such a control is there and can be used."""
        control = self.control(wanted)
        return control is not None and not control.get("disabled")


def _label(control: Json) -> str:
    emoji = (control.get("emoji") or {}).get("name")
    return str(control.get("label") or control.get("placeholder") or emoji or "")


class Answer:
    """What came of an action."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction

    def __repr__(self) -> str:
        return f"<Answer {self.interaction.name!r} {self.state}>"

    @property
    def state(self) -> str:
        """waiting, thinking, done, failed or modal."""
        return str(self.interaction.state)

    @property
    def error(self) -> str | None:
        """What the person is told when it failed."""
        return FAILED_TEXT if self.interaction.state is State.FAILED else None

    @property
    def refused(self) -> list[ApiError]:
        """Calls of the bot for this interaction that were refused."""
        return self.interaction.refused

    @property
    def message(self) -> Seen | None:
        """The first answer: a new message, or the pressed one after its update."""
        original = self.interaction.original
        return None if original is None else Seen(original)

    @property
    def messages(self) -> list[Seen]:
        """The first answer and all follow-ups."""
        first = [] if self.message is None else [self.message]
        return [*first, *(Seen(message) for message in self.interaction.followups)]

    @property
    def modal(self) -> Json | None:
        """The form it opened."""
        return self.interaction.modal

    async def settled(self, timeout_s: float = ANSWER_TIMEOUT_S) -> Answer:
        """Waits until it is done, failed, or shows a modal."""
        changed = self.interaction.world.changed
        await changed.until(lambda: self.interaction.settled, timeout_s)
        return self


class Person:
    """One person; every action returns an `Answer` and raises `Refused` where a client would."""

    def __init__(self, user: User, client: Client) -> None:
        self.user = user
        self.client = client
        self.world = client.world

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    @property
    def id(self) -> str:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.global_name or self.user.username

    # -- seeing ----------------------------------------------------------------------------------

    def messages(self, channel: Channel | None = None) -> list[Seen]:
        """What this person sees in the channel (default: #general), oldest first."""
        held = (channel or self.world.general).messages.values()
        return [Seen(m) for m in held if self.world.sees_message(self.user, m)]

    def dms(self) -> list[Seen]:
        """Direct messages with the bot, oldest first."""
        channel = self.world.dms.get(self.user.id)
        return [] if channel is None else self.messages(channel)

    async def wait_for(self, look: Callable[[], T | None], timeout_s: float = 10.0) -> T:
        """The first true value of `look()`; TimeoutError when there is none in time."""
        return await self.world.changed.until(look, timeout_s)

    async def wait_message(
        self,
        wanted: Callable[[Seen], bool],
        channel: Channel | None = None,
        timeout_s: float = 10.0,
    ) -> Seen:
        """The newest message in the channel that satisfies `wanted`, waiting for one."""
        return await self.wait_for(lambda: _newest(self.messages(channel), wanted), timeout_s)

    async def wait_dm(self, wanted: Callable[[Seen], bool], timeout_s: float = 10.0) -> Seen:
        """The newest direct message that satisfies `wanted`, waiting for one."""
        return await self.wait_for(lambda: _newest(self.dms(), wanted), timeout_s)

    # -- doing -----------------------------------------------------------------------------------

    async def slash(
        self,
        name_path: str,
        options: Mapping[str, Any] | None = None,
        channel: Channel | None = None,
        *,
        wait: bool = True,
    ) -> Answer:
        """Runs e.g. `slash("tongits new", {"stake": 10})`; with `wait` until it is settled."""
        where = channel or self.world.general
        first, *rest = name_path.removeprefix("/").split()
        command = self._command(first, where)
        nested = _nest(command, rest, dict(options or {}))
        return await self._answer(
            self.client.slash(self.user, where, command["id"], nested), wait=wait
        )

    def _command(self, name: str, channel: Channel) -> Json:
        for command in self.client.commands(self.user, channel):
            if command["name"] == name:
                return command
        raise Refused(f"There is no command /{name} here.")

    async def press(
        self,
        message: Seen,
        wanted: str,
        values: Sequence[str] | None = None,
        *,
        force: bool = False,
        wait: bool = True,
    ) -> Answer:
        """Presses a button, or picks `values` (or labels) of a select, by label or custom id.

        `force` presses what is disabled, or a custom id that is no longer there.
        """
        control = message.control(wanted)
        if control is None and not force:
            raise Refused(f"There is no control {wanted!r}; there are {message.labels}.")
        custom_id = str((control or {}).get("custom_id") or wanted)
        picked = None if values is None else _values(control or {}, values)
        pressed = self.client.press(self.user, message.message, custom_id, picked, force=force)
        return await self._answer(pressed, wait=wait)

    async def submit_modal(
        self, opened: Answer, fields: Mapping[str, Any], *, wait: bool = True
    ) -> Answer:
        """Fills the open form by label or custom id: text, or a list of values for a select."""
        sent = _fields(opened.modal or {}, fields)
        return await self._answer(
            self.client.submit(self.user, opened.interaction, sent), wait=wait
        )

    def say(self, content: str, channel: Channel | None = None) -> Seen:
        """Writes an ordinary message."""
        return Seen(self.client.say(self.user, channel or self.world.general, content))

    def dismiss(self, message: Seen) -> None:
        """Drops an ephemeral message."""
        self.client.dismiss(self.user, message.message)

    def close_dms(self, *, closed: bool = True) -> None:
        """Refuses direct messages from now on."""
        self.world.close_dms(self.user, closed=closed)

    async def _answer(self, interaction: Interaction, *, wait: bool) -> Answer:
        answer = Answer(interaction)
        return await answer.settled() if wait else answer


def _newest(messages: list[Seen], wanted: Callable[[Seen], bool]) -> Seen | None:
    return next((m for m in reversed(messages) if not m.loading and wanted(m)), None)


def _nest(node: Json, names: list[str], options: dict[str, Any]) -> list[Json]:
    """Options as an interaction nests them below the subcommands named."""
    known = {option["name"]: option for option in node.get("options") or ()}
    if names:
        branch = known.get(names[0])
        if branch is None or branch["type"] not in (SUBCOMMAND, GROUP):
            raise Refused(f"There is no subcommand {names[0]}.")
        inner = _nest(branch, names[1:], options)
        return [{"type": branch["type"], "name": names[0], "options": inner}]
    return [
        {
            "type": known[name]["type"] if name in known else USER,
            "name": name,
            "value": value.id if isinstance(value, Person) else value,
        }
        for name, value in options.items()
    ]


def _values(select: Json, wanted: Sequence[str]) -> list[str]:
    by_label = {option["label"]: option["value"] for option in select.get("options") or ()}
    return [by_label.get(value, value) for value in wanted]


def _fields(modal: Json, fields: Mapping[str, Any]) -> list[Json]:
    """Modal-submit components from a plain mapping; Refused for a field that is not there.

    A field that is not named is sent as the form came: with its own text or choice.
    """
    left = dict(fields)
    sent: list[Json] = []
    label = ""
    for component, _ in walk(modal.get("components")):
        label = component.get("label") or label
        if component["type"] not in INPUTS:
            continue
        key = component["custom_id"] if component["custom_id"] in left else label
        if key in left:
            value = left.pop(key)
            field = "values" if isinstance(value, list) else "value"
            sent.append({"custom_id": component["custom_id"], field: value})
        else:
            sent.append({"custom_id": component["custom_id"], **_untouched(component)})
    if left:
        raise Refused(f"The form has no field {next(iter(left))!r}.")
    return sent


def _untouched(component: Json) -> Json:
    """What an input sends that nobody touched."""
    chosen = [one["value"] for one in component.get("options") or () if one.get("default")]
    if chosen:
        return {"values": chosen}
    return {"value": component["value"]} if "value" in component else {}

"""What a person's Discord client lets them do, and what it sends for them."""

from __future__ import annotations

from . import filling, messages
from .components import CONTROLS, SELECTS, Kind, as_returned, walk
from .errors import Json
from .filling import Refused
from .interaction import Asked, Interaction
from .interactions import Interactions
from .messages import Post
from .permissions import Perm
from .world import Channel, Message, User, World

LINK_BUTTON = 5
IN_GUILD, IN_BOT_DM = 0, 1  # contexts of a command
MAX_CHAT = 2000
_RESOLVED_AS: dict[int, int] = {
    Kind.CHANNEL_SELECT: filling.CHANNEL,
    Kind.ROLE_SELECT: filling.ROLE,
}


class Client:
    """Acts for people; raises `Refused` where a real client would not even ask Discord."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self.world = world
        self.interactions = interactions

    # -- commands --------------------------------------------------------------------------------

    def commands(self, user: User, channel: Channel | None = None) -> list[Json]:
        """Slash commands this person is offered, in this channel or anywhere."""
        known = [command for scope in self.world.commands.values() for command in scope.values()]
        return [command for command in known if self._offered(command, user, channel)]

    def _offered(self, command: Json, user: User, channel: Channel | None) -> bool:
        needed = command.get("default_member_permissions")
        in_dm = channel is not None and channel.is_dm
        if needed is not None and not in_dm and user is not self.world.owner:
            mask = self.world.permissions(user, channel)
            if int(needed) == 0 or mask & int(needed) != int(needed):
                return False
        if channel is None:
            return True
        contexts = command.get("contexts")
        if contexts is None:
            contexts = [IN_GUILD, IN_BOT_DM] if command.get("dm_permission", True) else [IN_GUILD]
        return (IN_BOT_DM if in_dm else IN_GUILD) in contexts

    def slash(
        self, user: User, channel: Channel, command_id: str, options: list[Json]
    ) -> Interaction:
        """Runs a command with options as Discord nests them."""
        self._check_sees(user, channel)
        if not self.world.permissions(user, channel) & Perm.USE_APPLICATION_COMMANDS:
            raise Refused("You may not use commands here.")
        offered = {command["id"]: command for command in self.commands(user, channel)}
        if command_id not in offered:
            raise Refused("There is no such command here.")
        command = offered[command_id]
        resolved: Json = {}
        names, filled = filling.fill_options(
            command, options, lambda kind, key: self._resolve(kind, key, channel, resolved)
        )
        data: Json = {"id": command_id, "name": command["name"], "type": command["type"]}
        data |= {"options": filled} if filled else {}
        data |= {"resolved": resolved} if resolved else {}
        name = " ".join([command["name"], *names])
        return self.interactions.create(Asked.COMMAND, user, channel, data, name=name)

    def _resolve(self, kind: int, key: str, channel: Channel, resolved: Json) -> bool:
        """Adds a named user, channel or role to `resolved`; False when there is none."""
        if kind == filling.CHANNEL:
            found = self.world.channels.get(key)
            if found is not None:
                resolved.setdefault("channels", {})[key] = found.raw() | {"permissions": "0"}
            return found is not None
        if kind == filling.ROLE:
            roles = {role["id"]: role for role in self.world.roles_raw()}
            resolved.setdefault("roles", {}).update({key: roles[key]} if key in roles else {})
            return key in roles
        user = self.world.users.get(key)
        if user is None:
            return False
        resolved.setdefault("users", {})[key] = user.raw()
        if not channel.is_dm:
            may = {"permissions": str(int(self.world.permissions(user, channel)))}
            member = self.world.member_raw(user, with_user=False) | may
            resolved.setdefault("members", {})[key] = member
        return True

    # -- messages --------------------------------------------------------------------------------

    def press(
        self,
        user: User,
        message: Message,
        custom_id: str,
        values: list[str] | None = None,
        *,
        force: bool = False,
    ) -> Interaction:
        """Presses a button or answers a select.

        `force` sends it although the control is disabled or no longer there, as a click does that
        crossed an edit of the message on its way.
        """
        if not self.world.sees_message(user, message):
            raise Refused("You cannot see this message.")
        control = control_of(message, custom_id)
        if control is None:
            if not force:
                raise Refused("This control is no longer there.")
            control = {"type": Kind.SELECT if values else Kind.BUTTON, "custom_id": custom_id}
        elif not force:
            _check_usable(control, values)
        data: Json = {"custom_id": custom_id, "component_type": control["type"]}
        data |= {"id": control["id"]} if "id" in control else {}
        if control["type"] in SELECTS:
            data |= self._selected(control["type"], values or [], message.channel)
        return self.interactions.create(
            Asked.COMPONENT, user, message.channel, data, name=custom_id, source=message
        )

    def _selected(self, kind: int, values: list[str], channel: Channel) -> Json:
        if kind == Kind.SELECT:
            return {"values": values}
        resolved: Json = {}
        option = _RESOLVED_AS.get(kind, filling.USER)
        for value in values:
            if not self._resolve(option, value, channel, resolved):
                raise Refused(f"{value} is not in this menu.")
        return {"values": values, "resolved": resolved}

    def submit(self, user: User, opened: Interaction, sent: list[Json]) -> Interaction:
        """Sends the modal that an interaction of this person opened."""
        if opened.modal is None or opened.user is not user:
            raise Refused("This form is not open.")
        modal = opened.modal | {"components": as_returned(opened.modal["components"])}
        data = {
            "custom_id": modal["custom_id"],
            "components": filling.fill_modal(modal, sent),
        }
        return self.interactions.create(
            Asked.MODAL,
            user,
            opened.channel,
            data,
            name=modal["custom_id"],
            source=opened.source,
            parent=opened,
        )

    def say(self, user: User, channel: Channel, content: str) -> Message:
        """Ordinary chat."""
        self._check_sees(user, channel)
        if not self.world.permissions(user, channel) & Perm.SEND_MESSAGES:
            raise Refused("You may not write here.")
        text = content.strip()
        if not 1 <= len(text) <= MAX_CHAT:
            raise Refused(f"A message has 1 to {MAX_CHAT} characters.")
        return messages.create(self.world, Post(channel, user, {"content": text}))

    def dismiss(self, user: User, message: Message) -> None:
        """Drops an ephemeral message from the person's own sight; the bot hears nothing."""
        if message.only_for != user.id:
            raise Refused("Only a message for you alone can be dismissed.")
        message.deleted = True
        self.world.tell("dismiss", message)

    def _check_sees(self, user: User, channel: Channel) -> None:
        if not self.world.sees(user, channel):
            raise Refused("You cannot see this channel.")


def control_of(message: Message, custom_id: str) -> Json | None:
    """The button or select with this custom id."""
    for component, _ in walk(message.raw["components"]):
        if component.get("type") in CONTROLS and component.get("custom_id") == custom_id:
            return component
    return None


def _check_usable(control: Json, values: list[str] | None) -> None:
    if control.get("disabled"):
        raise Refused("This control is disabled.")
    if control["type"] in SELECTS:
        filling.check_selection(control, values or [])
    elif control.get("style") == LINK_BUTTON:
        raise Refused("A link opens a page; it asks the bot nothing.")

"""All interactions: the 3 s deadline, the kinds of first answer, tokens and follow-ups."""

from __future__ import annotations

import asyncio
import time

from . import messages
from .errors import ApiError, Json, invalid_form, refuse
from .interaction import Ack, Asked, Interaction, State
from .limit_components import Surroundings
from .limit_modals import check_modal
from .limits import EPHEMERAL
from .messages import Post, Upload
from .world import Channel, Message, User, World

DEADLINE_S = 3.0  # for the first answer
TOKEN_LIFE_S = 900.0
KEPT = 20_000  # interactions remembered; older ones are as good as expired
_ON_A_MESSAGE = {Ack.SILENT, Ack.UPDATE}
_ALLOWED: dict[Asked, set[Ack]] = {
    Asked.COMMAND: {Ack.MESSAGE, Ack.THINKING, Ack.MODAL},
    Asked.COMPONENT: set(Ack),
    Asked.MODAL: {Ack.MESSAGE, Ack.THINKING},
}


class Interactions:
    """Creates interactions, takes the bot's answers, lets time run out."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.deadline_s = DEADLINE_S
        self.token_life_s = TOKEN_LIFE_S
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def create(
        self,
        asked: Asked,
        user: User,
        channel: Channel,
        data: Json,
        *,
        name: str = "",
        source: Message | None = None,
        parent: Interaction | None = None,
    ) -> Interaction:
        """A new interaction, told to the bot; it fails by itself when no answer comes in time."""
        made = Interaction(
            self.world, self.world.ids.new(), asked, user, channel, data, name, source, parent
        )
        self._remember(made)
        asyncio.get_running_loop().call_later(self.deadline_s, self._expire, made)
        self.world.tell("asked", made)
        return made

    def _remember(self, made: Interaction) -> None:
        self._by_id[made.id] = self._by_token[made.token] = made
        if len(self._by_id) > KEPT:
            oldest = self._by_id.pop(next(iter(self._by_id)))
            del self._by_token[oldest.token]

    def get(self, interaction_id: str) -> Interaction | None:
        """The interaction with this id."""
        return self._by_id.get(interaction_id)

    def _expire(self, interaction: Interaction) -> None:
        if interaction.ack is None:
            self._set_state(interaction, State.FAILED)

    def _set_state(self, interaction: Interaction, state: State) -> None:
        interaction.state = state
        self.world.tell("interaction", interaction)

    def _is_old(self, interaction: Interaction) -> bool:
        return time.monotonic() - interaction.started > self.token_life_s

    # -- the first answer ------------------------------------------------------------------------

    def answer(
        self, interaction_id: str, token: str, body: Json, uploads: dict[str, Upload]
    ) -> Interaction:
        """Takes the first answer; 10062 when unknown or too late, 40060 when there was one."""
        found = self._by_id.get(interaction_id)
        if found is None or found.token != token or self._is_old(found):
            raise refuse(10062)
        if found.ack is not None:
            raise self._refused(found, refuse(40060))
        if found.state is State.FAILED:
            raise self._refused(found, refuse(10062))
        try:
            ack = self._kind(found, body)
            self._apply(found, ack, body.get("data") or {}, uploads)
        except ApiError as error:
            raise self._refused(found, error) from None
        found.ack = ack
        self._set_state(found, _STATE_AFTER.get(ack, State.DONE))
        return found

    def _refused(self, interaction: Interaction, error: ApiError) -> ApiError:
        interaction.refused.append(error)
        self.world.changed.fire()
        return error

    def _kind(self, interaction: Interaction, body: Json) -> Ack:
        allowed = set(_ALLOWED[interaction.asked])
        if interaction.source is not None:
            allowed |= _ON_A_MESSAGE
        kind = body.get("type")
        if kind not in {int(ack) for ack in allowed}:
            numbers = ", ".join(str(int(ack)) for ack in sorted(allowed))
            sentence = f"Value must be one of ({numbers})."
            raise invalid_form([(("type",), "BASE_TYPE_CHOICES", sentence)])
        return Ack(kind)

    def _apply(
        self, interaction: Interaction, ack: Ack, data: Json, uploads: dict[str, Upload]
    ) -> None:
        match ack:
            case Ack.MESSAGE:
                interaction.original = self._post(interaction, data, uploads, path=("data",))
            case Ack.THINKING:
                flags = {"flags": data.get("flags")}
                interaction.original = self._post(interaction, flags, {}, loading=True)
            case Ack.SILENT:
                interaction.original = interaction.source
            case Ack.UPDATE:
                interaction.original = self._update_source(interaction, data, uploads)
            case Ack.MODAL:
                check_modal(data, around=Surroundings(set(self.world.emojis)))
                interaction.modal = data

    def _post(
        self,
        interaction: Interaction,
        body: Json,
        uploads: dict[str, Upload],
        *,
        loading: bool = False,
        path: tuple[str, ...] = (),
    ) -> Message:
        if interaction.channel.deleted:
            raise refuse(10003)
        flags = body.get("flags")
        post = Post(
            interaction.channel,
            self.world.bot,
            body,
            uploads,
            answer_to=interaction,
            ephemeral=bool((flags if isinstance(flags, int) else 0) & EPHEMERAL),
            loading=loading,
            path=path,
        )
        return messages.create(self.world, post)

    def _update_source(
        self, interaction: Interaction, data: Json, uploads: dict[str, Upload]
    ) -> Message:
        source = interaction.source
        if source is None or source.deleted:
            raise refuse(10008)
        return messages.edit(self.world, source, data, uploads, path=("data",))

    # -- later answers ---------------------------------------------------------------------------

    def by_webhook(self, application_id: str, token: str) -> Interaction:
        """The interaction of a follow-up address; 10015 before an answer, 50027 after 15 min."""
        found = self._by_token.get(token)
        if found is None or application_id != self.world.application_id or found.ack is None:
            raise refuse(10015)
        if self._is_old(found):
            raise refuse(50027)
        return found

    def follow_up(
        self, interaction: Interaction, body: Json, uploads: dict[str, Upload]
    ) -> Message:
        """A further message; the first one after "thinking" fills in that answer instead."""
        waiting = interaction.original
        if interaction.ack is Ack.THINKING and waiting is not None and waiting.loading:
            return self.edit_answer(interaction, waiting, body, uploads)
        message = self._post(interaction, body, uploads)
        interaction.followups.append(message)
        self.world.changed.fire()
        return message

    def answer_message(self, interaction: Interaction, message_id: str) -> Message:
        """`@original` or a follow-up by id; 10008 when it is not there."""
        own = [interaction.original, *interaction.followups]
        for message in own[:1] if message_id == "@original" else own:
            wanted = message_id == "@original" or (message and message.id == message_id)
            if message is not None and wanted and not message.deleted:
                return message
        raise refuse(10008)

    def edit_answer(
        self, interaction: Interaction, message: Message, body: Json, uploads: dict[str, Upload]
    ) -> Message:
        """Edits an answer through the token, ephemerals too."""
        messages.edit(self.world, message, body, uploads)
        if interaction.state is State.THINKING and message is interaction.original:
            self._set_state(interaction, State.DONE)
        return message


_STATE_AFTER = {Ack.THINKING: State.THINKING, Ack.MODAL: State.MODAL}

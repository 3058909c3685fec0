"""What leaves the process: nothing that is not on disk yet, and nobody else's secrets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.play.components import walk
from bot.play.errors import Json
from bot.play.interaction import Ack, Interaction
from bot.play.interactions import Interactions
from bot.play.limits import EPHEMERAL
from bot.play.world import Channel, Message
from bot.ui import custom_ids as ids
from bot.ui.cards_text import GAP, SIGNS
from bot.ui.custom_ids import Control
from tests.simulator.edge import Request
from tests.simulator.history import Fail, History, Told
from tests.simulator.server import FaultyWorld
from tongits.cards import Card

ALL = "all"  # whoever can look into the channel
SUITS = {sign: suit for suit, sign in SIGNS.items()}
CARD = re.compile(r"(?<![★\d])(10|[2-9AJQK])([♠♥♦♣])(?!\*)")
HELD = re.compile(r"^### ([♠♥♦♣] .*)$", re.MULTILINE)
OF_HAND = re.compile(r"\bhand (\d+)\b", re.IGNORECASE)
CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
CHANNEL = re.compile(r"/channels/(\d+)/messages(?:/(\d+))?")
WEBHOOK = re.compile(r"/webhooks/\d+/([^/]+)(?:/messages/([^/]+))?")


@dataclass(slots=True)
class Payload:
    """What a call shows, taken apart."""

    text: str
    controls: list[Control] = field(default_factory=list)
    custom_ids: list[str] = field(default_factory=list)
    nonce: str = ""

    @property
    def table_id(self) -> str:
        """The table it belongs to; "" for what belongs to none."""
        return next((control.table_id for control in self.controls if control.table_id), "")

    @property
    def seat(self) -> int | None:
        """The seat of a private panel."""
        return next((one.seat for one in self.controls if one.seat is not None), None)

    def cards(self) -> set[Card]:
        """Every card it names."""
        named = {card(rank, sign) for rank, sign in CARD.findall(self.text)}
        for line in HELD.findall(self.text):
            named |= set(_held(line.replace("_", "")))
        return named


def card(rank: str, sign: str) -> Card:
    """A card as the screens write it."""
    return Card(("T" if rank == "10" else rank) + SUITS[sign])


def _held(line: str) -> Iterator[Card]:
    """The cards of a hand in groups of one suit."""
    for group in line.split(GAP):
        sign, *ranks = group.split(" ")
        if sign in SUITS:
            yield from (card(rank, sign) for rank in ranks if rank)


def payload_of(body: Json) -> Payload:
    """Takes a message's body apart."""
    texts = [str(body.get("content") or "")]
    found = Payload("", nonce=str(body.get("nonce") or ""))
    for component, _ in walk(body.get("components")):
        texts += [str(component.get(key) or "") for key in ("content", "label", "placeholder")]
        for option in component.get("options") or ():
            texts += [str(option.get("label") or ""), str(option.get("description") or "")]
        custom_id = str(component.get("custom_id") or "")
        control = ids.parse(custom_id)
        found.custom_ids.append(custom_id)
        if control is not None:
            found.controls.append(control)
    found.text = "\n".join(texts)
    return found


class Secrecy:
    """Judges each call as it leaves the process."""

    def __init__(
        self, world: FaultyWorld, interactions: Interactions, history: History, fail: Fail
    ) -> None:
        self._world = world
        self._interactions = interactions
        self._history = history
        self._fail = fail
        self._answered: set[int] = set()  # interactions whose clicker was told something
        self.deliveries: Counter[int] = Counter()
        self.judged = 0
        history.on_commit = self._committed

    def leaves(self, request: Request) -> None:
        """Judges a call that the bot makes."""
        audience, body = self._audience(request)
        if audience is None or not body:
            return
        payload = payload_of(body)
        self.judged += 1
        for control in payload.controls:
            if control.token:
                self._judge_token(control.token, audience)
        self._judge_cards(payload, audience)

    def delivered(self, interaction_id: int) -> None:
        """A click reached the bot, perhaps not for the first time."""
        self.deliveries[interaction_id] += 1

    def _committed(self, interaction_id: int) -> None:
        """An interaction's command is on disk: its clicker must not have heard of it before."""
        if interaction_id in self._answered and self.deliveries[interaction_id] == 1:
            self._fail(f"interaction {interaction_id} was answered before its commit")

    # -- who sees it -----------------------------------------------------------------------------

    def _audience(self, request: Request) -> tuple[str | None, Json]:
        """Discord id of the only person who sees a call's body, or ALL; None: nothing is shown."""
        if request.method not in ("POST", "PATCH"):
            return None, {}
        if match := CALLBACK.fullmatch(request.path):
            return self._of_callback(match[1], request.body)
        if match := CHANNEL.fullmatch(request.path):
            return self._of_channel(self._world.channels.get(match[1])), request.body
        if match := WEBHOOK.fullmatch(request.path):
            return self._of_webhook(match[1], request)
        return None, {}

    def _of_callback(self, interaction_id: str, body: Json) -> tuple[str | None, Json]:
        asked, kind = self._interactions.get(interaction_id), body.get("type")
        if asked is None or kind not in (Ack.MESSAGE, Ack.UPDATE):
            return None, {}
        self._answered.add(int(interaction_id))
        data: Json = body.get("data") or {}
        if kind == Ack.UPDATE:
            return self._of_message(asked.source), data
        if int(data.get("flags") or 0) & EPHEMERAL:
            return asked.user.id, data
        return self._of_channel(asked.channel), data

    def _of_webhook(self, token: str, request: Request) -> tuple[str | None, Json]:
        asked: Interaction | None = self._interactions._by_token.get(token)
        if asked is None:
            return None, {}
        if request.method == "PATCH" or asked.ack is Ack.THINKING:
            return self._of_message(asked.original), request.body
        if int(request.body.get("flags") or 0) & EPHEMERAL:
            return asked.user.id, request.body
        return self._of_channel(asked.channel), request.body

    def _of_message(self, message: Message | None) -> str | None:
        if message is None:
            return None
        return message.only_for or self._of_channel(message.channel)

    def _of_channel(self, channel: Channel | None) -> str | None:
        if channel is None:
            return None
        return channel.recipient.id if channel.recipient else ALL

    # -- judging ---------------------------------------------------------------------------------

    def _judge_token(self, token: str, audience: str) -> None:
        asked = self._history.tokens.get(token)
        if asked is None:
            self._fail("a panel asks for a decision that is not on disk")
        elif self._history.people.get(asked.player_id or "") != audience:
            self._fail(f"table {asked.table_id}: the token of {asked.subject} went to another")

    def _judge_cards(self, payload: Payload, audience: str) -> None:
        table_id, hand_no = self._hand_of(payload)
        told = self._history.tables.get(table_id)
        if told is None or hand_no in told.over or told.state is None or told.state.rules.jokers:
            return
        allowed = set(told.public.get(hand_no, ()))
        for (number, seat), player_id in told.holders.items():
            if number == hand_no and self._history.people.get(player_id) == audience:
                allowed |= told.held[number, seat]
        secret = payload.cards() - allowed
        if secret and self._is_judged(payload, audience):
            self._fail(f"table {table_id}, hand {hand_no}: {len(secret)} secret cards were sent")

    def _is_judged(self, payload: Payload, audience: str) -> bool:
        """Rules and set-up panels name cards of no table's hand."""
        public = audience == ALL or bool(payload.nonce)
        return public or payload.seat is not None

    def _hand_of(self, payload: Payload) -> tuple[str, int]:
        """The table and the hand that a payload tells of."""
        if payload.nonce in self._history.posts:
            table_id, seq = self._history.posts[payload.nonce]
            return table_id, self._history.tables[table_id].hand_of_seq[seq]
        table_id = payload.table_id
        named = OF_HAND.search(payload.text)
        told: Told | None = self._history.tables.get(table_id)
        present = told.state.hand_no if told and told.state else 0
        return table_id, int(named[1]) if named else present


def shown(message: Message) -> Payload:
    """A message at Discord, taken apart."""
    raw: dict[str, Any] = message.raw
    return payload_of(raw)

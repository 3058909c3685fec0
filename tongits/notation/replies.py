"""The answers to a call that a position tells, and those of them that nobody could give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from tongits.notation.errors import Illegal
from tongits.notation.words import Line, Word
from tongits.refusals import is_burned
from tongits.rules import Reply
from tongits.seats import SeatNo
from tongits.state import GameState, Phase


def read_reply(line: Line) -> Reply:
    """The next word. Raises `Malformed` when it is no reply in any rules."""
    word = line.take("a reply")
    replies: tuple[Reply, ...] = get_args(Reply)
    for reply in replies:
        if word.text.lower() == reply:
            return reply
    raise word.malformed("unexpected_word", word=word.text)


def refuse_impossible_replies(
    state: GameState, words: Mapping[SeatNo, Word], unseen: frozenset[SeatNo]
) -> None:
    """Raises `Illegal("illegal_reply")` at the seat whose answer it could not have given.

    `unseen` are the seats whose hands are only counted: nobody knows what they keep secret.
    """
    for seat, word in words.items():
        for why in _objections(state, seat, is_unseen=seat in unseen):
            values: dict[str, object] = {"seat": seat, "why": why}
            raise Illegal("illegal_reply", word.line, word.column, values)


def _objections(state: GameState, seat: SeatNo, *, is_unseen: bool) -> Iterator[str]:
    passive, reply = state.rules.passive_reply, state.replies[seat]
    if state.phase is not Phase.REPLY:
        yield "nobody answers before a call"
    if seat == state.caller:
        yield "it is the caller"
    if reply not in (passive, "challenge"):
        yield f"these rules have {passive} and challenge"
    may_keep_secret = is_unseen and state.rules.secret_in_hand
    if reply == "challenge" and is_burned(state, seat) and not may_keep_secret:
        yield "it is burned"

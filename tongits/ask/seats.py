"""Questions about a seat: may it call, is it burned."""

from __future__ import annotations

from typing import Final

from tongits.ask.question import MAX_HAND_CARDS, Question, Values
from tongits.rules import Rules
from tongits.splits import holds_secret

CALL_FIELDS: Final = (
    "opened",
    "drawn",
    "first_turn",
    "sapawed_by_other",
    "own_sapaw",
    "melded4_last_turn",
)


def answer_may_call(rules: Rules, question: Question) -> Values:
    """Whether a seat in turn may call, else the code of what is in the way."""
    facts = {name: question.flag(name) for name in CALL_FIELDS}
    code = _call_code(rules, facts)
    return {"allowed": False, "code": code} if code else {"allowed": True}


def answer_burned(rules: Rules, question: Question) -> Values:
    """Whether a seat is burned; a four laid face down counts where the rules have it."""
    opened, face_down = question.flag("opened"), question.flag("face_down")
    hand = question.cards("hand", rules, MAX_HAND_CARDS) if question.has("hand") else ()
    laid = opened or (face_down and rules.face_down_four)
    return {"burned": not laid and not holds_secret(hand, rules)}


def _call_code(rules: Rules, facts: dict[str, bool]) -> str | None:
    # The dealer's first turn begins without a draw: there is no moment to call in.
    if facts["drawn"] or facts["first_turn"]:
        return "already_drawn"
    if not facts["opened"]:
        return "not_opened"
    return "sapaw_blocks_call" if _is_blocked(rules, facts) else None


def _is_blocked(rules: Rules, facts: dict[str, bool]) -> bool:
    """Whether a sapaw, or what counts as one, stands against the call (rules.md 2.2 rows 4-6)."""
    if rules.sapaw_blocks_call == "off":
        return False
    connected = rules.long_meld_self_connect and facts["melded4_last_turn"]
    return facts["sapawed_by_other"] or facts["own_sapaw"] or connected

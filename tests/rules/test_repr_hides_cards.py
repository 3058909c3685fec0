"""No repr, so no log and no traceback, shows a card or reply that somebody must not know."""

import random
import re

import pytest

from tests.rules.tables import BOOK, P0, P1, PAGAT, after, card, cards, table
from tongits.cards import DECK
from tongits.engine import apply, new_hand
from tongits.errors import IllegalMove
from tongits.events import Answered, Dealt, Drew
from tongits.moves import Answer, Call, Discard, Draw, LayFaceDown, TakeBack
from tongits.state import Phase
from tongits.views import view_for

ANY_CARD = re.compile(r"'[A23456789TJQK][SHDC]'")


def test_a_dealt_hand_shows_no_card() -> None:
    state, dealt = new_hand(BOOK, tuple(random.Random(1).sample(DECK, 52)), P0)
    drawn, events = apply(after(state, (P0, Discard(state.hands[P0][0]))), P1, Draw())
    for secret in (state, dealt, *events, view_for(state, P0), view_for(state, P1)):
        assert ANY_CARD.findall(repr(secret) + str(secret)) == []
    for view in (view_for(drawn, P0), view_for(drawn, P1), drawn):
        assert set(ANY_CARD.findall(repr(view))) == {repr(str(state.hands[P0][0]))}


def test_events_that_only_one_seat_may_know_show_no_card() -> None:
    assert ANY_CARD.findall(repr((Dealt(P0, DECK), Drew(P0, card("7S"))))) == []


def test_an_answer_to_a_call_is_not_shown() -> None:
    state = table(hands=("AD", "KD", "KC"), melds=("0: 2S 3S 4S", "1: 5H 6H 7H", "2: 9C TC JC"))
    called = after(state, (P0, Call()))
    answered, events = apply(called, P1, Answer("challenge"))
    assert answered.phase is Phase.REPLY
    for secret in (answered, *events, Answered(P1, "challenge"), view_for(answered, P1)):
        assert repr("challenge") not in repr(secret)  # quoted: a value, no name of a switch


def test_four_cards_laid_face_down_are_not_shown() -> None:
    state = table(hands=("9S 9H 9D 9C 2C", "KD", "KC"), phase=Phase.ACT, rules=PAGAT)
    move = LayFaceDown(cards("9S 9H 9D 9C"))
    laid, events = apply(state, P0, move)
    back = after(laid, (P0, TakeBack()))
    for secret in (move, laid, *events, back, view_for(laid, P1)):
        assert ANY_CARD.findall(repr(secret) + str(secret)) == []


def test_a_refused_move_names_no_card() -> None:
    state = table(hands=("AD", "KD", "KC"), phase=Phase.ACT)
    with pytest.raises(IllegalMove) as error:
        apply(state, P0, Discard(card("KD")))
    assert ANY_CARD.findall(repr(error.value) + str(error.value)) == []

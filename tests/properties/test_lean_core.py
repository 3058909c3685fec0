"""The lean core is the engine: the same moves, states, outcomes and payments, step by step."""

import random
from dataclasses import replace

import pytest

from tongits.cards import DECK, Card, deck, parse_cards
from tongits.engine import apply, legal_moves, new_hand, to_act
from tongits.lean import LeanGame, LeanHand, bits
from tongits.lean.tables import CALL, CHALLENGE, LAY, PASSIVE
from tongits.moves import TakeBack
from tongits.rules import PRESETS, Rules, preset
from tongits.scoring import settle
from tongits.seats import SEATS
from tongits.state import GameState, Phase, TableMeld, all_cards

BOOK, PAGAT, GO = (preset(name) for name in PRESETS)
VARIED: dict[str, Rules] = {
    "book": BOOK,
    "pagat": PAGAT,
    "go": GO,
    "book, a discard at the end": replace(BOOK, final_discard=True),
    "book, ace low, kang": replace(BOOK, ace_in_runs="low", kang=True),
    "book, secrets": replace(BOOK, secret_bonus_stakes=2, burned_extra=1, pay_difference=True),
    "pagat, a discard at the end": replace(PAGAT, final_discard=True),
    "pagat, self-connect": replace(PAGAT, long_meld_self_connect=True, long_run_bonus_units=3),
    "go, no dumping": replace(GO, no_dump_sapawable=True),
    "go, all house rules": replace(
        GO, no_dump_sapawable=True, final_discard=True, ace_in_runs="both", kang=True
    ),
    "go, a small deck": replace(GO, suits="SH", ranks="A23456", hand_size=3),
}
STEPS, LONG_STEPS = 9_000, 120_000  # of each run over all rules


def play_side_by_side(rules: Rules, rng: random.Random) -> int:
    """One hand in both, compared at every step; how many moves it had."""
    game, shuffled = LeanGame(rules), list(deck(0, rules.suits, rules.ranks))
    rng.shuffle(shuffled)
    dealer, keen = rng.choice(SEATS), rng.random() < 0.5
    state, _ = new_hand(rules, tuple(shuffled), dealer)
    hand, steps = game.deal(bits.numbers_of(shuffled), dealer), 0
    while to_act(state):
        assert_same(game, hand, state)
        action = choose(hand, rng, keen=keen)
        state, _ = apply(state, hand.seat, game.move_of(action))
        hand.apply(action)
        steps += 1
    assert_same_end(game, hand, state)
    return steps


def choose(hand: LeanHand, rng: random.Random, *, keen: bool) -> int:
    """Any action; a keen seat lays what it can and seldom calls, so that tables fill up."""
    actions = hand.legal_actions()
    if keen:
        laying = [action for action in actions if action >= LAY]
        if laying and rng.random() < 0.8:
            return rng.choice(laying)
        actions = [a for a in actions if a != CALL or rng.random() < 0.1] or actions
    return rng.choice(actions)


def assert_same(game: LeanGame, hand: LeanHand, state: GameState) -> None:
    seat, actions = hand.seat, hand.legal_actions()
    assert seat in to_act(state)
    moves = [game.move_of(action) for action in actions]
    legal = legal_moves(state, seat)
    assert len(moves) == len(legal)
    assert set(moves) == set(legal)
    assert [game.action_of(move) for move in moves] == list(actions)
    assert facts(hand) == facts(game.hand_of(state))
    if state.phase is Phase.REPLY:
        assert set(hand.owing()) == to_act(state)
        assert actions[0] == PASSIVE


def facts(hand: LeanHand) -> dict[str, object]:
    names = (name for name in LeanHand.__slots__ if name != "game")
    return {name: getattr(hand, name) for name in names}


def assert_same_end(game: LeanGame, hand: LeanHand, state: GameState) -> None:
    assert not hand.legal_actions()
    assert state.outcome is not None
    assert hand.outcome == state.outcome
    assert [bits.mask_of(cards) for cards in state.hands] == hand.hands
    ours, theirs = (
        settle(game.rules, outcome, stake_chips=10, rate=2, pot_chips=30)
        for outcome in (hand.outcome, state.outcome)
    )
    assert ours == theirs


def play_steps(steps: int, seed: int) -> None:
    rng, played, rules = random.Random(seed), dict.fromkeys(VARIED, 0), list(VARIED)
    while sum(played.values()) < steps:
        name = min(rules, key=played.__getitem__)
        played[name] += play_side_by_side(VARIED[name], rng)


def test_lean_hands_are_the_engines_hands() -> None:
    play_steps(STEPS, seed=3)


@pytest.mark.long
@pytest.mark.timeout(0)
def test_lean_hands_are_the_engines_hands_over_a_hundred_thousand_steps() -> None:
    play_steps(LONG_STEPS, seed=4)


def position(rules: Rules, hands: tuple[str, str, str], **changes: object) -> GameState:
    """A hand in play set up on purpose; the stock is what is nowhere else."""
    state, _ = new_hand(rules, DECK, SEATS[0])
    held = tuple(parse_cards(cards) for cards in hands)
    state = replace(state, hands=held, **changes)  # type: ignore[arg-type]
    elsewhere = {*all_cards(replace(state, stock=()))}
    return replace(state, stock=tuple(card for card in DECK if card not in elsewhere))


def play_on(rules: Rules, state: GameState, actions: tuple[int, ...]) -> GameState:
    """The state after these actions, compared at every step and at the end."""
    game = LeanGame(rules)
    hand = game.hand_of(state)
    for action in actions:
        assert_same(game, hand, state)
        state, _ = apply(state, hand.seat, game.move_of(action))
        hand.apply(action)
    assert_same_end(game, hand, state)
    return state


def test_the_last_card_may_be_thrown_although_it_was_taken() -> None:
    eight = Card("8H")
    state = position(BOOK, ("8H", "KS KH 2C", "QS 4H 2D"), taken=eight)
    ended = play_on(BOOK, state, tuple(bits.numbers_of([eight])))
    assert ended.outcome is not None
    assert ended.outcome.ending == "tongits"


def test_a_seat_that_laid_nothing_keeps_its_secret_though_it_costs_points() -> None:
    laid = TableMeld(SEATS[0], "set", parse_cards("KS KH KD"))
    hands = ("AS AH 2D", "7S 7H 7D 7C 8S 9S 8H 9H", "QS JH 2C 4D 5S")
    state = position(GO, hands, melds=(laid,), phase=Phase.START, discards=parse_cards("3C"))
    ended = play_on(GO, state, (CALL, CHALLENGE))
    assert ended.outcome is not None
    assert ended.outcome.deadwood[1] == 34
    assert not ended.outcome.burned[1]


def test_a_copy_is_played_by_itself() -> None:
    rng = random.Random(5)
    for rules in (BOOK, PAGAT, GO):
        hand = LeanGame(rules).deal(rng.sample(range(52), 52), dealer=1)
        while hand.legal_actions():
            before, twin = facts(hand), hand.copy()
            assert facts(twin) == before
            while twin.legal_actions():
                twin.apply(choose(twin, rng, keen=True))
            assert facts(hand) == before
            hand.apply(choose(hand, rng, keen=True))


def test_jokers_and_taking_back_are_not_for_the_lean_core() -> None:
    with pytest.raises(ValueError, match="without jokers"):
        LeanGame(replace(BOOK, jokers=1))
    with pytest.raises(ValueError, match="takes nothing back"):
        LeanGame(BOOK).action_of(TakeBack())


def test_masks_and_cards_are_the_same_thing() -> None:
    assert bits.cards_of(bits.mask_of(DECK)) == DECK
    assert [DECK[number] for number in bits.numbers_of(DECK)] == list(DECK)

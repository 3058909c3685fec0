"""Views to draw panels from: arranged hands, and every state of random ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from bot.tables.looks import terms_view
from bot.tables.turns import line_of
from bot.tables.views import (
    ResultView,
    SeatInfo,
    SeatView,
    SortOrder,
    Stage,
    TableView,
    TermsView,
    TurnLine,
)
from tongits import engine
from tongits.cards import Card, deck, is_joker, parse_cards
from tongits.match import Stakes
from tongits.moves import (
    Call,
    Declare,
    Discard,
    Draw,
    Lay,
    LayFaceDown,
    Move,
    Sapaw,
    Take,
    TakeBack,
)
from tongits.refusals import can_take_back
from tongits.rules import Rules, preset
from tongits.scoring import settle
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState, Phase, TableMeld, evolve
from tongits.views import view_for

TABLE_ID = "abcdefgh"
TOKEN = "tokentokentoken1"
DUE_MS = 1_790_000_000_000
NAMES = ("Ana", "Ben", "Carla")
BOOK = preset("book")


def terms(rules: Rules = BOOK, stake: int = 10, rate: int = 1) -> TermsView:
    return terms_view(Stakes(rules, stake, rate), 60)


TERMS = terms()
EXTREME_NAMES = (
    "W" * 32,
    "👨‍👩‍👧‍👦🇵🇭👍🏽" * 4,
    "\u202e*_`||@everyone <@123456789> [x](http://y)",
    "ا" * 32,
    "e\u0301\u0302\u0303\u0304\u0305" * 6,
    "\u200b\u2800",
    "Ana",
    "Ana",
)


def seats(
    names: tuple[str, str, str] = NAMES, *, left: int | None = None, ready: tuple[int, ...] = ()
) -> tuple[SeatInfo, SeatInfo, SeatInfo]:
    first, second, third = (
        SeatInfo(
            seat=seat,
            name=names[seat],
            chips=290 + seat,
            is_host=seat == 0,
            has_left=seat == left,
            is_ready=seat in ready,
            hand_is_dm=True,
        )
        for seat in SEATS
    )
    return first, second, third


def table(
    game: GameState | None = None,
    *,
    stage: Stage = "hand",
    taken: tuple[SeatInfo | None, SeatInfo | None, SeatInfo | None] | None = None,
    last: TurnLine | None = None,
    pot: int = 0,
    closed_why: str | None = None,
    rules: Rules | None = None,
    session: tuple[int, int, int] | None = None,
) -> TableView:
    plays = rules or (game.rules if game else BOOK)
    return TableView(
        table_id=TABLE_ID,
        guild_id=11,
        channel_id=22,
        stage=stage,
        terms=terms(plays),
        seats=seats() if taken is None else taken,
        hand_no=3,
        pot_chips=pot,
        due_ms=DUE_MS,
        hand=None if game is None else view_for(game, None),
        last_turn=last,
        closed_why=closed_why,
        session=session,
    )


def seat_view(
    game: GameState,
    seat: int,
    *,
    sort: SortOrder = "suit",
    names: tuple[str, str, str] = NAMES,
    last: TurnLine | None = None,
    left: int | None = None,
) -> SeatView:
    return SeatView(
        table=table(game, taken=seats(names, left=left), last=last),
        seat=SEATS[seat],
        hand=view_for(game, SEATS[seat]),
        token=TOKEN if SEATS[seat] in engine.to_act(game) else "",
        names=names,
        sort=sort,
        guild_name="Test Server",
        channel_name="general",
    )


def result_view(
    game: GameState,
    *,
    names: tuple[str, str, str] = NAMES,
    pot_in: int = 0,
    hitter: int = 0,
    brought: tuple[int, int, int] = (300, 300, 300),
    stacks: tuple[int | None, int | None, int | None] = (290, 291, 292),
    ready: tuple[bool, bool, bool] = (False, False, False),
    due_ms: int | None = DUE_MS,
    session: tuple[int, int, int] | None = None,
) -> ResultView:
    """The result of a finished hand; in units `pot_in` lay in the hitter pot before it."""
    hand = view_for(game, None)
    assert hand.showdown is not None
    stakes = Stakes(game.rules, 10, 1)
    settlement = settle(
        game.rules,
        hand.showdown.outcome,
        stake_chips=10,
        rate=1,
        pot_chips=0 if stakes.in_units else pot_in,
        brought_chips=brought,
    )
    ante = stakes.ante_chips if stakes.in_units else 0
    first, second, third = (
        chips - ante + (hitter if seat == settlement.winner else 0)
        for seat, chips in zip(SEATS, settlement.chips, strict=True)
    )
    return ResultView(
        table_id=TABLE_ID,
        hand_no=3,
        names=names,
        showdown=hand.showdown,
        settlement=settlement,
        rules=game.rules,
        pot_in_chips=pot_in,
        ante_chips=stakes.ante_chips,
        hitter_chips=hitter,
        side_pot_chips=pot_in + 3 * ante - hitter if stakes.in_units else 0,
        changes=(first, second, third),
        melds=hand.melds,
        face_down=tuple(
            tuple(meld.cards for meld in hand.melds if meld.owner == seat and meld.face_down)
            for seat in SEATS
        ),
        stacks=stacks,
        ready=ready,
        due_ms=due_ms,
        session=session,
    )


def game(
    *hands: str,
    turn: int = 0,
    phase: Phase = Phase.ACT,
    melds: tuple[tuple[int, str], ...] = (),
    discards: str = "",
    drew: str = "",
    taken: str = "",
    stock: int | None = None,
    caller: int | None = None,
    rules: Rules = BOOK,
) -> GameState:
    """A hand in the middle: three hands, melds as (owner, cards); the rest is the stock."""
    held = tuple(parse_cards(text) for text in hands)
    laid = tuple(
        TableMeld(SEATS[owner], "set" if len({c[0] for c in cards}) == 1 else "run", cards)
        for owner, cards in ((owner, parse_cards(text)) for owner, text in melds)
    )
    pile = parse_cards(discards)
    placed = {*pile, *(c for hand in held for c in hand), *(c for m in laid for c in m.cards)}
    rest = tuple(card for card in deck(rules.jokers) if card not in placed)
    return GameState(
        rules=rules,
        dealer=SEATS[0],
        turn_seat=SEATS[turn],
        turn_no=9,
        phase=phase,
        hands=(held[0], held[1], held[2]),
        stock=rest if stock is None else rest[:stock],
        seen=(frozenset(), frozenset(), frozenset()),
        discards=pile,
        melds=laid,
        drew=parse_cards(drew)[0] if drew else None,
        taken=parse_cards(taken)[0] if taken else None,
        caller=None if caller is None else SEATS[caller],
        replies=(None, None, None),
    )


def after(state: GameState, *moves: tuple[int, Move]) -> GameState:
    """The state after some moves."""
    for seat, move in moves:
        state, _ = engine.apply(state, SEATS[seat], move)
    return state


DESIGN_HAND = "4S 5S 7S 8H 9H 8D KD 8C JC QC"  # the hand on the screen of design.md 4
DESIGN_MELDS = ((0, "2H 3H 4H"), (2, "5H 6H 7H"), (2, "9S 9D 9C"))


def design_game(phase: Phase = Phase.ACT, *, turn: int = 1, drew: str = "QC") -> GameState:
    """Ben holds the hand of the design's screen, Ana and Carla have melds."""
    other = "TS JS QS KS TD JD QD 2D 3D"
    return game(
        other,
        DESIGN_HAND,
        "AS AH AD 6C",
        turn=turn,
        phase=phase,
        melds=DESIGN_MELDS,
        discards="KC 4D 7D",
        drew=drew,
        stock=9,
    )


@dataclass(frozen=True)
class Step:
    """One state of a random hand."""

    game: GameState
    last: TurnLine | None
    names: tuple[str, str, str]


def random_hand(seed: int, rules: Rules = BOOK) -> Iterator[Step]:
    """Every state of a hand played at random, with the turn's line so far."""
    chance = random.Random(seed)
    cards = _decks(seed, chance, rules)
    names = (chance.choice(EXTREME_NAMES), chance.choice(EXTREME_NAMES), chance.choice(NAMES))
    state, _ = engine.new_hand(rules, cards, chance.choice(SEATS))
    last: TurnLine | None = None
    while True:
        yield Step(state, last, names)
        waiting = sorted(engine.to_act(state))
        if not waiting:
            return
        seat = chance.choice(waiting)
        for event in engine.decide(state, seat, _some_move(state, seat, chance)):
            last = line_of(state, event, auto=chance.random() < 0.2) or last
            state = evolve(state, event)


def _decks(seed: int, chance: random.Random, rules: Rules) -> tuple[Card, ...]:
    """Mostly shuffled; of every four hands one deals whole suits, and one whole ranks."""
    cards = list(deck(rules.jokers))
    chance.shuffle(cards)
    if seed % 4 == 0:
        order = chance.sample("SHDCX", 5)
        cards = sorted(deck(rules.jokers), key=lambda card: order.index(_suit(card)))
    elif seed % 4 == 1:
        ranks = chance.sample("A23456789TJQKX", 14)
        cards.sort(key=lambda card: ranks.index(card[0]))
    return tuple(cards)


def _suit(card: Card) -> str:
    return "X" if is_joker(card) else card[1]


def _some_move(state: GameState, seat: SeatNo, chance: random.Random) -> Move:
    moves = engine.legal_moves(state, seat)
    if can_take_back(state) and chance.random() < 0.1:
        return TakeBack()
    laying = [move for move in moves if isinstance(move, Lay | LayFaceDown | Sapaw)]
    if laying and chance.random() < 0.5:
        hidden = [move for move in laying if isinstance(move, LayFaceDown)]
        return chance.choice(hidden or laying)
    if Declare() in moves and chance.random() < 0.5:
        return Declare()
    calm = [move for move in moves if isinstance(move, Draw | Take | Discard)]
    calling = Call() in moves and chance.random() < 0.05
    return Call() if calling else chance.choice(calm or list(moves))


def hidden_from(state: GameState, seat: int | None) -> set[Card]:
    """What the seat (None: the public) must not see: the stock, and unseen cards of others."""
    found = set(state.stock)
    for other in SEATS:
        if other != seat:
            found |= set(state.hands[other]) - state.seen[other]
    for laid in state.melds:
        if laid.face_down and laid.owner != seat and state.outcome is None:
            found |= set(laid.cards)
    return found

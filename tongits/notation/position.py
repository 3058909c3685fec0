"""A position as text: who holds what, what lies on the table, whose turn it is and at which point.

```text
rules pagat
turn 1 act
hand 0 9
hand 1 7S 8S 9S KD
hand 2 12
meld 1 5H 6H 7H 8H
meld 0 facedown 9S 9H 9D 9C
discards 4D KC
block 1 by 0 meld 0 8H
```

A hand may be a number of cards that nobody named; the cards left over fill it, then the stock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tongits.cards import Card, format_cards
from tongits.errors import IllegalMove
from tongits.melds import meld_of
from tongits.notation.blocks import format_block, read_block, refuse_loose_block
from tongits.notation.errors import Illegal
from tongits.notation.moves import format_meld, parse_meld
from tongits.notation.replies import read_reply, refuse_impossible_replies
from tongits.notation.rules_lines import RulesLines, cards_in_play, format_rules
from tongits.notation.words import Line, Word, card, cards, lines, number, seat
from tongits.rules import Reply, Rules
from tongits.seats import SEATS, SeatNo, with_seat
from tongits.state import Block, Blocks, GameState, Phase, Placed, TableMeld

PHASES: Final = {phase.value: phase for phase in (Phase.START, Phase.ACT, Phase.REPLY)}


def format_position(state: GameState) -> str:
    """The position as text that `parse_position` reads back, every card named.

    Raises `IllegalMove("hand_over")`: a finished hand is no position.
    """
    if state.phase is Phase.OVER:
        raise IllegalMove("hand_over")
    told = [*format_rules(state.rules), *_turn_lines(state)]
    told += [f"hand {one} {_cards_or_none(state.hands[one])}" for one in SEATS]
    told += [f"stock {_cards_or_none(state.stock)}"]
    told += [f"discards {format_cards(state.discards)}"] if state.discards else []
    told += [_meld_line(laid, state.rules) for laid in state.melds]
    told += [_placed_line(placed, state) for placed in state.placed]
    told += [f"block {one} {format_block(b)}" for one, b in enumerate(state.blocks) if b]
    told += [f"seen {one} {_in_order(known)}" for one, known in enumerate(state.seen) if known]
    return "\n".join(told) + "\n"


def _cards_or_none(held: Sequence[Card]) -> str:
    return format_cards(held) or "0"


def _in_order(known: frozenset[Card]) -> str:
    return format_cards(sorted(known))


def _turn_lines(state: GameState) -> Iterator[str]:
    yield f"dealer {state.dealer}"
    yield f"turn {state.turn_seat} {state.phase.value} {state.turn_no}"
    named = (("drew", state.drew), ("taken", state.taken), ("last_drawer", state.last_drawer))
    yield from (f"{name} {value}" for name, value in named if value is not None)
    if state.idle_turns:
        yield f"idle {state.idle_turns}"
    if state.began_blocked:
        yield "began_blocked"
    yield from (f"kang {one}" for one in SEATS if state.kang[one])
    if state.caller is not None:
        yield f"caller {state.caller}"
    yield from (f"reply {one} {state.replies[one]}" for one in SEATS if state.replies[one])


def _meld_line(laid: TableMeld, rules: Rules) -> str:
    guests = f" guests {_in_order(laid.guests)}" if laid.guests else ""
    if laid.face_down:
        return f"meld {laid.owner} facedown {format_cards(laid.cards)}"
    return f"meld {laid.owner} {format_meld(laid.cards, laid.named, rules)}{guests}"


def _placed_line(placed: Placed, state: GameState) -> str:
    was = placed.blocks[state.melds[placed.meld].owner]
    told = f"placed {placed.meld} {format_cards(placed.cards)}"
    told += " with_taken" if placed.with_taken else ""
    return f"{told} was {format_block(was)}" if was else told


def parse_position(text: str) -> GameState:
    """The state that a text tells; cards it does not name fill hands and stock in deck order.

    Raises `Malformed`, `Illegal` or `Ambiguous`, each with line and column.
    """
    rules, said = RulesLines(), list(lines(text))
    while said and rules.read(said[0]):
        said.pop(0)
    place = said[0].first if said else Word("", text.count("\n") + 1, 1)
    position = _Position(rules.rules(place))
    for line in said:
        position.read(line)
    end = said[-1].end if said else place
    return position.state(end)


@dataclass(slots=True)
class _Unnamed:
    """So many cards that nobody named, and the word that says how many."""

    count: int
    word: Word


@dataclass(slots=True)
class _PlacedLine:
    word: Word
    meld: int
    cards: tuple[Card, ...]
    with_taken: bool
    was: Block | None


@dataclass(slots=True)
class _Position:
    """What the lines of a position said so far."""

    rules: Rules
    where: dict[Card, Word] = field(default_factory=dict)
    seen_keys: set[str] = field(default_factory=set)
    hands: dict[SeatNo, tuple[Card, ...] | _Unnamed] = field(default_factory=dict)
    stock: tuple[Card, ...] | _Unnamed | None = None
    discards: tuple[Card, ...] = ()
    melds: list[TableMeld] = field(default_factory=list)
    placed: list[_PlacedLine] = field(default_factory=list)
    blocks: Blocks = (None, None, None)
    block_words: dict[SeatNo, Word] = field(default_factory=dict)
    seen: dict[SeatNo, frozenset[Card]] = field(default_factory=dict)
    turn: tuple[SeatNo, Phase, int] | None = None
    dealer: SeatNo = SEATS[0]
    drew: Card | None = None
    taken: Card | None = None
    last_drawer: SeatNo | None = None
    caller: SeatNo | None = None
    idle_turns: int = 0
    began_blocked: bool = False
    kang: tuple[bool, bool, bool] = (False, False, False)
    replies: tuple[Reply | None, Reply | None, Reply | None] = (None, None, None)
    reply_words: dict[SeatNo, Word] = field(default_factory=dict)

    def read(self, line: Line) -> None:
        """Reads a line. Raises `NotationError`."""
        word = line.take("a line")
        key = word.text.lower()
        once = key not in ("hand", "meld", "placed", "block", "seen", "kang", "reply")
        if once and key in self.seen_keys:
            raise word.malformed("repeated", word=key)
        self.seen_keys.add(key)
        if not (self._read_places(key, line) or self._read_turn(key, line)):
            raise word.malformed("unknown_line", word=word.text)
        line.done()

    def _read_places(self, key: str, line: Line) -> bool:
        """The lines that say where cards are."""
        match key:
            case "hand":
                self._read_hand(line)
            case "stock":
                self.stock = self._cards_or_count(line)
            case "discards":
                self.discards = self._placed_cards(line.rest())
            case "meld":
                self.melds.append(self._meld(line))
            case "placed":
                self.placed.append(self._placed(line))
            case "seen":
                of = line.seat()
                self.seen[of] = frozenset(line.cards())
            case _:
                return False
        return True

    def _read_turn(self, key: str, line: Line) -> bool:
        """The lines that say what was done so far."""
        match key:
            case "dealer":
                self.dealer = line.seat()
            case "turn":
                self.turn = self._turn(line)
            case "drew":
                self.drew = card(line.take("a card"))
            case "taken":
                self.taken = card(line.take("a card"))
            case "last_drawer":
                self.last_drawer = line.seat()
            case "caller":
                self.caller = line.seat()
            case "idle":
                self.idle_turns = line.number("turns")
            case "began_blocked":
                self.began_blocked = True
            case "kang":
                self.kang = with_seat(self.kang, line.seat(), value=True)
            case "reply":
                self._read_reply(line)
            case "block":
                self._read_blocked(line)
            case _:
                return False
        return True

    def _read_blocked(self, line: Line) -> None:
        word = line.take("a seat, 0 to 2")
        of = seat(word)
        self.block_words[of] = word
        self.blocks = with_seat(self.blocks, of, read_block(line))

    def _read_reply(self, line: Line) -> None:
        word = line.take("a seat, 0 to 2")
        of = seat(word)
        self.reply_words[of] = word
        self.replies = with_seat(self.replies, of, read_reply(line))

    def _turn(self, line: Line) -> tuple[SeatNo, Phase, int]:
        """`turn 1 act`, with the number of the turn where it matters to whoever reads."""
        of = line.seat()
        word = line.take("start, act or reply")
        if word.text.lower() not in PHASES:
            raise word.malformed("unexpected_word", word=word.text)
        turn_no = line.number("a turn", least=1) if line.peek() else 1
        return of, PHASES[word.text.lower()], turn_no

    def _read_hand(self, line: Line) -> None:
        word = line.take("a seat, 0 to 2")
        of = seat(word)
        if of in self.hands:
            raise word.malformed("repeated", word=f"hand {of}")
        self.hands[of] = self._cards_or_count(line)

    def _cards_or_count(self, line: Line) -> tuple[Card, ...] | _Unnamed:
        """Cards, or how many there are."""
        words = line.rest()
        if len(words) == 1 and words[0].text.isdigit():
            return _Unnamed(number(words[0]), words[0])
        if not words:
            line.take("cards, or how many")
        return self._placed_cards(words)

    def _placed_cards(self, words: tuple[Word, ...]) -> tuple[Card, ...]:
        """Cards that lie in this place and no other. Raises `Malformed`."""
        for word in words:
            self._claim(card(word), word)
        return cards(words)

    def _claim(self, held: Card, word: Word) -> None:
        if held in self.where:
            raise word.malformed("duplicate_card", card=held)
        if held not in cards_in_play(self.rules):
            raise word.malformed("not_in_deck", card=held)
        self.where[held] = word

    def _meld(self, line: Line) -> TableMeld:
        owner = line.seat()
        face_down = line.take_if("facedown")
        words = {w.text.upper().partition("=")[0].replace("10", "T"): w for w in line.words}
        written, named = parse_meld(line, line.first, self.rules)
        for held in written.cards:
            self._claim(held, words[held])
        meld = meld_of(written.cards, named, self.rules)
        if meld is None or (face_down and len(meld.cards) != len(SEATS) + 1):
            place = words[written.cards[0]]
            code = "not_a_four" if meld else "not_a_meld"
            raise Illegal(code, place.line, place.column, {"cards": written.cards})
        guests = frozenset(line.cards()) if line.take_if("guests") else frozenset()
        return TableMeld(owner, meld.kind, meld.cards, meld.named, guests, face_down)

    def _placed(self, line: Line) -> _PlacedLine:
        word = line.take("the number of a meld")
        held = line.cards("with_taken", "was")
        with_taken = line.take_if("with_taken")
        was = read_block(line) if line.take_if("was") else None
        return _PlacedLine(word, number(word), held, with_taken, was)

    def state(self, end: Word) -> GameState:
        """The state. Raises `Malformed` for what is missing or too much, `Illegal` for a reply."""
        if self.turn is None:
            raise end.malformed("missing", wanted="turn")
        turn_seat, phase, turn_no = self.turn
        if phase is Phase.REPLY and self.caller is None:
            raise end.malformed("missing", wanted="caller")
        for of, word in self.block_words.items():
            refuse_loose_block(word, of, self.blocks[of], self.melds)
        first, second, third, stock = self._filled(end)
        state = GameState(
            rules=self.rules,
            dealer=self.dealer,
            turn_seat=turn_seat,
            turn_no=turn_no,
            phase=phase,
            hands=(first, second, third),
            stock=stock,
            seen=_three_sets(self.seen),
            discards=self.discards,
            melds=tuple(self.melds),
            drew=self.drew,
            taken=self.taken,
            placed=_placed(self.placed, tuple(self.melds), self.blocks),
            idle_turns=self.idle_turns,
            blocks=self.blocks,
            began_blocked=self.began_blocked,
            kang=self.kang,
            last_drawer=self.last_drawer,
            caller=self.caller,
            replies=self.replies,
        )
        unseen = frozenset(of for of in SEATS if isinstance(self.hands[of], _Unnamed))
        refuse_impossible_replies(state, self.reply_words, unseen)
        return state

    def _filled(self, end: Word) -> list[tuple[Card, ...]]:
        """The three hands and the stock; cards that nobody named fill what is only counted."""
        left = [one for one in cards_in_play(self.rules) if one not in self.where]
        filled: list[tuple[Card, ...]] = []
        for of in SEATS:
            if of not in self.hands:
                raise end.malformed("missing", wanted=f"hand {of}")
            filled.append(_fill(self.hands[of], left))
        filled.append(tuple(left) if self.stock is None else _fill(self.stock, left))
        if self.stock is not None and left:
            raise end.malformed("missing_cards", cards=left)
        return filled


def _fill(place: tuple[Card, ...] | _Unnamed, left: list[Card]) -> tuple[Card, ...]:
    """The cards of a place; those it only counts are taken from the ones left over."""
    if isinstance(place, tuple):
        return place
    if place.count > len(left):
        raise place.word.malformed("too_few_cards", left=len(left))
    filled = tuple(left[: place.count])
    del left[: place.count]
    return filled


def _three_sets(
    known: dict[SeatNo, frozenset[Card]],
) -> tuple[frozenset[Card], frozenset[Card], frozenset[Card]]:
    first, second, third = (known.get(of, frozenset()) for of in SEATS)
    return first, second, third


def _placed(
    told: list[_PlacedLine], melds: tuple[TableMeld, ...], blocks: Blocks
) -> tuple[Placed, ...]:
    """This turn's lays and sapaw, each with the meld and blocks as they were before it."""
    placed: list[Placed] = []
    for one in reversed(told):
        if not (one.meld < len(melds) and set(one.cards) <= set(melds[one.meld].cards)):
            raise one.word.malformed("bad_placed", meld_no=one.meld)
        laid = melds[one.meld]
        refuse_loose_block(one.word, laid.owner, one.was, melds)
        before = _before(laid, one)
        blocks = with_seat(blocks, laid.owner, one.was)
        placed.insert(0, Placed(one.meld, one.cards, before, blocks, one.with_taken))
        earlier = () if before is None else (before,)
        melds = (*melds[: one.meld], *earlier, *melds[one.meld + 1 :])
    return tuple(placed)


def _before(laid: TableMeld, one: _PlacedLine) -> TableMeld | None:
    """The meld without the cards; None if they are all of it."""
    kept = tuple(held for held in laid.cards if held not in one.cards)
    if not kept:
        return None
    named = tuple(pair for pair in laid.named if pair[0] in kept)
    return replace(laid, cards=kept, named=named, guests=laid.guests.difference(one.cards))

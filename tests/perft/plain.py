"""A second Tongits, slow and plain, to count against: it shares nothing with the package `tongits`.

Written from the rules text alone: own cards, own melds found by trying every choice of cards, own
turn. `python tests/perft/plain.py FILE DEPTH` prints the count of each first move and their sum.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import chain, combinations, pairwise, product
from pathlib import Path
from typing import NamedTuple

ORDER = "A23456789TJQK"

PAGAT = {
    "ace_in_runs": "low",
    "discard_take": "new_meld_now",
    "discard_guards": (),
    "sapaw_blocks_call": True,
    "long_meld_self_connect": False,
    "face_down_four": True,
    "secret_in_hand": False,
    "replies": "fold challenge",
    "tongits_declare_in_hand": True,
    "final_discard": False,
    "no_dump_sapawable": False,
    "jokers": 0,
    "joker_min_naturals": 1,
    "suits": "SHDC",
    "ranks": ORDER,
    "hand_size": 12,
}
BOOK = {
    **PAGAT,
    "ace_in_runs": "both",
    "discard_take": "free",
    "discard_guards": ("no_return", "stock_after_6"),
    "sapaw_blocks_call": False,
    "face_down_four": False,
    "replies": "show challenge",
    "tongits_declare_in_hand": False,
}
GO = {**PAGAT, "face_down_four": False, "secret_in_hand": True}
PRESETS = {"book": BOOK, "pagat": PAGAT, "go": GO}


class Meld(NamedTuple):
    """`stands` is what the cards of a run stand for; a set has none."""

    owner: int
    cards: frozenset
    stands: frozenset
    face_down: bool


class Game(NamedTuple):
    turn: int
    stage: str  # start, act, reply, over
    hands: tuple
    stock: tuple
    pile: tuple
    melds: tuple = ()
    stock_drawn: bool = False
    taken: str = ""
    placed: bool = False
    idle: int = 0
    blocked: tuple = (False, False, False)
    began_blocked: bool = False
    caller: int = -1
    owing: frozenset = frozenset()


After = Callable[[], Game]  # made only where it is looked at


class Plain:
    """The game by one set of switches. A move is text such as `1 take 9C lay 9C 9H 9S`."""

    def __init__(self, switches: dict) -> None:
        self.rules = switches
        self.new_melds = cache(self.new_melds)
        self.fits = cache(self.fits)
        self.all_in_melds = cache(self.all_in_melds)
        self.has_secret = cache(self.has_secret)

    # ---- melds

    def is_joker(self, card: str) -> bool:
        return card.startswith("X")

    def enough_naturals(self, cards: frozenset) -> bool:
        naturals = [card for card in cards if not self.is_joker(card)]
        has_joker = len(naturals) < len(cards)
        return len(naturals) >= (self.rules["joker_min_naturals"] if has_joker else 1)

    def is_set(self, cards: frozenset) -> bool:
        ranks = {card[0] for card in cards if not self.is_joker(card)}
        return 3 <= len(cards) <= 4 and len(ranks) == 1 and self.enough_naturals(cards)

    def is_row(self, stands: frozenset) -> bool:
        """Three or more natural cards in a row of one suit; the ace at an end, never inside."""
        if len(stands) < 3 or len({card[1] for card in stands}) != 1:
            return False
        low = sorted(ORDER.index(card[0]) + 1 for card in stands)
        rows = [low]
        if self.rules["ace_in_runs"] == "both" and low[0] == 1:
            rows.append(sorted(14 if place == 1 else place for place in low))
        return any(all(b - a == 1 for a, b in pairwise(row)) for row in rows)

    def namings(self, cards: frozenset) -> Iterator[dict]:
        """Every way to say what the jokers among the cards stand for."""
        jokers = sorted(card for card in cards if self.is_joker(card))
        deck = [rank + suit for suit in self.rules["suits"] for rank in self.rules["ranks"]]
        for names in product(deck, repeat=len(jokers)):
            yield dict(zip(jokers, names, strict=True))

    def run_stands(self, cards: frozenset, already: frozenset = frozenset()) -> Iterator[tuple]:
        """(names, stands) of every run the cards make, with what stands there already."""
        naturals = frozenset(card for card in cards if not self.is_joker(card))
        if len({card[1] for card in naturals | already}) > 1:
            return
        for names in self.namings(cards):
            stands = naturals | frozenset(names.values()) | already
            if len(stands) == len(cards) + len(already) and self.is_row(stands):
                yield names, stands

    def choices(self, cards: frozenset, least: int) -> Iterator[frozenset]:
        ordered = sorted(cards)
        sizes = range(least, len(ordered) + 1)
        yield from map(frozenset, chain.from_iterable(combinations(ordered, n) for n in sizes))

    def new_melds(self, hand: frozenset) -> list:
        """(words, cards, stands) of every meld that can be laid from the hand."""
        found = []
        for cards in self.choices(hand, 3):
            if self.is_set(cards):
                found.append((words(cards, {}), cards, frozenset()))
            if self.enough_naturals(cards):
                for names, stands in self.run_stands(cards):
                    found.append((words(cards, names), cards, stands))
        return found

    def fits(self, meld: Meld, hand: frozenset) -> list:
        """(words, cards, stands) of every choice from the hand that can be laid off on the meld."""
        found = []
        for cards in self.choices(hand, 1):
            both = meld.cards | cards
            if meld.face_down:
                continue
            if not meld.stands and self.is_set(both):
                found.append((words(cards, {}), cards, frozenset()))
            if meld.stands and self.enough_naturals(both):
                for names, stands in self.run_stands(cards, meld.stands):
                    found.append((words(cards, names), cards, stands))
        return found

    def all_in_melds(self, hand: frozenset) -> bool:
        if not hand:
            return True
        return any(
            min(hand) in cards and self.all_in_melds(hand - cards)
            for _, cards, _ in self.new_melds(hand)
        )

    def has_secret(self, hand: frozenset) -> bool:
        """Four of a kind, or a run of five or more."""
        return any(len(c) >= (5 if stands else 4) for _, c, stands in self.new_melds(hand))

    # ---- the turn

    def opened(self, game: Game, seat: int) -> bool:
        return any(meld.owner == seat for meld in game.melds)

    def may_challenge(self, game: Game, seat: int) -> bool:
        if self.opened(game, seat):
            return True
        return self.rules["secret_in_hand"] and self.has_secret(game.hands[seat])

    def next_games(self, game: Game) -> Iterator[tuple[str, After]]:
        """Every legal move, and what makes the game after it."""
        if game.stage == "start":
            yield from self.starts(game)
        elif game.stage == "act":
            yield from self.acts(game)
        elif game.stage == "reply":
            for seat in sorted(game.owing):
                for reply in self.rules["replies"].split():
                    left = game.owing - {seat}
                    stage = "reply" if left else "over"
                    yield f"{seat} {reply}", partial(game._replace, owing=left, stage=stage)

    def starts(self, game: Game) -> Iterator[tuple[str, After]]:
        seat = game.turn
        hand = game.hands[seat]
        yield f"{seat} draw", partial(self.drawn, game, seat)
        yield from self.takes(game, seat, hand)
        if self.opened(game, seat) and not game.blocked[seat]:
            owing = [s for s in range(3) if s != seat and self.may_challenge(game, s)]
            stage = "reply" if owing else "over"
            called = partial(game._replace, caller=seat, owing=frozenset(owing), stage=stage)
            yield f"{seat} call", called

    def takes(self, game: Game, seat: int, hand: frozenset) -> Iterator[tuple[str, After]]:
        if not game.pile:
            return
        if "stock_after_6" in self.rules["discard_guards"] and game.idle >= 6:
            return
        top = game.pile[-1]
        if self.rules["discard_take"] == "free":
            yield f"{seat} take {top}", partial(self.took, game, seat)
            return
        for said, cards, stands in self.new_melds(hand | {top}):
            if top in cards and not self.must_keep(hand | {top}, cards):
                meld = Meld(seat, cards, stands, face_down=False)
                after = partial(self.took, game, seat, meld)
                yield f"{seat} take {top} lay {said}", after

    def acts(self, game: Game) -> Iterator[tuple[str, After]]:
        seat = game.turn
        hand = game.hands[seat]
        for said, cards, stands in self.new_melds(hand):
            if self.must_keep(hand, cards):
                continue
            shown = Meld(seat, cards, stands, face_down=False)
            yield f"{seat} lay {said}", partial(self.laid, game, seat, shown)
            if self.rules["face_down_four"] and not stands and len(cards) == 4:
                down = Meld(seat, cards, stands, face_down=True)
                yield f"{seat} facedown {said}", partial(self.laid, game, seat, down)
        for number, meld in enumerate(game.melds):
            for said, cards, stands in self.fits(meld, hand):
                if not self.must_keep(hand, cards):
                    after = partial(self.laid_off, game, seat, number, cards, stands)
                    yield f"{seat} sapaw {number} {said}", after
        declares = self.rules["tongits_declare_in_hand"] and not self.rules["final_discard"]
        if declares and self.all_in_melds(hand):
            yield f"{seat} declare", partial(game._replace, stage="over")
        for card in sorted(hand):
            if self.may_throw(game, hand, card):
                yield f"{seat} throw {card}", partial(self.thrown, game, seat, card)

    def must_keep(self, hand: frozenset, cards: frozenset) -> bool:
        """Where a turn must end with a discard, a card is left for it."""
        return self.rules["final_discard"] and len(cards) == len(hand)

    def may_throw(self, game: Game, hand: frozenset, card: str) -> bool:
        if len(hand) == 1:
            return True
        if "no_return" in self.rules["discard_guards"] and card == game.taken:
            return False
        if not self.rules["no_dump_sapawable"]:
            return True
        return not any(self.fits(meld, frozenset([card])) for meld in game.melds)

    def drawn(self, game: Game, seat: int) -> Game:
        after = game._replace(stage="act", stock_drawn=True, stock=game.stock[1:])
        return with_hand(after, seat, game.hands[seat] | {game.stock[0]})

    def took(self, game: Game, seat: int, meld: Meld | None = None) -> Game:
        """The top discard in hand, and where it must be laid at once, laid."""
        top = game.pile[-1]
        after = game._replace(stage="act", taken=top, pile=game.pile[:-1])
        after = with_hand(after, seat, game.hands[seat] | {top})
        return self.laid(after, seat, meld) if meld else after

    def laid(self, game: Game, seat: int, meld: Meld) -> Game:
        after = with_hand(game, seat, game.hands[seat] - meld.cards)
        after = after._replace(melds=(*game.melds, meld), placed=True)
        if self.rules["long_meld_self_connect"] and len(meld.cards) >= 4:
            after = after._replace(blocked=changed(game.blocked, seat, new=True))
        return self.over_if_out(after, seat)

    def laid_off(
        self, game: Game, seat: int, number: int, cards: frozenset, stands: frozenset
    ) -> Game:
        old = game.melds[number]
        new = old._replace(cards=old.cards | cards, stands=stands)
        melds = changed(game.melds, number, new=new)
        after = with_hand(game, seat, game.hands[seat] - cards)._replace(melds=melds, placed=True)
        if self.rules["sapaw_blocks_call"]:
            after = after._replace(blocked=changed(game.blocked, old.owner, new=True))
        return self.over_if_out(after, seat)

    def over_if_out(self, game: Game, seat: int) -> Game:
        return game if game.hands[seat] else game._replace(stage="over")

    def thrown(self, game: Game, seat: int, card: str) -> Game:
        hand = game.hands[seat] - {card}
        after = with_hand(game, seat, hand)._replace(pile=(*game.pile, card))
        if not hand or not game.stock:
            return after._replace(stage="over")
        following = (seat + 1) % 3
        blocked = changed(game.blocked, seat, new=False) if game.began_blocked else game.blocked
        return after._replace(
            turn=following,
            stage="start",
            stock_drawn=False,
            taken="",
            placed=False,
            idle=0 if game.stock_drawn or game.placed else game.idle + 1,
            blocked=blocked,
            began_blocked=blocked[following],
        )

    # ---- counting

    def count(self, game: Game, depth: int) -> int:
        """How many sequences of so many moves there are."""
        if depth == 0:
            return 1
        if depth == 1:
            return sum(1 for _ in self.next_games(game))
        return sum(self.count(after(), depth - 1) for _, after in self.next_games(game))

    def split(self, game: Game, depth: int) -> dict[str, int]:
        """The same, for each first move."""
        return {move: self.count(after(), depth - 1) for move, after in self.next_games(game)}


def words(cards: frozenset, names: dict) -> str:
    return " ".join(sorted(f"{card}={names[card]}" if card in names else card for card in cards))


def changed(values: tuple, place: int, *, new: object) -> tuple:
    return (*values[:place], new, *values[place + 1 :])


def with_hand(game: Game, seat: int, hand: frozenset) -> Game:
    return game._replace(hands=changed(game.hands, seat, new=hand))


def read(text: str) -> tuple[Plain, Game]:
    """The game that a .perft file tells of; its counts are not looked at."""
    switches: dict = {}
    dealer, deck = 0, []
    for line in text.splitlines():
        key, *rest = line.split("#")[0].split() or [""]
        if key == "rules":
            switches = {**PRESETS[rest[0]], **switches}
        elif key == "set":
            switches = {**switches, **dict(switch(word) for word in rest)}
        elif key == "dealer":
            dealer = int(rest[0])
        elif key == "deck":
            deck += rest
    return Plain(switches), deal(deck, dealer, switches["hand_size"])


def switch(word: str) -> tuple[str, object]:
    name, value = word.split("=")
    if value in ("true", "false"):
        return name, value == "true"
    if value.isdigit():
        return name, int(value)
    if name == "discard_guards":
        return name, () if value == "none" else tuple(value.split(","))
    if name == "sapaw_blocks_call":
        return name, value == "owner_next_turn"
    if name == "replies":
        return name, value.replace("_", " ")
    return name, value


def deal(deck: list[str], dealer: int, size: int) -> Game:
    """The dealer gets one card more, and acts first without drawing."""
    hands: list = [None, None, None]
    for place in range(3):
        share = size + (place == 0)
        hands[(dealer + place) % 3] = frozenset(deck[:share])
        deck = deck[share:]
    return Game(dealer, "act", tuple(hands), tuple(deck), ())


if __name__ == "__main__":
    plain, start = read(Path(sys.argv[1]).read_text(encoding="utf-8"))
    counts = plain.split(start, int(sys.argv[2]))
    for move, count in sorted(counts.items()):
        print(move, count)
    print("sum", sum(counts.values()))

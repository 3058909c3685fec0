"""Questions about cards: what is a meld, what goes on it, what a hand leaves, what can be taken."""

from __future__ import annotations

from tongits.ask.question import MAX_HAND_CARDS, Question, Values, bad_value, different
from tongits.cards import Card, format_cards
from tongits.melds import MAX_RUN, Meld, Named, extensions, melds_in
from tongits.refusals import melds_with
from tongits.rules import Rules
from tongits.splits import best_split


def answer_meld(rules: Rules, question: Question) -> Values:
    """Whether cards are a meld, and of which kinds; jokers without a name take any that fits."""
    melds = _melds_of(*question.named_cards("cards", rules), rules)
    kinds = list(dict.fromkeys(meld.kind for meld in melds))
    return {"valid": bool(kinds), "kind": kinds[0] if kinds else None, "kinds": kinds}


def answer_sapaw(rules: Rules, question: Question) -> Values:
    """Whether cards can be laid off on a meld together."""
    laid, laid_named = question.named_cards("meld", rules)
    cards, named = question.named_cards("cards", rules)
    different(laid, cards)
    melds = _melds_of(laid, laid_named, rules)
    if not melds:
        raise bad_value("meld", "name the cards of a set or run on the table")
    return {"valid": any(_fits(meld, cards, named, rules) for meld in melds)}


def answer_deadwood(rules: Rules, question: Question) -> Values:
    """The best split of a hand; one that has not opened may have a secret to keep."""
    hand = question.cards("cards", rules, MAX_HAND_CARDS)
    split = best_split(hand, rules, opened=question.flag("opened", default=True))
    return {
        "points": split.points,
        "melds": [format_cards(meld) for meld in split.melds],
        "loose": format_cards(split.loose),
    }


def answer_take(rules: Rules, question: Question) -> Values:
    """Whether a hand may take the discard, and every meld that it could be laid in at once."""
    hand = question.cards("hand", rules, MAX_HAND_CARDS - 1)
    discard = question.one_card("discard", rules)
    different(hand, (discard,))
    melds = melds_with(discard, hand, rules)
    must_lay = rules.discard_take == "new_meld_now"
    return {
        "allowed": bool(melds) or not must_lay,
        "must_lay": must_lay,
        "melds": [_as_text(meld) for meld in melds],
    }


def _melds_of(cards: tuple[Card, ...], named: Named, rules: Rules) -> list[Meld]:
    """Every meld that all the cards are, with the jokers that were named standing for that."""
    if len(cards) > MAX_RUN:
        return []
    found = melds_in(cards, rules)
    return [m for m in found if len(m.cards) == len(cards) and set(named) <= set(m.named)]


def _fits(meld: Meld, cards: tuple[Card, ...], named: Named, rules: Rules) -> bool:
    if len(cards) > MAX_RUN:
        return False
    return any(
        set(chosen) == set(cards) and set(named) <= set(names)
        for chosen, names in extensions(meld, cards, rules)
    )


def _as_text(meld: Meld) -> str:
    """A meld as it can be asked about again: sets sorted by letter, runs low to high.

    >>> _as_text(Meld("set", (Card("9S"), Card("9H"), Card("9C"))))
    '9C 9H 9S'
    >>> _as_text(Meld("run", (Card("5H"), Card("X1"), Card("7H")), ((Card("X1"), Card("6H")),)))
    '5H X1=6H 7H'
    """
    if meld.kind == "set":
        return format_cards(sorted(meld.cards))
    names = dict(meld.named)
    return " ".join(f"{card}={names[card]}" if card in names else card for card in meld.cards)

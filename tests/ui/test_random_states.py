"""Every panel in every state of random hands keeps Discord's limits and every secret."""

import random
import re
from collections.abc import Iterator, Mapping

import discord
import pytest

from bot.i18n import strict_localizer
from bot.tables.views import SortOrder
from bot.ui.cards_text import card_text
from bot.ui.custom_ids import parse
from bot.ui.hand_panel import Choice, hand_panel
from bot.ui.labels import move_labels
from bot.ui.lint import lint
from bot.ui.phrases import names_of
from bot.ui.placements import distinct
from bot.ui.public_panel import public_panel
from bot.ui.result_panel import result_panel
from bot.ui.turn_line import turn_line
from tests.ui.reading import components, custom_ids, everything
from tests.ui.situations import (
    Step,
    hidden_from,
    random_hand,
    result_view,
    seat_view,
    seats,
    table,
)
from tongits import engine
from tongits.cards import Card
from tongits.moves import Lay, LayFaceDown, Sapaw, Take
from tongits.rules import PRESETS, preset, with_switches
from tongits.seats import SEATS
from tongits.state import Phase

L10N = strict_localizer("en")
HANDS = 48
LAYING = Lay | LayFaceDown | Sapaw | Take
PLACEMENT = r"([lft]|s\.[0-9]+)\.[0-9a-f]{1,4}(\.[0-9]{1,2})?"
PRIVATE_ARG = re.compile(
    rf"(show|fold|challenge|(suit|rank)\.[0-9a-f]{{1,4}}|[0-9a-f]{{1,4}}|{PLACEMENT})?"
)
PRIVATE_VALUE = re.compile(rf"[0-9]{{1,2}}|{PLACEMENT}")
HOUSES: dict[str, Mapping[str, object]] = {
    "book": {"jokers": 2, "kang": True, "final_discard": True, "no_dump_sapawable": True},
    "pagat": {"jokers": 2, "long_meld_self_connect": True, "long_run_bonus_units": 3},
    "go": {"jokers": 1, "face_down_four": True, "ace_in_runs": "both", "fee_percent": 5},
}
RULES = [
    *map(preset, PRESETS),
    *(with_switches(preset(name), switches) for name, switches in HOUSES.items()),
]


def public_panels(step: Step) -> Iterator[discord.ui.LayoutView]:
    taken = seats(step.names, left=1)
    yield public_panel(table(step.game, taken=taken, last=step.last, pot=1_000_000_000), L10N)
    if step.game.outcome is not None:
        yield result_panel(result_view(step.game, names=step.names, pot_in=30), L10N)
        yield public_panel(table(step.game, stage="break", taken=taken), L10N)


def hand_panels(step: Step, chance: random.Random) -> Iterator[tuple[int, discord.ui.LayoutView]]:
    order: SortOrder = chance.choice(["suit", "rank"])
    for seat in SEATS:
        view = seat_view(step.game, seat, sort=order, names=step.names, last=step.last)
        for choice in _choices(step, seat, chance):
            yield seat, hand_panel(view, L10N, choice)


def _choices(step: Step, seat: int, chance: random.Random) -> list[Choice]:
    """Nothing chosen; and for who may act a random pick, a meld or sapaw, a call."""
    if SEATS[seat] not in engine.to_act(step.game):
        return [Choice()]
    hand = step.game.hands[seat]
    placing = [
        sum(1 << hand.index(card) for card in move.cards)
        for move in engine.legal_moves(step.game, SEATS[seat])
        if isinstance(move, Lay | LayFaceDown | Sapaw)
    ]
    picked = Choice(chance.getrandbits(len(hand)))
    asked = [Choice(confirm="call"), Choice(confirm="take")]
    return [Choice(), picked, *asked, *map(Choice, placing[-2:])]


@pytest.mark.parametrize("seed", range(HANDS))
def test_every_panel_of_a_hand_keeps_the_limits_and_the_secrets(seed: int) -> None:
    chance = random.Random(seed)
    for step in random_hand(seed, RULES[seed % len(RULES)]):
        for panel in public_panels(step):
            assert lint(panel) == []
            if step.game.phase is not Phase.OVER:
                assert shown_secrets(step, None, everything(panel)) == []
        if step.last is not None:
            line = turn_line(step.last, step.names, L10N)
            assert len(line) < 2000
        for seat, panel in hand_panels(step, chance):
            assert lint(panel) == []
            assert shown_secrets(step, seat, everything(panel)) == []
            assert telling_ids(panel) == []


def shown_secrets(step: Step, seat: int | None, shown: str) -> list[str]:
    """Cards hidden from the seat (None: the public) that a panel shows anyway."""
    hidden = hidden_from(step.game, seat) - stood_for(step, seat)
    return [card_text(card) for card in hidden if card_text(card) in shown]


def stood_for(step: Step, seat: int | None) -> set[Card]:
    """The cards that jokers stand for, on the table or in what the seat could lay."""
    moves = () if seat is None else engine.legal_moves(step.game, SEATS[seat])
    naming = [move.named for move in moves if isinstance(move, Lay | Sapaw | Take)]
    naming += [meld.named for meld in step.game.melds]
    return {name for named in naming for _, name in named}


def telling_ids(panel: discord.ui.LayoutView) -> list[str]:
    """Custom ids and option values of a private panel that hold more than masks and positions."""
    found = []
    for custom_id in custom_ids(panel):
        control = parse(custom_id)
        if control is None or not PRIVATE_ARG.fullmatch(control.arg):
            found.append(custom_id)
    values = (option["value"] for part in components(panel) for option in part.get("options", []))
    return found + [value for value in values if not PRIVATE_VALUE.fullmatch(value)]


def test_public_ids_name_neither_seat_nor_token() -> None:
    for step in random_hand(1):
        for panel in public_panels(step):
            for custom_id in custom_ids(panel):
                control = parse(custom_id)
                assert control is not None
                assert (control.seat, control.token) == (None, "")


def test_two_labels_of_one_moment_never_read_the_same() -> None:
    for seed in range(12):
        for step in random_hand(seed, RULES[seed % len(RULES)]):
            for seat in engine.to_act(step.game):
                view = seat_view(step.game, seat, names=step.names)
                found = [m for m in view.hand.moves if isinstance(m, LAYING) and m.cards]
                moves = distinct(found)
                labels = move_labels(moves, view.hand, names_of(view.table), L10N)
                assert len(set(labels)) == len(labels)


def test_a_planted_secret_is_caught() -> None:
    step = next(iter(random_hand(1)))
    other = step.game.hands[1][0]
    assert shown_secrets(step, 0, card_text(other)) == [card_text(other)]
    assert shown_secrets(step, None, card_text(other)) == [card_text(other)]
    assert shown_secrets(step, 1, card_text(other)) == []

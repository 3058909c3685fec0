"""Chips are neither made nor lost: what seats, pots and the fee hold together stays the same."""

import random
from collections import Counter

import pytest

from tests.properties.random_play import BOOK, play_by_chance
from tests.properties.rule_sets import combinations_by_chance, single_variants
from tongits.events import Bonuses, Ending, Outcome
from tongits.match import MAX_DEADWOOD, HitterPot, Stakes, after_hand, next_dealer
from tongits.rules import PRESETS, Reply, Rules, preset
from tongits.scoring import Settlement, settle, winner_of_call, winner_of_stock
from tongits.seats import SEATS, SeatNo

SESSIONS = 4  # of each game
HANDS_A_SESSION = 15
GAMES = {**single_variants(), **combinations_by_chance(60, seed=17)}


def outcome_by_chance(rng: random.Random, rules: Rules) -> Outcome:
    """Any end a hand can have; small numbers, so that ties and void hands come often."""
    ending: Ending = rng.choice(["call", "stock", "tongits"])
    caller = rng.choice(SEATS) if ending == "call" else None
    most = rng.choice([3, 30, MAX_DEADWOOD])
    points = (rng.randint(0, most), rng.randint(0, most), rng.randint(0, most))
    often = rng.random()
    flags = [seat != caller and rng.random() > often for seat in SEATS]
    burned = (flags[0], flags[1], flags[2])
    replies = _replies(rng, rules, caller, burned)
    last_drawer = rng.choice(SEATS)
    return Outcome(
        ending=ending,
        winner=_winner(rng, rules, caller, points, burned, replies)
        if ending != "tongits"
        else rng.choice(SEATS),
        caller=caller,
        last_drawer=last_drawer,
        deadwood=points,
        opened=(not burned[0], not burned[1], not burned[2]),
        burned=burned,
        replies=replies,
        bonuses=Bonuses(*(rng.randint(0, 4) for _ in range(4)), kang=rng.random() < 0.3),
    )


def _winner(
    rng: random.Random,
    rules: Rules,
    caller: SeatNo | None,
    points: tuple[int, int, int],
    burned: tuple[bool, bool, bool],
    replies: tuple[Reply | None, Reply | None, Reply | None],
) -> SeatNo | None:
    if caller is not None:
        return winner_of_call(rules, points, burned, caller, replies)
    return winner_of_stock(points, burned, rng.choice(SEATS))


def _replies(
    rng: random.Random, rules: Rules, caller: SeatNo | None, burned: tuple[bool, bool, bool]
) -> tuple[Reply | None, Reply | None, Reply | None]:
    choices: list[Reply] = [rules.passive_reply, "challenge"]
    first, second, third = (
        None
        if caller in (None, seat)
        else rules.passive_reply
        if burned[seat]
        else rng.choice(choices)
        for seat in SEATS
    )
    return first, second, third


def check_hand(settled: Settlement, table_chips: list[int] | None, pot_chips: int) -> None:
    assert sum(settled.chips) + settled.fee_chips + settled.pot_chips == pot_chips
    for payment in settled.payments:
        assert settled.chips[payment.seat] == -payment.paid_chips
        brought = payment.debt_chips if table_chips is None else table_chips[payment.seat]
        assert payment.paid_chips == min(payment.debt_chips, brought)
        assert payment.debt_chips >= 0
    if settled.winner is not None:
        received = sum(payment.paid_chips for payment in settled.payments)
        assert settled.chips[settled.winner] == received - settled.fee_chips + pot_chips
        assert 0 <= settled.fee_chips <= received


@pytest.mark.parametrize("name", GAMES)
def test_seats_pots_and_fee_hold_the_same_through_sessions(name: str) -> None:
    """Table-stakes caps, carried pots, the hitter pot: nobody goes below zero."""
    for seed in range(SESSIONS):
        play_session(GAMES[name], random.Random(seed))


def play_session(rules: Rules, rng: random.Random) -> None:
    stakes = Stakes(rules, rng.choice([1, 10, 50, 1000]), rng.randint(0, 10))
    table, pot, fees, hitter = [stakes.full_buy_in] * 3, 0, 0, HitterPot()
    for _ in range(HANDS_A_SESSION):
        table = [chips + (stakes.top_up(chips, 10**9) or 0) for chips in table]
        whole = sum(table) + pot + hitter.chips + fees
        outcome = outcome_by_chance(rng, rules)
        hitter, taken = hitter_round(stakes, hitter, outcome.winner, table)
        settled = settle(
            rules,
            outcome,
            stake_chips=stakes.stake_chips,
            rate=stakes.rate,
            pot_chips=pot,
            brought_chips=table,
        )
        check_hand(settled, table, pot)
        table = [table[seat] + settled.chips[seat] + taken[seat] for seat in SEATS]
        pot, fees = settled.pot_chips, fees + settled.fee_chips
        assert min(table) >= 0
        assert sum(table) + pot + hitter.chips + fees == whole


def hitter_round(
    stakes: Stakes, pot: HitterPot, winner: SeatNo | None, table: list[int]
) -> tuple[HitterPot, list[int]]:
    """Every seat pays into the hitter pot; two wins running take it all (rules.md 2.2 row 27)."""
    ante = stakes.rules.hitter_ante_units * stakes.stake_chips
    for seat in SEATS:
        table[seat] -= ante
    after, taken = after_hand(pot, stakes.rules, stakes.stake_chips, winner)
    twice = winner is not None and winner == pot.last_winner
    assert after.chips + taken == pot.chips + 3 * ante
    assert (after.chips == 0) if twice else (taken == 0)
    assert after.last_winner == (pot.last_winner if winner is None else winner)
    return after, [taken if seat == winner else 0 for seat in SEATS]


@pytest.mark.parametrize("name", PRESETS)
def test_seats_and_pots_hold_the_same_through_hands_really_played(name: str) -> None:
    rng, rules = random.Random(7), preset(name)
    table, pot, dealer, hitter = [300, 300, 300], 0, SEATS[0], HitterPot()
    dealers = [dealer]
    for _ in range(20):
        *_, last = play_by_chance(rng, rules)
        assert last.state.outcome is not None
        settled = settle(rules, last.state.outcome, stake_chips=10, rate=1, pot_chips=pot)
        check_hand(settled, None, pot)
        table = [table[seat] + settled.chips[seat] for seat in SEATS]
        pot = settled.pot_chips
        hitter, taken = hitter_round(Stakes(rules, 10, 1), hitter, settled.winner, table)
        table = [table[seat] + taken[seat] for seat in SEATS]
        dealer = next_dealer(rules, dealer, settled.winner)
        dealers.append(dealer)
        assert sum(table) + pot + hitter.chips == 900
    assert name != "book" or dealers == [seat % 3 for seat in range(21)]
    assert name == "book" or pot == 0


def test_without_a_cap_a_loser_pays_the_whole_debt() -> None:
    rng = random.Random(3)
    for rules in GAMES.values():
        for _ in range(20):
            settled = settle(rules, outcome_by_chance(rng, rules), stake_chips=10, rate=2)
            assert all(payment.paid_chips == payment.debt_chips for payment in settled.payments)
            check_hand(settled, None, 0)


def test_outcomes_by_chance_hold_every_kind_of_end() -> None:
    """What the laws have been tried on: void hands, caps, carried pots, doubled debts."""
    rng = random.Random(5)
    seen: Counter[str] = Counter()
    for _ in range(600):
        outcome = outcome_by_chance(rng, BOOK)
        settled = settle(
            BOOK, outcome, stake_chips=10, rate=1, pot_chips=30, brought_chips=[60, 60, 60]
        )
        seen["void"] += settled.winner is None
        seen["capped"] += any(p.paid_chips < p.debt_chips for p in settled.payments)
        seen.update(payment.doubled or "plain" for payment in settled.payments)
    assert set(seen) == {"void", "capped", "plain", "failed_call", "lost_challenge"}
    assert min(seen.values()) > 20, seen

"""Chips are neither made nor lost: what seats and pots hold together stays the same."""

import random

from tests.properties.random_play import BOOK, play_by_chance
from tongits.events import Ending, Outcome
from tongits.match import MAX_DEADWOOD, minimum_chips, next_dealer, top_up
from tongits.rules import Reply
from tongits.scoring import Settlement, settle, winner_of_call, winner_of_stock
from tongits.seats import SEATS, SeatNo

SESSIONS = 300
HANDS_A_SESSION = 20


def outcome_by_chance(rng: random.Random) -> Outcome:
    """Any end a hand can have; small numbers, so that ties and void hands come often."""
    ending: Ending = rng.choice(["call", "stock", "tongits"])
    caller = rng.choice(SEATS) if ending == "call" else None
    most = rng.choice([3, 30, MAX_DEADWOOD])
    points = (rng.randint(0, most), rng.randint(0, most), rng.randint(0, most))
    often = rng.random()
    flags = [seat == caller or rng.random() < often for seat in SEATS]
    opened = (flags[0], flags[1], flags[2])
    return Outcome(
        ending=ending,
        winner=_winner(rng, ending, caller, points, opened),
        caller=caller,
        last_drawer=rng.choice(SEATS),
        deadwood=points,
        opened=opened,
        replies=_replies(rng, caller, opened),
    )


def _winner(
    rng: random.Random,
    ending: Ending,
    caller: SeatNo | None,
    points: tuple[int, int, int],
    opened: tuple[bool, bool, bool],
) -> SeatNo | None:
    if caller is not None:
        return winner_of_call(points, opened, caller)
    if ending == "stock":
        return winner_of_stock(points, opened, rng.choice(SEATS))
    return rng.choice(SEATS)


def _replies(
    rng: random.Random, caller: SeatNo | None, opened: tuple[bool, bool, bool]
) -> tuple[Reply | None, Reply | None, Reply | None]:
    choices: list[Reply] = ["show", "challenge"]
    first, second, third = (
        None if caller in (None, seat) else rng.choice(choices) if opened[seat] else "show"
        for seat in SEATS
    )
    return first, second, third


def check_hand(settled: Settlement, table_chips: list[int], pot_chips: int) -> None:
    assert sum(settled.chips) + settled.fee_chips + settled.pot_chips == pot_chips
    for seat in SEATS:
        assert table_chips[seat] + settled.chips[seat] >= 0
        assert settled.winner is None or (settled.chips[seat] > 0) is (seat == settled.winner)
    for payment in settled.payments:
        assert settled.chips[payment.seat] == -payment.paid_chips
        assert payment.paid_chips == min(payment.debt_chips, table_chips[payment.seat])


def test_seats_and_pot_hold_the_same_through_sessions_with_caps_and_carried_pots() -> None:
    capped = carried = 0
    for seed in range(SESSIONS):
        rng = random.Random(seed)
        stake, rate = rng.choice([1, 10, 50, 1000]), rng.randint(0, 10)
        table_chips = [minimum_chips(stake, rate) + rng.randint(0, 200) for _ in SEATS]
        pot_chips = 0
        for _ in range(HANDS_A_SESSION):
            added = [top_up(chips, 10**6, stake, rate) or 0 for chips in table_chips]
            table_chips = [chips + more for chips, more in zip(table_chips, added, strict=True)]
            whole = sum(table_chips) + pot_chips
            settled = settle(
                outcome_by_chance(rng),
                stake_chips=stake,
                rate=rate,
                pot_chips=pot_chips,
                brought_chips=table_chips,
            )
            check_hand(settled, table_chips, pot_chips)
            capped += sum(p.paid_chips < p.debt_chips for p in settled.payments)
            carried += bool(pot_chips)
            table_chips = [table_chips[seat] + settled.chips[seat] for seat in SEATS]
            pot_chips = settled.pot_chips
            assert sum(table_chips) + pot_chips == whole
    assert capped > 50
    assert carried > SESSIONS


def test_seats_and_pot_hold_the_same_through_hands_really_played() -> None:
    rng = random.Random(7)
    table_chips, pot_chips, dealer = [300, 300, 300], 0, SEATS[0]
    dealers = []
    for _ in range(SESSIONS):
        *_, last = play_by_chance(rng)
        assert last.state.outcome is not None
        settled = settle(last.state.outcome, stake_chips=10, rate=1, pot_chips=pot_chips)
        assert sum(settled.chips) + settled.pot_chips == pot_chips
        table_chips = [table_chips[seat] + settled.chips[seat] for seat in SEATS]
        pot_chips = settled.pot_chips
        dealers.append(dealer)
        dealer = next_dealer(BOOK, dealer)
    assert sum(table_chips) + pot_chips == 900
    assert dealers[:4] == [0, 1, 2, 0]


def test_without_a_cap_a_loser_pays_the_whole_debt() -> None:
    rng = random.Random(3)
    for _ in range(SESSIONS * 10):
        settled = settle(outcome_by_chance(rng), stake_chips=10, rate=2)
        assert all(payment.paid_chips == payment.debt_chips for payment in settled.payments)
        assert sum(settled.chips) + settled.pot_chips == 0

"""The transfers that a table's events stand for: one row each, with a key that applies once."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.events import (
    HandSettled,
    HandStarted,
    Refilled,
    SeatLeft,
    SeatTaken,
    TableClosed,
    TableEvent,
    ToppedUp,
)
from bot.tables.state import TableState, change_of
from data.boards import HandResult
from data.ledger import (
    MINT,
    Transfer,
    pot_account,
    refill_key,
    table_account,
    wallet_account,
)
from tongits.seats import SEATS, SeatNo


def transfers(table_id: str, before: TableState, event: TableEvent) -> tuple[Transfer, ...]:
    """What the event moves, given the state it happened in; most events move nothing.

    At a table that moves no chips none does: what its seats hold are points.
    """
    if not before.moves_chips:
        return ()
    book = _Book(table_id, before)
    match event:
        case SeatTaken(player_id=player_id, chips=chips):
            return book.to_table(player_id, chips, "buy_in")
        case ToppedUp(seat=seat, chips=chips):
            return book.to_table(book.player(seat), chips, "top_up")
        case Refilled(player_id=player_id, chips=chips, day=day):
            key = refill_key(before.guild_id, player_id, day)
            wallet = wallet_account(before.guild_id, player_id)
            return (Transfer(key, MINT, wallet, chips, "refill", table_id),)
        case SeatLeft(seat=seat, chips=chips):
            return book.to_wallet(book.player(seat), chips, "cash_out")
        case HandStarted(hand_no=hand_no):
            return tuple(book.antes(hand_no))
        case HandSettled():
            return tuple(book.payout(event))
        case TableClosed():
            return tuple(book.refunds())
        case _:
            return ()


def results(table_id: str, before: TableState, event: TableEvent) -> tuple[HandResult, ...]:
    """The board's rows of a settled hand, one per seat; none of a table that moves no chips."""
    if not before.moves_chips or not isinstance(event, HandSettled):
        return ()
    if not before.game or not before.game.outcome:
        return ()
    outcome = before.game.outcome
    return tuple(
        HandResult(
            hand_no=before.hand_no,
            player_id=seat.player_id,
            seat=number,
            chips=result_of(before, event, number),
            won=number == event.settlement.winner,
            ending=outcome.ending,
            burned=outcome.burned[number],
            called=number == outcome.caller,
        )
        for number, seat in before.taken()
    )


def result_of(before: TableState, event: HandSettled, seat: SeatNo) -> int:
    """What the hand did to a seat from before its ante on, the hitter pot included."""
    return change_of(before, event, seat) - before.stakes.ante_chips


class _Book:
    """Writes transfers of one table; keys hold the table and the event's place in its journal."""

    def __init__(self, table_id: str, state: TableState) -> None:
        self.table_id = table_id
        self.state = state
        self.seq = state.seq + 1

    def player(self, seat: SeatNo) -> str:
        sat = self.state.seats[seat]
        if sat is None:
            raise TypeError("the seat is empty")
        return sat.player_id

    def to_table(self, player_id: str, chips: int, why: str) -> tuple[Transfer, ...]:
        key = f"{why}:{self.table_id}:{self.seq}"
        wallet = wallet_account(self.state.guild_id, player_id)
        return self._move(key, wallet, table_account(self.table_id, player_id), chips, why)

    def to_wallet(self, player_id: str, chips: int, why: str) -> tuple[Transfer, ...]:
        key = f"{why}:{self.table_id}:{self.seq}"
        wallet = wallet_account(self.state.guild_id, player_id)
        return self._move(key, table_account(self.table_id, player_id), wallet, chips, why)

    def antes(self, hand_no: int) -> Iterator[Transfer]:
        for number, seat in self.state.taken():
            key = f"ante:{self.table_id}:{hand_no}:{number}"
            table, pot = self._accounts(seat.player_id)
            ante = self.state.stakes.ante_chips
            yield from self._move(key, table, pot, ante, "ante", hand_no)

    def payout(self, event: HandSettled) -> Iterator[Transfer]:
        """The pot if it is won, what each loser owes beyond its ante, and the fee."""
        settlement, hand_no = event.settlement, self.state.hand_no
        if settlement.winner is None:
            return
        won = table_account(self.table_id, self.player(settlement.winner))
        if event.hitter_chips or not self.state.stakes.in_units:
            yield from self._pot_to(won, hand_no)
        for number in SEATS:
            if number != settlement.winner:
                key = f"pay:{self.table_id}:{hand_no}:{number}"
                table = table_account(self.table_id, self.player(number))
                owed = -change_of(self.state, event, number)
                yield from self._move(key, table, won, owed, "pay", hand_no)
        key = f"fee:{self.table_id}:{hand_no}"
        yield from self._move(key, won, MINT, settlement.fee_chips, "fee", hand_no)

    def _pot_to(self, won: str, hand_no: int) -> Iterator[Transfer]:
        for place, (player_id, chips) in enumerate(self.state.pot):
            key = f"pot:{self.table_id}:{hand_no}:{place}"
            pot = pot_account(self.table_id, player_id)
            yield from self._move(key, pot, won, chips, "pot", hand_no)

    def refunds(self) -> Iterator[Transfer]:
        """Carried stakes of void hands, and apart the antes of a hand that was not played out."""
        for place, (player_id, chips) in enumerate(self.state.pot):
            in_play = self.state.stage == "hand" and player_id in self.state.dealt_in
            ante = self.state.stakes.ante_chips if in_play else 0
            wallet = wallet_account(self.state.guild_id, player_id)
            pot = pot_account(self.table_id, player_id)
            for why, part in (("refund", chips - ante), ("ante_back", ante)):
                key = f"{why}:{self.table_id}:{self.seq}:{place}"
                yield from self._move(key, pot, wallet, part, why)

    def _accounts(self, player_id: str) -> tuple[str, str]:
        return table_account(self.table_id, player_id), pot_account(self.table_id, player_id)

    def _move(
        self, key: str, debit: str, credit: str, chips: int, why: str, hand_no: int | None = None
    ) -> tuple[Transfer, ...]:
        if not chips:
            return ()
        return (Transfer(key, debit, credit, chips, why, self.table_id, hand_no),)

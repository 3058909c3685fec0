"""What any storage of chips must keep. The promises are functions of a backend: planted faults
must break theirs."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from data.errors import KeyReused, OverCap, Overdraft
from data.ledger import MINT, Transfer, pot_account, table_account, wallet_account
from tests.data.backends import (
    BACKENDS,
    CAP,
    TABLE,
    Backend,
    OneByOne,
    ReadModifyWrite,
)
from tests.data.worlds import GUILD

PEOPLE = ("ana", "ben", "carla")
ANA, BEN = (wallet_account(GUILD, name) for name in PEOPLE[:2])
ACCOUNTS = (
    MINT,
    *(wallet_account(GUILD, name) for name in PEOPLE),
    *(table_account(TABLE, name) for name in PEOPLE),
    *(pot_account(TABLE, name) for name in PEOPLE),
)


def move(key: str, debit: str, credit: str, amount: int) -> Transfer:
    return Transfer(key, debit, credit, amount, "test")


async def adds_up(backend: Backend) -> None:
    """Chips come from the mint alone, and what is held is what was moved."""
    balances = await backend.balances()
    assert balances == await backend.moved()
    assert sum(balances.values()) == 0
    assert all(0 <= held <= CAP for account, held in balances.items() if account != MINT)


async def moves_both_sides(backend: Backend) -> None:
    assert await backend.apply([move("k1", MINT, ANA, 100), move("k2", ANA, BEN, 30)]) == [
        True,
        True,
    ]
    assert await backend.balances() == {MINT: -100, ANA: 70, BEN: 30}
    await adds_up(backend)


async def applies_a_key_once(backend: Backend) -> None:
    transfer = move("k", MINT, ANA, 30)
    assert await backend.apply([transfer]) == [True]
    assert await backend.apply([transfer, move("other", MINT, ANA, 1)]) == [False, True]
    await backend.reopen()
    assert await backend.apply([transfer]) == [False]
    assert await backend.balances() == {MINT: -31, ANA: 31}


async def refuses_a_key_for_another_transfer(backend: Backend) -> None:
    transfer = move("k", MINT, ANA, 30)
    await backend.apply([transfer])
    for other in (
        replace(transfer, amount=31),
        replace(transfer, credit=BEN),
        replace(transfer, debit=BEN),
    ):
        with pytest.raises(KeyReused):
            await backend.apply([other])
    assert await backend.balances() == {MINT: -30, ANA: 30}


async def refuses_an_overdraft(backend: Backend) -> None:
    await backend.apply([move("k1", MINT, ANA, 100), move("k2", ANA, BEN, 100)])
    with pytest.raises(Overdraft) as refusal:
        await backend.apply([move("k3", ANA, BEN, 1)])
    assert refusal.value.account == ANA
    assert (await backend.balances())[ANA] == 0


async def refuses_more_than_the_cap(backend: Backend) -> None:
    await backend.apply([move("k1", MINT, ANA, CAP)])
    with pytest.raises(OverCap) as refusal:
        await backend.apply([move("k2", MINT, ANA, 1)])
    assert refusal.value.account == ANA
    assert await backend.balances() == {MINT: -CAP, ANA: CAP}
    await adds_up(backend)


async def does_all_of_a_command_or_nothing(backend: Backend) -> None:
    """A payout whose last part cannot be paid has paid no other part."""
    await backend.apply([move("k1", MINT, ANA, 50)])
    before = await backend.balances()
    with pytest.raises(Overdraft):
        await backend.apply([move("p1", ANA, BEN, 40), move("p2", BEN, ANA, 41)])
    assert await backend.balances() == before
    assert await backend.apply([move("p1", ANA, BEN, 5)]) == [True]
    await adds_up(backend)


async def shows_nobody_half_a_command(backend: Backend) -> None:
    """Ana's and Ben's chips together are the same at every look between two payouts."""
    await backend.apply([move("k1", MINT, ANA, 100)])
    pot = pot_account(TABLE, "ana")

    async def pay(number: int) -> None:
        there, back = (ANA, BEN) if number % 2 else (BEN, ANA)
        await backend.apply(
            [
                move(f"a{number}", MINT, pot, 1),
                move(f"b{number}", pot, there, 1),
                move(f"c{number}", there, back, 1),
                move(f"d{number}", back, MINT, 1),
            ]
        )

    async def look() -> None:
        for _ in range(20):
            held = await backend.balances()
            assert held.get(ANA, 0) + held.get(BEN, 0) + held.get(pot, 0) == 100

    await asyncio.gather(look(), *map(pay, range(20)))


async def loses_nothing_to_a_crowd(backend: Backend) -> None:
    """Two hundred at once, many of them twice: each counts once."""
    rng = random.Random(5)
    asked = [move(f"k{n}", MINT, rng.choice((ANA, BEN)), 1 + n % 7) for n in range(100)]
    crowd = [asked[n % 100] for n in range(200)]
    applied = await asyncio.gather(*(backend.apply([transfer]) for transfer in crowd))
    assert Counter(new for (new,) in applied) == {True: 100, False: 100}
    assert -(await backend.balances())[MINT] == sum(transfer.amount for transfer in asked)
    await adds_up(backend)


async def does_as_a_plain_model_does(backend: Backend) -> None:
    """Commands by chance, refused ones among them, against a dictionary."""
    rng = random.Random(11)
    held: Counter[str] = Counter()
    known: dict[str, Transfer] = {}
    for number in range(400):
        command = [_some_transfer(rng, number, part) for part in range(rng.randint(1, 3))]
        model, keys, refused = held.copy(), dict(known), None
        for transfer in command:
            refused = refused or _model(model, keys, transfer)
        if refused is None:
            await backend.apply(command)
            held, known = model, keys
        else:
            with pytest.raises(refused):
                await backend.apply(command)
    balances = await backend.balances()
    assert {k: v for k, v in balances.items() if v} == {k: v for k, v in held.items() if v}
    await adds_up(backend)
    await tells_it_all_in_statements(backend)


def _some_transfer(rng: random.Random, number: int, part: int) -> Transfer:
    debit, credit = rng.sample(ACCOUNTS, 2)
    key = f"k{rng.randrange(number)}:0" if number and rng.random() < 0.05 else f"k{number}:{part}"
    return move(key, debit, credit, rng.choice((1, 5, 20, 300)))


def _model(
    held: Counter[str], known: dict[str, Transfer], transfer: Transfer
) -> type[Exception] | None:
    """Applies a transfer to a dictionary; the refusal it must bring, if it must."""
    if transfer.key in known:
        return None if known[transfer.key] == transfer else KeyReused
    if transfer.debit != MINT and held[transfer.debit] < transfer.amount:
        return Overdraft
    held[transfer.debit] -= transfer.amount
    held[transfer.credit] += transfer.amount
    known[transfer.key] = transfer
    return None


async def tells_it_all_in_statements(backend: Backend) -> None:
    """Lines are numbered without gaps, and each says what its account held then."""
    balances = await backend.balances()
    for name in PEOPLE:
        lines = (await backend.statement(name))[::-1]
        assert [line.line_no for line in lines] == list(range(1, len(lines) + 1))
        wallet = [line for line in lines if line.place == "wallet"]
        held = 0
        for line in wallet:
            held += line.change
            assert line.chips_after == held
        assert held == balances.get(wallet_account(GUILD, name), 0)


async def tells_buying_in_and_the_hand(backend: Backend) -> None:
    """Between the own wallet and seat it is the wallet's line, else it is the seat's."""
    seat, other = table_account(TABLE, "ana"), table_account(TABLE, "ben")
    await backend.apply([move("open", MINT, ANA, 1000), move("buy", ANA, seat, 300)])
    await backend.apply([move("ante", seat, pot_account(TABLE, "ana"), 10)])
    await backend.apply([move("bens", MINT, other, 50), move("pay", seat, other, 20)])
    await backend.apply([move("out", seat, ANA, 270)])
    lines = await backend.statement("ana")
    assert [(line.place, line.change, line.chips_after) for line in lines] == [
        ("wallet", 270, 970),
        ("table", -20, 270),
        ("table", -10, 290),
        ("wallet", -300, 700),
        ("wallet", 1000, 1000),
    ]
    assert [line.change for line in await backend.statement("ben")] == [20, 50]


LAWS: tuple[Callable[[Backend], Awaitable[None]], ...] = (
    moves_both_sides,
    applies_a_key_once,
    refuses_a_key_for_another_transfer,
    refuses_an_overdraft,
    refuses_more_than_the_cap,
    does_all_of_a_command_or_nothing,
    shows_nobody_half_a_command,
    loses_nothing_to_a_crowd,
    does_as_a_plain_model_does,
    tells_buying_in_and_the_hand,
)


@pytest.fixture(params=BACKENDS)
async def backend(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Backend]:
    opened = await BACKENDS[request.param](path)
    yield opened
    await opened.close()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
async def test_storage_of_chips(
    backend: Backend, law: Callable[[Backend], Awaitable[None]]
) -> None:
    await law(backend)


async def test_a_planted_read_modify_write_is_caught(path: Path) -> None:
    planted = await ReadModifyWrite.open(path)
    with pytest.raises(AssertionError):
        await loses_nothing_to_a_crowd(planted)
    await planted.close()


@pytest.mark.parametrize("law", [does_all_of_a_command_or_nothing, shows_nobody_half_a_command])
async def test_a_planted_payout_in_two_transactions_is_caught(
    path: Path, law: Callable[[Backend], Awaitable[None]]
) -> None:
    planted = await OneByOne.open(path)
    with pytest.raises(AssertionError):
        await law(planted)
    await planted.close()

"""Found the golden hands by chance, once: `python -m tests.golden.make_hands FOLDER SECONDS`.

Each wanted hand is a name, its rules and what must be true of it. A file that is there stays.
"""

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.notation.hands import Style, move_by_chance
from tongits.cards import is_joker
from tongits.engine import apply, default_move, new_hand, to_act
from tongits.events import Outcome
from tongits.match import HitterPot, after_hand
from tongits.moves import (
    Answer,
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
from tongits.notation import HandRecord, Step, format_hand, replay
from tongits.players import shuffled
from tongits.refusals import call_block
from tongits.rules import PRESETS, Rules, preset, with_switches
from tongits.scoring import Settlement, settle
from tongits.seats import SEATS, SeatNo
from tongits.state import GameState, Phase


@dataclass(frozen=True)
class Found:
    """A finished hand, with all that a wish may look at."""

    record: HandRecord
    steps: tuple[Step, ...]
    outcome: Outcome
    money: Settlement

    @property
    def last(self) -> Move:
        return self.steps[-1].move

    @property
    def tied(self) -> list[SeatNo]:
        """The seats with as few points as the winner that were compared with it."""
        out = self.outcome
        if out.winner is None:
            return []
        rules, points = self.record.rules, out.deadwood[out.winner]
        fought = [s for s in SEATS if s == out.caller or out.replies[s] == "challenge"]
        only = fought if out.ending == "call" and rules.replies == "fold_challenge" else SEATS
        return [s for s in only if out.deadwood[s] == points and not out.burned[s]]

    def challenged(self) -> int:
        return self.outcome.replies.count("challenge")


Wish = Callable[[Found], bool]


def ends(ending: str, move: type) -> Wish:
    return lambda f: f.outcome.ending == ending and isinstance(f.last, move)


def call(won: bool, challenged: int) -> Wish:
    return lambda f: (
        f.outcome.ending == "call"
        and f.challenged() == challenged
        and (f.outcome.winner == f.outcome.caller) is won
    )


def tie_others(f: Found) -> bool:
    """Two others tie below the caller: the next after the caller wins."""
    out = f.outcome
    return out.ending == "call" and len(f.tied) == 2 and out.caller not in f.tied


def tie_caller(f: Found) -> bool:
    return f.outcome.ending == "call" and len(f.tied) == 2 and f.outcome.caller in f.tied


def stock_tie(last_drawer_in: bool) -> Wish:
    def wish(f: Found) -> bool:
        tied = f.outcome.ending == "stock" and len(f.tied) == 2
        return tied and (f.outcome.last_drawer in f.tied) is last_drawer_in

    return wish


def burned_wins(f: Found) -> bool:
    out = f.outcome
    return out.ending == "tongits" and out.winner is not None and out.burned[out.winner]


def secret_holder_challenges(f: Found) -> bool:
    out = f.outcome
    return any(out.replies[s] == "challenge" and not out.opened[s] for s in SEATS)


def block_cleared(f: Found) -> bool:
    """A seat was blocked at the start of a turn, and called in a later one."""
    caller = f.outcome.caller
    return caller is not None and any(
        s.before.phase is Phase.START
        and s.seat == caller
        and call_block(s.before, caller) == "sapaw_blocks_call"
        for s in f.steps
    )


def own_sapaw_blocks(f: Found) -> bool:
    return any(b is not None and b.by == s for st in f.steps for s, b in enumerate(st.after.blocks))


def won_by_last_stock_card(f: Found) -> bool:
    """The last stock card was drawn and its turn played out: row 15."""
    return f.outcome.ending == "stock" and f.outcome.last_drawer == f.steps[-1].seat


def must_draw(f: Found) -> bool:
    """Six idle turns: the stock had to be drawn."""
    return any(s.before.idle_turns >= 6 and isinstance(s.move, Draw) for s in f.steps)


def joker_in_run(f: Found) -> bool:
    return any(isinstance(s.move, Lay | Take) and s.move.named for s in f.steps)


def joker_in_set(f: Found) -> bool:
    return any(
        isinstance(s.move, Lay) and not s.move.named and any(map(is_joker, s.move.cards))
        for s in f.steps
    )


def joker_sapaw(f: Found) -> bool:
    return any(isinstance(s.move, Sapaw) and s.move.named for s in f.steps)


def long_laid(f: Found) -> bool:
    return any(isinstance(s.move, Lay) and len(s.move.cards) >= 4 for s in f.steps)


def has(kind: type) -> Wish:
    return lambda f: any(isinstance(s.move, kind) for s in f.steps)


def bonus(name: str) -> Wish:
    return lambda f: bool(getattr(f.outcome.bonuses, name))


EVERY: dict[str, Wish] = {
    "tongits-by-laying": ends("tongits", Lay),
    "tongits-by-sapaw": ends("tongits", Sapaw),
    "tongits-by-throwing-the-last-card": ends("tongits", Discard),
    "tongits-by-a-burned-seat": burned_wins,
    "call-wins-unchallenged": call(won=True, challenged=0),
    "call-wins-a-challenge": call(won=True, challenged=1),
    "call-loses-a-challenge": call(won=False, challenged=1),
    "call-wins-both-challenges": call(won=True, challenged=2),
    "call-loses-both-challenge": call(won=False, challenged=2),
    "call-with-nobody-to-answer": ends("call", Call),
    "stock-out": lambda f: f.outcome.ending == "stock" and f.outcome.winner is not None,
    "stock-out-with-the-last-card-drawn": won_by_last_stock_card,
    "stock-out-with-one-burned": lambda f: (
        f.outcome.ending == "stock" and sum(f.outcome.burned) == 1
    ),
    "void-all-burned": lambda f: f.outcome.winner is None,
    "tie-with-the-caller": tie_caller,
    "tie-of-two-others": tie_others,
    "tie-at-stock-out-last-drawer-wins": stock_tie(last_drawer_in=True),
    "tie-at-stock-out-next-after-last-drawer": stock_tie(last_drawer_in=False),
    "undo": has(TakeBack),
}
OWN: list[tuple[str, str, dict[str, object], Wish]] = [
    ("book-call-loses-though-only-shown", "book", {}, call(won=False, challenged=0)),
    ("book-pot-carried-in", "book", {}, lambda f: f.record.pot_chips == 30),
    (
        "book-loser-pays-no-more-than-brought",
        "book",
        {},
        lambda f: any(p.paid_chips < p.debt_chips for p in f.money.payments),
    ),
    ("book-stock-must-be-drawn", "book", {}, must_draw),
    ("book-kang", "book", {"kang": True}, bonus("kang")),
    ("book-secret-bonus", "book", {"secret_bonus_stakes": 2}, bonus("secrets")),
    (
        "book-burned-extra",
        "book",
        {"burned_extra": 1},
        lambda f: f.outcome.winner is not None and any(f.outcome.burned),
    ),
    (
        "book-challenger-wins-multiplied",
        "book",
        {"challenge_win_multiplier": 3},
        call(won=False, challenged=1),
    ),
    ("book-pay-difference", "book", {"pay_difference": True}, ends("stock", Discard)),
    ("book-joker-in-a-run", "book", {"jokers": 2, "joker_points": 30}, joker_in_run),
    ("book-joker-in-a-set", "book", {"jokers": 2}, joker_in_set),
    ("book-joker-laid-off", "book", {"jokers": 2}, joker_sapaw),
    ("book-final-discard", "book", {"final_discard": True}, ends("tongits", Discard)),
    ("pagat-tongits-declared", "pagat", {}, has(Declare)),
    ("pagat-tongits-by-taking", "pagat", {}, ends("tongits", Take)),
    ("pagat-ace", "pagat", {}, bonus("aces")),
    ("pagat-four-face-down", "pagat", {}, has(LayFaceDown)),
    (
        "pagat-secret-bonus",
        "pagat",
        {},
        lambda f: bonus("secrets")(f) and has(LayFaceDown)(f),
    ),
    ("pagat-secret-bonus-reduced", "pagat", {"secret_units": 2}, bonus("secrets")),
    ("pagat-long-run-bonus", "pagat", {"long_run_bonus_units": 3}, bonus("long_runs")),
    ("pagat-block-cleared", "pagat", {}, block_cleared),
    ("pagat-own-sapaw-blocks", "pagat", {}, own_sapaw_blocks),
    ("go-tongits-declared", "go", {}, has(Declare)),
    ("go-tongits-by-taking", "go", {}, ends("tongits", Take)),
    ("go-ace-and-king", "go", {}, lambda f: bonus("aces")(f) and bonus("kings")(f)),
    ("go-secret-in-hand", "go", {}, bonus("secrets")),
    ("go-secret-holder-challenges", "go", {}, secret_holder_challenges),
    ("go-self-connect", "go", {"long_meld_self_connect": True}, long_laid),
    ("go-no-dump", "go", {"no_dump_sapawable": True}, ends("stock", Discard)),
    ("go-fee", "go", {"fee_percent": 5}, lambda f: f.money.fee_chips > 0),
    ("go-block-cleared", "go", {}, block_cleared),
    *((f"{name}-hitter-pot-taken", name, {}, lambda f: _taken(f) > 0) for name in ("pagat", "go")),
    *((f"{name}-hitter-pot-grows", name, {}, lambda f: _taken(f) == 0) for name in ("pagat", "go")),
]


def _taken(f: Found) -> int:
    if f.record.hitter is None:
        return -1
    return after_hand(f.record.hitter, f.record.rules, 10, f.outcome.winner)[1]


def wishes() -> dict[Rules, dict[str, Wish]]:
    """Every wanted hand, by the rules it is played by."""
    found: dict[Rules, dict[str, Wish]] = {}
    for name in PRESETS:
        found.setdefault(preset(name), {}).update({f"{name}-{k}": w for k, w in EVERY.items()})
    for key, name, switches, wish in OWN:
        found.setdefault(with_switches(preset(name), switches), {})[key] = wish
    return found


def choose(state: GameState, seat: SeatNo, rng: random.Random, style: Style) -> Move:
    """Sensible throws, so that hands get small; the rest by chance."""
    if isinstance(default := default_move(state, seat), Discard) and rng.random() < 0.5:
        move = move_by_chance(state, seat, rng, style)
        return default if isinstance(move, Discard) else move
    if isinstance(default, Answer):
        return Answer(rng.choice(("challenge", default.reply)))
    return move_by_chance(state, seat, rng, style)


def play(rules: Rules, rng: random.Random) -> Found:
    cards, dealer = shuffled(rules, rng), rng.choice(SEATS)
    styles = [
        Style(rng.choice([0, 0.1, 0.5, 0.9]), rng.choice([0, 0, 0.1]), rng.choice([0, 0.1, 0.5]))
        for _ in SEATS
    ]
    state, _ = new_hand(rules, cards, dealer)
    moves = []
    while to_act(state):
        seat = rng.choice(sorted(to_act(state)))
        move = choose(state, seat, rng, styles[seat])
        moves.append((seat, move))
        state, _ = apply(state, seat, move)
    stakes = rules.payout == "stake_rate"
    record = HandRecord(
        rules,
        dealer,
        cards,
        tuple(moves),
        stake_chips=10,
        rate=1 if stakes else None,
        pot_chips=rng.choice([None, None, 30]) if stakes else None,
        brought_chips=rng.choice([None, None, (12, 300, 45)]),
        hitter=HitterPot(60, rng.choice(SEATS)) if rules.hitter_ante_units else None,
    )
    assert state.outcome is not None
    money = settle(
        rules,
        state.outcome,
        stake_chips=10,
        rate=record.rate or 0,
        pot_chips=record.pot_chips or 0,
        brought_chips=record.brought_chips,
    )
    return Found(record, tuple(replay(record)), state.outcome, money)


def search(folder: Path, rules: Rules, wanted: dict[str, Wish], seconds: float) -> None:
    """Hands by chance until each wish is met, or time is up; the shortest of a few is kept."""
    missing = {name: wish for name, wish in wanted.items() if not path_of(folder, name).exists()}
    rng = random.Random(f"{sorted(wanted)}")
    end = time.process_time() + seconds
    while missing and time.process_time() < end:
        found = play(rules, rng)
        for name in [name for name, wish in missing.items() if wish(found)]:
            del missing[name]
            text = f"# {name}\n{format_hand(found.record)}"
            path_of(folder, name).write_text(text, encoding="utf-8")
    if missing:
        print("not found:", ", ".join(missing))


def path_of(folder: Path, name: str) -> Path:
    return folder / f"{name}.hand"


if __name__ == "__main__":
    for one, those in wishes().items():
        search(Path(sys.argv[1]), one, those, float(sys.argv[2]))

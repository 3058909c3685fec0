"""Chose and counted the deals of the .perft files: `python -m tests.perft.make FOLDER [NAME …]`.

A deal is taken when the variant changes its counts at a depth that is quickly counted, and when the
tree grows to a million leaves. All counts are the plain enumerator's; the engine is held to them.
"""

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.perft.plain import PRESETS, read

MILLION = 10**6
QUICK = 10_000  # leaves that every test run counts
QUICK_LATE = 40_000  # for what shows in the call of a seat's second turn
PATIENCE_S = 30

BLOCK = {"sapaw_blocks_call": "owner_next_turn"}
FREE = {"discard_take": "free", "discard_guards": "no_return,stock_after_6"}
# name, switches, the switches it is compared with, the rule that it is about
VARIANTS = [
    ("plain", {}, None, "rules.md 2.3"),
    ("one-joker", {"jokers": "1"}, None, "rules.md 2.2 row 22"),
    ("two-jokers", {"jokers": "2"}, None, "rules.md 2.2 row 22"),
    (
        "two-naturals",
        {"jokers": "2", "joker_min_naturals": "2"},
        {"jokers": "2"},
        "rules.md 2.2 row 22, joker_min_naturals of 2.3b",
    ),
    ("ace-both", {"ace_in_runs": "both"}, {"ace_in_runs": "low"}, "rules.md Q1"),
    ("ace-low", {"ace_in_runs": "low"}, {"ace_in_runs": "both"}, "rules.md 1.2"),
    ("free-take", FREE, {"discard_take": "new_meld_now"}, "rules.md 2.2 row 2, Q19"),
    (
        "new-meld-now",
        {"discard_take": "new_meld_now", "discard_guards": "none"},
        FREE,
        "rules.md 2.2 rows 2, 3",
    ),
    ("block", BLOCK, {"sapaw_blocks_call": "off"}, "rules.md 2.2 rows 4, 5"),
    ("no-block", {"sapaw_blocks_call": "off"}, BLOCK, "rules.md 2.2 row 4"),
    (
        "self-connect",
        {**BLOCK, "long_meld_self_connect": "true"},
        {**BLOCK, "long_meld_self_connect": "false"},
        "rules.md 2.2 row 6",
    ),
    *(
        (f"{word}-{switch.replace('_', '-')}", {switch: value}, {switch: other}, source)
        for switch, source in (
            ("face_down_four", "rules.md 1.6, 2.3"),
            ("secret_in_hand", "rules.md 1.6, 2.3"),
            ("tongits_declare_in_hand", "rules.md 2.2 row 18"),
            ("final_discard", "rules.md Q7"),
            ("no_dump_sapawable", "rules.md 2.2 row 8"),
        )
        for word, value, other in (("with", "true", "false"), ("without", "false", "true"))
    ),
]
# Switches that only make sense for one preset, or that guard what has no other way to show.
SPECIAL = [
    ("book-stock-after-6", "book", {}, {"discard_guards": "no_return"}, "rules.md Q19"),
    ("book-no-return", "book", {}, {"discard_guards": "stock_after_6"}, "rules.md Q19"),
    (
        "book-all",
        "book",
        {
            "jokers": "2",
            "face_down_four": "true",
            "secret_in_hand": "true",
            **BLOCK,
            "long_meld_self_connect": "true",
            "no_dump_sapawable": "true",
            "tongits_declare_in_hand": "true",
        },
        None,
        "rules.md 2.2, many variants at once",
    ),
    (
        "go-all",
        "go",
        {
            "jokers": "2",
            "face_down_four": "true",
            "long_meld_self_connect": "true",
            "no_dump_sapawable": "true",
            "ace_in_runs": "both",
        },
        None,
        "rules.md 2.2, many variants at once",
    ),
]
SIZES = [
    ("SHDC", "A23456", 4),
    ("SHDC", "A234567", 5),
    ("SHD", "A2345678", 6),
    ("SHDC", "A234567", 7),
    ("SHDC", "A234567", 8),
]
# What shows only some turns later needs hands with few moves to choose from.
LATE = {
    "block": [("SHDC", "A2345", 4), ("SHDC", "A23456", 4)],
    "secret": [("SHDC", "A2345", 4), ("SHDC", "A23456", 4)],
    "connect": [("SHDC", "A23456", 5), ("SHDC", "A234567", 5)],  # a four, a throw, and a card left
    "stock-after": [("SH", "A2345", 2), ("SH", "A23456", 2)],
}
ROUND = {"A23456": "A23JQK", "A2345": "A2JQK", "A234567": "A234JQK", "A2345678": "A2345JQK"}


def wanted() -> Iterator[tuple[str, str, dict, dict | None, str]]:
    """Every file to make: a variant for each preset that does not have it already."""
    for preset in PRESETS:
        for name, switches, other, source in VARIANTS:
            if name == "plain" or not has(preset, switches):
                yield f"{preset}-{name}", preset, switches, other, source
    yield from SPECIAL


def has(preset: str, switches: dict) -> bool:
    game = f"rules {preset}\n"
    words = " ".join(f"{name}={value}" for name, value in switches.items())
    deck = "\ndeck " + " ".join(f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK")
    plain, _ = read(f"{game}{deck}")
    switched, _ = read(f"{game}set {words}{deck}")
    return plain.rules == switched.rules


def text_of(preset: str, switches: dict, size: tuple, deck: list[str], dealer: int) -> str:
    suits, ranks, hand_size = size
    words = {**switches, "suits": suits, "ranks": ranks, "hand_size": str(hand_size)}
    told = [f"rules {preset}", "set " + " ".join(f"{k}={v}" for k, v in words.items())]
    return "\n".join([*told, f"dealer {dealer}", "deck " + " ".join(deck)]) + "\n"


def quick_leaves(name: str) -> int:
    """How many leaves every test run counts of this file."""
    return QUICK_LATE if "connect" in name or "secret" in name else QUICK


def with_a_secret(deck: list[str], hand_size: int) -> list[str]:
    """The dealer gets a set of three, the seat after it four of a kind."""
    three = [card for card in deck if card[0] == "3"][:3]
    four = [card for card in deck if card[0] == "2"]
    rest = [card for card in deck if card not in (*three, *four)]
    other = hand_size - 2  # what the dealer gets besides
    return [*three, *rest[:other], *four, *rest[other:]]


def starts_with_a_long_meld(text: str) -> bool:
    plain, game = read(text)
    return any(len(cards) >= 4 for _, cards, _ in plain.new_melds(game.hands[game.turn]))


def counts(text: str, most: int, patience_s: float) -> list[int]:
    """Counts by depth from 1, until one is so big, time is up or the games are over."""
    plain, game = read(text)
    found: list[int] = []
    end = time.process_time() + patience_s
    while not found or (0 < found[-1] < most and time.process_time() < end):
        found.append(plain.count(game, len(found) + 1))
    return found


def make(name: str, preset: str, switches: dict, other: dict | None, source: str) -> str:
    for seed in range(4_000):
        rng = random.Random(f"{name} {seed}")
        size = rng.choice(next((sizes for key, sizes in LATE.items() if key in name), SIZES))
        if "ace" in name or preset == "book" or "ace_in_runs" in switches:
            size = (size[0], rng.choice([size[1], ROUND[size[1]]]), size[2])
        deck = [rank + suit for suit in size[0] for rank in size[1]]
        deck += ["X1", "X2"][: int(switches.get("jokers", 0))]
        if len(deck) < 3 * size[2] + 3:
            continue
        rng.shuffle(deck)
        if "secret" in name:
            deck = with_a_secret(deck, size[2])
        dealer = rng.randrange(3)
        text = text_of(preset, switches, size, deck, dealer)
        if "connect" in name and not starts_with_a_long_meld(text):
            continue
        quick = counts(text, quick_leaves(name), 2)
        if quick[-1] == 0 or not differs(
            text_of(preset, other or {}, size, deck, dealer), quick, other, quick_leaves(name)
        ):
            continue
        found = counts(text, MILLION, PATIENCE_S)
        if found[-1] >= MILLION:
            told = [f"# {name}: {source}", text.strip()]
            return "\n".join([*told, *(f"depth {d} {n}" for d, n in enumerate(found, 1))]) + "\n"
    raise SystemExit(f"no deal found for {name}")


def differs(other_text: str, quick: list[int], other: dict | None, most: int) -> bool:
    if other is None:
        return True
    plain, game = read(other_text)
    below = [depth for depth, count in enumerate(quick, 1) if count <= most]
    return any(plain.count(game, depth) != quick[depth - 1] for depth in below[-2:])


if __name__ == "__main__":
    folder, *names = sys.argv[1:]
    for one in wanted():
        if names and one[0] not in names:
            continue
        path = Path(folder) / f"{one[0]}.perft"
        if not path.exists():
            started = time.monotonic()
            path.write_text(make(*one), encoding="utf-8")
            print(one[0], round(time.monotonic() - started), "s", flush=True)

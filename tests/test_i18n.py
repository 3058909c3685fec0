"""Texts: every code has its sentence in every language, with the values it is given."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent

from bot.i18n import (
    LOCALES,
    MissingText,
    catalogue,
    locales,
    localizer,
    strict_localizer,
)
from bot.tables.events import ClosedWhy
from bot.tables.news import NoteCode
from bot.ui.house import NUMBERS
from bot.ui.notices import refusal_text
from bot.ui.switch_texts import switch_name, value_word
from tongits.cards import Card
from tongits.rules import PRESETS, Reply, Rules, preset
from tongits.scoring import Doubling, UnitWhy

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("Ana", "Ben", "Carla")

# What the service refuses, with the values that come along.
SERVICE: dict[str, dict[str, object]] = {
    "table_exists": {"link": "https://discord.com/channels/1/2"},
    "no_table": {},
    "table_damaged": {},
    "no_hand": {},
    "not_seated": {},
    "already_seated": {"link": "https://discord.com/channels/1/2"},
    "seated_elsewhere": {"link": "https://discord.com/channels/1/2"},
    "table_full": {},
    "hand_running": {},
    "not_enough_chips": {"need": 1240, "have": 90, "refill_at_ms": 1_790_000_000_000},
    "not_host": {},
    "need_three": {"missing": 1},
    "missing_permissions": {"names": ["Send Messages", "Embed Links"]},
    "stale": {},
    "not_your_seat": {},
    "unknown_control": {},
    "unknown_terms": {},
    "internal": {"ref": "a1b2c3"},
    "not_played_try_again": {},
    "table_closed": {"why": "idle"},
    "no_dm": {},
    "daily_claimed": {"next_at_ms": 1_790_000_000_000},
    "wallet_full": {},
    "loss_limit": {"most": 500, "again_at_ms": 1_790_000_000_000},
    "too_many_tables": {"most": 2, "link": "https://discord.com/channels/1/2"},
    "channel_not_allowed": {"names": ["<#1>", "<#2>"]},
    "role_not_allowed": {"names": ["<@&1>"]},
    "stake_not_allowed": {"least": 5, "most": 50},
    "rate_not_allowed": {"least": 0, "most": 2},
    "clock_not_allowed": {"names": ["30 s", "24 h"]},
    "not_moderator": {},
    "not_on_server": {},
    "not_member": {},
    "channel_hidden": {},
    "several_tables": {},
    "profile_gone": {},
    "profile_hidden": {},
    "profile_empty": {},
    "profile_none": {},
    "erase_seated": {"link": "https://discord.com/channels/1/2"},
    "erased": {},
    "newcomer_daily": {"what": "account", "ends_at_ms": 1_790_000_000_000},
    "newcomer_stake": {"what": "member", "most": 10, "ends_at_ms": 1_790_000_000_000},
}
SETUP: dict[str, dict[str, object]] = {
    "unknown_rules": {"rules": "poker"},
    "unknown_switch": {"switch": "kang"},
    "bad_switch": {"switch": "jokers", "value": 7},
    "bad_number": {"switch": "burned_extra", "value": "many", "least": 0, "most": 10},
    "bad_range": {"switch": "stakes"},
    "bad_zone": {"value": "Asia/Atlantis"},
    "switches_clash": {"first": "long_meld_self_connect", "second": "sapaw_blocks_call"},
}
LEDGER = (
    *("open", "refill", "daily", "buy_in", "top_up", "hand", "cash_out", "refund", "ante_back"),
    *("ante", "pot", "pay", "fee"),
)
CARDS = (Card("4S"), Card("TH"))
ENGINE_VALUES: dict[str, object] = {
    "seat": 1, "turns": 6, "meld_no": 3, "card": CARDS[0], "cards": CARDS, "meld": CARDS,
    "own": False,
}  # fmt: skip


def refusals(source: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The codes and value names of every `IllegalMove("code", ...)` in a module's source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalMove":
            code, names = node.args[0], frozenset(word.arg or "" for word in node.keywords)
            if isinstance(code, ast.Constant):
                yield str(code.value), names


def blocks(source: str) -> Iterator[str]:
    """The codes that the engine's `take_block` and `call_block` can give."""
    for function in ast.parse(source).body:
        if isinstance(function, ast.FunctionDef) and function.name.endswith("_block"):
            for returned in ast.walk(function):
                if isinstance(returned, ast.Return) and returned.value:
                    yield from _words(returned.value)


def _words(answer: ast.expr) -> Iterator[str]:
    """The texts an expression can be, its conditions left out."""
    if isinstance(answer, ast.IfExp):
        yield from _words(answer.body)
        yield from _words(answer.orelse)
    elif isinstance(answer, ast.Constant) and isinstance(answer.value, str):
        yield answer.value


ENGINE = (ROOT / "tongits" / "refusals.py").read_text(encoding="utf-8")
TAKE = frozenset({"turns", "card"})
BLOCKS = {
    "pile_empty": TAKE,
    "must_draw_stock": TAKE,
    "no_new_meld": TAKE,
    "not_opened": frozenset[str](),
    "sapaw_blocks_call": frozenset({"seat", "own", "cards", "meld"}),
    "not_in_these_rules": frozenset[str](),
    "cards_left_over": frozenset[str](),
    "keep_a_discard": frozenset[str](),
}
DISCARD_BLOCKS = dict.fromkeys(("fits_a_meld", "taken_this_turn"), frozenset({"card", "meld"}))
ENGINE_CODES = {**BLOCKS, **DISCARD_BLOCKS, **dict(refusals(ENGINE))}
PANEL_BLOCKS = [
    *("pile_empty", "must_draw_stock", "no_new_meld", "not_opened", "sapaw_blocks_call"),
    *("sapaw_blocks_call-own", "sapaw_blocks_call-long", "taken_this_turn", "fits_a_meld"),
    "keep_a_discard",
]


def test_the_codes_of_the_engine_were_found() -> None:
    assert {"not_your_turn", "does_not_fit", "pile_empty", "must_draw_stock", "not_opened"} <= set(
        ENGINE_CODES
    )
    assert ENGINE_CODES["does_not_fit"] == {"cards", "meld"}
    assert set(blocks(ENGINE)) == set(BLOCKS)


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("code", sorted(ENGINE_CODES))
def test_every_refusal_of_the_engine_has_its_sentence(code: str, locale: str) -> None:
    assert catalogue(locale)[f"error-{code}"] <= ENGINE_CODES[code]
    values = {name: ENGINE_VALUES[name] for name in ENGINE_CODES[code]}
    sentence = refusal_text(code, values, strict_localizer(locale), NAMES)
    assert sentence.endswith((".", "!"))


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("code", sorted(SERVICE | SETUP))
def test_every_refusal_of_the_service_has_its_sentence(code: str, locale: str) -> None:
    values = (SERVICE | SETUP)[code]
    sentence = refusal_text(code, values, strict_localizer(locale), NAMES)
    assert len(sentence) > 10


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize(
    "message_id",
    [
        *(f"why-{code}" for code in LEDGER),
        *(f"closed-{why}" for why in get_args(ClosedWhy)),
        *(f"block-{code}" for code in PANEL_BLOCKS),
        *(f"unit-{why}" for why in get_args(UnitWhy)),
        *(f"{said}-points" for said in ("hand-seat-free", "hand-kicked", "cashed-out")),
        *(f"{said}-points" for said in ("walked-out", "more-leave-lobby", "more-leave-hand")),
        *("table-points", "table-points-pot", "table-points-hitter", "result-gone"),
        *(f"pay-{why}" for why in (*get_args(Doubling), "kang", "challenger_won")),
        *(f"reply-{reply}" for reply in get_args(Reply)),
        *(f"hand-replied-{reply}" for reply in get_args(Reply)),
        *(f"note-{code.replace('_', '-')}" for code in get_args(NoteCode)),
        *(f"form-{name}" for name in NUMBERS if name != "joker_points"),
        *(f"setup-{name}" for name in PRESETS),
    ],
)
def test_codes_that_panels_show_have_words(message_id: str, locale: str) -> None:
    values = {"card": "7♠", "cards": "8♥", "meld": "7♠", "name": "Ben", "kind": "run"}
    values |= {"table": "open", "gives_back": "yes", "stacks": "Ana 290", "change": "+5"}
    assert strict_localizer(locale)(
        message_id, hand=1, count=2, chips=5, pot=5, points=25, least=0, most=9, **values
    )


SWITCHES = [field.name for field in fields(Rules) if field.name != "preset"]


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_has_its_name_and_its_line_in_every_preset(switch: str, locale: str) -> None:
    l10n = strict_localizer(locale)
    assert switch_name(switch, l10n)
    for rules in map(preset, PRESETS):
        value = value_word(getattr(rules, switch))
        assert l10n(f"short-{switch}", value=value)
        assert l10n(f"switch-{switch}", value=value).startswith("**")


@pytest.mark.parametrize("locale", locales())
def test_every_language_has_the_same_messages_and_values(locale: str) -> None:
    assert catalogue(locale) == catalogue("en")


@pytest.mark.parametrize("file", sorted(LOCALES.glob("*/*.ftl")), ids=lambda file: file.name)
def test_texts_are_well_formed(file: Path) -> None:
    body = FluentParser().parse(file.read_text(encoding="utf-8")).body
    assert [entry for entry in body if isinstance(entry, fluent.Junk)] == []


@pytest.mark.parametrize("locale", locales())
def test_no_message_stands_twice(locale: str) -> None:
    parser = FluentParser()
    found = [
        entry.id.name
        for file in (LOCALES / locale).glob("*.ftl")
        for entry in parser.parse(file.read_text(encoding="utf-8")).body
        if isinstance(entry, fluent.Message)
    ]
    assert len(found) == len(set(found))


def test_values_become_words_people_read() -> None:
    l10n = strict_localizer("en")
    told = {
        "not_your_turn": ({"seat": 2}, "It is Carla's turn: wait until it is yours."),
        "card_not_held": ({"card": CARDS[1]}, "You do not hold 10♥"),
        "does_not_fit": ({"cards": CARDS, "meld": CARDS}, "4♠ 10♥ does not fit 4♠10♥"),
        "missing_permissions": ({"names": ["A", "B"]}, "A, B"),
        "not_enough_chips": ({"need": 1240, "have": 90, "refill_at_ms": None}, "You need 1,240"),
        "table_closed": ({"why": "channel-gone"}, "its channel is gone"),
        "already_seated": ({}, "You sit at this table already."),
        "sapaw_blocks_call": (
            {"seat": 1, "own": False, "cards": CARDS[:1], "meld": CARDS},
            "Ben laid 4♠ on your 4♠10♥: you may call again after this turn.",
        ),
        "card_twice": ({}, "A card was named twice"),
        "switches_clash": (
            SETUP["switches_clash"],
            "“long melds block the call” and “sapaw blocks the call” make no sense together",
        ),
        "bad_number": (SETUP["bad_number"], "it takes whole numbers from 0 to 10"),
    }
    for code, (values, says) in told.items():
        assert says in refusal_text(code, values, l10n, NAMES)


def test_an_own_sapaw_that_blocks_the_call_is_told_as_ones_own() -> None:
    values = {"seat": 1, "own": True, "cards": CARDS[:1], "meld": CARDS}
    text = refusal_text("sapaw_blocks_call", values, localizer("en"), NAMES)
    assert text.startswith("You laid 4♠ on your own 4♠10♥:")


def test_names_in_refusals_are_safe_to_show() -> None:
    sentence = refusal_text(
        "not_your_turn", {"seat": 0}, strict_localizer("en"), ("@everyone", "", "")
    )
    assert "@everyone" not in sentence


def test_large_numbers_are_grouped_and_no_invisible_marks_added() -> None:
    sentence = localizer("en")("refilled", chips=1_234_567)
    assert "1,234,567" in sentence
    assert not {"\u2068", "\u2069"} & set(sentence)


def test_an_unknown_language_is_english() -> None:
    assert localizer("xx")("button-join") == "Join"
    assert localizer("../en")("button-join") == "Join"


def test_players_get_the_id_where_a_text_is_missing() -> None:
    assert localizer("en")("no-such-text") == "no-such-text"
    assert "chips" in localizer("en")("refilled")


def test_tests_are_told_what_is_missing() -> None:
    strict = strict_localizer("en")
    with pytest.raises(MissingText, match="no-such-text"):
        strict("no-such-text")
    with pytest.raises(MissingText, match="refilled"):
        strict("refilled")


def said_in(source: str) -> Iterator[tuple[str, frozenset[str] | None]]:
    """Each message id that a module says by name, with its values; None where they are unpacked."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "l10n" and node.args:
            names = frozenset(word.arg or "**" for word in node.keywords)
            for message_id in _words(node.args[0]):
                yield message_id, None if "**" in names else names


def misspoken(source: str) -> list[str]:
    """The message ids a module says that no catalogue has, or without a value they need."""
    texts = catalogue()
    return [
        message_id
        for message_id, names in said_in(source)
        if message_id not in texts or (names is not None and not texts[message_id] <= names)
    ]


@pytest.mark.parametrize(
    "file",
    [*sorted((ROOT / "bot").rglob("*.py")), *sorted((ROOT / "cogs").rglob("*.py"))],
    ids=lambda file: file.relative_to(ROOT).as_posix(),
)
def test_every_text_the_code_says_by_name_exists(file: Path) -> None:
    assert misspoken(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('l10n("no-such-text")', ["no-such-text"]),
        ('l10n("refilled")', ["refilled"]),
        ('l10n("refilled" if new else "no-such-text", chips=1)', ["no-such-text"]),
        ('l10n("refilled", chips=1)', []),
        ('l10n("refilled", **values)', []),
    ],
)
def test_a_text_said_wrongly_is_caught(source: str, found: list[str]) -> None:
    assert misspoken(source) == found

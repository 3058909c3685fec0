"""Names that people chose cannot break a panel, call anybody or hide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import FORMER_PLAYER, strict_localizer
from bot.ui.names import MAX_GRAPHEMES, graphemes, label_name, shown_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("**bold**", r"\*\*bold\*\*"),
        ("a_b", r"a\_b"),
        ("# Title", r"\# Title"),
        ("- item", r"\- item"),
        ("two\nlines", "two lines"),
        ("`code`", "code"),
        ("\u202eevil", "evil"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("@everyone", "@\u200beveryone"),
        ("<#123>", r"\<#123\>"),
        ("<t:0:R>", r"\<t\:0\:R\>"),
        ("[a](http://b)", r"\[a\]\(http\:\/\/b\)"),
        ("discord.gg/abc", r"discord.gg\/abc"),
        ("", "?"),
        ("\u200b\u3164 \u2800", "?"),
        ("e" + "\u0301" * 30, "é\u0301\u0301"),
        ("🇵🇭 Ana", "🇵🇭 Ana"),
    ],
)
def test_names_are_shown_as_text(name: str, shown: str) -> None:
    assert shown_name(name) == shown


@given(st.text(max_size=40))
def test_a_name_is_never_empty_or_long_or_on_two_lines(name: str) -> None:
    shown, label = shown_name(name), label_name(name)
    assert label
    assert 1 <= len(graphemes(label)) <= MAX_GRAPHEMES
    assert len(label) <= 3 * MAX_GRAPHEMES
    assert not {"\n", "\r", "`", "\u202e", "\u200f"} & set(shown)


@given(st.text("@everyonhr<>!&#0123 ", max_size=30))
def test_a_name_mentions_nobody(name: str) -> None:
    shown = shown_name(name)
    assert "@everyone" not in shown
    assert "@here" not in shown
    assert not any(shown[at] == "<" and shown[at - 1 : at] != "\\" for at in range(len(shown)))


def test_who_was_erased_has_the_words_of_the_language_wherever_names_are_shown() -> None:
    l10n = strict_localizer("en")
    name = shown_name(FORMER_PLAYER)
    assert label_name(FORMER_PLAYER) == name
    assert l10n("turn-line", name=name, acts="drew") == "**Former player** drew"
    assert l10n("result-called", name=name, replies=f"{name}, {name}").count("Former player") == 3
    assert shown_name(f"Ana{FORMER_PLAYER}") == "Ana"


def test_letters_of_several_characters_are_cut_whole() -> None:
    assert label_name("👍🏽" * 30) == "👍🏽" * 19 + "…"
    assert label_name("Maria Clara", 6) == "Maria…"

"""The rule card: a table's rules in words, and what differs from their preset."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.i18n import Localizer
from bot.tables.views import TermsView
from bot.ui.controls import panel
from bot.ui.phrases import clock_text, lines
from bot.ui.switch_texts import difference_lines, rules_name, value_word
from tongits.rules import PRESETS, Rules, preset


def rules_panel(l10n: Localizer, terms: TermsView | None = None) -> discord.ui.LayoutView:
    """The rules in a minute, with a table's terms if there is one."""
    rules = preset(PRESETS[0]) if terms is None else terms.rules
    title = l10n("rules-title", rules=rules_name(rules, l10n))
    texts = [title, lines(*_card(rules, l10n)), differences_text(rules, l10n)]
    return panel([*texts, _terms_text(l10n, terms)])


def differences_text(rules: Rules, l10n: Localizer) -> str:
    """What differs from the preset, one line a switch; "" if nothing does."""
    found = difference_lines(rules, l10n)
    return lines(l10n("rules-differ", preset=rules.preset), *found) if found else ""


def _card(rules: Rules, l10n: Localizer) -> Iterator[str]:
    """Every rule that a player needs, in the order of a hand."""
    yield l10n("rules-goal")
    yield _joined(_deal(rules, l10n), l10n(f"rules-next-{rules.next_dealer}"))
    yield l10n("rules-turn", take=l10n(f"rules-take-{rules.discard_take}"))
    yield l10n("rules-melds", ace=l10n(f"rules-ace-{rules.ace_in_runs}"))
    yield l10n("rules-sapaw")
    if rules.face_down_four:
        yield l10n("rules-face-down")
    declare = rules.tongits_declare_in_hand and not rules.final_discard
    yield _joined(l10n("rules-tongits"), l10n("rules-declare") if declare else "")
    yield _call(rules, l10n)
    yield _sunog(rules, l10n)
    if rules.discard_guards:
        yield l10n(f"rules-guards-{value_word(rules.discard_guards)}")
    yield l10n(f"rules-pay-{rules.payout}", secret=rules.secret_units)
    if rules.hitter_ante_units:
        yield l10n("rules-hitter", units=rules.hitter_ante_units)
    yield l10n("rules-clock")


def _deal(rules: Rules, l10n: Localizer) -> str:
    dealt = rules.hand_size
    return l10n("rules-deal", dealt=dealt, dealt_dealer=dealt + 1, order=rules.turn_order)


def _call(rules: Rules, l10n: Localizer) -> str:
    answers = l10n(f"rules-answers-{rules.replies}")
    return _joined(
        l10n("rules-call", answers=answers),
        l10n(f"rules-tie-{rules.tie_call}"),
        "" if rules.sapaw_blocks_call == "off" else l10n("rules-blocks"),
    )


def _sunog(rules: Rules, l10n: Localizer) -> str:
    in_units = rules.payout != "stake_rate"
    return _joined(
        l10n("rules-sunog-secret" if rules.secret_in_hand else "rules-sunog"),
        l10n("rules-void-units" if in_units else "rules-void"),
    )


def _joined(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _terms_text(l10n: Localizer, terms: TermsView | None) -> str:
    if terms is None:
        return ""
    clock = clock_text(l10n, terms.clock_s)
    if not terms.moves_chips:
        return l10n("rules-here-friendly", clock=clock, points=terms.buy_in_chips)
    stake, buy_in = terms.stake_chips, terms.buy_in_chips
    if terms.in_units:
        return l10n("rules-here-units", stake=stake, clock=clock, buy_in=buy_in)
    return l10n("rules-here", stake=stake, rate=terms.rate, clock=clock, buy_in=buy_in)

"""Every preset and variant on screen: what is told, what can be pressed, what is paid and why."""

from dataclasses import replace

import discord
import pytest

from bot.i18n import strict_localizer
from bot.ui.hand_panel import Choice, hand_panel
from bot.ui.hand_selects import takes_of
from bot.ui.house import FLAGS, NUMBERS, house_code, house_of, offered, read_house, with_flags
from bot.ui.house_panel import house_panel
from bot.ui.lint import lint
from bot.ui.masks import mask_of
from bot.ui.numbers_form import filled_in, house_of_form, numbers_form
from bot.ui.public_panel import public_panel
from bot.ui.result_panel import result_panel
from bot.ui.rules_panel import rules_panel
from tests.properties.rule_sets import combinations_by_chance, single_variants
from tests.ui.reading import buttons, custom_ids, enabled, selects, text
from tests.ui.situations import after, game, result_view, seat_view, seats, table, terms
from tongits.cards import parse_cards
from tongits.errors import BadInput
from tongits.moves import Answer, Call, Declare, Discard, Draw, Lay, LayFaceDown, Move, Sapaw
from tongits.rules import PRESETS, Rules, preset, with_switches
from tongits.state import GameState, Phase

L10N = strict_localizer("en")
BOOK, PAGAT, GO = map(preset, PRESETS)


def rules_of(name: str, **switches: object) -> Rules:
    return with_switches(preset(name), switches)


def start(rules: Rules, hand: str, discards: str = "7S") -> GameState:
    """Ana is about to draw; Ben and Carla have laid."""
    melds = ((1, "2H 3H 4H"), (2, "9S 9D 9C"))
    return game(
        hand, "KH QD", "TC 4D", phase=Phase.START, melds=melds, discards=discards, rules=rules
    )


def hand_text(state: GameState, seat: int = 0) -> str:
    return text(hand_panel(seat_view(state, seat), L10N))


# -- before a seat is taken ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (BOOK, "**Tongits · book rules** · stake 10, rate 1 · 60 s a turn"),
        (PAGAT, "**Tongits · pagat rules** · 10 chips a unit · 60 s a turn"),
        (GO, "Hitter pot 60 · each player puts in 10 at every deal, two wins running take it"),
        (PAGAT, "Hitter pot 60 · each player puts in 20 at every deal, two wins running take it"),
        (GO, "Buy-in 400 chips · 200 needed for each hand"),
        (rules_of("book", kang=True, jokers=2), "**Tongits · book rules + 2 jokers, Kang**"),
        (rules_of("book", kang=True), "Buy-in 300 chips · 124 needed for each hand"),
        (rules_of("book", pay_difference=True), "worst hand −124, −198 if your call"),
        (rules_of("book", progressive_limit=500), "Session: Ana −40 · Ben +40 · it ends at −500"),
    ],
)
def test_the_lobby_says_what_is_played_and_what_it_costs(rules: Rules, says: str) -> None:
    first, second, _ = seats()
    session = (-40, 40, 0) if rules.progressive_limit else None
    view = table(stage="lobby", taken=(first, second, None), rules=rules, pot=60, session=session)
    assert says in text(public_panel(view, L10N))


def test_in_units_no_worst_hand_and_no_carried_pot_is_told() -> None:
    shown = text(public_panel(table(stage="starting", rules=PAGAT, pot=60), L10N))
    assert "worst hand" not in shown
    assert "carried" not in shown


def test_many_differences_are_counted_in_the_lobby() -> None:
    changes = {"ace_in_runs": "low", "next_dealer": "winner", "jokers": 1, "kang": True}
    shown = text(public_panel(table(stage="starting", rules=rules_of("book", **changes)), L10N))
    assert "book rules + ace low only, winner deals, one joker, Kang" in shown
    more = rules_of("book", **changes, final_discard=True)
    shown = text(public_panel(table(stage="starting", rules=more), L10N))
    assert "book rules + ace low only, winner deals, final discard, 2 more" in shown


# -- the rule card ---------------------------------------------------------------------------------

CARDS: list[tuple[Rules, list[str], list[str]]] = [
    (
        BOOK,
        [
            "Q-K-A and A-2-3 are runs",
            "or take the top discard. Then",
            "The deal passes one seat",
            "Play goes clockwise.",
            "The others show or challenge",
            "On equal points the caller wins",
            "the stakes carry to the next hand",
            "**Guards** A card taken this turn",
            "stake plus the rate",
        ],
        ["Face down", "Hitter pot", "declare", "secret of the winner", "What differs"],
    ),
    (
        PAGAT,
        [
            "Q-K-A is none",
            "for a new meld that you lay with it at once",
            "The winner deals next",
            "Play goes counter-clockwise.",
            "**Face down** Four of a kind",
            "declare it when every card in hand is in a meld",
            "who laid nothing folds",
            "On equal points the challenger wins",
            "Not while a sapaw on your meld",
            "1, or 3 after Tongits or a challenged call; and 3 for each secret",
            "**Hitter pot** Each player puts in 2 units",
        ],
        ["Guards", "rate for every point", "What differs"],
    ),
    (
        GO,
        [
            "holds no secret is burned",
            "they may challenge, not call",
            "aces and kings, 1 more if burned, 2 more for a fight lost",
            "puts in one unit",
        ],
        ["Face down", "What differs"],
    ),
]


@pytest.mark.parametrize(("rules", "says", "hides"), CARDS, ids=PRESETS)
def test_the_rule_card_tells_the_preset_in_words(
    rules: Rules, says: list[str], hides: list[str]
) -> None:
    shown = text(rules_panel(L10N, terms(rules)))
    assert [words for words in says if words not in shown] == []
    assert [words for words in hides if words in shown] == []


def test_the_rule_card_lists_what_differs_one_line_a_switch() -> None:
    house = rules_of("pagat", jokers=2, face_down_four=False, fee_percent=5)
    shown = text(rules_panel(L10N, terms(house))).splitlines()
    at = shown.index("**What differs from pagat**")
    assert shown[at + 1].startswith("**Face down** Nothing")
    assert shown[at + 2].startswith("**Fee** 5 %")
    assert shown[at + 3].startswith("**Jokers** 2 (★)")
    assert "Four of a kind may be laid face down" not in "\n".join(shown)


@pytest.mark.parametrize("rules", combinations_by_chance(60).values())
def test_every_rule_card_and_lobby_keeps_the_limits(rules: Rules) -> None:
    assert lint(rules_panel(L10N, terms(rules))) == []
    assert lint(public_panel(table(stage="starting", rules=rules, pot=10**9), L10N)) == []


@pytest.mark.parametrize("rules", single_variants().values(), ids=single_variants())
def test_every_variant_has_its_words(rules: Rules) -> None:
    shown = text(rules_panel(L10N, terms(rules)))
    assert "rules-" not in shown
    assert "switch-" not in shown


# -- the start of a turn ---------------------------------------------------------------------------


def test_a_discard_that_makes_no_new_meld_cannot_be_taken_and_the_panel_says_why() -> None:
    panel = hand_panel(seat_view(start(PAGAT, "KD 3C 8S"), 0), L10N)
    assert "Take 7♠" in buttons(panel)
    assert "Take 7♠" not in enabled(panel)
    assert "Take: 7♠ makes no new meld with your cards." in text(panel)


def test_one_meld_is_named_on_the_take_button() -> None:
    panel = hand_panel(seat_view(start(PAGAT, "7H 7C KD"), 0), L10N)
    assert "Take 7♠: 7♠7♥7♣" in enabled(panel)


def test_of_several_melds_the_player_chooses() -> None:
    view = seat_view(start(PAGAT, "7H 7C 5S 6S"), 0)
    assert "Take 7♠ …" in enabled(hand_panel(view, L10N))
    asked = hand_panel(view, L10N, Choice(confirm="take"))
    options = [one["label"] for one in selects(asked)["Take it for which meld?"]["options"]]
    assert options == ["Take 7♠: 7♠7♥7♣", "Take 7♠: 5♠6♠7♠"]
    assert list(buttons(asked)) == ["Back"]


def blocked_call() -> GameState:
    """Carla lays 5H off on Ben's run; it is Ben's turn after her own and Ana's."""
    melds = ((1, "2H 3H 4H"), (2, "9S 9D 9C"))
    state = game(
        "KD 3C", "QD KS", "5H TC 8D", turn=2, melds=melds, discards="7S", drew="TC", rules=PAGAT
    )
    moves: list[tuple[int, Move]] = [
        (2, Sapaw(0, parse_cards("5H"))),
        (2, Discard(parse_cards("TC")[0])),
    ]
    return after(state, *moves)


def test_a_call_that_a_sapaw_blocks_names_whose_and_until_when() -> None:
    state = after(blocked_call(), (0, Draw()), (0, Discard(parse_cards("KD")[0])))
    view = seat_view(state, 1)
    panel = hand_panel(view, L10N)
    assert "Tawag" not in enabled(panel)
    assert "Tawag: Carla laid 5♥ on your run: you may call again after this turn." in text(panel)


def test_the_table_says_who_cannot_call_and_why() -> None:
    shown = text(public_panel(table(blocked_call()), L10N))
    assert "**Ben** · 2 cards · open · cannot call: Carla laid 5♥ on their run" in shown


def test_an_own_sapaw_blocks_too_and_is_told_as_such() -> None:
    melds = ((0, "2H 3H 4H"), (2, "9S 9D 9C"))
    state = game("KD 5H 3C", "QD", "TC", melds=melds, drew="KD", rules=GO)
    state = after(state, (0, Sapaw(0, parse_cards("5H"))))
    shown = text(public_panel(table(state), L10N))
    assert "**Ana** · 2 cards · open · cannot call: laid 5♥ on their own run" in shown


def test_a_long_meld_that_blocks_is_told_as_such() -> None:
    rules = rules_of("go", long_meld_self_connect=True)
    state = game("4S 5S 6S 7S KD", "QD", "TC", drew="KD", rules=rules)
    state = after(state, (0, Lay(parse_cards("4S 5S 6S 7S"))))
    shown = text(public_panel(table(state), L10N))
    assert "cannot call: laid four or more at once" in shown


# -- a turn ----------------------------------------------------------------------------------------


def four_in_hand(rules: Rules = PAGAT) -> GameState:
    return game("8S 8H 8D 8C KD", "QD 3S", "TC", drew="KD", rules=rules)


def choose(state: GameState, cards: str) -> discord.ui.LayoutView:
    view = seat_view(state, 0)
    return hand_panel(view, L10N, Choice(mask_of(view.hand.hand, parse_cards(cards))))


def test_four_of_a_kind_can_be_laid_open_or_face_down() -> None:
    panel = choose(four_in_hand(), "8S 8H 8D 8C")
    assert "Lay 8♠8♥8♦8♣" in enabled(panel)
    assert "Lay 8♠8♥8♦8♣ face down" in enabled(panel)
    quick = selects(panel)["Melds and sapaw you can lay now"]["options"]
    assert "Lay 8♠8♥8♦8♣ face down" in [one["label"] for one in quick]


def test_a_face_down_four_shows_its_cards_to_its_owner_alone() -> None:
    state = after(four_in_hand(), (0, LayFaceDown(parse_cards("8S 8H 8D 8C"))))
    shown = text(public_panel(table(state), L10N))
    assert "**Ana** · one card · open · four face down" in shown
    assert "face down 8♠8♥8♦8♣" in hand_text(state)
    thrown = after(state, (0, Discard(parse_cards("KD")[0])))
    assert "8♠" not in hand_text(thrown, 1)


def test_tongits_is_offered_when_every_card_is_in_a_meld() -> None:
    ready = game("7S 7H 7D 2C 3C 4C", "QD", "TC", drew="4C", rules=GO)
    panel = hand_panel(seat_view(ready, 0), L10N)
    assert "Tongits" in enabled(panel)
    assert "Every card is in a meld: **Tongits** wins now." in text(panel)
    assert "Tongits" not in enabled(hand_panel(seat_view(four_in_hand(GO), 0), L10N))
    assert "Tongits" not in buttons(hand_panel(seat_view(four_in_hand(BOOK), 0), L10N))


def test_a_secret_in_hand_is_told_to_its_holder() -> None:
    assert "your secret saves you from sunog" in hand_text(four_in_hand(GO))
    assert "sunog risk" in hand_text(four_in_hand(PAGAT))
    assert "saves" not in text(public_panel(table(four_in_hand(GO)), L10N))


def test_kang_is_not_shown_before_the_end() -> None:
    state = replace(four_in_hand(rules_of("book", kang=True)), kang=(True, False, False))
    assert "Kang" not in hand_text(state)


def test_a_card_that_fits_a_meld_names_the_meld_that_keeps_it() -> None:
    rules = rules_of("go", no_dump_sapawable=True)
    state = game("5H KD", "QD", "TC", melds=((1, "2H 3H 4H"),), drew="KD", rules=rules)
    panel = choose(state, "5H")
    assert "Discard 5♥: it fits 2♥3♥4♥ on the table" in text(panel)
    cards = selects(panel)["Your cards"]["options"]
    assert cards[0].get("description") == "fits a meld, not to be thrown"


def test_the_last_card_that_must_be_thrown_is_explained() -> None:
    state = game("7S 7H 7D", "QD", "TC", drew="7D", rules=rules_of("book", final_discard=True))
    assert "Lay: these rules want a last card to throw; keep one." in text(
        choose(state, "7S 7H 7D")
    )


def test_jokers_in_runs_show_what_they_stand_for() -> None:
    rules = rules_of("book", jokers=2)
    state = game("5H X1 7H KD", "QD", "TC", drew="KD", rules=rules)
    [joker], [name] = parse_cards("X1"), parse_cards("6H")
    panel = choose(state, "5H X1 7H")
    assert "Lay 5♥6♥*7♥" in enabled(panel)
    laid = after(state, (0, Lay(parse_cards("5H X1 7H"), ((joker, name),))))
    assert "5♥6♥*7♥" in text(public_panel(table(laid), L10N))


def test_jokers_that_do_the_same_are_offered_once() -> None:
    rules = rules_of("pagat", jokers=2)
    view = seat_view(start(rules, "7H X1 X2"), 0)
    looks = [tuple(sorted(card[0] for card in move.cards)) for move in takes_of(view.hand)]
    assert looks.count(("7", "7", "X")) == 1


# -- a call ----------------------------------------------------------------------------------------


def called(rules: Rules) -> GameState:
    return after(start_called(rules), (0, Call()))


def start_called(rules: Rules) -> GameState:
    melds = ((0, "2H 3H 4H"), (1, "9S 9D 9C"), (2, "AS AH AD"))
    return game("5D", "TC", "3C", phase=Phase.START, melds=melds, discards="7S", rules=rules)


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (BOOK, "All hands are compared: the fewest points win. If you do not win, you pay double."),
        (PAGAT, "Only who challenges is compared with you"),
        (PAGAT, "If anybody challenges, each loser pays 3 units."),
        (GO, "If you are challenged and lose, you pay 2 units more."),
        (
            rules_of("book", challenge_win_multiplier=3),
            "If a challenger wins, all debts are multiplied by 3.",
        ),
    ],
)
def test_a_call_says_what_it_can_cost(rules: Rules, says: str) -> None:
    view = seat_view(start_called(rules), 0)
    assert says in text(hand_panel(view, L10N, Choice(confirm="call")))


@pytest.mark.parametrize("rules", [PAGAT, GO], ids=["pagat", "go"])
def test_a_called_seat_folds_or_challenges_and_then_sees_its_answer(rules: Rules) -> None:
    state = called(rules)
    panel = hand_panel(seat_view(state, 1), L10N)
    assert list(buttons(panel))[:2] == ["Fold", "Challenge"]
    assert "Your points: **10**. Fold: give up" in text(panel)
    folded = after(state, (1, Answer("fold")))
    assert "You fold; hands open when every answer is in." in hand_text(folded, 1)
    assert "You fold" not in hand_text(folded, 0)
    assert "You fold" not in hand_text(folded, 2)


# -- results ---------------------------------------------------------------------------------------


def result_lines(state: GameState, **facts: object) -> list[str]:
    return text(result_panel(result_view(state, **facts), L10N)).splitlines()


def test_units_are_told_line_by_line() -> None:
    """Tongits with two aces in go: Ben opened, Carla is burned."""
    state = game(
        "7S 7H 7D AC 2C 3C", "KD 5S", "TC", melds=((0, "AS 2S 3S"), (1, "9S 9D 9C")), drew="3C",
        rules=GO,
    )  # fmt: skip
    lines = result_lines(after(state, (0, Declare())), pot_in=30)
    assert "### Hand 3 · Ana wins by Tongits" in lines
    assert "Ben pays **40**: 1 win + 1 Tongits + 2 aces = 4 × 10" in lines
    assert "Carla pays **50**: 1 win + 1 Tongits + 2 aces + 1 sunog = 5 × 10" in lines
    assert "Hitter pot: each put in 10, **60** in it now" in lines
    assert "Ana **290** (+80)" in lines
    assert "Ben **291** (−50)" in lines


def test_the_hitter_pot_that_is_taken_is_told_and_counted() -> None:
    state = after(called(PAGAT), (1, Answer("fold")), (2, Answer("fold")))
    lines = result_lines(state, pot_in=60, hitter=120)
    assert "Ana called (Tawag): Ben folded, Carla folded" in lines
    assert "Ben pays **10**: 1 win = 1 × 10" in lines
    assert "Hitter pot: Ana wins twice running and takes **120**" in lines
    assert "Ana **290** (+120)" in lines
    assert not any("in it now" in line for line in lines)


def test_a_lost_fight_and_a_challenged_call_are_told() -> None:
    lines = result_lines(after(called(GO), (1, Answer("fold")), (2, Answer("challenge"))))
    assert "Ana pays **60**: 1 win + 3 aces + 2 for the lost fight = 6 × 10" in lines
    assert "Ben pays **40**: 1 win + 3 aces = 4 × 10" in lines
    lines = result_lines(after(called(PAGAT), (1, Answer("fold")), (2, Answer("challenge"))))
    assert "Ben pays **60**: 3 for a challenged call + 3 aces = 6 × 10" in lines


def test_secrets_that_lay_face_down_are_opened_at_the_end() -> None:
    state = game("8S 8H 8D 8C KD", "QD 3S", "TC", drew="KD", rules=PAGAT)
    state = after(state, (0, LayFaceDown(parse_cards("8S 8H 8D 8C"))))
    lines = result_lines(after(state, (0, Discard(parse_cards("KD")[0]))))
    assert "no cards left · face down: 8♠8♥8♦8♣" in lines
    assert any("3 for secrets" in line for line in lines)


def test_factors_and_extras_stand_in_the_sum() -> None:
    rules = rules_of("book", kang=True, burned_extra=2, secret_bonus_stakes=1, fee_percent=10)
    state = game("7S 7H 7D", "KD", "TC 5C", melds=((1, "9S 9D 9C"),), drew="7D", rules=rules)
    state = replace(state, kang=(True, False, False))
    lines = result_lines(after(state, (0, Lay(parse_cards("7S 7H 7D")))))
    assert "Ben pays **40**: 2 × (stake 10 + 10 points × 1), Kang" in lines
    assert "Carla pays **70**: 2 × (stake 10 + 15 points × 1) + 20 for sunog, Kang" in lines
    assert "Fee, 10 %: 11" in lines


def test_a_won_challenge_and_a_difference_are_told() -> None:
    rules = rules_of("book", challenge_win_multiplier=3, pay_difference=True)
    melds = ((0, "2H 3H 4H"), (1, "9S 9D 9C"), (2, "AS AH AD"))
    state = game("5D", "TC", "3C", phase=Phase.START, melds=melds, discards="7S", rules=rules)
    state = after(state, (0, Call()), (1, Answer("show")), (2, Answer("challenge")))
    lines = result_lines(state)
    sum_of_ana = "6 × (stake 10 + 2 more than the winner × 1), the call failed, a challenger won"
    assert f"Ana pays **72**: {sum_of_ana}" in lines
    sum_of_ben = "3 × (stake 10 + 7 more than the winner × 1), a challenger won"
    assert f"Ben pays **51**: {sum_of_ben}" in lines


def test_a_secret_holder_is_not_told_as_burned() -> None:
    """rules.md 1.6, go: a run of five in hand saves from sunog."""
    melds = ((0, "2H 3H 4H"),)
    state = game(
        "5D", "4S 5S 6S 7S 8S KD", "TC", phase=Phase.START, melds=melds, discards="7C", rules=GO
    )
    lines = result_lines(after(state, (0, Call()), (1, Answer("fold"))))
    assert "**Ben** · 10 points" in lines
    assert "**Carla** · 10 points · sunog" in lines


def test_a_void_hand_in_units_costs_the_ante_alone() -> None:
    last = game("2S 9H", "9S KD", "AS QC", discards="4C", drew="9H", stock=0, rules=PAGAT)
    lines = result_lines(after(last, (0, Discard(parse_cards("9H")[0]))), pot_in=60)
    assert "### Hand 3 · everybody sunog, nobody wins and nobody pays." in lines
    assert "Hitter pot: each put in 20, **120** in it now" in lines
    assert "Ana **290** (−20)" in lines


def test_a_session_stands_in_the_result() -> None:
    state = after(called(rules_of("book", progressive_limit=500)), (1, Answer("show")))
    lines = result_lines(after(state, (2, Answer("show"))), session=(12, -8, -4))
    assert "Session: Ana +12 · Ben −8 · Carla −4 · it ends at −500" in lines


# -- the set-up ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_a_fresh_set_up_is_exactly_the_preset(name: str) -> None:
    house = house_of(name, 10, 1, 60)
    assert house.rules == preset(name)
    panel = house_panel(house, L10N)
    assert lint(panel) == []
    assert f"Exactly the {name} rules." in text(panel)
    assert list(buttons(panel)) == ["Numbers", "Open table", "Back"]


@pytest.mark.parametrize("name", PRESETS)
def test_every_flag_on_offer_can_be_turned_alone_and_is_kept_in_the_ids(name: str) -> None:
    house = house_of(name, 1000, 10, 120)
    on = {flag[0] for at, flag in enumerate(FLAGS) if house.flags >> at & 1}
    for flag in offered(house):
        turned = with_flags(house, on ^ {flag[0]})
        assert turned.rules != house.rules
        assert getattr(turned.rules, flag[0]) != getattr(house.rules, flag[0])
        panel = house_panel(turned, L10N)
        assert lint(panel) == []
        assert all(read_house(one.rsplit(":", 1)[-1]) == turned for one in custom_ids(panel))


def test_switches_that_clash_are_named_and_open_no_table() -> None:
    house = house_of("pagat", 10, 1, 60)
    on = {flag[0] for at, flag in enumerate(FLAGS) if house.flags >> at & 1}
    clash = with_flags(house, on - {"sapaw_blocks_call"} | {"long_meld_self_connect"})
    with pytest.raises(BadInput) as refused:
        assert clash.rules
    assert refused.value.code == "switches_clash"
    panel = house_panel(clash, L10N)
    assert "“long melds block the call” and “sapaw blocks the call”" in text(panel)
    assert "Open table" not in enabled(panel)


@pytest.mark.parametrize("name", PRESETS)
def test_the_form_asks_for_five_numbers_and_reads_them_back(name: str) -> None:
    house = house_of(name, 10, 1, 60)
    form = numbers_form(house, L10N)
    assert len(form.children) == 5
    assert len(form.custom_id) <= 100
    assert house_of_form(form.custom_id) == house
    sent = [
        {"type": 18, "component": {"custom_id": "jokers", "values": ["2.30"]}},
        {"type": 18, "component": {"custom_id": "progressive_limit", "value": "1000000"}},
        {"type": 18, "component": {"custom_id": "fee_percent", "value": " 7 "}},
    ]
    filled, refused = filled_in(house, sent)
    rules = filled.rules
    assert refused == []
    assert (rules.jokers, rules.joker_points) == (2, 30)
    assert (rules.progressive_limit, rules.fee_percent) == (1_000_000, 7)
    longest = replace(
        house, stake_chips=1000, clock_s=86400, numbers=(2, 30, 10, 20, 10, 10**6, 50)
    )
    assert lint(house_panel(longest, L10N)) == []
    assert len(numbers_form(longest, L10N).custom_id) <= 100
    assert read_house(house_code(longest)) == longest


@pytest.mark.parametrize("wrong", ["", "x", "-1", "11", "1.5", "９"])
def test_a_number_out_of_its_range_is_refused_with_the_range(wrong: str) -> None:
    house = house_of("book", 10, 1, 60)
    sent = [{"type": 18, "component": {"custom_id": "burned_extra", "value": wrong}}]
    filled, (refused,) = filled_in(house, sent)
    assert filled == house
    assert refused.code == "bad_number"
    assert (refused.values["least"], refused.values["most"]) == NUMBERS["burned_extra"]


@pytest.mark.parametrize(
    "code",
    ["", "poker.10.1.60.1.0.25.0.0.1.0.0", "book.10.1.60.fffff.0.25.0.0.1.0.0", "book.a.1.60.1.0"],
)
def test_a_code_that_is_none_is_no_choice(code: str) -> None:
    assert read_house(code) is None

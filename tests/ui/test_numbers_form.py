"""The numbers of house rules as people write them, and what a form keeps of those that are none."""

import re

import discord
import pytest

from bot.i18n import strict_localizer
from bot.ui.house import NUMBERS, house_of, read_number, with_numbers
from bot.ui.numbers_form import filled_in, numbers_form
from tongits.errors import BadInput
from tongits.rules import PRESETS

L10N = strict_localizer("en")


def test_a_form_with_wrong_numbers_keeps_the_others_for_the_next_one() -> None:
    house = house_of("book", 10, 1, 60)
    typed = {"fee_percent": "5", "burned_extra": "x", "progressive_limit": "1,000,001"}
    sent = [{"component": {"custom_id": name, "value": text}} for name, text in typed.items()]
    filled, refused = filled_in(house, sent)
    assert filled == with_numbers(house, {"fee_percent": 5})
    assert [bad.values["switch"] for bad in refused] == ["burned_extra", "progressive_limit"]


GROUPED = {
    "1,000": 1_000,
    "1,000,000": 1_000_000,
    "12 500": 12_500,
    "12\u00a0500": 12_500,
    "12\u202f500": 12_500,
    "12'500": 12_500,
    "12\u2019500": 12_500,
    "1.000.000": 1_000_000,
    " 999,999 ": 999_999,
}


@pytest.mark.parametrize("written", GROUPED)
def test_thousands_may_be_set_off_as_they_are_shown(written: str) -> None:
    assert read_number("progressive_limit", written) == GROUPED[written]


@pytest.mark.parametrize(
    "written",
    [
        "1.000",
        "1,00",
        "1,0000",
        "10,00,000",
        "1,000.000",
        "1 000,000",
        "0,001",
        ",100",
        "1,000,",
        "1000,000",
        "1,000,000,000",
        "１,０００",
        "1--000",
        "1.5",
    ],
)
def test_what_may_mean_two_numbers_is_none(written: str) -> None:
    with pytest.raises(BadInput):
        read_number("progressive_limit", written)


@pytest.mark.parametrize("name", PRESETS)
def test_the_field_of_every_number_holds_the_most_as_its_form_says_it(name: str) -> None:
    form = numbers_form(house_of(name, 10, 1, 60), L10N)
    for label in form.children:
        assert isinstance(label, discord.ui.Label)
        field = label.component
        if isinstance(field, discord.ui.TextInput):
            most = re.findall(r"[0-9][0-9,]*", label.description or "")[-1]
            assert len(most) <= (field.max_length or 0)
            assert read_number(field.custom_id, most) == NUMBERS[field.custom_id][1]

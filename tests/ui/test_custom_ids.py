"""Custom ids: read back as written, within Discord's limit, and nothing else is taken for ours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.custom_ids import BUTTONS, MAX_LENGTH, SELECTS, Control, encode, parse

CONTROLS = st.builds(
    Control,
    action=st.sampled_from(sorted(BUTTONS | SELECTS)),
    table_id=st.just("") | st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=8, max_size=8),
    seat=st.none() | st.integers(0, 2),
    token=st.just("") | st.text("abcXYZ019-_", min_size=16, max_size=16),
    arg=st.text("abcdef0123456789.-", max_size=40),
)


@given(CONTROLS)
def test_an_id_reads_back_as_it_was_written(control: Control) -> None:
    custom_id = encode(control)
    assert parse(custom_id) == control
    assert len(custom_id) <= MAX_LENGTH


@given(CONTROLS)
def test_selects_and_buttons_have_prefixes_of_their_own(control: Control) -> None:
    prefix = "s:" if control.action in SELECTS else "b:"
    assert encode(control).startswith(prefix)


@given(st.text(max_size=120))
def test_text_that_is_not_ours_is_no_control(text: str) -> None:
    control = parse(text)
    assert control is None or encode(control) == text


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "b:join",
        "b:join:abcdefgh",
        "b:fold:abcdefgh:::",
        "b:pick:abcdefgh:1::",
        "s:join:abcdefgh:::",
        "b:join:ABCDEFGH:::",
        "b:join:abcdefgh:3::",
        "b:join:abcdefgh::short:",
        "b:join:abcdefgh:::" + "a" * 73,
        "b:join:abcdefgh:::\n",
        "x b:join:abcdefgh:::",
    ],
)
def test_a_mangled_id_is_refused(custom_id: str) -> None:
    assert parse(custom_id) is None


@pytest.mark.parametrize(
    "control",
    [
        Control("fold"),
        Control("join", "abc"),
        Control("join", seat=3),
        Control("join", arg="AS KS"),
    ],
)
def test_a_control_that_could_not_be_read_back_is_not_written(control: Control) -> None:
    with pytest.raises(ValueError, match="cannot be encoded"):
        encode(control)


def test_tokens_stay_out_of_repr_and_refusals() -> None:
    control = Control("join", "abc", token="secretsecretsecr")
    assert "secret" not in repr(control)
    with pytest.raises(ValueError, match="cannot be encoded") as refusal:
        encode(control)
    assert "secret" not in str(refusal.value)

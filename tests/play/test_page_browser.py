"""The playground's page in a real Chromium, against the offline Discord and its sample bot."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from tests.play.browser import NARROW, Page, open_browser

__all__ = ["open_browser"]  # the fixture `browser`

SAMPLE_BOT = Path(__file__).with_name("sample_bot.py")
TAP_PX = 40
SMALL_CONTROLS = """
const isShown = (one) => one.getClientRects().length > 0;
return [...document.querySelectorAll("button, .composer-box input, a.btn")].filter(isShown)
  .filter((one) => one.getBoundingClientRect().height < arguments[0])
  .map((one) => one.textContent || one.getAttribute("aria-label"));
"""
SIDEWAYS = """
const wide = [...document.querySelectorAll("body, .scroller, .log, .top, .tabs")];
return wide.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className);
"""


@pytest.fixture(scope="module")
def page_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("sample") / "bot.log"
    command = [sys.executable, str(SAMPLE_BOT), "--serve"]
    with (
        log.open("w") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            assert first.startswith("Page:"), log.read_text()
            yield first.split()[1]
        finally:
            process.terminate()


@pytest.fixture
def page(browser: Page, page_url: str) -> Iterator[Page]:
    """The page as Ana, with a table of her own making at the end of the channel."""
    browser.open(page_url)
    browser.slash("sample new")
    browser.wait_text("A table")
    yield browser
    assert browser.errors() == []


def focused(page: Page) -> str:
    return str(page.js("return document.activeElement.textContent"))


def newest(selector: str) -> str:
    """Finds in the newest message that has it."""
    return f"return [...document.querySelectorAll('.message {selector}')].at(-1)"


def test_components_v2_are_drawn_with_all_their_parts(page: Page) -> None:
    box = "[...document.querySelectorAll('#pane-channel .container')].at(-1)"
    assert page.js(f"return {box}.classList.contains('accented')")
    assert page.js(f"return {box}.querySelector('.heading').textContent") == "A table"
    assert page.js(f"return {box}.querySelectorAll('hr').length") == 1
    assert page.js(f"return {box}.querySelector('.accessory button').textContent") == "Try hand"
    gone = page.js(newest('[data-custom-id="act:gone"]'))
    assert not gone.is_enabled()
    link = page.js(newest("a.btn"))
    assert link.get_attribute("href") == "https://example.org/rules"
    assert "noopener" in str(link.get_attribute("rel"))


def test_who_used_which_command_stands_above_the_answer(page: Page) -> None:
    context = str(page.js(newest(".context")).text)
    assert " ".join(context.split()) == "Ana used /sample new"


def test_an_edit_reaches_everyone_without_reload(page: Page) -> None:
    page.click("Pressed 0 times", "channel")
    page.pick("Ben")
    assert "Pressed 1 times" in page.labels("channel")
    page.click("Pressed 1 times", "channel")
    page.pick("Ana")
    assert "Pressed 2 times" in page.labels("channel")


def test_an_ephemeral_is_seen_by_its_owner_alone_until_dismissed(page: Page) -> None:
    page.click("Try hand")
    assert "Only you can see this" in page.wait_text("Picked: nothing yet")
    page.pick("Ben")
    assert not any("Picked" in text for text in page.texts("channel"))
    page.pick("Ana")
    page.press_element(lambda: page.js(newest(".private button")), "Dismiss")
    page.wait(lambda: not any("Picked" in one for one in page.texts("channel")), "the dismissal")


def test_several_ticked_options_are_sent_once_when_the_popup_closes(page: Page) -> None:
    page.click("Try hand")
    page.choose("Cards to lay", ["2♠", "J♥", "K♣"])
    page.wait_text("Picked: 2♠ J♥ K♣")


def test_escape_closes_a_select_and_an_unchanged_choice_is_not_sent(page: Page) -> None:
    page.click("Try hand")
    page.wait_text("Picked: nothing yet")
    select = page.js(newest("button.select"))
    select.send_keys(Keys.ENTER)
    page.one(".popup")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.wait(lambda: not page.js("return document.querySelector('.popup')"), "a closed popup")
    assert page.js("return document.activeElement === arguments[0]", select)
    assert not page.js("return document.querySelector('.pending')")


def test_a_select_works_by_keyboard_alone(page: Page) -> None:
    page.click("Try hand")
    page.wait_text("Picked: nothing yet")
    page.js(newest("button.select")).send_keys(Keys.ENTER)
    page.one(".popup")
    for key in (Keys.SPACE, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.SPACE, Keys.ESCAPE):
        page.driver.switch_to.active_element.send_keys(key)
    page.wait_text("Picked: A♠ 3♠")


def test_a_modal_is_checked_then_sent(page: Page) -> None:
    page.click("Try modal", "channel")
    page.press_selector("dialog [type=submit]")
    assert page.one("dialog .dialog-body > .failed").text == "“Your words” must be filled in."
    page.fill("dialog input", "three cards")
    page.fill("dialog select", "Blue")
    page.press_selector("dialog [type=submit]")
    page.wait_text("You said 'three cards' in Blue.")
    assert not page.js("return document.querySelector('dialog')")


def test_escape_leaves_a_modal_unsent(page: Page) -> None:
    page.click("Try modal", "channel")
    page.one("dialog input").send_keys(Keys.ESCAPE)
    page.wait(lambda: not page.js("return document.querySelector('dialog')"), "a closed dialog")


def test_a_relative_timestamp_counts_down_by_itself(page: Page) -> None:
    def seconds_left() -> int:
        text = str(page.js(newest("time[data-style=R]")).text)
        found = re.fullmatch(r"in (\d+) seconds?", text)
        assert found, text
        return int(found[1])

    first = seconds_left()
    page.wait(lambda: seconds_left() <= first - 2, "two seconds to go by")


def test_thinking_is_shown_until_the_answer_comes(page: Page) -> None:
    page.js(
        "window.sawThinking = false; new MutationObserver(() => {"
        " if (document.querySelector('.thinking')) window.sawThinking = true;"
        "}).observe(document.body, {childList: true, subtree: true})"
    )
    page.click("Try think", "channel")
    page.wait_text("And one thing more.")
    assert page.js("return window.sawThinking")
    assert not page.js("return document.querySelector('.thinking')")


def test_a_command_without_an_answer_says_so(page: Page) -> None:
    page.slash("boom")
    assert "This interaction failed" in page.one(".not-sent").text


def test_a_press_answered_too_late_says_so_on_its_message(page: Page) -> None:
    page.click("Try slow", "channel")
    assert "Try slow" in page.wait_text("This interaction failed")


def test_an_option_out_of_range_is_refused_before_it_is_sent(page: Page) -> None:
    box = page.one("#channel-text")
    box.send_keys("/sample new stake:5000", Keys.ENTER)
    error = page.one("#pane-channel .command-form .failed")
    assert error.text == "stake must be a whole number, 1 to 1000."
    assert not page.js("return document.querySelector('.sending')")


def test_the_picker_lists_subcommands_with_descriptions_and_options(page: Page) -> None:
    page.one("#channel-text").send_keys("/samp")
    row = page.one("[data-command='sample new']")
    assert "Opens a table." in row.text
    assert "stake" in row.text
    page.one("#channel-text").send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    page.wait(lambda: page.one(".command-form").is_displayed(), "the command's form")
    field = page.one("[data-option=rules]")
    choices = page.js("return [...arguments[0].options].map((one) => one.value)", field)
    assert choices == ["", "book", "pagat"]


def test_pictures_and_embeds_are_shown(page: Page) -> None:
    page.slash("pictures")
    page.wait_text("Look:")
    assert page.js(newest(".embed .embed-title")).text == "An embed"
    loaded = "const image = document.querySelector('.embed-image'); return image.naturalWidth"
    assert page.wait(lambda: page.js(loaded), "the picture") == 10


def test_what_people_write_never_becomes_markup(page: Page) -> None:
    text = "<img src=x onerror=alert(1)> **bold** `</code><b>` [x](javascript:alert(1))"
    page.one("#channel-text").send_keys(text, Keys.ENTER)
    page.wait_text("<img src=x onerror=alert(1)> bold </code><b> [x](javascript:alert(1))")
    said = page.js(newest(".content"))
    made = page.js("return [...arguments[0].querySelectorAll('*')].map((one) => one.tagName)", said)
    assert made == ["DIV", "STRONG", "CODE"]


def test_the_address_opens_the_page_as_that_person(page: Page, page_url: str) -> None:
    carla = page.one("[data-person]:nth-child(3)").get_attribute("data-person")
    page.open(page_url, as_id=carla)
    pressed = page.one("[data-person][aria-pressed=true]")
    assert pressed.get_attribute("data-person") == carla


def test_closed_dms_are_a_switch_of_each_person(page: Page) -> None:
    page.pick("Carla")
    page.press_selector("#dms")
    page.click("Try dm", "channel")
    page.wait_text("Closed: 50007")
    page.pick("Ben")
    assert page.one("#dms").get_attribute("aria-checked") == "false"


def test_a_phone_shows_one_pane_with_an_unread_dot_and_never_scrolls_sideways(page: Page) -> None:
    page.resize(NARROW)
    assert not page.one("#pane-dm").is_displayed()
    page.click("Try dm", "channel")
    page.wait(lambda: page.one("#tab-dm .dot").is_displayed(), "the unread dot")
    for pane in ("channel", "dm"):
        page.show(pane)
        assert page.js(SIDEWAYS) == []
        assert page.js(SMALL_CONTROLS, TAP_PX) == []
    assert not page.one("#tab-dm .dot").is_displayed()


def test_a_new_direct_message_marks_the_person_who_is_not_shown(page: Page) -> None:
    page.pick("Ben")
    # One script: Ben presses and Ana is shown before any answer can have come.
    page.js(
        """
        const ana = document.querySelector("[data-person]");
        [...document.querySelectorAll("#pane-channel [data-custom-id='act:dm']")].at(-1).click();
        ana.click();
        """
    )
    dot = "return document.querySelector('[data-person]:nth-child(2) .dot')"
    page.wait(lambda: page.js(dot), "Ben's unread dot")
    page.pick("Ben")
    assert not page.js(dot)


def test_keyboard_focus_is_visible_and_survives_an_edit(page: Page) -> None:
    page.js(newest('[data-custom-id="act:hand"]')).send_keys("")
    page.driver.switch_to.active_element.send_keys(Keys.TAB)
    assert focused(page) == "Pressed 0 times"
    outline = page.js("return parseFloat(getComputedStyle(document.activeElement).outlineWidth)")
    assert outline >= 2
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.wait(lambda: focused(page) == "Pressed 1 times", "the focus on the edited button")

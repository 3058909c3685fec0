"""The playground's page in a real Chromium, against the offline Discord and its sample bot."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
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

SHORT_PHONE = (390, 560)
# Where the channel is scrolled to a few frames from now.
TOP_SOON = """
const done = arguments[0];
const scroller = document.querySelector("#pane-channel .scroller");
setTimeout(() => requestAnimationFrame(() => done(scroller.scrollTop)), 50);
"""
# Another person says something, over a socket of their own.
SAY_AS_BEN = """
const [text, done] = arguments;
const ben = document.querySelector("[data-person]:nth-child(2)").dataset.person;
import("./live.js").then(({ Live }) => {
  const live = new Live(ben, (event) => {
    if (event.t === "hello") {
      live.send({ op: "say", channel_id: event.channels[0].id, content: text });
    } else if (event.t === "message") done(true);
  }, () => {});
});
"""
# The contrast of every suit sign shown with the nearest ground behind it: [sign, is it red, ratio].
SUIT_CONTRASTS = """
const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = (colour) => {
  const [r, g, b] = channels(colour).map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const isClear = (node) => (channels(getComputedStyle(node).backgroundColor)[3] ?? 1) < 1;
const ground = (node) => (isClear(node) ? ground(node.parentElement) : node);
return [...document.querySelectorAll(".suit")].filter((one) => one.getClientRects().length)
  .map((one) => {
    const colour = getComputedStyle(one).color;
    const pair = [colour, getComputedStyle(ground(one)).backgroundColor].map(light);
    const [r, , b] = channels(colour);
    const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    return [one.textContent[0], r - b > 60, ratio];
  });
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


def test_an_answer_to_ones_own_press_is_seen_even_from_further_up(page: Page) -> None:
    page.resize(NARROW)
    for _ in range(4):  # hands below the table, until it is scrolled up to be pressed
        page.slash("sample hand")
    page.wait(page.is_at_end, "the last hand")
    page.js("document.querySelector('#pane-channel .scroller').scrollTop -= 900")
    page.wait(lambda: not page.is_at_end(), "the place further up")
    shown = len(page.texts("channel"))
    page.click("Try hand", "channel")
    page.wait(lambda: len(page.texts("channel")) > shown, "the answer")
    page.wait(page.is_at_end, "the answer in view")


def test_what_is_laid_out_late_does_not_leave_the_list_short_of_its_end(page: Page) -> None:
    page.driver.execute_async_script(
        """
        const done = arguments[0];
        const pane = document.querySelector("#pane-channel");
        const grow = () => {
          const block = document.createElement("div");
          block.style.height = "300px";
          pane.querySelector(".log").append(block);
        };
        grow();
        pane.querySelector(".to-end").click();
        grow(); // before the scroll event of that click has come
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
        """
    )
    assert page.is_at_end()


def test_a_reader_further_up_is_left_alone_until_the_pill_is_pressed(page: Page) -> None:
    page.resize(SHORT_PHONE)
    page.slash("sample hand")
    page.wait(page.is_at_end, "the end")
    scroller = page.one("#pane-channel .scroller")
    origin = ScrollOrigin.from_element(scroller)
    ActionChains(page.driver).scroll_from_origin(origin, 0, -200).perform()
    top = "return document.querySelector('#pane-channel .scroller').scrollTop"
    page.wait(lambda: not page.is_at_end(), "the place further up")
    page.wait(lambda: page.js(top) == page.driver.execute_async_script(TOP_SOON), "a still list")
    before = page.js(top)
    page.driver.execute_async_script(SAY_AS_BEN, "Good cards!")
    page.wait(lambda: page.one("#pane-channel .to-end").is_displayed(), "the pill")
    assert page.js(top) == before
    page.press_selector("#pane-channel .to-end")
    page.wait(page.is_at_end, "the newest message")
    assert "Good cards!" in page.texts("channel")[-1]


def test_the_picker_uses_the_room_there_is_and_leaves_the_text_box_free(page: Page) -> None:
    page.one("#channel-text").send_keys("/")
    page.one(".picker [data-command='sample new']")
    hidden_px, overlap_px = page.js(
        """
        const picker = document.querySelector("#channel-picker");
        const rows = [...picker.children]; // as many as a real bot has
        for (const row of rows) picker.append(row.cloneNode(true));
        const bar = document.querySelector("#pane-channel .bar").getBoundingClientRect();
        return [picker.scrollHeight - picker.clientHeight,
          picker.getBoundingClientRect().bottom - bar.top];
        """
    )
    assert hidden_px == 0
    assert overlap_px <= 0


def test_a_command_form_keeps_its_button_in_view_on_a_short_phone(page: Page) -> None:
    page.resize(SHORT_PHONE)
    page.one("#channel-text").send_keys("/sample new", Keys.ENTER)
    page.one("[data-option=stake]")
    room_px, above_px = page.js(
        """
        const form = document.querySelector("#pane-channel .command-form").getBoundingClientRect();
        const send = document.querySelector(".send-command").getBoundingClientRect();
        const head = document.querySelector("#pane-channel .pane-head").getBoundingClientRect();
        return [form.bottom - send.bottom, form.top - head.bottom];
        """
    )
    assert room_px >= 8
    assert above_px >= 0
    colour = "return getComputedStyle(document.querySelector('.command-fields')).scrollbarColor"
    assert page.js(colour) != "auto"
    assert page.one("[data-option=stake]").get_attribute("placeholder") == "bot's default"
    assert page.one("[data-option=rules] option").text == "bot's default"


def test_focus_returns_to_the_select_that_was_used_whatever_its_new_id(page: Page) -> None:
    page.slash("sample hand")
    page.js(newest(".spoiler")).click()  # one control fewer than after the redraw
    select = page.js(newest("button.select"))
    page.js("arguments[0].dataset.customId = 'pick:of-an-older-turn'", select)
    page.js("arguments[0].click()", select)
    page.option("2♠").click()
    page.press_selector(".popup .done")
    page.wait_text("Picked: 2♠")
    page.settled()
    assert page.js("return document.activeElement.dataset.placeholder") == "Cards to lay"


def test_focus_goes_on_to_the_next_button_when_its_control_is_gone(page: Page) -> None:
    landed = page.driver.execute_async_script(
        """
        const done = arguments[0];
        Promise.all([import("./dom.js"), import("./focus.js")]).then(([{ el }, focus]) => {
          const make = (...controls) => el("article", { tabindex: "-1" }, ...controls);
          const button = (label, disabled) => el("button.btn", { disabled }, label);
          const gone = el("button.select", { dataset: { customId: "s", placeholder: "Cards" } });
          const before = make(button("Hint"), gone, button("Undo"));
          const leave = el("button.btn.danger", {}, "Leave");
          const after = make(button("Hint"), button("Lay", true), leave, button("Discard"));
          document.body.append(before);
          gone.focus();
          const mark = focus.focusMark(before);
          before.replaceWith(after);
          focus.restoreFocus(after, mark);
          done(document.activeElement.textContent);
          after.remove();
        }, (error) => done(String(error)));
        """
    )
    assert landed == "Discard"


def test_red_suits_are_red_and_every_suit_is_readable_on_its_ground(page: Page) -> None:
    page.slash("sample hand")
    page.choose("Cards to lay", ["10♥", "K♣"])
    page.wait_text("Picked: 10♥ K♣")
    page.js(newest("button.select")).click()
    page.one(".popup")
    page.js(
        """
        const row = [...document.querySelectorAll("#pane-channel .message .row")].at(-1);
        for (const style of ["primary", "secondary", "success", "danger"]) {
          const button = document.createElement("button");
          button.className = `btn ${style}`;
          button.replaceChildren(...document.querySelector(".popup").cloneNode(true).children);
          row.append(button);
        }
        """
    )
    contrasts = page.js(SUIT_CONTRASTS)
    assert {sign for sign, _, _ in contrasts} == set("♠♥♦♣")
    assert all(is_red == (sign in "♥♦") for sign, is_red, _ in contrasts)
    assert min(ratio for _, _, ratio in contrasts) >= 4.5


def test_groups_set_apart_by_an_em_space_break_between_themselves_first(page: Page) -> None:
    page.resize(NARROW)
    groups = ["♠ A 2 3 4 5 6", "♥ 7 8 9 10 J", "♦ 8 9 10 J Q K", "♣ 2 3 4"]
    hand = "\u2003".join(groups)
    page.one("#channel-text").send_keys(f"My hand:\u2003{hand}", Keys.ENTER)
    page.wait_text(hand)
    drawn = page.js(
        "const said = [...document.querySelectorAll('.message .content')].at(-1);"
        "return [...said.querySelectorAll('.group')]"
        ".map((one) => [one.innerText, one.offsetHeight, one.offsetTop])"
    )
    assert [text for text, _, _ in drawn] == ["My hand:", *groups]
    assert max(height for _, height, _ in drawn) < 30  # each on one line
    assert len({top for _, _, top in drawn}) > 1


def test_a_link_to_a_message_reads_as_its_channel_and_goes_there(page: Page) -> None:
    messages = "[...document.querySelectorAll('#pane-channel .message')]"
    message = page.js(f"return {messages}.at(-1).dataset.messageId")
    channel = page.driver.execute_async_script(
        """
        const done = arguments[0];
        import("./live.js").then(({ Live }) => new Live(null, (event) => {
          if (event.t === "hello") done(event.channels[0].id);
        }, () => {}));
        """
    )
    address = f"https://discord.com/channels/1/{channel}/{message}"
    page.one("#channel-text").send_keys(address, Keys.ENTER)
    link = page.wait(lambda: page.js(newest("a[data-jump]")), "the link")
    assert link.text.strip() == "#general ›"
    assert link.get_attribute("aria-label") == "a message in #general"
    link.click()
    at = "return document.activeElement.dataset.messageId"
    page.wait(lambda: page.js(at) == message, "the message")

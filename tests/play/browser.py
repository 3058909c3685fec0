"""A real headless Chromium that plays by the playground's page, as a person would.

`browser` is the fixture (import `open_browser` to have it); it skips, with the reason, where
Chromium or its driver is missing.
"""

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

import pytest
from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
    WebDriverException,
)
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

T = TypeVar("T")

WIDE = (1280, 800)
NARROW = (390, 844)
PATIENCE_S = 10.0
POLL_S = 0.03
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MOVING = (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
)

# The newest enabled button of a pane (or of both) by its label: all of it, else how it begins.
FIND_BUTTON = """
const [label, pane] = arguments;
const root = pane ? `[data-pane="${pane}"] ` : "";
const buttons = [...document.querySelectorAll(`${root}.message button.btn:enabled`)].reverse()
  .filter((one) => one.getClientRects().length && !one.classList.contains("pending"));
const name = (one) => one.getAttribute("aria-label") ?? one.querySelector(".label").textContent;
return buttons.find((one) => name(one) === label)
  ?? buttons.find((one) => name(one).startsWith(label)) ?? null;
"""
FIND_SELECT = """
const [name, pane] = arguments;
const root = pane ? `[data-pane="${pane}"] ` : "";
const selects = [...document.querySelectorAll(`${root}.message button.select:enabled`)].reverse()
  .filter((one) => one.getClientRects().length && !one.classList.contains("pending"));
return selects.find((one) => one.dataset.customId === name)
  ?? selects.find((one) => one.dataset.placeholder.startsWith(name)) ?? null;
"""
FIND_OPTION = """
const rows = [...document.querySelectorAll(".popup [role=option]")];
const label = (one) => one.querySelector(".option-label").textContent;
return rows.find((one) => one.dataset.value === arguments[0])
  ?? rows.find((one) => label(one) === arguments[0]) ?? null;
"""
FIND_PERSON = """
const isWanted = (one) => one.dataset.person === arguments[0]
  || one.querySelector(".person-name").textContent === arguments[0];
return [...document.querySelectorAll("[data-person]")].find(isWanted) ?? null;
"""
LABELS = """
const selector = `[data-pane="${arguments[0]}"] .message button.btn:enabled`;
return [...document.querySelectorAll(selector)]
  .map((one) => one.getAttribute("aria-label") ?? one.querySelector(".label").textContent);
"""
TEXTS = """
return [...document.querySelectorAll(`[data-pane="${arguments[0]}"] .message > .body`)]
  .map((one) => one.innerText);
"""

# Pixels of the list below the pane's edge, and whether the pill says so.
BELOW = """
const pane = document.querySelector(`#pane-${arguments[0]}`);
const { scrollHeight, scrollTop, clientHeight } = pane.querySelector(".scroller");
return [scrollHeight - scrollTop - clientHeight, !pane.querySelector(".to-end").hidden];
"""


def missing_reason() -> str | None:
    """Why no browser test can run here, or None when one can.

    >>> missing_reason() in (None, "chromium is not installed", "chromedriver is not installed")
    True
    """
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            return f"{program} is not installed"
    return None


@pytest.fixture(name="browser", scope="module")
def open_browser() -> Iterator["Page"]:
    """A Chromium with a profile of its own for one test file; each `open` starts from nothing."""
    reason = missing_reason()
    if reason:
        pytest.skip(reason)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        driver = start(profile)
        try:
            yield Page(driver)
        finally:
            driver.quit()


def start(profile: str) -> webdriver.Chrome:
    """A running Chromium whose state lives in the folder `profile`."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(str(shutil.which("chromedriver")))
    return webdriver.Chrome(options=options, service=service)


class Page:
    """The playground's page. Every method waits for what it needs, at most `patience_s`."""

    def __init__(self, driver: webdriver.Chrome, patience_s: float = PATIENCE_S) -> None:
        self.driver = driver
        self.patience_s = patience_s

    def open(self, url: str, as_id: str | None = None, size: tuple[int, int] = WIDE) -> None:
        """Opens the page as a person (the first one when None) and waits until it is drawn."""
        self.resize(size)
        self.driver.get(f"{url}?{urlencode({'as': as_id})}" if as_id else url)
        self.wait(lambda: self.js("return document.body.dataset.ready === '1'"), "the page's hello")

    def resize(self, size: tuple[int, int]) -> None:
        """Gives the window's inside this size in pixels (real windows stop at 500 wide)."""
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def js(self, script: str, *arguments: object) -> Any:
        """What a script returns."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition: Callable[[], T | None], what: str) -> T:
        """The first true answer of `condition`; AssertionError naming `what` when none comes."""
        deadline = time.monotonic() + self.patience_s
        while time.monotonic() < deadline:
            try:
                answer = condition()
            except MOVING:  # the page redrew what was just found: look again
                answer = None
            if answer:
                return answer
            time.sleep(POLL_S)
        raise AssertionError(f"{self.patience_s:g} s went by without {what}; {self.state()}")

    def state(self) -> str:
        """What the page shows, for failure messages."""
        return f"channel: {self.texts('channel')[-3:]}, dm: {self.texts('dm')[-2:]}"

    def one(self, selector: str) -> WebElement:
        """The first element of a CSS selector, once it is there."""
        return self.wait(lambda: self.driver.find_element(By.CSS_SELECTOR, selector), selector)

    def press_element(self, find: Callable[[], WebElement | None], what: str) -> None:
        """Clicks what `find` gives, looking again when the page moved it away."""

        def click() -> bool:
            found = find()
            if found is None:
                return False
            found.click()
            return True

        self.wait(click, what)

    def press_selector(self, selector: str) -> None:
        """Clicks the first element of a CSS selector."""
        self.press_element(lambda: self.driver.find_element(By.CSS_SELECTOR, selector), selector)

    def pick(self, person: str) -> None:
        """Switches to a person, by shown name or user id, once their own view has come."""

        def switch() -> bool:
            button = self.js(FIND_PERSON, person)
            if button is None:
                return False
            button.click()
            return bool(self.js(FIND_PERSON, person).get_attribute("aria-pressed") == "true")

        self.wait(switch, f"the view of {person}")

    def show(self, pane: str) -> None:
        """Brings a pane ("channel" or "dm") to the front; wide windows show both anyway."""
        if not self.driver.find_element(By.ID, f"pane-{pane}").is_displayed():
            self.press_selector(f"#tab-{pane}")

    def slash(
        self, text: str, options: Mapping[str, object] | None = None, pane: str = "channel"
    ) -> None:
        """Sends a slash command through the picker and its form, and waits for its answer."""
        path = text.removeprefix("/")
        self.show(pane)
        box = self.one(f"#{pane}-text")
        box.clear()
        box.send_keys(f"/{path}")
        self.press_selector(f"#pane-{pane} .picker [data-command='{path}']")
        for name, value in (options or {}).items():
            self.fill(f"#pane-{pane} [data-option='{name}']", value)
        self.one(f"#pane-{pane} .command-form [type=submit]").send_keys(Keys.ENTER)
        self.settled()

    def fill(self, selector: str, value: object) -> None:
        """Fills a text field, or sets a dropdown by an option's value or label."""
        field = self.one(selector)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if field.tag_name != "select":
            field.clear()
            field.send_keys(text)
            return
        chosen = self.js(
            "const [box, want] = arguments; const all = [...box.options];"
            "const found = all.find((one) => one.value === want || one.textContent === want);"
            "if (found) box.value = found.value; return Boolean(found)",
            field,
            text,
        )
        assert chosen, f"{selector} has no choice {text!r}"

    def click(self, label: str, pane: str | None = None) -> None:
        """Presses the newest enabled button that is, or begins with, `label`; awaits the answer."""
        self.press_element(lambda: self.js(FIND_BUTTON, label, pane), f"a button {label!r}")
        self.settled()

    def click_if_there(self, label: str, pane: str | None = None) -> None:
        """The same, unless no such button is to be pressed any more."""
        with suppress(*MOVING):
            button = self.js(FIND_BUTTON, label, pane)
            if button is not None:
                button.click()
        self.settled()

    def choose(self, name: str, values: Sequence[str], pane: str | None = None) -> None:
        """Picks options (by value or label) in the newest select of a custom_id or placeholder.

        In a select for several, exactly `values` are ticked and the popup is closed.
        """
        self.press_element(lambda: self.js(FIND_SELECT, name, pane), f"a select {name!r}")
        popup = self.one(".popup")
        if popup.get_attribute("aria-multiselectable") == "true":
            wanted = [str(self.option(value).get_attribute("data-value")) for value in values]
            self.tick_exactly(wanted)
            self.press_selector(".popup .done")
        else:
            self.option(values[0]).click()
        self.settled()

    def option(self, value: str) -> WebElement:
        """An option of the open popup, by value or label."""
        found: WebElement = self.wait(lambda: self.js(FIND_OPTION, value), f"an option {value!r}")
        return found

    def tick_exactly(self, wanted: Sequence[str]) -> None:
        """Leaves just these values ticked in the open popup."""
        rows = self.driver.find_elements(By.CSS_SELECTOR, ".popup [role=option]")
        for row in rows:
            is_ticked = row.get_attribute("aria-selected") == "true"
            if is_ticked and row.get_attribute("data-value") not in wanted:
                row.click()
        for row in rows:
            is_ticked = row.get_attribute("aria-selected") == "true"
            if not is_ticked and row.get_attribute("data-value") in wanted:
                row.click()

    def settled(self) -> None:
        """Waits until nothing pressed or sent is still without an answer."""
        busy = "return !document.querySelector('.pending, .sending, dialog [aria-busy=true]')"
        self.wait(lambda: self.js(busy), "the answer")

    def texts(self, pane: str) -> list[str]:
        """The texts of a pane's messages, oldest first; empty for a pane that is not shown."""
        return [str(text) for text in self.js(TEXTS, pane)]

    def is_at_end(self, pane: str = "channel") -> bool:
        """True when the newest message of a pane is seen to its end, and no pill offers more."""
        below_px, has_pill = self.js(BELOW, pane)
        return below_px <= 1 and not has_pill

    def labels(self, pane: str) -> list[str]:
        """The labels of the enabled buttons in a pane, oldest message first."""
        return [str(label) for label in self.js(LABELS, pane)]

    def wait_text(self, text: str, pane: str = "channel") -> str:
        """The newest message text of a pane that holds `text`, once there is one."""

        def newest() -> str | None:
            return next((one for one in reversed(self.texts(pane)) if text in one), None)

        return self.wait(newest, f"the text {text!r} in {pane}")

    def submit_modal(self, values: Mapping[str, str]) -> None:
        """Fills the open modal's fields by custom_id and submits it."""
        for custom_id, value in values.items():
            self.fill(f"dialog [data-custom-id='{custom_id}']", value)
        self.press_selector("dialog [type=submit]")
        self.settled()

    def errors(self) -> list[str]:
        """What the browser's console complained about since the last call."""
        try:
            log: list[dict[str, Any]] = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        except WebDriverException:  # pragma: no cover - a crashed tab has no log
            return ["the browser's log cannot be read"]
        return [str(line["message"]) for line in log if line["level"] == "SEVERE"]

    def screenshot(self, path: str | Path) -> None:
        """Saves what the window shows as a PNG."""
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(path))

"""The playground in a real browser at a phone's size: three people play a hand by clicks alone."""

from __future__ import annotations

import random
import re
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from tests.play.browser import NARROW, WIDE, Page, open_browser
from tests.process.bot_process import playground

__all__ = ["open_browser"]  # the fixture `browser`

PEOPLE = ("Ana", "Ben", "Carla")
WAITS_FOR = re.compile(r"Hand \d+ · (?:(\w+)'s turn|\w+ called \(Tawag\) · (\w+))")
NOBODY = "nobody"
PRESSES = 300  # far more than a hand takes


class Table:
    """A browser that is switched between three people, and the table they sit at."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.rng = random.Random(7)

    def sit_down(self) -> None:
        """Opens the table by the picker; the others join by its button; the host starts."""
        self.page.slash("tongits new", {"stake": 5, "rate": 2})
        for guest in PEOPLE[1:]:
            self.page.pick(guest)
            self.page.click("Join", "channel")
            self.page.wait_text("You sit in seat")
        self.page.pick("Ana")
        self.page.wait_text("3 Carla")
        self.picture("lobby")
        self.page.click("Start", "channel")

    def play_hand(self) -> str:
        """Plays until the result is there; its text."""
        for press in range(PRESSES):
            person = self.page.wait(self.waited_for, "a turn or a result")
            if person == NOBODY:
                return self.page.wait_text(" pays ")
            self.page.pick(person)
            self.page.show("dm")
            self.decide(person)
            if press == 8:
                self.picture("hand")
        raise AssertionError(f"no result after {PRESSES} presses")

    def waited_for(self) -> str | None:
        """Whose move it is, read from the channel's newest words; NOBODY once it is over."""
        for text in reversed(self.page.texts("channel")):
            if "Points left" not in text and (found := WAITS_FOR.search(text)):
                return found[1] or found[2]
            if " pays " in text:
                return NOBODY
        return None

    def decide(self, person: str) -> None:
        """One decision of the person, or nothing when the channel was a moment behind."""
        labels = self.page.wait(
            lambda: self.page.labels("dm") or self.waited_for() == NOBODY, f"the hand of {person}"
        )
        if labels is True:
            return  # the call that the channel was about to tell of has ended the hand
        for label in ("Show", "Tawag · yes", "Tawag", "Draw", "Discard"):
            if any(one.startswith(label) for one in labels):
                self.page.click_if_there(label, "dm")
                return
        if self.page.js("return Boolean(document.querySelector('#pane-dm button.select:enabled'))"):
            self.select()

    def select(self) -> None:
        """Lays what is offered, else selects a card to throw."""
        offered = self.choices("Melds and sapaw")
        if offered:
            self.page.choose("Melds and sapaw", offered[:1], "dm")
        else:
            self.page.choose("Your cards", [self.rng.choice(self.choices("Your cards"))], "dm")

    def choices(self, placeholder: str) -> list[str]:
        """The labels that the newest select of this name offers; [] when there is none."""
        selector = f'#pane-dm button.select:enabled[data-placeholder^="{placeholder}"]'
        found = self.page.js("return [...document.querySelectorAll(arguments[0])].at(-1)", selector)
        if found is None:
            return []
        found.click()
        self.page.one(".popup")
        rows = "return [...document.querySelectorAll('.popup .option-label')].map(o=>o.textContent)"
        labels: list[str] = self.page.js(rows)
        self.page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        return labels

    def picture(self, name: str) -> None:
        """Keeps what it looks like, on a phone and wide, for whoever wants to see it."""
        for size in (WIDE, NARROW):
            self.page.resize(size)
            self.page.screenshot(self.folder / f"{name}-{size[0]}.png")


def test_three_people_play_a_hand_to_its_end_by_clicks_alone(browser: Page, tmp_path: Path) -> None:
    with playground(tmp_path) as (_, url):
        browser.open(url, size=NARROW)
        table = Table(browser, tmp_path)
        table.sit_down()
        result = table.play_hand()
        assert re.search(r"Hand 1 · \w+ wins", result)
        assert all(name in result for name in PEOPLE)
        browser.show("channel")
        table.picture("result")
        browser.slash("leaderboard")
        board = browser.wait_text("Leaderboard")
        assert all(name in board for name in PEOPLE)
        table.picture("leaderboard")
        assert browser.errors() == []

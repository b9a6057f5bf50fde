"""J1 to J7 from the overview of one project, in three clicks at most each."""

import re

import pytest
from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as WaitedInVain

from backend.testing.browser import Visitor
from backend.testing.stack import Stack
from backend.tests.browser.whole.whole_project import MACHINE, WHOLE

pytestmark = [pytest.mark.browser, pytest.mark.long(seconds=40, together=WHOLE)]

MOST_CLICKS = 3
PICTURE_IN_VIEW = """() => {
  const pictures = [...document.querySelectorAll('main figure, main [role=img]')];
  return pictures.map(one => one.getBoundingClientRect())
    .some(({ height, top }) => height > 12 && top < innerHeight);
}"""
"""Whether a picture begins on the first screen."""


class Clicks:
    """A person at the overview who counts what it takes to an answer."""

    def __init__(self, person: Visitor, stack: Stack) -> None:
        self.person, self.count = person, 0
        person.open(f"{stack.url}/p/full")
        person.see("Open regressions")

    def on(self, target: Locator) -> None:
        target.first.click()
        self.count += 1

    def to(self, place: str) -> None:
        """Click a page of the rail."""
        rail = self.person.page.get_by_role("navigation", name="Pages")
        self.on(rail.get_by_role("link", name=place, exact=True))

    def link(self, name: str) -> None:
        main = self.person.page.get_by_role("main")
        link, before = main.get_by_role("link", name=re.compile(name)), self.person.page.url
        self.on(link)
        try:
            self.person.page.wait_for_url(lambda now: now != before, timeout=20_000)
        except WaitedInVain:
            # a page that was drawn again at that moment took the click with it
            link.first.click()

    def answer(self, text: str, *, picture: str = "") -> None:
        """See the answer as the first line of the page, and a picture of it without scrolling."""
        self.person.wait_for_answer(text)
        self.person.page.wait_for_function(PICTURE_IN_VIEW)
        if picture:
            self.person.page.get_by_role("img", name=re.compile(picture)).first.wait_for()
        assert self.count <= MOST_CLICKS
        self.person.keep(f"question-{re.sub(r'[^a-z0-9]+', '-', text.lower()).strip('-')}")


def test_did_my_pull_request_slow_it_down(person: Visitor, stack: Stack) -> None:
    clicks = Clicks(person, stack)
    clicks.to("Pull requests")
    clicks.answer("Newest pull requests from reports", picture="slower")
    clicks.link("^#7 against its merge base")
    clicks.answer("1 regression")


def test_what_regressed_and_since_when(person: Visitor, stack: Stack) -> None:
    clicks = Clicks(person, stack)
    clicks.link("slower")
    clicks.answer("slower [")
    person.see(re.compile("r20"))


def test_what_a_release_of_the_demo_made_slower(person: Visitor, stack: Stack) -> None:
    clicks = Clicks(person, stack)
    clicks.to("Changes")
    clicks.on(person.page.get_by_role("button", name=re.compile("^History")))
    clicks.link("parse_specifiers")
    clicks.answer("slower [")
    person.see(re.compile("packaging-20.4"))


def test_which_setting_is_best_on_this_machine(person: Visitor, stack: Stack) -> None:
    clicks = Clicks(person, stack)
    clicks.to("Sweeps")
    clicks.link("blocking_threads over blocking_max_threads")
    clicks.answer("blocking_max_threads")
    person.see(re.compile("cpu_time prefers 1, wall_time 8"))


def test_who_gains_and_who_loses_by_a_setting(person: Visitor, stack: Stack) -> None:
    clicks = Clicks(person, stack)
    clicks.to("Splits")
    clicks.link("rings of 64")
    clicks.answer("rings of 64: random_mixed_rings")


def test_the_split_of_a_suite_is_two_clicks_from_the_overview(
    person: Visitor, stack: Stack
) -> None:
    clicks = Clicks(person, stack)
    clicks.link("^allocator-c$")
    clicks.link("rings of 64")
    clicks.answer("rings of 64: random_mixed_rings")


def test_what_was_tried_and_what_stuck(person: Visitor, stack: Stack) -> None:
    clicks = Clicks(person, stack)
    clicks.to("Ladders")
    person.page.get_by_role("img", name=re.compile("rungs")).first.wait_for()
    clicks.link("async handlers behind a Rust server")
    clicks.answer("rungs kept")


def test_is_this_box_fit_to_measure(person: Visitor, stack: Stack) -> None:
    clicks = Clicks(person, stack)
    clicks.to("Machines")
    clicks.link(f"^{MACHINE}$")
    clicks.answer(f"{MACHINE} is fit to measure")


def test_how_it_did_over_years(person: Visitor, stack: Stack) -> None:
    clicks = Clicks(person, stack)
    clicks.link("^packaging$")
    clicks.link("Open in the explorer")
    clicks.answer("parse_specifiers")


def test_how_an_imported_benchmark_did(person: Visitor, stack: Stack) -> None:
    clicks = Clicks(person, stack)
    clicks.on(person.page.get_by_text(re.compile("more suites$")))
    clicks.link("^rust$")
    clicks.link("Open in the explorer")
    clicks.answer("sort")

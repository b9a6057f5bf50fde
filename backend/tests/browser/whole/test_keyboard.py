"""Everything that a mouse can use is reached and left by keys alone, and one sees where one is."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from backend.testing.browser import AT_REST, Visitor, visitor
from backend.testing.stack import Stack
from backend.tests.browser.whole.test_every_page import DRAWN, FEW, LISTS, READY, THINGS, Place
from backend.tests.browser.whole.whole_project import WHOLE

pytestmark = [pytest.mark.browser, pytest.mark.long(seconds=110, together=WHOLE)]

MOST_STOPS = 700
SETTLED_MS = 10_000
AT_ONCE = 20
"""Stops of Tab between two looks at what they told."""
WATCH = """() => {
  const usable = 'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), ' +
    'select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]:not([role=tablist])';
  const isSeen = one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && one.getBoundingClientRect().width > 0 && one.closest('[inert]') === null;
  // of a group of tabs or radio buttons one is a stop, the others are reached by arrows
  const isStop = one => one.tabIndex >= 0
    && !(one.type === 'radio' && !one.checked);
  const name = one => `${one.tagName.toLowerCase()} "${
    (one.getAttribute('aria-label') || one.labels?.[0]?.textContent || one.textContent || '')
      .trim().slice(0, 40)}"`;
  const hasRing = one => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  };
  // a text beside the numbers of its lines is marked with them
  const isMarked = one => hasRing(one) || hasRing(one.parentElement);
  const isUncovered = one => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const points = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.15], [0.5, 0.85]];
    return points.some(([x, y]) => {
      const there = document.elementFromPoint(left + x * width, top + y * height);
      return there !== null && (one.contains(there) || there.contains(one));
    });
  };
  const seen = new Set();
  let round = new Set();
  let last = null;
  const stops = [];
  const note = event => { if (event.key === 'Tab') stops.push(window.__keys.stop()); };
  addEventListener('keyup', note, true);
  window.__keys = {
    stop() {
      const one = document.activeElement;
      // a page that has put the focus somewhere is begun in its middle, and gone round
      if (one === null || one === document.body) return { isOut: false, faults: [] };
      // a date has several stops of its own
      const isAgain = round.has(one) && one !== last;
      round = isAgain ? new Set() : round.add(one);
      seen.add(one);
      last = one;
      return { isOut: isAgain, faults: this.faults() };
    },
    told() { return stops.splice(0); },
    again() { round = new Set(); },
    faults() {
      const one = document.activeElement;
      const faults = [];
      if (!isMarked(one)) faults.push(`${name(one)} shows no focus`);
      if (!isUncovered(one)) faults.push(`${name(one)} is out of sight when focused`);
      return faults;
    },
    left() {
      return [...document.querySelectorAll(usable)]
        .filter(one => isSeen(one) && isStop(one) && !seen.has(one)).map(name);
    },
  };
}"""
"""Watches where Tab stops: whether that is marked and in sight, and what it never reached."""
STATE = "() => document.querySelector('main').outerHTML"
CHARTS = "main figure [tabindex='0'], main svg[tabindex='0']"


def faults_by_tab(page: Page) -> list[str]:
    """Go through a page by Tab, and return what is wrong with its stops.

    Sections are drawn as they come into view: a second round waits for what the first brought up.
    """
    page.evaluate(WATCH)
    found = tabbed(page)
    if left := page.evaluate("window.__keys.left()"):
        page.wait_for_timeout(1000)
        found |= tabbed(page)
        left = page.evaluate("window.__keys.left()")
    return [*found, *(f"{name} is no stop of Tab" for name in left)]


def tabbed(page: Page) -> dict[str, None]:
    """Press Tab until the stops begin again, and return their faults.

    Many stops are looked at in one turn. Where one of them has a fault the page is gone through
    once more, stop by stop: what was still being drawn is waited for.
    """
    for _ in range(MOST_STOPS // AT_ONCE):
        for _ in range(AT_ONCE):
            page.keyboard.press("Tab")
        stops = page.evaluate("window.__keys.told()")
        if any(stop["faults"] for stop in stops):
            return tabbed_slowly(page)
        if any(stop["isOut"] for stop in stops):
            return {}
    return tabbed_slowly(page)


def tabbed_slowly(page: Page) -> dict[str, None]:
    """Press Tab until the stops begin again, and wait at each that has a fault."""
    found: dict[str, None] = {}
    page.evaluate("window.__keys.again()")
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate("window.__keys.told().at(-1) ?? window.__keys.stop()")
        if stop["faults"]:
            # what came into view just then is still being drawn, which moves the stop for a moment
            with suppress(PlaywrightTimeoutError):
                page.wait_for_function("window.__keys.faults().length === 0", timeout=SETTLED_MS)
            stop["faults"] = page.evaluate("window.__keys.faults()")
        found |= dict.fromkeys(stop["faults"])
        if stop["isOut"]:
            return found
    return found | {"Tab does not come to an end": None}


def go(person: Visitor, stack: Stack, place: Place, known: Mapping[str, str]) -> Page:
    person.open(stack.url + place.address(known))
    person.page.wait_for_function(READY)
    person.page.evaluate(AT_REST)  # what is drawn when it comes into view
    return person.page


@dataclass
class KeysTried:
    """What keys did on every page."""

    faults: list[str] = field(default_factory=list)
    """Of the stops of Tab."""
    silent: list[str] = field(default_factory=list)
    """Charts that take the focus and do not answer arrows."""
    charts: int = 0


@pytest.fixture(scope="module")
def tried(browser: Browser, stack: Stack, known: dict[str, str]) -> KeysTried:
    """Open every page once, go through it by Tab, and then through its charts by arrows."""
    return tried_on(browser, stack, known, (*LISTS, *THINGS, *DRAWN))


def tried_on(
    browser: Browser, stack: Stack, known: Mapping[str, str], places: Sequence[Place]
) -> KeysTried:
    keys = KeysTried()
    with visitor(browser) as person:
        person.sign_in(stack.sign_in_url())
        for place in places:
            page = go(person, stack, place, known)
            name = f"{place.path}{place.query}"
            keys.faults += [f"{name}: {fault}" for fault in faults_by_tab(page)]
            for chart in page.locator(CHARTS).all():
                keys.charts += 1
                if not answers_to_arrows(chart):
                    keys.silent.append(f"{name}: {chart.get_attribute('aria-label')}")
    return keys


@pytest.mark.nightly(
    shorter=[
        "browser/whole/test_keyboard.py::test_tab_and_arrows_reach_all_of_a_few_pages",
    ]
)
def test_tab_reaches_all_that_can_be_used_on_every_page(tried: KeysTried) -> None:
    assert not tried.faults, "\n".join(tried.faults)


@pytest.mark.nightly(
    shorter=[
        "browser/whole/test_keyboard.py::test_tab_and_arrows_reach_all_of_a_few_pages",
    ]
)
def test_arrows_move_through_every_chart_that_takes_the_focus(tried: KeysTried) -> None:
    assert not tried.silent, "\n".join(tried.silent)
    assert tried.charts > len(DRAWN)


def test_tab_and_arrows_reach_all_of_a_few_pages(
    browser: Browser, stack: Stack, known: dict[str, str]
) -> None:
    keys = tried_on(browser, stack, known, FEW)
    assert not keys.faults, "\n".join(keys.faults)
    assert not keys.silent, "\n".join(keys.silent)
    assert keys.charts


def answers_to_arrows(chart: Locator) -> bool:
    chart.focus()
    before = chart.evaluate(STATE)
    chart.press("ArrowRight")
    chart.press("ArrowRight")
    with suppress(PlaywrightTimeoutError):
        chart.page.wait_for_function(f"before => ({STATE})() !== before", arg=before, timeout=2000)
        return True
    return False


def test_menus_the_search_and_tabs_open_move_and_close_by_keys(
    browser: Browser, stack: Stack, known: dict[str, str]
) -> None:
    with visitor(browser) as person:
        person.sign_in(stack.sign_in_url())
        page = go(person, stack, Place("/p/$project/suites/$suite"), known)
        for name in ("Administrator", "Save"):
            menu_by_keys(page, page.get_by_role("button", name=re.compile(name)).first)
        page.keyboard.press("Control+k")
        page.get_by_role("dialog").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        stack.project("nothing")
        page = go(person, stack, Place("/p/nothing"), known)
        page.get_by_role("tab").first.wait_for()
        first, second = page.get_by_role("tab").all()[:2]
        first.focus()
        page.keyboard.press("ArrowRight")
        # the first one is in focus and selected until the key has done its work
        second.and_(page.locator(":focus[aria-selected=true]")).wait_for()


def menu_by_keys(page: Page, trigger: Locator) -> None:
    """Open a menu, go down in it, and leave it to where it was opened."""
    trigger.focus()
    page.keyboard.press("Enter")
    menu = page.get_by_role("menu")
    menu.wait_for()
    page.keyboard.press("ArrowDown")
    assert menu.evaluate("one => one.contains(document.activeElement)")
    page.keyboard.press("Escape")
    menu.wait_for(state="detached")
    assert trigger.evaluate("one => one === document.activeElement")

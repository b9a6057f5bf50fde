"""Every page there is, empty, full and failing: wide and narrow, light and dark, under axe."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from backend.testing.accessibility import faults_of
from backend.testing.browser import PATIENCE_S, WIDTHS, Visitor, visitor
from backend.testing.databases import ROOT
from backend.testing.stack import Stack
from backend.tests.browser.layout import layout_faults
from backend.tests.browser.whole.whole_project import WHOLE

pytestmark = [pytest.mark.browser, pytest.mark.long(seconds=220, together=WHOLE)]

ROUTER = ROOT / "frontend" / "src" / "app" / "router.tsx"
READY = """() => document.querySelector('main h1, main [role=alert], main p') !== null
  && document.querySelector('main [role=status][aria-label^=Loading]') === null"""
DRAWN_WHOLE = """hasPicture => {
  const tall = one => one.getBoundingClientRect().height > 12;
  const main = document.querySelector('main');
  const waits = [...main.querySelectorAll('[role=status][class*=skeleton]')].some(tall);
  const pictures = [...main.querySelectorAll('figure, [role=img]')].filter(tall);
  const drawings = [...main.querySelectorAll('figure svg, svg[role=img]')].filter(tall);
  const fits = drawings.every(one => one.getBoundingClientRect().width <= innerWidth);
  return !waits && fits && (pictures.length > 0 || !hasPicture);
}"""
"""Nothing is awaited any more, and charts have the width of the window."""
PICTURED = frozenset({
    "overview", "changes", "triage-report", "pull-requests", "explore", "compare", "sweeps",
    "splits", "ladders", "claims", "machines", "changes-change", "alert-groups-group",
    "alert-groups-several", "sweeps-benchmark-axis", "splits-split", "ladders-ladder",
    "claims-claim", "runs-run", "machines-machine", "suites-suite", "benchmarks-benchmark",
    "embed-project-explore",
})  # fmt: skip
"""Pages of a full project that have a picture: they are judged only when it is drawn."""
FIRST_PAINT = """(() => {
  const content = 'table, figure, li, dl, form, p:not(header p), [role=alert]';
  const look = () => {
    const main = document.querySelector('main');
    const isThere = main?.querySelector('h1') && main.querySelector(content);
    // what is there now is on the screen with this frame
    if (isThere) window.__painted = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""
SHIFTS = """(() => {
  window.__shifted = 0;
  const add = list => list.getEntries().forEach(one => {
    if (!one.hadRecentInput) window.__shifted += one.value;
  });
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
})()"""
FIRST_PICTURE = """() => {
  const tall = one => one.getBoundingClientRect().height > 20;
  const pictures = [...document.querySelectorAll('main figure, main [role=img]')].filter(tall);
  const ends = pictures.map(one => one.getBoundingClientRect().bottom + scrollY);
  return ends.length === 0 ? 0 : Math.min(...ends) / innerHeight;
}"""
"""Screens until the first picture of a page ends; 0 of a page that has none."""
PICTURE_BEGINS = """() => {
  const tall = one => one.getBoundingClientRect().height > 20;
  const pictures = [...document.querySelectorAll('main figure, main [role=img]')].filter(tall);
  const begins = pictures.map(one => one.getBoundingClientRect().top + scrollY);
  return begins.length === 0 ? 0 : Math.min(...begins);
}"""
"""Where the first picture of a page begins, in pixels; 0 of a page that has none."""
ASKED_BEFORE = """() => performance.getEntriesByType('resource')
  .filter(one => one.name.includes('/api/v1/') && !/\\/(events|ready)$/.test(one.name)
          && one.startTime < (window.__painted ?? Infinity))
  .map(one => new URL(one.name).pathname)"""
WORDS = """(left) => {
  const main = document.querySelector('main').cloneNode(true);
  const folded = 'svg, select, nav, details:not([open]) > :not(summary)';
  main.querySelectorAll([folded, ...left].join()).forEach(one => one.remove());
  return main.textContent.split(/\\s+/).filter(Boolean).length;
}"""
"""Words of a page without what it folds away, and without what else is named."""
ROWS = ["table", "ul", "ol", "pre"]
MOST_WORDS = 450
MOST_WORDS_OF_LIST = 250
MOST_WORDS_OF_OVERVIEW = 350
MOST_SHIFT = 0.1
"""What browsers call good; the sum over the life of a page."""
MOST_SCREENS = 4
MOST_TO_PICTURE = 600
"""Pixels of a screen of 900 above the first picture."""
MOST_ASKED = 3
"""Requests before the first content of a page is painted.

The stream of events is none, nor whether the server is ready, which is asked by a clock.
"""
NOT_THERE = "999999999"


@dataclass(frozen=True, slots=True)
class Place:
    """One address of the router, and what stands for its parameters in a full project."""

    path: str
    query: str = ""

    def name(self) -> str:
        if self.path == "/":
            return "home"
        return re.sub(r"\W+", "-", self.path.removeprefix("/p/$project")).strip("-") or "overview"

    def address(self, known: Mapping[str, str]) -> str:
        """Fill in what is known; what no project has is asked for all the same."""
        whole = self.path + self.query
        return re.sub(r"\$(\w+)", lambda found: known.get(found[1], NOT_THERE), whole)


OUTSIDE = (
    Place("/"),
    Place("/welcome"),
    Place("/join"),
    Place("/reset"),
    Place("/account"),
    Place("/people"),
    Place("/audit"),
    Place("/server"),
    Place("/help/$document"),
    Place("/l/$code"),
    Place("/embed/$project/explore", "?series=$series"),
)
LISTS = (
    Place("/p/$project"),
    Place("/p/$project/changes"),
    Place("/p/$project/triage-report"),
    Place("/p/$project/pull-requests"),
    Place("/p/$project/explore"),
    Place("/p/$project/compare"),
    Place("/p/$project/sweeps"),
    Place("/p/$project/splits"),
    Place("/p/$project/ladders"),
    Place("/p/$project/claims"),
    Place("/p/$project/runs"),
    Place("/p/$project/reports"),
    Place("/p/$project/machines"),
    Place("/p/$project/jobs"),
    Place("/p/$project/views"),
    Place("/p/$project/add-results"),
    Place("/p/$project/import"),
    Place("/p/$project/settings"),
    Place("/p/$project/settings/members"),
    Place("/p/$project/settings/corrections"),
    Place("/p/$project/settings/notifications"),
    Place("/p/$project/settings/thresholds"),
    Place("/p/$project/settings/audit"),
    Place("/p/$project/settings/ci-access"),
    Place("/p/$project/settings/forge"),
)
THINGS = (
    Place("/p/$project/changes/$change"),
    Place("/p/$project/alert-groups/$group"),
    Place("/p/$project/alert-groups/$several"),
    Place("/p/$project/pull-requests/$pull"),
    Place("/p/$project/sweeps/$benchmark/$axis"),
    Place("/p/$project/splits/$split"),
    Place("/p/$project/ladders/$ladder"),
    Place("/p/$project/claims/$claim"),
    Place("/p/$project/runs/$run"),
    Place("/p/$project/machines/$machine"),
    Place("/p/$project/jobs/$job"),
    Place("/p/$project/suites/$suite"),
    Place("/p/$project/benchmarks/$benchmark"),
    Place("/p/$project/profiles/$profile"),
)
DRAWN = (
    Place("/p/$project/explore", "?series=$series"),
    Place("/p/$project/compare", "?baseline=run:$first&contender=run:$run"),
)

FEW = (LISTS[0], LISTS[1], THINGS[0], DRAWN[0])
"""Pages with the overview, a list, a thing, and a chart of their own."""


class Walk:
    """Goes from page to page with one signed-in person, and remembers what was wrong where."""

    def __init__(self, person: Visitor, stack: Stack, name: str) -> None:
        self.person, self.stack, self.name = person, stack, name
        self.faults: list[str] = []
        self.is_failing = False
        self._said: list[str] = []
        self.page.on("console", lambda line: self._hear(line.type, line.text))
        self.page.add_init_script(FIRST_PAINT)
        self.page.add_init_script(SHIFTS)
        person.sign_in(stack.sign_in_url())

    @property
    def page(self) -> Page:
        return self.person.page

    def visit(self, place: Place, known: Mapping[str, str]) -> None:
        """Open a page, wait for all of it, keep pictures of it and hold it to the rules."""
        self._said.clear()
        self.person.complaints.clear()
        self.person.open(self.stack.url + place.address(known))
        self.page.wait_for_function(READY)
        label = f"{self.name}-{place.name()}{'-drawn' if place.query else ''}"
        asked = self.page.evaluate(ASKED_BEFORE)
        # a failing page asks again and again before it says so
        if len(asked) > MOST_ASKED and not self.is_failing:
            self.faults.append(f"{label}: asks for {asked} before it paints")
        self._await_drawing(place)
        self._count_words(place, label)
        shifted = self.page.evaluate("window.__shifted")
        if shifted > MOST_SHIFT:
            self.faults.append(f"{label}: shifts by {shifted:.2f}, at most {MOST_SHIFT}")
        try:
            self.person.keep(f"every-{label}", partial(self._measure, place, label))
        except AssertionError as error:
            self.faults.append(f"{label}: {error}")
        found = [*faults_of(self.page), *self._said, *self.person.complaints]
        self.faults += [f"{label}: {fault}" for fault in found]

    def _count_words(self, place: Place, label: str) -> None:
        """Hold a page to its budget of words; those of rows count on the overview alone."""
        if place in OUTSIDE:
            return
        is_overview = place.path == "/p/$project"
        most = MOST_WORDS_OF_LIST if place in LISTS else MOST_WORDS
        most = MOST_WORDS_OF_OVERVIEW if is_overview else most
        words = self.page.evaluate(WORDS, [] if is_overview else ROWS)
        if words > most:
            self.faults.append(f"{label}: {words} words, at most {most}")

    def _await_drawing(self, place: Place) -> None:
        if self.name != "full":
            return
        self.page.wait_for_function(
            DRAWN_WHOLE, arg=place.name() in PICTURED, timeout=PATIENCE_S * 1000
        )

    def _measure(self, place: Place, label: str, width: int) -> None:
        """Hold a full page to its layout, and to a picture near its top."""
        if self.name != "full":
            return
        self._await_drawing(place)
        where = label if width == WIDTHS[0] else f"{label} on a phone"
        self.faults += [f"{where}: {fault}" for fault in layout_faults(self.page)]
        self._measure_picture(label, width)

    def _measure_picture(self, label: str, width: int) -> None:
        if width == WIDTHS[0]:
            begins = self.page.evaluate(PICTURE_BEGINS)
            if begins > MOST_TO_PICTURE:
                self.faults.append(f"{label}: its first picture begins at {begins:.0f} px")
        else:
            screens = self.page.evaluate(FIRST_PICTURE)
            if screens > MOST_SCREENS:
                self.faults.append(f"{label}: its first picture ends after {screens:.1f} screens")

    def fail_every_request(self) -> None:
        """From here on the server answers nothing about projects but faults."""
        self.is_failing = True
        self.page.route("**/api/v1/projects/**", _fail)

    def _hear(self, kind: str, text: str) -> None:
        # what a browser says by itself of an answer that is no success is expected where it is
        if kind == "error" and "Failed to load resource" not in text:
            self._said.append(f"console: {text}")


def _fail(route: Route) -> None:
    problem = {"type": "about:blank", "title": "No", "status": 503, "detail": "No.", "faults": []}
    route.fulfill(status=503, content_type="application/problem+json", body=json.dumps(problem))


def test_every_address_of_the_router_is_walked() -> None:
    paths = re.findall(r"^  path: \"(.+)\",$", Path(ROUTER).read_text(), re.MULTILINE)
    project = {path for path in paths if path not in {p.path for p in OUTSIDE} | {"/p/$project"}}
    walked = {place.path.removeprefix("/p/$project") for place in (*LISTS, *THINGS)}
    assert project - walked == set()


@pytest.mark.nightly(
    shorter=[
        "browser/whole/test_every_page.py::test_a_few_pages_of_a_full_project",
        "browser/whole/test_every_page.py::test_every_page_of_an_empty_project",
    ]
)
def test_every_page_of_a_full_project(
    browser: Browser, stack: Stack, known: dict[str, str]
) -> None:
    with visitor(browser) as person:
        walk = Walk(person, stack, "full")
        for place in (*OUTSIDE, *LISTS, *THINGS, *DRAWN):
            walk.visit(place, known)
        assert not walk.faults, "\n".join(walk.faults)


def test_every_page_of_an_empty_project(browser: Browser, stack: Stack) -> None:
    stack.project("empty")
    with visitor(browser) as person:
        walk = Walk(person, stack, "empty")
        for place in LISTS:
            walk.visit(place, {"project": "empty"})
        assert not walk.faults, "\n".join(walk.faults)


@pytest.mark.nightly(
    shorter=[
        "browser/whole/test_every_page.py::test_a_few_pages_when_the_server_fails",
        "browser/test_pages.py::test_a_failing_server_is_said_with_what_to_do",
    ]
)
def test_every_page_when_the_server_fails(
    browser: Browser, stack: Stack, known: dict[str, str]
) -> None:
    with visitor(browser) as person:
        walk = Walk(person, stack, "failing")
        walk.fail_every_request()
        for place in (*LISTS, *THINGS):
            walk.visit(place, known)
        assert not walk.faults, "\n".join(walk.faults)


def test_a_few_pages_of_a_full_project(
    browser: Browser, stack: Stack, known: dict[str, str]
) -> None:
    with visitor(browser) as person:
        walk = Walk(person, stack, "full")
        for place in FEW:
            walk.visit(place, known)
        assert not walk.faults, "\n".join(walk.faults)


def test_a_few_pages_when_the_server_fails(
    browser: Browser, stack: Stack, known: dict[str, str]
) -> None:
    with visitor(browser) as person:
        walk = Walk(person, stack, "failing")
        walk.fail_every_request()
        for place in FEW:
            walk.visit(place, known)
        assert not walk.faults, "\n".join(walk.faults)

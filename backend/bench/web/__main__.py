"""make bench-web: measure the pages in Chromium against their budgets, and end by itself."""

import argparse
import signal
import sys
import time

from playwright.sync_api import Browser

from backend.bench import show
from backend.bench.machine import described, load, watched
from backend.bench.stand import ARTEFACTS, Stand, standing
from backend.bench.verdicts import Verdict
from backend.bench.web import budgets
from backend.bench.web.data import Data, fill_all
from backend.bench.web.measuring import (
    Visitor,
    measure_hover,
    measure_painting,
    measure_requests,
    measure_scrolling,
    measure_zoom,
    signed_in,
)
from backend.bench.wire import Client
from backend.testing.browser import chromium

LIGHT, FULL = 1, 5
"""Suites of 200 series with 1,000 points: 2·10^5 and 10^6 points."""
CHART = "main .recharts-wrapper"
LINES = "main .recharts-line-curve"
ROWS = "main tbody tr[data-row]"
FACETS = "main fieldset"


def main() -> int:
    """Measure; the exit code says whether it could be measured, no more."""
    given = _asked()
    began, before = time.monotonic(), load()
    show.say(f"{described()}; load {before:.1f}")
    found = [budgets.of_size()]
    with standing() as stand, chromium() as browser:
        with show.step("fill the database"):
            data = fill_all(stand, FULL if given.full else LIGHT)
        with watched(stand.roots) as use:
            found += _pages(browser, stand, data, given.goes)
            found += _answers(stand, given.goes)
    show.say(f"\nBudget by budget, {data.points:.0e} points; load {before:.1f} before,")
    show.say(f"{load():.1f} after; the browser and others took {use.foreign:.0%} of the machine")
    show.table(found)
    facts: dict[str, object] = {
        "machine": described(), "load": [before, load()], "foreign": use.foreign,
        "points": data.points, "goes": given.goes,
    }  # fmt: skip
    show.say(
        f"Took {time.monotonic() - began:.0f} s. Figures: {show.keep(ARTEFACTS, facts, found)}"
    )
    return 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m backend.bench.web", description=__doc__)
    parser.add_argument("--full", action="store_true", help="10^6 points instead of 2·10^5")
    parser.add_argument("--goes", type=int, default=7, help="navigations per figure")
    return parser.parse_args()


def _pages(browser: Browser, stand: Stand, data: Data, goes: int) -> list[Verdict]:
    visitor = signed_in(browser, stand.stack.url, stand.stack.sign_in_url())
    return [
        *_chart(visitor, data, goes),
        *_table(visitor, data, goes),
        *_overview(visitor, data, goes),
    ]


def _chart(visitor: Visitor, data: Data, goes: int) -> list[Verdict]:
    with show.step("explorer, 10 series of 1,000 points"):
        paintings = measure_painting(visitor, data.chart, LINES, 10, goes)
        hover = measure_hover(visitor, data.chart, CHART)
        zoom = measure_zoom(visitor, data.chart, CHART, goes)
    return [
        budgets.of_painting("first chart, 10 x 1,000 points", paintings, budgets.CHART_MS),
        budgets.of_requests("requests before the first chart", paintings),
        budgets.of_time("hover", hover, budgets.HOVER_MS, "of the main thread per move"),
        budgets.of_time("zoom redraw", zoom, budgets.ZOOM_MS, "to the last frame it changed"),
    ]


def _table(visitor: Visitor, data: Data, goes: int) -> list[Verdict]:
    with show.step("comparison of 5,000 rows"):
        paintings = measure_painting(visitor, data.comparison, ROWS, 20, goes)
        frames = measure_scrolling(visitor, data.comparison, ROWS, 3)
    return [
        budgets.of_painting("comparison of 5,000 rows", paintings, budgets.COMPARE_MS),
        budgets.of_frames(frames),
    ]


def _overview(visitor: Visitor, data: Data, goes: int) -> list[Verdict]:
    with show.step("overview, and the explorer over 10,000 benchmarks"):
        first = measure_painting(visitor, data.overview, "main h1", 1, goes)
        facets = measure_painting(visitor, data.explorer, FACETS, 1, goes)
    return [
        budgets.of_painting("overview", first, budgets.CHART_MS),
        budgets.of_requests("requests before the overview", first),
        budgets.of_painting("facets on screen, 10,000 benchmarks", facets, budgets.CHART_MS),
    ]


def _answers(stand: Stand, goes: int) -> list[Verdict]:
    client = Client(stand.address, "wide", stand.stack.key("wide"))
    connection = client.open()
    with show.step("answers over 10,000 benchmarks"):
        facets = measure_requests(lambda: client.get(connection, "/facets"), goes)
        hits = measure_requests(lambda: client.get(connection, "/search?text=case_77"), goes)
    connection.close()
    return [
        budgets.of_time("facets, 10,000 benchmarks", facets, budgets.FACETS_MS, "over the wire"),
        budgets.of_time("search, 10,000 benchmarks", hits, budgets.SEARCH_MS, "over the wire"),
    ]


def _stop(number: int, _frame: object) -> None:
    """End as an interruption does, so that services are stopped and files removed."""
    sys.exit(128 + number)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    sys.exit(main())

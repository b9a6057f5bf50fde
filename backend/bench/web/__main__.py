"""make bench-web: measure the pages in Chromium against their budgets, and end by itself."""

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext

from backend.bench import show
from backend.bench.comparing_runs import SIDES
from backend.bench.machine import Use, described, load, watched
from backend.bench.stand import ARTEFACTS, Stand, standing
from backend.bench.triage import ALERTS, make_groups
from backend.bench.verdicts import BudgetVerdict
from backend.bench.web import budgets
from backend.bench.web.data import Data, fill_all
from backend.bench.web.measuring import (
    FLAMES,
    TimedAnswer,
    Visitor,
    measure_answer,
    measure_flames,
    measure_hover,
    measure_painting,
    measure_scrolling,
    measure_zoom,
    signed_in,
    there_are,
)
from backend.bench.web.walking import walk
from backend.bench.web.watching import Painting
from backend.bench.wire import Client
from backend.domain.people.rights import Scope
from backend.testing.browser import chromium_at_home

LIGHT, FULL = 1, 5
"""Suites of 200 series with 1,000 points: 2·10^5 and 10^6 points."""
CHART = "main [role=group]:has(> .recharts-surface)"
LINES = "main path[data-line]"
ROWS = "main tbody tr[data-row]"
FACETS = "main fieldset"


def main() -> int:
    """Measure; the exit code says whether it could be measured, no more."""
    given = _asked()
    began, before = time.monotonic(), load()
    show.say(f"{described()}; load {before:.1f}")
    found = [budgets.of_size()]
    with (
        standing() as stand,
        TemporaryDirectory() as home,
        chromium_at_home(Path(home)) as browser,
    ):
        data = fill_all(stand, FULL if given.full else LIGHT)
        with watched(stand.roots) as use:
            found += _pages(browser, stand, data, given.goes)
            found += _answers(stand)
    show.say(f"\nBudget by budget, {data.points:.0e} points; load {before:.1f} before,")
    show.say(f"{load():.1f} after; the browser and others took {use.foreign:.0%} of the machine")
    show.table(found)
    facts: dict[str, object] = {
        "machine": described(), "load": [before, load()], "foreign": use.foreign,
        "points": data.points, "goes": given.goes,
    }  # fmt: skip
    show.say(
        f"Took {time.monotonic() - began:.0f} s. Figures: {show.save(ARTEFACTS, facts, found)}"
    )
    return 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m backend.bench.web", description=__doc__)
    parser.add_argument("--full", action="store_true", help="10^6 points instead of 2·10^5")
    parser.add_argument("--goes", type=int, default=7, help="navigations per figure")
    return parser.parse_args()


def _pages(browser: BrowserContext, stand: Stand, data: Data, goes: int) -> list[BudgetVerdict]:
    bench = WebBenchOptions(
        signed_in(browser, stand.stack.url, stand.stack.sign_in_url()), stand, goes
    )
    found = [
        *_chart(bench, data),
        *_table(bench, data),
        *_firsts(bench, data),
        *_flames(bench, data),
    ]
    with show.step("every page"):
        client = Client(stand.address, "bench", stand.stack.key("bench", Scope.READ, Scope.ADMIN))
        walked = walk(bench.visitor, stand, client)
    bench.paintings += [one.painting for one in walked]
    every = [budgets.of_shift(bench.paintings), budgets.of_weight(bench.paintings)]
    return [*found, *every, *map(budgets.of_page, walked)]


@dataclass(slots=True)
class WebBenchOptions:
    """Who visits, what, how often, and what was painted so far."""

    visitor: Visitor
    stand: Stand
    goes: int
    paintings: list[Painting] = field(default_factory=list)

    def paint(self, address: str, condition: str) -> tuple[list[Painting], Use]:
        """Navigate to a page again and again, and watch what that takes."""
        with watched(self.stand.roots) as use:
            found = measure_painting(self.visitor, address, condition, self.goes)
        self.paintings += found
        return found, use


def _chart(bench: WebBenchOptions, data: Data) -> list[BudgetVerdict]:
    with show.step("explorer, 10 series of 1,000 points"):
        paintings, use = bench.paint(data.chart, there_are(LINES, 10))
        hover = measure_hover(bench.visitor, data.chart, CHART)
        zoom = measure_zoom(bench.visitor, data.chart, CHART, bench.goes)
    what = "first chart, 10 x 1,000 points"
    return [
        budgets.of_painting(what, paintings, budgets.CHART_MS, use),
        budgets.of_requests("requests before the first chart", paintings),
        budgets.of_hover(hover),
        budgets.of_zoom(zoom),
    ]


def _table(bench: WebBenchOptions, data: Data) -> list[BudgetVerdict]:
    with show.step("comparison of 5,000 rows"):
        paintings, use = bench.paint(data.comparison, there_are(ROWS, 20))
        frames = measure_scrolling(bench.visitor, data.comparison, ROWS, 3)
    return [
        budgets.of_painting("comparison of 5,000 rows", paintings, budgets.COMPARE_MS, use),
        budgets.of_frames("scrolling 5,000 rows", frames),
    ]


def _firsts(bench: WebBenchOptions, data: Data) -> list[BudgetVerdict]:
    with show.step("overview, and the explorer over 10,000 benchmarks"):
        first, use = bench.paint(data.overview, there_are("main h1"))
        wide, wide_use = bench.paint(data.explorer, there_are(FACETS))
    return [
        budgets.of_painting("overview", first, budgets.CHART_MS, use),
        budgets.of_requests("requests before the overview", first),
        budgets.of_painting(
            "facets on screen, 10,000 benchmarks", wide, budgets.CHART_MS, wide_use
        ),
        budgets.of_requests("requests before the facets", wide),
    ]


def _flames(bench: WebBenchOptions, data: Data) -> list[BudgetVerdict]:
    with show.step("flame graph of 100,000 frames"):
        paintings, use = bench.paint(data.profile, there_are(FLAMES))
        frames = measure_flames(bench.visitor, data.profile, 3)
    return [
        budgets.of_painting("flame graph, 100,000 frames", paintings, budgets.COMPARE_MS, use),
        budgets.of_frames("pointing at it, zooming in and out", frames),
    ]


def _answers(stand: Stand) -> list[BudgetVerdict]:
    def asked(slug: str, path: str) -> TimedAnswer:
        return measure_answer(stand, Client(stand.address, slug, stand.stack.key(slug)), path)

    sides = f"baseline={SIDES[0]}&contender={SIDES[1]}"
    with show.step("answers"):
        make_groups(stand, stand.stack.project("bench"), ALERTS)
        return [
            budgets.of_answer(
                "facets, 10,000 benchmarks", asked("wide", "/facets?most=30"), budgets.FACETS_MS
            ),
            budgets.of_answer(
                "search, 10,000 benchmarks", asked("wide", "/search?text=case_77"),
                budgets.SEARCH_MS,
            ),
            budgets.of_answer(
                "comparison, 5,000 results",
                asked("comparing", f"/comparison?{sides}&columns=true&limit=0"),
                budgets.COMPARISON_MS,
            ),
            budgets.of_answer(
                "alert groups, 25 of 4,000", asked("bench", "/alert-groups?limit=25"),
                budgets.GROUPS_MS,
            ),
        ]  # fmt: skip


if __name__ == "__main__":
    show.end_well(main)

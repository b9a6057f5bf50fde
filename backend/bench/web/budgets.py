"""The budgets of the pages, and what was found held against them."""

import re
import subprocess
from collections.abc import Sequence

from backend.bench.machine import Use
from backend.bench.verdicts import BudgetVerdict
from backend.bench.web.measuring import WARMING, Frames, Redraw, TimedAnswer
from backend.bench.web.walking import Walked
from backend.bench.web.watching import Painting, middle
from backend.testing.databases import ROOT

CHART_MS, HOVER_MS, ZOOM_MS, COMPARE_MS = 500.0, 16.0, 50.0, 1_000.0
FACETS_MS, SEARCH_MS, GROUPS_MS, REQUEST_MS = 100.0, 50.0, 20.0, 50.0
COMPARISON_MS = 200.0
FRAME_RATE, REQUESTS = 60.0, 3
NO_SHIFT = 0.0005
"""What is printed as 0.000."""
VSYNC = 0.98
"""Of sixty frames a second one in fifty may be late by the clock of the machine."""


def of_painting(what: str, found: Sequence[Painting], most_ms: float, use: Use) -> BudgetVerdict:
    painted = middle([one.painted for one in found])
    busy = middle([one.busy for one in found])
    worst = max((max(one.long_tasks, default=0.0) for one in found), default=0.0)
    served = 1e3 * use.cpu / (len(found) + WARMING)
    figure = (
        f"{painted:.0f} ms (best {min(one.painted for one in found):.0f});"
        f" CPU of the page {busy:.0f} ms, of the server {served:.0f};"
        f" longest task {worst:.0f}"
    )
    return BudgetVerdict(what, f"≤ {most_ms:.0f} ms", figure, painted <= most_ms, use.foreign)


def of_requests(what: str, found: Sequence[Painting]) -> BudgetVerdict:
    """Judge how often the server was asked before the paint, and how long the browser waited."""
    paths = sorted({request.path for one in found for request in one.requests})
    waits = {
        _short(path): middle(
            [request.wait for one in found for request in one.requests if request.path == path]
        )
        for path in paths
    }
    count = middle([float(len(one.requests)) for one in found])
    said = ", ".join(f"{name} {wait:.0f}" for name, wait in waits.items())
    is_met = count <= REQUESTS and max(waits.values(), default=0.0) <= REQUEST_MS
    return BudgetVerdict(what, "≤ 3, each ≤ 50 ms", f"{count:.0f}: {said} ms", is_met)


def of_page(found: Walked) -> BudgetVerdict:
    """Judge the requests of one page, each asked again by itself."""
    said = ", ".join(
        f"{_short(path)} {one.wall_ms:.0f} (CPU {one.cpu_ms:.0f})"
        for path, one in found.answers.items()
    )
    count = len(found.painting.requests)
    slowest = max((one.wall_ms for one in found.answers.values()), default=0.0)
    is_met = count <= REQUESTS and slowest <= REQUEST_MS
    return BudgetVerdict(
        f"page: {found.name}", "≤ 3, each ≤ 50 ms", f"{count}: {said or 'none'} ms", is_met
    )


def of_shift(found: Sequence[Painting]) -> BudgetVerdict:
    worst = max(found, key=lambda one: one.shift)
    figure = "; ".join([f"{worst.shift:.3f}", *worst.shifted[:2]])
    return BudgetVerdict("layout shift, the worst page", "0", figure, worst.shift < NO_SHIFT)


def of_weight(found: Sequence[Painting]) -> BudgetVerdict:
    """Say which answer was largest; whether all of it is drawn a machine cannot judge."""
    kilobytes, path = max((one.kilobytes, one.path) for page in found for one in page.requests)
    figure = f"{kilobytes:.0f} kB, {_short(path)}"
    return BudgetVerdict("largest answer before a first paint", "what is drawn", figure, None)


def of_answer(what: str, found: TimedAnswer, most_ms: float) -> BudgetVerdict:
    figure = (
        f"{found.wall_ms:.0f} ms over the wire, CPU {found.cpu_ms:.0f}, {found.kilobytes:.0f} kB"
    )
    return BudgetVerdict(what, f"≤ {most_ms:.0f} ms", figure, found.wall_ms <= most_ms)


def of_hover(found: float) -> BudgetVerdict:
    figure = f"{found:.1f} ms CPU of the page per move"
    return BudgetVerdict("hover", f"≤ {HOVER_MS:.0f} ms", figure, found <= HOVER_MS)


def of_zoom(found: Redraw) -> BudgetVerdict:
    figure = f"{found.wall_ms:.0f} ms to the last frame it changed, CPU {found.busy_ms:.0f}"
    return BudgetVerdict("zoom redraw", f"≤ {ZOOM_MS:.0f} ms", figure, found.wall_ms <= ZOOM_MS)


def of_frames(what: str, found: Frames) -> BudgetVerdict:
    mean = 1e3 * len(found.each) / sum(found.each)
    late = sum(frame > 1.5 * 1e3 / FRAME_RATE for frame in found.each) / len(found.each)
    figure = (
        f"{mean:.1f} frames/s, {late:.1%} late, the longest {max(found.each):.0f} ms;"
        f" CPU {found.busy_ms:.1f} ms a frame"
    )
    return BudgetVerdict(what, "60 frames/s", figure, mean >= FRAME_RATE * VSYNC)


def of_size() -> BudgetVerdict:
    """Judge the script that every page loads first, compressed."""
    said = subprocess.run(
        ["node", "scripts/sizes.mjs"],  # noqa: S607 - whichever Node the pages are built with
        cwd=ROOT / "frontend", capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = said.stdout.splitlines()
    kilobytes = float(lines[-1].split()[0])
    return BudgetVerdict(
        "first-load JavaScript, gzip", "≤ 250 kB", f"{kilobytes:.0f} kB", said.returncode == 0
    )


def _short(path: str) -> str:
    """Leave out what all paths begin with, and what is asked."""
    plain = path.partition("?")[0].removeprefix("/api/v1")
    return re.sub(r"^/projects/[^/]+", "", plain).removeprefix("/")

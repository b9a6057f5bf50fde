"""The budgets of the pages, and what was found held against them."""

import subprocess
from collections.abc import Sequence

from backend.bench.verdicts import Verdict
from backend.bench.web.watching import Painting, middle
from backend.testing.databases import ROOT

CHART_MS, HOVER_MS, ZOOM_MS, COMPARE_MS = 500.0, 16.0, 50.0, 1_000.0
FACETS_MS, SEARCH_MS, REQUEST_MS = 100.0, 50.0, 50.0
FRAME_RATE, REQUESTS, SHIFT = 60.0, 3, 0.1
VSYNC = 0.98
"""Of sixty frames a second one in fifty may be late by the clock of the machine."""


def of_painting(what: str, found: Sequence[Painting], most_ms: float) -> Verdict:
    painted = middle([one.painted for one in found])
    tasks = middle([sum(one.long_tasks) for one in found])
    worst = max((max(one.long_tasks, default=0.0) for one in found), default=0.0)
    shift = middle([one.shift for one in found])
    figure = (
        f"{painted:.0f} ms (best {min(one.painted for one in found):.0f});"
        f" long tasks {tasks:.0f} ms in all, the longest {worst:.0f}; shift {shift:.3f}"
    )
    return Verdict(what, f"≤ {most_ms:.0f} ms", figure, painted <= most_ms)


def of_requests(what: str, found: Sequence[Painting]) -> Verdict:
    """Judge how often the server was asked before the paint, and how long each took."""
    paths = sorted({request.path for one in found for request in one.requests})
    waits = {
        path.rpartition("/")[2]: middle(
            [request.wait for one in found for request in one.requests if request.path == path]
        )
        for path in paths
    }
    count = middle([float(len(one.requests)) for one in found])
    said = ", ".join(f"{name} {wait:.0f}" for name, wait in waits.items())
    is_met = count <= REQUESTS and max(waits.values(), default=0.0) <= REQUEST_MS
    return Verdict(what, "≤ 3, each ≤ 50 ms", f"{count:.0f}: {said} ms", is_met)


def of_time(what: str, found: float, most_ms: float, basis: str) -> Verdict:
    return Verdict(what, f"≤ {most_ms:.0f} ms", f"{found:.1f} ms {basis}", found <= most_ms)


def of_frames(found: Sequence[float]) -> Verdict:
    mean = 1e3 * len(found) / sum(found)
    late = sum(frame > 1.5 * 1e3 / FRAME_RATE for frame in found) / len(found)
    figure = f"{mean:.1f} frames/s, {late:.1%} late, the longest {max(found):.0f} ms"
    is_met = mean >= FRAME_RATE * VSYNC
    return Verdict("scrolling 5,000 rows", "60 frames/s", figure, is_met)


def of_size() -> Verdict:
    """Judge the script that every page loads first, compressed."""
    said = subprocess.run(
        ["node", "scripts/sizes.mjs"],  # noqa: S607 - whichever Node the pages are built with
        cwd=ROOT / "frontend", capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = said.stdout.splitlines()
    kilobytes = float(lines[-1].split()[0])
    return Verdict(
        "first-load JavaScript, gzip", "≤ 250 kB", f"{kilobytes:.0f} kB", said.returncode == 0
    )

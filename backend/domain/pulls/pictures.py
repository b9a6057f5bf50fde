"""The largest differences of a pull request with their intervals, as a small SVG without script.

Right of the middle is worse. The marks differ in shape too, so that greyscale tells them apart.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from backend.domain.notifications.messages import one_line
from backend.domain.pulls.judgements import PullRow

WIDTH, ROW, TOP, LEFT, RIGHT = 720, 26, 34, 300, 24
MOST_ROWS = 8
TIMES = "\u00d7"
LONGEST = 38
# the light tokens of frontend/src/app/tokens.css: it stands on pages of others
GROUND, INK, QUIET, GRID = "#ffffff", "#1c2126", "#5f6973", "#d9dee3"
COLOURS = {"regression": "#b8400a", "improvement": "#0b62a4"}
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0)
"""Ends of the axis, which is one of logarithms: 0.2 ends it at a factor of 1.2 either way."""


@dataclass(frozen=True, slots=True)
class _Bar:
    row: PullRow
    centre: float
    low: float
    high: float


def draw_pull(rows: Sequence[PullRow]) -> str:
    """Draw what got worse and better, the worst on top."""
    bars = [bar for row in rows if (bar := _bar(row)) is not None][:MOST_ROWS]
    reach = max((abs(end) for bar in bars for end in (bar.centre, bar.low, bar.high)), default=0.01)
    end = next((step for step in STEPS if math.log1p(step) >= reach), STEPS[-1])
    height = TOP + ROW * max(len(bars), 1) + 12
    body = "".join(_drawn(bar, place, math.log1p(end)) for place, bar in enumerate(bars))
    if not bars:
        body = _text(WIDTH / 2, TOP + 14, "no result got worse or better", "middle", QUIET)
    middle = (LEFT + WIDTH - RIGHT) / 2
    axis = (
        f'<path d="M{middle:.0f} {TOP - 8}V{height - 8}" stroke="{QUIET}"/>'
        + _text(LEFT, 18, f"{1 + end:g}{TIMES} better", "start", QUIET)
        + _text(middle, 18, "no change", "middle", QUIET)
        + _text(WIDTH - RIGHT, 18, f"{1 + end:g}{TIMES} worse", "end", QUIET)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}"'
        f' viewBox="0 0 {WIDTH} {height}" role="img"'
        ' aria-label="The largest differences with their intervals" font-size="13"'
        ' font-family="system-ui,Verdana,DejaVu Sans,sans-serif">'
        f'<rect width="{WIDTH}" height="{height}" fill="{GROUND}"/>{axis}{body}</svg>'
    )


def _bar(row: PullRow) -> _Bar | None:
    """Turn ratios into costs: above 0 is worse; None where there is nothing to draw."""
    if row.verdict not in COLOURS or row.ratio <= 0.0:
        return None
    sign = 1.0 if (row.ratio > 1.0) == (row.verdict == "regression") else -1.0
    centre = sign * math.log(row.ratio)
    ends = [sign * math.log(end) for end in (row.low, row.high) if end > 0.0] or [centre]
    return _Bar(row, centre, min(ends), max(ends))


def _drawn(bar: _Bar, place: int, end: float) -> str:
    y = TOP + ROW * place + ROW / 2
    x, low, high = (_x(value, end) for value in (bar.centre, bar.low, bar.high))
    colour = COLOURS[bar.row.verdict]
    turn = -1 if bar.row.verdict == "regression" else 1
    mark = f"M{x - 6:.1f} {y - turn * 5:.1f}h12l-6 {turn * 10}z"
    return (
        f'<path d="M{LEFT} {y:.0f}H{WIDTH - RIGHT}" stroke="{GRID}"/>'
        f'<path d="M{low:.1f} {y:.1f}H{high:.1f}" stroke="{colour}" stroke-width="3"/>'
        f'<path d="{mark}" fill="{colour}"/>'
        + _text(LEFT - 12, y + 4, bar.row.full_name or bar.row.name, "end", INK)
    )


def _x(value: float, end: float) -> float:
    half = (WIDTH - RIGHT - LEFT) / 2
    return LEFT + half + half * max(-1.0, min(1.0, value / end))


def _text(x: float, y: float, text: str, anchor: str, colour: str) -> str:
    said = escape(one_line(text, LONGEST))
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}">{said}</text>'

"""How much longer each request takes on a larger database, from the table of docs/scale.md."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from backend.evaluate.figures.drawing import Axes, Drawing, Scale

FILE = Path(__file__).parents[3] / "docs" / "scale.md"
SIZES = (1e5, 1e6, 1e7, 1e8)
NAMES = ("10⁵", "10⁶", "10⁷", "10⁸")
BASE = SIZES.index(1e6)
BAR = 1.3
_PROJECTS = ("steady project", "largest project")
_TICKS = (0.5, 1.0, BAR, 2.0, 5.0, 10.0, 20.0)
_PANELS = ((44.0, 200.0), (385.0, 520.0))
_APART = 13.0
"""Units between the lines of two labels."""

Growth = Mapping[str, Sequence[float]]
"""By request: its time at each size, divided by that at 10^6 results."""


def growths(text: str) -> Iterator[tuple[str, Growth]]:
    """Yield for each project the growth of its requests that the table of the text holds."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    for project in _PROJECTS:
        ending = f", {project}"
        found = [row for row in rows if row[0].endswith(ending) and len(row) > len(SIZES)]
        yield project, {_name(row[0], ending): _ratios(row[1 : 1 + len(SIZES)]) for row in found}


def _name(cell: str, ending: str) -> str:
    return cell.removesuffix(ending).replace(" of two commits", "")


def _ratios(cells: Sequence[str]) -> list[float]:
    times = [float(cell.removesuffix("ms").replace(",", "")) for cell in cells]
    return [one / times[BASE] for one in times]


def draw() -> Drawing:
    """Draw one panel per project; what ends over the bar has its name."""
    drawing = Drawing(
        "Time of a request as the database grows",
        390,
        "Divided by its time at 10⁶ results. Dashed: the bar, 1.3. Each line is one request.",
    )
    for (project, found), (start, end) in zip(
        growths(FILE.read_text(encoding="utf-8")), _PANELS, strict=True
    ):
        axes = Axes(
            drawing,
            Scale(SIZES[0], SIZES[-1], start, end, is_logarithmic=True),
            Scale(0.4, 25, 320, 84, is_logarithmic=True),
        )
        drawing.text(start, 70, project.capitalize())
        _panel(axes, found)
    return drawing


def _panel(axes: Axes, found: Growth) -> None:
    axes.up([(one, f"{one:g}") for one in _TICKS])
    axes.across([*zip(SIZES, NAMES, strict=True)], "results in the database")
    axes.drawing.line(axes.at(SIZES[0], BAR), axes.at(SIZES[-1], BAR), "s-ink dash")
    over = {what: ratios for what, ratios in found.items() if ratios[-1] > BAR}
    for what, ratios in found.items():
        look = "worse" if what in over else "grey"
        axes.curve(zip(SIZES, ratios, strict=True), f"s-{look} w2")
    lowest = axes.y.start
    for what, ratios in sorted(over.items(), key=lambda one: one[1][-1]):
        lowest = min(lowest - _APART, axes.y(ratios[-1]) + 4)
        axes.drawing.text(axes.x.end + 6, lowest, f"{what} {ratios[-1]:.1f}x", "worse small")

"""A few lines of SVG: scales, axes, marks and words, calm in light and in dark."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

WIDTH = 720
_STYLE = """
svg{--ink:#20242c;--soft:#5c6470;--line:#dfe3e8;--paper:#ffffff;--blue:#2463a8;--worse:#b9471f;
--grey:#8a929d;--band:#2463a81f;--shade:#8a929d24}
@media (prefers-color-scheme:dark){svg{--ink:#e6e8ec;--soft:#a3abb6;--line:#343a44;--paper:#14171c;
--blue:#74abe6;--worse:#ee8a5e;--grey:#858d99;--band:#74abe62b;--shade:#858d9930}}
text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:var(--ink)}
.title{font-size:15px;font-weight:600}.soft{fill:var(--soft)}.small{font-size:11px}
.halo{stroke:var(--paper);stroke-width:4;paint-order:stroke}
.right{text-anchor:end}.middle{text-anchor:middle}
.blue{fill:var(--blue)}.worse{fill:var(--worse)}.grey{fill:var(--grey)}.band{fill:var(--band)}
.shade{fill:var(--shade)}.paper{fill:var(--paper)}
line,polyline{fill:none;stroke:var(--line)}
.s-ink{stroke:var(--ink)}.s-soft{stroke:var(--soft)}.s-blue{stroke:var(--blue)}
.s-worse{stroke:var(--worse)}.s-grey{stroke:var(--grey)}
.w2{stroke-width:2}.dash{stroke-dasharray:4 3}.hollow{fill:var(--paper);stroke-width:1.5}
"""


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a number lies on the paper, straight or logarithmic."""

    low: float
    high: float
    start: float
    end: float
    is_logarithmic: bool = False

    def __call__(self, number: float) -> float:
        low, high, here = self.low, self.high, number
        if self.is_logarithmic:
            low, high, here = math.log(low), math.log(high), math.log(here)
        return self.start + (here - low) / (high - low) * (self.end - self.start)


@dataclass(slots=True)
class Drawing:
    """One figure of 720 units width; marks are added in the order in which they are painted."""

    title: str
    height: int
    subtitle: str = ""
    marks: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, words: str, look: str = "") -> None:
        self.marks.append(f'<text x="{x:.1f}" y="{y:.1f}" class="{look}">{escape(words)}</text>')

    def line(self, start: tuple[float, float], end: tuple[float, float], look: str = "") -> None:
        (x1, y1), (x2, y2) = start, end
        self.marks.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{look}"/>'
        )

    def path(self, points: Iterable[tuple[float, float]], look: str) -> None:
        told = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.marks.append(f'<polyline points="{told}" class="{look}"/>')

    def dot(self, x: float, y: float, look: str, radius: float = 3.0) -> None:
        self.marks.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" class="{look}"/>')

    def box(self, corner: tuple[float, float], size: tuple[float, float], look: str) -> None:
        (x, y), (width, height) = corner, size
        self.marks.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
            f' class="{look}"/>'
        )

    def svg(self) -> str:
        """Return the whole figure; the same input gives the same bytes."""
        words = [f'<text x="16" y="26" class="title">{escape(self.title)}</text>']
        if self.subtitle:
            words.append(f'<text x="16" y="44" class="soft">{escape(self.subtitle)}</text>')
        size = f'viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" height="{self.height}"'
        label = escape(f"{self.title}. {self.subtitle}", {'"': "&quot;"})
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{label}">'
        style = f"<style>{_STYLE.strip()}</style>"
        paper = f'<rect width="{WIDTH}" height="{self.height}" class="paper"/>'
        return "\n".join([head, style, paper, *words, *self.marks, "</svg>"]) + "\n"


@dataclass(frozen=True, slots=True)
class Axes:
    """A panel: what lies across and what lies up."""

    drawing: Drawing
    x: Scale
    y: Scale

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.x(x), self.y(y)

    def across(self, ticks: Sequence[tuple[float, str]], name: str = "") -> None:
        """Draw the axis below, with what it says and its unit."""
        base = self.y.start
        self.drawing.line((self.x.start, base), (self.x.end, base), "s-soft")
        for number, words in ticks:
            self.drawing.line((self.x(number), base), (self.x(number), base + 4), "s-soft")
            self.drawing.text(self.x(number), base + 17, words, "soft small middle")
        if name:
            self.drawing.text(self.x.end, base + 34, name, "soft right")

    def up(self, ticks: Sequence[tuple[float, str]]) -> None:
        """Draw the lines of the axis at the left."""
        for number, words in ticks:
            self.drawing.line((self.x.start, self.y(number)), (self.x.end, self.y(number)))
            self.drawing.text(self.x.start - 8, self.y(number) + 4, words, "soft small right")

    def curve(self, points: Iterable[tuple[float, float]], look: str) -> None:
        self.drawing.path((self.at(x, y) for x, y in points), look)

    def dots(self, points: Iterable[tuple[float, float]], look: str, radius: float = 2.2) -> None:
        for x, y in points:
            self.drawing.dot(*self.at(x, y), look, radius)

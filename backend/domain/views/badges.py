"""Badges: the newest number of a series, or what changed in it since a commit, as a small SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from backend.domain.catalogue.labels import SeriesLabel, series_name
from backend.domain.changes.shown import OPEN_STATES, ChangePoint
from backend.domain.commits.timelines import BranchColumns
from backend.domain.commits.words import short_commit
from backend.domain.series.lists import LatestPoint
from backend.domain.words.effects import counted, ratio_words
from backend.domain.words.numbers import in_unit
from backend.domain.words.quantities import Quantity

LONGEST = 80
"""Letters of either half."""
SHORTEST_PREFIX = 6
_LETTER, _PADDING, _HEIGHT = 6.1, 8, 20
# the light tokens of frontend/src/app/tokens.css: a badge stands on pages of others, and both
# halves hold white text at 4.5:1 on any ground
_LABEL = "#3d4650"
_COLOURS = {"worse": "#b8400a", "better": "#0b62a4", "plain": "#5f6973"}
_MARKS = {"worse": "▲ ", "better": "▼ ", "plain": ""}
_MOOD = {"regression": "worse", "improvement": "better"}


@dataclass(frozen=True, slots=True)
class Badge:
    label: str
    message: str
    mood: str = "plain"


def value_badge(label: SeriesLabel, latest: LatestPoint | None, said: str | None) -> Badge:
    """Show the newest result with its unit."""
    if latest is None:
        return Badge(said or series_name(label), "no result yet")
    (number,), unit = in_unit([latest.value], label.unit)
    return Badge(said or series_name(label), f"{number} {unit}".strip())


def change_badge(
    label: SeriesLabel,
    changes: Sequence[ChangePoint],
    branch: BranchColumns,
    since: int,
    said: str | None,
) -> Badge:
    """Show the newest confirmed step after a place on the branch, and how many there are."""
    places = {int(commit): place for place, commit in enumerate(branch.ids)}
    later = sorted(
        (
            change
            for change in changes
            if change.state in OPEN_STATES
            and change.kind == "step"
            and places.get(change.commit.id, -1) > since
        ),
        key=lambda change: places[change.commit.id],
    )
    after = f"since {short_commit(branch.names[since])}"
    if not later:
        return Badge(said or series_name(label), f"no change {after}")
    newest = later[-1]
    quantity = Quantity(label.metric, label.unit, label.direction)
    effect = ratio_words((newest.ratio, newest.low, newest.high), quantity)
    message = f"{effect} {after}"
    if len(later) > 1:
        message = f"{counted(len(later), 'change')} {after}, newest {effect}"
    return Badge(said or series_name(label), message, _MOOD.get(newest.verdict, "plain"))


def place_of(branch: BranchColumns, name: str) -> int | None:
    """Find a commit by its name or by a beginning of it that no other commit has."""
    found = [place for place, one in enumerate(branch.names) if one == name]
    if not found and len(name) >= SHORTEST_PREFIX:
        found = [place for place, one in enumerate(branch.names) if one.startswith(name)]
    return found[0] if len(found) == 1 else None


def drawn(badge: Badge) -> str:
    """Draw a badge with the reader's own font, which is made to fit by `textLength`."""
    left, right = _cut(badge.label), _cut(_MARKS[badge.mood] + badge.message)
    widths = [round(len(text) * _LETTER) for text in (left, right)]
    first, second = (width + 2 * _PADDING for width in widths)
    title = escape(f"{left}: {right}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{first + second}" height="{_HEIGHT}"'
        f' role="img" aria-label={quoteattr(f"{left}: {right}")}><title>{title}</title>'
        f'<rect width="{first + second}" height="{_HEIGHT}" rx="3" fill="{_LABEL}"/>'
        f'<path d="M{first} 0h{second - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1 -3 3h-{second - 3}z"'
        f' fill="{_COLOURS[badge.mood]}"/>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f"{_text(left, _PADDING, widths[0])}{_text(right, first + _PADDING, widths[1])}</g></svg>"
    )


def _text(text: str, x: int, width: int) -> str:
    return f'<text x="{x}" y="14" textLength="{width}">{escape(text)}</text>'


def _cut(text: str) -> str:
    """Keep what a line of XML may hold, in one line, and cut what is too long."""
    clean = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return clean if len(clean) <= LONGEST else f"{clean[: LONGEST - 1]}…"

"""Badges: the newest number of a series, or what changed in it since a commit, as a small SVG."""

from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from backend.domain.commits.timelines import BranchColumns

LONGEST = 80
"""Letters of either half."""
SHORTEST_PREFIX = 6
NARROW_SPACE = "\u202f"
"""Between a number and its unit, where no line breaks."""
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
    printable = "".join(c if c.isprintable() or c == NARROW_SPACE else " " for c in text)
    clean = " ".join(part for part in printable.split(" ") if part)
    return clean if len(clean) <= LONGEST else f"{clean[: LONGEST - 1]}…"

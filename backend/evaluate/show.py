"""The tables as they are read: at the terminal and, in Markdown, in the repository."""

import textwrap
from collections.abc import Iterable, Sequence

from backend.evaluate.rows import EvaluationRow, Section

LINE = 120
"""Longest line of a document in this repository."""
WORDS = {True: "met", False: "NOT MET", None: "-"}


def plain(section: Section) -> str:
    """Lay a section out for a terminal."""
    parts = [f"\n{section.title}"]
    parts += [f"  {note}" for note in section.notes]
    parts.append(_columns(["row", "target", "now", "verdict"], map(_cells, section.rows)))
    for figures in section.figures:
        parts.append(f"\n  {figures.title}\n{_columns(figures.head, figures.lines)}")
    return "\n".join(parts)


def markdown(section: Section) -> str:
    """Lay a section out for the repository."""
    parts = [f"## {section.title}", *(textwrap.fill(note, LINE) for note in section.notes)]
    parts.append(_grid(["row", "target", "now", "verdict"], map(_cells, section.rows)))
    for figures in section.figures:
        parts += [f"**{figures.title}**", _grid(figures.head, figures.lines)]
    return "\n\n".join(parts) + "\n"


def closing(sections: Iterable[Section]) -> str:
    """Return how many rows are met, and name those that are not."""
    return closing_of((section.title, _cells(row)) for section in sections for row in section.rows)


def closing_of(rows: Iterable[tuple[str, Sequence[str]]]) -> str:
    """Return the same of rows as they are laid out: the title of their section, and four cells."""
    named = [(title, *cells) for title, cells in rows]
    missed = [row for row in named if row[-1] == WORDS[False]]
    met = sum(row[-1] == WORDS[True] for row in named)
    left = len(named) - met - len(missed)
    lines = [f"{met} rows met, {len(missed)} not met, {left} without verdict."]
    lines += [
        f"NOT MET: {title}: {what}: {now} (target {target})"
        for title, what, target, now, _ in missed
    ]
    return "\n".join(textwrap.fill(line, LINE, subsequent_indent="  ") for line in lines)


def _cells(row: EvaluationRow) -> list[str]:
    return [row.what, row.target, row.now, WORDS[row.is_met]]


def _columns(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    grid = [list(head), *(list(line) for line in lines)]
    widths = [max(len(line[place]) for line in grid) for place in range(len(head))]
    laid = (
        "  "
        + "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in grid
    )
    return "\n".join(laid)


def _grid(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    grid = [head, ["---"] * len(head), *lines]
    return "\n".join(f"| {' | '.join(cell.replace('|', '¦') for cell in line)} |" for line in grid)

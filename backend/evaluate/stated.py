"""The rows of the record that METHODOLOGY.md repeats.

A table headed `| evaluation: TITLE | target | last record |` names rows of the section TITLE of
`docs/evaluation.md`, without what stands in brackets there: that differs from seed to seed.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from backend.evaluate.show import closing_of

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "docs" / "evaluation.md"
TEXT = ROOT / "METHODOLOGY.md"
_HEAD: Final = re.compile(r"\| evaluation: ([^|]+) \| target \| last record \|")
_BRACKETS: Final = re.compile(r" \([^()]*\)")
_CELLS_OF_ROW = 4
"""Row, target, now, verdict."""


class UnknownRowError(Exception):
    """The text names a row that the record has not, or has twice."""


def with_figures(text: str, record: str) -> str:
    """Return the text with target and figure of each row that it names, as the record has them."""
    rows = _rows(record)
    lines: list[str] = []
    title = ""
    for line in text.splitlines():
        head = _HEAD.fullmatch(line)
        if head or not line.startswith("|"):
            title = head[1] if head else ""
        elif title and not line.startswith("|---"):
            name = line.split("|")[1].strip()
            found = rows.get((title, name), [])
            if len(found) != 1:
                raise UnknownRowError(f"{RECORD.name} has {len(found)} rows “{name}” in “{title}”")
            target, now = found[0]
            lines.append(f"| {name} | {target} | {now} |")
            continue
        lines.append(line)
    return "\n".join(lines) + "\n"


def with_section(record: str, title: str, section: str) -> str:
    """Return the record with a section in place of that of the same title, else at its end."""
    head = f"## {title}\n"
    before, found, rest = record.partition(head)
    after = rest.find("\n## ")
    left = rest[after + 1 :] if found and after >= 0 else ""
    parts = (before.rstrip("\n"), section.rstrip("\n"), left)
    return "\n\n".join(part for part in parts if part).rstrip("\n") + "\n"


def with_closing(record: str) -> str:
    """Return the record with what its head says of its rows as they are now."""
    before, _, rest = record.partition("```\n")
    _, _, after = rest.partition("\n```")
    return f"{before}```\n{closing_of(_laid_out(record))}\n```{after}"


def repeat() -> None:
    """Write the figures of the record into the text."""
    record = RECORD.read_text(encoding="utf-8")
    text = TEXT.read_text(encoding="utf-8")
    TEXT.write_text(with_figures(text, record), encoding="utf-8")


def _rows(record: str) -> dict[tuple[str, str], list[tuple[str, str]]]:
    rows: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for title, (what, target, now, _) in _laid_out(record):
        rows.setdefault((title, _BRACKETS.sub("", what)), []).append((target, now))
    return rows


def _laid_out(record: str) -> Iterator[tuple[str, list[str]]]:
    """Give each row that is held against a target, with the title of its section."""
    title = ""
    is_row = False
    for line in record.splitlines():
        if line.startswith("## "):
            title = line.removeprefix("## ")
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or len(cells) != _CELLS_OF_ROW:
            is_row = False
        elif cells == ["row", "target", "now", "verdict"]:
            is_row = True
        elif is_row and set(cells) != {"---"}:
            yield title, cells

"""What was measured, as a table: on the screen, and in docs/peers.md."""

import textwrap
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from backend.bench.machine import described
from backend.bench.peers.measuring import PeerFigures
from backend.bench.peers.reports import PeerWork
from backend.testing.databases import ROOT

FILE = ROOT / "docs" / "peers.md"
BEGIN, END = "<!-- record -->", "<!-- end of record -->"
MOST_OF_LINE = 120


def recorded(found: Sequence[PeerFigures], work: PeerWork, load: float) -> Iterator[str]:
    """Yield the lines of a record: machine, day, amount of work, table."""
    results = work.first[0].results
    samples = len(next(iter(results.values())))
    yield (
        f"{described()}; {datetime.now(UTC):%d %B %Y}; load average before the run {load:.1f}."
        f" {len(work.first)} reports of {len(results)} benchmarks with {samples} samples each."
    )
    yield ""
    yield from table(found)


def table(found: Sequence[PeerFigures]) -> Iterator[str]:
    """Yield a table in Markdown: our times, theirs, and how many times as long they took."""
    ours = found[0]
    yield "| | " + " | ".join(one.name for one in found) + " |"
    yield "|---|" + "---|" * len(found)
    for what, base in ours.ms.items():
        cells = [_cell(one.ms.get(what), base if one is not ours else None) for one in found]
        yield f"| {what} | " + " | ".join(cells) + " |"


def _cell(ms: float | None, base: float | None) -> str:
    if ms is None:
        return "-"
    if not base:
        return f"{ms:.1f} ms"
    ratio = ms / base
    return f"{ms:.1f} ms ({ratio:.{_digits(ratio)}f}x)"


def _digits(ratio: float) -> int:
    return 2 if ratio < 1 else 1 if ratio < 10 else 0  # noqa: PLR2004  two figures that count


def write(lines: Sequence[str], file: Path = FILE) -> None:
    """Put a record in the place of the one before."""
    before, _, rest = file.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    # lines of Markdown have a longest length; rows of tables cannot be broken
    told = "\n".join(
        line if line.startswith("|") else textwrap.fill(line, MOST_OF_LINE) for line in lines
    )
    file.write_text(f"{before}{BEGIN}\n\n{told}\n\n{END}{after}")

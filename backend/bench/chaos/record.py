"""What a run of faults is told as: on the screen, and in docs/chaos.md."""

import textwrap
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

import numpy as np

from backend.bench.chaos.checking import Account, first_of, total
from backend.bench.machine import described
from backend.testing.databases import ROOT

FILE = ROOT / "docs" / "chaos.md"
BEGIN, END = "<!-- record -->", "<!-- end of record -->"
BAR_S = 10.0
MOST_OF_LINE = 120


@dataclass(frozen=True, slots=True)
class Recovery:
    """How long one fault was felt."""

    kind: str
    pages_s: float
    """Until every page had answered."""
    waited_for: str
    """The page that answered last, and what it said before."""
    work_s: float | None
    """Until reports were taken and all parts did their work; None where nobody waited for it."""


@dataclass(frozen=True, slots=True)
class ChaosRecord:
    """One run, of one installation or of several that ran at the same time."""

    seeds: Sequence[int]
    """One for each installation."""
    took_s: float
    load: float
    recoveries: Sequence[Recovery]
    last_pages_s: float
    """Until every page had answered after the last fault; the longest of all installations."""
    account: Account
    left_out: Sequence[str]

    @property
    def is_clean(self) -> bool:
        return self.account.is_clean and self.last_pages_s <= BAR_S


def merged(records: Sequence[ChaosRecord]) -> ChaosRecord:
    """Return what several installations tell together."""
    return ChaosRecord(
        seeds=[*chain.from_iterable(one.seeds for one in records)],
        took_s=max(one.took_s for one in records),
        load=max(one.load for one in records),
        recoveries=[*chain.from_iterable(one.recoveries for one in records)],
        last_pages_s=max(one.last_pages_s for one in records),
        account=total([one.account for one in records]),
        left_out=sorted({*chain.from_iterable(one.left_out for one in records)}),
    )


def table(record: ChaosRecord) -> Iterator[str]:
    """Return the record as Markdown."""
    found = record.account
    yield (
        f"{described()}; {datetime.now(UTC):%d %B %Y}; {len(record.recoveries)} faults of"
        f" {_seeds(record.seeds)} in {record.took_s / 60:.0f} minutes; load average"
        f" {record.load:.1f}, other programs included."
    )
    yield ""
    yield "| what | count |"
    yield "|---|---|"
    yield f"| reports acknowledged | {found.reports:,} |"
    yield f"| results stored | {found.results:,} |"
    yield f"| changes found | {found.changes:,} |"
    yield f"| messages at the receiver | {found.messages:,} |"
    yield f"| lost | {_named(found.lost)} |"
    yield f"| doubled | {_named(found.doubled)} |"
    yield f"| news under two ids | {_named(found.twice)} |"
    yield f"| messages repeated under one id | {found.repeated} |"
    yield f"| answers that were wrong | {_named(found.wrong)} |"
    yield ""
    yield "| fault | times | pages back: p50 | max | work back: p50 | max |"
    yield "|---|---|---|---|---|---|"
    by_kind = defaultdict(list)
    for one in record.recoveries:
        by_kind[one.kind].append(one)
    for kind in sorted(by_kind):
        yield _row(kind, by_kind[kind])
    yield _row("**all**", record.recoveries)
    pages = [one.pages_s for one in record.recoveries]
    yield ""
    yield (
        f"Pages back after a fault: p50 {np.quantile(pages, 0.5):.1f} s,"
        f" p99 {np.quantile(pages, 0.99):.1f} s, longest {max(pages):.1f} s;"
        f" after the last one {record.last_pages_s:.1f} s (bar: {BAR_S:.0f} s)."
    )
    for what in record.left_out:
        yield f"Not run: {what}."


def _seeds(seeds: Sequence[int]) -> str:
    if len(seeds) == 1:
        return f"seed {seeds[0]}"
    return f"seeds {', '.join(map(str, seeds))} in {len(seeds)} installations side by side"


def _named(faults: Sequence[str]) -> str:
    return f"{len(faults)}: {first_of(faults)}" if faults else "0"


def _row(kind: str, found: Sequence[Recovery]) -> str:
    pages = [one.pages_s for one in found]
    work = [one.work_s for one in found if one.work_s is not None]
    ends = f"{np.median(work):.1f} s | {max(work):.1f} s" if work else "- | -"
    return f"| {kind} | {len(found)} | {np.median(pages):.1f} s | {max(pages):.1f} s | {ends} |"


def write(record: ChaosRecord, file: Path = FILE) -> None:
    """Put a record in the place of the one before."""
    before, _, rest = file.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    # lines of Markdown have a longest length; rows of tables cannot be broken
    told = "\n".join(
        line if line.startswith("|") else textwrap.fill(line, MOST_OF_LINE)
        for line in table(record)
    )
    file.write_text(f"{before}{BEGIN}\n\n{told}\n\n{END}{after}")

"""What the person at the terminal reads while it measures, and the table at the end."""

import json
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

from backend.bench.machine import Use
from backend.bench.verdicts import DOUBTFUL, BudgetVerdict

PEERS = """
Peers, measured for this project on such a machine, reports of 200 results: Bencher accepts 83 to
115 reports/s without thresholds and 1.5 (309 results/s) with its t-test over 850 runs of history;
it draws 1 x 1,000 points in 12 ms and 10 x 1,000 in 111 ms. Conbench takes 112 to 131 results/s,
history 247 ms. LNT takes 1 to 2 runs/s, graph 36 to 216 ms. hyperfine adds 35 to 50 µs.
"""


def say(line: str = "") -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@contextmanager
def step(name: str) -> Iterator[None]:
    """Show a step and, when it is done, its seconds."""
    say(f"· {name} …")
    began = time.monotonic()
    yield
    say(f"  done in {time.monotonic() - began:.1f} s")


def end_well(main: Callable[[], int]) -> NoReturn:
    """Run a command; a signal ends it as an interruption does: services stop, files are removed."""

    def stop(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    sys.exit(main())


def cpu(use: Use, works: int, unit: str) -> str:
    """Return the CPU time per report or request by process, and what others took."""
    ours = ", ".join(
        f"{name} {spent / works * 1e3:.1f}"
        for name, spent in use.ours.items()
        if spent / works > 5e-5  # noqa: PLR2004  half of what is shown
    )
    return f"CPU ms per {unit}: {ours}; others took {use.foreign:.0%} of the machine"


def table(verdicts: Sequence[BudgetVerdict]) -> None:
    """Print every budget with its verdict."""
    widths = [max(len(getattr(one, name)) for one in verdicts) for name in ("what", "budget")]
    for one in verdicts:
        word = {True: "met", False: "NOT MET", None: "-"}[one.is_met]
        others = "" if one.foreign is None else f"; others {one.foreign:.0%}"
        say(
            f"  {one.what:<{widths[0]}}  {one.budget:<{widths[1]}}  {word:<7}  {one.figure}{others}"
        )
    if any((one.foreign or 0.0) > DOUBTFUL for one in verdicts):
        say(
            "  Others: share of the machine that other programs took. Above a tenth, measure again."
        )


def save(directory: Path, facts: dict[str, object], verdicts: Sequence[BudgetVerdict]) -> Path:
    """Write what was found for machines to read; returns the file."""
    now = datetime.now(UTC)
    file = directory / f"bench-{now:%Y%m%d-%H%M%S}.json"
    document = {"at": now.isoformat(), **facts, "verdicts": [asdict(one) for one in verdicts]}
    file.write_text(json.dumps(document, indent=1, ensure_ascii=False, default=str) + "\n")
    return file

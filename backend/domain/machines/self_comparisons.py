"""Comparisons of a program with itself: which runs make one, and what the product says of it.

Two runs in succession on one testbed and fingerprint that measured the same code are judged by the
rule for any two runs. The suite counts as one comparison, since its results share the luck of
their runs, and a run belongs to one comparison at most: two that share a run would raise alarm
together.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from backend.domain.comparisons.results import ResultColumns
from backend.stats.suites.compare import FALSE_DISCOVERIES, compare_suite
from backend.stats.suites.entries import SuiteEntry

CLAIMED = FALSE_DISCOVERIES
"""Where nothing differs, false-discovery control lets this share of suites raise any alarm."""
ALARMS = ("regression", "improvement", "change")


@dataclass(frozen=True, slots=True)
class Succession:
    """A run, and the run of the same suite, testbed and fingerprint that came before it."""

    run_id: int
    before_id: int
    testbed_id: int
    measured_at: datetime
    is_same_commit: bool
    """On the same branch."""
    is_before_taken: bool
    """The run before is the contender of a comparison already."""


@dataclass(frozen=True, slots=True)
class SelfComparison:
    """What the product said of a program against itself; nothing `compared`: noise unknown."""

    run_id: int
    baseline_run_id: int
    testbed_id: int
    compared: int
    alarms: int
    measured_at: datetime


@dataclass(frozen=True, slots=True)
class SelfComparisonTally:
    """The comparisons of a testbed: made, with an alarm, not judged; and the results in them."""

    testbed_id: int
    comparisons: int
    alarms: int
    unjudged: int
    results: int
    alarmed_results: int
    newest_at: datetime | None


@dataclass(frozen=True, slots=True)
class AlarmRate:
    """How often a testbed raised alarm between two runs of the same code.

    `low` to `high` holds the true rate at all looks together (95 %). A comparison is a whole suite;
    `results` and `alarmed_results` count inside. `unjudged` had no series with known noise.
    """

    comparisons: int
    alarms: int
    rate: float | None
    low: float
    high: float
    """With `low`: holds the true rate at all looks together, 95 %."""
    claimed: float
    too_many: bool
    """The whole interval lies above the claimed rate."""
    sentence: str
    unjudged: int
    """Comparisons of which no series had known noise yet; they are not counted."""
    results: int
    """Results compared within all comparisons."""
    alarmed_results: int
    newest_at: datetime | None
    newest_alarms: Sequence[SelfComparison]


def is_free(succession: Succession, taken: AbstractSet[int]) -> bool:
    """Say whether the run before belongs to no comparison yet; `taken` are contenders since."""
    return not succession.is_before_taken and succession.before_id not in taken


def is_same_code(before: ResultColumns, after: ResultColumns, *, is_same_commit: bool) -> bool:
    """Say whether two runs measured the same program.

    Binaries that are known on both sides must be equal, versions of benchmarks as well. Runs of
    different commits are the same only where every result names the same binary on both sides.
    """
    known = _programs(before)
    pairs = [(known[key], program) for key, program in _programs(after).items() if key in known]
    if not pairs or any(_differ(old, new) for old, new in pairs):
        return False
    return is_same_commit or all(old[0] and new[0] for old, new in pairs)


def judge_pair(succession: Succession, entries: Sequence[SuiteEntry]) -> SelfComparison:
    """Judge two runs of the same code as any two runs are judged; exact metrics have no noise."""
    compared, alarms = count_alarms(entries)
    return SelfComparison(
        run_id=succession.run_id,
        baseline_run_id=succession.before_id,
        testbed_id=succession.testbed_id,
        compared=compared,
        alarms=alarms,
        measured_at=succession.measured_at,
    )


def count_alarms(entries: Sequence[SuiteEntry]) -> tuple[int, int]:
    """Count the results that could have differed significantly, and those that did."""
    found = compare_suite([entry for entry in entries if not entry.is_exact]).comparisons
    return int((~np.isnan(found.p)).sum()), int(np.isin(found.verdict, ALARMS).sum())


def _programs(columns: ResultColumns) -> dict[tuple[int, int], tuple[str, str]]:
    """Return binary and version of each variant and metric, empty where nobody said."""
    keys = zip(columns.variant.tolist(), columns.metric.tolist(), strict=True)
    told = zip(columns.binaries, columns.versions, strict=True)
    return {
        key: (binary or "", version or "")
        for key, (binary, version) in zip(keys, told, strict=True)
    }


def _differ(old: tuple[str, str], new: tuple[str, str]) -> bool:
    return any(a and b and a != b for a, b in zip(old, new, strict=True))

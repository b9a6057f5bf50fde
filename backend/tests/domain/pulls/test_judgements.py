"""What a pull request's gate takes for one regression, and how much of it is accepted."""

import math
from datetime import UTC, datetime

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.comparisons.shown import Centre, ComparedRow
from backend.domain.pulls.acceptances import GateAcceptance, holding, limits_of
from backend.domain.pulls.judgements import failing_of, rows_of

SERIES = SeriesLabel(1, "suite", "b", {"n": 1}, "time", "s", "lower", "sampled", "lab", "main")
LEVEL = Centre(value=1.0, low=math.nan, high=math.nan, n=20, runs=1)


def slower(ratio: float, low: float, high: float, aspect: str = "") -> list[ComparedRow]:
    return [
        ComparedRow(
            series=SERIES, baseline_series=1, aspect=aspect, baseline=LEVEL, contender=LEVEL,
            basis="runs", estimator="values", n=20, is_ratio=True, ratio=ratio,
            difference=ratio - 1.0, low=low, high=high, coverage=0.95, p=1e-6, adjusted_p=1e-5,
            verdict="regression", pairs_needed=0.0, is_hopeless=False, sentence="", warnings=(),
        )
    ]  # fmt: skip


def is_accepted(accepted: list[ComparedRow], later: list[ComparedRow]) -> bool:
    limits = limits_of(failing_of(accepted, (), lambda *_: True))
    given = GateAcceptance(1, "a", "ada", "page", "", limits, datetime(2026, 1, 1, tzinfo=UTC))
    return holding(failing_of(later, (), lambda *_: True), [given]) is not None


def test_accepting_a_worse_tail_accepts_no_worse_median() -> None:
    tail = slower(3.05, 2.4, 3.9, "p99")
    assert not is_accepted(tail, slower(2.0, 1.9, 2.1))
    assert not is_accepted(slower(2.0, 1.9, 2.1), slower(1.2, 1.1, 1.3, "p99"))
    assert is_accepted(tail, slower(3.8, 3.0, 4.5, "p99"))


def test_an_open_interval_accepts_what_was_seen_and_nothing_worse() -> None:
    tail = slower(3.05, 2.4, math.inf, "p99")
    assert is_accepted(tail, tail)
    assert not is_accepted(tail, slower(20.0, 10.0, math.inf, "p99"))


def test_the_row_of_an_aspect_says_that_it_fails_the_gate() -> None:
    rows = slower(3.05, 2.4, 3.9, "p99")
    failing = failing_of(rows, (), lambda *_: True)
    (row,) = rows_of(rows, (), failing, {}, lambda _: "")
    assert row.is_gated

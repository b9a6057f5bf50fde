"""The quick form of the evaluation: its tables are whole, and the detector keeps its promises."""

import subprocess
import sys
from pathlib import Path

import pytest

from backend.evaluate import show
from backend.evaluate.finders import otava_in, ours
from backend.evaluate.generator.series import suite
from backend.evaluate.parts import (
    bad_input,
    decisions,
    front,
    intervals,
    labelled,
    machines,
    made,
    online,
    pairs,
    real,
    references,
    splits,
    sweeps,
    tails,
    turing,
)
from backend.evaluate.parts.made import ALL, judge
from backend.evaluate.replay import delay
from backend.evaluate.rows import Section, at_least, at_most
from backend.evaluate.setting import EvaluationSetting

SEED = 4242
QUICK = EvaluationSetting(SEED, is_quick=True, data=None, is_silent=True)
WITHOUT_DATA = (turing, labelled, real)


@pytest.fixture(scope="module")
def judged() -> made.JudgedDetector:
    quiet = suite(SEED + 1, 6, with_changes=False)
    return judge(QUICK, ours(), suite(SEED, 6), quiet)


def test_changes_are_found_and_not_made_up(judged: made.JudgedDetector) -> None:
    assert judged.f1 >= 0.94
    assert judged.changed[ALL].exact_share >= 0.88
    assert judged.quiet[ALL].false_per_1000 <= 0.15


@pytest.mark.parametrize(
    ("family", "recall"),
    [("gauss", 0.9), ("heavy", 0.9), ("ar1", 0.8), ("spikes", 0.8), ("drift", 0.8),
     ("temp", 0.8), ("quant", 0.95), ("mixed", 0.7)],
)  # fmt: skip
def test_recall_of_each_kind_of_series(
    judged: made.JudgedDetector, family: str, recall: float
) -> None:
    assert judged.changed[family].recall >= recall


@pytest.mark.parametrize(("size", "runs"), [(2.0, 9), (3.0, 5), (5.0, 3)])
def test_a_step_is_reported_after_few_runs(size: float, runs: int) -> None:
    assert delay(ours(), SEED, size, 15).median <= runs


TAILS = pytest.mark.nightly(
    shorter=[
        "evaluate/test_quick_form.py::test_tables_are_whole",
        "stats/comparison/test_tail_tests.py::test_a_tenth_of_slow_samples_is_told_by_a_percentile",
    ]
)


@pytest.mark.parametrize(
    "part",
    [made, online, front, intervals, machines, pairs, sweeps, decisions, splits,
     pytest.param(tails, marks=TAILS), references, bad_input, *WITHOUT_DATA],
)  # fmt: skip
def test_tables_are_whole(part: object) -> None:
    section: Section = part.evaluate(QUICK)  # type: ignore[attr-defined]
    assert section.rows
    for row in section.rows:
        assert row.what
        assert row.now
    for figures in section.figures:
        assert figures.lines
        assert {len(line) for line in figures.lines} == {len(figures.head)}


@pytest.mark.parametrize("part", [references, bad_input])
def test_rows_without_chance_are_met(part: object) -> None:
    section: Section = part.evaluate(QUICK)  # type: ignore[attr-defined]
    assert [row.what for row in section.rows if not row.is_met] == []


@pytest.mark.parametrize("part", WITHOUT_DATA)
def test_what_is_not_here_is_said_and_not_judged(part: object) -> None:
    section: Section = part.evaluate(QUICK)  # type: ignore[attr-defined]
    assert [row.is_met for row in section.rows] == [None]
    assert section.rows[0].now.startswith("not here")


def test_a_row_that_is_not_met_is_named_at_the_end() -> None:
    section = Section("Part", [at_least("recall", 0.9, 0.5), at_most("false", 0.1, 0.05)])
    assert show.closing([section]).splitlines() == [
        "1 rows met, 1 not met, 0 without verdict.",
        "NOT MET: Part: recall: 0.500 (target ≥ 0.9)",
    ]
    assert "| recall | ≥ 0.9 | 0.500 | NOT MET |" in show.markdown(section)
    assert "NOT MET" in show.plain(section)


def test_otava_that_is_not_installed_is_a_reason(tmp_path: Path) -> None:
    with otava_in(tmp_path) as otava:
        assert otava == "it is not installed"
    (tmp_path / "why-not.txt").write_text("no index is reachable\n")
    with otava_in(tmp_path) as otava:
        assert otava == "no index is reachable"


def test_otava_that_does_not_come_up_is_a_reason(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    with otava_in(tmp_path) as otava:
        assert isinstance(otava, str)
        assert "otava" in otava


def test_a_part_that_is_not_there_is_named() -> None:
    asked = [sys.executable, "-m", "backend.evaluate", "--quick", "--rows", "nothing"]
    said = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert said.returncode == 1
    assert said.stderr.startswith("No part matches 'nothing'; there are made,")

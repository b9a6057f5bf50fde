"""Count how often the product raises alarm between two runs of the same code."""

from sqlalchemy.orm import Session

from backend.domain.comparisons.entries import match_results
from backend.domain.comparisons.results import ComparisonSetting, ResultColumns, SideResults
from backend.domain.comparisons.sides import Measured, measured
from backend.domain.machines.self_comparisons import (
    Succession,
    count_alarms,
    is_free,
    is_same_code,
    judge_pair,
)
from backend.stats.suites.entries import SuiteEntry
from backend.storage.catalogue.labels import read_labels
from backend.storage.comparisons import runs as compared_runs
from backend.storage.comparisons import sides as comparisons
from backend.storage.comparisons.runs import RunScope
from backend.storage.machines import self_comparisons

RUNS_AT_ONCE = 100
"""Runs looked at in one transaction."""


def compare_with_itself(session: Session, most: int = RUNS_AT_ONCE) -> bool:
    """Look at some new runs of one project; False where none is left. Each is looked at once."""
    new = self_comparisons.take_new_runs(session, most)
    if new is None:
        return False
    taken: set[int] = set()
    for succession in self_comparisons.read_successions(session, new):
        if is_free(succession, taken) and _has_judged(session, new.project_id, succession):
            taken.add(succession.run_id)
    return True


def _has_judged(session: Session, project_id: int, succession: Succession) -> bool:
    """Judge two runs if they measured the same code; say whether a claim was possible."""
    before, after = (
        comparisons.read_results(session, project_id, [run_id])
        for run_id in (succession.before_id, succession.run_id)
    )
    if not is_same_code(before, after, is_same_commit=succession.is_same_commit):
        return False
    baseline, contender = (
        compared_runs.find_runs(session, project_id, ("run", str(run_id)), RunScope())
        for run_id in (succession.before_id, succession.run_id)
    )
    lined = _lined_up(session, project_id, (before, after), measured(baseline, contender))
    made = judge_pair(succession, lined)
    self_comparisons.add(session, project_id, made)
    return made.compared > 0


def compare_in_turns(
    session: Session, project_id: int, before_id: int, after_id: int
) -> tuple[int, int]:
    """Hold two runs of one commit, measured in turns, against each other.

    Returns how many results could have differed, and how many did.
    """
    before, after = (
        comparisons.read_results(session, project_id, [run_id]) for run_id in (before_id, after_id)
    )
    return count_alarms(_lined_up(session, project_id, (before, after), "in turns"))


def _lined_up(
    session: Session, project_id: int, both: tuple[ResultColumns, ResultColumns], how: Measured
) -> list[SuiteEntry]:
    sides = SideResults(both[0], (), {}), SideResults(both[1], (), {})
    series = sorted({*both[0].series.tolist(), *both[1].series.tolist()})
    lined = match_results(
        sides,
        read_labels(session, project_id, series),
        comparisons.read_noise(session, project_id, series),
        ComparisonSetting(how, across_testbeds=False),
    )
    return list(lined.entries.values())

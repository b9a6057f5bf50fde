"""Count how often the product raises alarm between two runs of the same code."""

from sqlalchemy.orm import Session

from backend.domain.comparisons.entries import match_results
from backend.domain.comparisons.results import ComparisonSetting, SideResults
from backend.domain.comparisons.sides import measured
from backend.domain.machines.self_comparisons import Succession, is_free, is_same_code, judge_pair
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
    sides = SideResults(before, (), {}), SideResults(after, (), {})
    baseline, contender = (
        compared_runs.find_runs(session, project_id, ("run", str(run_id)), RunScope())
        for run_id in (succession.before_id, succession.run_id)
    )
    series = sorted({*before.series.tolist(), *after.series.tolist()})
    lined = match_results(
        sides,
        read_labels(session, project_id, series),
        comparisons.read_noise(session, project_id, series),
        ComparisonSetting(measured(baseline, contender), across_testbeds=False),
    )
    made = judge_pair(succession, list(lined.entries.values()))
    self_comparisons.add(session, project_id, made)
    return made.compared > 0

"""Find the series that a dry run has to look at, and count what needs no look at a history."""

from collections.abc import Mapping

from sqlalchemy.orm import Session

from backend.domain.catalogue.matching import SeriesTable
from backend.domain.thresholds.dry_runs import DryRun, DryRunProgress, DryRunTally, ThresholdTally
from backend.domain.thresholds.files import rules_of
from backend.domain.thresholds.rules import (
    STANDARD,
    Threshold,
    ThresholdRules,
    apply_rules,
    thresholds_for,
)
from backend.storage.thresholds import dry_runs
from backend.storage.thresholds import rows as thresholds


def choose_tried_series(
    session: Session, project_id: int, run: DryRun
) -> tuple[list[int], DryRunProgress]:
    """Return the series that are judged otherwise under the file that is tried."""
    old = thresholds.rules_of_version(session, project_id, run.base_number)
    new = rules_of(run.text)
    described = thresholds.describe_series(session, project_id)
    series = SeriesTable(list(described.values()))
    pairs = dict(
        zip(
            described,
            zip(thresholds_for(series, old), thresholds_for(series, new), strict=True),
            strict=True,
        )
    )
    moved = [id_ for id_, (was, becomes) in pairs.items() if not was.finds_as(becomes)]
    tally = _tally(new, apply_rules(series, new).judged)
    _count_standing(tally, dry_runs.standing_changes(session, project_id), pairs)
    return moved, DryRunProgress(tally=tally)


def _tally(new: ThresholdRules, judged: Mapping[int, int]) -> DryRunTally:
    names = [(STANDARD, "the standard"), *((rule.number, rule.name) for rule in new.rules)]
    return DryRunTally(
        [ThresholdTally(number, name, judged.get(number, 0)) for number, name in names]
    )


def _count_standing(
    tally: DryRunTally,
    standing: Mapping[int, tuple[int, int]],
    pairs: Mapping[int, tuple[Threshold, Threshold]],
) -> None:
    """Count the changes that stay as they are, and the regressions that are gated otherwise."""
    for id_, (steps, regressions) in standing.items():
        if id_ not in pairs:
            continue
        was, becomes = pairs[id_]
        tally.unchanged += steps if was.finds_as(becomes) else 0
        tally.to_inform += regressions if was.is_gate and not becomes.is_gate else 0
        tally.to_gate += regressions if becomes.is_gate and not was.is_gate else 0

"""Begin dry runs of thresholds, and show how far they have come."""

from sqlalchemy.orm import Session

from backend.domain.dry_runs import Found, RuleTally, ShownDryRun, Tally
from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.threshold_files import rules_of
from backend.domain.thresholds import STANDARD, Rules, threshold_for
from backend.services.audit import tell
from backend.services.keep_thresholds import Described, judged_otherwise, reach_of
from backend.services.task_queue import TaskQueue
from backend.storage import dry_runs, thresholds
from backend.storage.commit_refs import read_commits
from backend.storage.series_labels import read_labels

MOST_UNFINISHED = 4
"""Dry runs of a project that may wait or be under way."""


def start_dry_run(
    session: Session, queue: TaskQueue, project_id: int, text: str, author: str
) -> int:
    """Have a file tried; InvalidError where it is wrong, ConflictError where too many wait."""
    new = rules_of(text)
    if dry_runs.count_unfinished(session, project_id) >= MOST_UNFINISHED:
        reason = f"{MOST_UNFINISHED} dry runs of this project are under way: wait for one to end"
        raise ConflictError(reason)
    number = thresholds.last_number(session, project_id)
    old = thresholds.rules_of_version(session, project_id, number)
    described = thresholds.describe_series(session, project_id)
    moved = judged_otherwise(described, old, new)
    found = Found(tally=_begun(session, project_id, described, (old, new), set(moved)))
    id_ = dry_runs.add(session, project_id, (text, number), moved, found, author)
    dry_runs.forget_old(session, project_id)
    if moved:
        queue.request_dry_run(project_id, id_)
    tell(session, id_, rules=len(new.rules), series=len(moved))
    return id_


def _begun(
    session: Session,
    project_id: int,
    described: Described,
    both: tuple[Rules, Rules],
    moved: set[int],
) -> Tally:
    """Count what needs no look at a history: series of each rule, and who is gated."""
    old, new = both
    reach = reach_of(new, described)
    names = [(STANDARD, "the standard"), *((rule.number, rule.name) for rule in new.rules)]
    tally = Tally([RuleTally(number, name, reach.judged.get(number, 0)) for number, name in names])
    for id_, (steps, regressions) in dry_runs.standing_changes(session, project_id).items():
        if id_ not in described:
            continue
        tally.unchanged += 0 if id_ in moved else steps
        was = threshold_for(described[id_], old).is_gate
        becomes = threshold_for(described[id_], new).is_gate
        tally.to_inform += regressions if was and not becomes else 0
        tally.to_gate += regressions if becomes and not was else 0
    return tally


def show_dry_run(session: Session, project_id: int, id_: int) -> ShownDryRun:
    """Return a dry run with the names of what it found; NotFoundError where there is none."""
    run = dry_runs.find(session, project_id, id_)
    if run is None:
        raise NotFoundError(f"there is no dry run {id_} in this project, or it was forgotten")
    changes = run.found.changes
    return ShownDryRun(
        run,
        read_labels(session, project_id, sorted({one.series_id for one in changes})),
        read_commits(session, project_id, {one.commit_id for one in changes}),
    )

"""Splits that a suite names: kept by its first run, and resting on the newest one from then on."""

from sqlalchemy.orm import Session

from backend.domain.errors import DomainError
from backend.domain.reports.suite_pages import SuiteSplit
from backend.domain.splits.proposals import ValuePair, cause_of_parameter, subject_of_values
from backend.domain.splits.stored import (
    SplitKind,
    SplitOrigin,
    SplitState,
    SplitSubject,
    StoredSplit,
    change_of,
)
from backend.domain.splits.verdicts import Weighing
from backend.services.splits.decide import store
from backend.services.splits.follow import FINDER, find_followed, is_ahead, is_followed
from backend.services.splits.judge import judge_subject
from backend.services.splits.page import SplitQuestion, SplitView, summary_of
from backend.storage.splits import rows as splits
from backend.storage.splits.causes import NewestRun
from backend.storage.splits.rows import NewSplit


def follow_named(
    session: Session, project_id: int, run: NewestRun, named: SuiteSplit
) -> int | None:
    """Keep the split, or let it rest on this run; returns its id where it did.

    It stays open where nobody gains or loses: its suite asks, and the page answers. What a person
    has decided stays as it was.
    """
    pair = ValuePair(named.parameter, str(named.baseline), str(named.contender))
    subject = subject_of_values(run.id, pair, named.metrics)
    cause = cause_of_parameter(named.parameter, run.suite, run.testbed)
    known = find_followed(session, project_id, cause)
    if known is not None and _stays(session, project_id, known, run):
        return None
    weighing = known.weighing if known else Weighing()
    try:
        view = judge_subject(session, project_id, subject, SplitQuestion(weighing)).view
    except DomainError:
        return None
    if known is not None:
        _aim(session, project_id, (known, named), subject, view)
        return known.id
    new = NewSplit(
        kind=SplitKind.MEASURED,
        origin=SplitOrigin.SUITE,
        cause=cause,
        name=named.name,
        change=change_of(subject),
        subject=subject,
        suites=[run.suite],
        testbeds=[run.testbed],
        created_by=run.suite,
    )
    return store(session, project_id, new, view)


def _stays(session: Session, project_id: int, known: StoredSplit, run: NewestRun) -> bool:
    """Say whether a split stays where it is: a person has decided, or the run came late."""
    return not is_followed(known) or is_ahead(session, project_id, known, run.id)


def _aim(
    session: Session,
    project_id: int,
    what: tuple[StoredSplit, SuiteSplit],
    subject: SplitSubject,
    view: SplitView,
) -> None:
    """Let a split rest on the run; one that was proposed before is the suite's from now on."""
    known, named = what
    splits.aim(session, project_id, known.id, subject, change_of(subject))
    if known.origin is not SplitOrigin.SUITE:
        splits.change(session, project_id, known.id, origin=SplitOrigin.SUITE, name=named.name)
    if known.state is not SplitState.OPEN:
        splits.move(session, project_id, known.id, SplitState.OPEN, (FINDER, "its suite names it"))
    splits.judge(session, project_id, known.id, summary_of(view))

"""Propose splits: after a run with several values of a parameter, and at changed commits.

One split per cause: a parameter of a suite on a testbed, or a commit range. What a person has
decided stays as it was; an open proposal follows to newer runs.
"""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy.orm import Session

from backend.domain.errors import DomainError
from backend.domain.split_pages import SplitQuestion, SplitView, summary_of
from backend.domain.split_proposals import (
    MIN_EFFECT,
    ValuePair,
    cause_of_commit,
    cause_of_parameter,
    chosen_pair,
    is_both_ways,
    is_shown,
    shown_pairs,
    subject_of_changes,
    subject_of_values,
    value_pairs,
)
from backend.domain.splits import Split, Weighing, split_of
from backend.domain.stored_splits import (
    SplitKind,
    SplitOrigin,
    SplitState,
    SplitSubject,
    StoredSplit,
    change_of,
)
from backend.services.judge_split import (
    evidence_of,
    judge_subject,
    read_sides,
    usual_metrics,
)
from backend.services.keep_splits import store
from backend.services.task_queue import TaskQueue
from backend.storage import outbox, split_causes, splits
from backend.storage.series_labels import read_labels
from backend.storage.split_causes import MovedTogether, NewestRun
from backend.storage.splits import NewSplit

FINDER = "Tidemark"
MOST_RUNS = 8
MOST_GROUPS = 8
"""Runs, and groups of changes, that one task looks at."""


def find_in_runs(session: Session, project_id: int, outbox_id: int) -> list[int]:
    """Look at the newest of the runs of one outbox row; returns the splits touched."""
    run_ids = outbox.take(session, outbox_id)
    if run_ids is None:
        return []
    touched = []
    newest = split_causes.read_newest(session, project_id, run_ids)
    for run in newest[:MOST_RUNS]:
        touched += _look_at_run(session, project_id, run)
    touched += _judge_open(session, project_id, sorted({run.suite for run in newest}))
    outbox.remove(session, outbox_id)
    return touched


def request_at_changes(
    session: Session, queue: TaskQueue, project_id: int, change_ids: Sequence[int]
) -> None:
    """Ask for a look at changes, where some series improved and others regressed."""
    if not change_ids:
        return
    found = split_causes.read_moved(session, project_id, change_ids)
    if any(is_both_ways(one.moved) for one in found):
        queue.request_splits_of_changes(project_id, change_ids)


def find_at_changes(session: Session, project_id: int, outbox_id: int) -> list[int]:
    """Do the work of one outbox row: look at the commits of some changes."""
    change_ids = outbox.take(session, outbox_id)
    if change_ids is None:
        return []
    found = split_causes.read_moved(session, project_id, change_ids)
    both = [one for one in found if is_both_ways(one.moved)]
    touched = [
        split_id
        for one in both[:MOST_GROUPS]
        if (split_id := _look_at_changes(session, project_id, one)) is not None
    ]
    outbox.remove(session, outbox_id)
    return touched


def _look_at_run(session: Session, project_id: int, run: NewestRun) -> list[int]:
    labels = read_labels(
        session, project_id, split_causes.read_series_of_run(session, project_id, run.id)
    )
    ordered = [labels[id_] for id_ in sorted(labels)]
    metrics = usual_metrics(session, project_id, ordered)
    judged: list[tuple[ValuePair, Split]] = []
    for pair in value_pairs([one for one in ordered if one.metric in metrics]):
        split = _judged(session, project_id, subject_of_values(run.id, pair, metrics))
        if split is not None:
            judged.append((pair, split))
    shown = shown_pairs(judged)
    found = []
    for parameter in dict.fromkeys(pair.parameter for pair in shown):
        own = [(pair, split) for pair, split in judged if pair in shown]
        mine = [one for one in own if one[0].parameter == parameter]
        split_id = _propose_values(session, project_id, run, (parameter, mine, metrics))
        found += [] if split_id is None else [split_id]
    return found


def _propose_values(
    session: Session,
    project_id: int,
    run: NewestRun,
    what: tuple[str, Sequence[tuple[ValuePair, Split]], Sequence[str]],
) -> int | None:
    """Keep the split of a parameter, or let the open one rest on this run."""
    parameter, judged, metrics = what
    cause = cause_of_parameter(parameter, run.suite, run.testbed)
    known = splits.find_by_cause(session, project_id, cause)
    if known is not None and known.state is not SplitState.OPEN:
        return None
    pair = chosen_pair(judged, _pair_of(known, parameter))
    if pair is None:
        return None
    subject = subject_of_values(run.id, pair, metrics)
    if known is not None:
        splits.aim(session, project_id, known.id, subject, change_of(subject))
        _judge_again(session, project_id, replace(known, subject=subject))
        return known.id
    if splits.is_made(session, project_id, change_of(subject), [run.suite]):
        return None
    return _propose(session, project_id, (cause, subject), ([run.suite], [run.testbed]))


def _pair_of(known: StoredSplit | None, parameter: str) -> ValuePair | None:
    if known is None or not isinstance(known.subject, SplitSubject):
        return None
    sides = known.subject.baseline.parameters, known.subject.contender.parameters
    if any(len(side.get(parameter, ())) != 1 for side in sides):
        return None
    return ValuePair(parameter, sides[0][parameter][0], sides[1][parameter][0])


def _look_at_changes(session: Session, project_id: int, one: MovedTogether) -> int | None:
    """Keep the split at a commit, or let the open one read as many runs as there are by now."""
    subject = subject_of_changes(one.moved, one.place)
    for commit in dict.fromkeys(moved.commit for moved in one.moved):
        known = splits.find_by_cause(session, project_id, cause_of_commit(commit, one.place))
        if known is None:
            continue
        if known.state is SplitState.OPEN:
            splits.aim(session, project_id, known.id, subject, change_of(subject))
            _judge_again(session, project_id, replace(known, subject=subject))
        return known.id
    split = _judged(session, project_id, subject)
    if split is None or not is_shown(split):
        return None
    commit = subject.contender.text.partition(":")[2]
    suite, testbed, _ = one.place
    cause = cause_of_commit(commit, one.place)
    return _propose(session, project_id, (cause, subject), ([suite], [testbed]))


def _judged(session: Session, project_id: int, subject: SplitSubject) -> Split | None:
    """Judge a split by equal weights; None where there is nothing to judge."""
    try:
        sides = read_sides(session, project_id, subject)
        evidence = evidence_of(session, project_id, subject, sides)
    except DomainError:
        return None
    return split_of(evidence.members, Weighing(), MIN_EFFECT)


def _propose(
    session: Session,
    project_id: int,
    what: tuple[str, SplitSubject],
    where: tuple[Sequence[str], Sequence[str]],
) -> int:
    cause, subject = what
    view = judge_subject(session, project_id, subject, SplitQuestion(Weighing())).view
    new = NewSplit(
        kind=SplitKind.MEASURED,
        origin=SplitOrigin.PROPOSED,
        cause=cause,
        name="",
        change=change_of(subject),
        subject=subject,
        suites=where[0],
        testbeds=where[1],
        created_by=FINDER,
    )
    return store(session, project_id, new, view)


def _judge_open(session: Session, project_id: int, suites: Sequence[str]) -> list[int]:
    """Bring the list in line: open splits between commits may rest on more runs now."""
    touched = []
    for stored in splits.read_open(session, project_id, suites):
        view = _judge_again(session, project_id, stored)
        if view is not None and stored.summary != summary_of(view):
            touched.append(stored.id)
    return touched


def _judge_again(session: Session, project_id: int, stored: StoredSplit) -> SplitView | None:
    question = SplitQuestion(stored.weighing)
    try:
        view = judge_subject(session, project_id, stored.subject, question, stored.name).view
    except DomainError:
        return None
    splits.judge(session, project_id, stored.id, summary_of(view))
    return view

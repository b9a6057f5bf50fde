"""Propose splits: after a run with several values of a parameter, and at changed commits.

One split per cause: a parameter of a suite on a testbed, or a commit range. What a person has
decided stays as it was; an open proposal follows to newer runs.
"""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.errors import DomainError
from backend.domain.splits.proposals import (
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
from backend.domain.splits.stored import (
    SplitKind,
    SplitOrigin,
    SplitState,
    SplitSubject,
    StoredSplit,
    change_of,
)
from backend.domain.splits.verdicts import SplitJudgement, Weighing, split_of
from backend.services.splits.decide import store
from backend.services.splits.follow import (
    FINDER,
    find_followed,
    follow,
    is_ahead,
    is_followed,
    judge_open,
)
from backend.services.splits.judge import (
    RunReader,
    evidence_of,
    judge_subject,
    read_sides,
    usual_metrics,
)
from backend.services.splits.page import SplitQuestion
from backend.services.task_queue import TaskQueue
from backend.storage import outbox
from backend.storage.catalogue.labels import read_labels
from backend.storage.splits import causes as split_causes
from backend.storage.splits import rows as splits
from backend.storage.splits.causes import MovedTogether, NewestRun
from backend.storage.splits.rows import NewSplit

MOST_RUNS = 24
"""Runs that one task looks at."""
MOST_GROUPS = 8
"""Groups of changes that are looked at for one row of the outbox."""
MOST_CHANGES = 256
"""Changes that one task looks at, where several rows name them."""


def find_in_runs(session: Session, queue: TaskQueue, project_id: int, outbox_id: int) -> list[int]:
    """Look at the newest of the runs that wait, and take their rows; returns the splits touched.

    All rows of the outbox that wait are taken: one look per suite and testbed, however many runs
    came meanwhile. What one task does not look at is asked for again.
    """
    run_ids = outbox.take_all(session, outbox_id)
    if not run_ids:
        return []
    touched = []
    newest = split_causes.read_newest(session, project_id, run_ids)
    now, later = newest[:MOST_RUNS], newest[MOST_RUNS:]
    for run in now:
        touched += _look_at_run(session, project_id, run)
    if later:
        queue.request_splits_of_runs(project_id, [run.id for run in later])
    return touched + judge_open(session, project_id, sorted({run.suite for run in now}))


def request_at_changes(
    session: Session, queue: TaskQueue, project_id: int, change_ids: Sequence[int]
) -> None:
    """Ask for a look at changes, where some series improved and others regressed.

    Also where their suites have open splits: each reads only the runs up to other changes.
    """
    if not change_ids:
        return
    found = split_causes.read_moved(session, project_id, change_ids)
    suites = split_causes.read_suites_of_changes(session, project_id, change_ids)
    if any(is_both_ways(one.moved) for one in found) or splits.is_any_open(
        session, project_id, suites
    ):
        queue.request_splits_of_changes(project_id, change_ids)


def find_at_changes(session: Session, project_id: int, outbox_id: int) -> list[int]:
    """Look at changes that wait, and take their rows; returns the splits touched.

    What several rows name is looked at once. Rows that are too many for one task stay.
    """
    rows = outbox.take_rows(session, outbox_id, MOST_CHANGES)
    if not rows:
        return []
    groups: dict[tuple[object, ...], MovedTogether] = {}
    for change_ids in rows:
        found = split_causes.read_moved(session, project_id, change_ids)
        both = [one for one in found if is_both_ways(one.moved)]
        groups |= {(one.place, *one.moved): one for one in both[:MOST_GROUPS]}
    touched = [
        split_id
        for one in groups.values()
        if (split_id := _look_at_changes(session, project_id, one)) is not None
    ]
    all_ids = sorted({id_ for change_ids in rows for id_ in change_ids})
    suites = split_causes.read_suites_of_changes(session, project_id, all_ids)
    touched += judge_open(session, project_id, suites)
    return sorted(set(touched))


def _look_at_run(session: Session, project_id: int, run: NewestRun) -> list[int]:
    labels = read_labels(
        session, project_id, split_causes.read_series_of_run(session, project_id, run.id)
    )
    ordered = [labels[id_] for id_ in sorted(labels)]
    metrics = usual_metrics(session, project_id, ordered)
    reader = RunReader(session, project_id)
    judged: list[tuple[ValuePair, SplitJudgement]] = []
    for pair in value_pairs([one for one in ordered if one.metric in metrics]):
        split = _judged(session, project_id, subject_of_values(run.id, pair, metrics), reader)
        if split is not None:
            judged.append((pair, split))
    shown = shown_pairs(judged)
    found = []
    for parameter in dict.fromkeys(pair.parameter for pair, _ in judged):
        own = [one for one in judged if one[0].parameter == parameter]
        best = [one for one in own if one[0] in shown]
        look = _propose_values if best else _follow_values
        split_id = look(session, project_id, run, (parameter, best or own, metrics))
        found += [] if split_id is None else [split_id]
    return found


OfParameter = tuple[str, Sequence[tuple[ValuePair, SplitJudgement]], Sequence[str]]
"""A parameter with its judged pairs, and the metrics that are weighed."""


def _propose_values(
    session: Session, project_id: int, run: NewestRun, what: OfParameter
) -> int | None:
    """Keep the split of a parameter, or let the one that is followed rest on this run."""
    parameter, judged, metrics = what
    cause = cause_of_parameter(parameter, run.suite, run.testbed)
    known = find_followed(session, project_id, cause)
    if known is not None and (known.origin is SplitOrigin.SUITE or not is_followed(known)):
        return None
    if known is not None and is_ahead(session, project_id, known, run.id):
        return None
    pair = chosen_pair(judged, _pair_of(known, parameter))
    if pair is None:
        return None
    subject = subject_of_values(run.id, pair, metrics)
    if known is not None:
        follow(session, project_id, known, subject, dict(judged)[pair])
        return known.id
    if splits.is_made(session, project_id, change_of(subject), [run.suite]):
        return None
    return _propose(session, project_id, (cause, subject), ([run.suite], [run.testbed]))


def _follow_values(
    session: Session, project_id: int, run: NewestRun, what: OfParameter
) -> int | None:
    """Let an open split rest on a run that does not show it: it says so, or ends."""
    parameter, judged, metrics = what
    cause = cause_of_parameter(parameter, run.suite, run.testbed)
    known = find_followed(session, project_id, cause)
    pair, found = _pair_of(known, parameter), dict(judged)
    if known is None or known.origin is SplitOrigin.SUITE:
        return None
    if is_ahead(session, project_id, known, run.id):
        return None
    if known.state is not SplitState.OPEN or pair is None or pair not in found:
        return None
    subject = subject_of_values(run.id, pair, metrics)
    follow(session, project_id, known, subject, found[pair])
    return known.id


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
        known = find_followed(session, project_id, cause_of_commit(commit, one.place))
        if known is None:
            continue
        split = _judged(session, project_id, subject) if is_followed(known) else None
        if split is not None:
            follow(session, project_id, known, subject, split)
        return known.id
    split = _judged(session, project_id, subject)
    if split is None or not is_shown(split):
        return None
    commit = subject.contender.text.partition(":")[2]
    suite, testbed, _ = one.place
    cause = cause_of_commit(commit, one.place)
    return _propose(session, project_id, (cause, subject), ([suite], [testbed]))


def _judged(
    session: Session, project_id: int, subject: SplitSubject, reader: RunReader | None = None
) -> SplitJudgement | None:
    """Judge a split by equal weights; None where there is nothing to judge."""
    try:
        sides = read_sides(session, project_id, subject, reader)
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

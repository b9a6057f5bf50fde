"""Keep a split, and what people say of it: accepted, rejected, weighed, noted."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.adapters.split_tables import TableChoice, read_table, subject_of
from backend.domain.comparisons.sides import read_side
from backend.domain.errors import Fault, InvalidError, NotFoundError
from backend.domain.people.projects import Actor
from backend.domain.splits.decisions import ACTIONS, TAKEN_BACK, restored
from backend.domain.splits.stored import (
    SideSubject,
    SplitKind,
    SplitOrigin,
    SplitState,
    SplitSubject,
    StoredSplit,
    cause_of,
    change_of,
    decide,
    pinned,
)
from backend.domain.splits.verdicts import Weighing, weights_for
from backend.services.people.audit import record, record_change, record_nothing_written
from backend.services.splits.judge import JudgedSubject, judge_subject
from backend.services.splits.page import SplitQuestion, SplitView, summary_of
from backend.storage.splits import rows as splits
from backend.storage.splits import runs as split_runs
from backend.storage.splits.rows import NewSplit


@dataclass(frozen=True, slots=True)
class PublishedUpload:
    """A table as it was sent, and what its sender says of it."""

    document: bytes
    choice: TableChoice
    name: str


def save_split(
    session: Session, project_id: int, subject: SplitSubject, name: str, actor: Actor
) -> tuple[int, bool]:
    """Keep a split that a person made; returns its id, and whether it is new.

    Names that stand for a commit are held to the one that was judged.
    """
    judged = judge_subject(session, project_id, subject, SplitQuestion(Weighing()), name)
    fixed = _fixed(subject, judged)
    cause = cause_of(fixed)
    known = splits.find_by_cause(session, project_id, cause)
    if known is not None:
        record_nothing_written(session)
        return known.id, False
    where = split_runs.read_whereabouts(session, project_id, _run_ids(judged))
    new = NewSplit(
        kind=SplitKind.MEASURED,
        origin=SplitOrigin.PERSON,
        cause=cause,
        name=name,
        change=change_of(fixed),
        subject=fixed,
        suites=where.suites,
        testbeds=where.testbeds,
        created_by=actor.name,
    )
    return store(session, project_id, new, judged.view), True


def publish_split(session: Session, project_id: int, table: PublishedUpload, actor: Actor) -> int:
    """Keep a table of published figures as a split. InvalidError says where it is wrong."""
    subject, name = subject_of(read_table(table.document), table.choice), table.name
    judged = judge_subject(session, project_id, subject, SplitQuestion(Weighing()), name)
    new = NewSplit(
        kind=SplitKind.PUBLISHED,
        origin=SplitOrigin.PERSON,
        cause=None,
        name=name,
        change=change_of(subject),
        subject=subject,
        suites=(),
        testbeds=(),
        created_by=actor.name,
    )
    return store(session, project_id, new, judged.view)


def store(session: Session, project_id: int, new: NewSplit, view: SplitView) -> int:
    """Store a split that nobody has kept under its cause, with what it comes to."""
    split_id = splits.add(session, project_id, new)
    if split_id is None:  # another transaction was faster
        known = splits.find_by_cause(session, project_id, new.cause or "")
        if known is None:
            raise NotFoundError("the split was kept by somebody else and removed again")
        return known.id
    record(session, split_id, new.name, change=new.change)
    splits.judge(session, project_id, split_id, summary_of(view))
    action = "proposed" if new.origin is SplitOrigin.PROPOSED else "made"
    splits.record_event(session, project_id, split_id, (new.created_by, action, "", view.headline))
    return split_id


def decide_split(
    session: Session,
    project_id: int,
    split_id: int,
    wanted: SplitState,
    told: tuple[Actor, str],
) -> None:
    """Accept or reject a split, or open it again; what it comes to now is kept beside it.

    A decision that is taken back at once leaves whose decision stood before, and of when.
    """
    stored = _locked(session, project_id, split_id)
    actor, reason = told
    state = decide(stored.state, wanted)
    view = _judged(session, project_id, stored)
    events = splits.read_events(session, project_id, split_id)
    before = restored(events, state, actor.name, datetime.now(UTC))
    if before is None:
        splits.move(session, project_id, split_id, state, (actor.name, reason))
    else:
        splits.restore(session, project_id, split_id, before)
    record(session, split_id, stored.name)
    record_change(session, {"state": stored.state}, {"state": state, "reason": reason})
    action = ACTIONS[state] if before is None else TAKEN_BACK
    event = (actor.name, action, reason, f"{view.headline}; {view.net}")
    splits.record_event(session, project_id, split_id, event)


def note_split(session: Session, project_id: int, split_id: int, note: str, actor: Actor) -> None:
    """Replace the note of a split; the one before stays in its history."""
    stored = _locked(session, project_id, split_id)
    if note == stored.note:
        record_nothing_written(session)
        return
    record(session, split_id, stored.name)
    record_change(session, {"note": stored.note}, {"note": note})
    splits.change(session, project_id, split_id, note=note)
    splits.record_event(session, project_id, split_id, (actor.name, "noted", note, ""))


def weigh_split(
    session: Session, project_id: int, split_id: int, weighing: Weighing, actor: Actor
) -> None:
    """Save weights. InvalidError for weights of what is not there."""
    stored = _locked(session, project_id, split_id)
    judged = judge_subject(session, project_id, stored.subject, SplitQuestion(Weighing()))
    members = judged.view.evidence.members
    weights_for(members, weighing)
    kept = weighing.by_stable_names(members)
    splits.weigh(session, project_id, split_id, kept)
    record(session, split_id, stored.name, weights=len(kept.members) + len(kept.tags))
    view = _judged(session, project_id, replace(stored, weighing=kept))
    splits.record_event(session, project_id, split_id, (actor.name, "weighed", "", view.net))


def _judged(session: Session, project_id: int, stored: StoredSplit) -> SplitView:
    """Judge a split by its own weights and keep that for lists."""
    question = SplitQuestion(stored.weighing)
    view = judge_subject(session, project_id, stored.subject, question, stored.name).view
    splits.judge(session, project_id, stored.id, summary_of(view))
    return view


def _locked(session: Session, project_id: int, split_id: int) -> StoredSplit:
    stored = splits.lock(session, project_id, split_id)
    if stored is None:
        raise NotFoundError(f"there is no split {split_id} in this project")
    return stored


def _fixed(subject: SplitSubject, judged: JudgedSubject) -> SplitSubject:
    sides = judged.sides
    if sides is None:
        raise InvalidError("only measured sides can be kept this way")
    return replace(
        subject,
        baseline=pinned(subject.baseline, sides.baseline[0].commit),
        contender=pinned(subject.contender, sides.contender[0].commit),
    )


def _run_ids(judged: JudgedSubject) -> list[int]:
    sides = judged.sides
    return [run.id for run in (*sides.baseline, *sides.contender)] if sides else []


def person_subject(subject: SplitSubject) -> SplitSubject:
    """Refuse sides that a person cannot ask for."""
    for place, side in (("baseline", subject.baseline), ("contender", subject.contender)):
        read_side("baseline" if place == "baseline" else "contender", side.text, side.parameters)
    if _same(subject.baseline, subject.contender):
        reason = "both sides are the same"
        remedy = "choose another run or commit, or other values of a parameter"
        raise InvalidError(reason, [Fault("/contender", reason, remedy)])
    return subject


def _same(first: SideSubject, second: SideSubject) -> bool:
    return first == second

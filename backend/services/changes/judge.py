"""A person says of change points that they are none, that somebody takes care, or takes it back."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.changes.judgements import (
    EVENTS,
    Judge,
    JudgementKind,
    Judgements,
    RefusedJudgement,
    judged,
    refusal,
)
from backend.domain.changes.reconciliation import Closing
from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.people.undo import Word, word_that_stands
from backend.services.changes.update_alert_groups import regroup
from backend.services.people.audit import record_many
from backend.services.task_queue import TaskQueue
from backend.storage.changes import alert_groups
from backend.storage.changes import notes as change_notes
from backend.storage.changes import points as change_points

IN_HANDS = (JudgementKind.ACKNOWLEDGED, JudgementKind.UNACKNOWLEDGED)


def judge_change(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    change_id: int,
    judgement: JudgementKind,
    author: Judge,
) -> None:
    """Store what a person says of one change point.

    NotFoundError where the project has no such change point, ConflictError where what is said
    does not apply to it.
    """
    outcome = judge_changes(session, queue, project_id, [change_id], judgement, author)
    if outcome.refused:
        raise ConflictError(outcome.refused[0].reason)


def judge_changes(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    change_ids: Sequence[int],
    judgement: JudgementKind,
    author: Judge,
) -> Judgements:
    """Store what a person says of several; those it does not apply to are named and left alone.

    Where a state moves, a look at the series is asked for: its counts follow from that.
    NotFoundError where the project lacks one of them.
    """
    alert_groups.lock(session, project_id)
    found = change_points.lock(session, project_id, change_ids)
    missing = [str(id_) for id_ in change_ids if id_ not in found]
    if missing:
        raise NotFoundError(f"there is no change point {', '.join(missing)} in this project")
    changed: list[int] = []
    refused: list[RefusedJudgement] = []
    series: set[int] = set()
    for id_, held in found.items():
        outcome = judged(held.standing, judgement, is_acknowledged=held.is_acknowledged)
        if outcome is None:
            refused.append(RefusedJudgement(id_, refusal(id_, held.standing, judgement)))
            continue
        changed.append(id_)
        if judgement in EVENTS:
            change_points.move(session, project_id, Closing(id_, outcome.standing))
            series.add(held.series_id)
    change_notes.add_notes(session, project_id, changed, judgement, author)
    if judgement not in EVENTS:
        _hand_over(session, project_id, changed, judgement)
    record_many(session, changed, judgement=judgement)
    if series:
        queue.request_detection(project_id, sorted(series))
    if changed:
        regroup(session, queue, project_id, changed)
    return Judgements(changed, refused)


def _hand_over(
    session: Session, project_id: int, change_ids: Sequence[int], judgement: JudgementKind
) -> None:
    """Note who takes care of changes, by the last word on each that was not taken back."""
    if judgement is JudgementKind.UNACKNOWLEDGED:
        change_points.acknowledge(session, project_id, change_ids, None)
        return
    words: dict[int, list[Word]] = {id_: [] for id_ in change_ids}
    for note in change_notes.read_notes(session, project_id, change_ids):
        if note.kind in IN_HANDS:
            words[note.change].append(Word(note.kind, note.author, note.created_at))
    for id_, said in words.items():
        word = word_that_stands(said, JudgementKind.UNACKNOWLEDGED) or said[-1]
        change_points.acknowledge(session, project_id, [id_], word.by, word.at)

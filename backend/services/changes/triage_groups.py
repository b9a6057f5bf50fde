"""What people do to alert groups: judge them, edit what is kept of them, move changes, write."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

from backend.domain.changes.alert_groups import OF_CODE, GroupState, grouping_key_of
from backend.domain.changes.alert_placing import GroupPlacement, HeldGroup, placed_by_person
from backend.domain.changes.alert_standing import (
    AlertEvent,
    facts_of,
    news_of_state,
    standing_of,
)
from backend.domain.changes.group_views import GroupEvent
from backend.domain.changes.judgements import Judge, JudgementKind, judged
from backend.domain.changes.reconciliation import Closing
from backend.domain.changes.states import State
from backend.domain.changes.triage import (
    Details,
    DetailsBefore,
    GroupBefore,
    GroupJudgements,
    Move,
    Moved,
    RefusedGroup,
    SaidState,
    checked_address,
    checked_tags,
    refusal,
)
from backend.domain.errors import ConflictError, Fault, InvalidError, NotFoundError
from backend.domain.people.audit import Value
from backend.domain.people.undo import Word, word_that_stands
from backend.services.changes.update_alert_groups import record_news, regroup
from backend.services.notify import Happened
from backend.services.people.audit import record, record_change, record_many
from backend.services.task_queue import TaskQueue
from backend.storage.changes import alert_activity, alert_details, alert_groups, alert_mutes
from backend.storage.changes import notes as change_notes
from backend.storage.changes import points as change_points
from backend.storage.changes.alert_groups import NewState
from backend.storage.changes.grouping_inputs import read_grouping_inputs
from backend.storage.changes.lists import ChangeQuery
from backend.storage.changes.points import LockedChange
from backend.storage.people import members

SAID = frozenset(
    {
        GroupState.OPEN,
        GroupState.ACKNOWLEDGED,
        GroupState.ACCEPTED,
        GroupState.FIXED,
        GroupState.INVALID,
    }
)
"""Entries of a story that say how its group stands."""


def judge_groups(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    numbers: Sequence[int],
    said: SaidState,
    author: Judge,
) -> GroupJudgements:
    """Bring groups into a state; those it does not apply to are named and left alone."""
    changed: list[GroupBefore] = []
    refused: list[RefusedGroup] = []
    members_of_all: list[int] = []
    told: list[Happened] = []
    for group in _hold(session, project_id, numbers):
        changes = change_points.lock(session, project_id, sorted(group.members))
        has_standing = any(one.standing.state is State.CONFIRMED for one in changes.values())
        reason = refusal(group, said.state, has_standing=has_standing)
        if reason is not None:
            refused.append(RefusedGroup(group.number, reason))
            continue
        _judge(session, queue, project_id, (group, changes), (said, author))
        changed.append(GroupBefore(group.number, group.state))
        members_of_all += group.members
        if group.key.cause in OF_CODE:
            told += _happened(group, said.state)
    record_many(session, [one.number for one in changed], state=said.state, why=said.why)
    if members_of_all:
        regroup(session, queue, project_id, members_of_all)
        muted = alert_mutes.note_mutes(session, project_id, [one for one, _, _ in told])
        record_news(session, queue, project_id, [one for one in told if one[0] not in muted])
    return GroupJudgements(changed, refused)


def _happened(group: HeldGroup, now: GroupState) -> list[Happened]:
    """Return what is news where a person brings a group into a state, each in its episode."""
    return [
        (group.id, one, group.episode + (one is AlertEvent.REOPENED))
        for one in news_of_state(group.state, now)
    ]


def _judge(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    what: tuple[HeldGroup, dict[int, LockedChange]],
    by: tuple[SaidState, Judge],
) -> None:
    group, changes = what
    said, author = by
    alert_activity.add(session, project_id, group.id, said.state, author, said.why)
    word = _word_of(session, project_id, group.id)
    confirmed = [id_ for id_, one in changes.items() if one.standing.state is State.CONFIRMED]
    if said.state is GroupState.INVALID:
        _say_of_changes(session, queue, project_id, changes, (JudgementKind.REJECTED, author))
    elif said.state is GroupState.OPEN:
        change_points.acknowledge(session, project_id, confirmed, None)
        if group.state is GroupState.INVALID:
            _say_of_changes(session, queue, project_id, changes, (JudgementKind.REOPENED, author))
    else:
        by_whom = (author.name, None) if word is None else (word.by or author.name, word.at)
        change_points.acknowledge(session, project_id, confirmed, *by_whom)
    is_again = AlertEvent.REOPENED in news_of_state(group.state, said.state)
    new = NewState(group.id, said.state, is_again=is_again)
    if word is not None:
        new = replace(new, by=word.by or None, why=word.why, at=word.at)
    alert_groups.stand(session, project_id, new)


def _word_of(session: Session, project_id: int, group_id: int) -> Word | None:
    """Return by whose word a group stands as it does; None where all were taken back."""
    words = [
        Word(entry.kind, entry.author, entry.created_at, entry.text)
        for entry in alert_activity.read(session, project_id, group_id)
        if entry.kind in SAID
    ]
    return word_that_stands(words, GroupState.OPEN)


def _say_of_changes(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    changes: dict[int, LockedChange],
    said: tuple[JudgementKind, Judge],
) -> None:
    """Say of every change that it is none, or take that back, where that applies."""
    judgement, author = said
    moved = []
    for id_, held in changes.items():
        outcome = judged(held.standing, judgement, is_acknowledged=held.is_acknowledged)
        if outcome is not None:
            change_points.move(session, project_id, Closing(id_, outcome.standing))
            moved.append(id_)
    change_notes.add_notes(session, project_id, moved, judgement, author)
    if moved:
        queue.request_detection(project_id, sorted({changes[id_].series_id for id_ in moved}))


def edit_groups(
    session: Session,
    project_id: int,
    numbers: Sequence[int],
    edits: dict[str, Any],
    author: Judge,
) -> list[DetailsBefore]:
    """Change what is kept of groups beside their state; returns what was kept before.

    `edits` holds the fields of Details that are to change; InvalidError where one cannot.
    """
    edits = _checked(session, project_id, edits, author)
    before = []
    for group in _hold(session, project_id, numbers):
        old = alert_details.read(session, project_id, group.id)
        new = replace(old, **edits)
        if "culprit" in edits:
            _check_culprit(session, project_id, group, new)
        alert_details.write(session, project_id, group.id, new, is_assigned="assignee" in edits)
        for name in edits:
            if getattr(old, name) != getattr(new, name):
                text = alert_details.words_of(session, project_id, name, new)
                alert_activity.add(session, project_id, group.id, name, author, text)
        before.append(DetailsBefore(group.number, old))
        record_change(session, _values(old), _values(new))
    record(session, ", ".join(str(one.number) for one in before))
    return before


def _values(details: Details) -> dict[str, Value]:
    """Write details as the audit trail keeps them."""
    return {
        "assignee": details.assignee,
        "due_on": str(details.due_on or ""),
        "tags": ", ".join(details.tags),
        "issue_url": details.issue_url,
        "culprit": details.culprit,
    }


def place_again(
    session: Session, queue: TaskQueue, project_id: int, numbers: Sequence[int]
) -> None:
    """Let groups find their place again after a person said where the cause is."""
    held = alert_groups.hold(session, project_id, numbers)
    regroup(session, queue, project_id, [id_ for group in held for id_ in group.members])


def _checked(
    session: Session, project_id: int, edits: dict[str, Any], author: Judge
) -> dict[str, Any]:
    edits = dict(edits)
    if "tags" in edits:
        edits["tags"] = checked_tags(edits["tags"])
    if "issue_url" in edits:
        edits["issue_url"] = checked_address(edits["issue_url"])
    assignee = edits.get("assignee")
    known = {one.id for one in members.assignable(session, project_id)} | {author.user_id}
    if assignee is not None and assignee not in known:
        reason = f"nobody of the project has the number {assignee}"
        fault = Fault("/assignee", reason, "choose a member of the project")
        raise InvalidError("the group cannot be given to them", [fault])
    return edits


def _check_culprit(session: Session, project_id: int, group: HeldGroup, new: Details) -> None:
    if new.culprit is None or alert_details.is_on_branch(
        session, project_id, group.key.branch_id, new.culprit
    ):
        return
    reason = f"the branch of change #{group.number} has no such commit"
    fault = Fault("/culprit", reason, "choose a commit of that branch")
    raise InvalidError("the group cannot be moved there", [fault])


def move_changes(
    session: Session, queue: TaskQueue, project_id: int, move: Move, author: Judge
) -> Moved:
    """Put changes into another group or a new one, where they stay whatever is found later.

    NotFoundError where a group or change is unknown, ConflictError where nothing would move.
    """
    sources = _hold(session, project_id, move.groups)
    wanted = {*move.changes, *(id_ for group in sources for id_ in group.members)}
    seats = alert_groups.seats_of(session, project_id, sorted(wanted))
    if missing := sorted(set(move.changes) - set(seats)):
        raise NotFoundError(f"change point {missing[0]} belongs to no change of this project")
    target = _hold(session, project_id, [move.to])[0] if move.to is not None else None
    going = sorted(id_ for id_, group_id in seats.items() if not target or group_id != target.id)
    if not going:
        raise ConflictError("these series belong to that change already")
    number, target_id = (
        (target.number, target.id) if target else _new_group(session, project_id, going)
    )
    alert_groups.move_members(session, project_id, going, target_id, is_pinned=move.is_kept)
    from_ = _record_move(session, project_id, (seats, going), (number, target_id), author)
    regroup(session, queue, project_id, going)
    record(session, number, changes=len(going), groups=", ".join(map(str, from_)))
    return Moved(number, from_)


def _new_group(session: Session, project_id: int, change_ids: Sequence[int]) -> tuple[int, int]:
    """Make a group of changes that leave theirs; returns its number and id."""
    inputs = read_grouping_inputs(session, project_id, ChangeQuery(ids=change_ids))
    placement: GroupPlacement = placed_by_person(inputs)
    written = (grouping_key_of(placement.members[0]), facts_of(placement))
    (id_,) = alert_groups.make(session, project_id, [written], [standing_of(placement).state])
    return alert_groups.numbers_of(session, project_id, [id_])[id_], id_


def _record_move(
    session: Session,
    project_id: int,
    moved: tuple[dict[int, int], Sequence[int]],
    target: tuple[int, int],
    author: Judge,
) -> dict[int, list[int]]:
    """Write a move into the stories of both sides; returns what came from where."""
    seats, going = moved
    number, target_id = target
    numbers = alert_groups.numbers_of(session, project_id, sorted({seats[id_] for id_ in going}))
    from_: dict[int, list[int]] = {}
    for id_ in going:
        from_.setdefault(numbers[seats[id_]], []).append(id_)
    for group_id, source in numbers.items():
        count = len(from_[source])
        alert_activity.add(session, project_id, group_id, "sent", author, f"{count} to {number}")
        alert_activity.add(
            session, project_id, target_id, "received", author, f"{count} from {source}"
        )
        alert_groups.note_where_members_went(session, project_id, group_id, number)
    return from_


def write_note(
    session: Session, project_id: int, number: int, text: str, author: Judge
) -> GroupEvent:
    """Write a note under a group."""
    (group,) = _hold(session, project_id, [number])
    kind = alert_activity.NOTE
    entry = alert_activity.add(session, project_id, group.id, kind, author, text.strip())
    record(session, entry.id, group=number)
    return entry


def remove_note(session: Session, project_id: int, number: int, note_id: int) -> None:
    """Remove a note; NotFoundError where there is none. What was done stays on record."""
    (group,) = _hold(session, project_id, [number])
    if not alert_activity.remove_note(session, project_id, group.id, note_id):
        raise NotFoundError(f"there is no note {note_id} under change #{number}")


def restore_note(session: Session, project_id: int, number: int, note_id: int) -> GroupEvent:
    """Undo a removal: the note is as it was, with its author and time."""
    (group,) = _hold(session, project_id, [number])
    entry = alert_activity.restore_note(session, project_id, group.id, note_id)
    if entry is None:
        raise NotFoundError(f"there is no removed note {note_id} under change #{number}")
    record(session, entry.id, group=number)
    return entry


def _hold(session: Session, project_id: int, numbers: Sequence[int]) -> list[HeldGroup]:
    """Return groups that nobody else changes until the transaction ends."""
    alert_groups.lock(session, project_id)
    held = alert_groups.hold(session, project_id, numbers)
    if missing := sorted(set(numbers) - {one.number for one in held}):
        raise NotFoundError(f"there is no change #{missing[0]} in this project")
    return held

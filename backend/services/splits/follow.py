"""Open proposals follow what is measured: to newer runs, and to their end.

Where a proposed split is no longer shown, or its changes are no longer confirmed, the finder
rejects it with the reason, and opens it again where it is shown again. What a person has decided
stays as it was.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy.orm import Session

from backend.domain.errors import DomainError
from backend.domain.splits.proposals import end_of, is_both_ways, is_shown
from backend.domain.splits.stored import (
    SplitOrigin,
    SplitState,
    SplitSubject,
    StoredSplit,
    change_of,
)
from backend.domain.splits.verdicts import SplitJudgement
from backend.services.splits.judge import judge_subject
from backend.services.splits.page import SplitQuestion, SplitView, summary_of
from backend.storage.splits import causes as split_causes
from backend.storage.splits import rows as splits

LOGGER = logging.getLogger(__name__)
FINDER = "Tidemark"
UNCONFIRMED = "its changes are no longer confirmed"


def find_followed(session: Session, project_id: int, cause: str) -> StoredSplit | None:
    """Return the split of a cause, held until the transaction ends: nobody decides meanwhile."""
    known = splits.find_by_cause(session, project_id, cause)
    return splits.lock(session, project_id, known.id) if known else None


def is_followed(known: StoredSplit) -> bool:
    """Say whether nobody but the finder has decided."""
    return known.state is SplitState.OPEN or known.decided_by == FINDER


def is_ahead(session: Session, project_id: int, known: StoredSplit, run_id: int) -> bool:
    """Say whether a split rests on a run that was measured after this one, which came late."""
    if not isinstance(known.subject, SplitSubject):
        return False
    kind, _, own = known.subject.contender.text.partition(":")
    is_of_run = kind == "run" and own.isdigit()
    return is_of_run and split_causes.is_later(session, project_id, int(own), run_id)


def _may_end(known: StoredSplit) -> bool:
    """Say whether a split is open, and not because a person opened it again."""
    return known.state is SplitState.OPEN and known.decided_by in ("", FINDER)


def follow(
    session: Session,
    project_id: int,
    known: StoredSplit,
    subject: SplitSubject,
    split: SplitJudgement,
) -> None:
    """Let a split rest on newer runs, which judge it as `split`; end it, or open it again."""
    splits.aim(session, project_id, known.id, subject, change_of(subject))
    view = judge_again(session, project_id, replace(known, subject=subject))
    headline = view.headline if view else ""
    reason = end_of(split)
    if _may_end(known) and reason:
        _decide(session, project_id, known.id, SplitState.REJECTED, (reason, headline))
    if known.state is not SplitState.OPEN and is_shown(split):
        _decide(session, project_id, known.id, SplitState.OPEN, ("shown again", headline))


def judge_open(session: Session, project_id: int, suites: Sequence[str]) -> list[int]:
    """Bring the list in line: open splits between commits may rest on other runs now.

    They get more runs as those come, and fewer where another change is found beside them.
    """
    return [
        stored.id
        for stored in splits.read_open(session, project_id, suites)
        if _bring_in_line(session, project_id, stored)
    ]


def judge_stale(session: Session) -> tuple[int, list[int]] | None:
    """Bring one split in line that nobody judged for long; None where there is none.

    Returns its project, and the split if it says something else now.
    """
    found = splits.take_stale(session)
    if found is None:
        return None
    project_id, stored = found
    splits.touch(session, project_id, stored.id)
    try:
        with session.begin_nested():
            is_other = _bring_in_line(session, project_id, stored)
    except Exception:
        # one that cannot be judged must not hold up all others
        LOGGER.exception("split %s of project %s cannot be judged again", stored.id, project_id)
        is_other = False
    return project_id, [stored.id] if is_other else []


def _bring_in_line(session: Session, project_id: int, stored: StoredSplit) -> bool:
    """Judge an open split again; returns whether the list says something else now."""
    view = judge_again(session, project_id, stored)
    ended = _end(session, project_id, stored, view)
    return ended or (view is not None and stored.summary != summary_of(view))


def judge_again(session: Session, project_id: int, stored: StoredSplit) -> SplitView | None:
    question = SplitQuestion(stored.weighing)
    try:
        view = judge_subject(session, project_id, stored.subject, question, stored.name).view
    except DomainError:
        return None
    splits.judge(session, project_id, stored.id, summary_of(view))
    return view


def _end(session: Session, project_id: int, stored: StoredSplit, view: SplitView | None) -> bool:
    """End a proposal at a commit that is no split any more; returns whether it did."""
    if stored.origin is not SplitOrigin.PROPOSED or not isinstance(stored.subject, SplitSubject):
        return False
    reason = end_of(view.split) if view else ""
    is_at_commit = stored.subject.contender.text.startswith("from:")
    if is_at_commit and not _is_confirmed(session, project_id, stored.subject):
        reason = UNCONFIRMED
    known = splits.lock(session, project_id, stored.id) if reason else None
    if known is None or not _may_end(known):
        return False
    told = reason, view.headline if view else ""
    _decide(session, project_id, stored.id, SplitState.REJECTED, told)
    return True


def _is_confirmed(session: Session, project_id: int, subject: SplitSubject) -> bool:
    """Say whether changes of both kinds still meet at the commit of a split."""
    commit = subject.contender.text.partition(":")[2]
    place = subject.suites[0], subject.testbeds[0], subject.branches[0]
    found = split_causes.read_moved_at(session, project_id, commit, place)
    return any(is_both_ways(one.moved) for one in found)


def _decide(
    session: Session, project_id: int, split_id: int, state: SplitState, told: tuple[str, str]
) -> None:
    reason, headline = told
    action = "opened again" if state is SplitState.OPEN else "rejected"
    splits.move(session, project_id, split_id, state, (FINDER, reason))
    splits.record_event(session, project_id, split_id, (FINDER, action, reason, headline))

"""Correct the time and the parents of a commit, and put its branches in order again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from backend.domain.errors import Fault, InvalidError, NotFoundError
from backend.domain.people.projects import Project
from backend.services.people.audit import record, record_change
from backend.services.reports.order_commits import reorder_branches
from backend.services.reports.recompute import (
    hold_ingestion,
    judge_again,
    request_functions_of_series,
)
from backend.services.task_queue import TaskQueue
from backend.storage.commits import corrections
from backend.storage.commits import order as commits
from backend.storage.commits.corrections import KnownCommit
from backend.storage.commits.facts import branches_with


@dataclass(frozen=True, slots=True)
class CommitCorrection:
    """What to correct of a commit; None leaves it as it is."""

    time: datetime | None = None
    parents: Sequence[str] | None = None
    """Names, the first parent first."""


@dataclass(frozen=True, slots=True)
class CommitList:
    rows: Sequence[KnownCommit]


def find_commits(session: Session, project_id: int, begin: str) -> CommitList:
    """Return the commits whose name begins so."""
    return CommitList(corrections.commits_beginning(session, project_id, begin))


def correct_commit(
    session: Session, queue: TaskQueue, project: Project, commit_id: int, wanted: CommitCorrection
) -> KnownCommit:
    """Correct a commit; its branches are put in order again, and their series judged again."""
    hold_ingestion(session, project.id)
    before = _commit(session, project.id, commit_id)
    if wanted.time is not None:
        corrections.set_time(session, project.id, commit_id, wanted.time)
    if wanted.parents is not None:
        parents = _parents(session, project.id, before, wanted.parents)
        corrections.set_parents(session, project.id, commit_id, parents)
    branches = branches_with(session, project.id, [commit_id])
    moved = reorder_branches(session, project.id, branches)
    judge_again(session, queue, project.id, moved)
    request_functions_of_series(session, queue, project.id, moved)
    after = _commit(session, project.id, commit_id)
    record(session, commit_id, after.name)
    record_change(session, _said(before), _said(after))
    return after


def _commit(session: Session, project_id: int, commit_id: int) -> KnownCommit:
    found = corrections.find_commit(session, project_id, commit_id)
    if found is None:
        raise NotFoundError(f"there is no commit {commit_id} in this project")
    return found


def _parents(
    session: Session, project_id: int, commit: KnownCommit, names: Sequence[str]
) -> list[int]:
    if commit.name in names:
        reason = "a commit is not its own parent"
        raise InvalidError(reason, [Fault("/parents", reason, "name the commit before it")])
    return [commits.ensure_named(session, project_id, name) for name in dict.fromkeys(names)]


def _said(commit: KnownCommit) -> dict[str, str | None]:
    time = commit.time.isoformat() if commit.time else None
    return {"time": time, "parents": ", ".join(commit.parents)}

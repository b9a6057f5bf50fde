"""Pull requests in the database: what is known of them, and what has to be told of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.pages import Page, PageRequest
from backend.domain.pulls.forge_events import MergeGroupFormed, PullRequestSeen
from backend.domain.pulls.requests import LONGEST_WAIT, SETTLE, MergedPull, StoredPullRequest
from backend.storage.engine import raw_connection
from backend.storage.pages import newest_first
from backend.storage.people.projects import IDS
from backend.storage.tables.pulls import PullRequestRow as Row

CLAIM_S = 45
"""How long a claim lasts that nobody renews; three times what one request of a forge may take."""
_WANT: LiteralString = """
update pull_request
set wanted = wanted + 1, attempts = 0, gave_up_at = null,
    wanted_since = case when wanted > told and gave_up_at is null
                        then coalesce(wanted_since, now()) else now() end,
    due_at = case when wanted > told and gave_up_at is null
                  then greatest(now(), least(coalesce(wanted_since, now()) + %(longest)s,
                                             now() + %(settle)s))
                  else now() + %(settle)s end
where project_id = %(project)s and id = any(%(ids)s)
"""
_DUE: LiteralString = """
select project_id, id from pull_request
where wanted > told and gave_up_at is null and due_at <= now()
  and (claimed_until is null or claimed_until <= now())
order by due_at limit %s
"""
_CLAIM: LiteralString = """
update pull_request
set attempts = attempts + 1, claimed_until = now() + make_interval(secs => %(seconds)s)
where project_id = %(project)s and id = (
    select id from pull_request
    where project_id = %(project)s and id = %(id)s and wanted > told and gave_up_at is null
      and due_at <= now() and (claimed_until is null or claimed_until <= now())
    for update skip locked)
returning wanted, attempts
"""


@dataclass(frozen=True, slots=True)
class PullClaim:
    """A pull request that the caller alone tells of for a while."""

    project_id: int
    id: int
    wanted: int
    attempts: int


def ensure(session: Session, project_id: int, connection_id: int, number: int) -> int:
    """Return the id of a pull request, known before or not."""
    new = insert(Row).values(project_id=project_id, connection_id=connection_id, number=number)
    session.execute(
        new.on_conflict_do_nothing(
            index_elements=["project_id", "connection_id", "number"],
            index_where=Row.number.is_not(None),
        )
    )
    return session.scalars(
        select(Row.id).where(
            Row.project_id == project_id, Row.connection_id == connection_id, Row.number == number
        )
    ).one()


def ensure_group(
    session: Session, project_id: int, connection_id: int, formed: MergeGroupFormed
) -> int:
    """Return the id of a merge group; its base and ref are told with it."""
    new = insert(Row).values(
        project_id=project_id, connection_id=connection_id, head=formed.head, base=formed.base,
        fork_point=formed.base, base_branch=formed.ref, title="Merge queue",
    )  # fmt: skip
    session.execute(
        new.on_conflict_do_nothing(
            index_elements=["project_id", "connection_id", "head"],
            index_where=Row.number.is_(None),
        )
    )
    return session.scalars(
        select(Row.id).where(
            Row.project_id == project_id, Row.connection_id == connection_id,
            Row.head == formed.head, Row.number.is_(None),
        )
    ).one()  # fmt: skip


def note_seen(
    session: Session, claim: PullClaim, seen: PullRequestSeen, fork: str | None, *, rewritten: bool
) -> None:
    """Keep what the forge says is true now."""
    _change(
        session, claim.project_id, claim.id,
        title=seen.title, author=seen.author, url=seen.url, head=seen.head,
        head_branch=seen.head_branch, base_branch=seen.base_branch, base=seen.base,
        fork_point=fork, is_from_fork=seen.is_from_fork, is_open=seen.is_open,
        merged_as=seen.merged_as, was_rewritten=rewritten, changed_at=func.now(),
    )  # fmt: skip


def want(session: Session, project_id: int, ids: Sequence[int], *, soon: bool = False) -> None:
    """Ask that it be told how these stand; what comes in a burst is told once."""
    asked = {
        "project": project_id,
        "ids": list(ids),
        "settle": SETTLE * 0 if soon else SETTLE,
        "longest": LONGEST_WAIT,
    }
    raw_connection(session).execute(_WANT, asked)


def concerned(
    session: Session, project_id: int, connection_id: int, commits: Sequence[str]
) -> list[int]:
    """Return the open ones that commits matter to: as head, fork point, base or merge of it."""
    named = list(commits)
    matters = Row.head.in_(named) | Row.fork_point.in_(named) | Row.base_commit.in_(named)
    return list(
        session.scalars(
            select(Row.id).where(
                Row.project_id == project_id, Row.connection_id == connection_id,
                Row.is_open, matters,
            )
        )
    )  # fmt: skip


def judged_since(session: Session, project_id: int, moment: datetime) -> list[int]:
    """Return the open ones that were judged after a moment."""
    return list(
        session.scalars(
            select(Row.id).where(
                Row.project_id == project_id, Row.is_open, Row.judged_at > moment
            )
        )
    )  # fmt: skip


def due(session: Session, most: int) -> list[tuple[int, int]]:
    """Return project and id of what has to be told now and nobody is telling."""
    return raw_connection(session).execute(_DUE, (most,)).fetchall()


def claim(session: Session, project_id: int, pull_id: int) -> PullClaim | None:
    asked = {"project": project_id, "id": pull_id, "seconds": CLAIM_S}
    row = raw_connection(session).execute(_CLAIM, asked).fetchone()
    return PullClaim(project_id, pull_id, *row) if row else None


def renew(session: Session, claim: PullClaim) -> None:
    """Say that whoever tells is still there: a dead one is followed soon, a slow one is not."""
    until = func.now() + func.make_interval(0, 0, 0, 0, 0, 0, CLAIM_S)
    _while_claimed(session, claim, claimed_until=until)


def record_update(session: Session, claim: PullClaim) -> None:
    """End a claim; what was wanted meanwhile is told next."""
    told: dict[str, Any] = {"told": claim.wanted, "attempts": 0, "reason": "", "remedy": ""}
    _while_claimed(session, claim, claimed_until=None, **told)


def note_failed(
    session: Session, claim: PullClaim, told: tuple[str, str], again_at: datetime | None
) -> None:
    """Keep reason and remedy; without a time nobody tries it until something happens."""
    reason, remedy = told
    when: dict[str, Any] = {"gave_up_at": func.now()} if again_at is None else {"due_at": again_at}
    said = {"reason": reason[:400], "remedy": remedy[:400]}
    _while_claimed(session, claim, claimed_until=None, **said, **when)


def _while_claimed(session: Session, claim: PullClaim, **values: Any) -> None:  # noqa: ANN401  columns
    """Change what is claimed; whoever came too late and lost it changes nothing."""
    session.execute(
        update(Row)
        .where(
            Row.project_id == claim.project_id, Row.id == claim.id,
            Row.claimed_until.is_not(None), Row.told < claim.wanted,
        )
        .values(**values)
    )  # fmt: skip


def write(session: Session, claim: PullClaim, **columns: Any) -> None:  # noqa: ANN401  columns
    """Keep what was judged or said."""
    _change(session, claim.project_id, claim.id, **columns)


def _change(session: Session, project_id: int, pull_id: int, **columns: Any) -> None:  # noqa: ANN401
    session.execute(
        update(Row).where(Row.project_id == project_id, Row.id == pull_id).values(**columns)
    )


@dataclass(frozen=True, slots=True)
class Written:
    """What a pull request came to and was told, in full."""

    judgement: dict[str, Any] | None
    reply: dict[str, Any] | None
    comment: str | None


def find(session: Session, project_id: int, pull_id: int) -> StoredPullRequest | None:
    return _one(session, Row.project_id == project_id, Row.id == pull_id)


def find_written(session: Session, project_id: int, pull_id: int) -> Written:
    found = select(Row.judgement, Row.reply, Row.comment).where(
        Row.project_id == project_id, Row.id == pull_id
    )
    return Written(*session.execute(found).one())


def find_by_picture(session: Session, code: str) -> Written | None:
    found = select(Row.judgement, Row.reply, Row.comment).where(
        Row.picture == code, Row.project_id.in_(IDS)
    )
    row = session.execute(found).one_or_none()
    return Written(*row) if row else None


def find_merged(session: Session, project_id: int, commits: Sequence[str]) -> list[MergedPull]:
    """Return the pull requests that became one of these commits."""
    merged = _many(session, Row.project_id == project_id, Row.merged_as.in_(list(commits)))
    return [MergedPull(one.id, one.number, one.title, one.headline) for one in merged]


def set_reply(session: Session, project_id: int, pull_id: int, reply: dict[str, Any]) -> None:
    _change(session, project_id, pull_id, reply=reply)


@dataclass(frozen=True, slots=True)
class PullFilters:
    """Which ones; None does not count."""

    is_open: bool | None = None
    state: str | None = None


def read_page(
    session: Session, project_id: int, filters: PullFilters, page: PageRequest
) -> Page[StoredPullRequest]:
    """Return pull requests, newest first."""
    conditions: list[ColumnElement[bool]] = [Row.project_id == project_id]
    if filters.is_open is not None:
        conditions.append(Row.is_open == filters.is_open)
    if filters.state is not None:
        conditions.append(Row.state == filters.state)
    return newest_first(
        session, select(*_COLUMNS).where(*conditions), Row.id, page, StoredPullRequest
    )


def _one(session: Session, *conditions: ColumnElement[bool]) -> StoredPullRequest | None:
    found = _many(session, *conditions)
    return found[0] if found else None


def _many(session: Session, *conditions: ColumnElement[bool]) -> list[StoredPullRequest]:
    return [
        StoredPullRequest(*row) for row in session.execute(select(*_COLUMNS).where(*conditions))
    ]


_COLUMNS = [getattr(Row, name) for name in StoredPullRequest.__dataclass_fields__]

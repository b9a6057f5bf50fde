"""Keep claims: of a file that somebody sends, or of the manifest of a suite."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.domain.claims.files import read_claims, suites_of, with_home
from backend.domain.errors import NotFoundError
from backend.domain.reports.claims import ClaimDocument
from backend.services.people.audit import record, record_many
from backend.services.task_queue import TaskQueue
from backend.storage.claims import measured
from backend.storage.claims import rows as claims

NEWEST = 20
"""Stored runs of each suite and testbed by which a new claim is judged at once."""
RUNS_AT_ONCE = 16
FIRST = "this installation"
"""Who brought in the claims of the checkout."""


@dataclass(frozen=True, slots=True)
class SavedClaims:
    """Keys of the claims of a file."""

    added: Sequence[str]
    """Keys that are new in the project."""
    changed: Sequence[str]
    """Keys whose claim was replaced, or brought back."""
    unchanged: Sequence[str]
    """Keys whose claim was there already, word for word."""


def import_claims(
    session: Session, queue: TaskQueue, project_id: int, text: str, by: str
) -> SavedClaims:
    """Keep the claims of a file, all or none; InvalidError names each place that is wrong."""
    documents = read_claims(text)
    known = claims.find_by_keys(session, project_id, [one.key for one in documents])
    same = {
        key for key, (stored, is_removed) in known.items()
        if not is_removed and stored.document in documents
    }  # fmt: skip
    new = [one for one in documents if one.key not in same]
    _save(session, queue, project_id, new, by)
    record_many(session, [one.key for one in new])
    return SavedClaims(
        added=[one.key for one in new if one.key not in known],
        changed=[one.key for one in new if one.key in known],
        unchanged=sorted(same),
    )


def save_first_claims(
    session: Session, queue: TaskQueue, project_id: int, text: str
) -> Sequence[str]:
    """Keep the claims of a checkout that the project has never had; returns their keys.

    A claim that a person removed or replaced stays as that person left it.
    """
    documents = read_claims(text)
    known = claims.find_by_keys(session, project_id, [one.key for one in documents])
    new = [one for one in documents if one.key not in known]
    _save(session, queue, project_id, new, FIRST)
    return [one.key for one in new]


def save_claims_of_suite(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    suite: str,
    documents: Sequence[ClaimDocument],
) -> None:
    """Keep what the manifest of a suite claims; what a person removed stays removed."""
    named = [with_home(one, suite) for one in documents]
    known = claims.find_by_keys(session, project_id, [one.key for one in named])
    new = [
        one for one in named
        if one.key not in known or not (known[one.key][1] or known[one.key][0].document == one)
    ]  # fmt: skip
    _save(session, queue, project_id, new, suite)


def _save(
    session: Session,
    queue: TaskQueue,
    project_id: int,
    documents: Sequence[ClaimDocument],
    by: str,
) -> None:
    suites = {suite for one in documents for suite in suites_of(one)}
    for one in documents:
        claims.put(session, project_id, one, suites_of(one), by)
    _request(session, queue, project_id, sorted(suites))


def _request(session: Session, queue: TaskQueue, project_id: int, suites: Sequence[str]) -> None:
    """Have claims judged by the runs that are stored."""
    runs = measured.read_newest_run_ids(session, project_id, suites, NEWEST) if suites else []
    for start in range(0, len(runs), RUNS_AT_ONCE):
        queue.request_claims(project_id, runs[start : start + RUNS_AT_ONCE])


def remove_claim(session: Session, project_id: int, claim_id: int) -> None:
    """Take a claim off every list; `restore_claim` brings it back."""
    _mark(session, project_id, claim_id, datetime.now(UTC))


def restore_claim(session: Session, queue: TaskQueue, project_id: int, claim_id: int) -> None:
    """Bring a removed claim back, and judge it by what came meanwhile."""
    _mark(session, project_id, claim_id, None)
    found = claims.find_claim(session, project_id, claim_id)
    _request(session, queue, project_id, found.suites if found else [])


def _mark(session: Session, project_id: int, claim_id: int, removed_at: datetime | None) -> None:
    title = claims.mark_removed(session, project_id, claim_id, removed_at)
    if title is None:
        raise NotFoundError(f"there is no claim {claim_id} in this project")
    record(session, claim_id, title)

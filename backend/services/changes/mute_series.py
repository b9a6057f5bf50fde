"""Mute series until a time, and end that again."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.domain.changes.judgements import Judge
from backend.domain.changes.mutes import Mute, MuteChoice
from backend.domain.errors import Fault, InvalidError, NotFoundError
from backend.services.people.audit import record
from backend.storage.changes import alert_groups, alert_mutes

LONGEST = timedelta(days=366)


def mute_series(
    session: Session,
    project_id: int,
    choice: MuteChoice,
    until: datetime,
    said: tuple[str, Judge],
) -> Sequence[Mute]:
    """Let series alert nobody; `said` is why, and by whom.

    InvalidError where nothing is chosen or the time is none, NotFoundError where no series has
    these names.
    """
    if choice.is_empty:
        raise _refused("/", "it would mute everything", "choose a suite, a benchmark or a metric")
    now = datetime.now(UTC)
    if not now < until <= now + LONGEST:
        raise _refused("/until", "it is no time within a year from now", "give a later day")
    alert_groups.lock(session, project_id)
    ids = alert_mutes.add_mutes(session, project_id, choice, until, said)
    if not ids:
        raise NotFoundError("no series of this project has these names")
    alert_mutes.note_mutes(session, project_id, None)
    record(session, ", ".join(map(str, ids)), until=str(until), why=said[0])
    return [one for id_ in ids for one in alert_mutes.read_mutes(session, project_id, id_)]


def lift_mute(session: Session, project_id: int, mute_id: int, *, is_lifted: bool = True) -> None:
    """End a mute, or take that back; NotFoundError where there is none."""
    alert_groups.lock(session, project_id)
    if not alert_mutes.lift(session, project_id, mute_id, is_lifted=is_lifted):
        raise NotFoundError(f"there is no mute {mute_id} in this project")
    alert_mutes.note_mutes(session, project_id, None)


def _refused(pointer: str, reason: str, remedy: str) -> InvalidError:
    return InvalidError("nothing is muted", [Fault(pointer, reason, remedy)])

"""Put machines into quarantine, and let them out."""

from sqlalchemy.orm import Session

from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.events import EventKind, LiveEvent
from backend.services.events import Teller, publish_after_commit
from backend.services.people.audit import record
from backend.storage.machines import quarantines

ANY_TESTBED = 0


def put_in(
    session: Session, teller: Teller, project_id: int, machine_id: int, said: tuple[str, str]
) -> None:
    """Let agents of a machine measure nothing but checks of it; says why, and who said so."""
    name = _locked(session, project_id, machine_id)
    if machine_id in quarantines.read_open(session, project_id):
        raise ConflictError(f"{name} is in quarantine already")
    why, by = said
    quarantines.add(session, project_id, machine_id, why, by)
    record(session, machine_id, name, quarantine=why)
    _publish(session, teller, project_id)


def let_out(
    session: Session, teller: Teller, project_id: int, machine_id: int, said: tuple[str, str]
) -> None:
    """Let agents of a machine measure again; what was found before counts against it no more."""
    name = _locked(session, project_id, machine_id)
    why, by = said
    if not quarantines.lift(session, project_id, machine_id, why, by):
        raise ConflictError(f"{name} is not in quarantine")
    record(session, machine_id, name, lifted=why)
    _publish(session, teller, project_id)


def why_quarantined(session: Session, project_id: int, agent_id: int) -> str | None:
    """Say why the machine of an agent is in quarantine; None where it is not."""
    return quarantines.why_quarantined(session, project_id, agent_id)


def _locked(session: Session, project_id: int, machine_id: int) -> str:
    name = quarantines.lock_machine(session, project_id, machine_id)
    if name is None:
        raise NotFoundError(f"there is no machine {machine_id} in this project")
    return name


def _publish(session: Session, teller: Teller, project_id: int) -> None:
    """Wake agents that wait for work, and pages that show machines and jobs."""
    for kind in (EventKind.WORK, EventKind.AGENT, EventKind.JOB):
        publish_after_commit(session, teller, project_id, LiveEvent(kind, (ANY_TESTBED,)))

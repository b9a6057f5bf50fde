"""Signs of life of the server's own processes, by the clock of the database."""

import structlog
from sqlalchemy import Engine, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import Session

from backend.domain.readiness import Pulse
from backend.storage.engine import transaction
from backend.storage.tables.heartbeats import HeartbeatRow

log = structlog.get_logger()


def beat(session: Session, pulse: Pulse) -> None:
    """Note a sign of life."""
    row = insert(HeartbeatRow).values(pulse=str(pulse))
    now = {"beat_at": func.clock_timestamp()}
    session.execute(row.on_conflict_do_update(index_elements=["pulse"], set_=now))


def store(engine: Engine, pulse: Pulse) -> None:
    """Note a sign of life in a transaction of its own; where that cannot be done, leave it out."""
    try:
        with transaction(engine) as session:
            beat(session, pulse)
    except (DBAPIError, PoolTimeoutError) as error:
        log.warning("heartbeat not stored", pulse=pulse, error=str(error)[:200])


def ages_s(session: Session) -> dict[Pulse, float]:
    """Return how many seconds ago each pulse was last seen; never seen, not in there."""
    age = func.extract("epoch", func.clock_timestamp() - HeartbeatRow.beat_at)
    found = session.execute(select(HeartbeatRow.pulse, age)).all()
    return {Pulse(name): float(seconds) for name, seconds in found if name in set(Pulse)}

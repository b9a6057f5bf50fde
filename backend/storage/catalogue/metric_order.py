"""Metrics of a project in the order in which pages name them, where no suite says another."""

from sqlalchemy.orm import Session

from backend.domain.catalogue.metric_order import metric_rank
from backend.domain.quantities import Quantity
from backend.storage.engine import raw_connection

METRICS = "select id, name, unit, direction from metric where project_id = %s order by id"


def read_in_order(session: Session, project_id: int) -> list[int]:
    """Return the ids of all metrics, those that tell most first."""
    rows = raw_connection(session).execute(METRICS, (project_id,)).fetchall()
    quantities = {id_: Quantity(name, unit, direction) for id_, name, unit, direction in rows}
    return sorted(quantities, key=lambda id_: metric_rank(quantities[id_]))

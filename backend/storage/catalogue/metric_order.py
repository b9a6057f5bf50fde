"""Metrics of a project in the order in which pages name them."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.catalogue.metric_order import metric_rank, metric_section
from backend.domain.quantities import Quantity
from backend.storage.engine import raw_connection

METRICS = "select id, name, unit, direction from metric where project_id = %s order by id"


@dataclass(frozen=True, slots=True)
class MetricPlaces:
    """The ids of all metrics, those that tell most first, each with its section.

    Sections come first, within one the order of the manifest, and then that of the ids.
    """

    ids: Sequence[int]
    sections: Sequence[int]


def read_in_order(session: Session, project_id: int) -> MetricPlaces:
    """Return where every metric stands."""
    rows = raw_connection(session).execute(METRICS, (project_id,)).fetchall()
    quantities = {id_: Quantity(name, unit, direction) for id_, name, unit, direction in rows}
    ids = sorted(quantities, key=lambda id_: metric_rank(quantities[id_]))
    return MetricPlaces(ids, [metric_section(quantities[id_]) for id_ in ids])

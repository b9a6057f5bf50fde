"""How long it takes to group thousands of changes that come at once, and to list the groups."""

import time
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass

from backend.bench.filling import Filling
from backend.bench.machine import Use, watched
from backend.bench.stand import Stand
from backend.bench.wire import Client, Waits
from backend.domain.people.projects import Project
from backend.services.changes.update_alert_groups import regroup
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.testing.draining import RecordingRelay

ALERTS = 4_000
PAGE = "/alert-groups?state=open&limit=25"
"""What the page of changes asks."""
REPEATS, WARM_UP = 60, 10
GROUPED = 10_000
# every change at a commit of its own, so that there are many groups and not one
_MAKE = """
insert into change_point (project_id, series_id, kind, state, verdict, position, commit_id,
    previous_commit_id, first_position, last_position, first_commit_id, last_commit_id, suspects,
    ratio, low, high, z, before, after, before_n, after_n, sigma, rho, slope, detector,
    confirmed_at)
select found.project_id, series.id, kind, 'confirmed', verdict, place.position, place.commit_id,
    previous_commit_id, place.position, place.position, place.commit_id, place.commit_id, 1,
    ratio, low, high, z, before, after, before_n, after_n, sigma, rho, slope, detector, now()
from generate_series(1, %(changes)s) as number
cross join (select * from change_point where project_id = %(project)s order by id limit 1) as found
join (select id, row_number() over (order by id) as place from series
      where project_id = %(project)s) as series
  on series.place = 1 + number %% (select count(*) from series where project_id = %(project)s)
join (select position, commit_id, row_number() over (order by position) as place
      from branch_commit where project_id = %(project)s) as place
  on place.place = 1 + number %% (select count(*) from branch_commit
                                  where project_id = %(project)s)
returning id
"""


@dataclass(frozen=True, slots=True)
class TriageTimes:
    """What the list took again and again."""

    wire: Waits
    use: Use


@dataclass(frozen=True, slots=True)
class Grouping:
    """What it took to put changes that came at once into groups."""

    changes: int
    groups: int
    seconds: float
    peak_mib: float
    """Of Python's memory, beyond what was held before."""


def measure_grouping(filling: Filling) -> Grouping:
    """Group thousands of changes at once, as the worker does after an import."""
    stand, project = filling.stand, filling.project
    ids = _make_changes(stand, project, GROUPED)
    tracemalloc.start()
    began = time.perf_counter()
    groups = _group(stand, project, ids)
    seconds = time.perf_counter() - began
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return Grouping(len(ids), groups, seconds, peak / 2**20)


def make_groups(stand: Stand, project: Project, changes: int) -> None:
    """Put thousands of changes in, and their groups."""
    _group(stand, project, _make_changes(stand, project, changes))
    with stand.connect() as sql:
        sql.execute("vacuum (analyze) alert_group, alert_member, change_point")


def _group(stand: Stand, project: Project, ids: Sequence[int]) -> int:
    with transaction(stand.engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        return len(regroup(session, queue, project.id, ids))


def _make_changes(stand: Stand, project: Project, changes: int) -> list[int]:
    """Put thousands of changes in, like one that detection found."""
    with stand.connect() as sql:
        made = sql.execute(_MAKE, {"project": project.id, "changes": changes}).fetchall()
    return [int(str(row[0])) for row in made]


def measure_triage(filling: Filling, client: Client) -> TriageTimes:
    """List the groups of thousands of changes as the page does."""
    make_groups(filling.stand, filling.project, ALERTS)
    connection, waits = client.open(), []
    for _ in range(WARM_UP):
        client.get(connection, PAGE)
    with watched(filling.stand.roots) as use:
        for _ in range(REPEATS):
            began = time.perf_counter()
            client.get(connection, PAGE)
            waits.append(time.perf_counter() - began)
    connection.close()
    return TriageTimes(Waits(waits, sum(waits)), use)

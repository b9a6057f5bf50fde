"""How long the first page of thousands of open changes takes."""

import time
from dataclasses import dataclass

from backend.bench.filling import Filling
from backend.bench.machine import Use, watched
from backend.bench.stand import Stand
from backend.bench.wire import Client, Waits
from backend.domain.projects import Project

ALERTS = 4_000
PAGE = "/alert-groups?state=open&limit=25"
"""What the page of changes asks."""
REPEATS, WARM_UP = 60, 10
_MAKE = """
insert into change_point (project_id, series_id, kind, state, verdict, position, commit_id,
    previous_commit_id, first_position, last_position, first_commit_id, last_commit_id, suspects,
    ratio, low, high, z, before, after, before_n, after_n, sigma, rho, slope, detector)
select project_id, series.id, kind, state, verdict, position, commit_id,
    previous_commit_id, first_position, last_position, first_commit_id, last_commit_id, suspects,
    ratio, low, high, z, before, after, before_n, after_n, sigma, rho, slope, detector
from (select * from change_point where project_id = %(project)s order by id limit 20) as found
join (select id from series where project_id = %(project)s order by id limit %(share)s) as series
  on true
"""


@dataclass(frozen=True, slots=True)
class Triage:
    """What the list took again and again."""

    wire: Waits
    use: Use


def make_changes(stand: Stand, project: Project) -> None:
    """Put thousands of changes in, copied from those that detection found."""
    with stand.connect() as sql:
        sql.execute(_MAKE, {"project": project.id, "share": ALERTS // 20})
        sql.execute("vacuum (analyze) change_point")


def measure_triage(filling: Filling, client: Client) -> Triage:
    """List the causes of thousands of changes as the page does."""
    make_changes(filling.stand, filling.project)
    connection, waits = client.open(), []
    for _ in range(WARM_UP):
        client.get(connection, PAGE)
    with watched(filling.stand.roots) as use:
        for _ in range(REPEATS):
            began = time.perf_counter()
            client.get(connection, PAGE)
            waits.append(time.perf_counter() - began)
    connection.close()
    return Triage(Waits(waits, sum(waits)), use)

"""How long the first eight of thousands of open changes take."""

import time

from backend.bench.filling import Filling
from backend.bench.wire import Client, Waits

ALERTS = 4_000
SHOWN = 8
REPEATS = 100
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


def measure_triage(filling: Filling, client: Client) -> Waits:
    """List changes after thousands were put in, copied from those that detection found."""
    with filling.stand.connect() as sql:
        sql.execute(_MAKE, {"project": filling.project.id, "share": ALERTS // 20})
        sql.execute("vacuum (analyze) change_point")
    connection, waits = client.open(), []
    for _ in range(REPEATS):
        began = time.perf_counter()
        client.get(connection, f"/changes?limit={SHOWN}")
        waits.append(time.perf_counter() - began)
    connection.close()
    return Waits(waits[10:], sum(waits[10:]))

"""What pages ask of a project, and how long one answer takes."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPConnection

import numpy as np
import psycopg

from backend.bench.wire import Client

REPEATS, WARM_UP = 25, 5
AGAIN = "comparison of two commits, judged again"
_WRITTEN = """
insert into series_write (project_id, backend, stamp)
values (%s, pg_backend_pid(), gen_random_uuid())
on conflict (project_id, backend) do update set stamp = excluded.stamp
"""
"""What a report leaves behind: a comparison that was judged before is judged again."""
_REST_S = 2.0
"""After so long without a request the server may have closed a connection."""


@dataclass(slots=True)
class Asker:
    """Who asks for the pages of one project."""

    client: Client
    connection: HTTPConnection
    sql: psycopg.Connection[tuple[object, ...]]
    project_id: int
    last: float = 0.0

    def wait(self, what: str, paths: Sequence[str], turn: int) -> float:
        """Ask once; returns the seconds until the answer is read."""
        # answers are stored until something is written: this is another state of the database
        self.sql.execute("select pg_current_xact_id()")
        if what == AGAIN:
            self.sql.execute(_WRITTEN, (self.project_id,))
        if time.perf_counter() - self.last > _REST_S:
            self.connection.close()
            self.connection.connect()
        began = time.perf_counter()
        self.client.get(self.connection, paths[turn % len(paths)])
        self.last = time.perf_counter()
        return self.last - began

    def questions(self) -> dict[str, list[str]]:
        """Return what pages ask; of a history, of different series in turn."""
        generator = np.random.default_rng(3)
        found = self.sql.execute(
            "select id from series where project_id = %s order by id limit 2000",
            (self.project_id,),
        ).fetchall()
        ((newest,),) = self.sql.execute(
            "select count(*) from commit where project_id = %s and id <= 600", (self.project_id,)
        ).fetchall()
        ids = [int(str(row[0])) for row in found]
        last = int(str(newest)) - 1

        def histories(series: int) -> list[str]:
            return [
                "/history?budget=4000&"
                + "&".join(f"series={one}" for one in generator.choice(ids, series, replace=False))
                for _ in range(REPEATS + WARM_UP)
            ]

        sides = f"baseline=commit:c{last - 1}&contender=commit:c{last}"
        whole = f"/comparison?{sides}&columns=true&limit=0"
        comparison = [f"{whole}&rows=changed"]
        return {
            "history of 1 series": histories(1),
            "history of 10 series": histories(min(10, len(ids))),
            "comparison of two commits": comparison,
            AGAIN: comparison,
            "comparison of two commits, all rows": [whole],
            "overview": ["/overview"],
            "runs": ["/runs?limit=20"],
            "series": ["/series?limit=50"],
            "changes": ["/changes?limit=25"],
            "alert groups": ["/alert-groups?limit=25"],
            "facets": ["/facets?most=20"],
            "search": ["/search?text=benchmark-1"],
        }


def median_ms(waits: Sequence[float]) -> float:
    """Return the median of what followed the warming up, in milliseconds."""
    return float(np.median(waits[WARM_UP:])) * 1e3

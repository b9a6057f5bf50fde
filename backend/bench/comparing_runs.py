"""How long comparing two runs of 5,000 results takes, over the wire and in the service."""

import json
import time
from dataclasses import dataclass

import numpy as np
import orjson

from backend.bench.documents import SAMPLE_NOISE, SAMPLES, encoded, levels
from backend.bench.filling import FilledHistory, Filling
from backend.bench.machine import Use, watched
from backend.bench.stand import Stand
from backend.bench.verdicts import BudgetVerdict
from backend.bench.wire import Client, Waits
from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.comparisons.sides import read_side
from backend.domain.people.projects import Project
from backend.services.comparisons.compare_runs import (
    ComparisonRequest,
    judge_sides,
    page_of_sides,
)
from backend.storage.engine import transaction

RESULTS = 5_000
RUNS = 8
"""Runs in all, which tell how much runs scatter; the last two are compared."""
SLOWER = 1.05
REPEATS, WARM_UP = 20, 3
MOST_MS = 200.0
AS_COLUMNS = orjson.OPT_UTC_Z | orjson.OPT_SERIALIZE_NUMPY
SIDES = f"commit:c{RUNS - 2}", f"commit:c{RUNS - 1}"


@dataclass(frozen=True, slots=True)
class ComparingRuns:
    """What the comparison of the page took again and again, and the same without a network."""

    wire: Waits
    service: Waits
    use: Use
    kilobytes: float
    regressions: int


def fill_runs(stand: Stand, project: Project) -> None:
    """Store runs of 5,000 results, every tenth slower in the last, and let detection see them."""
    filling = Filling(stand, project, FilledHistory(_first_report, RESULTS, RUNS, RUNS - 1))
    filling.grow(1)
    filling.look(0)


def measure_comparing_runs(stand: Stand, project: Project, client: Client) -> ComparingRuns:
    """Compare the last two of some runs of 5,000 results."""
    fill_runs(stand, project)
    with stand.connect() as sql:
        sql.execute("vacuum (analyze)")
    with watched(stand.roots) as use:
        wire, answer = _over_the_wire(client)
    service = _in_the_service(stand, project)
    counts = json.loads(answer)["counts"]
    return ComparingRuns(wire, service, use, len(answer) / 1e3, counts["regression"])


def of_comparing_runs(found: ComparingRuns) -> list[BudgetVerdict]:
    p50 = found.wire.quantile(0.5)
    figure = (
        f"p50 {p50:.0f} ms over the wire, {found.service.quantile(0.5):.0f} in the service;"
        f" CPU {found.use.cpu / REPEATS * 1e3:.0f} ms;"
        f" very first {found.wire.each[0] * 1e3:.0f} ms, {found.kilobytes:.0f} kB"
    )
    what = "comparison of two runs, 5,000 results"
    return [BudgetVerdict(what, "≤ 200 ms", figure, p50 <= MOST_MS, found.use.foreign)]


def _over_the_wire(client: Client) -> tuple[Waits, bytes]:
    """Ask as the page does when somebody filters: all rows as columns, none in words."""
    connection, waits, answer = client.open(), [], b""
    path = f"/comparison?baseline={SIDES[0]}&contender={SIDES[1]}&columns=true&limit=0"
    for _ in range(REPEATS):
        began = time.perf_counter()
        answer = client.get(connection, path)
        waits.append(time.perf_counter() - began)
    connection.close()
    return Waits(waits, sum(waits)), answer


def _in_the_service(stand: Stand, project: Project) -> Waits:
    """Time the same in this process: no network, no framework."""
    baseline = read_side("baseline", SIDES[0], {})
    contender = read_side("contender", SIDES[1], {})
    asked = ComparisonRequest(baseline, contender, SeriesFilters(), limit=0, as_columns=True)
    waits = []
    for _ in range(REPEATS + WARM_UP):
        began = time.perf_counter()
        with transaction(stand.engine) as session:
            judged = judge_sides(session, project.id, asked)
            orjson.dumps(page_of_sides(judged, asked).columns, option=AS_COLUMNS)
        waits.append(time.perf_counter() - began)
    return Waits(waits[WARM_UP:], sum(waits[WARM_UP:]))


def _first_report(suite: str) -> bytes:
    """Return the report that names every series, with the noise of its samples."""
    generator = np.random.default_rng(5)
    noise = SAMPLE_NOISE * generator.standard_normal((RESULTS, SAMPLES))
    return encoded(suite, 0, np.resize(levels(), RESULTS)[:, None] * np.exp(noise))

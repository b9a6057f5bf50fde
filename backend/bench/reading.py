"""How long histories take, over the wire and in the service, as the database grows."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import orjson

from backend.bench.filling import Filling
from backend.bench.machine import Use, watched
from backend.bench.wire import Client, Waits
from backend.services.series.read_history import HistoryRequest, read_history
from backend.storage.engine import transaction

BUDGET = 4_000
"""Marks asked for, as the explorer does."""
REPEATS = {1: 200, 10: 60}
WARM_UP = 20


@dataclass(frozen=True, slots=True)
class ReadingTimes:
    """What reading so many series of 1,000 points took."""

    points: int
    series: int
    wire: Waits
    service: Waits
    use: Use
    kilobytes: float


def measure_reading(filling: Filling, client: Client, series: int) -> ReadingTimes:
    """Read histories of the last suite filled, one after the other, the memory warm."""
    ids = filling.series_of(filling.suites - 1)
    generator = np.random.default_rng(series)
    choices = [
        [int(one) for one in generator.choice(ids[:50], series, replace=False)]
        for _ in range(REPEATS[series] + WARM_UP)
    ]
    with watched(filling.stand.roots) as use:
        wire, size = _over_the_wire(client, choices)
    service = _in_the_service(filling, choices)
    return ReadingTimes(filling.points, series, wire, service, use, size / 1e3)


def _over_the_wire(client: Client, choices: Sequence[Sequence[int]]) -> tuple[Waits, int]:
    connection, waits, size = client.open(), [], 0
    for chosen in choices:
        query = "&".join(f"series={id_}" for id_ in chosen)
        began = time.perf_counter()
        size = len(client.get(connection, f"/history?{query}&budget={BUDGET}"))
        waits.append(time.perf_counter() - began)
    connection.close()
    return Waits(waits[WARM_UP:], sum(waits[WARM_UP:])), size


def _in_the_service(filling: Filling, choices: Sequence[Sequence[int]]) -> Waits:
    """Time the same reads in this process: no network, no framework."""
    waits, project = [], filling.project.id
    for chosen in choices:
        began = time.perf_counter()
        with transaction(filling.stand.engine) as session:
            history = read_history(session, project, HistoryRequest(chosen, BUDGET))
        orjson.dumps(history, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_UTC_Z)
        waits.append(time.perf_counter() - began)
    return Waits(waits[WARM_UP:], sum(waits[WARM_UP:]))

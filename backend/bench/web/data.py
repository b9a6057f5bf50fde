"""What the pages are measured on: long histories, two runs of 5,000 results, 10,000 benchmarks."""

from dataclasses import dataclass

from backend.bench.comparing_runs import RUNS, fill_two_runs
from backend.bench.filling import Filling
from backend.bench.stand import Stand
from backend.testing.builders import Document
from backend.testing.filling import fill

SERIES = 10
BENCHMARKS = 10_000
PER_REPORT = 2_500


@dataclass(frozen=True, slots=True)
class Data:
    """Addresses of the pages that are measured, and how much lies behind them."""

    chart: str
    comparison: str
    explorer: str
    overview: str
    points: int


def fill_all(stand: Stand, suites: int) -> Data:
    """Fill three projects; `suites` of 200 series with 1,000 points each hold the histories."""
    project, _ = stand.project("bench")
    filling = Filling(stand, project)
    filling.grow(suites)
    compared, _ = stand.project("comparing")
    fill_two_runs(stand, compared)
    wide, _ = stand.project("wide")
    fill(stand.engine, wide, *(_many(first) for first in range(0, BENCHMARKS, PER_REPORT)))
    with stand.connect() as connection:
        connection.execute("vacuum (analyze)")
    chosen = "&".join(f"series={one}" for one in filling.series_of(0)[:SERIES])
    return Data(
        chart=f"/p/bench/explore?{chosen}",
        comparison="/p/comparing/compare"
        f"?baseline=commit:l{RUNS - 2}&contender=commit:l{RUNS - 1}&rows=all",
        explorer="/p/wide/explore",
        overview="/p/bench",
        points=filling.points,
    )


def _many(first: int) -> Document:
    """Return one run of many benchmarks, each in one variant."""
    return {
        "version": 1,
        "idempotency_key": f"bench-wide-{first}",
        "suite": {"name": f"wide-{first}"},
        "commit": {"id": "w1", "time": "2024-01-01T00:00:00Z"},
        "branch": "main",
        "testbed": "bench",
        "metrics": {"wall_time": {"unit": "s", "direction": "lower", "noise": "sampled"}},
        "results": [
            {
                "benchmark": f"group_{number % 97}/case_{number}",
                "parameters": {"size": number % 13},
                "metric": "wall_time",
                "samples": [0.1, 0.101, 0.102],
            }
            for number in range(first, first + PER_REPORT)
        ],
    }

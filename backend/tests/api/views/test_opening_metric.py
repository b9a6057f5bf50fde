"""Every page of a benchmark opens on one metric: elapsed time, then processor time, then counts."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import Document, a_report, a_result
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

BASE = "/api/v1/projects/main"
METRICS = {
    "switches": {"unit": "1", "direction": "lower"},
    "threads": {"unit": "1", "direction": "unknown"},
    "cpu_time": {"unit": "s", "direction": "lower"},
    "wall_time": {"unit": "s", "direction": "lower"},
    "rate": {"unit": "op/s", "direction": "higher"},
}


def a_run(*names: str) -> Document:
    """Return a run whose manifest names counts before times, over numbers and over texts."""
    results = [
        a_result(
            parameters={"limit": limit, "way": way},
            metric=name,
            samples=[at + limit, at + 2.0 * limit],
        )
        for at, name in enumerate(names, 1)
        for limit in (1, 2, 4)
        for way in ("first", "second", "third")
    ]
    return a_report(
        metrics={name: METRICS[name] for name in names},
        benchmarks={"search": {"metrics": list(names), "sweep": ["limit"]}},
        run={"agent": "tidemark-agent", "started_at": "2026-01-01T00:00:00Z"},
        results=results,
    )


@pytest.mark.parametrize(
    ("names", "opening"),
    [
        (["switches", "threads", "cpu_time", "wall_time"], "wall_time"),
        (["switches", "cpu_time", "rate"], "rate"),
        (["threads", "switches", "cpu_time"], "cpu_time"),
        (["threads", "switches"], "switches"),
    ],
)
def test_all_pages_of_a_benchmark_open_on_the_same_metric(
    api: TestClient,
    engine: Engine,
    project: Project,
    make_key: MakeKey,
    names: list[str],
    opening: str,
) -> None:
    owner = make_key(Scope.ADMIN)
    fill(engine, project, a_run(*names))

    def ask(path: str, **asked: Any) -> Any:
        answer = api.get(f"{BASE}{path}", params=asked, headers=owner)
        assert answer.status_code == 200, answer.text
        return answer.json()

    (sweep,) = ask("/sweeps")["rows"]
    benchmark = sweep["benchmark_id"]
    assert ask(f"/sweeps/{benchmark}/limit")["metric"] == opening
    assert {one["metric"] for one in ask("/sweep-bests")["rows"]} <= {opening}
    assert ask(f"/benchmarks/{benchmark}")["metrics"][0] == opening
    (run,) = ask("/runs")["rows"]
    assert ask(f"/runs/{run['id']}")["metric_order"]["search"][0] == opening
    assert ask("/series")["rows"][0]["series"]["metric"] == opening
    (source,) = ask("/ladders/sources")["rows"]
    assert source["metrics"][0]["name"] == opening
    wanted = {"kind": "parameter", "benchmark_id": benchmark, "parameter": "way"}
    made = api.post(f"{BASE}/ladders", json=wanted, headers=owner)
    assert made.json()["metric"] == opening
    sides = {"baseline": f"run:{run['id']}", "contender": f"run:{run['id']}"}
    values = {"baseline.param.limit": "1", "contender.param.limit": "2"}
    split = ask("/splits/preview", **sides, **values)
    assert {one["metric"] for one in split["members"]} == {opening}

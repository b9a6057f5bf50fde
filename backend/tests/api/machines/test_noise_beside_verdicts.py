"""What the runs behind a verdict said against their machine stands beside the verdict."""

from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import Document, a_report, a_result
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

Headers = dict[str, str]
MAIN = "/api/v1/projects/main"
NOISY = "which was noisy: noise score 58 of 100 [55, 60], its preflight warned of 1 of 2 checks"


def a_run(number: int, score: float) -> Document:
    """Return an agent's run over two parameters, with what it said of its machine."""
    random = np.random.default_rng(number)
    checks = [{"name": "governor", "state": "warning"}, {"name": "turbo", "state": "ok"}]
    return a_report(
        suite={"name": "pools"},
        commit={"id": f"c{number}", "time": f"2026-01-01T{number:02d}:00:00Z"},
        machine={"name": "bench-1", "fingerprint": {"cores": 8}},
        benchmarks={"search": {"sweep": ["threads", "pool"]}},
        results=[
            a_result(
                parameters={"threads": threads, "pool": pool},
                samples=random.normal(1.0 + pool / 100 + number * threads / 9, 0.01, 12).tolist(),
            )
            for threads in (1, 2, 4)
            for pool in (1, 8)
        ],
        run={
            "agent": "tidemark-agent",
            "started_at": f"2026-01-01T{number:02d}:00:00Z",
            "conditions": {
                "noise": {"score": score, "low": score - 3, "high": score + 2},
                "preflight": {"checks": checks},
            },
        },
    )


@pytest.fixture
def runs(engine: Engine, api: TestClient, project: Project, reporter: Headers) -> dict[str, int]:
    """Measure a commit on a loud day and one on a quiet day: ids of runs by commit."""
    fill(engine, project, a_run(0, score=58.0), a_run(1, score=82.0))
    rows = api.get(f"{MAIN}/runs", headers=reporter).json()["rows"]
    return {run["commit"]["name"]: run["id"] for run in rows}


def test_a_run_and_a_comparison_name_the_machine_that_was_noisy(
    api: TestClient, reporter: Headers, runs: dict[str, int]
) -> None:
    """By the runs themselves: that the machine is quiet today changes nothing of that day."""
    (machine,) = api.get(f"{MAIN}/machines", headers=reporter).json()["rows"]
    assert named(api, reporter, f"runs/{runs['c0']}") == [
        {"machine_id": machine["id"], "machine": "bench-1", "text": NOISY, "is_unfit": False}
    ]
    assert named(api, reporter, f"runs/{runs['c1']}") == []
    (both,) = named(api, reporter, "comparison", baseline="commit:c0", contender="commit:c1")
    assert both["text"] == NOISY.replace("noisy:", "noisy in 1 of 2 runs:")


def test_a_split_names_the_machine_that_was_noisy(
    api: TestClient, reporter: Headers, runs: dict[str, int]
) -> None:
    sides = {"baseline": f"run:{runs['c0']}", "contender": f"run:{runs['c1']}"}
    (both,) = named(api, reporter, "splits/preview", **sides)
    assert both["text"] == NOISY.replace("noisy:", "noisy in 1 of 2 runs:")


def test_a_sweep_over_one_and_two_parameters_names_the_machine_that_was_noisy(
    api: TestClient, reporter: Headers, runs: dict[str, int]
) -> None:
    (sweep, *_) = api.get(f"{MAIN}/sweeps", headers=reporter).json()["rows"]
    benchmark = sweep["benchmark_id"]
    grid = {"first": "threads", "second": "pool"}
    axes: dict[str, str]
    for path, axes in ((f"sweeps/{benchmark}/threads", {}), (f"sweep-grids/{benchmark}", grid)):
        (loud,) = named(api, reporter, path, run=str(runs["c0"]), **axes)
        assert loud["text"] == NOISY
        assert named(api, reporter, path, run=str(runs["c1"]), **axes) == []


def test_a_ladder_names_the_machine_that_was_noisy(
    api: TestClient, reporter: Headers, make_key: MakeKey, runs: dict[str, int]
) -> None:
    owner = make_key(Scope.ADMIN)
    result = api.get(f"{MAIN}/runs/{runs['c0']}", headers=reporter).json()["rows"][0]
    begun = {"run_id": runs["c0"], "series_id": result["series"]["id"]}
    document = {"kind": "result", "name": "pools"} | begun
    made = api.post(f"{MAIN}/ladders", json=document, headers=owner)
    assert made.status_code == 201, made.text
    (loud,) = named(api, reporter, f"ladders/{made.json()['id']}")
    assert loud["text"] == NOISY


def named(api: TestClient, reporter: Headers, path: str, **asked: str) -> Any:
    answer = api.get(f"{MAIN}/{path}", params=asked, headers=reporter)
    assert answer.status_code == 200, answer.text
    return answer.json()["noisy_machines"]

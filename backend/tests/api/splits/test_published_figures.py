"""Published figures, summaries only, hold on every page that shows them: an order and no claim."""

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.settings import inherited_environment
from backend.testing.builders import Document, a_report, a_result
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.testing.fork_server import run_admin
from backend.tests.api.comparisons.comparing import compare
from backend.tests.api.splits.published import read_published

Headers = dict[str, str]
BASE = "/api/v1/projects/main"
MS = 1e-3


def summary(value: float, parameters: dict[str, Any], **changes: Any) -> Document:
    return a_result(parameters=parameters, samples=None, summary={"value": value}) | changes


def newest_run(api: TestClient, reporter: Headers) -> dict[str, Any]:
    run = api.get(f"{BASE}/runs", headers=reporter).json()["rows"][0]["id"]
    return dict(api.get(f"{BASE}/runs/{run}", headers=reporter).json())


def only_sweep(api: TestClient, reporter: Headers, **asked: Any) -> dict[str, Any]:
    (row,) = api.get(f"{BASE}/sweeps", headers=reporter).json()["rows"]
    path = f"{BASE}/sweeps/{row['benchmark_id']}/{row['axis']}"
    answer = api.get(path, params=asked, headers=reporter)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_the_sweep_of_blocking_threads_has_its_optimum_at_the_core_count(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    means = {
        int(row["blocking_max_threads"]): float(row["mean_ms"]) * MS
        for row in read_published("smol_blocking_threads.tsv", "thread_sweep.tsv")
    }
    report = a_report(
        machine={"name": "box", "fingerprint": {"cores": 10}},
        benchmarks={"search": {"sweep": ["blocking_max_threads"]}},
        results=[summary(mean, {"blocking_max_threads": n}) for n, mean in means.items()],
    )
    fill(engine, project, report)
    found = only_sweep(api, reporter)
    (curve,) = found["curves"]
    assert (curve["best_x"], curve["claim"]) == (10, "summary only")
    assert curve["sentence"] == (
        "blocking_max_threads = 10, the core count, is fastest: 214\u202fms. "
        "The scatter of the values is unknown, so others may be as good."
    )
    assert found["marks"] == [{"x": 10, "label": "cores = 10"}]
    assert "10 is 7.8\u202f% faster than the largest value, 500." in curve["remarks"]
    assert "By its mean alone, 12 is within 1.4\u202f% of the best." in curve["remarks"]
    assert "1 and 4 are far behind: up to 6.17 times the best." in curve["remarks"]


def test_the_engines_are_ranked_with_smol_fastest_and_one_of_them_noisy(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    rows = read_published("runtime_comparison.tsv")
    results = [
        summary(float(row["mean_ms"]) * MS, {"engine": row["engine"]})
        | {"summary": {"value": float(row["mean_ms"]) * MS} | scatter(row)}
        for row in rows
    ]
    fill(engine, project, a_report(results=results))
    run = newest_run(api, reporter)
    by_engine = {row["series"]["parameters"]["engine"]: row for row in run["rows"]}
    assert min(by_engine, key=lambda name: by_engine[name]["value"]) == "smol"
    assert {row["basis"] for row in run["rows"]} == {"summary"}
    side = f"run:{run['id']}"
    for name, slower in (("rayon", 1.15), ("smol-multi-threaded", 1.29), ("tokio", 1.32)):
        asked = {"baseline__param__engine": "smol", "contender__param__engine": name}
        (row,) = compare(api, reporter, side, side, **asked)["rows"]
        assert row["ratio"] == pytest.approx(slower, abs=0.005)
        assert row["verdict"] == "unknown"


def scatter(row: dict[str, str]) -> dict[str, float]:
    return {"sd": float(row["sigma_ms"]) * MS} if row["sigma_ms"] else {}


def test_the_pool_cuts_the_tail_of_the_order_clients_at_every_number_of_connections(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    clients = ("c-thread-per-connection", "c-thread-pool")
    rows = [row for row in read_published("order_clients.tsv") if row["client"] in clients]
    results = [
        summary(
            float(row[f"{metric}_ms"]) * MS,
            {"client": row["client"], "connections": int(row["connections"])},
            metric=metric,
        )
        for row in rows
        for metric in ("p99", "max")
    ]
    latency = {"unit": "s", "direction": "lower"}
    fill(engine, project, a_report(metrics={"p99": latency, "max": latency}, results=results))
    found = only_sweep(api, reporter, metric="p99")
    (together,) = found["crossovers"]
    assert together["sentence"] == (
        "By the means alone, client=c-thread-pool is faster than client=c-thread-per-connection "
        "everywhere, by 2.29 to 52.7\u00d7."
    )
    side = f"run:{found['run']['id']}"
    for connections in ("50", "100"):
        asked = {
            "baseline__param__client": clients[0],
            "contender__param__client": clients[1],
            "baseline__param__connections": connections,
            "contender__param__connections": connections,
            "metric": "p99",
        }
        (row,) = compare(api, reporter, side, side, **asked)["rows"]
        assert 1.0 - row["ratio"] > 0.97
    pool = next(
        curve
        for curve in only_sweep(api, reporter, metric="max")["curves"]
        if curve["facet"]["client"] == "c-thread-pool"
    )
    assert max(point["value"] for point in pool["points"]) < 0.75 * MS


def test_a_published_table_is_kept_from_the_shell(
    api: TestClient, database_url: str, project: Project, make_key: MakeKey, tmp_path: Path
) -> None:
    admin = make_key(Scope.ADMIN, Scope.READ)
    table = tmp_path / "rings.tsv"
    table.write_text("ring\tlarge_ops_per_s\tsmall_ops_per_s\n16\t36\t22.5\n64\t37.2\t21.3\n")

    def publish(*options: str) -> tuple[int, str]:
        environment = inherited_environment(TIDEMARK_DATABASE_URL=database_url)
        return run_admin(environment, "publish-split", str(table), *options)

    code, said = publish("--name", "ring = 64", "--source", "its author")
    assert code == 0, said
    split = said.strip().rpartition("/splits/")[2]
    found = api.get(f"/api/v1/projects/{project.slug}/splits/{split}", headers=admin).json()
    assert found["headline"].startswith(
        "ring = 64: small 5.3\u202f% lower throughput; large 3.3\u202f%"
    )
    assert (found["kind"], found["source"]) == ("published", "its author")
    code, said = publish("--contender", "7")
    assert code == 2
    assert said.splitlines() == [
        "tidemark: there is no row 7",
        "  /contender: there is no row 7; choose a row of 0 to 1",
    ]

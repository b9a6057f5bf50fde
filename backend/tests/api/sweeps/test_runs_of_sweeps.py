"""Which runs the answer of a sweep comes from: all fit ones of a commit, everywhere alike."""

from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import Document
from backend.testing.filling import fill
from backend.tests.api.sweeps.sweeping import SWEEPS, TRUTH, Headers, a_sweep, ask, rounds, swept


def a_run_of(commit: str, day: int, *, unfit: bool = False, **changes: Any) -> Document:
    """Return an agent's sweep of a commit; on a machine that others used, where it is unfit."""
    score = 20.0 if unfit else 95.0
    conditions = {"noise": {"score": score, "low": score - 3, "high": score + 2}}
    run = {"agent": "a", "started_at": f"2026-01-{day:02}T00:00:00Z", "conditions": conditions}
    return (
        a_sweep(
            commit={"id": commit, "time": f"2026-01-{int(commit[1:]):02}T00:00:00Z"},
            run=run,
            idempotency_key=f"run of {commit} on day {day}",
            results=[swept(n, samples=rounds(n, seed=day)) for n in TRUTH],
        )
        | changes
    )


def everywhere(api: TestClient, reporter: Headers) -> dict[str, tuple[list[float], float]]:
    """Return the best set and the value of the best as the list, the page and the history say."""
    (best,) = api.get(SWEEPS.replace("/sweeps", "/sweep-bests"), headers=reporter).json()["rows"]
    page = ask(api, reporter)
    (row,) = api.get(SWEEPS, headers=reporter).json()["rows"]
    address = SWEEPS.replace("/sweeps", f"/sweep-optima/{row['benchmark_id']}")
    (history,) = api.get(address, params={"axis": "threads"}, headers=reporter).json()["curves"]
    (at,) = [one for one in history["points"] if one["run"]["commit"] == page["run"]["commit"]]
    (curve,) = page["curves"]
    drawn = {point["x"]: point["value"] for point in curve["points"]}
    sets = {
        "list": (best["curves"][0]["best_set"], best["curves"][0]["value"]),
        "page": (curve["best_set"], drawn[curve["best_x"]]),
        "history": (at["best_set"], at["value"]),
    }
    for id_ in page["answer_runs"]:
        (own,) = ask(api, reporter, run=id_)["curves"]
        sets[f"run {id_}"] = (own["best_set"], drawn[own["best_x"]])
    return sets


def test_all_runs_of_a_commit_give_one_answer_everywhere(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    some = [swept(n, samples=rounds(n, seed=9, count=9)) for n in (8, 12)]
    fill(engine, project, a_run_of("c1", 1), a_run_of("c1", 2), a_run_of("c1", 3, results=some))
    found = ask(api, reporter)
    assert len(found["answer_runs"]) == 3
    (curve,) = found["curves"]
    assert {point["x"]: point["n"] for point in curve["points"]} == {
        1: 30, 4: 30, 8: 39, 12: 39, 500: 30,
    }  # fmt: skip
    sets = everywhere(api, reporter)
    assert len(sets) == 6
    assert len({str(one) for one in sets.values()}) == 1, sets


def test_a_run_of_an_unfit_machine_replaces_no_answer(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    worse = [swept(n, samples=[9.0 - n / 100] * 9) for n in TRUTH]
    unfit = a_run_of("c2", 4, unfit=True, results=worse)
    fill(engine, project, a_run_of("c1", 1), a_run_of("c1", 2, unfit=True), unfit)
    found = ask(api, reporter)
    assert found["run"]["commit"]["name"] == "c1"
    assert found["noisy_machines"] == []
    assert len(found["answer_runs"]) == 1
    assert len(found["unfit_runs"]) == 2
    assert len({str(one) for one in everywhere(api, reporter).values()}) == 1
    newest = max(found["unfit_runs"])
    alone = ask(api, reporter, run=newest)
    assert (alone["answer_runs"], alone["curves"][0]["best_x"]) == ([newest], 500)
    assert alone["noisy_machines"] != []
    oldest = min(found["unfit_runs"])
    beside = ask(api, reporter, run=oldest)
    assert beside["answer_runs"] == [oldest]
    assert beside["unfit_runs"] == found["unfit_runs"]


def test_where_no_machine_was_fit_its_runs_answer(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, a_run_of("c1", 1, unfit=True), a_run_of("c2", 2, unfit=True))
    found = ask(api, reporter)
    assert found["run"]["commit"]["name"] == "c2"
    assert found["unfit_runs"] == []
    assert found["noisy_machines"] != []

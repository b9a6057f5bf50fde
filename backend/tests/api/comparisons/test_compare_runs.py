from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import a_report, a_result
from backend.testing.filling import fill
from backend.tests.api.comparisons.comparing import (
    Headers,
    a_series_of_runs,
    at_commit,
    compare,
    luck,
    only_row,
    samples,
)


def test_two_runs_are_judged_by_how_much_runs_of_their_series_scatter(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    levels = luck(20, seed=4)
    fill(engine, project, *a_series_of_runs([*levels, 1.2 * levels[0]]))
    found = compare(api, reporter, "commit:c19", "commit:c20")
    row = only_row(found)
    assert (row["verdict"], row["basis"], row["n"]) == ("regression", "runs", 1)
    assert found["measured"] == "in runs apart"
    assert row["low"] < 1.2 * levels[0] / levels[19] < row["high"]
    assert row["high"] / row["low"] > 1.03, "samples scatter by 0.2 %, runs by 1 %"
    assert row["adjusted_p"] < 0.001
    assert row["sentence"].endswith("1 run per side")
    assert row["baseline"]["low"] < row["baseline"]["value"] < row["baseline"]["high"]
    assert (row["contender"]["n"], row["contender"]["runs"]) == (10, 1)
    assert found["counts"] == {
        "regression": 1, "improvement": 0, "change": 0, "same": 0, "unknown": 0,
        "same_binary": 0,
    }  # fmt: skip
    assert found["sentence"] == "1 regression."


def test_two_runs_of_the_same_code_give_no_verdict_however_alike_samples_are(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    lucks = [luck(20, seed=100 + number) for number in range(40)]
    reports = [
        at_commit(
            index,
            [
                a_result(benchmark=f"b{number}", samples=samples(own[index], seed=number))
                for number, own in enumerate(lucks)
            ],
        )
        for index in range(20)
    ]
    fill(engine, project, *reports)
    found = compare(api, reporter, "commit:c18", "commit:c19")
    told = {one: found["counts"][one] for one in ("regression", "improvement", "change")}
    assert told == {"regression": 0, "improvement": 0, "change": 0}
    assert found["counts"]["unknown"] + found["counts"]["same"] == 40
    assert found["means"][0]["low"] < 1.0 < found["means"][0]["high"]


def test_on_a_machine_that_has_just_changed_runs_scatter_as_before_until_more_is_known(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    levels = luck(20, seed=4)
    reports = a_series_of_runs([*levels[:18], 3.0 * levels[18], 3.6 * levels[19]])
    for index, report in enumerate(reports):
        kernel = "Linux 6.12" if index < 18 else "Linux 7.0"
        report["machine"] = {"name": "ada", "fingerprint": {"kernel": kernel}}
    fill(engine, project, *reports)
    row = only_row(compare(api, reporter, "commit:c18", "commit:c19"))
    assert (row["verdict"], row["basis"]) == ("regression", "runs")
    assert row["low"] < 1.2 * levels[19] / levels[18] < row["high"]
    assert row["high"] / row["low"] > 1.03, "samples scatter by 0.2 %, runs by 1 %"


def test_without_a_history_nothing_is_claimed_from_two_runs(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    before = at_commit(0, [a_result(samples=samples(1.0, seed=1))], branch="old")
    after = at_commit(1, [a_result(samples=samples(1.5, seed=2))], branch="new")
    fill(engine, project, before, after)
    row = only_row(compare(api, reporter, "commit:c0", "commit:c1"))
    assert (row["verdict"], row["p"], row["pairs_needed"]) == ("unknown", None, None)
    assert row["sentence"].endswith("the scatter between runs is not known")
    assert row["warnings"]


def test_a_new_branch_is_judged_by_the_longer_series_of_the_old_one(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    reports = a_series_of_runs(luck(20, seed=5))
    fork = at_commit(20, [a_result(samples=samples(1.3, seed=30))], branch="faster")
    fill(engine, project, *reports, fork)
    found = compare(api, reporter, "branch:main", "branch:faster")
    row = only_row(found)
    assert row["verdict"] == "regression"
    assert row["series"]["branch"] == "faster"
    assert row["series"]["id"] != row["baseline_series"]
    assert [run["commit"]["name"] for run in found["baseline"]["runs"]] == ["c19"]


@pytest.mark.parametrize(
    ("base_runs", "width"),
    [(1, (1.03, 1.1)), (12, (1.2, 2.0))],
    ids=["its base is short", "its base is long"],
)
def test_two_commits_of_a_pull_request_are_judged_by_the_scatter_of_a_long_branch_its_base_first(
    api: TestClient, engine: Engine, project: Project, reporter: Headers,
    base_runs: int, width: tuple[float, float],
) -> None:  # fmt: skip
    """Runs of the main branch scatter by 1 %, those of the base by 5 %."""
    last = f"r{base_runs - 1}"
    pushed = [
        at_commit(
            40 + place, [a_result(samples=samples(level, seed=30 + place))],
            branch="idea", pull_request={"number": 7}, base={"branch": "release", "commit": last},
        )
        for place, level in enumerate((1.0, 2.0))
    ]  # fmt: skip
    base = [
        at_commit(20 + place, [a_result(samples=samples(own, seed=40 + place))], branch="release")
        for place, own in enumerate(luck(base_runs, seed=6, scatter=0.05))
    ]
    for place, one in enumerate(base):
        one["commit"] |= {"id": f"r{place}", "parents": [f"r{place - 1}"] if place else []}
    fill(engine, project, *a_series_of_runs(luck(20, seed=5)), *base, *pushed)
    found = compare(api, reporter, "commit:c40", "commit:c41")
    row = only_row(found)
    assert (row["verdict"], row["warnings"]) == ("regression", [])
    assert width[0] < row["high"] / row["low"] < width[1]
    assert found["noise"]["without_claim"] == 0


def test_several_runs_of_a_commit_are_the_units_of_a_comparison(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    reports = [
        at_commit(commit, [a_result(samples=samples(level * own, seed=seed + commit))])
        for commit, level in ((0, 1.0), (1, 1.1))
        for seed, own in enumerate(luck(5, seed=commit, scatter=0.004))
    ]
    fill(engine, project, *reports)
    found = compare(api, reporter, "commit:c0", "commit:c1")
    row = only_row(found)
    assert (row["basis"], row["n"], row["verdict"]) == ("runs", 5, "regression")
    assert (row["baseline"]["runs"], row["baseline"]["n"]) == (5, 50)
    assert row["baseline"]["low"] < row["baseline"]["value"] < row["baseline"]["high"]
    assert found["baseline"]["run_count"] == 5
    run = found["contender"]["runs"][0]["id"]
    beside = compare(api, reporter, "commit:c1", f"run:{run}")
    assert beside["baseline"]["run_count"] == 4, "a run is not compared with itself"


def two_engines(*, agent: str | None) -> dict[str, Any]:
    """Return a run of two variants in rounds that share a drift of 20 % and differ by 3 %."""
    drift = luck(10, seed=7, scatter=0.2)
    own = {"smol": samples(1.0, seed=8, scatter=0.003), "tokio": samples(1.03, seed=9)}
    return a_report(
        run={"started_at": "2026-01-01T00:00:00Z"} | ({"agent": agent} if agent else {}),
        results=[
            a_result(
                parameters={"engine": name, "threads": 4},
                samples=[shared * one for shared, one in zip(drift, numbers, strict=True)],
            )
            for name, numbers in own.items()
        ],
    )


ENGINES = {"baseline__param__engine": "smol", "contender__param__engine": "tokio"}


def test_variants_of_an_agents_run_are_compared_round_by_round(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, two_engines(agent="tidemark-agent 0.1.0"))
    found = compare(api, reporter, "branch:main", "branch:main", **ENGINES)
    row = only_row(found)
    assert found["measured"] == "in turns"
    assert (row["basis"], row["n"], row["verdict"]) == ("pairs", 10, "regression")
    assert row["low"] < 1.03 < row["high"]
    assert row["high"] / row["low"] < 1.02, "what drifts hits both variants"
    assert row["series"]["parameters"] == {"engine": "tokio", "threads": 4}


def test_variants_of_a_run_that_no_agent_made_are_compared_as_two_sets_of_samples(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, two_engines(agent=None))
    found = compare(api, reporter, "branch:main", "branch:main", **ENGINES)
    row = only_row(found)
    assert found["measured"] == "in one run"
    assert (row["basis"], row["verdict"]) == ("samples", "unknown")
    assert row["low"] < 1.0 < row["high"]


def in_a_session(commit: int, level: float, *, seed: int) -> dict[str, Any]:
    start, end = f"2026-01-02T00:0{commit}:00Z", f"2026-01-02T01:0{commit}:00Z"
    drift = luck(10, seed=3, scatter=0.2)
    own = samples(level, seed=commit)
    return at_commit(
        commit,
        [a_result(samples=[shared * one for shared, one in zip(drift, own, strict=True)])],
        machine={"name": "box", "fingerprint": {"cores": 2}},
        run={"agent": "a", "seed": seed, "started_at": start, "finished_at": end},
    )


@pytest.mark.parametrize(
    ("seeds", "basis", "verdict"), [((5, 5), "pairs", "regression"), ((5, 6), "samples", "unknown")]
)
def test_two_runs_of_one_session_are_compared_round_by_round(  # noqa: PLR0913 - fixtures and cases
    api: TestClient,
    engine: Engine,
    project: Project,
    reporter: Headers,
    seeds: tuple[int, int],
    basis: str,
    verdict: str,
) -> None:
    fill(engine, project, in_a_session(0, 1.0, seed=seeds[0]), in_a_session(1, 1.05, seed=seeds[1]))
    row = only_row(compare(api, reporter, "commit:c0", "commit:c1"))
    assert (row["basis"], row["verdict"]) == (basis, verdict)


def test_another_machine_or_environment_is_a_warning_with_what_differs(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    def report(index: int, name: str, **environment: str) -> dict[str, Any]:
        return at_commit(
            index,
            [a_result()],
            machine={"name": name, "fingerprint": {"kernel": f"6.{index}", "cores": 2}},
            environment=environment,
        )

    confined = report(1, "two", rustc="1.95", sandbox="namespaces")
    fill(engine, project, report(0, "one", rustc="1.94"), confined)
    found = compare(api, reporter, "commit:c0", "commit:c1")
    assert found["differences"] == [
        {"kind": "toolchain", "name": "rustc", "before": "1.94", "after": "1.95"},
        {"kind": "settings", "name": "sandbox", "before": None, "after": "namespaces"},
        {"kind": "machine", "name": "kernel", "before": "6.0", "after": "6.1"},
    ]
    assert found["reported"] == ["environment", "machine"]
    assert found["warnings"] == [
        "The sides were measured on different machines: one and two.",
        "Not only the code differs: rustc, sandbox, kernel.",
    ]


def test_the_worst_regression_stands_first_and_what_is_the_same_last(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    effects = {"same": 1.0, "bad": 1.2, "worst": 1.5, "good": 0.7, "open": 1.02}
    scatter = {"open": 0.02}
    lucks = {
        name: luck(21, seed=place, scatter=scatter.get(name, 0.001))
        for place, name in enumerate(effects)
    }
    reports = [
        at_commit(
            index,
            [
                a_result(
                    benchmark=name,
                    samples=samples(own[index] * (effects[name] if index == 20 else 1.0), seed=1),
                )
                for name, own in lucks.items()
            ],
        )
        for index in range(21)
    ]
    fill(engine, project, *reports)
    found = compare(api, reporter, "commit:c19", "commit:c20")
    assert [(row["series"]["benchmark"], row["verdict"]) for row in found["rows"]] == [
        ("worst", "regression"),
        ("bad", "regression"),
        ("good", "improvement"),
        ("open", "unknown"),
        ("same", "same"),
    ]
    shown = compare(api, reporter, "commit:c19", "commit:c20", verdict=["regression", "same"])
    assert [row["series"]["benchmark"] for row in shown["rows"]] == ["worst", "bad", "same"]
    assert shown["counts"] == found["counts"], "what is hidden counts all the same"
    words = compare(api, reporter, "commit:c19", "commit:c20", text="WORS engine=smol")
    assert [row["series"]["benchmark"] for row in words["rows"]] == ["worst"]
    assert compare(api, reporter, "commit:c19", "commit:c20", metric="absent")["rows"] == []
    first = compare(api, reporter, "commit:c19", "commit:c20", limit=2)
    assert (first["rows"], first["matching"]) == (found["rows"][:2], 5)
    strict = compare(api, reporter, "commit:c19", "commit:c20", threshold=0.4)
    assert strict["counts"]["regression"] == 1
    assert strict["threshold"] == 0.4
    assert datetime.fromisoformat(found["baseline"]["runs"][0]["started_at"]).tzinfo == UTC

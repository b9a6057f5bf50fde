"""What testbeds and series can show, and how often the product cries wolf."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.services.machines.compare_with_itself import compare_with_itself
from backend.storage.engine import transaction
from backend.testing.builders import Document, a_history, a_report, a_result
from backend.testing.filling import fill

Headers = dict[str, str]
PROJECT = "/api/v1/projects/main"
BENCHMARKS = ("search", "sort", "hash", "parse")


def ask(api: TestClient, reporter: Headers, path: str, **asked: Any) -> dict[str, Any]:
    answer = api.get(PROJECT + path, params=asked, headers=reporter)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def lab(api: TestClient, reporter: Headers, name: str = "box") -> dict[str, Any]:
    return next(row for row in ask(api, reporter, "/noise")["rows"] if row["name"] == name)


def runs_of(
    commits: Sequence[str], *, between: float = 0.02, seed: int = 1, **changes: Any
) -> list[Document]:
    """Return a run of four benchmarks per commit; runs scatter, and samples within them less."""
    random = np.random.default_rng(seed)
    made = []
    for hour, commit in enumerate(commits):
        luck = np.exp(random.normal(0.0, between, len(BENCHMARKS)))
        samples = luck[:, None] * np.exp(random.normal(0.0, 0.004, (len(BENCHMARKS), 5)))
        made.append(
            a_report(
                commit={"id": commit, "time": f"2026-01-{1 + hour // 24:02d}T00:00:00Z"},
                run={"started_at": f"2026-02-{1 + hour // 24:02d}T{hour % 24:02d}:00:00Z"},
                machine={"name": "bench-1", "fingerprint": {"cpu_model": "EPYC"}},
                results=[
                    a_result(benchmark=name, samples=row)
                    for name, row in zip(BENCHMARKS, samples.tolist(), strict=True)
                ],
            )
            | changes
        )
    return made


def look(engine: Engine, times: int = 50) -> None:
    for _ in range(times):
        with transaction(engine) as session:
            if not compare_with_itself(session):
                return


def test_a_testbed_says_how_its_series_scatter_and_what_they_show(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *runs_of([f"c{i}" for i in range(30)]))
    found = lab(api, reporter)
    scatter = found["scatter"]
    assert (scatter["series"], scatter["unknown"]) == (4, 0)
    assert 0.012 < scatter["lower_quartile"] <= scatter["median"] <= scatter["upper_quartile"]
    assert scatter["upper_quartile"] < 0.03
    assert scatter["median"] < scatter["median_change"] <= scatter["worst_change"] < 0.2
    assert found["sentence"].startswith("Run-to-run noise: median ")
    changes = [row["smallest_change"] for row in found["noisiest"]]
    assert changes == sorted(changes, reverse=True)
    assert changes[0] == scatter["worst_change"]
    assert {row["series"]["benchmark"] for row in found["noisiest"]} == set(BENCHMARKS)
    (group,) = found["groups"]
    assert (group["suite"], group["metric"], group["scatter"]) == ("runtime", "time", scatter)


def test_few_points_and_exact_metrics_say_nothing_of_noise(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    exact = {"instructions": {"unit": "count", "direction": "lower", "noise": "exact"}}
    reports = a_history([1.0] * 20, metrics=exact)
    for report in reports:
        report["results"][0]["metric"] = "instructions"
    fill(engine, project, *reports, *runs_of(["c1"] * 12, suite={"name": "other"}))
    found = lab(api, reporter)
    assert (found["scatter"]["series"], found["scatter"]["unknown"]) == (0, 4)
    assert found["scatter"]["median"] is None
    assert found["noisiest"] == []
    assert found["sentence"] == (
        "No series has enough runs to estimate its noise: the longest of other has 12,"
        " and it takes 13. Measure other once more."
    )
    assert found["repeatable"] == {"name": "runtime", "runs": 20, "by_agent": False}


def test_the_suite_to_repeat_is_one_of_an_agent_and_of_most_runs(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    """The control of the agent is measured beside each suite, and by nobody alone."""
    counts = {"pack": 4, "runtime": 2, "allocator": 1, "machine-control": 3}
    for suite, count in counts.items():
        ran = {} if suite == "pack" else {"agent": "tidemark-agent 0.1.0"}
        reports = [a_report(suite={"name": suite}, run=ran) for _ in range(count)]
        fill(engine, project, *reports)
    assert lab(api, reporter)["repeatable"] == {"name": "runtime", "runs": 2, "by_agent": True}
    fill(engine, project, a_report(testbed="attic", suite={"name": "pack"}))
    assert lab(api, reporter, "attic")["repeatable"]["name"] == "pack"


def test_a_changed_environment_is_said_to_hide_the_noise_until_there_are_runs_enough(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    reports = runs_of([f"c{i}" for i in range(36)])
    for report in reports[30:]:
        report["machine"] = {"name": "bench-1", "fingerprint": {"cpu_model": "Xeon"}}
    fill(engine, project, *reports[:32])
    found = lab(api, reporter)
    assert (found["scatter"]["series"], found["scatter"]["unknown"]) == (0, 4)
    assert found["sentence"] == (
        "The noise is not known since the environment changed 2 runs of runtime ago:"
        " it takes 6 under one fingerprint. Measure runtime 4 times more."
    )
    fill(engine, project, *reports[32:])
    assert lab(api, reporter)["scatter"]["series"] == 4


def test_runs_of_one_commit_give_a_rate_near_the_claimed_one(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    assert_nothing_yet(lab_or_none(api, reporter))
    fill(engine, project, *runs_of(["c1"] * 160))
    look(engine)
    alarms = lab(api, reporter)["alarms"]
    assert (alarms["comparisons"], alarms["unjudged"], alarms["results"]) == (80, 0, 320)
    assert alarms["claimed"] == 0.05
    assert alarms["alarms"] <= 8
    assert alarms["low"] <= 0.05 <= alarms["high"] < 0.25
    assert not alarms["too_many"]
    assert alarms["sentence"].endswith("nothing speaks against the 5.0\u202f% claimed.")
    assert len(alarms["newest_alarms"]) == min(alarms["alarms"], 5)


def lab_or_none(api: TestClient, reporter: Headers) -> dict[str, Any] | None:
    return next(iter(ask(api, reporter, "/noise")["rows"]), None)


def assert_nothing_yet(found: dict[str, Any] | None) -> None:
    assert found is None


def test_a_restless_testbed_alarms_only_until_its_history_shows_it(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    calm = runs_of([f"c{i}" for i in range(60)], between=0.002)
    # in pairs of runs of one commit the machine is ten times as restless
    restless = runs_of([f"d{i // 2}" for i in range(12)], between=0.05, seed=2)
    for report in restless:
        report["run"]["started_at"] = report["run"]["started_at"].replace("2026-02", "2026-03")
    fill(engine, project, *calm, *restless)
    look(engine)
    alarms = lab(api, reporter)["alarms"]
    assert alarms["comparisons"] == 6
    assert alarms["alarms"] == 1
    assert not alarms["too_many"]
    newest = alarms["newest_alarms"][0]
    assert newest["run_id"] > newest["baseline_run_id"]
    assert newest["compared"] == 4


def test_each_comparison_counts_once_however_often_and_in_what_batches_one_looks(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    reports = runs_of(["c1"] * 31)
    counted = []
    for upto in range(13, 31, 2):
        fill(engine, project, *reports[upto - 2 if upto > 13 else 0 : upto])
        with transaction(engine) as session:
            compare_with_itself(session, most=3)
        look(engine)
        look(engine)
        counted.append(lab(api, reporter)["alarms"]["comparisons"])
    # every second run is the contender of a comparison: none is part of two
    assert counted == [6, 7, 8, 9, 10, 11, 12, 13, 14]


def test_what_is_judged_without_known_noise_is_not_counted(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    for report in runs_of(["c1"] * 4):
        fill(engine, project, report)
        look(engine)
    alarms = lab(api, reporter)["alarms"]
    assert (alarms["comparisons"], alarms["unjudged"], alarms["rate"]) == (0, 3, None)
    assert alarms["sentence"] == "Nothing was compared with itself yet."


@pytest.mark.parametrize(
    ("first", "second", "comparisons"),
    [
        ({"commit": "c1"}, {"commit": "c1"}, 1),
        ({"commit": "c1"}, {"commit": "c2"}, 0),
        ({"commit": "c1", "binary": "b1"}, {"commit": "c2", "binary": "b1"}, 1),
        ({"commit": "c1", "binary": "b1"}, {"commit": "c1", "binary": "b2"}, 0),
        ({"commit": "c1", "binary": "b1"}, {"commit": "c2", "binary": ""}, 0),
        ({"commit": "c1", "cpu": "A"}, {"commit": "c1", "cpu": "B"}, 0),
        ({"commit": "c1", "branch": "next"}, {"commit": "c1"}, 0),
        ({"commit": "c1", "tags": {"arm": "a/a"}}, {"commit": "c1", "tags": {"arm": "a/a"}}, 1),
    ],
)
def test_only_the_same_code_on_the_same_machine_is_compared_with_itself(  # noqa: PLR0913
    api: TestClient,
    engine: Engine,
    project: Project,
    reporter: Headers,
    first: dict[str, Any],
    second: dict[str, Any],
    comparisons: int,
) -> None:
    base = runs_of([f"b{i}" for i in range(20)])
    pair = runs_of([first["commit"], second["commit"]], seed=3)
    for report, told in zip(pair, (first, second), strict=True):
        adapt(report, told)
    fill(engine, project, *base, *pair)
    look(engine)
    alarms = lab(api, reporter)["alarms"]
    assert alarms["comparisons"] + alarms["unjudged"] == comparisons


def adapt(report: Document, told: dict[str, Any]) -> None:
    report["run"]["started_at"] = report["run"]["started_at"].replace("2026-02", "2026-04")
    report["branch"] = told.get("branch", "main")
    report["tags"] = told.get("tags", {})
    report["machine"]["fingerprint"]["cpu_model"] = told.get("cpu", "EPYC")
    for result in report["results"]:
        if told.get("binary"):
            result["binary_hash"] = told["binary"]


def series_named(api: TestClient, reporter: Headers, benchmark: str) -> int:
    (row,) = ask(api, reporter, "/series", benchmark=benchmark)["rows"]
    return int(row["series"]["id"])


def test_the_noise_of_a_series_is_told_by_source_with_what_answers_cost(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *runs_of([f"c{i}" for i in range(40)]))
    found = ask(api, reporter, f"/series/{series_named(api, reporter, 'sort')}/noise")
    assert (found["runs"], found["samples"]) == (40, 5)
    sources = {source["name"]: source for source in found["sources"]}
    within, fresh = sources["between samples of a run"], sources["new in each run"]
    assert within["low"] < 0.004 < within["high"]
    assert fresh["low"] < 0.02 < fresh["high"]
    assert fresh["share"] > 0.8
    assert sum(source["share"] for source in found["sources"]) == pytest.approx(1.0)
    assert 0.9 * fresh["scatter"] < found["at_best"] <= found["of_a_run"] < 0.04
    assert found["sentence"].startswith("Most of the scatter is new in each run (9")
    pairs = [effect["pairs"] for effect in found["effects"]]
    assert [effect["effect"] for effect in found["effects"]] == [0.01, 0.03, 0.05, 0.1]
    assert pairs == sorted(pairs, reverse=True)
    assert pairs[0] > 20
    assert pairs[-1] < 10
    assert found["advice"]["buys_more"] == "runs"
    assert 0.02 < found["smallest_change"] < 0.2


def test_the_cost_of_starting_a_run_decides_how_many_samples_it_is_given(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *runs_of([f"c{i}" for i in range(40)], between=0.004))
    path = f"/series/{series_named(api, reporter, 'hash')}/noise"
    cheap = ask(api, reporter, path, set_up=0)["advice"]
    dear = ask(api, reporter, path, set_up=1000)["advice"]
    assert cheap["samples_per_run"] < 5 < dear["samples_per_run"]
    assert (cheap["buys_more"], dear["buys_more"]) == ("runs", "samples")
    for wrong in ("-1", "nan", "many"):
        answer = api.get(PROJECT + path, params={"set_up": wrong}, headers=reporter)
        assert answer.status_code == 422


def test_only_the_newest_level_counts(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    before = runs_of([f"c{i}" for i in range(30)])
    after = runs_of([f"d{i}" for i in range(30)], seed=4)
    for report in after:
        report["commit"]["time"] = report["commit"]["time"].replace("2026-01", "2026-05")
        report["run"]["started_at"] = report["run"]["started_at"].replace("2026-02", "2026-06")
        report["machine"]["fingerprint"]["cpu_model"] = "Ryzen"
        for result in report["results"]:
            result["samples"] = [3.0 * sample for sample in result["samples"]]
    fill(engine, project, *before, *after)
    found = ask(api, reporter, f"/series/{series_named(api, reporter, 'sort')}/noise")
    assert found["runs"] == 30
    assert found["of_a_run"] < 0.04


def test_what_has_no_noise_to_tell_of_says_why(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    reports = [
        a_report(
            commit={"id": f"c{number}"},
            metrics={
                "time": {"unit": "s", "direction": "lower"},
                "drift": {"unit": "s", "direction": "lower"},
                "steps": {"unit": "count", "direction": "lower", "noise": "exact"},
            },
            results=[
                a_result(benchmark="exact", metric="steps", samples=[7.0]),
                a_result(benchmark="zero", metric="drift", samples=[0.0, -1.0, 2.0]),
                *([a_result(benchmark="once")] if number == 0 else []),
            ],
        )
        for number in range(3)
    ]
    fill(engine, project, *reports)
    said = {
        name: ask(api, reporter, f"/series/{series_named(api, reporter, name)}/noise")
        for name in ("exact", "zero", "once")
    }
    assert said["exact"]["sentence"] == "The metric is exact: one sample is the whole truth."
    assert said["zero"]["sentence"].startswith("Not all samples are positive")
    assert said["once"]["sentence"].startswith("One run at this level")
    assert all(one["sources"] == [] and one["advice"] is None for one in said.values())
    missing = api.get(f"{PROJECT}/series/999999/noise", headers=reporter)
    assert missing.status_code == 404

"""Comparisons through the API of whatever a result may be: summary, histogram, exact, failed."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import a_histogram, a_result
from backend.testing.filling import fill
from backend.tests.api.comparisons.comparing import (
    Headers,
    a_series_of_runs,
    at_commit,
    by_benchmark,
    compare,
    luck,
    only_row,
    samples,
)


def test_summaries_give_an_order_without_a_claim(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(
        engine,
        project,
        *(
            at_commit(index, [a_result(samples=None, summary={"value": value})], branch=f"b{index}")
            for index, value in enumerate((1.0, 1.5))
        ),
    )
    row = only_row(compare(api, reporter, "commit:c0", "commit:c1"))
    assert (row["basis"], row["verdict"], row["low"]) == ("summary only", "unknown", None)
    assert row["sentence"].startswith("summary only: 50.0\u202f% ")
    assert row["sentence"].endswith("no interval")
    assert row["baseline"]["low"] is None


def test_exact_metrics_differ_where_they_differ(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    metrics = {"size": {"unit": "B", "direction": "lower", "noise": "exact"}}
    fill(
        engine,
        project,
        *(
            at_commit(
                index,
                [
                    a_result(benchmark="server", metric="size", samples=[size]),
                    a_result(benchmark="client", metric="size", samples=[500.0]),
                ],
                metrics=metrics,
            )
            for index, size in enumerate((1000.0, 1001.0))
        ),
    )
    rows = by_benchmark(compare(api, reporter, "commit:c0", "commit:c1")["rows"])
    assert rows["server"]["verdict"] == "regression"
    assert (rows["server"]["basis"], rows["server"]["p"]) == ("exact", None)
    assert rows["client"]["verdict"] == "same"
    assert rows["client"]["sentence"] == "the same, exact"


def test_histograms_are_compared_by_their_medians_whatever_their_scale(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    counted = ((({100: 40, 101: 20, 102: 3}), 0.001), ({10: 20, 11: 40, 12: 3}, 0.01))
    fill(
        engine,
        project,
        *(
            at_commit(index, [a_result(samples=None, histogram=a_histogram(counts, scale))])
            for index, (counts, scale) in enumerate(counted)
        ),
    )
    row = only_row(compare(api, reporter, "commit:c0", "commit:c1"))
    assert row["basis"] == "histogram"
    assert row["ratio"] == pytest.approx(1.1)
    assert row["baseline"]["value"] == pytest.approx(0.100)
    assert row["contender"]["value"] == pytest.approx(0.110)
    assert (row["baseline"]["n"], row["baseline"]["runs"]) == (63, 1)


def test_results_of_every_kind_and_length_keep_their_own_numbers(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    kinds: list[tuple[str, dict[str, Any], float, int]] = [
        ("few", {"samples": [1.0]}, 1.0, 1),
        ("told", {"samples": None, "summary": {"value": 7.0, "n": 4}}, 7.0, 4),
        ("many", {"samples": [2.0] * 30}, 2.0, 30),
        ("counted", {"samples": None, "histogram": a_histogram({30: 9}, 0.1)}, 3.0, 9),
        ("odd", {"samples": [4.0, 5.0, 9.0]}, 5.0, 3),
    ]
    results = [a_result(benchmark=name, **given) for name, given, _, _ in kinds]
    fill(engine, project, at_commit(0, results), at_commit(1, results[::-1]))
    rows = by_benchmark(compare(api, reporter, "commit:c0", "commit:c1")["rows"])
    for name, _, centre, n in kinds:
        for side in ("baseline", "contender"):
            assert rows[name][side]["value"] == pytest.approx(centre)
            assert rows[name][side]["n"] == n
        assert rows[name]["ratio"] == pytest.approx(1.0)


def test_what_only_one_side_has_or_what_failed_is_listed(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    failure = {"kind": "timeout", "message": "no answer after 30 s"}
    before = [a_result(benchmark=name) for name in ("stays", "goes", "breaks")]
    after = [
        a_result(benchmark="stays"),
        a_result(benchmark="comes", samples=[0.5, 0.6]),
        {"benchmark": "breaks", "parameters": {"engine": "smol"}, "failure": failure},
        {"benchmark": "never", "parameters": {}, "failure": failure},
    ]
    fill(engine, project, at_commit(0, before), at_commit(1, after))
    found = compare(api, reporter, "commit:c0", "commit:c1")
    assert list(by_benchmark(found["rows"])) == ["stays"]
    assert {(one["side"], one["series"]["benchmark"]) for one in found["one_sided"]} == {
        ("baseline", "goes"),
        ("contender", "comes"),
    }
    assert {(one["benchmark"], one["metric"], one["reason"]) for one in found["failed"]} == {
        ("breaks", "time", "contender: timeout: no answer after 30 s"),
        ("never", None, "contender: timeout: no answer after 30 s"),
    }
    assert (found["only_baseline"], found["only_contender"], found["not_compared"]) == (1, 1, 2)
    assert found["sentence"].endswith(
        "Not compared: 1 only in the baseline, 1 only in the contender, 2 failed."
    )


def test_a_failed_run_beside_others_is_said_and_does_not_hide_them(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    failure = {"benchmark": "search", "parameters": {"engine": "smol"},
               "failure": {"kind": "crash", "message": "signal 11"}}  # fmt: skip
    fill(
        engine,
        project,
        at_commit(0, [a_result()]),
        at_commit(1, [a_result()]),
        at_commit(1, [failure]),
    )
    row = only_row(compare(api, reporter, "commit:c0", "commit:c1"))
    assert "Another run of the contender failed: crash: signal 11." in row["warnings"]


def test_the_same_binary_on_both_sides_is_said(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    levels = luck(20, seed=4)
    fill(engine, project, *a_series_of_runs([*levels, 1.2], binary_hash="abc"))
    row = only_row(compare(api, reporter, "commit:c3", "commit:c20"))
    assert row["sentence"].endswith("same binary on both sides: not the code")


def test_results_below_zero_are_compared_by_their_difference_without_a_claim(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    levels = [-1.0 + 0.01 * own for own in luck(20, seed=4, scatter=1.0)]
    fill(engine, project, *a_series_of_runs([*levels, 1.0]))
    row = only_row(compare(api, reporter, "commit:c19", "commit:c20"))
    assert (row["is_ratio"], row["ratio"], row["verdict"]) == (False, None, "unknown")
    assert row["difference"] == pytest.approx(1.0 - levels[19], rel=0.01)
    assert row["sentence"].endswith("the scatter between runs is not known")


def test_a_zero_long_ago_does_not_keep_a_series_from_being_compared(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *a_series_of_runs([0.0, *luck(20, seed=4), 1.3]))
    row = only_row(compare(api, reporter, "commit:c20", "commit:c21"))
    assert (row["is_ratio"], row["basis"], row["verdict"]) == (True, "runs", "regression")
    assert 1.02 < row["high"] / row["low"] < 1.2


def test_one_run_shows_no_more_than_the_spikes_of_its_history_and_three_that_agree_do(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    levels = luck(60, seed=6)
    for spike in (10, 25, 41):
        levels[spike] = 1.5
    ends = {60: 1.0, 61: 1.15}
    fill(engine, project, *a_series_of_runs([*levels, *ends.values()]))
    row = only_row(compare(api, reporter, "commit:c60", "commit:c61"))
    assert row["verdict"] == "unknown"
    assert row["low"] < 1.0 < row["ratio"]
    assert "more run" in row["sentence"]
    again = [
        at_commit(
            index,
            [a_result(samples=samples(level * own, seed=10 * minute + index))],
            run={"started_at": f"2026-01-09T{index % 24:02d}:{minute}:00Z"},
        )
        for minute, own in ((20, 1.004), (40, 0.997))
        for index, level in ends.items()
    ]
    fill(engine, project, *again)
    row = only_row(compare(api, reporter, "commit:c60", "commit:c61"))
    assert row["verdict"] == "regression"
    assert row["low"] > 1.0

"""A comparison puts the worst aspect of each row first: its tail, where that moved further."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import Document, a_result
from backend.testing.filling import fill
from backend.tests.api.comparisons.comparing import (
    PATH,
    Headers,
    at_commit,
    by_benchmark,
    compare,
    luck,
)

RUNS, N = 26, 200


def recorded(level: float, slow: float, share: float, *, seed: int) -> list[float]:
    """Return samples of which a share is slower by a factor."""
    draw = np.random.default_rng(seed)
    samples = level * np.exp(0.005 * draw.standard_normal(N))
    samples[: round(N * share)] *= slow
    return [float(one) for one in draw.permutation(samples)]


def a_suite(levels: Sequence[float], slow: Sequence[float], share: float = 0.03) -> list[Document]:
    """Return runs of four benchmarks, of which the tail of `a` is slower in each by `slow`."""
    return [
        at_commit(
            index,
            [
                a_result(
                    benchmark=name,
                    samples=recorded(
                        1e-3 * level,
                        slow[index] if at == 0 else 1.0,
                        share,
                        seed=9 * index + at,
                    ),
                )
                for at, name in enumerate("abcd")
            ],
        )
        for index, level in enumerate(levels)
    ]


def compared(api: TestClient, headers: Headers, before: int, after: int) -> dict[str, Any]:
    return compare(api, headers, f"commit:c{before}", f"commit:c{after}")


def test_a_tail_that_grew_alone_is_the_verdict_of_its_row(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    levels = luck(RUNS, seed=3, scatter=0.003)
    fill(engine, project, *a_suite(levels, [1.0] * (RUNS - 1) + [3.0]))
    found = compared(api, reporter, RUNS - 2, RUNS - 1)
    first, *others = found["rows"]
    assert (first["series"]["benchmark"], first["aspect"]) == ("a", "p99")
    assert first["verdict"] == "regression"
    assert 2.8 < first["ratio"] < 3.2
    assert 1.0 < first["low"] < first["ratio"] < first["high"]
    sides = [first[side]["value"] for side in ("baseline", "contender")]
    assert sides[1] / sides[0] == pytest.approx(first["ratio"])
    assert first["sentence"].startswith("p99 2.97")
    assert "centre" in first["sentence"]
    assert [one["aspect"] for one in others] == [""] * 3
    assert (found["counts"]["regression"], found["compared"]) == (1, 4)
    assert found["sentence"].startswith("1 regression")
    (mean,) = found["means"]
    assert abs(mean["ratio"] - 1.0) < 0.02  # of the centres
    asked = {"columns": True, "limit": 0}
    columns = compare(api, reporter, f"commit:c{RUNS - 2}", f"commit:c{RUNS - 1}", **asked)[
        "columns"
    ]
    assert columns["aspect"] == ["p99", "", "", ""]
    assert abs(columns["centre"][0] - 1.0) < 0.02
    assert abs(columns["ratio"][0] - first["ratio"]) < 1e-6
    row = api.get(
        f"{PATH}/row",
        params={
            "baseline": f"commit:c{RUNS - 2}",
            "contender": f"commit:c{RUNS - 1}",
            "series": first["series"]["id"],
        },
        headers=reporter,
    ).json()
    assert row["row"]["sentence"] == first["sentence"]


def test_a_tail_as_slow_as_those_of_other_runs_tells_nothing(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    levels = luck(RUNS, seed=4, scatter=0.003)
    slow = [3.0 if index % 6 == 2 else 1.0 for index in range(RUNS - 1)] + [3.0]
    fill(engine, project, *a_suite(levels, slow))
    found = compared(api, reporter, RUNS - 2, RUNS - 1)
    assert {one["aspect"] for one in found["rows"]} == {""}
    assert found["counts"]["regression"] == 0


def test_a_tail_that_moved_with_the_centre_is_not_told_beside_it(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    levels = [*luck(RUNS - 1, seed=5, scatter=0.003), 1.2]
    fill(engine, project, *a_suite(levels, [1.0] * RUNS))
    found = by_benchmark(compared(api, reporter, RUNS - 2, RUNS - 1)["rows"])
    assert {one["verdict"] for one in found.values()} == {"regression"}
    assert {one["aspect"] for one in found.values()} == {""}


def test_the_tail_of_variants_measured_in_turns_is_judged_by_their_samples(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    results = [
        a_result(parameters={"engine": engine_}, samples=recorded(1e-3, slow, 0.08, seed=seed))
        for seed, (engine_, slow) in enumerate((("smol", 1.0), ("fast", 2.0), ("twin", 1.0)))
    ]
    fill(engine, project, at_commit(0, results))
    sides = ("commit:c0", "commit:c0")
    asked = {"baseline__param__engine": "smol"}
    (slow,) = compare(api, reporter, *sides, **asked, contender__param__engine="fast")["rows"]
    (same,) = compare(api, reporter, *sides, **asked, contender__param__engine="twin")["rows"]
    assert (slow["verdict"], slow["aspect"], slow["basis"]) == ("regression", "p95", "samples")
    assert slow["coverage"] == 0.95
    assert 1.8 < slow["ratio"] < 2.2
    assert slow["sentence"].endswith("200 samples per side; centre the same within 1\u202f%")
    assert (same["verdict"], same["aspect"]) == ("same", "")


def test_a_worse_tail_outweighs_a_better_centre(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    levels = [*luck(RUNS - 1, seed=6, scatter=0.003), 0.9]
    fill(engine, project, *a_suite(levels, [1.0] * (RUNS - 1) + [3.0]))
    found = by_benchmark(compared(api, reporter, RUNS - 2, RUNS - 1)["rows"])
    assert (found["a"]["verdict"], found["a"]["aspect"]) == ("regression", "p99")
    assert "centre 9.5" in found["a"]["sentence"]
    assert found["b"]["verdict"] == "improvement"

"""Reports to compare, and the questions that tests of comparisons ask."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from fastapi.testclient import TestClient

from backend.testing.builders import Document, a_report, a_result

Headers = dict[str, str]
PATH = "/api/v1/projects/main/comparison"


def compare(
    api: TestClient, reporter: Headers, baseline: str, contender: str, **asked: Any
) -> dict[str, Any]:
    """Return the answer to a comparison; parameters of a side are given with their dots as __."""
    query = {name.replace("__", "."): value for name, value in asked.items()}
    answer = api.get(
        PATH, params={"baseline": baseline, "contender": contender} | query, headers=reporter
    )
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def refusal(
    api: TestClient, reporter: Headers, baseline: str, contender: str, **asked: Any
) -> tuple[int, dict[str, str]]:
    """Return status and first fault of a comparison that cannot be made."""
    answer = api.get(
        PATH, params={"baseline": baseline, "contender": contender} | asked, headers=reporter
    )
    return answer.status_code, answer.json()["faults"][0]


def only_row(found: dict[str, Any]) -> dict[str, Any]:
    (row,) = found["rows"]
    return dict(row)


def luck(runs: int, *, seed: int, scatter: float = 0.01) -> list[float]:
    """Return what each run multiplies all its samples with."""
    numbers = np.random.default_rng(seed).normal(0.0, scatter, runs)
    return [float(one) for one in np.exp(numbers)]


def samples(level: float, *, seed: int, n: int = 10, scatter: float = 0.002) -> list[float]:
    numbers = np.random.default_rng(seed).normal(0.0, scatter, n)
    return [float(one) for one in level * np.exp(numbers)]


def at_commit(index: int, results: Sequence[Document], **changes: Any) -> Document:
    """Return a report of the index-th commit c0, c1, …, an hour apart."""
    return a_report(
        commit={
            "id": f"c{index}",
            "time": f"2026-01-{1 + index // 24:02d}T{index % 24:02d}:00:00Z",
            "parents": [f"c{index - 1}"] if index else [],
        },
        results=list(results),
        **(
            {"run": {"started_at": f"2026-01-{1 + index // 24:02d}T{index % 24:02d}:30:00Z"}}
            | changes
        ),
    )


def a_series_of_runs(levels: Sequence[float], **changes: Any) -> list[Document]:
    """Return a run per commit of one benchmark, samples far closer to one another than runs."""
    return [
        at_commit(index, [a_result(samples=samples(level, seed=index), **changes)])
        for index, level in enumerate(levels)
    ]


def by_benchmark(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {row["series"]["benchmark"]: row for row in rows}

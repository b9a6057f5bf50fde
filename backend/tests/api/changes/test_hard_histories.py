"""Histories that were once judged wrongly: each has the one answer that is right."""

import numpy as np
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import Document, a_history, a_result
from backend.testing.filling import fill
from backend.tests.api.releasing import Headers, ask
from backend.tests.services.histories import rows

RUNS = 100
_CHANGES = """
select b.name, c.kind, c.state, c.verdict, c.before, c.after
from change_point c
join series s on s.project_id = c.project_id and s.id = c.series_id
join variant v on v.project_id = c.project_id and v.id = s.variant_id
join benchmark b on b.project_id = c.project_id and b.id = v.benchmark_id
order by b.name, c.position
"""


def levels() -> dict[str, list[float]]:
    """Return a history of each kind: 0.6 % of noise about what really happens."""
    noise = np.exp(0.006 * np.random.default_rng(25).standard_normal(RUNS))
    slide = 0.1 * np.exp(np.linspace(0.0, np.log(1.6), RUNS)) * noise
    step = 6.9e-7 * np.where(np.arange(RUNS) >= 70, 1.035, 1.0) * noise
    spike = step.copy()
    spike[40] *= 5.5
    emptied = np.where(np.arange(RUNS) >= 60, 0.1 * noise, 0.0)
    made = {"slide": slide, "step": step, "spike": spike, "emptied": emptied}
    return {name: [float(one) for one in values] for name, values in made.items()}


def reports() -> list[Document]:
    """Return runs of all of these, and of a benchmark whose definition changes at half time."""
    made = levels()
    history = a_history([1.0] * RUNS)
    for index, report in enumerate(history):
        thrice = 3.0 if index >= RUNS // 2 else 1.0
        values = {name: one[index] for name, one in made.items()}
        values["redefined"] = thrice * 0.1 * made["step"][0] / 6.9e-7 * (1 + index % 7 / 1000)
        report["results"] = [
            a_result(benchmark=name, samples=[value]) for name, value in values.items()
        ]
        report["benchmarks"] = {"redefined": {"version_hash": f"v{1 + (index >= RUNS // 2)}"}}
    return history


def test_each_has_the_change_that_it_has_and_no_other(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(engine, project, *reports())
    found = {name: one for name, *one in rows(engine, _CHANGES)}
    assert len(rows(engine, _CHANGES)) == len(found)
    assert {name: one[:3] for name, one in found.items()} == {
        "emptied": ["step", "confirmed", "regression"],
        "slide": ["drift", "confirmed", "regression"],
        "spike": ["step", "confirmed", "regression"],
        "step": ["step", "confirmed", "regression"],
    }
    assert found["emptied"][3] == 0.0
    for name in ("step", "spike"):
        before, after = found[name][3:]
        assert after / before == pytest.approx(1.035, abs=0.006)
    before, after = found["slide"][3:]
    assert after / before == pytest.approx(1.6, abs=0.05)
    groups = ask(api, reporter, "/alert-groups")["rows"]
    assert {one["lead"]["series"]["benchmark"] for one in groups} >= {"slide", "emptied"}

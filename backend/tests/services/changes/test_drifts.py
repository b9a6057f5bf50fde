"""A level that slides over many commits is one change: told once, blamed on no single commit."""

import numpy as np
import pytest
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import a_history
from backend.testing.filling import fill
from backend.tests.services.histories import rows, steady

RUNS = 120
_CHANGE = "select kind, state, verdict, ratio, low, high, suspects, slope from change_point"


def sliding(total: float, runs: int = RUNS) -> list[float]:
    """Return a level and then a slope to `total` times it, with a little noise."""
    ramp = np.exp(np.log(total) * np.clip((np.arange(runs) - 20) / (runs - 21), 0.0, 1.0))
    return [value * float(factor) for value, factor in zip(steady(runs), ramp, strict=True)]


def test_a_drift_is_one_confirmed_change_with_its_size_and_its_slope(
    engine: Engine, project: Project
) -> None:
    fill(engine, project, *a_history(sliding(1.4)))
    ((kind, state, verdict, ratio, low, high, suspects, slope),) = rows(engine, _CHANGE)
    assert (kind, state, verdict) == ("drift", "confirmed", "regression")
    assert low < 1.4 < high
    assert ratio == pytest.approx(1.4, abs=0.02)
    assert suspects == pytest.approx(99, abs=6)
    assert slope == pytest.approx(np.log(1.4) / 99, rel=0.1)
    assert rows(engine, "select open_changes from series_state") == [(1,)]


def test_a_drift_makes_one_group_that_blames_no_single_commit(
    engine: Engine, project: Project
) -> None:
    history = a_history(sliding(1.4))
    fill(engine, project, *history[:80])
    first = rows(engine, "select id, cause, state, changes from alert_group")
    fill(engine, project, *history[80:])
    assert [one[1:] for one in first] == [("drift", "open", 1)]
    assert rows(engine, "select id, cause, state, changes from alert_group") == first
    assert rows(engine, "select kind from alert_event order by id")[:1] == [("opened",)]
    assert ("withdrawn",) not in rows(engine, "select kind from alert_event")


def test_a_drift_below_five_per_cent_is_none(engine: Engine, project: Project) -> None:
    fill(engine, project, *a_history(sliding(1.03)))
    assert rows(engine, _CHANGE) == []


def test_a_drift_that_a_later_step_takes_back_is_fixed(engine: Engine, project: Project) -> None:
    fill(engine, project, *a_history([*sliding(1.3), *steady(30)]))
    found = rows(engine, "select kind, state, verdict from change_point order by position")
    assert found == [
        ("drift", "fixed", "regression"),
        ("step", "confirmed", "improvement"),
    ]

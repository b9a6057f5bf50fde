"""A change of the tail or of the shape of samples is named as such, once for each cause."""

from collections.abc import Callable

import numpy as np
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import Document, a_history, a_result
from backend.testing.filling import fill
from backend.tests.api.releasing import MAIN, Headers, ask
from backend.tests.services.histories import rows

MakeKey = Callable[..., Headers]

RUNS = 30
AT = 18
_CHANGES = """
select aspect, kind, state, ratio, array_length(modes_before, 1), array_length(modes_after, 1)
from change_point order by id
"""


def _measured(slow: float, share: float, centre: float = 1.0) -> list[Document]:
    """Return a history of 200 samples each; from AT on a share of them is slower."""
    draw = np.random.default_rng(25)
    reports = a_history([1.0] * RUNS)
    for index, report in enumerate(reports):
        samples = np.exp(0.005 * draw.standard_normal(200)) * 1e-3
        if index >= AT:
            samples *= centre
            samples[: round(200 * share)] *= slow
        report["results"] = [a_result(samples=samples.tolist())]
    return reports


def test_a_tail_that_grows_alone_is_one_change_of_a_percentile(
    api: TestClient, engine: Engine, project: Project, reporter: Headers, make_key: MakeKey
) -> None:
    fill(engine, project, *_measured(3.0, 0.03))
    ((aspect, kind, state, ratio, _, _),) = rows(engine, _CHANGES)
    assert (aspect, kind, state) == ("p99", "step", "confirmed")
    assert 2.8 < ratio < 3.2
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    assert [one["aspect"] for one in group["members"]] == ["p99"]
    series = group["members"][0]["series"]["id"]
    drawn = ask(api, reporter, "/history", series=series, percentile=99)["series"]
    centre = ask(api, reporter, "/history", series=series)["series"]
    assert [len(one["changes"]) for one in (*drawn, *centre)] == [1, 0]
    number = drawn[0]["changes"][0]["id"]
    for kind in ("confirmations", "bisections"):
        asked = {"change": number}
        refused = api.post(f"{MAIN}/jobs/{kind}", json=asked, headers=make_key(Scope.ADMIN))
        assert refused.status_code == 422
        assert "this is a change of p99" in refused.text


def test_a_second_mode_is_named_with_the_number_of_modes(engine: Engine, project: Project) -> None:
    fill(engine, project, *_measured(1.07, 0.3))
    ((aspect, _, state, _, before, after),) = rows(engine, _CHANGES)
    assert (aspect, state, before, after) == ("spread", "confirmed", 1, 2)


def test_tails_that_move_with_the_centre_are_no_changes_of_their_own(
    engine: Engine, project: Project
) -> None:
    fill(engine, project, *_measured(1.0, 0.0, centre=1.3))
    assert [row[0] for row in rows(engine, _CHANGES)] == [""]

"""A change of the tail or of the shape of samples is named as such, once for each cause."""

from collections.abc import Callable

import numpy as np
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import Document, a_history, a_result
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.tests.api.releasing import MAIN, Headers, ask
from backend.tests.services.histories import on_machine, rows

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
    asked = {"series": series, "since": "r10"}
    badge = api.get("/api/v1/projects/main/badge.svg", params=asked, headers=reporter)
    assert "p99 1" in badge.text
    (strip,) = ask(api, reporter, "/overview")["suites"][0]["sparklines"]
    assert (strip["change_at"], strip["worst_verdict"]) == ([], None)
    number = drawn[0]["changes"][0]["id"]
    for kind in ("confirmations", "bisections"):
        asked = {"change": number}
        refused = api.post(f"{MAIN}/jobs/{kind}", json=asked, headers=make_key(Scope.ADMIN))
        assert refused.status_code == 422
        assert "this is a change of p99" in refused.text


def test_a_tail_is_not_fixed_by_a_commit_that_moved_the_centre(
    engine: Engine, project: Project
) -> None:
    draw = np.random.default_rng(27)
    reports = a_history([1.0] * 56)
    for index, report in enumerate(reports):
        samples = np.exp(0.005 * draw.standard_normal(200)) * (0.95e-3 if index >= 29 else 1e-3)
        samples[:6] *= 3.0 if AT <= index < 42 else 1.0
        report["results"] = [a_result(samples=samples.tolist())]
    fill(engine, project, *reports)
    asked = """
    select c.aspect, c.state, f.name from alert_group g
    join change_point c on c.project_id = g.project_id and c.id = g.lead_id
    left join commit f on f.project_id = g.project_id and f.id = g.fixed_commit_id
    where c.verdict = 'regression'
    """
    # a tail that is back where it was is no change of its own, so no commit is named
    assert rows(engine, asked) == [("p99", "fixed", None)]
    assert ("", "r29") in rows(
        engine,
        "select c.aspect, name from change_point c join commit on commit.id = c.commit_id",
    )


def test_a_second_mode_is_named_with_the_number_of_modes(engine: Engine, project: Project) -> None:
    fill(engine, project, *_measured(1.07, 0.3))
    ((aspect, _, state, _, before, after),) = rows(engine, _CHANGES)
    assert (aspect, state, before, after) == ("spread", "confirmed", 1, 2)


def test_tails_that_move_with_the_centre_are_no_changes_of_their_own(
    engine: Engine, project: Project
) -> None:
    fill(engine, project, *_measured(1.0, 0.0, centre=1.3))
    assert [row[0] for row in rows(engine, _CHANGES)] == [""]


def test_tails_are_judged_again_when_results_come_back(
    api: TestClient, engine: Engine, project: Project, make_key: MakeKey
) -> None:
    fill(engine, project, *_measured(3.0, 0.03))
    headers = make_key(Scope.ADMIN)
    runs = [row[0] for row in rows(engine, "select id from run")]
    for path, sent, state in (
        ("exclusions", {"reason": "a busy machine"}, "withdrawn"),
        ("inclusions", {}, "confirmed"),
    ):
        answer = api.post(f"{MAIN}/{path}", json={"runs": runs} | sent, headers=headers)
        assert answer.is_success, answer.text
        do_what_waits(engine)
        assert [row[:3] for row in rows(engine, _CHANGES)] == [("p99", "step", state)]


@pytest.mark.parametrize("kind", ["exact", "turns"])
def test_results_like_those_before_ask_for_no_look_at_the_history(
    engine: Engine, project: Project, kind: str
) -> None:
    noise = "exact" if kind == "exact" else "sampled"
    metrics = {"time": {"unit": "s", "direction": "lower", "noise": noise}}
    draw = np.random.default_rng(26)
    first = np.linspace(-0.02, 0.02, 24)
    reports = a_history([1.0] * 64, metrics=metrics)
    for index, report in enumerate(reports):
        is_other = kind == "turns" and index % 2 == 1
        luck = 0.01 * draw.standard_normal() if kind == "turns" and index < 62 else 0.0
        samples = np.exp(first + luck) * (1.3 if is_other else 1.0)
        report["results"] = [a_result(samples=samples.tolist())]
        if kind == "turns":
            reports[index] = on_machine(report, "other" if is_other else "one")
    fill(engine, project, *reports[:62])
    fill(engine, project, *reports[62:])
    assert rows(engine, "select n, analysed_n from series_state") == [(64, 62)]

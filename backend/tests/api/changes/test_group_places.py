"""What an alert group says beside its worst change: other testbeds, and whose reports tell most."""

from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import a_result
from backend.testing.filling import fill
from backend.tests.api.comparisons.comparing import at_commit, luck, samples
from backend.tests.api.releasing import Headers, ask

AT = 20


def test_a_group_says_on_which_testbeds_the_same_series_moved_and_where_nobody_measured_them(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    reports = []
    for index, own in enumerate(luck(40, seed=5, scatter=0.003)):
        for testbed, factor, begins in (("slow", 1.2, 0), ("steady", 1.0, 0), ("late", 1.2, AT)):
            if index >= begins:
                level = own * (factor if index >= AT else 1.0)
                results = [a_result(samples=samples(level, seed=index))]
                if testbed == "slow":
                    results.append(a_result(benchmark="only", samples=samples(level, seed=index)))
                if testbed == "steady":
                    results.append(a_result(benchmark="alone", samples=samples(own, seed=index)))
                reports.append(at_commit(index, results, testbed=testbed))
    fill(engine, project, *reports)
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    places = ask(api, reporter, f"/alert-groups/{group['number']}")["places"]
    assert [(one["testbed"], one["of"], one["measured"], one["moved"]) for one in places] == [
        ("slow", 2, 2, 2),
        ("late", 2, 0, 0),
        ("steady", 2, 1, 0),
    ]


def test_what_else_changed_is_told_by_the_series_whose_reports_tell_most(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    reports = []
    for index, own in enumerate(luck(40, seed=5, scatter=0.003)):
        is_after = index >= AT
        worst = a_result(
            benchmark="worst", samples=samples(own * (1.5 if is_after else 1.0), seed=index)
        )
        known = a_result(
            benchmark="known",
            samples=samples(own * (1.2 if is_after else 1.0), seed=index),
            binary_hash="new" if is_after else "old",
        )
        reports.append(at_commit(index, [worst, known]))
    fill(engine, project, *reports)
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    page = ask(api, reporter, f"/alert-groups/{group['number']}")
    assert page["group"]["lead"]["series"]["benchmark"] == "worst"
    assert page["witness"]["series"]["benchmark"] == "known"
    assert page["surroundings"]["binary"] == "different"

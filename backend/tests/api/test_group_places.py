"""Whether other testbeds, which measure the same, agree with an alert group."""

from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.projects import Project
from backend.testing.builders import a_result
from backend.testing.filling import fill
from backend.tests.api.comparing import at_commit, luck, samples
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
                result = a_result(samples=samples(level, seed=index))
                alone = a_result(benchmark="elsewhere", samples=samples(own, seed=index))
                results = [result, alone] if testbed == "steady" else [result]
                reports.append(at_commit(index, results, testbed=testbed))
    fill(engine, project, *reports)
    (group,) = ask(api, reporter, "/alert-groups")["rows"]
    places = ask(api, reporter, f"/alert-groups/{group['number']}")["places"]
    assert [(one["testbed"], one["series"], one["measured"], one["moved"]) for one in places] == [
        ("slow", 1, 1, 1),
        ("late", 1, 0, 0),
        ("steady", 1, 1, 0),
    ]

"""What the first page counts: runs of each series, and pull requests apart."""

from typing import Any

import msgspec
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.testing.draining import drain

MAIN = "/api/v1/projects/main"
Headers = dict[str, str]


def bring_in(
    api: TestClient, headers: Headers, values: list[float], testbed: str, pull: str = ""
) -> None:
    """Import a history of one run a day, on a branch of a pull request where it has one."""
    entries = [
        {
            "commit": {
                "id": f"{pull}c{day}",
                "timestamp": f"2026-01-{1 + day:02d}T00:00:00Z",
                "url": f"https://git.example/o/r/{f'pull/{pull}/commits' if pull else 'commit'}/c",
            },
            "date": 1767225600000 + day * 86_400_000,
            "tool": "customSmallerIsBetter",
            "benches": [{"name": "walk", "value": value, "unit": "ms"}],
        }
        for day, value in enumerate(values)
    ]
    taken = api.post(
        f"{MAIN}/imports/github-action-benchmark",
        content=msgspec.json.encode({"entries": {"s": entries}}),
        params={"testbed": testbed},
        headers=headers,
    )
    assert taken.status_code == 200, taken.text


def overview(api: TestClient, headers: Headers) -> Any:
    answer = api.get(f"{MAIN}/overview", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_runs_are_counted_by_series_so_that_many_short_ones_are_too_few(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    for box in range(5):
        bring_in(api, reporter, [100, 160], f"box{box}")
    drain(engine, project.id)
    (suite,) = overview(api, reporter)["suites"]
    assert (suite["runs"], suite["longest"], suite["runs_missing"]) == (10, 2, 4)


def test_a_step_on_the_branch_of_a_pull_request_is_counted_with_it_and_nowhere_else(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    steady = [100 + day % 3 / 10 for day in range(12)]
    bring_in(api, reporter, [*steady, *(value * 1.1 for value in steady)], "box")
    bring_in(api, reporter, [*steady, *(value * 3 for value in steady)], "box", pull="9")
    drain(engine, project.id)
    with engine.begin() as connection:
        connection.execute(text("update alert_group set time = opened_at"))
    found = overview(api, reporter)["open"]
    assert (found["total"], found["regressions"], found["in_pulls"]) == (1, 1, 1)
    assert [one["group"]["lead"]["series"]["branch"] for one in found["movers"]] == ["main"]
    assert found["worst"]["series"]["branch"] == "main"
    (card,) = overview(api, reporter)["suites"]
    assert (card["regressions"], card["history"]) == (1, 0)
    page = api.get(f"{MAIN}/suites/{card['id']}", headers=reporter).json()
    assert [one["regressions"] for one in page["benchmarks"]] == [1]
    week = api.get(f"{MAIN}/triage-report", headers=reporter).json()
    assert [one["branch"] for one in week["new"]] == ["main"]
    lists = {
        pulls: api.get(f"{MAIN}/alert-groups?pulls={pulls}", headers=reporter).json()
        for pulls in ("none", "only", "")
    }
    branches = {pulls: [one["branch"] for one in page["rows"]] for pulls, page in lists.items()}
    assert branches == {"none": ["main"], "only": ["pull/9"], "": ["pull/9", "main"]}
    assert [page["total"] for page in lists.values()] == [1, 1, 2]
    assert [page["changes"] for page in lists.values()] == [1, 1, 2]
    assert [page["in_pulls"] for page in lists.values()] == [1, 1, 1], "left out, not gone"
    narrow = api.get(f"{MAIN}/alert-groups?pulls=none&verdict=regression", headers=reporter).json()
    assert (narrow["total"], narrow["in_pulls"]) == (1, 1)
    (row,) = page["benchmarks"]
    series = api.get(f"{MAIN}/benchmarks/{row['id']}", headers=reporter).json()["series"]
    moved = {one["series"]["branch"]: one["is_of_pull"] for one in series if one["open_changes"]}
    assert moved == {"main": False, "pull/9": True}


def test_the_overview_counts_on_pull_requests_what_its_link_lists(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    steady = [100 + day % 3 / 10 for day in range(12)]
    bring_in(api, reporter, [*steady, *(value * 3 for value in steady)], "box", pull="9")
    drain(engine, project.id)
    linked = f"{MAIN}/alert-groups?state=open&history=none&pulls=only"
    counts = []
    for when in ("opened_at - interval '1 year'", "opened_at"):
        with engine.begin() as connection:
            connection.execute(text(f"update alert_group set time = {when}"))
            connection.execute(text("update change_point set state = 'suspected'"))
        listed = api.get(linked, headers=reporter).json()["total"]
        shown = overview(api, reporter)
        counts.append((shown["open"]["in_pulls"], listed))
        assert shown["suspected_total"] == 0, "lists of suspicions leave them out as well"
    assert counts == [(0, 0), (1, 1)]

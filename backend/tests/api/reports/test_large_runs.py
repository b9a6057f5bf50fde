"""A run of thousands of results comes in pages of about a megabyte."""

from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.reports.run_pages import MOST_RESULTS
from backend.testing.builders import a_report, a_result
from backend.testing.filling import fill

Headers = dict[str, str]
RESULTS = 2 * MOST_RESULTS + 10
MOST_BYTES = 1_500_000
RUN = "/api/v1/projects/main/runs/1"


def test_every_result_of_a_large_run_is_in_one_page(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    names = [f"benchmark {at}" for at in range(RESULTS)]
    fill(engine, project, a_report(results=[a_result(benchmark=name) for name in names]))
    answer = api.get(RUN, headers=reporter)
    pages = [answer]
    while cursor := pages[-1].json()["next"]:
        pages.append(api.get(f"{RUN}/results", params={"cursor": cursor}, headers=reporter))
    assert [len(page.json()["rows"]) for page in pages] == [MOST_RESULTS, MOST_RESULTS, 10]
    found = [row["series"]["benchmark"] for page in pages for row in page.json()["rows"]]
    assert sorted(found) == sorted(names)
    assert pages[-1].json()["total"] == RESULTS
    assert max(len(page.content) for page in pages) < MOST_BYTES


def test_results_of_a_run_that_is_not_there_are_not_found(
    api: TestClient, project: Project, reporter: Headers
) -> None:
    assert project.slug == "main"
    assert api.get(f"{RUN}9/results", headers=reporter).status_code == 404

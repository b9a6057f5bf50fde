"""What was deleted, excluded or archived is named by no list: all of them are asked."""

from http import HTTPStatus

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.api.app import create_app
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.testing.builders import Document, a_history
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

MAIN = "/api/v1/projects/main"
GHOST = "phantom"
NOISE = (0.0, 0.004, -0.003, 0.002, -0.004, 0.001)
CLAIM = (
    'claim = [{ key = "c", title = "As fast", statement = [{ kind = "level", suite = "phantom",'
    ' benchmark = "phantom walk", metric = "time", published = "1.0" }] }]'
)
NAMES = ("/archive", "/audit", "/deletions", "/metrics", "/names", "/events", "/alert-mutes")
"""Answers about names and corrections themselves, and what is no answer in JSON."""
CLAIMS = ["/claims"]
"""What was claimed stays said."""
RUNS = ["/runs", *CLAIMS]
"""What was measured is listed, and says that it is excluded."""
MORE = {
    "/search": f"?text={GHOST}",
    "/commits": "?name=r",
    "/pivot": "?rows=benchmark&columns=metric",
}


def a_step() -> list[Document]:
    """Return a history that gets a fifth slower."""
    levels = [1.0] * 20 + [1.2] * 10
    return a_history([level * (1 + NOISE[i % 6]) for i, level in enumerate(levels)])


def of_ghost(report: Document) -> Document:
    """Return a report with another suite and benchmark, over two values of a parameter."""
    (result,) = report["results"]
    results = [result | {"benchmark": "phantom walk", "parameters": {"haunted": n}} for n in (1, 2)]
    sweep = {"phantom walk": {"sweep": ["haunted"]}}
    return report | {
        "idempotency_key": f"{GHOST} {report['idempotency_key']}",
        "suite": {"name": "phantom suite"}, "benchmarks": sweep, "results": results,
    }  # fmt: skip


@pytest.fixture
def headers(engine: Engine, api: TestClient, project: Project, make_key: MakeKey) -> dict[str, str]:
    fill(engine, project, *a_step(), *map(of_ghost, a_step()))
    key = make_key(Scope.ADMIN)
    answer = api.post(f"{MAIN}/claims/imports", json={"text": CLAIM}, headers=key)
    assert answer.is_success, answer.text
    do_what_waits(engine)
    assert {"/series", "/changes", "/overview", "/facets", "/sweeps", "/claims", "/search"} <= {
        *naming(api, key)
    }
    return key


def lists() -> list[str]:
    """Return every call below a project that reads and takes no id."""
    head = "/api/v1/projects/{project}"
    paths = create_app().openapi()["paths"]
    return [
        path.removeprefix(head)
        for path, methods in paths.items()
        if path.startswith(head) and "get" in methods and path.count("{") == 1
    ]


def naming(api: TestClient, headers: dict[str, str]) -> list[str]:
    """Return the lists that name what was taken away."""
    found = []
    for path in lists():
        if path.startswith(NAMES) or path.endswith(".parquet"):
            continue
        answer = api.get(MAIN + path + MORE.get(path, ""), headers=headers)
        said = answer.text.replace(f'"text":"{GHOST}"', "")
        if answer.status_code == HTTPStatus.OK and (GHOST in said or "haunted" in said):
            found.append(path)
    return found


def test_what_does_not_count_is_named_by_no_list(
    engine: Engine, api: TestClient, headers: dict[str, str]
) -> None:
    def ask(method: str, path: str, body: dict[str, object]) -> None:
        answer = api.request(method, MAIN + path, json=body, headers=headers)
        assert answer.is_success, answer.text
        do_what_waits(engine)

    ghosts = {}
    where = {"suite": "phantom suite"}
    before = naming(api, headers)
    ask("POST", "/exclusions", {"where": where, "reason": "another machine"})
    ghosts["excluded"] = naming(api, headers)
    ask("POST", "/inclusions", {"where": where})
    assert naming(api, headers) == before
    (suite,) = api.get(f"{MAIN}/names/suite?name=phantom suite", headers=headers).json()["rows"]
    ask("PATCH", f"/names/suite/{suite['id']}", {"archived": True})
    ghosts["archived"] = naming(api, headers)
    ask("PATCH", f"/names/suite/{suite['id']}", {"archived": False})
    assert naming(api, headers) == before
    ask("POST", "/deletions", {"where": where, "reason": "another machine"})
    ghosts["deleted"] = naming(api, headers)
    assert ghosts == {"excluded": RUNS, "archived": RUNS, "deleted": CLAIMS}

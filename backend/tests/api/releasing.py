"""A history in which one commit moved several series, and how it is asked about."""

from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import Document, a_history, a_result
from backend.testing.filling import fill
from backend.tests.services.histories import steady

Headers = dict[str, str]
MAIN = "/api/v1/projects/main"
STEPS = {"smol": 1.2, "tokio": 0.8, "rayon": 1.0}
HASHES = [f"{index:040x}" for index in range(50)]


def a_release_history(first: int = 30, **changes: Any) -> list[Document]:
    """Return runs of three engines; from one commit on one got slower and another faster."""
    values = {engine: steady(first) + steady(20, ratio) for engine, ratio in STEPS.items()}
    history = a_history(values["smol"], **changes)
    for index, report in enumerate(history):
        report["commit"] |= {
            "id": HASHES[index],
            "parents": HASHES[index - 1 : index] if index else [],
            "subject": f"Change {index}",
            "author": {"name": "Ada"},
        }
        report["results"] = [
            a_result(
                parameters={"engine": engine},
                samples=[level[index] * factor for factor in (0.99, 1.0, 1.01)],
                binary_hash=f"binary-{index}",
            )
            for engine, level in values.items()
        ]
    return history


def release(engine: Engine, project: Project) -> None:
    """Fill a project with that history."""
    fill(engine, project, *a_release_history())


def ask(api: TestClient, headers: Headers, path: str, **asked: Any) -> Any:
    answer = api.get(MAIN + path, params=asked, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def say(api: TestClient, admin: Headers, path: str, method: str = "POST", **said: Any) -> Any:
    """Do something to alert groups."""
    answer = api.request(method, f"{MAIN}/alert-groups{path}", json=said, headers=admin)
    assert answer.status_code < 300, answer.text
    return answer.json()

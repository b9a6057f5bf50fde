"""A finished job says how many of its variants failed, and in which run."""

from typing import Any

from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import a_report, a_result
from backend.testing.filling import fill
from backend.tests.api.jobs.fleet import MAIN, NewAgent, Person

CRASH = {"kind": "crash", "message": "signal 11"}
ABSENT = {"kind": "unavailable", "message": "no such counter"}


def without(name: str, failure: dict[str, str]) -> Any:
    result = a_result(parameters={"engine": name}, failure=failure)
    del result["samples"]
    return result


def test_a_finished_job_counts_the_variants_that_failed(
    engine: Engine, project: Project, person: Person, new_agent: NewAgent
) -> None:
    agent = new_agent()
    job, other = person.ask(), person.ask()
    for results in (
        [a_result(), without("rayon", CRASH), without("tokio", CRASH), without("io", ABSENT)],
        [a_result(), without("io", ABSENT)],
    ):
        lease = agent.seek()
        agent.beat(lease)
        report = a_report(
            run={"job": {"id": lease["id"], "lease": lease["lease"], "arm": 0}}, results=results
        )
        fill(engine, project, report)
        assert agent.end(lease, reports=[report["idempotency_key"]]).is_success
    shown = person.look(job)
    (run,) = shown["runs"]
    assert shown["job"]["failed"] == {"variants": 2, "run_id": run["run_id"]}
    over = person.api.get(f"{MAIN}/jobs", headers=person.headers).json()["over"]
    assert {one["id"]: one["failed"] for one in over} == {
        job: shown["job"]["failed"],
        other: None,
    }

"""What another project holds that no call of the API makes at once."""

from typing import Any

import msgspec
from sqlalchemy import Engine, text

from backend.domain.pulls.acceptances import FailingRegression
from backend.domain.pulls.judgements import PullJudgement
from backend.services.jobs.propose import judge_proposal
from backend.services.people.set_up import ensure_project
from backend.storage.engine import transaction
from backend.storage.jobs import rows as jobs
from backend.storage.pulls import requests as pull_requests
from backend.storage.pulls.requests import PullClaim
from backend.testing.builders import Document, a_report, a_result
from backend.testing.draining import NOTARY, Silence
from backend.tests.api.reports.test_profiles import a_profile

NOISE = (0.0, 0.01, -0.01, 0.02, -0.02, 0.005, -0.005)


def ended(engine: Engine, import_id: int) -> int:
    """Let an import from an address have ended, so that another one may begin."""
    with engine.begin() as connection:
        connection.execute(text("update address_import set state = 'failed', finished_at = now()"))
    return import_id


def judged_pull(engine: Engine, connection_id: int) -> int:
    """Let a pull request have one regression that fails the gate; returns its id."""
    failing = [FailingRegression("k", 0.1, 0.2)]
    judgement = PullJudgement("a" * 40, "kept", None, {"regression": 1}, 1, "", failing=failing)
    with transaction(engine) as session:
        project = ensure_project(session, "theirs", "Theirs")
        pull_id = pull_requests.ensure(session, project.id, connection_id, 7)
        claim = PullClaim(project.id, pull_id, 0, 0)
        told = msgspec.to_builtins(judgement)
        pull_requests.write(
            session, claim, head=judgement.head, fork_point="b" * 40, judgement=told
        )
    return pull_id


def judged_proposal(engine: Engine, asked: Any) -> int:
    """Have a proposal judged of which no agent said anything; returns its job."""
    number: int = asked["job"]["id"]
    with transaction(engine) as session:
        project = ensure_project(session, "theirs", "Theirs").id
        job = jobs.find(session, project, number)
        assert job is not None
        judge_proposal(session, Silence(), NOTARY, (project, job), [])
    return number


def dead_message(engine: Engine, delivery_id: int) -> int:
    """Let a message have been given up, so that it can be sent again."""
    with engine.begin() as connection:
        connection.execute(text("update delivery set state = 'dead'"))
    return delivery_id


def a_sweep() -> Document:
    """Return a run over the values of a parameter, with a profile, on a machine that is known."""
    costs = {1: 0.30, 2: 0.21, 4: 0.190, 8: 0.191}
    results = [
        a_result(
            benchmark="blocking",
            parameters={"threads": threads},
            samples=[cost * (1 + noise) for noise in NOISE],
        )
        for threads, cost in costs.items()
    ]
    return a_report(
        benchmarks={"blocking": {"sweep": ["threads"]}},
        commit={"id": "f" * 40, "time": "2026-03-01T00:00:00Z"},
        machine={"name": "box-1", "fingerprint": {"cores": 2}},
        results=results,
        profiles=[a_profile(benchmark="blocking", parameters={"threads": 4})],
    )

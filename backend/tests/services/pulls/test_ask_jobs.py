"""What comments ask of agents: base and head in turns, and how their jobs stand in the comment."""

from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.jobs.states import JobStep
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.domain.pulls.forge_checks import ForgeRole, Reaction
from backend.services.jobs.steps import take_step
from backend.services.reports.quarantine import MOST_ATTEMPTS, quarantine_report
from backend.services.task_queue import TaskQueue
from backend.settings import settings
from backend.storage.engine import transaction
from backend.storage.jobs import lists
from backend.storage.jobs import rows as jobs
from backend.testing.draining import RecordingRelay, Silence, do_what_waits
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey
from backend.tests.api.jobs.fleet import FleetAgent
from backend.tests.api.jobs.test_queue_limits import THE_SAME_AGAIN
from backend.tests.services.pulls.pulling import (
    FORK,
    HEAD,
    MAIN,
    NEXT_HEAD,
    Desk,
    a_command,
    hear,
    pull_report,
    seen,
    tick,
)
from backend.tests.services.reports.test_quarantine import store_unchecked


@pytest.fixture
def own(engine: Engine, project: Project, desk: Desk) -> Desk:
    """Give a pull request of a branch of the repository, with a regression, that was told of."""
    desk.pull = seen(is_from_fork=False)
    desk.roles = {"ada": ForgeRole.WRITE, "eve": ForgeRole.TRIAGE}
    fill(engine, project, pull_report(search=1.2))
    tick(engine, desk)
    return desk


def say(engine: Engine, project: Project, desk: Desk, said: str, number: int = 1) -> str:
    """Comment, and return what our comment says then."""
    command = a_command(said, comment=900 + number)
    hear(engine, project, "issue_comment", command, f"say-{number}")
    tick(engine, desk)
    return desk.said


def queue(engine: Engine, project: Project) -> list[Any]:
    with transaction(engine) as session:
        return list(lists.read_waiting(session, project.id, 10))


def test_a_rerun_waits_in_the_queue_and_the_comment_follows_it(
    engine: Engine, project: Project, own: Desk
) -> None:
    said = say(engine, project, own, "/tidemark rerun")
    (job,) = queue(engine, project)
    commits = [(one.commit, one.branch) for one in job.target.commits]
    assert commits == [(FORK, "main"), (HEAD, "try")]
    assert (job.kind, job.asked_by, job.why) == (
        "compare",
        "ada",
        "compare the head of #7 with its base",
    )
    assert f"/p/main/jobs/{job.id})" in said
    assert "No agent online." in said
    assert own.reactions == [("901", Reaction.DONE)]
    assert say(engine, project, own, "/tidemark rerun", 2).count("[Job ") == 1
    assert len(queue(engine, project)) == 1, "what waits already is not asked for twice"
    edits = own.edits
    with transaction(engine) as session:
        held = jobs.find(session, project.id, job.id, is_locked=True)
        assert held is not None
        take_step(session, Silence(), project.id, held, JobStep.CANCEL, "cancelled by Ada")
    with engine.connect() as connection:
        due = connection.execute(text("select due_at is not null from pull_request")).scalar_one()
    assert due, "a step of the job is news for the comment"
    tick(engine, own)
    assert "cancelled by Ada." in own.said
    assert (len(own.comments), own.edits) == (1, edits + 1)


def test_a_rerun_for_which_the_queue_has_no_room_leaves_none_of_its_jobs(
    engine: Engine, project: Project, own: Desk
) -> None:
    for suite in ("parser", "walk"):
        fill(engine, project, pull_report() | {"suite": {"name": suite}})
    tick(engine, own)
    say(engine, project, own, "/tidemark try runtime")
    most = settings().queued_jobs
    with engine.begin() as connection:  # one of the two jobs that are missing has room
        connection.execute(text(THE_SAME_AGAIN), {"most": most - 1})
    said = say(engine, project, own, "/tidemark rerun", 2)
    assert f"{most} is the most for one person" in said
    assert own.reactions[-1] == ("902", Reaction.REFUSED)
    with engine.connect() as connection:
        assert connection.execute(text("select count(*) from job")).scalar_one() == most - 1


def test_a_suite_is_tried_where_it_was_measured_last(
    engine: Engine, project: Project, own: Desk
) -> None:
    say(engine, project, own, "/tidemark try runtime")
    (job,) = queue(engine, project)
    assert (job.target.suite, job.pull_id) == ("runtime", 1)
    said = say(engine, project, own, "/tidemark try walk", 2)
    assert "No suite of this name was measured in this project" in said
    assert len(queue(engine, project)) == 1


def test_a_bisection_takes_the_commits_of_the_pull_request(
    engine: Engine, project: Project, own: Desk
) -> None:
    said = say(engine, project, own, "/tidemark bisect")
    assert "Only one commit of this pull request is known" in said
    between = ["a" * 40, "b" * 40]
    report = pull_report(head=NEXT_HEAD, search=1.2)
    report["commit"] |= {"parents": between[1:], "ancestry": [*between[::-1], FORK]}
    own.pull = seen(head=NEXT_HEAD, is_from_fork=False)
    fill(engine, project, report)
    refused = say(engine, project, own, "/tidemark bisect parse", 2)
    assert "There is no regression of parse" in refused
    said = say(engine, project, own, "/tidemark bisect search", 3)
    assert "in turns" in said, said
    (job,) = queue(engine, project)
    assert job.plan.commits == [FORK, *between, NEXT_HEAD]
    assert job.plan.suspected.ratio == pytest.approx(1.2, rel=0.02)
    assert (job.kind, list(job.target.only)) == ("bisect", ["search"])
    assert job.why == "find the commit that changed search"


def test_a_bisection_of_a_shallow_clone_says_that_earlier_commits_are_not_known(
    engine: Engine, project: Project, own: Desk
) -> None:
    between = ["a" * 40, "b" * 40]
    report = pull_report(head=NEXT_HEAD, search=1.2)
    report["commit"] |= {"parents": between[1:], "ancestry": between[::-1]}
    own.pull = seen(head=NEXT_HEAD, is_from_fork=False)
    fill(engine, project, report)
    say(engine, project, own, "/tidemark bisect search")
    (job,) = queue(engine, project)
    assert job.plan.commits == [FORK, *between, NEXT_HEAD]
    assert "commits before aaaaaaaa are not known" in job.why, job.why


def test_commits_of_the_base_branch_that_nobody_measured_are_not_in_question(
    engine: Engine, project: Project, own: Desk
) -> None:
    unmeasured, between = "f" * 40, ["a" * 40, "b" * 40]
    report = pull_report(head=NEXT_HEAD, search=1.2)
    report["commit"] |= {"parents": between[1:], "ancestry": [*between[::-1], unmeasured, FORK]}
    own.pull = seen(head=NEXT_HEAD, is_from_fork=False, fork_point=unmeasured)
    fill(engine, project, report)
    say(engine, project, own, "/tidemark bisect search")
    (job,) = queue(engine, project)
    assert job.plan.commits == [unmeasured, *between, NEXT_HEAD]


def test_of_a_measured_merge_the_commits_of_its_head_are_in_question(
    engine: Engine, project: Project, own: Desk
) -> None:
    merge = pull_report(head="c" * 40, search=1.2)
    merge["commit"]["parents"] = [MAIN[29], NEXT_HEAD]
    own.pull = seen(head=NEXT_HEAD, is_from_fork=False)
    fill(engine, project, merge)
    said = say(engine, project, own, "/tidemark bisect search")
    assert "reports of its head, not of a merge, name the others" in said
    between = ["a" * 40, "b" * 40]
    above = pull_report(head="5" * 40) | {"branch": "above"}
    above["commit"] |= {"parents": [NEXT_HEAD], "ancestry": [NEXT_HEAD, *between[::-1], FORK]}
    del above["pull_request"]
    fill(engine, project, above)
    say(engine, project, own, "/tidemark bisect search", 2)
    (job,) = queue(engine, project)
    assert job.plan.commits == [FORK, *between, NEXT_HEAD]


def test_a_bisection_whose_only_report_fails_ends_and_the_comment_says_so(
    engine: Engine, project: Project, own: Desk, api: TestClient, make_key: MakeKey
) -> None:
    between = "a" * 40
    report = pull_report(head=NEXT_HEAD, search=1.2)
    report["commit"] |= {"parents": [between], "ancestry": [between, FORK]}
    own.pull = seen(head=NEXT_HEAD, is_from_fork=False)
    fill(engine, project, report)
    say(engine, project, own, "/tidemark bisect search")
    agent = FleetAgent(api, make_key(Scope.AGENT)).register()
    lease = agent.seek()
    damaged = pull_report(head=between)
    store_unchecked(engine, project, damaged)
    with engine.begin() as connection:  # the worker that ingests has it in hand
        connection.execute(text("delete from outbox"))
    assert agent.end(lease, reports=[damaged["idempotency_key"]]).is_success
    do_what_waits(engine)
    tick(engine, own)
    assert "Not measured" not in own.said, "the report is still on its way"
    for _ in range(MOST_ATTEMPTS):
        with transaction(engine) as session:
            waiting = TaskQueue(session, RecordingRelay())
            quarantine_report(session, waiting, project.id, ValueError("it is damaged"))
    do_what_waits(engine)
    tick(engine, own)
    assert "Not measured, as no result of this series came" in own.said


def test_code_of_forks_and_people_without_write_access_start_nothing(
    engine: Engine, project: Project, own: Desk
) -> None:
    hear(engine, project, "issue_comment", a_command("/tidemark rerun", "eve", 950), "eve")
    tick(engine, own)
    assert "Rerun takes write access to the repository." in own.said
    own.pull = seen(is_from_fork=True)
    assert "after the word of a maintainer" in say(engine, project, own, "/tidemark rerun")
    assert queue(engine, project) == []


def test_code_of_a_fork_waits_for_an_agent_with_a_sandbox_once_a_maintainer_asks(
    engine: Engine, project: Project, own: Desk, api: TestClient, make_key: MakeKey
) -> None:
    own.pull = seen(is_from_fork=True)
    own.roles = {"ada": ForgeRole.MAINTAIN}
    say(engine, project, own, "/tidemark rerun")
    (job,) = queue(engine, project)
    assert list(job.labels) == ["forks"]
    agent = FleetAgent(api, make_key(Scope.AGENT)).register()
    assert agent.seek() is None
    lease = replace(agent, labels=("forks",)).seek()
    assert (lease["id"], lease["is_fork"]) == (job.id, True)


def test_who_names_a_commit_of_a_fork_has_it_measured_as_one_and_must_be_a_maintainer(
    engine: Engine, project: Project, own: Desk, api: TestClient, make_key: MakeKey
) -> None:
    own.pull = seen(is_from_fork=True)
    say(engine, project, own, "/tidemark help")
    asked = {
        "kind": "run", "suite": "parser", "why": "look at it",
        "commits": [{"commit": own.pull.head[:10], "branch": "main"}],
    }  # fmt: skip
    refused = api.post("/api/v1/projects/main/jobs", json=asked, headers=make_key(Scope.TRIAGE))
    assert refused.status_code == 422
    assert "after the word of a maintainer" in refused.text
    shouted = asked | {"commits": [{"commit": own.pull.head[:10].upper(), "branch": "main"}]}
    named = asked | {"commits": [{"commit": "c1", "branch": "main"}], "labels": ["forks"]}
    for other in (shouted, named):
        said = api.post("/api/v1/projects/main/jobs", json=other, headers=make_key(Scope.TRIAGE))
        assert "after the word of a maintainer" in said.text
    made = api.post("/api/v1/projects/main/jobs", json=asked, headers=make_key(Scope.ADMIN))
    assert made.json()["job"]["labels"] == ["forks"]
    own.pull = seen(is_from_fork=False)
    say(engine, project, own, "/tidemark help", 2)
    own_code = api.post("/api/v1/projects/main/jobs", json=asked, headers=make_key(Scope.TRIAGE))
    assert own_code.json()["job"]["labels"] == []


def test_the_page_asks_for_the_same_jobs_as_a_comment_and_says_what_they_cost(
    engine: Engine, project: Project, own: Desk, api: TestClient, make_key: MakeKey
) -> None:
    headers = make_key(Scope.ADMIN)
    address = "/api/v1/projects/main/pull-requests"
    (row,) = api.get(address, headers=headers).json()["rows"]
    address += f"/{row['id']}/jobs"
    offer = api.get(address, headers=headers).json()["offer"]
    assert (offer["cannot"], offer["ahead"], offer["takes"]["high"]) == ("", 0, 1800.0)
    asked = api.post(address, json={}, headers=headers).json()["job"]
    say(engine, project, own, "/tidemark rerun")
    (job,) = queue(engine, project)
    assert (job.id, job.kind) == (asked["id"], "compare")
    with transaction(engine) as session:
        assert str(session.scalar(text("select asker from job"))).startswith("key:")
    assert api.post(address, json={}, headers=headers).json()["job"]["id"] == job.id
    events = api.get("/api/v1/projects/main/audit", headers=headers).json()["rows"]
    assert [one["thing"] for one in events if one["verb"] == "asked for"] == [str(job.id)]
    assert [one["id"] for one in api.get(address, headers=headers).json()["waiting"]] == [job.id]


def test_a_pull_request_of_a_fork_says_why_it_is_not_measured(
    engine: Engine, project: Project, own: Desk, api: TestClient, make_key: MakeKey
) -> None:
    own.pull = seen(is_from_fork=True)
    fill(engine, project, pull_report(search=1.2) | {"idempotency_key": "once more"})
    tick(engine, own)
    headers = make_key(Scope.ADMIN)
    address = "/api/v1/projects/main/pull-requests"
    (row,) = api.get(address, headers=headers).json()["rows"]
    said = api.get(f"{address}/{row['id']}/jobs", headers=make_key(Scope.READ)).json()
    assert "after the word of a maintainer" in said["offer"]["cannot"]
    assert api.get(f"{address}/{row['id']}/jobs", headers=headers).json()["offer"]["cannot"] == ""

"""One comment and one check, right and never repeated, whatever comes late, twice or never."""

import hashlib
import hmac
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import SecretStr
from sqlalchemy import Engine, text

from backend.domain.errors import UnauthenticatedError
from backend.domain.forge_checks import (
    Check,
    CheckState,
    ForgeBusyError,
    ForgeRefusedError,
    ForgeRole,
    Reaction,
)
from backend.domain.forge_events import ForgeKind
from backend.domain.projects import Actor, Project
from backend.domain.pull_requests import PullRequest, WantedConnection
from backend.services import connect_forge
from backend.services.accept_regressions import accept_regressions, look_again
from backend.services.hear_forge import hear_webhook
from backend.services.read_pulls import draw_picture
from backend.services.sealing import Seal
from backend.services.task_queue import TaskQueue
from backend.services.tell_forges import Herald, due_pulls, tell_one
from backend.storage import forge_connections, pull_requests, webhooks
from backend.storage.engine import transaction
from backend.storage.pull_requests import PullFilters
from backend.testing.draining import RecordingRelay
from backend.testing.filling import OPERATOR, fill
from backend.tests.services.pulling import (
    FORK,
    HEAD,
    MAIN,
    NEXT_HEAD,
    REPOSITORY,
    Desk,
    main_history,
    pull_report,
    seen,
)

SEAL = Seal(SecretStr("a secret of tests"))
SECRETS: dict[int, str] = {}


@pytest.fixture
def desk(engine: Engine, project: Project) -> Desk:
    """Connect the project to a forge in memory, with 30 commits measured on the base branch."""
    wanted = WantedConnection(ForgeKind.GITHUB, "https://api.github.com", REPOSITORY, token="t")  # noqa: S106
    with transaction(engine) as session:
        _, secret = connect_forge.connect_project(session, project, wanted, SEAL, Actor())
    SECRETS[project.id] = secret
    fill(engine, project, *main_history())
    return Desk()


def hear(engine: Engine, project: Project, event: str, body: Any, delivery: str = "1") -> str:
    """Send a webhook as GitHub does."""
    raw = json.dumps(body).encode()
    digest = hmac.new(SECRETS[project.id].encode(), raw, hashlib.sha256).hexdigest()
    headers = {
        "x-github-event": event, "x-github-delivery": delivery, "content-type": "application/json",
        "x-hub-signature-256": f"sha256={digest}",
    }  # fmt: skip
    with transaction(engine) as session:
        hook = connect_forge.the_connection(session, project.id).hook
        queue = TaskQueue(session, RecordingRelay())
        return hear_webhook(session, queue, SEAL, hook, (headers, raw))


def a_command(said: str, author: str = "ada", comment: int = 900) -> dict[str, Any]:
    """Return what GitHub sends of a new comment."""
    return {
        "action": "created",
        "repository": {"full_name": REPOSITORY},
        "sender": {"login": author, "type": "User"},
        "issue": {"number": 7, "pull_request": {"url": "x"}, "state": "open"},
        "comment": {"id": comment, "body": said, "user": {"login": author, "type": "User"}},
    }


def tick(engine: Engine, desk: Desk, *, patient: bool = False) -> int:
    """Do what the schedule does; time passes so that everything is due, unless patient."""
    if not patient:
        with engine.begin() as connection:
            connection.execute(text("update pull_request set due_at = now(), claimed_until = null"))
    herald = Herald("https://tide.example", SEAL, lambda _: desk)
    with transaction(engine) as session:
        due = due_pulls(session)
    return sum(tell_one(engine, herald, project, pull) for project, pull in due)


def the_pull(engine: Engine, project: Project) -> PullRequest:
    with transaction(engine) as session:
        (one,) = pull_requests.read_page(session, project.id, PullFilters(), None, 10).rows
    return one


def test_a_report_alone_makes_one_comment_and_a_failing_check(
    engine: Engine, project: Project, desk: Desk
) -> None:
    fill(engine, project, pull_report(search=1.2))
    assert tick(engine, desk, patient=True) == 0, "a burst of reports is told once, at its end"
    fill(engine, project, pull_report() | {"suite": {"name": "another"}})
    assert tick(engine, desk) == 1
    assert tick(engine, desk) == 0
    (check,) = desk.checks[HEAD]
    assert (check.name, check.state) == ("tidemark/main", CheckState.FAILURE)
    assert check.title.startswith("1 regression, ")
    assert desk.edits == 1
    for part in (
        "**<code>search smol time</code>: ",
        "- Mind: Not every suite and testbed was measured at the base.",
        f"/p/main/compare?baseline=commit%3A{FORK}&contender=commit%3A{HEAD}",
        "the fork point",
        "https://tide.example/pictures/",
    ):
        assert part in desk.said
    one = the_pull(engine, project)
    assert (one.state, one.title, one.is_from_fork) == ("failed", "Try it", True)
    with transaction(engine) as session:
        assert "search smol time" in draw_picture(session, one.picture)


def test_the_nearest_measured_ancestor_stands_in_for_a_fork_point_nobody_measured(
    engine: Engine, project: Project, desk: Desk
) -> None:
    report = pull_report(search=1.2)
    unmeasured = "f" * 40
    report["commit"] |= {"parents": [unmeasured], "ancestry": [unmeasured, FORK]}
    fill(engine, project, report)
    desk.pull = seen(fork_point=unmeasured)
    tick(engine, desk)
    assert (
        "the fork point ffffffffffff was not measured, this is the nearest one, 1 commit before"
        in (desk.said)
    )
    assert f"baseline=commit%3A{FORK}" in desk.said


def test_webhooks_may_come_before_the_results_twice_late_and_in_any_order(
    engine: Engine, project: Project, desk: Desk
) -> None:
    opened = {"action": "opened"} | a_pull_document(HEAD)
    assert hear(engine, project, "pull_request", opened) == "looked at"
    assert hear(engine, project, "pull_request", opened) == "heard before"
    assert tick(engine, desk, patient=True) == 1
    assert desk.comments == {}, "nobody is told that there is nothing to tell"
    assert desk.state == CheckState.PENDING
    # the newer event comes first; the older one must not bring the old head back
    desk.pull = seen(head=NEXT_HEAD)
    newer = {"action": "synchronize", "before": HEAD, "after": NEXT_HEAD}
    hear(engine, project, "pull_request", newer | a_pull_document(NEXT_HEAD), "3")
    hear(engine, project, "pull_request", opened, "2")
    tick(engine, desk)
    one = the_pull(engine, project)
    assert (one.head, one.check_head, one.was_rewritten) == (NEXT_HEAD, NEXT_HEAD, True)
    fill(engine, project, pull_report(head=NEXT_HEAD))
    tick(engine, desk)
    assert "### Cannot tell yet&#58; 2 results compared" in desk.said
    assert [check.state for check in desk.checks[HEAD]] == [CheckState.PENDING], "left as it was"
    assert desk.state == CheckState.NEUTRAL


def a_pull_document(head: str) -> dict[str, Any]:
    """Return the part of GitHub's webhook that names a pull request."""
    repository = {"full_name": REPOSITORY}
    return {
        "number": 7,
        "repository": repository,
        "sender": {"login": "ada", "type": "User"},
        "pull_request": {
            "number": 7, "title": "Old title", "state": "open", "merged": False,
            "merge_commit_sha": None, "user": {"login": "ada"},
            "html_url": "https://github.com/acme/engine/pull/7",
            "head": {"sha": head, "ref": "try", "repo": {"full_name": "ada/engine", "fork": True}},
            "base": {"sha": MAIN[29], "ref": "main", "repo": repository},
        },
    }  # fmt: skip


def test_a_forged_webhook_changes_nothing_and_is_counted(
    engine: Engine, project: Project, desk: Desk
) -> None:
    SECRETS[project.id] = "not the secret"
    with pytest.raises(UnauthenticatedError):
        hear(engine, project, "pull_request", {"action": "opened"} | a_pull_document(HEAD))
    with transaction(engine) as session:
        kept = connect_forge.the_connection(session, project.id)
        assert (kept.forged, kept.heard_at) == (1, None)
        assert webhooks.newest(session, project.id) == []
    assert tick(engine, desk) == 0


def test_a_new_head_is_pending_and_the_same_comment_says_what_was_before(
    engine: Engine, project: Project, desk: Desk
) -> None:
    fill(engine, project, pull_report(search=1.2))
    tick(engine, desk)
    desk.pull = seen(head=NEXT_HEAD)
    with transaction(engine) as session:
        look_again(session, TaskQueue(session, RecordingRelay()), project.id, 1)
    tick(engine, desk)
    assert "### Waiting for results of eeeeeeeeeeee" in desk.said
    assert "At the head before, <code>dddddddddddd</code>: 1 regression" in desk.said
    assert desk.state == CheckState.PENDING
    assert [check.state for check in desk.checks[HEAD]] == [CheckState.FAILURE]
    fill(engine, project, pull_report(head=NEXT_HEAD))
    tick(engine, desk)
    assert "### Cannot tell yet&#58; 2 results compared" in desk.said
    assert desk.state == CheckState.NEUTRAL


def test_accepting_takes_write_access_counts_once_and_ends_when_the_numbers_change(
    engine: Engine, project: Project, desk: Desk
) -> None:
    fill(engine, project, pull_report(search=1.2))
    tick(engine, desk)
    desk.roles = {"eve": ForgeRole.TRIAGE, "ada": ForgeRole.WRITE}
    hear(engine, project, "issue_comment", a_command("/tidemark accept mine", "eve", 901), "21")
    tick(engine, desk)
    assert desk.state == CheckState.FAILURE
    assert "Accept takes write access to the repository." in desk.said
    hear(engine, project, "issue_comment", a_command("/tidemark accept worth it"), "22")
    tick(engine, desk)
    assert desk.state == CheckState.SUCCESS
    assert "Accepted by <code>ada</code>" in desk.said
    assert desk.reactions == [("901", Reaction.REFUSED), ("900", Reaction.DONE)]
    # recorded on the way and sent again: the signature is good, the comment is known
    hear(engine, project, "issue_comment", a_command("/tidemark accept worth it"), "23")
    tick(engine, desk)
    with transaction(engine) as session:
        assert len(desk.reactions) == 2
        (newest, *_) = webhooks.newest(session, project.id, 7)
        assert newest.outcome == "this comment was heard before"
    desk.pull = seen(head=NEXT_HEAD)
    fill(engine, project, pull_report(head=NEXT_HEAD, search=1.2))
    tick(engine, desk)
    assert desk.state == CheckState.SUCCESS, "the same numbers at the next head"
    desk.pull = seen(head=HEAD.replace("d", "c"))
    fill(engine, project, pull_report(head=desk.pull.head, search=1.5))
    tick(engine, desk)
    assert desk.state == CheckState.FAILURE, "it got worse than what was accepted"


def test_the_page_accepts_and_commands_without_a_fleet_say_what_can_be_done(
    engine: Engine, project: Project, desk: Desk
) -> None:
    fill(engine, project, pull_report(search=1.2))
    tick(engine, desk)
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        accept_regressions(session, queue, (project.id, 1), OPERATOR, "known")
    tick(engine, desk)
    assert desk.state == CheckState.SUCCESS
    assert "Accepted by <code>test</code>" in desk.said
    desk.roles = {"ada": ForgeRole.ADMIN}
    hear(engine, project, "issue_comment", a_command("/tidemark rerun"), "31")
    tick(engine, desk)
    assert "No agent takes jobs from this server yet, so nothing was started." in desk.said
    hear(engine, project, "issue_comment", a_command("looks good to me", comment=902), "32")
    assert tick(engine, desk) == 0


def test_a_merge_group_has_a_check_against_its_base_and_no_comment(
    engine: Engine, project: Project, desk: Desk
) -> None:
    formed = {
        "action": "checks_requested",
        "repository": {"full_name": REPOSITORY},
        "sender": {"login": "bot", "type": "Bot"},
        "merge_group": {
            "head_sha": NEXT_HEAD, "base_sha": FORK, "head_ref": "refs/heads/queue/main/pr-7",
            "base_ref": "refs/heads/main",
        },
    }  # fmt: skip
    hear(engine, project, "merge_group", formed)
    desk.pull = replace(desk.pull, head=NEXT_HEAD)
    tick(engine, desk)
    assert desk.state == CheckState.PENDING
    report = pull_report(head=NEXT_HEAD, search=1.2)
    del report["pull_request"]
    fill(engine, project, report)
    tick(engine, desk)
    assert desk.state == CheckState.FAILURE
    assert desk.comments == {}


def test_a_busy_forge_is_asked_again_at_its_time_and_one_that_refuses_says_what_to_do(
    engine: Engine, project: Project, desk: Desk
) -> None:
    fill(engine, project, pull_report(search=1.2))
    later = datetime.now(UTC) + timedelta(minutes=20)
    desk.failures = [ForgeBusyError("the rate limit is reached", later)]
    assert tick(engine, desk) == 0
    one = the_pull(engine, project)
    assert one.due_at is not None
    assert (one.reason, abs(one.due_at - later) < timedelta(seconds=1)) == (
        "the rate limit is reached", True,
    )  # fmt: skip
    assert tick(engine, desk, patient=True) == 0
    desk.failures = [ForgeRefusedError("401: bad credentials", "make a new token")]
    assert tick(engine, desk) == 0
    one = the_pull(engine, project)
    assert (one.reason, one.remedy) == ("401: bad credentials", "make a new token")
    assert one.gave_up_at is not None
    assert tick(engine, desk) == 0, "nobody asks a forge again that said no"
    with transaction(engine) as session:
        assert connect_forge.the_connection(session, project.id).failing_since is not None
        look_again(session, TaskQueue(session, RecordingRelay()), project.id, one.id)
    assert tick(engine, desk) == 1
    with transaction(engine) as session:
        found = forge_connections.find(session, project.id)
        assert found is not None
        assert (found.failing_since, found.told_at is not None) == (None, True)
    assert desk.state == CheckState.FAILURE


class _Dying(Desk):
    """A forge whose caller dies right after it has posted."""

    def keep_check(
        self, head: str, check: Check, known: str | None, branch: str | None = None
    ) -> str:
        super().keep_check(head, check, known, branch)
        raise KeyboardInterrupt


def test_whoever_dies_between_post_and_commit_is_followed_without_a_second_comment(
    engine: Engine, project: Project, desk: Desk
) -> None:
    fill(engine, project, pull_report(search=1.2))
    dying = _Dying(comments=desk.comments, checks=desk.checks)
    with pytest.raises(KeyboardInterrupt):
        tick(engine, dying)
    with engine.begin() as connection:
        connection.execute(text("update pull_request set comment_id = null, comment = null"))
    assert tick(engine, desk, patient=True) == 0, "the claim of the dead still stands"
    assert tick(engine, desk) == 1
    assert len(desk.comments) == 1
    assert desk.state == CheckState.FAILURE


def test_nothing_measured_before_the_fork_point_holds_nobody_up(
    engine: Engine, project: Project, desk: Desk
) -> None:
    report = pull_report(search=1.2)
    report["testbed"] = "another box"
    fill(engine, project, report)
    tick(engine, desk)
    assert desk.state == CheckState.NEUTRAL
    assert "measure the base branch first" in desk.said


def test_a_merged_pull_request_is_told_of_no_more_and_found_by_its_commit(
    engine: Engine, project: Project, desk: Desk
) -> None:
    fill(engine, project, pull_report(search=1.2))
    tick(engine, desk)
    desk.pull = seen(is_open=False, merged_as=MAIN[29])
    with transaction(engine) as session:
        look_again(session, TaskQueue(session, RecordingRelay()), project.id, 1)
    tick(engine, desk)
    assert (desk.edits, len(desk.checks[HEAD])) == (1, 1)
    with transaction(engine) as session:
        (found,) = pull_requests.find_merged(session, project.id, MAIN)
    assert (found.number, found.is_open, found.state) == (7, False, "failed")


def test_what_was_not_told_cannot_be_accepted(engine: Engine, project: Project, desk: Desk) -> None:
    fill(engine, project, pull_report(search=1.2))
    tick(engine, desk)
    desk.roles = {"ada": ForgeRole.WRITE}
    hear(engine, project, "issue_comment", a_command("/tidemark accept worth it"), "41")
    desk.pull = seen(head=NEXT_HEAD)
    fill(engine, project, pull_report(head=NEXT_HEAD, search=2.0))
    tick(engine, desk)
    assert desk.state == CheckState.FAILURE
    assert "look at them and accept again" in desk.said


def test_results_of_a_merge_count_for_its_head_and_a_split_is_named(
    engine: Engine, project: Project, desk: Desk
) -> None:
    report = pull_report(head="5" * 40, search=1.2, parse=0.7)
    fill(engine, project, report)
    tick(engine, desk)
    assert desk.comments == {}
    assert desk.state == CheckState.PENDING
    assert "reported for it are of 555555555555" in desk.checks[HEAD][-1].summary
    # what a CI system checks out: the head merged into the tip of its base branch
    report = pull_report(head="6" * 40, search=1.2, parse=0.7)
    report["commit"]["parents"] = [MAIN[29], HEAD]
    fill(engine, project, report)
    tick(engine, desk)
    assert desk.state == CheckState.FAILURE
    assert "the base branch as it was merged with the head to be measured" in desk.said
    assert f"baseline=commit%3A{MAIN[29]}" in desk.said
    assert "- Split: runtime on box&#58; A split" in desk.said

"""A forge that is busy, refuses or goes away, and a worker that dies between two steps."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.pulls.forge_checks import (
    CheckState,
    ForgeBusyError,
    ForgeCheck,
    ForgeRefusedError,
)
from backend.services.pulls import connect_forge
from backend.services.pulls.accept_regressions import look_again
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.storage.pulls import forge_connections
from backend.testing.draining import RecordingRelay
from backend.testing.filling import fill
from backend.tests.services.pulls.pulling import (
    Desk,
    pull_report,
    the_pull,
    tick,
)


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

    def upsert_check(
        self, head: str, check: ForgeCheck, known: str | None, branch: str | None = None
    ) -> str:
        super().upsert_check(head, check, known, branch)
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

"""Accepting what became worse: who may, for how long, and what commands answer."""

from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.pulls.forge_checks import (
    CheckState,
    ForgeRole,
    Reaction,
)
from backend.services.pulls.accept_regressions import accept_regressions
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.storage.pulls import webhooks
from backend.testing.draining import RecordingRelay
from backend.testing.filling import OPERATOR, fill
from backend.tests.services.pulls.pulling import (
    HEAD,
    NEXT_HEAD,
    Desk,
    a_command,
    hear,
    pull_report,
    seen,
    tick,
)


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
    assert "Accepted 1 failure of the gate." in desk.said
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


def test_the_page_accepts_and_what_is_no_command_is_left_alone(
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
    hear(engine, project, "issue_comment", a_command("looks good to me", comment=902), "32")
    assert tick(engine, desk) == 0


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

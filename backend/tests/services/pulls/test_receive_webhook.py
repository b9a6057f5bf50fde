"""Webhooks that come early, late, twice, out of order, or from somebody else."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine, text

from backend.domain.errors import UnauthenticatedError
from backend.domain.people.projects import Project
from backend.domain.pulls.forge_checks import CheckState
from backend.services.pulls import connect_forge
from backend.storage.engine import transaction
from backend.storage.pulls import webhooks
from backend.testing.filling import fill
from backend.tests.services.pulls.pulling import (
    HEAD,
    NEXT_HEAD,
    SECRETS,
    Desk,
    a_pull_document,
    hear,
    pull_report,
    seen,
    the_pull,
    tick,
)


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
    assert "### Cannot be judged yet, 2 of 2 inconclusive" in desk.said
    assert [check.state for check in desk.checks[HEAD]] == [CheckState.PENDING], "left as it was"
    assert desk.state == CheckState.NEUTRAL


def test_a_webhook_that_comes_while_the_forge_is_told_waits_and_is_kept(
    engine: Engine, project: Project, desk: Desk
) -> None:
    fill(engine, project, pull_report(search=1.2))
    tick(engine, desk)
    with ThreadPoolExecutor(1) as other, engine.begin() as telling:
        telling.execute(text("update pull_request set reason = 'it is being told'"))
        opened = {"action": "opened"} | a_pull_document(HEAD)
        heard = other.submit(hear, engine, project, "pull_request", opened, "61")
        while not telling.execute(text("select count(*) from pg_locks where not granted")).scalar():
            assert not heard.done()
        telling.execute(text("update forge_connection set last_reason = 'told'"))
    assert heard.result() == "looked at"


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

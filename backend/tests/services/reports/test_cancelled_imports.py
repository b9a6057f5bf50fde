"""Imports from addresses that a person stops, and the list of imports."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from backend.domain.errors import ConflictError
from backend.services.people.audit import account_of
from backend.services.reports.addresses.begin import cancel_address_import, list_address_imports
from backend.services.reports.addresses.walk import WalkStep
from backend.services.task_queue import TaskName
from backend.storage.engine import transaction
from backend.storage.reports.addresses.imports import CANCELLED
from backend.testing.stack import wait_for
from backend.tests.adapters.tracker_server import TrackerServer
from backend.tests.services.reports.test_address_imports import (
    TABLE,
    Desk,
    accepted,
    bencher_page,
    desk,
    reports,
    tracker,
)

__all__ = ["desk", "tracker"]


def test_a_cancelled_import_stores_nothing_and_goes_on_from_its_pages(
    desk: Desk, tracker: TrackerServer
) -> None:
    tracker.give(bencher_page(1), reports(1, 2))
    tracker.give(bencher_page(2), [])
    address = f"{tracker.url}/v0/projects/demo"
    id_ = desk.begin(address)
    row = desk.query("select id from outbox where task = :task", task=TaskName.IMPORT_ADDRESSES)
    assert desk.walker.go_on(desk.project.id, row) is WalkStep.MORE
    for _ in range(2):  # the second time it has ended
        with transaction(desk.engine) as session:
            stopped = cancel_address_import(session, desk.project.id, id_)
        assert (stopped.error, stopped.pages) == (CANCELLED, 1)
    assert desk.walker.go_on(desk.project.id, row) is WalkStep.ENDED
    assert desk.query("select count(*) from report where project_id = :id", id=desk.project.id) == 0
    assert accepted(desk.bring(address)) == (2, 0)
    assert len([one for one in tracker.paths() if one == bencher_page(1)]) == 1
    with transaction(desk.engine) as session:
        listed = list_address_imports(session, desk.project.id)
    assert [(one.error, one.pages) for one in listed] == [("", 2), (CANCELLED, 1)]


def test_an_import_whose_pages_are_being_stored_is_not_cancelled(
    desk: Desk, tracker: TrackerServer
) -> None:
    id_ = desk.begin(tracker.give("/table.csv", TABLE))
    with desk.engine.connect() as storing:
        storing.execute(text("update address_import set state = 'importing'"))
        storing.commit()
        storing.execute(text("select 1 from address_import for update"))
        with (
            pytest.raises(ConflictError, match="being stored"),
            transaction(desk.engine) as session,
        ):
            cancel_address_import(session, desk.project.id, id_)
    assert accepted(desk.walk(id_)) == (2, 0)


@pytest.mark.parametrize("state", ["walking", "failed"])
def test_an_import_whose_page_is_kept_is_cancelled_after_it_unless_it_ends_by_itself(
    desk: Desk, tracker: TrackerServer, state: str
) -> None:
    id_ = desk.begin(tracker.give("/table.csv", TABLE))

    def cancel() -> tuple[str, bool]:
        with transaction(desk.engine) as session:
            stopped = cancel_address_import(session, desk.project.id, id_)
            return stopped.error, account_of(session).wrote

    with ThreadPoolExecutor(1) as pool, desk.engine.begin() as keeping:
        ended = ", finished_at = now(), error = 'by itself'" if state == "failed" else ""
        keeping.execute(text(f"update address_import set state = '{state}'{ended}"))
        asked = pool.submit(cancel)
        waits = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
        wait_for(lambda: (desk.query(waits) > 0 or asked.done()) or None, "it is cancelled")
        keeping.commit()
        assert asked.result() == (("by itself", False) if ended else (CANCELLED, True))

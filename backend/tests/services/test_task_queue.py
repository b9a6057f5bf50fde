from sqlalchemy import Engine
from sqlalchemy.orm import Session

from backend.domain.events import EventKind, LiveEvent
from backend.domain.people.projects import Project
from backend.services.events import publish_after_commit
from backend.services.task_queue import TaskName, TaskQueue
from backend.storage import outbox
from backend.testing.draining import RecordingRelay


def test_work_is_told_of_when_its_transaction_commits_and_not_at_a_savepoint(
    engine: Engine, project: Project
) -> None:
    relay = RecordingRelay()
    with Session(engine) as session:
        TaskQueue(session, relay).request_ingestion(project.id, [1])
        with session.begin_nested():
            pass
        assert relay.messages == []
        session.commit()
    assert [message.project_id for message in relay.messages] == [project.id]


def test_a_savepoint_that_rolls_back_does_not_keep_earlier_work_from_being_told(
    engine: Engine, project: Project
) -> None:
    relay = RecordingRelay()
    with Session(engine) as session:
        TaskQueue(session, relay).request_ingestion(project.id, [1])
        session.begin_nested().rollback()
        session.commit()
    assert len(relay.messages) == 1


def test_work_of_a_transaction_that_rolls_back_is_never_told_of(
    engine: Engine, project: Project
) -> None:
    relay = RecordingRelay()
    with Session(engine) as session:
        TaskQueue(session, relay).request_ingestion(project.id, [1])
        session.rollback()
        session.commit()
    assert relay.messages == []


class _Pages:
    """Keeps what open pages are told."""

    def __init__(self) -> None:
        self.told: list[int] = []

    def publish(self, project_id: int, event: LiveEvent) -> None:
        assert event.kind is EventKind.RUN
        self.told.append(project_id)


def test_pages_are_told_once_others_can_see_it_and_never_of_what_is_rolled_back(
    engine: Engine, project: Project
) -> None:
    pages = _Pages()
    with Session(engine) as session:
        publish_after_commit(session, pages, project.id, LiveEvent(EventKind.RUN))
        with session.begin_nested():
            outbox.add(session, TaskName.DETECT_CHANGES, project.id, [1])
        assert pages.told == []
        session.commit()
        assert pages.told == [project.id]
        publish_after_commit(session, pages, project.id, LiveEvent(EventKind.RUN))
        outbox.add(session, TaskName.DETECT_CHANGES, project.id, [1])
        session.rollback()
        outbox.add(session, TaskName.DETECT_CHANGES, project.id, [1])
        session.commit()
    assert pages.told == [project.id]

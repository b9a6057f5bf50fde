from sqlalchemy import Engine
from sqlalchemy.orm import Session

from backend.domain.people.projects import Project
from backend.services.task_queue import TaskQueue
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

"""Do the background work of a test here and now, by the services that the tasks call."""

from sqlalchemy import Engine

from backend.services.catalogue import Catalogues
from backend.services.detect_changes import detect_requested
from backend.services.find_splits import find_at_changes, find_in_runs, request_at_changes
from backend.services.ingest_reports import Ingestion, ingest_reports
from backend.services.keep_alert_groups import group_requested, record_requested
from backend.services.task_queue import Message, TaskName, TaskQueue
from backend.settings import limits
from backend.storage.engine import transaction


class RecordingRelay:
    """Keeps the messages that a broker would get."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def tell(self, message: Message) -> None:
        self.messages.append(message)


def drain(engine: Engine, project_id: int, *, batch: int = 32) -> None:
    """Ingest what waits and detect what is asked for, until nothing is left."""
    ingestion = Ingestion(Catalogues(), limits(), batch, 600.0)
    while True:
        relay = RecordingRelay()
        with transaction(engine) as session:
            done = ingest_reports(session, TaskQueue(session, relay), project_id, ingestion)
        for message in relay.messages:
            do_row(engine, message)
        if done is None or not (done.runs or done.refused):
            return


def do_row(engine: Engine, message: Message) -> None:
    """Do what one row of the outbox asks for, and what that asks for in turn."""
    if message.outbox_id is None:
        return
    relay = RecordingRelay()
    with transaction(engine) as session:
        project_id, row = message.project_id, message.outbox_id
        queue = TaskQueue(session, relay)
        if message.task is TaskName.DETECT_CHANGES:
            touched = detect_requested(session, project_id, row)
            request_at_changes(session, queue, project_id, touched)
            if touched:
                queue.request_alert_grouping(project_id, touched)
        elif message.task is TaskName.GROUP_CHANGES:
            group_requested(session, queue, project_id, row)
        elif message.task is TaskName.RECORD_ALERT_EVENTS:
            record_requested(session, queue, project_id, row)
        elif message.task is TaskName.FIND_SPLITS_IN_RUNS:
            find_in_runs(session, project_id, row)
        else:
            find_at_changes(session, project_id, row)
    for next_one in relay.messages:
        do_row(engine, next_one)

"""Do the background work of a test here and now, by the services that the tasks call."""

from sqlalchemy import Engine

from backend.services.catalogue import Catalogues
from backend.services.detect_changes import detect_requested
from backend.services.ingest_reports import Ingestion, ingest_reports
from backend.services.task_queue import Message, TaskQueue
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
            if message.outbox_id is not None:
                with transaction(engine) as session:
                    detect_requested(session, project_id, message.outbox_id)
        if done is None or not (done.runs or done.refused):
            return

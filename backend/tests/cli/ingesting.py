"""The work of a worker beside a shell."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from backend.storage.engine import make_engine
from backend.testing.draining import drain
from backend.testing.stack import Stack


@contextmanager
def ingesting(server: Stack, project: str = "main") -> Iterator[None]:
    """Ingest and judge whatever comes to a project."""
    ended = threading.Event()
    project_id = server.project(project).id

    def work() -> None:
        engine = make_engine(server.database_url, 2)
        while not ended.wait(0.1):
            drain(engine, project_id)
        engine.dispose()

    worker = threading.Thread(target=work)
    worker.start()
    try:
        yield
    finally:
        ended.set()
        worker.join()

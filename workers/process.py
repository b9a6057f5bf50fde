"""What one worker process holds: its engine, relay, event bus and catalogues."""

from collections.abc import Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial

import structlog
from sqlalchemy import Connection, event
from sqlalchemy.exc import SQLAlchemyError

from backend.domain.events import EventKind, LiveEvent
from backend.domain.outgoing_addresses import read_allowed
from backend.domain.readiness import Pulse
from backend.outgoing.guarded_http import Outgoing
from backend.services.bursts import ready_work
from backend.services.catalogue import Catalogues
from backend.services.encryption import SecretCipher
from backend.services.events import EventBus
from backend.services.heartbeats import Heart
from backend.services.notifications.post_messages import post_office
from backend.services.people.mail_links import link_office, mail_all
from backend.services.pulls.update_pull_requests import forge_access_of, update_pull_request
from backend.services.relay import BrokerRelay
from backend.services.reports.addresses.walk import AddressWalker
from backend.services.reports.ingest import Ingestion
from backend.services.task_queue import TaskQueue
from backend.services.turns import Turns
from backend.services.written_places import WrittenPlaces, of_project
from backend.settings import Settings, limits, settings
from backend.stats.detector.compiled import report_compiling
from backend.storage import heartbeats
from backend.storage.engine import make_engine, transaction
from backend.storage.replica import written_place

log = structlog.get_logger()
CONNECTIONS = 2
CARRIERS = 4
"""Threads that send messages; each needs a connection for a moment only."""
FORGE_THREADS = 2
"""Threads that tell forges: a slow forge holds up no message."""


class Process:
    """Built once per process, after the fork."""

    def __init__(self, chosen: Settings) -> None:
        self.engine = make_engine(chosen.database_url, CONNECTIONS)
        self.heart = Heart(chosen.redis_url, partial(heartbeats.store, self.engine))
        event.listen(self.engine, "commit", self._show_work)
        # who compiles the detector for the first time on a slow machine commits nothing meanwhile
        report_compiling(lambda: self.heart.show_work(Pulse.TASKS))
        self.relay = BrokerRelay(chosen.redis_url)
        self._places = WrittenPlaces(chosen.redis_url)
        is_read_elsewhere = bool(chosen.database_read_url)
        self.events = EventBus(chosen.redis_url, self._note_written if is_read_elsewhere else None)
        self.ingestion = Ingestion(
            Catalogues(), limits(), chosen.ingest_batch, chosen.clock_tolerance_s
        )
        self.ingestion_turns, self.detection_turns = Turns(), Turns()
        self.post = post_office(chosen)
        self.walker = AddressWalker(
            self.engine,
            Outgoing(read_allowed(chosen.outgoing_allowed)),
            SecretCipher(chosen.secret),
            limits(),
            lambda session: TaskQueue(session, self.relay),
        )
        self._links = link_office(chosen)
        self._mailing: Future[int] | None = None
        self._forges = forge_access_of(chosen, self.events)
        self._carriers = ThreadPoolExecutor(CARRIERS, thread_name_prefix="carrier")
        self._forge_threads = ThreadPoolExecutor(
            FORGE_THREADS, thread_name_prefix="update_pull_request_soon"
        )

    def _show_work(self, _connection: Connection) -> None:
        """Long work is no silence: each of its transactions is a sign of life."""
        self.heart.show_work(Pulse.TASKS)

    def _note_written(self, project_id: int) -> None:
        """Note up to where is written: who is told of something must find it on a replica too."""
        try:
            with transaction(self.engine) as session:
                place = written_place(session)
        except SQLAlchemyError as error:
            log.warning("nobody knows up to where was written", error=str(error)[:200])
        else:
            self._places.note([of_project(project_id)], place)

    def publish_ready_work(self, project_id: int, told: Collection[int] = ()) -> None:
        """Tell workers of what has waited for reports or series that are done and committed.

        `told` are rows of the outbox of which the commit has told.
        """
        with transaction(self.engine) as session:
            messages = ready_work(session, project_id, told)
        for message in messages:
            self.relay.publish(message)

    def carry(self, deliver: Callable[..., int], project_id: int, channel_id: int) -> None:
        """Send what is due for a channel in a thread, so that the task can end."""
        work = self._carriers.submit(deliver, self.engine, self.post, project_id, channel_id)
        work.add_done_callback(_say_if_failed)

    def mail_links(self) -> None:
        """Mail links in a thread, one at most: a mail server that hangs takes no other."""
        if self._mailing is not None and not self._mailing.done():
            return
        self._mailing = self._carriers.submit(mail_all, self.engine, self._links)
        self._mailing.add_done_callback(_say_if_failed)

    def update_pull_request_soon(self, project_id: int, pull_id: int) -> None:
        """Tell a forge how a pull request stands in a thread, so that the task can end."""
        self._forge_threads.submit(
            self._update_pull_request, project_id, pull_id
        ).add_done_callback(_say_if_failed)

    def _update_pull_request(self, project_id: int, pull_id: int) -> int:
        told = update_pull_request(self.engine, self._forges, project_id, pull_id)
        self.events.publish(project_id, LiveEvent(EventKind.PULL, (pull_id,)))
        return int(told)

    def close(self) -> None:
        """Let messages that are under way arrive; what was not begun is left to the next worker."""
        for threads in (self._carriers, self._forge_threads):
            threads.shutdown(wait=True, cancel_futures=True)
        self.engine.dispose()


def _say_if_failed(work: Future[int]) -> None:
    if not work.cancelled() and (error := work.exception()) is not None:
        # its claim runs out, and it is tried again
        log.warning("a message was not sent", error=repr(error)[:200])


@cache
def process() -> Process:
    return Process(settings())

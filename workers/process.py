"""What one worker process holds: its engine, relay, event bus and catalogues."""

from functools import cache

from backend.memory import collect_rarely
from backend.services.catalogue import Catalogues
from backend.services.events import EventBus
from backend.services.ingest_reports import Ingestion
from backend.services.relay import BrokerRelay, make_producer
from backend.settings import limits, settings
from backend.stats.change_points import analyse
from backend.storage.engine import make_engine

CONNECTIONS = 2


class Process:
    """Built once per process, after the fork."""

    def __init__(self) -> None:
        chosen = settings()
        self.engine = make_engine(chosen.database_url, CONNECTIONS)
        self.relay = BrokerRelay(make_producer(chosen.redis_url))
        self.events = EventBus(chosen.redis_url)
        self.ingestion = Ingestion(
            Catalogues(), limits(), chosen.ingest_batch, chosen.clock_tolerance_s
        )

    def warm_up(self) -> None:
        """Load the compiled detector from its cache; leave what is loaded out of collections."""
        analyse([float(number) for number in range(1, 65)])
        collect_rarely()


@cache
def process() -> Process:
    return Process()

"""PostgreSQL and Valkey for one state directory, except where outside servers are given."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from backend.embedded.children import Child
from backend.embedded.console import step
from backend.embedded.holding import end_leftovers, hold
from backend.embedded.probes import SERVICE_SILENCE_S
from backend.embedded.state import StateDir, open_state
from backend.embedded.stores.postgres import embedded_postgres
from backend.embedded.stores.valkey import embedded_valkey
from backend.embedded.watchdog import Probe
from backend.settings import Settings


@dataclass(slots=True)
class Services:
    """The addresses of both services and the children behind them."""

    database_url: str = ""
    redis_url: str = ""
    children: dict[str, Child] = field(default_factory=dict)
    probes: dict[str, Probe] = field(default_factory=dict)

    def stop(self) -> None:
        """Stop Valkey, then PostgreSQL."""
        for child in reversed(self.children.values()):
            child.ask_to_stop()
            child.wait_stopped()


def start_services(state: StateDir, settings: Settings, services: Services) -> None:
    """Fill in `services`; what was started is in there even if a later part fails."""
    if "database_url" in settings.model_fields_set:
        services.database_url = settings.database_url
    else:
        database = embedded_postgres(state)
        with step("PostgreSQL"):
            try:
                database.start()
            finally:
                _remember(services, "postgres", database.child)
        services.database_url = database.url
        services.probes["postgres"] = Probe(database.is_there, SERVICE_SILENCE_S)
    if "redis_url" in settings.model_fields_set:
        services.redis_url = settings.redis_url
    else:
        broker = embedded_valkey(state)
        with step("Valkey"):
            try:
                broker.start()
            finally:
                _remember(services, "valkey", broker.child)
        services.redis_url = broker.url
        services.probes["valkey"] = Probe(broker.is_there, SERVICE_SILENCE_S)


def _remember(services: Services, name: str, child: Child | None) -> None:
    if child is not None:
        services.children[name] = child


@contextmanager
def private_services(directory: Path, *, is_durable: bool = False) -> Iterator[Services]:
    """Run both services for as long as the block runs, whatever the environment names.

    Made for tests and checks: unless durable fast, and safe only against the death of processes.
    """
    state = open_state(directory)
    database = embedded_postgres(state, is_durable=is_durable)
    broker = embedded_valkey(state)
    services = Services()
    with hold(state):
        try:
            end_leftovers(state)
            services.children["postgres"] = database.start()
            services.children["valkey"] = broker.start()
            services.database_url, services.redis_url = database.url, broker.url
            yield services
        finally:
            services.stop()

"""Signs of life stored by the driver alone.

SQLAlchemy and the tables would be a third of the memory of a scheduler.
"""

import psycopg
import structlog

from backend.domain.readiness import Pulse
from backend.storage.connections.keepalive import ON_THE_WAY_S, KeepaliveConnection
from backend.storage.database_urls import driver_url

log = structlog.get_logger()
CONNECT_S = 4
LONGEST_STATEMENT_S = 10
BEAT = """
insert into heartbeat (pulse, beat_at) values (%s, clock_timestamp())
on conflict (pulse) do update set beat_at = clock_timestamp()
"""


class PlainHeartbeats:
    """One connection, made again after it was lost."""

    def __init__(self, database_url: str) -> None:
        self._url = database_url
        self._connection: psycopg.Connection[object] | None = None

    def store(self, pulse: Pulse) -> None:
        """Note a sign of life; where that cannot be done, leave it out."""
        try:
            connection = self._connected()
            with connection.transaction():
                # in the transaction, which a pooler may lend another session for
                connection.execute(f"set local statement_timeout = '{LONGEST_STATEMENT_S}s'")
                connection.execute(BEAT, (pulse,))
        except psycopg.Error as error:
            self.close()
            log.warning("heartbeat not stored", pulse=pulse, error=str(error)[:200])

    def _connected(self) -> psycopg.Connection[object]:
        if self._connection is None:
            made = KeepaliveConnection.connect(
                driver_url(self._url),
                autocommit=True,
                prepare_threshold=None,
                connect_timeout=CONNECT_S,
                application_name="tidemark",
            )
            made.longest_s = LONGEST_STATEMENT_S + ON_THE_WAY_S
            self._connection = made
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

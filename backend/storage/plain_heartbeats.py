"""Signs of life stored by the driver alone.

SQLAlchemy and the tables would be a third of the memory of a scheduler.
"""

import psycopg
import structlog

from backend.domain.readiness import Pulse
from backend.storage.keepalive_connection import KeepaliveConnection

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
        self._url = database_url.replace("+psycopg", "", 1)
        self._connection: psycopg.Connection[object] | None = None

    def store(self, pulse: Pulse) -> None:
        """Note a sign of life; where that cannot be done, leave it out."""
        try:
            self._connected().execute(BEAT, (pulse,))
        except psycopg.Error as error:
            self.close()
            log.warning("heartbeat not stored", pulse=pulse, error=str(error)[:200])

    def _connected(self) -> psycopg.Connection[object]:
        if self._connection is None:
            self._connection = KeepaliveConnection.connect(
                self._url,
                autocommit=True,
                connect_timeout=CONNECT_S,
                application_name="tidemark",
                options=f"-c statement_timeout={LONGEST_STATEMENT_S}s",
            )
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

"""How near a streaming replica is to its primary, by places in the write-ahead log."""

import asyncio
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass

import structlog
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.storage.connections.asking import AWAY, AskingConnection

log = structlog.get_logger()
LOOK_EVERY_S = 0.5
PATIENCE_S = 1.0
"""How long a request waits for the word of a replica before it is answered by the primary."""
REMEMBERED_LOOKS = 1_000
WRITTEN = "select pg_current_wal_flush_lsn() - '0/0'"
"""Everything that was committed before is there or earlier."""
REPLAYED = "select pg_last_wal_replay_lsn() - '0/0' where pg_is_in_recovery()"
"""No row where it is no replica, or none any more."""
LINE_OF_PRIMARY = """
select system_identifier || '/'
       || ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int
from pg_control_system()
"""
"""The cluster and its timeline, which is another one after a recovery to a moment.

Places in two logs can be compared only where both are the same.
"""
LINE_OF_REPLICA = """
select system_identifier || '/' || greatest(timeline_id, min_recovery_end_timeline)
from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()
"""


def written_place(session: Session) -> int:
    """Return a place in the log behind everything that is committed."""
    return int(session.execute(text(WRITTEN)).scalar_one())


_STANDING = text("""
select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'),
       extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())
where pg_is_in_recovery()
""")


@dataclass(frozen=True, slots=True)
class ReplicaStanding:
    """How far a replica is behind its primary."""

    bytes_behind: int
    seconds_behind: float
    """Since the newest transaction that it has; 0 where it has all within a second look."""


def standing(primary: Session, replica: Session) -> ReplicaStanding | None:
    """Compare both; None where the other is no replica of this database.

    Its newest transaction may be old because nobody wrote since. So it gets a moment to take in
    what was written just now.
    """
    written = written_place(primary)
    found = _behind(replica, written)
    if found is not None and found.bytes_behind:
        time.sleep(LOOK_EVERY_S)
        found = _behind(replica, written)
    line = primary.execute(text(LINE_OF_PRIMARY)).scalar_one()
    is_of_primary = replica.execute(text(LINE_OF_REPLICA)).scalar_one() == line
    return found if is_of_primary else None


def _behind(replica: Session, written: int) -> ReplicaStanding | None:
    row = replica.execute(_STANDING).one_or_none()
    if row is None:
        return None
    behind = max(0, written - int(row[0] or 0))
    return ReplicaStanding(behind, float(row[1] or 0.0) if behind else 0.0)


class ReplicaWatch:
    """Looks twice a second where both are.

    What the replica lacks is as old as the last look at the primary that it has caught up with:
    clocks of machines do not matter, and a primary that writes nothing makes no replica old.
    """

    def __init__(self, primary_url: str, replica_url: str, longest_lag_s: float) -> None:
        self._primary = AskingConnection(primary_url, "tidemark replica watch")
        self._replica = AskingConnection(replica_url, "tidemark replica watch", PATIENCE_S)
        self._longest_lag_s = longest_lag_s
        self._looks: deque[tuple[float, int]] = deque(maxlen=REMEMBERED_LOOKS)
        self._caught_up_at = float("-inf")
        self._replayed = -1
        self._asking = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._primary.close()
        await self._replica.close()

    def lag_s(self) -> float:
        """Return how old what the replica tells may be, at most."""
        return time.monotonic() - self._caught_up_at

    def is_near(self) -> bool:
        return self.lag_s() <= self._longest_lag_s

    def give_up(self) -> None:
        """Count the replica as away until the next look finds it."""
        self._caught_up_at, self._replayed = float("-inf"), -1

    async def has(self, place: int) -> bool:
        """Tell whether the replica has what was written until a place; asks it where need be."""
        if place <= self._replayed:
            return True
        try:
            async with self._asking:
                if place > self._replayed and self.is_near():
                    await self._ask_replica()
        except AWAY:
            self.give_up()
        return place <= self._replayed

    async def _run(self) -> None:
        while True:
            try:
                await self._look()
            except AWAY as error:
                self.give_up()
                log.debug("the replica cannot be followed", error=str(error)[:200])
            await asyncio.sleep(LOOK_EVERY_S)

    async def _look(self) -> None:
        began = time.monotonic()
        line = await self._primary.ask(LINE_OF_PRIMARY)
        self._looks.append((began, int(await self._primary.ask(WRITTEN) or 0)))
        async with self._asking:
            if await self._replica.ask(LINE_OF_REPLICA) == line:
                await self._ask_replica()
            else:
                self._looks.clear()
                self.give_up()

    async def _ask_replica(self) -> None:
        told = await self._replica.ask(REPLAYED)
        if told is None:
            self.give_up()
            return
        self._replayed = int(told)
        while self._looks and self._looks[0][1] <= self._replayed:
            self._caught_up_at = self._looks.popleft()[0]

"""Whether all components of the server do their work, and what to say of one that does not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Component(StrEnum):
    """A part without which the server does only some of its work."""

    DISK = "disk"
    DATABASE = "database"
    SCHEMA = "schema"
    """The tables, as this release needs them."""
    REDIS = "redis"
    WORKER = "worker"
    SCHEDULER = "scheduler"


class Pulse(StrEnum):
    """What gives signs of life."""

    CONSUMER = "consumer"
    """The main loop of a worker, which takes messages from the broker."""
    TASKS = "tasks"
    """The processes of a worker: a task was done, or a transaction of one."""
    SCHEDULER = "scheduler"
    """The loop that says when something is due."""


BEAT_EVERY_S = 5.0
SILENT_S = 20.0
"""A loop that beats every 5 s and has not for so long is hung."""
IDLE_S = 60.0
"""A task may work for long between two transactions, and every process of the pool be at one."""
AWAY_S = 2.5
"""A service that answers within milliseconds and has not for so long is away."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One part that does not do its work: what that means, and what to do."""

    component: Component
    reason: str
    remedy: str


MIB = 1024 * 1024
RESERVE_BYTES = 128 * MIB
"""Reports are refused while less is free: what PostgreSQL needs to go on is not theirs."""
LOW_SHARE = 0.1
"""Less free than this is worth a warning, while there is time to act."""


@dataclass(frozen=True, slots=True)
class DiskSpace:
    """Of the disk that holds the data."""

    free_bytes: int
    total_bytes: int

    @property
    def is_full(self) -> bool:
        return self.free_bytes < RESERVE_BYTES

    @property
    def is_low(self) -> bool:
        return self.free_bytes < LOW_SHARE * self.total_bytes


@dataclass(frozen=True, slots=True)
class Signs:
    """What is known of the components."""

    database_silent_s: float
    """Seconds since the database last answered."""
    redis_silent_s: float
    pulses: Mapping[Pulse, float] = field(default_factory=dict)
    """Seconds since each pulse was last seen; never seen, not in there."""
    disk: DiskSpace | None = None
    """None: the disk is not on this machine, or nobody said where it is."""
    schema_fault: str = ""
    """What the schema of the database lacks."""


@dataclass(frozen=True, slots=True)
class Readiness:
    """What is out of order: nothing, where everything does its work."""

    troubles: tuple[Trouble, ...]
    warnings: tuple[Trouble, ...] = ()
    """What will be out of order if nobody acts."""

    @property
    def is_disk_full(self) -> bool:
        return any(one.component is Component.DISK for one in self.troubles)


FREE_SPACE = "free some space on the server; reports are accepted again by themselves"
MIGRATED = "make migrate brings the schema up to date; make up and docker compose do it first"
RESTARTED = "the supervisor starts it again; its log says more"


def judge(signs: Signs) -> Readiness:
    """Say what is out of order. Who depends on something that is away is not blamed."""
    troubles = tuple(_services(signs)) or tuple(_processes(signs))
    is_low = signs.disk is not None and signs.disk.is_low and not signs.disk.is_full
    return Readiness(troubles, (_low_disk(signs.disk),) if is_low and signs.disk else ())


def free_words(disk: DiskSpace) -> str:
    """Say how much of the disk is free."""
    share = disk.free_bytes / max(disk.total_bytes, 1)
    return f"{disk.free_bytes // MIB:,}\u202fMiB ({share:.0%})".replace("%", "\u202f%")


def _low_disk(disk: DiskSpace) -> Trouble:
    reason = f"The disk with the data is nearly full: {free_words(disk)} are free"
    return Trouble(Component.DISK, reason, FREE_SPACE)


def _services(signs: Signs) -> Iterator[Trouble]:
    if signs.disk is not None and signs.disk.is_full:
        yield Trouble(
            Component.DISK,
            "No report can be stored, agents keep theirs:"
            f" {free_words(signs.disk)} of the disk with the data are free",
            FREE_SPACE,
        )
    if signs.database_silent_s > AWAY_S:
        yield Trouble(
            Component.DATABASE,
            "Nothing can be read or stored:"
            f" the database has not answered for {signs.database_silent_s:.0f} s",
            RESTARTED,
        )
    elif signs.schema_fault:
        yield Trouble(Component.SCHEMA, f"Nothing can be stored: {signs.schema_fault}", MIGRATED)
    if signs.redis_silent_s > AWAY_S:
        yield Trouble(
            Component.REDIS,
            "Results are kept and processed later:"
            f" Redis has not answered for {signs.redis_silent_s:.0f} s",
            RESTARTED,
        )


def _processes(signs: Signs) -> Iterator[Trouble]:
    is_scheduler_silent = _is_silent(signs, Pulse.SCHEDULER, SILENT_S)
    if _is_silent(signs, Pulse.CONSUMER, SILENT_S):
        yield _worker(f"the worker {_silence(signs, Pulse.CONSUMER)}")
    elif _is_silent(signs, Pulse.TASKS, IDLE_S) and not is_scheduler_silent:
        # without a scheduler no task may be due
        yield _worker(f"the worker's tasks {_silence(signs, Pulse.TASKS, 'have')}")
    if is_scheduler_silent:
        yield Trouble(
            Component.SCHEDULER,
            "Messages are not sent and lost work is not found:"
            f" the scheduler {_silence(signs, Pulse.SCHEDULER)}",
            RESTARTED,
        )


def _worker(what: str) -> Trouble:
    return Trouble(Component.WORKER, f"Results are not being processed: {what}", RESTARTED)


def _is_silent(signs: Signs, pulse: Pulse, most_s: float) -> bool:
    return signs.pulses.get(pulse, float("inf")) > most_s


def _silence(signs: Signs, pulse: Pulse, verb: str = "has") -> str:
    age_s = signs.pulses.get(pulse)
    return f"{verb} not answered yet" if age_s is None else f"{verb} not answered for {age_s:.0f} s"

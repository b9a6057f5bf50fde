"""Look at an installation from outside and name what is wrong, each with what to do about it."""

import platform
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import redis
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from backend.domain.errors import DomainError
from backend.domain.notifications.outages import AGENT_QUIET
from backend.domain.readiness import MIB, RESERVE_BYTES, Signs, free_words, judge
from backend.domain.server_health import Finding, Severity
from backend.services.heartbeats import ages_in_redis, quick_redis
from backend.services.keeping.programs import run_program
from backend.services.read_operation import replica_standing
from backend.services.watch_components import space_of
from backend.settings import Settings
from backend.storage import heartbeats, operation
from backend.storage.engine import make_engine, transaction

OLDEST_POSTGRESQL = 16
OLDEST_REDIS = (6, 2)
OLDEST_PYTHON = (3, 11)
LATE_S = 300.0
"""Work that has waited for so long is not being done."""
SKEW_S = 5.0


def _fault(part: str, reason: str, remedy: str) -> Finding:
    return Finding(Severity.FAULT, part, reason, remedy)


def _warning(part: str, reason: str, remedy: str) -> Finding:
    return Finding(Severity.WARNING, part, reason, remedy)


def examine(settings: Settings) -> list[Finding]:
    """Look at everything; what cannot be reached is a finding and ends only its own part."""
    found = [*_settings(settings), *_directory(settings), *_disk(settings), *_programs()]
    from_database = _from_database(settings)
    from_redis = _from_redis(settings)
    return [*found, *from_database, *_replica(settings), *from_redis]


def _settings(settings: Settings) -> Iterator[Finding]:
    if settings.secret is None:
        yield _warning(
            "settings", "TIDEMARK_SECRET is not set: channels and forges cannot be connected",
            "set it to a long random text; make up and scripts/compose_env.py do that",
        )  # fmt: skip
    is_open = settings.host not in ("127.0.0.1", "::1", "localhost")
    if is_open and settings.public_url is None:
        yield _warning(
            "settings",
            f"the server listens on {settings.host}, and links in messages lead to"
            f" {settings.address}",
            "set TIDEMARK_PUBLIC_URL to the address that people open",
        )
    if settings.smtp_host and settings.smtp_security == "none":
        yield _warning(
            "settings", "mail is sent without encryption",
            "set TIDEMARK_SMTP_SECURITY to starttls or tls",
        )  # fmt: skip


def _directory(settings: Settings) -> Iterator[Finding]:
    place = settings.state_dir
    if not place.exists():
        return
    mode = stat.S_IMODE(place.stat().st_mode)
    secrets = place / "secrets"
    is_open = mode & 0o077 and secrets.exists()
    if is_open:
        yield _fault(
            "permissions", f"{place} holds secrets and others may read it (mode {mode:o})",
            f"chmod 700 {place}",
        )  # fmt: skip
    for secret in sorted(secrets.glob("*")) if secrets.exists() else ():
        if stat.S_IMODE(secret.stat().st_mode) & 0o077:
            yield _fault("permissions", f"others may read {secret}", f"chmod 600 {secret}")


def _disk(settings: Settings) -> Iterator[Finding]:
    named = settings.data_disk or (str(settings.state_dir) if settings.state_dir.exists() else "")
    if not named:
        return
    place = Path(named)
    space = space_of(place) if place.is_dir() else None
    if space is None:
        yield _fault(
            "disk", f"TIDEMARK_DATA_DISK is {place}, which is no directory",
            "name a directory on the disk of the database, or nothing",
        )  # fmt: skip
        return
    said = f"{free_words(space)} of the disk of {place} are free"
    if space.is_full:
        yield _fault(
            "disk", f"{said}: no report is taken below {RESERVE_BYTES // MIB} MiB",
            "free some space; reports are taken again by themselves",
        )  # fmt: skip
    elif space.is_low:
        yield _warning("disk", said, "free some space, or move the data to a larger disk")


def _programs() -> Iterator[Finding]:
    if sys.version_info < OLDEST_PYTHON:
        yield _fault(
            "versions", f"this is Python {platform.python_version()}", "use Python 3.11 or newer"
        )
    try:
        run_program("pg_dump", ["--version"])
    except DomainError as error:
        yield _warning("versions", f"no backup can be made: {error}", "install what it names")


def _from_database(settings: Settings) -> list[Finding]:
    engine = make_engine(settings.database_url, 1)
    try:
        with transaction(engine) as session:
            found = [*_database_version(session), *_clock_of_database(session)]
            fault = operation.schema_fault(session)
            if fault:
                return [*found, _fault("migrations", fault, "make migrate, or make up")]
            return [*found, *_work(session), *_agents(session), *_pulses(session, settings)]
    except (SQLAlchemyError, psycopg.Error) as error:
        said = str(getattr(error, "orig", error)).strip().partition("\n")[0]
        remedy = "start it (make up), or correct TIDEMARK_DATABASE_URL"
        return [_fault("database", f"the database does not answer: {said}", remedy)]
    finally:
        engine.dispose()


def _replica(settings: Settings) -> Iterator[Finding]:
    if not settings.database_read_url:
        return
    try:
        found = replica_standing(settings)
    except (SQLAlchemyError, psycopg.Error) as error:
        said = str(getattr(error, "orig", error)).strip().partition("\n")[0]
        yield _warning(
            "replica", f"the replica cannot be compared with its primary: {said}",
            "start it, or correct TIDEMARK_DATABASE_READ_URL; pages are read from the primary",
        )  # fmt: skip
        return
    if found is None:
        yield _fault(
            "replica", "TIDEMARK_DATABASE_READ_URL names no replica of this database",
            "name a streaming replica of it, or nothing; make a replica again after a recovery",
        )  # fmt: skip
    elif found.seconds_behind > settings.read_lag_s:
        yield _warning(
            "replica",
            f"the replica is {found.seconds_behind:.0f} s"
            f" ({found.bytes_behind / MIB:.1f} MiB of log) behind",
            "see its log and pg_stat_replication; pages are read from the primary meanwhile",
        )


def _database_version(session: Session) -> Iterator[Finding]:
    number = int(session.execute(text("show server_version_num")).scalar_one())
    if number // 10_000 < OLDEST_POSTGRESQL:
        yield _fault(
            "versions", f"the database is PostgreSQL {number // 10_000}",
            f"use PostgreSQL {OLDEST_POSTGRESQL} or newer",
        )  # fmt: skip


def _clock_of_database(session: Session) -> Iterator[Finding]:
    now = session.execute(text("select extract(epoch from clock_timestamp())")).scalar_one()
    yield from _clock("the database", float(now))


def _clock(whose: str, theirs: float) -> Iterator[Finding]:
    skew = theirs - time.time()
    if abs(skew) > SKEW_S:
        way = "ahead of" if skew > 0 else "behind"
        yield _fault(
            "clock", f"the clock of {whose} is {abs(skew):.0f} s {way} this machine's",
            "let both follow a time server (chrony, systemd-timesyncd)",
        )  # fmt: skip


def _work(session: Session) -> Iterator[Finding]:
    for work in operation.waiting_work(session):
        if work.oldest_s > LATE_S:
            yield _fault(
                "queue",
                f"{work.count} requests for {work.name} wait, the oldest for"
                f" {work.oldest_s / 60:.0f} minutes",
                "see whether the worker runs (make status) and what its log says",
            )
    reports = operation.unfinished_reports(session)
    waiting, failed = reports.get("accepted"), reports.get("failed")
    if waiting and waiting.oldest_s > LATE_S:
        yield _fault(
            "queue",
            f"{waiting.count} reports wait, the oldest for {waiting.oldest_s / 60:.0f} minutes",
            "see whether the worker runs (make status) and what its log says",
        )
    if failed:
        yield _warning(
            "reports", f"{failed.count} reports could not be ingested",
            "tidemark reports shows why; correct them or retry after an update",
        )  # fmt: skip


def _agents(session: Session) -> Iterator[Finding]:
    for agent in operation.recent_agents(session):
        if agent.silent_s > AGENT_QUIET.total_seconds():
            yield _warning(
                "agents",
                f"agent {agent.name} of {agent.project} has been silent for"
                f" {agent.silent_s / 60:.0f} minutes",
                "start it again on its machine, and read its log",
            )


def _pulses(session: Session, settings: Settings) -> Iterator[Finding]:
    """Judge worker and scheduler as the server does; where Redis is away, that is said of it."""
    pulses = dict(heartbeats.ages_s(session))
    try:
        with quick_redis(settings.redis_url) as client:
            for pulse, age_s in ages_in_redis(client).items():
                pulses[pulse] = min(age_s, pulses.get(pulse, age_s))
    except redis.RedisError:
        return
    for trouble in judge(Signs(0.0, 0.0, pulses)).troubles:
        yield _fault(trouble.component, trouble.reason, "make up, or read the log of that process")


def _from_redis(settings: Settings) -> list[Finding]:
    try:
        with quick_redis(settings.redis_url) as client:
            facts: dict[str, str] = client.info("server")
            seconds, microseconds = client.time()
            return [
                *_redis_version(str(facts["redis_version"])),
                *_clock("Redis", float(seconds) + float(microseconds) / 1e6),
                *_policy(client),
            ]
    except redis.RedisError as error:
        remedy = "start it (make up), or correct TIDEMARK_REDIS_URL"
        return [_fault("redis", f"Redis does not answer: {error}", remedy)]


def _redis_version(version: str) -> Iterator[Finding]:
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST_REDIS:
        oldest = ".".join(map(str, OLDEST_REDIS))
        yield _fault("versions", f"Redis is {version}", f"use Redis {oldest} or newer, or Valkey")


def _policy(client: redis.Redis) -> Iterator[Finding]:
    try:
        held: dict[str, str] = client.config_get("maxmemory-policy")  # type: ignore[assignment]
    except redis.ResponseError:  # a hosted one may not tell
        return
    policy = held.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        yield _fault(
            "redis", f"Redis forgets messages when its memory is full ({policy})",
            "set maxmemory-policy to noeviction",
        )  # fmt: skip

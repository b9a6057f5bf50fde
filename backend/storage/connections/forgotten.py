"""Whether a connection was forgotten on the way: both ends are there, and each waits for the other.

A firewall or a translator of addresses drops a connection that rested for long, and tells nobody.
"""

import os
import select
import socket
import struct
import sys
import time
from dataclasses import dataclass
from typing import Any, Final

import psycopg
from psycopg.conninfo import make_conninfo

PAUSE_S = 1.0
"""Between two looks: whatever is on the way arrives, or moves a byte."""
CONNECT_S = 2
WORKING: Final = frozenset({"active", "fastpath function call"})
STATE = "select state, state_change::text from pg_stat_activity where pid = %s"
SIZE_OF_TCP_INFO = 232
BYTES_MOVED = struct.Struct("=120xQQ")
"""Bytes acknowledged and bytes received, in the kernel's struct tcp_info (linux/tcp.h)."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the server and the kernel know of a connection at one moment."""

    state: str
    """Of the server's process that belongs to it, as pg_stat_activity has it."""
    since: str
    moved: tuple[int, int]


def is_forgotten(connection: psycopg.Connection[Any]) -> bool:
    """Say whether the server waits for a statement while the client waits for an answer.

    False as well where it cannot be known: on a socket of this machine, through a pooler, whose
    processes have other numbers, and where the server takes no connection more.
    """
    info = connection.info
    if not sys.platform.startswith("linux") or info.host.startswith("/"):
        return False
    try:
        address = make_conninfo(info.dsn, password=info.password, connect_timeout=CONNECT_S)
        with psycopg.connect(address, autocommit=True) as other:
            before = _look(other, connection)
            if before is None or before.state in WORKING:
                return False
            time.sleep(PAUSE_S)
            return _look(other, connection) == before and not _has_answer(connection)
    except psycopg.Error:
        return False


def _look(other: psycopg.Connection[Any], connection: psycopg.Connection[Any]) -> Look | None:
    found = other.execute(STATE, (connection.info.backend_pid,)).fetchone()
    if found is None or found[0] is None:
        return None
    return Look(found[0], found[1], _moved(connection.fileno()))


def _moved(descriptor: int) -> tuple[int, int]:
    with socket.socket(fileno=os.dup(descriptor)) as same:
        told = same.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, SIZE_OF_TCP_INFO)
    acknowledged, received = BYTES_MOVED.unpack_from(told)
    return acknowledged, received


def _has_answer(connection: psycopg.Connection[Any]) -> bool:
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(0))

"""A database of the test process's Valkey for each server that a test starts.

A message names a project and a row, and no database: a worker that takes what was left for a server
of another test answers for it, or keeps its own work waiting.
"""

from itertools import count

import redis

IN_PROCESS = 15
"""The database of the API that runs in the test process itself."""
MOST = 14
"""Valkey has 16 databases; 0 is left to who starts a server without asking for one."""
_made = count()


def broker_numbered(redis_url: str, number: int) -> str:
    """Return the address of one database of a Valkey, emptied."""
    address = f"{redis_url.rsplit('/', 1)[0]}/{number}"
    with redis.Redis.from_url(address) as client:
        client.flushdb()
    return address


def fresh_broker(redis_url: str) -> str:
    """Return the address of an empty database that nobody is connected to, another each time."""
    with redis.Redis.from_url(redis_url) as client:
        taken = {int(one["db"]) for one in client.client_list()}
    for _ in range(MOST):
        number = 1 + next(_made) % MOST
        if number not in taken:
            return broker_numbered(redis_url, number)
    raise RuntimeError(f"all {MOST} databases of the test process's Valkey are in use")

"""Every fault there is. Each begins, lasts, and is over when its function returns."""

import json
import os
import random
import resource
import signal
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial

import psycopg
import redis

from backend.bench.chaos.site import PARTS, Site
from backend.services.relay import make_producer
from backend.services.task_names import QUEUES
from backend.storage.database_urls import driver_url
from backend.testing.breaking.links import NetworkFault
from backend.testing.stack import wait_for, wait_until

Fault = Callable[[Site, random.Random], None]
MIB = 1024 * 1024
CONNECTIONS = 300
CLOCKS = (7200, -7200, 90, -90)
"""By how many seconds the clock of the product's machine is wrong for a while."""
ODD_MESSAGES = (
    b"not JSON",
    b"[]",
    b'{"body": 1}',
    json.dumps({
        "body": "", "content-encoding": "utf-8", "content-type": "application/json",
        "headers": {"lang": "py", "task": "no such task", "id": "poison"},
        "properties": {
            "delivery_tag": "poison", "body_encoding": "base64", "correlation_id": "poison",
            "delivery_info": {"exchange": "", "routing_key": "maintenance"},
        },
    }).encode(),
)  # fmt: skip


def _kill_family(part: str, site: Site, _chance: random.Random) -> None:
    old = site.pids(part)[:1]
    site.send(part, signal.SIGKILL)
    # a killed supervisor's children are its own to start again
    wait_until(lambda: (now := site.pids(part)[:1]) and now != old, f"another {part} runs", 120)


def _kill_one(part: str, site: Site, chance: random.Random) -> None:
    leader, *others = site.pids(part) or [0]
    if pids := [one for one in others if one != leader]:
        _signal(chance.choice(pids), signal.SIGKILL)


def _kill_backend(site: Site, chance: random.Random) -> None:
    _kill_one("postgres", site, chance)
    site.see_to("postgres")  # it ends where it was starting and lost the process that did it


def _kill_server(part: str, site: Site, chance: random.Random) -> None:
    site.send(part, signal.SIGKILL)
    time.sleep(chance.uniform(0.2, 2))
    site.restart(part)


def _kill_supervisor(site: Site, chance: random.Random) -> None:
    if site.supervisor is not None:
        site.supervisor.kill()
        site.supervisor.wait()
    time.sleep(chance.uniform(0.2, 2))
    site.start()
    wait_until(lambda: site.pids("beat"), "the supervisor has started all", 180)


def _stop(part: str, site: Site, chance: random.Random) -> None:
    pids = site.pids(part)
    site.send(part, signal.SIGSTOP)
    time.sleep(chance.uniform(1, 8))
    for pid in pids:
        _signal(pid, signal.SIGCONT)


def _full_disk(site: Site, chance: random.Random) -> None:
    site.fill_disk(chance.choice((0, 0, MIB, 64 * MIB)))
    time.sleep(chance.uniform(2, 6))
    site.free_disk()
    for part in ("postgres", "valkey"):
        site.see_to(part)


def _slow_disk(site: Site, chance: random.Random) -> None:
    until = time.monotonic() + chance.uniform(3, 8)
    while time.monotonic() < until:
        site.send("postgres", signal.SIGSTOP)
        time.sleep(0.25)
        site.send("postgres", signal.SIGCONT)
        time.sleep(0.05)


def _net(name: str, part: str, fault: NetworkFault, site: Site, chance: random.Random) -> None:
    link = next(one for one in site.links if one.name == name)
    link.begin(part, fault)
    time.sleep(chance.uniform(1, 8))
    link.end()


def _clock(site: Site, chance: random.Random) -> None:
    site.set_clock(chance.choice(CLOCKS))
    time.sleep(chance.uniform(3, 8))
    site.set_clock(0)


def _empty_redis(site: Site, _chance: random.Random) -> None:
    with redis.Redis.from_url(site.broker.url) as client:
        client.flushall()


def _replace_redis(site: Site, _chance: random.Random) -> None:
    site.replace_valkey()


def _fail_over(site: Site, _chance: random.Random) -> None:
    site.fail_over()


def _storm_of_database(site: Site, chance: random.Random) -> None:
    """Take all connections that the database gives."""
    with ExitStack() as held:
        with suppress(psycopg.OperationalError):
            for _ in range(CONNECTIONS):
                one = psycopg.connect(driver_url(site.database_url), connect_timeout=3)
                held.enter_context(one)
        time.sleep(chance.uniform(1, 5))


def _storm_of_api(site: Site, chance: random.Random) -> None:
    """Open connections that ask for nothing, and some that never finish asking."""
    held = []
    with suppress(OSError):
        for number in range(CONNECTIONS):
            one = socket.create_connection(("127.0.0.1", site.clients.port), 2)
            held.append(one)
            if number % 2:
                one.sendall(b"POST /api/v1/projects/chaos0/reports HTTP/1.1\r\nHost: x\r\n")
    time.sleep(chance.uniform(1, 5))
    for one in held:
        one.close()


def _out_of_memory(site: Site, chance: random.Random) -> None:
    """Give a process no page more for some seconds; half of them end as the kernel would do it."""
    part = chance.choice(("api", "worker"))
    # what the fault before ended may only just start again
    pids = wait_for(lambda: site.pids(part) or None, f"{part} runs", 120)
    pid = chance.choice(pids[1:] or pids)
    with suppress(ProcessLookupError, OSError):
        resource.prlimit(pid, resource.RLIMIT_AS, (MIB, resource.RLIM_INFINITY))
        time.sleep(chance.uniform(1, 4))
        resource.prlimit(pid, resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
    if chance.random() < 0.5:  # noqa: PLR2004
        _signal(pid, signal.SIGKILL)


def _poison(site: Site, chance: random.Random) -> None:
    """Put messages into the queues that no task can be made of, or that name nothing there is."""
    task, queue = chance.choice(sorted(QUEUES.items()))
    with redis.Redis.from_url(site.broker.url) as client:
        client.lpush(queue, chance.choice(ODD_MESSAGES))
    producer = make_producer(site.broker.url)
    producer.send_task(str(task), kwargs={"project_id": 2**40, "outbox_id": -1}, queue=queue)
    producer.send_task(str(task), kwargs={"nonsense": "x" * 1000}, queue=queue)
    producer.close()


def _signal(pid: int, which: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, which)


LINKS = (
    ("api", ""),
    *(("postgres", part) for part in PARTS),
    *(("redis", part) for part in PARTS),
    ("receiver", ""),
)
"""Between every pair: a server, and the part that calls it."""

FAULTS: dict[str, Fault] = {
    **{f"kill {part}": partial(_kill_family, part) for part in PARTS},
    "kill a process of api": partial(_kill_one, "api"),
    "kill a process of worker": partial(_kill_one, "worker"),
    "kill a backend of postgres": _kill_backend,
    "kill postgres": partial(_kill_server, "postgres"),
    "kill redis": partial(_kill_server, "valkey"),
    "kill supervisor": _kill_supervisor,
    **{f"stop {part}": partial(_stop, part) for part in PARTS},
    "stop postgres": partial(_stop, "postgres"),
    "stop redis": partial(_stop, "valkey"),
    "disk full": _full_disk,
    "disk slow": _slow_disk,
    **{
        f"{fault} network, {part or 'others'} to {server}": partial(_net, server, part, fault)
        for server, part in LINKS
        for fault in NetworkFault
    },
    "clock jumps": _clock,
    "redis emptied": _empty_redis,
    "redis replaced": _replace_redis,
    "postgres fails over": _fail_over,
    "connection storm on postgres": _storm_of_database,
    "connection storm on api": _storm_of_api,
    "out of memory": _out_of_memory,
    "poisoned task": _poison,
}

CHEAP = (
    "kill worker", "kill a process of api", "kill postgres", "kill redis", "stop postgres",
    "disk full", "cut network, api to postgres", "black hole network, worker to postgres",
    "slow network, api to redis", "redis emptied", "out of memory", "poisoned task",
)  # fmt: skip
"""One of each sort, for a short run."""


def plan(count: int, chance: random.Random, *, has_clock: bool) -> list[str]:
    """Return as many names of faults: each as often as the others, in a random order."""
    names = [name for name in FAULTS if has_clock or name != "clock jumps"]
    planned: list[str] = []
    while len(planned) < count:
        planned += chance.sample(names, len(names))
    return planned[:count]

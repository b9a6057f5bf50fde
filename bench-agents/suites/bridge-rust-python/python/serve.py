"""Serves the handlers of an application by one strategy, until standard input ends."""

import asyncio
import contextlib
import importlib.machinery
import importlib.util
import inspect
import json
import os
import runpy
import sys
import time
from types import ModuleType
from typing import TypedDict

from bridging import Handler, attach_eagerly, attach_plainly
from loops import LoopThread, new_loop, run_on_new_loop

# How long a handler that blocks its loop is waited for at the end.
PATIENCE_S = 1.0
# How often a handler is called alone, to know what it takes.
FEWEST, MOST, LONGEST_S = 5, 25, 0.01
# What the Rust side does for strategies that differ only in Python, or only in a setting.
TRANSPORTS = {
    "run-n": "runners",
    "run-n-checked": "runners",
    "ruc": "runners",
    "bridge-eager": "bridge",
    "sync-attach": "sync",
}


class Settings(TypedDict):
    """What the load generator asks for, as JSON in the one argument."""

    module: str
    application: str
    strategy: str
    workers: int
    dispatch: str
    loop: str
    threads: int
    handler: str


def main() -> int:
    """Serve; return the exit code."""
    settings: Settings = json.loads(sys.argv[1])
    application = runpy.run_path(settings["application"])
    strategy = settings["strategy"]
    handlers = application["SYNC" if strategy.startswith("sync") else "ASYNC"]
    alone_s = _alone(application["ASYNC"].get(settings["handler"]))
    bridge = _load(settings["module"])
    targets, threads = _targets(bridge, settings)
    server = bridge.Server(
        strategy=TRANSPORTS.get(strategy, strategy),
        handlers=handlers,
        encode=json.dumps,
        targets=targets,
        dispatch=settings["dispatch"],
        threads=settings["threads"],
        keep_states=strategy != "sync-attach",
        check=inspect.iscoroutinefunction if strategy.endswith("-checked") else None,
    )
    for thread in threads:
        thread.start()
    with contextlib.suppress(BrokenPipeError):  # whoever asked has gone; standard input says so
        print(json.dumps({"port": server.port, "alone_s": alone_s}), flush=True)
    server.run()
    return _end(threads)


def _targets(bridge: ModuleType, settings: Settings) -> tuple[list[object], list[LoopThread]]:
    """Return what the strategy hands requests to, and the threads behind it."""
    strategy, kind, workers = settings["strategy"], settings["loop"], settings["workers"]
    if strategy.startswith("sync"):
        return [], []
    if strategy.startswith("run"):
        return [run_on_new_loop(kind)] * workers, []
    if strategy == "ruc":
        return [new_loop(kind).run_until_complete for _ in range(workers)], []
    threads = [LoopThread(kind) for _ in range(workers)]
    if strategy.startswith("nb"):
        return [thread.loop for thread in threads], threads
    attach = attach_eagerly if strategy == "bridge-eager" else attach_plainly
    shards = [bridge.Shard() for _ in threads]
    for shard, thread in zip(shards, threads, strict=True):
        attach(shard, thread.loop)
    return shards, threads


def _alone(handler: Handler | None) -> float | None:
    """Return the seconds that a handler takes when nothing else happens.

    The least of a few: on a busy machine the others tell what the machine does.
    """
    if handler is None:
        return None
    try:
        return asyncio.run(_least(handler))
    except Exception:  # noqa: BLE001 - one that fails is served, and its clients are told
        return None


async def _least(handler: Handler) -> float:
    taken: list[float] = []
    began = time.perf_counter()
    while len(taken) < FEWEST or (len(taken) < MOST and time.perf_counter() < began + LONGEST_S):
        before = time.perf_counter()
        await handler("0")
        taken.append(time.perf_counter() - before)
    return min(taken)


def _load(path: str) -> ModuleType:
    """Import the module `bridge` from a library of any name."""
    loader = importlib.machinery.ExtensionFileLoader("bridge", path)
    spec = importlib.util.spec_from_file_location("bridge", path, loader=loader)
    if spec is None:
        raise SystemExit(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def _end(threads: list[LoopThread]) -> int:
    """Cancel what runs and end every loop; say so if a handler does not let go."""
    for thread in threads:
        thread.ask_to_end()
    deadline = time.monotonic() + PATIENCE_S
    blocked = [not thread.has_ended(max(0.0, deadline - time.monotonic())) for thread in threads]
    if any(blocked):
        print(f"ended over a handler that blocked its loop for {PATIENCE_S} s", file=sys.stderr)
    return 3 if any(blocked) else 0


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    # An interpreter that waits for threads of the server, or for a blocked loop, could hang.
    os._exit(code)

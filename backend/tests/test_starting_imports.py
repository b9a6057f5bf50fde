"""What a process must not load to start: it is imported when it is first needed."""

import os
import subprocess
import sys

import pytest

from backend.settings import inherited_environment
from backend.testing.databases import ROOT

COMPUTING = {"numba", "llvmlite", "scipy"}
RARE = {
    "jsonschema", "mcp", "jwt", "cryptography.hazmat", "alembic", "hdrh", "opentelemetry.sdk",
    "httpcore",
}  # fmt: skip
SERVING = {
    "numpy", "celery", "kombu", "redis", "sqlalchemy", "psycopg", "pydantic", "httpx", "asyncio",
    "rich",
}  # fmt: skip
ANSWERING = {"fastapi", "starlette", "uvicorn"}
STARTS = {
    "backend.api.app": COMPUTING | RARE | {"numpy", "celery", "kombu"},
    "workers.process": COMPUTING | RARE | ANSWERING,
    "workers.app": COMPUTING | RARE | ANSWERING | {"numpy"},
    "workers.beat": COMPUTING | RARE | ANSWERING | {"numpy", "sqlalchemy", "orjson"},
    "backend.embedded.__main__": COMPUTING
    | RARE
    | ANSWERING
    | {"numpy", "celery", "kombu", "redis", "sqlalchemy"},
    "backend.admin.__main__": COMPUTING | RARE | ANSWERING | SERVING,
    "backend.cli.__main__": COMPUTING | RARE | ANSWERING | SERVING | {"backend.client.models_gen"},
    "backend.client.sender": COMPUTING | RARE | ANSWERING | SERVING,
}
"""The first module of each process, and what it does without."""
TELL = "import importlib, sys; importlib.import_module(sys.argv[1]); print(*sys.modules)"


@pytest.mark.parametrize("module", STARTS)
def test_a_process_starts_without_what_it_may_never_need(module: str) -> None:
    command = [sys.executable, "-c", TELL, module]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    loaded = {*told.split()}
    assert loaded & STARTS[module] == set()
    assert "backend" in loaded


LOOKS = 7
MOST_TIMES = 3.0
"""Of what Python and its own means to ask a server take: 150 ms where those take 50."""


def test_a_command_starts_in_few_times_what_python_takes_to_ask_anything() -> None:
    """Processor time of the fastest of some: others on this machine change it little."""
    bare = _fastest("-c", "import click, http.client")
    nobody = ("--server", "http://127.0.0.1:9", "--project", "x")
    asking = _fastest("-P", "-m", "backend.cli", "alerts", *nobody)
    assert asking < MOST_TIMES * bare, f"{asking:.3f} s of {bare:.3f} s"


def _fastest(*arguments: str) -> float:
    environment = inherited_environment(TIDEMARK_PATIENCE="0", PYTHONPATH=str(ROOT))
    taken = []
    for _ in range(LOOKS):
        started = subprocess.Popen(
            [sys.executable, *arguments], env=environment, stderr=subprocess.DEVNULL
        )
        _, _, used = os.wait4(started.pid, 0)
        started.returncode = 0
        taken.append(used.ru_utime + used.ru_stime)
    return min(taken)

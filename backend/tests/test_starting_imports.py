"""What a process must not load to start: it is imported when it is first needed."""

import subprocess
import sys

import pytest

COMPUTING = {"numba", "llvmlite", "scipy"}
RARE = {"jsonschema", "mcp", "jwt", "cryptography.hazmat", "alembic", "hdrh"}
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
    "backend.cli.__main__": COMPUTING
    | RARE
    | ANSWERING
    | {"numpy", "celery", "kombu", "redis", "sqlalchemy", "psycopg", "pydantic"},
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

"""make fuzz: ask the real stack for odd things, on this machine only, and end by itself."""

import argparse
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from sqlalchemy import Engine

from backend.embedded.stores.services import private_services
from backend.fuzz import show
from backend.fuzz.actors import ACTORS, ensure_projects, headers_of
from backend.fuzz.asking import Asking, ask_everything
from backend.storage.engine import make_engine
from backend.testing.builders import a_history
from backend.testing.databases import migrate
from backend.testing.filling import fill
from backend.testing.stack import Stack, running_stack

COUNT = 50_000
LEVELS = (1.0, 1.01, 0.99, 1.0, 1.0, 1.5, 1.51, 1.49, 1.5, 1.5)


def main() -> int:
    """Ask as often as was said; the exit code says whether the server had faults."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help="requests")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**31))
    chosen = parser.parse_args()
    show.say(f"{chosen.count} requests, SEED={chosen.seed}")
    began = time.monotonic()
    with _standing() as (stack, engine):
        asking = Asking(
            stack.url, described(stack.url), lambda actor: headers_of(engine, actor), ACTORS,
            chosen.count, chosen.seed,
        )  # fmt: skip
        account = ask_everything(asking, show.progress)
    show.table(account)
    show.closing(account, chosen.seed, time.monotonic() - began)
    return 1 if account.faults else 0


def described(url: str) -> dict[str, object]:
    """Return the description of the API, as the server gives it."""
    found: dict[str, object] = httpx.get(f"{url}/api/openapi.json", timeout=60).json()
    return found


def furnish(engine: Engine) -> None:
    """Put into the projects what requests can be about: results, a change, an alert."""
    for project in ensure_projects(engine):
        fill(engine, project, *a_history(LEVELS))


@contextmanager
def _standing() -> Iterator[tuple[Stack, Engine]]:
    with (
        tempfile.TemporaryDirectory(prefix="tidemark-fuzz-") as made,
        private_services(Path(made)) as services,
    ):
        migrate(services.database_url)
        engine = make_engine(services.database_url, 2)
        try:
            furnish(engine)
            with running_stack(services.database_url, services.redis_url, Path(made)) as stack:
                yield stack, engine
        finally:
            engine.dispose()


__all__ = ["described", "furnish", "main"]

if __name__ == "__main__":
    sys.exit(main())

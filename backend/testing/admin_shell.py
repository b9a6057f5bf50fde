"""Commands of `tidemark admin`, as an operator types them, in processes that need no imports."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from backend.testing.fork_server import fork_server


def run_admin(environment: Mapping[str, str], *words: str) -> tuple[int, str]:
    """Run one command in a process of its own; return its exit code and all that it said."""
    with TemporaryDirectory() as scratch:
        log = Path(scratch) / "said"
        code = fork_server().start(["backend.admin", *words], environment, log).wait()
        return code, log.read_text()

"""One line per step with its seconds, and one sentence where a step cannot be done."""

import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

WIDTH = 28
FIRST_LINES = 5
LAST_LINES = 10


class CannotInstallError(Exception):
    """A step cannot be done; the message names what is missing and how to get it."""


@contextmanager
def step(name: str) -> Iterator[None]:
    """Show a step while it runs and its seconds when it is done."""
    print(f"  {name:<{WIDTH}}", end="", flush=True)
    begun = time.monotonic()
    try:
        yield
    except BaseException:
        print("not done", flush=True)
        raise
    print(f"{time.monotonic() - begun:6.1f} s", flush=True)


def unchanged(name: str) -> None:
    """Say that a step was done before and its inputs are the same."""
    print(f"  {name:<{WIDTH}}unchanged", flush=True)


def run(
    command: Sequence[str | Path], env: Mapping[str, str], cwd: Path, log: Path, failure: str
) -> None:
    """Run a command with its output in `log`; raise `failure` with what it said if it fails."""
    log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with log.open("ab") as sink:
        begun = sink.tell()
        try:
            done = subprocess.run(
                command, env={**env, "NO_COLOR": "1"}, cwd=cwd, check=False,
                stdin=subprocess.DEVNULL, stdout=sink, stderr=sink,
            )  # fmt: skip
        except OSError as error:
            raise CannotInstallError(f"{failure} {command[0]}: {error.strerror}.") from error
    if done.returncode:
        lines = log.read_bytes()[begun:].decode(errors="replace").strip().splitlines()
        if len(lines) > FIRST_LINES + LAST_LINES:
            lines[FIRST_LINES:-LAST_LINES] = ["…"]
        shown = "\n".join(f"    {line}" for line in lines)
        raise CannotInstallError(f"{failure} From {log}:\n{shown}")

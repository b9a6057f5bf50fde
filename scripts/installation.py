"""The steps of an installation, each done only where its inputs changed."""

import fcntl
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import detector
import launcher
import otava
import places
import python_packages
import traces
import web_pages
from steps import CannotInstallError

STOPPED = 130


def install(arguments: list[str]) -> int:
    """Install what the flags ask for, then run the command after `--`; return the exit code."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    flags, command = set(arguments[:at]), arguments[at + 1 :]
    try:
        env = _take_steps(flags)
    except CannotInstallError as error:
        return _say(str(error), 1)
    except PermissionError as error:
        return _say(
            f"{error.filename} belongs to another account or cannot be written. Run this as its "
            "owner, or in a checkout of your own.",
            1,
        )
    except OSError as error:
        return _say(f"{error.filename or 'Input or output'}: {error.strerror}.", 1)
    except KeyboardInterrupt:
        return _say("Stopped; the next run goes on from here.", STOPPED)
    if command:
        os.chdir(places.ROOT)
        os.execvpe(command[0], command, env)  # noqa: S606 - the caller's own command
    return 0


def _take_steps(flags: set[str]) -> dict[str, str]:
    state = places.state_dir()
    env = places.environment(state)
    log = state / "logs" / "install.log"
    with _alone(state / "install.lock"):
        python_packages.install(log, env, development="--dev" in flags)
        launcher.write()
        if "--no-pages" not in flags:
            web_pages.build(log, env)
        if "--no-detector" not in flags:
            detector.compile_detector(log, env)
        if flags & {"--dev", "--traces"} or traces.are_wanted():
            traces.install(log, env)
        if "--otava" in flags:
            otava.install(state, log, env)
    return env


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Let one installation of this checkout run at a time."""
    with lock.open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print("  another installation of this checkout is running; waiting for it", flush=True)
            begun = time.monotonic()
            fcntl.flock(held, fcntl.LOCK_EX)
            print(f"  waited {time.monotonic() - begun:.0f} s", flush=True)
        yield


def _say(sentence: str, code: int) -> int:
    print(f"\n{sentence}", file=sys.stderr, flush=True)
    return code

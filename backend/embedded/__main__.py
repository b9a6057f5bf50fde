"""Tidemark on one machine: python -m backend.embedded up | down | status | reset."""

import argparse
import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from pydantic import ValidationError

from backend.embedded.background import detach, reset, show_status, stop
from backend.embedded.demo import run_demo
from backend.embedded.environment import application_environment
from backend.embedded.errors import CannotStartError
from backend.embedded.shell import run_tidemark
from backend.embedded.state import StateDir, open_state
from backend.embedded.stores.services import private_services
from backend.embedded.supervisor import run
from backend.settings import Settings


def main() -> int:
    """Run one verb; return the exit code."""
    arguments = _parser().parse_args()
    try:
        settings = Settings()
        if arguments.verb == "with-services":
            return _with_services(settings, arguments.command)
        return _run(arguments, open_state(settings.state_dir), settings)
    except BrokenPipeError:
        return _unread()
    except CannotStartError as error:
        print(f"\n{error}", file=sys.stderr)
    except ValidationError as error:
        for fault in error.errors():
            name = "_".join(["TIDEMARK", *map(str, fault["loc"])]).upper()
            print(f"\n{name}: {fault['msg']}.", file=sys.stderr)
    except OSError as error:
        print(f"\n{_described(error)}", file=sys.stderr)
    except (KeyboardInterrupt, EOFError):
        print("\nNothing was changed.", file=sys.stderr)
    return 1


def _unread() -> int:
    """Whoever read has seen enough, as `head` does; the interpreter's last flush has no reader."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _described(error: OSError) -> str:
    place = f"{error.filename}: " if error.filename else ""
    remedy = " Free some space and run make up again." if error.errno == errno.ENOSPC else ""
    return f"{place}{error.strerror or error}.{remedy}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m backend.embedded", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    up = verbs.add_parser("up", help="start everything and keep it running")
    up.add_argument("--detach", action="store_true", help="leave it in the background")
    up.add_argument("--no-agent", action="store_true", help="measure nothing on this machine")
    verbs.add_parser("down", help="stop everything")
    verbs.add_parser("status", help="show the address and each process")
    verbs.add_parser("demo", help="measure releases of two packages and upload them")
    command = verbs.add_parser("tidemark", help="administer the server that runs here")
    command.add_argument("command", nargs="*")
    delete = verbs.add_parser("reset", help="delete all results of this installation")
    delete.add_argument("--force", action="store_true", help="do not ask")
    beside = verbs.add_parser("with-services", help="run a command with services of its own")
    beside.add_argument("command", nargs="+")
    return parser


def _run(arguments: argparse.Namespace, state: StateDir, settings: Settings) -> int:
    if arguments.verb == "up" and arguments.detach:
        return detach(state, has_agent=not arguments.no_agent)
    if arguments.verb == "up":
        run(state, settings, has_agent=not arguments.no_agent)
    elif arguments.verb == "down":
        stop(state)
    elif arguments.verb == "status":
        show_status(state, settings)
    elif arguments.verb == "demo":
        run_demo(state, settings)
    elif arguments.verb == "tidemark":
        run_tidemark(state, settings, arguments.command)
    else:
        reset(state, settings, is_forced=arguments.force)
    sys.stdout.flush()  # while somebody minds that the reader has gone
    return 0


def _with_services(settings: Settings, command: list[str]) -> int:
    """Run a command with a PostgreSQL and a Valkey that end with it."""
    with tempfile.TemporaryDirectory(prefix="tidemark-") as folder:
        directory = Path(folder) / "state"
        with private_services(directory) as services:
            environment = application_environment(
                StateDir(directory), settings, services.database_url, services.redis_url
            )
            return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

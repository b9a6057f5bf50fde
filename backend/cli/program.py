"""Runs one command, with one calm sentence for everything that can go wrong."""

import io
import os
import stat
import sys
from collections.abc import Sequence
from typing import Any, TextIO

import click
from click.shell_completion import shell_complete

from backend.cli.environment import environment
from backend.cli.exits import CommandError, Exit
from backend.cli.table import wrapped
from backend.cli.verb import PROSE
from backend.cli.verbs import tidemark
from backend.client.answers import MisreadError, RefusedError, ServerError, one_line

NAME, COMPLETE = "tidemark", "_TIDEMARK_COMPLETE"
GATES = frozenset({"compare", "try", "propose", "verify", "confirm", "bisect"})
"""Verbs that end with a verdict, also where nobody reads what they say."""
UNAUTHENTICATED, WRONG = 401, frozenset({400, 409, 413, 422})


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return what it ends with, see `exits.py`."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if arguments is None and GATES.intersection(given[:1]):
        sys.stdout = _lasting(sys.stdout)
    try:
        code = _run(given)
        sys.stdout.flush()
    except BrokenPipeError:
        return _unread()
    return code


class _Unread(io.FileIO):
    """An output of a gate, whose reader may have seen enough, as `head` has."""

    def write(self, content: Any) -> int:  # noqa: ANN401  any buffer
        try:
            return super().write(content) or 0
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            return len(content)


def _lasting(plain: TextIO) -> TextIO:
    if not stat.S_ISFIFO(os.fstat(plain.fileno()).st_mode):
        return plain
    raw = io.BufferedWriter(_Unread(plain.fileno(), "w", closefd=False))
    return io.TextIOWrapper(raw, encoding=plain.encoding, errors=plain.errors)


def _run(arguments: list[str]) -> int:
    try:
        return _invoke(arguments)
    except BrokenPipeError:
        raise
    except click.exceptions.Exit as error:
        return error.exit_code
    except ServerError as error:
        return _failed(error)
    except (click.ClickException, CommandError, click.Abort, KeyboardInterrupt) as error:
        return _ended(error)
    except (OSError, UnicodeError) as error:
        return _complain(_described(error), "", Exit.WRONG_USE)


def _invoke(arguments: list[str]) -> int:
    """Complete for a shell that asks, else run a verb.

    Not by `tidemark.main`: that ends the process by itself when a reader has gone.
    """
    asked = environment().get(COMPLETE)
    if asked:
        return shell_complete(tidemark, {}, NAME, COMPLETE, asked)
    with tidemark.make_context(NAME, arguments) as context:
        said = tidemark.invoke(context)
    return said if isinstance(said, int) else Exit.FINE


def _ended(error: BaseException) -> int:
    """Say why a command was ended from this side."""
    if isinstance(error, click.ClickException):
        return _complain(error.format_message(), _usage(error), Exit.WRONG_USE)
    if isinstance(error, CommandError):
        return _complain(str(error), error.remedy, error.code)
    return _complain("stopped; nothing more was sent", "", Exit.STOPPED)


def _failed(error: ServerError) -> int:
    """Say what the server, or the way to it, did not do."""
    if isinstance(error, RefusedError):
        return _refused(error)
    if isinstance(error, MisreadError):
        return _complain(str(error), "", Exit.WRONG_USE)
    return _complain(
        str(error), "look whether the server runs; then run this again", Exit.TRY_LATER
    )


def _described(error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError):
        return f"text that is no UTF-8: {error}"
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{error.strerror or error}"


def _usage(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f"see {context.command_path} --help" if context else ""


def _refused(error: RefusedError) -> int:
    if error.status == UNAUTHENTICATED:
        _complain(str(error), "sign in: tidemark login, or set TIDEMARK_KEY")
        return Exit.REFUSED
    _complain(str(error), "")
    for fault in error.problem.faults if error.problem and error.problem.faults else ():
        place = fault.pointer.removeprefix("/query/") or "the whole"
        is_said = fault.reason in str(error)
        _indented(f"{place}: {fault.remedy if is_said else f'{fault.reason}; {fault.remedy}'}")
    if error.is_passing:
        return Exit.TRY_LATER
    return Exit.WRONG_USE if error.status in WRONG else Exit.REFUSED


def _complain(said: str, remedy: str, code: int = Exit.WRONG_USE) -> int:
    for line in wrapped(f"tidemark: {one_line(said)}".rstrip(".") + ".", PROSE):
        click.echo(line, err=True)
    if remedy:
        _indented(f"To fix it: {remedy}.")
    return code


def _indented(text: str) -> None:
    for line in wrapped(one_line(text), PROSE):
        click.echo(f"  {line}", err=True)


def _unread() -> int:
    """Whoever read has seen enough, as `head` does; the interpreter's last flush has no reader."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.FINE

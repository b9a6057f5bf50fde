"""What the person at the terminal sees: steps with their seconds, then one status line."""

import re
import select
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

WIDTH = 28


def write_line(text: str, end: str = "\n") -> None:
    """Print, whether or not anybody reads.

    Neither a full disk nor a closed terminal ends a supervisor, and a terminal that is held
    (Ctrl-S, a pager) holds up none: what cannot be written now is left out.
    """
    with suppress(OSError, ValueError):
        if _is_writable():
            print(text, end=end, flush=True)


def _is_writable() -> bool:
    waiting = select.poll()
    waiting.register(sys.stdout.fileno(), select.POLLOUT)
    return bool(waiting.poll(0))


@contextmanager
def step(name: str) -> Iterator[None]:
    """Show a step while it runs and its seconds when it is done."""
    write_line(f"  {name:<{WIDTH}}", end="")
    begun = time.monotonic()
    try:
        yield
    except BaseException:
        write_line("not done")
        raise
    write_line(f"{time.monotonic() - begun:6.1f} s")


@dataclass(slots=True)
class StatusLine:
    """The last line of the terminal, rewritten in place; in a file, one line per phase."""

    shown: str = ""

    def show(self, text: str) -> None:
        """Show a new state; nothing is written if it is the same as before."""
        if sys.stdout.isatty():
            if text != self.shown:
                write_line(f"\r\x1b[K{_cut(text)}", end="")
        elif _without_numbers(text) != _without_numbers(self.shown):
            write_line(text)
        self.shown = text

    def say(self, sentence: str) -> None:
        """Print a sentence above the status line."""
        again, self.shown = self.shown, ""
        if sys.stdout.isatty():
            write_line(f"\r\x1b[K{sentence}")
            self.show(again)
        else:
            write_line(sentence)
            self.shown = again

    def finish(self) -> None:
        """Leave the status line behind."""
        if self.shown and sys.stdout.isatty():
            write_line("")
        self.shown = ""


def _cut(text: str) -> str:
    """Keep to one row, so that the next state can be written over this one."""
    columns = shutil.get_terminal_size().columns
    return text if len(text) < columns else f"{text[: columns - 2]}…"


def _without_numbers(text: str) -> str:
    """Return what stays the same while a phase makes progress."""
    return re.sub(r"\d+", "", text)

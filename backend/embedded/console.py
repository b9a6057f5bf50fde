"""What the person at the terminal sees: steps with their seconds, then one status line."""

import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

WIDTH = 28


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


@dataclass(slots=True)
class StatusLine:
    """The last line of the terminal, rewritten in place; in a file, one line per phase."""

    shown: str = ""

    def show(self, text: str) -> None:
        """Show a new state; nothing is written if it is the same as before."""
        if sys.stdout.isatty():
            if text != self.shown:
                print(f"\r\x1b[K{_cut(text)}", end="", flush=True)
        elif _without_numbers(text) != _without_numbers(self.shown):
            print(text, flush=True)
        self.shown = text

    def say(self, sentence: str) -> None:
        """Print a sentence above the status line."""
        again, self.shown = self.shown, ""
        if sys.stdout.isatty():
            print(f"\r\x1b[K{sentence}", flush=True)
            self.show(again)
        else:
            print(sentence, flush=True)
            self.shown = again

    def finish(self) -> None:
        """Leave the status line behind."""
        if self.shown and sys.stdout.isatty():
            print(flush=True)
        self.shown = ""


def _cut(text: str) -> str:
    """Keep to one row, so that the next state can be written over this one."""
    columns = shutil.get_terminal_size().columns
    return text if len(text) < columns else f"{text[: columns - 2]}…"


def _without_numbers(text: str) -> str:
    """Return what stays the same while a phase makes progress."""
    return re.sub(r"\d+", "", text)

"""What the person at the terminal sees: steps with their seconds, then one status line."""

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
    """The last line of the terminal, rewritten in place; in a file, one line per change."""

    shown: str = ""

    def show(self, text: str) -> None:
        """Show a new state; nothing is written if it is the same as before."""
        if text == self.shown:
            return
        if sys.stdout.isatty():
            print(f"\r\x1b[K{text}", end="", flush=True)
        else:
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

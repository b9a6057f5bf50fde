"""Progress in a terminal: one line that renews itself, or single lines in a log."""

import sys
import time

_LOG_EVERY_S = 10.0


class Progress:
    """Counts the steps of one phase."""

    def __init__(self, phase: str, total: int) -> None:
        self._phase = phase
        self._total = total
        self._done = 0
        self._began = self._logged = time.monotonic()

    def step(self, detail: str) -> None:
        self._done += 1
        now = time.monotonic()
        line = f"{self._phase}: {self._done} of {self._total}"
        if sys.stdout.isatty():
            sys.stdout.write(f"\r\x1b[2K{line}  {detail}")
        elif now - self._logged > _LOG_EVERY_S:
            self._logged = now
            sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def end(self, outcome: str = "") -> None:
        took = time.monotonic() - self._began
        start = "\r\x1b[2K" if sys.stdout.isatty() else ""
        say(f"{start}{self._phase}: {outcome or f'{self._done} of {self._total}'}, {took:.0f} s")


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()

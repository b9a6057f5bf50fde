"""What every part of the evaluation is given: seed, size, data, Otava, and a voice."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from backend.evaluate.finders import BEST_KNOWN_P, DEFAULT_P, SETTINGS, Finder, OtavaProcess, ours


@dataclass(frozen=True, slots=True)
class EvaluationSetting:
    """One evaluation. `otava` is the reason where it cannot be asked."""

    seed: int
    is_quick: bool
    data: Path | None
    otava: OtavaProcess | str = "not asked for"
    is_silent: bool = False

    def size(self, full: int, quick: int) -> int:
        """Return how much to do: all of it, or the quick form."""
        return quick if self.is_quick else full

    def folder(self, *names: str) -> Path | None:
        """Return a folder of the data, if it is there."""
        if self.data is None:
            return None
        folder = self.data.joinpath(*names)
        return folder if folder.is_dir() else None

    def finders(self, *settings: float) -> list[Finder]:
        """Return ours and Otava with each p; both of its settings if none is given."""
        return [ours(), *self.otavas(*(settings or (DEFAULT_P, BEST_KNOWN_P)))]

    def otavas(self, *settings: float) -> list[Finder]:
        if isinstance(self.otava, str):
            return []
        return [self.otava.finder(p) for p in settings]

    def all_finders(self) -> list[Finder]:
        """Return ours and every setting of Otava that is tried; two in the quick form."""
        return self.finders() if self.is_quick else self.finders(*SETTINGS)

    def say(self, line: str) -> None:
        if not self.is_silent:
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Show a step and, when it is done, its seconds."""
        self.say(f"  {name} …")
        began = time.monotonic()
        yield
        self.say(f"    {time.monotonic() - began:.1f} s")

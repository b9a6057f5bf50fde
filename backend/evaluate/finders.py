"""Detectors behind one face: ours, and Apache Otava in a process of its own."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from backend.stats.arrays import Floats
from backend.stats.change_points import detect

_WORKER = Path(__file__).with_name("otava_worker.py")
OTAVA = "Otava 0.8.0"
DEFAULT_P = 1e-3
BEST_KNOWN_P = 1e-6
"""The setting that was best of six where the targets come from."""
SETTINGS = (DEFAULT_P, 1e-5, BEST_KNOWN_P, 1e-7)


@dataclass(frozen=True, slots=True)
class FoundPlaces:
    """Places for each series, and the CPU time they took."""

    places: list[list[int]]
    seconds: float


@dataclass(frozen=True, slots=True)
class Finder:
    """One detector with its settings."""

    name: str
    find: Callable[[Sequence[Floats]], FoundPlaces]

    def places(self, series: Floats) -> list[int]:
        return self.find([series]).places[0]


def ours() -> Finder:
    return Finder("Tidemark", _find)


def _find(series: Sequence[Floats]) -> FoundPlaces:
    began = time.process_time()
    places = [detect(values).tolist() for values in series]
    return FoundPlaces(places, time.process_time() - began)


class OtavaProcess:
    """Otava's analysis in its own environment, asked over a pipe."""

    def __init__(self, python: Path) -> None:
        self._process = subprocess.Popen(  # noqa: S603  the environment installed for this
            [python, "-I", _WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._said = ""

    def finder(self, p: float) -> Finder:
        return Finder(f"{OTAVA} p {p:.0e}".replace("e-0", "e-"), lambda many: self._find(many, p))

    def _find(self, many: Sequence[Floats], p: float) -> FoundPlaces:
        asked = {"p": p, "series": [series.tolist() for series in many]}
        if not self._process.stdin or not self._process.stdout:
            raise RuntimeError("no pipe to Otava")
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"Otava ended: {self.last_words()}")
        answer = json.loads(line)
        return FoundPlaces(answer["places"], answer["seconds"])

    def is_answering(self) -> bool:
        """Tell whether it came up: asked for nothing, it answers with nothing."""
        try:
            return self._find([], DEFAULT_P).places == []
        except (OSError, RuntimeError):
            return False

    def last_words(self) -> str:
        """Return the last line of what it complained of, once it has ended."""
        if not self._said and self._process.stderr:
            self._said = self._process.stderr.read()
        return self._said.strip().rpartition("\n")[2] or "no message"

    def close(self) -> None:
        self._process.communicate()


@contextmanager
def otava_in(environment: Path) -> Iterator[OtavaProcess | str]:
    """Give a running Otava, or the reason why there is none."""
    python = environment / "bin" / "python"
    if not python.is_file():
        why = environment / "why-not.txt"
        yield why.read_text().strip() if why.is_file() else "it is not installed"
        return
    try:
        process = OtavaProcess(python)
    except OSError as error:
        yield f"it cannot be started: {error.strerror}"
        return
    try:
        yield process if process.is_answering() else process.last_words()
    finally:
        process.close()


def library_versions() -> str:
    """Return the versions that the figures depend on."""
    import numba  # noqa: PLC0415  loaded by the detector already
    import numpy as np  # noqa: PLC0415

    python = ".".join(map(str, sys.version_info[:3]))
    return f"Python {python}, numpy {np.__version__}, numba {numba.__version__}"

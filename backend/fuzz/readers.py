"""Read torn files of tools and trackers, whatever is in them; only the named error may come.

A file is read by the format that recognises it, by one that does not, as a person may name it, and
as the history of a tracker.
"""

import argparse
import json
import random
import secrets
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from backend.adapters.history import ImportOptions, Rejected
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.registry import ADAPTERS
from backend.adapters.tools.assembly import assemble
from backend.adapters.tools.readings import Reading, ToolFormat, ToolText
from backend.adapters.tools.registry import FORMATS, recognise
from backend.adapters.tools.unpacking import texts_of
from backend.fuzz.torn_files import torn, written
from backend.tests.adapters import printed_samples, tracker_samples
from backend.tests.adapters.tool_samples import SAMPLES

COUNT = 1_000_000
MOST = 50_000_000
SLOW_S = 5.0
_SHOWN = 10
_EACH = 50_000
_LONGEST = 30_000
_FILES = Path(__file__).parents[1] / "tests" / "adapters" / "tool_files"


@dataclass(slots=True)
class ReadersAccount:
    """What became of the files."""

    read: int = 0
    refused: int = 0
    slowest: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    """By the place in the code."""
    inputs: dict[str, str] = field(default_factory=dict)
    """The first file of each fault."""


def known_files() -> list[str]:
    """Return the files and texts of the tests, one at least of each format."""
    told = [*(one.text for one in SAMPLES), *map(str, vars(printed_samples).values())]
    plain = (tracker_samples.CONBENCH, tracker_samples.CODESPEED, tracker_samples.BENCHER_PERF)
    trackers = [
        *map(json.dumps, plain),
        *(one.decode() for one in (tracker_samples.CSV, tracker_samples.REBENCH)),
    ]
    files = [path.read_text() for path in sorted(_FILES.iterdir())]
    return [text for text in (*files, *told, *trackers) if len(text) < _LONGEST]


def read_torn(files: Sequence[str], count: int, seed: int) -> ReadersAccount:
    """Read so many torn files; the account names what broke, and by which file."""
    chance, account = random.Random(seed), ReadersAccount()  # noqa: S311  the same files for a seed
    formats, trackers = list(FORMATS.values()), list(ADAPTERS.values())
    for number in range(count):
        text = torn(chance, files)
        began = time.monotonic()
        try:
            content = written(chance, text)
            _read(content, chance.choice(formats), account)
            chance.choice(trackers).read(content, ImportOptions(testbed="box"))
        except Exception as error:  # noqa: BLE001  the account names each
            _fault(account, error, text)
        took = time.monotonic() - began
        account.slowest = max(account.slowest, took)
        if took > SLOW_S:
            account.faults["slow"] += 1
            account.inputs.setdefault("slow", text[:2_000])
        if number % _EACH == _EACH - 1:
            _say(f"{number + 1:,} read, {sum(account.faults.values())} faults")
    return account


def _read(content: bytes, other: ToolFormat, account: ReadersAccount) -> None:
    try:
        texts = list(texts_of("file", content, MOST))
    except UnreadableError:
        account.refused += 1
        return
    for text in texts:
        try:
            _taken(list(recognise(text)[0].read(text)))
            account.read += 1
        except UnreadableError:
            account.refused += 1
        try:
            _taken(list(other.items(ToolText(text.text))))
        except UnreadableError:
            account.refused += 1


def _taken(items: list[Reading | Rejected]) -> None:
    readings = (("", one) for one in items if isinstance(one, Reading))
    taken = assemble("suite", readings, {})
    for one in (*taken.rejected, *(one for one in items if isinstance(one, Rejected))):
        assert one.reason  # noqa: S101  what a person is told
        assert one.remedy  # noqa: S101


def _fault(account: ReadersAccount, error: Exception, text: str) -> None:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{type(error).__name__} at {Path(frame.filename).name}:{frame.lineno}"
    account.faults[place] += 1
    account.inputs.setdefault(place, text[:2_000])


def main() -> int:
    """Read as often as was said; the exit code says whether a reader broke."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help="files")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**31))
    chosen = parser.parse_args()
    _say(f"{chosen.count:,} files, SEED={chosen.seed}")
    account = read_torn(known_files(), chosen.count, chosen.seed)
    _say(f"{account.read:,} read, {account.refused:,} refused, slowest {account.slowest:.2f} s")
    for place, times in account.faults.most_common(_SHOWN):
        _say(f"FAULT {place}: {times} times, first by\n{account.inputs[place]}\n")
    return 1 if account.faults else 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main())

"""make bench-scale: fill the database to one size after the other, ask at each, print the growth.

ROWS is the last size; 10^7 needs about 8 GB of disk and 10^8 about 50: beyond 10^7 reports have
lost their documents by a rule of retention. KEEP is a directory in which the database stays: it is
filled to the last size alone, once, and asked again by each later run that names it. Two such
directories, "A B", are asked in turns.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path

from backend.bench import show
from backend.bench.machine import described, load
from backend.bench.scale.in_turns import measure_in_turns
from backend.bench.scale.measuring import Figure, begin, resume
from backend.bench.scale.shapes import Shapes
from backend.bench.stand import ARTEFACTS, Stand, standing

FIRST, LAST = 10**5, 10**7
BASE = 10**6
MOST_GROWTH = 1.3
FILLED = "filled"
"""The note in a kept directory that says to how many results its database was filled."""


def main() -> int:
    """Measure at each size; what grows more than its bar is marked, and nothing fails."""
    parser = argparse.ArgumentParser(prog="python -m backend.bench.scale", description=__doc__)
    parser.add_argument("--rows", type=int, default=LAST, help="results at the last size")
    parser.add_argument(
        "--keep",
        type=Path,
        nargs="+",
        default=[],
        metavar="FOLDER",
        help="a directory in which the database stays; two filled ones are asked in turns",
    )
    asked = parser.parse_args()
    began, before = time.monotonic(), load()
    show.say(f"{described()}; load {before:.1f}")
    curves: dict[int, list[Figure]]
    match asked.keep:
        case []:
            with standing() as stand:
                curves = dict(_grown(stand, _sizes(asked.rows)))
        case [keep]:
            keep.mkdir(parents=True, exist_ok=True)
            with standing(keep.resolve()) as stand:
                curves = {asked.rows: _saved(stand, asked.rows, keep / FILLED)}
        case [first, second]:
            curves = _in_turns(first, second)
        case more:
            parser.error(f"--keep names {len(more)} directories; two at most are asked in turns")
    for line in table(curves):
        show.say(line)
    ARTEFACTS.mkdir(exist_ok=True)
    file = ARTEFACTS / "scale.json"
    told = {size: {one.what: one.value for one in found} for size, found in curves.items()}
    file.write_text(json.dumps({"machine": described(), "figures": told}, indent=1) + "\n")
    show.say(
        f"Load {before:.1f} before, {load():.1f} after; took {time.monotonic() - began:.0f} s."
    )
    return 0


def _grown(stand: Stand, sizes: list[int]) -> Iterator[tuple[int, list[Figure]]]:
    shapes = Shapes(stand)
    with show.step("the suites that are copied, and two projects that keep their size"):
        asking = begin(shapes)
    stand.start_worker()
    for size in sizes:
        with show.step(f"fill the database to {size:.0e} results"):
            shapes.grow(size)
        with show.step(f"ask at {size:.0e} results"):
            yield size, list(asking.measure())


def _saved(stand: Stand, size: int, note: Path) -> list[Figure]:
    """Fill the database of the directory unless a run before did, and ask."""
    shapes = Shapes(stand)
    if not note.exists():
        with show.step("the suites that are copied, and two projects that keep their size"):
            begin(shapes)
        with show.step(f"fill the database to {size:.0e} results"):
            shapes.grow(size)
        note.write_text(f"{size}\n")
    elif (filled := int(note.read_text())) != size:
        raise SystemExit(
            f"{note.parent} holds {filled:,} results, not {size:,}: name another directory,"
            f" or ROWS={filled}"
        )
    asking = resume(shapes)
    stand.start_worker()
    with show.step(f"ask at {size:.0e} results"):
        return list(asking.measure())


def _in_turns(first: Path, second: Path) -> dict[int, list[Figure]]:
    """Ask two databases that were filled before; returns figures by the size."""
    sizes = [_filled(one) for one in (first, second)]
    with standing(first.resolve()) as one, standing(second.resolve()) as other:
        both = [resume(Shapes(stand)) for stand in (one, other)]
        for stand in (one, other):
            stand.start_worker()
        with show.step(f"ask in turns at {sizes[0]:.0e} and {sizes[1]:.0e} results"):
            pairs = list(measure_in_turns(*both))
    return dict(zip(sizes, map(list, zip(*pairs, strict=True)), strict=True))


def _filled(folder: Path) -> int:
    """Read to how many results a directory was filled."""
    note = folder / FILLED
    if not note.exists():
        raise SystemExit(f"{folder} holds no filled database: name it alone first, with ROWS=…")
    return int(note.read_text())


def _sizes(last: int) -> list[int]:
    sizes = [FIRST]
    while sizes[-1] * 10 <= last:
        sizes.append(sizes[-1] * 10)
    return sizes if sizes[-1] == last else [one for one in sizes if one < last] + [last]


def table(curves: dict[int, list[Figure]]) -> list[str]:
    """Return the curves as a table in Markdown: a row per figure, a column per size."""
    sizes = list(curves)
    base = BASE if BASE in curves else sizes[0]
    lines = [
        "| | " + " | ".join(f"{size:.0e}" for size in sizes) + f" | last / {base:.0e} |",
        "|---|" + "---|" * (len(sizes) + 1),
    ]
    for row in zip(*curves.values(), strict=True):
        cells = [_shown(one) for one in row]
        before = row[sizes.index(base)].value
        ratio = row[-1].value / before if before else math.nan
        word = " (bar 1.3)" if row[0].is_page and ratio > MOST_GROWTH else ""
        lines.append(f"| {row[0].what} | " + " | ".join(cells) + f" | {ratio:.2f}{word} |")
    return lines


def _shown(one: Figure) -> str:
    digits = 1 if one.value < 100 and one.unit else 0  # noqa: PLR2004
    return f"{one.value:,.{digits}f} {one.unit}".strip()


if __name__ == "__main__":
    show.end_well(main)

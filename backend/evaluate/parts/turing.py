"""The Turing change point series, five annotators each, by the benchmark's own definitions."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.evaluate.annotators import Annotations, covering, f1
from backend.evaluate.finders import Finder, ours
from backend.evaluate.labelled.series import documents
from backend.evaluate.rows import Figures, Section, absent, at_least
from backend.evaluate.setting import EvaluationSetting
from backend.stats.arrays import Floats

TITLE = "Turing change point dataset"
PUBLISHED = Path(__file__).parents[1] / "published" / "tcpdbench_defaults.tsv"
_METHODS = ("binseg", "pelt", "amoc", "bocpd", "zero")
SHIPPED = 30
"""Univariate series shipped with the data set; the targets are for all of them."""


@dataclass(frozen=True, slots=True)
class Marked:
    """One series with what each annotator marked."""

    name: str
    values: Floats
    annotations: Annotations


def evaluate(setting: EvaluationSetting) -> Section:
    """Judge ours, Otava and the published methods on the series that are here."""
    section = Section(TITLE)
    folder = setting.folder("changepoints") or setting.data
    every = [] if folder is None else list(read(folder))
    if not every:
        section.rows.append(absent("Turing series", "none found (DATA=)"))
        return section
    with setting.step(f"{len(every)} Turing series"):
        found = {finder.name: _judged(finder, every) for finder in setting.finders()}
    published = _published([one.name for one in every])
    mine = next(iter(found.values()))
    name = f"{len(every)} of {SHIPPED} shipped series, default settings"
    section.rows += [
        at_least(f"{name}: F1", 0.74, mine[0]),
        at_least(f"{name}: covering", 0.67, mine[1]),
    ]
    best = {place: max(published.values(), key=lambda pair: pair[place]) for place in (0, 1)}
    section.notes.append(
        f"Best published default on the same series: F1 {best[0][0]:.3f},"
        f" covering {best[1][1]:.3f}."
        " Economics and physics, mostly trending: not what this detector is for."
    )
    lines = [
        [name, f"{pair[0]:.3f}", f"{pair[1]:.3f}"] for name, pair in {**found, **published}.items()
    ]
    section.figures += [
        Figures("Means over the series here", ["method", "F1", "covering"], lines),
        _by_series(every),
    ]
    return section


def read(folder: Path) -> Iterator[Marked]:
    """Read the series for which annotations are found, missing runs filled with the last."""
    annotations: dict[str, Annotations] = {}
    for _, document in documents(folder, "annotations*.json", "labels*.json", "expected*.json"):
        if isinstance(document, dict):
            annotations |= {name: each for name, each in document.items() if _are_marks(each)}
    seen = set()
    for _, document in documents(folder):
        name = document.get("name") if isinstance(document, dict) else None
        if isinstance(document, dict) and name in annotations and name not in seen:
            series = document.get("series", [])
            if len(series) == 1:
                seen.add(name)
                yield Marked(str(name), _filled(series[0]["raw"]), annotations[name])


def _are_marks(each: object) -> bool:
    return isinstance(each, dict) and all(isinstance(places, list) for places in each.values())


def _filled(raw: list[float | None]) -> Floats:
    values = np.array([np.nan if one is None else one for one in raw], dtype=np.float64)
    known = np.flatnonzero(~np.isnan(values))
    last = np.maximum.accumulate(np.where(np.isnan(values), 0, np.arange(values.size)))
    return np.asarray(values[np.maximum(last, known[0])])


def _judged(finder: Finder, every: list[Marked]) -> tuple[float, float]:
    places = finder.find([one.values for one in every]).places
    pairs = list(zip(every, places, strict=True))
    return (
        float(np.mean([f1(one.annotations, found) for one, found in pairs])),
        float(np.mean([covering(one.annotations, found, one.values.size) for one, found in pairs])),
    )


def _table() -> dict[str, dict[str, str]]:
    with PUBLISHED.open(newline="", encoding="utf-8") as lines:
        return {row["name"]: row for row in csv.DictReader(lines, delimiter="\t")}


def _published(names: list[str]) -> Mapping[str, tuple[float, float]]:
    """Return the published means over those of the series that are here."""
    rows = [row for name, row in _table().items() if name in names]
    return {
        f"{method.upper()} (published)": (
            float(np.mean([float(row[f"f1_{method}"]) for row in rows])),
            float(np.mean([float(row[f"cover_{method}"]) for row in rows])),
        )
        for method in _METHODS
        if rows
    }


def _by_series(every: list[Marked]) -> Figures:
    published = _table()
    lines = []
    for one in every:
        places = ours().places(one.values)
        theirs = [published.get(one.name, {}).get(f"f1_{method}", "-") for method in _METHODS]
        lines.append(
            [
                one.name,
                f"{f1(one.annotations, places):.3f}",
                f"{covering(one.annotations, places, one.values.size):.3f}",
                str(len(places)),
                *theirs,
            ]
        )
    head = ["series", "F1", "covering", "reported", *(f"{name} F1" for name in _METHODS)]
    return Figures("By series", head, lines)

"""Files of tools that are kept with runs, and what reading them again changes."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from backend.domain.catalogue.parameters import Scalar

MOST_READ = 200
"""Runs of a suite that are read again at once."""
MOST_SHOWN = 200
"""Differences that an answer lists; all are counted."""
Step = Literal["added", "changed", "gone"]
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SavedFile:
    """A file that a run was read from."""

    place: int
    """Its place among the files of the run, from 1."""
    name: str
    """Its name, as it was sent."""
    size: int
    """Bytes, as it was sent."""
    sha256: str
    """Of its bytes."""


@dataclass(frozen=True, slots=True)
class ReadingWanted:
    """What is to be read again: runs by their ids, or the newest runs of a suite."""

    runs: Sequence[int] = ()
    suite: str = ""
    before: int | None = None
    """Of the suite only runs with smaller ids, for those that are left."""
    format_name: str = ""
    """Read as this format; empty: as it was sent."""
    mapping: str = ""
    """Read by this declared mapping; empty: as it was sent."""
    is_dry: bool = False
    """Only say what would change."""


@dataclass(frozen=True, slots=True)
class ReadingDifference:
    """A result that reading a file again adds, changes, or does not find any more."""

    run: int
    step: Step
    """What becomes of it."""
    benchmark: str
    parameters: Mapping[str, Scalar]
    metric: str
    """Name of the metric; empty for a failure that names none."""
    before: str
    """Its value and unit, or its failure, as it is stored; empty: it is new."""
    after: str
    """As it would be stored; empty: it is gone."""


@dataclass(frozen=True, slots=True)
class UnreadRun:
    """A run that stays as it is, and why."""

    run: int
    reason: str
    """Why its files were not read again."""


@dataclass(frozen=True, slots=True)
class FilesRead:
    """What reading files again changes, or changed."""

    runs: Sequence[int]
    """Runs that change, or changed."""
    same: int
    """Runs of which nothing changes."""
    added: int
    """Results that were not stored before."""
    changed: int
    """Results with another value, unit or failure."""
    gone: int
    """Results that the files do not hold any more."""
    differences: Sequence[ReadingDifference]
    """The first of them."""
    unread: Sequence[UnreadRun]
    """Runs that stay as they are, and why."""
    next_before: int | None
    """The `before` of the next call, where the suite has more runs; null: these are all."""
    deletion: int | None = None
    """By this id the runs become again what they were."""
    restorable_until: datetime | None = None


def differences_of(run: int, before: Document, after: Document) -> Iterator[ReadingDifference]:
    """Yield what two readings of the same files say differently."""
    old, new = _results(before), _results(after)
    for key in [*old, *(key for key in new if key not in old)]:
        was, now = old.get(key), new.get(key)
        said = _said(was, before), _said(now, after)
        if was == now and said[0] == said[1]:
            continue
        named = now or was or {}
        step: Step = "added" if was is None else "gone" if now is None else "changed"
        parameters, metric = named.get("parameters", {}), str(named.get("metric", ""))
        yield ReadingDifference(run, step, str(named["benchmark"]), parameters, metric, *said)


def _results(document: Document) -> dict[str, Document]:
    return {
        json.dumps([one["benchmark"], one.get("parameters"), one.get("metric")], sort_keys=True): (
            one
        )
        for one in document["results"]
    }


def _said(result: Document | None, document: Document) -> str:
    if result is None:
        return ""
    if failure := result.get("failure"):
        return f"failed: {failure.get('message') or failure.get('kind')}"
    unit = document["metrics"].get(result.get("metric", ""), {}).get("unit", "")
    if samples := result.get("samples"):
        value = f"{sum(samples) / len(samples):.6g}"
        return f"{value} {unit}, {len(samples)} samples" if len(samples) > 1 else f"{value} {unit}"
    if summary := result.get("summary"):
        return f"{summary['value']:.6g} {unit}"
    return "a histogram"

"""Perfherder: performance summaries of Treeherder's API, and its data beside its signatures."""

from collections.abc import Iterator, Mapping
from typing import Any

from backend.adapters.histories.files import TrackerFiles
from backend.adapters.histories.rows import (
    HistoryItems,
    TrackedCommit,
    TrackedRow,
    TrackedRun,
    TrackerFormat,
    rejected,
)
from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError, read_number, read_time
from backend.adapters.tools.readings import (
    HIGHER,
    LOWER,
    Reading,
    has_keys,
    of_list,
    of_object,
    text_of,
)
from backend.domain.catalogue.parameters import Scalar

_NO_SIGNATURE = "nothing says which test the signature {name} is"


def _sign(files: TrackerFiles) -> str:
    if any(has_keys(one, "signature_id", "suite", "data") for _, one in files.objects):
        return "series with suite, signature and data, as Perfherder's summary gives"
    is_here = any(_points(one) for _, one in files.objects)
    return "points with push_timestamp by signature, as Perfherder gives" if is_here else ""


def _points(document: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return points by signature, where a document holds nothing else."""
    found = {str(name): of_list(points) for name, points in document.items()}
    are_points = found and all(
        has_keys(points[0], "push_timestamp", "value") for points in found.values() if points
    )
    return found if are_points and any(found.values()) else {}


def _rows(files: TrackerFiles) -> HistoryItems:
    signatures = dict(_signatures(files))
    for place, one in files.objects:
        if has_keys(one, "suite", "data"):
            yield from _series(one, of_list(one["data"]), f"{place}/data")
            continue
        for name, points in _points(one).items():
            here = f"{place}/{name}"
            if name in signatures:
                yield from _series(signatures[name], points, here)
            elif points:
                remedy = "Put the answer of …/performance/signatures/ beside it in one archive."
                yield Rejected(here, _NO_SIGNATURE.format(name=name[:12]), remedy, len(points))


def _signatures(files: TrackerFiles) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each signature by its number and by its hash, which answers use by turns."""
    for _, one in files.objects:
        for name, raw in one.items():
            known = of_object(raw)
            if "suite" in known and "data" not in known:
                yield str(name), known
                yield str(known.get("signature_hash")), known


def _series(series: Mapping[str, Any], points: list[Any], place: str) -> HistoryItems:
    suite = text_of(series.get("suite"))
    better = LOWER if series.get("lower_is_better", True) else HIGHER
    parameters = dict(_parameters(series))
    for index, raw in enumerate(points):
        point, here = of_object(raw), f"{place}/{index}"
        pushed = read_time(point.get("push_timestamp"))
        run = TrackedRun(
            TrackedCommit(text_of(point.get("revision") or point.get("push__revision")), pushed),
            str(point.get("job_id") or point.get("push_id") or ""),
            suite,
            text_of(series.get("platform") or series.get("machine_platform")),
            branch=text_of(series.get("repository_name")),
            measured_at=read_time(point.get("submit_time")) or pushed,
        )
        try:
            reading = Reading(
                text_of(series.get("test")) or suite, text_of(series.get("measurement_unit")),
                read_number(point.get("value")), parameters=parameters, direction=better,
                place=here,
            )  # fmt: skip
        except UnreadableError as fault:
            yield rejected(here, fault)
            continue
        yield TrackedRow(run, reading)


def _parameters(series: Mapping[str, Any]) -> Iterator[tuple[str, Scalar]]:
    application = text_of(series.get("application"))
    if application:
        yield "application", application
    options = series.get("extra_options")
    said = " ".join(map(str, options)) if isinstance(options, list) else text_of(options)
    said = said or _named_options(series)
    if said:
        yield "options", said


def _named_options(series: Mapping[str, Any]) -> str:
    """Return what stands behind suite and test in the name of a series: “opt e10s stylo”."""
    name, suite, test = (text_of(series.get(one)) for one in ("name", "suite", "test"))
    head = suite if test in {"", suite} else f"{suite} {test}"
    return name.removeprefix(head).strip() if name.startswith(head) else ""


PERFHERDER = TrackerFormat(
    "perfherder",
    "Perfherder",
    "GET /api/performance/summary/?repository=…&signature=…&interval=31536000&all_data=true",
    _sign,
    _rows,
)

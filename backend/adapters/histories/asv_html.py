"""Published sites of airspeed velocity: `index.json`, a graph for each benchmark and setting."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from backend.adapters.histories.asv import MACHINE_FACTS, combinations_of, unit_of
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
from backend.adapters.tools.readings import Reading, has_keys, of_list, of_object, text_of
from backend.domain.catalogue.parameters import Scalar

INDEX = "index.json"
_NO_GRAPHS = "the site's {index} has no graphs beside it"
_FORBIDDEN = re.compile(r'[<>:"/\\^|?*\x00-\x1f]')
_DEVICES = re.compile(r"CON|PRN|AUX|NUL|(?:COM|LPT)[1-9]", re.IGNORECASE)
_VARIABLE = "env-"
_HERE = {"branch", *MACHINE_FACTS}


@dataclass(frozen=True, slots=True)
class _Site:
    """What the index says of commits and benchmarks."""

    suite: str
    commit_url: str
    hashes: Mapping[str, Any]
    dates: Mapping[str, Any]
    runs: dict[tuple[str, str], TrackedRun] = field(default_factory=dict)

    def run(self, revision: str, settings: Mapping[str, Any]) -> TrackedRun:
        """Return the run of a commit with one setting; UnreadableError where none is known."""
        commit = text_of(self.hashes.get(revision))
        if not commit:
            raise UnreadableError(
                f"the index names no commit of revision {revision}", "Publish the site again."
            )
        key = "/".join(_parts(settings))
        known = self.runs.get((commit, key))
        if known is None:
            facts = {name: str(said) for name, said in settings.items() if said}
            url = f"{self.commit_url}{commit}" if self.commit_url else ""
            known = self.runs[commit, key] = TrackedRun(
                TrackedCommit(commit, read_time(self.dates.get(revision)), url=url),
                key, self.suite, facts.get("machine", ""), branch=facts.get("branch", ""),
                environment={name: facts[name] for name in MACHINE_FACTS if name in facts},
            )  # fmt: skip
        return known


def is_index(document: object) -> bool:
    """Say whether a document is the index of a site."""
    return has_keys(document, "graph_param_list", "benchmarks", "revision_to_hash")


def graphs_of(index: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield path, benchmark and setting of each graph that a site may have; some are not there."""
    for settings in map(of_object, of_list(index.get("graph_param_list"))):
        parts = _parts(settings)
        for name in of_object(index.get("benchmarks")):
            yield "/".join([*parts, _file_name(str(name))]) + ".json", str(name), settings


def _parts(settings: Mapping[str, Any]) -> list[str]:
    named = (
        f"{name}-null" if said is None else (f"{name}-{said}" if said else str(name))
        for name, said in settings.items()
    )
    return ["graphs", *sorted(map(_file_name, named))]


def _file_name(text: str) -> str:
    """Return a part of a path as asv writes it, and its pages ask for it."""
    plain = _FORBIDDEN.sub("_", text)
    return f"{plain}_" if _DEVICES.fullmatch(plain) else plain


def _indexes(files: TrackerFiles) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, content in files.contents.items():
        is_index_file = files.is_one or PurePosixPath(name).name == INDEX
        if is_index_file and content.lstrip().startswith(b"{"):
            document = files.json(name)
            if is_index(document):
                yield name, document


def _sign(files: TrackerFiles) -> str:
    is_here = any(True for _ in _indexes(files))
    return (
        "an index with revision_to_hash and graph_param_list, as asv publishes" if is_here else ""
    )


def _rows(files: TrackerFiles) -> HistoryItems:
    names = {PurePosixPath(name): name for name in files.contents}
    for index_name, index in _indexes(files):
        folder = PurePosixPath(index_name).parent
        site = _Site(
            text_of(index.get("project")), text_of(index.get("show_commit_url")),
            of_object(index.get("revision_to_hash")), of_object(index.get("revision_to_date")),
        )  # fmt: skip
        holes = found = 0
        for path, benchmark, settings in graphs_of(index):
            place = names.get(folder / path)
            if place is not None:
                found += 1
                known = of_object(of_object(index["benchmarks"]).get(benchmark))
                for item in _graph(files, place, (site, benchmark, known, settings)):
                    if item is None:
                        holes += 1
                    else:
                        yield item
        if not found:
            reason = _NO_GRAPHS.format(index=INDEX)
            yield Rejected("", reason, "Send the whole folder: tar czf site.tgz html.", 0)
        if holes:
            yield (
                f"Without a number, so left out: {holes} results. The site does not say whether "
                "they failed or were not measured; asv's own result files do."
            )


_Described = tuple[_Site, str, Mapping[str, Any], Mapping[str, Any]]


def _graph(
    files: TrackerFiles, place: str, described: _Described
) -> Iterator["TrackedRow | Rejected | None"]:
    """Yield the results of a graph; None for each that has no number."""
    site, benchmark, known, settings = described
    try:
        combinations = combinations_of(of_list(known.get("params")), known)
        points = of_list(files.json(place))
    except UnreadableError as fault:
        yield rejected(place, fault)
        return
    own, unit = _parameters(settings), unit_of(benchmark, known)
    for number, point in enumerate(points):
        revision, raw = [*of_list(point), None, None][:2]
        values = raw if isinstance(raw, list) else [raw]
        for index, value in enumerate(values):
            here = f"{place}/{number}/{index}"
            if value is None:
                yield None
                continue
            try:
                run = site.run(str(revision), settings)
                reading = Reading(
                    benchmark, unit, read_number(value),
                    parameters={**own, **_chosen(combinations, index)}, place=here,
                )  # fmt: skip
            except UnreadableError as fault:
                yield rejected(here, fault)
                continue
            yield TrackedRow(run, reading)


def _chosen(combinations: Sequence[Mapping[str, Scalar]], index: int) -> Mapping[str, Scalar]:
    if index < len(combinations):
        return combinations[index]
    raise UnreadableError(
        "the index names fewer parameters than the graph has numbers", "Publish the site again."
    )


def _parameters(settings: Mapping[str, Any]) -> dict[str, Scalar]:
    """Return what differs between environments: Python, what was installed, variables."""
    return {
        str(name).removeprefix(_VARIABLE): str(said)
        for name, said in settings.items()
        if name not in _HERE and said not in (None, "")
    }


ASV_HTML = TrackerFormat(
    "asv-html",
    "a published site of airspeed velocity",
    "tar czf site.tgz html, where asv publish wrote it",
    _sign,
    _rows,
)

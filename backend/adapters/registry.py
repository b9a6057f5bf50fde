"""The table of adapters, by the name a user gives to choose one."""

from collections.abc import Mapping
from types import MappingProxyType

from backend.adapters.github_action_benchmark import GithubActionBenchmark
from backend.adapters.histories.files import TrackerFiles, unpack
from backend.adapters.histories.registry import TRACKERS, TrackerAdapter, signs_of
from backend.adapters.history import Adapter
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.otava_csv import OtavaCsv

_ACTION, _OTAVA = GithubActionBenchmark(), OtavaCsv()
_ALL: tuple[Adapter, ...] = (_ACTION, _OTAVA, *map(TrackerAdapter, TRACKERS))

ADAPTERS: Mapping[str, Adapter] = MappingProxyType({adapter.name: adapter for adapter in _ALL})


def recognise(document: bytes) -> tuple[Adapter, str]:
    """Return the adapter that reads a file, and by what it was recognised.

    Raises UnreadableError where none fits, or where more than one does.
    """
    files = unpack(document)
    found = signs_of(files)
    if not found:
        found = [(name, sign) for name, sign in _own_signs(files) if sign]
    if len(found) == 1:
        return ADAPTERS[found[0][0]], found[0][1]
    if found:
        said = " or ".join(f"{name} ({sign})" for name, sign in found)
        raise UnreadableError(f"the file may be of {said}", "Say which: name its format.")
    raise UnreadableError(
        "the file is of no tracker that is known", f"Formats that are read: {', '.join(ADAPTERS)}."
    )


def _own_signs(files: TrackerFiles) -> list[tuple[str, str]]:
    """Return the signs of the two whose adapters read the bytes themselves."""
    head = files.head(files.names[0]).lstrip()
    first = next(iter(head[:10_000].splitlines()), "").lower()
    columns = {
        one.strip().strip('"') for one in first.replace(";", ",").replace("\t", ",").split(",")
    }
    is_script = "BENCHMARK_DATA" in head[:1_000]
    has_entries = any("entries" in one for _, one in files.objects[:1])
    is_table = bool(columns & {"time", "timestamp", "date", "commit", "commit_id", "revision"})
    return [
        (_ACTION.name, "entries of suites, as data.js has" if is_script or has_entries else ""),
        (_OTAVA.name, "a first line with time or commit" if is_table else ""),
    ]

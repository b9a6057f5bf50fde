"""asv: one file of its results, which names its own commit."""

from msgspec.structs import replace

from backend.adapters.histories.asv import ASV
from backend.adapters.histories.files import TrackerFiles
from backend.adapters.histories.rows import INTERVAL_99, TrackedRow
from backend.adapters.history import Rejected
from backend.adapters.tools.readings import Items, ToolFormat, ToolText, has_keys


def _sign(file: ToolText) -> str:
    is_here = has_keys(file.json, "commit_hash", "results", "params")
    return "an object with commit_hash, params and results, as asv keeps them" if is_here else ""


def _read(file: ToolText) -> Items:
    """Read it as the import of a whole tree does; each row goes to the commit of the file."""
    for one in ASV.rows(TrackerFiles({"": file.text.encode()})):
        if isinstance(one, TrackedRow):
            commit, reading = one.run.commit, one.reading
            spread = INTERVAL_99 if reading.low is not None else None
            yield replace(reading, commit=commit.id, time=commit.time, spread=spread)
        elif isinstance(one, Rejected):
            yield one


ASV_RESULTS = ToolFormat("asv-results", "asv results", _sign, _read, suite="asv")

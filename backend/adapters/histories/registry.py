"""Every tracker whose histories can be read, and which of them a file is of."""

from dataclasses import dataclass

from backend.adapters.histories.assembly import assemble_history
from backend.adapters.histories.asv import ASV
from backend.adapters.histories.asv_html import ASV_HTML
from backend.adapters.histories.bencher import BENCHER
from backend.adapters.histories.codespeed import CODESPEED
from backend.adapters.histories.conbench import CONBENCH
from backend.adapters.histories.csv_rows import CSV_ROWS
from backend.adapters.histories.files import TrackerFiles, unpack
from backend.adapters.histories.lnt import LNT
from backend.adapters.histories.nyrkio import NYRKIO
from backend.adapters.histories.perfherder import PERFHERDER
from backend.adapters.histories.pytest_storage import PYTEST_STORAGE
from backend.adapters.histories.rebench import REBENCH
from backend.adapters.histories.rows import TrackerFormat
from backend.adapters.histories.rustc_perf import RUSTC_PERF
from backend.adapters.histories.skia_perf import SKIA_PERF
from backend.adapters.history import ImportedHistory, ImportOptions, Rejected
from backend.adapters.loose_fields import UnreadableError

TRACKERS: tuple[TrackerFormat, ...] = (
    ASV, ASV_HTML, BENCHER, CODESPEED, CONBENCH, CSV_ROWS, LNT, NYRKIO, PERFHERDER, PYTEST_STORAGE,
    REBENCH, RUSTC_PERF, SKIA_PERF,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TrackerAdapter:
    """The adapter of one tracker."""

    tracker: TrackerFormat

    @property
    def name(self) -> str:
        """Return the name that chooses it."""
        return self.tracker.name

    @property
    def summary(self) -> str:
        """Say what file it reads."""
        return f"{self.tracker.title}: {self.tracker.export}"

    def read(self, document: bytes, options: ImportOptions) -> ImportedHistory:
        """Read an export; one that is not of this tracker is rejected as a whole."""
        try:
            files = self._files(document)
            rows = self.tracker.rows(files)
            return assemble_history(self.name, rows, options, files.git_log)
        except UnreadableError as fault:
            return ImportedHistory(rejected=(Rejected("", fault.reason, fault.remedy, 0),))

    def _files(self, document: bytes) -> TrackerFiles:
        files = unpack(document)
        if self.tracker.sign(files):
            return files
        raise UnreadableError(
            f"the file is not of {self.tracker.title}", f"Send {self.tracker.export}."
        )


def signs_of(files: TrackerFiles) -> list[tuple[str, str]]:
    """Return the trackers that an export may be of, each with the sign it was recognised by."""
    return [(one.name, sign) for one in TRACKERS if (sign := one.sign(files))]

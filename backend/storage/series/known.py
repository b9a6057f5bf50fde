"""The memory of a process for what hardly ever changes of the series of a project.

A series keeps its suite, benchmark, variant, metric, testbed and branch, and these keep their
parameters, and their names until somebody corrects one; so what was read once holds until a series
is added or hidden, or a name corrected. The database is asked each time whether that was so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from weakref import WeakKeyDictionary

from sqlalchemy import Engine

from backend.domain.series.facets import Attributes, Ints, Names

PROJECTS = 16
"""Projects kept of each database; 40,000 series take 2.5 MB."""
Revision = tuple[int, int | None, datetime | None, int]
"""How many series are shown, the newest, when it came, and how many names were corrected."""


@dataclass(frozen=True, slots=True)
class KnownSeries:
    """All series of a project in the order of their ids, and what their other ids stand for."""

    revision: Revision
    series: Ints
    ids: Mapping[str, Ints]
    names: Mapping[str, Names]
    parameters: Attributes


class Memory:
    """Remembers the series of the projects that were asked for last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: WeakKeyDictionary[Engine, dict[int, KnownSeries]] = WeakKeyDictionary()

    def recall(self, engine: Engine, project_id: int, revision: Revision) -> KnownSeries | None:
        """Return what is known, if it is of this revision."""
        with self._lock:
            known = self._known.get(engine, {}).get(project_id)
        return known if known is not None and known.revision == revision else None

    def remember(self, engine: Engine, project_id: int, known: KnownSeries) -> None:
        with self._lock:
            projects = self._known.setdefault(engine, {})
            projects.pop(project_id, None)
            if len(projects) >= PROJECTS:
                del projects[next(iter(projects))]
            projects[project_id] = known

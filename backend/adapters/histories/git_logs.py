"""Times and parents of commits by `git log --format='%H %ct %P'`, for trackers that keep neither.

Put beside an export as `git-log.txt`, it says what most trackers do not: the order of git.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

GIT_LOG = "git-log.txt"
GIT_LOG_FORMAT = "%H %ct %P"
_SHORTEST = 7
_LONGEST_PARENTS = 16


@dataclass(frozen=True, slots=True)
class LoggedCommit:
    """What git says of a commit."""

    id: str
    time: datetime
    parents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GitLog:
    """Commits by their ids, whole or shortened."""

    commits: Mapping[str, LoggedCommit] = field(default_factory=dict)
    ids: tuple[str, ...] = ()

    def find(self, name: str) -> LoggedCommit | None:
        """Return the commit of this id, or the only one that begins so."""
        whole = self.commits.get(name)
        if whole is not None or len(name) < _SHORTEST or not self.ids:
            return whole
        at = bisect_left(self.ids, name)
        near = [one for one in self.ids[at : at + 2] if one.startswith(name)]
        return self.commits[near[0]] if len(near) == 1 else None


def placed_by(log: GitLog, commit: dict[str, object]) -> dict[str, object]:
    """Return a commit of a report as git knows it; as it is where git does not."""
    logged = log.find(str(commit["id"]))
    if logged is None:
        return commit
    known = {"id": logged.id, "time": logged.time.isoformat(), "parents": [*logged.parents]}
    return {**commit, **known}


def read_git_log(content: bytes) -> GitLog:
    """Read the log; lines that are none are left out."""
    found = {one.id: one for one in _commits(content.decode(errors="replace"))}
    return GitLog(found, tuple(sorted(found)))


def _commits(text: str) -> Iterator[LoggedCommit]:
    for line in text.splitlines():
        name, *rest = line.split()[: _LONGEST_PARENTS + 2] or [""]
        if rest and rest[0].isdecimal() and len(rest[0]) < _LONGEST_PARENTS - 4:
            try:
                time = datetime.fromtimestamp(int(rest[0]), UTC)
            except (ValueError, OverflowError, OSError):
                continue
            yield LoggedCommit(name, time, tuple(rest[1:]))

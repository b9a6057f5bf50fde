"""Finds children that live and do not work: hung, or held by a stop signal."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from backend.embedded.children import Child
from backend.embedded.identity import inhabitants, stopped_members

LOOK_EVERY_S = 2.0
LONGEST_STOP_S = 5.0
"""Whoever stops a process to look at it has so long; a debugger's stop is another one."""
LONGEST_START_S = 300.0
"""A child that has not answered since its start may still be loading, on a slow machine."""


@dataclass(frozen=True, slots=True)
class Probe:
    """How a child is asked whether it works, and how long it may fail to answer."""

    answers: Callable[[], bool]
    longest_s: float


@dataclass(frozen=True, slots=True)
class Hung:
    """A child that does not work, or one process of it."""

    child: Child
    pid: int
    why: str

    @property
    def is_whole(self) -> bool:
        """Whether the child has to end, not just one of the processes that it starts."""
        return self.pid == self.child.pid


@dataclass(slots=True)
class Watchdog:
    """Asks the children in turn, and remembers since when each has been silent."""

    probes: Mapping[str, Probe]
    """By the name of the child."""
    clock: Callable[[], float] = time.monotonic
    _next: float = float("-inf")
    _answered: dict[tuple[str, int], float] = field(default_factory=dict)
    """When a child, known by its process, last answered."""
    _stopped: dict[int, float] = field(default_factory=dict)
    """Since when a process has been stopped."""

    def look(self, children: Sequence[Child]) -> list[Hung]:
        """Return what is hung, every few seconds; nothing in between."""
        if self.clock() < self._next:
            return []
        running = [child for child in children if child.exit_code() is None and child.process]
        found = [*self._stopped_among(running), *self._silent_among(running)]
        self._next = self.clock() + LOOK_EVERY_S
        return found

    def _silent_among(self, running: Sequence[Child]) -> Iterator[Hung]:
        known = {(child.name, child.pid) for child in running}
        self._answered = {key: at for key, at in self._answered.items() if key in known}
        for child in running:
            probe = self.probes.get(child.name)
            if probe is None:
                continue
            if probe.answers():
                self._answered[child.name, child.pid] = self.clock()
                continue
            at = self._answered.get((child.name, child.pid))
            since, longest_s = (
                (child.started_at, LONGEST_START_S) if at is None else (at, probe.longest_s)
            )
            silent_s = self.clock() - since
            if silent_s > longest_s:
                yield Hung(child, child.pid, f"has not answered for {silent_s:.0f} s")

    def _stopped_among(self, running: Sequence[Child]) -> Iterator[Hung]:
        now = self.clock()
        owners = {
            pid: child
            for child in running
            if child.name in self.probes
            for pid in stopped_members(child.pid, _others(child))
        }
        self._stopped = {pid: self._stopped.get(pid, now) for pid in owners}
        for pid, since in self._stopped.items():
            if now - since >= LONGEST_STOP_S:
                yield Hung(owners[pid], pid, f"has been stopped for {now - since:.0f} s")


def _others(child: Child) -> Sequence[int]:
    return inhabitants(child.spec.home) if child.spec.home else ()

"""What the machine did while something was measured: our CPU time, and everybody else's."""

import os
import platform
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")
CORES = os.cpu_count() or 1
KIB = 1024
_PARENT, _USER, _CHILDREN_SYSTEM = 1, 11, 14


@dataclass(slots=True)
class Use:
    """The CPU time of one measurement, in seconds."""

    seconds: float = 0.0
    ours: dict[str, float] = field(default_factory=dict)
    """By process: api, worker, postgres, … and bench, which is this process."""
    foreign: float = 0.0
    """Share of the machine's cores that other people's processes took, 0 to 1."""

    @property
    def cpu(self) -> float:
        """Return the seconds of all our processes but this one."""
        return sum(spent for name, spent in self.ours.items() if name != "bench")


@contextmanager
def watched(roots: Mapping[str, int]) -> Iterator[Use]:
    """Fill in what the block used; `roots` are our processes, counted with all they started."""
    use = Use()
    began, busy, ours = time.perf_counter(), _busy(), cpu_of(roots)
    yield use
    use.seconds = time.perf_counter() - began
    after = cpu_of(roots)
    use.ours = {name: after[name] - ours.get(name, 0.0) for name in after}
    free = use.seconds * CORES
    use.foreign = max(0.0, (_busy() - busy - sum(use.ours.values())) / free)


def cpu_of(roots: Mapping[str, int]) -> dict[str, float]:
    """Return the CPU seconds of each process tree so far, ended children included."""
    spent = {name: sum(map(_spent, family(pid))) for name, pid in roots.items()}
    return spent | {"bench": time.process_time()}


def _busy() -> float:
    with (PROC / "stat").open() as lines:
        user, nice, system, _idle, _wait, *interrupts = map(int, lines.readline().split()[1:8])
    return (user + nice + system + sum(interrupts)) / TICKS


def _stat(pid: int) -> list[str]:
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _spent(pid: int) -> float:
    return sum(map(int, _stat(pid)[_USER : _CHILDREN_SYSTEM + 1])) / TICKS


def family(pid: int) -> list[int]:
    """Return a process and its descendants."""
    members = [pid]
    for children in (PROC / str(pid) / "task").glob("*/children"):
        try:
            started = children.read_text().split()
        except OSError:
            continue
        for child in started:
            members += family(int(child))
    return members


def memory_of(pid: int) -> tuple[int, int]:
    """Return proportional and resident bytes of one process; 0 where it cannot be read."""
    found = {"Pss": 0, "Rss": 0}
    try:
        lines = (PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0, 0
    for line in lines:
        name, _, rest = line.partition(":")
        if name in found:
            found[name] = int(rest.split()[0]) * KIB
    return found["Pss"], found["Rss"]


def load() -> float:
    """Return the load average of the last minute."""
    return os.getloadavg()[0]


def described() -> str:
    """Return processor, cores, memory and kernel in one line."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{_processor()}, {CORES} cores, {total:.0f} GiB, {platform.system()} {platform.release()}"
    )


def _processor() -> str:
    for line in (PROC / "cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()

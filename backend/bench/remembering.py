"""How much memory each process of the product holds."""

from backend.bench.machine import family, memory_of
from backend.bench.stand import Stand

MIB = 2**20


def measure_memory(stand: Stand) -> dict[str, tuple[int, float, float]]:
    """Return number of processes, proportional and resident MiB by name."""
    found = {}
    for name, root in stand.roots.items():
        members = [memory_of(pid) for pid in family(root)]
        pss, rss = (sum(column) / MIB for column in zip(*members, strict=True))
        found[name] = (len(members), pss, rss)
    return found

"""How fast files of tools are read, a line or a row at a time: recognised, read, assembled."""

import time
from dataclasses import dataclass

from backend.adapters.tools.assembly import assemble
from backend.adapters.tools.readings import Reading
from backend.adapters.tools.registry import recognise
from backend.adapters.tools.unpacking import texts_of
from backend.bench.verdicts import BudgetVerdict

SIZE = 4_000_000
LEAST_MB_S = 20.0
_LINES = {
    "go": "Benchmark{}/size=10-8  \t 1000000\t      1045 ns/op\t      96 B/op\t  2 allocs/op\n",
    "libtest": "test tests::bench_{} ... bench:       3,161 ns/iter (+/- 975)\n",
    "criterion": "walk/{}        time:   [26.029 µs 26.251 µs 26.505 µs]\n",
    "vegeta-results": (
        '{{"attack":"","seq":{},"code":200,"timestamp":"2026-05-01T10:00:00.5Z","latency":3595462,'
        '"bytes_out":0,"bytes_in":5,"method":"GET","url":"http://127.0.0.1/"}}\n'
    ),
    "benchmarkjs": "case {} x 2,065,773 ops/sec ±1.10% (86 runs sampled)\n",
}
_NAMES = 5_000


@dataclass(frozen=True, slots=True)
class LinesRead:
    """Megabytes in a second of processor time: to the rows, and to the parts of a report."""

    format_name: str
    read: float
    assembled: float


def measure_lines() -> list[LinesRead]:
    """Read a file of each format once: at this size chance says little."""
    return [_measured(name, line) for name, line in _LINES.items()]


def _measured(name: str, line: str) -> LinesRead:
    block = "".join(line.format(number) for number in range(_NAMES)).encode()
    content = block * (SIZE // len(block) + 1)
    began = time.process_time()
    (text,) = texts_of("file", content, 2 * len(content))
    items = list(recognise(text)[0].read(text))
    read = time.process_time()
    assemble(name, (("", one) for one in items if isinstance(one, Reading)), {})
    assembled = time.process_time()
    size = len(content) / 1e6
    return LinesRead(name, size / (read - began), size / (assembled - began))


def of_lines(found: list[LinesRead]) -> list[BudgetVerdict]:
    return [
        BudgetVerdict(
            f"reading lines of {one.format_name}",
            f"≥ {LEAST_MB_S:.0f} MB/s",
            f"{one.read:.1f} MB/s, {one.assembled:.1f} MB/s with the parts of a report",
            one.read >= LEAST_MB_S,
        )
        for one in found
    ]

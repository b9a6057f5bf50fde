"""libtest: `cargo bench` with #[bench], and Criterion's `--output-format bencher`."""

import re

from backend.adapters.loose_fields import read_number
from backend.adapters.tools.readings import Items, Reading, ToolFormat, ToolText, guarded

_BENCH = re.compile(
    r"^test (?P<name>.+?)\s+\.\.\. bench:\s+(?P<value>[\d,.]+) (?P<unit>\S+)/iter"
    r"(?: \(\+/- (?P<spread>[\d,.]+)\))?(?: = (?P<rate>[\d,.]+) (?P<rate_unit>\S+))?"
)
_FAILED = re.compile(r"^test (?P<name>.+?)\s+\.\.\. FAILED$")
_RUNNING = re.compile(r"^\s*Running (?:unittests |benches/)?(?P<target>[^\s(]+)")


def _sign(file: ToolText) -> str:
    found = re.search(r"^test .+? \.\.\. bench: .*/iter", file.head, re.MULTILINE)
    return f"“{found[0][:80]}”, as libtest prints a benchmark" if found else ""


def _read(file: ToolText) -> Items:
    """Read times; what follows +/- is a range from fastest to slowest, so it is left out."""
    targets = _RUNNING.findall(file.text)
    target = ""
    for number, line in file.numbered():
        place = f"line {number}"
        if found := _RUNNING.match(line):
            target = found["target"]
        elif found := _BENCH.match(line):
            yield from guarded(place, (found, target if len(set(targets)) > 1 else ""), _bench)
        elif found := _FAILED.match(line.rstrip()):
            yield Reading(found["name"], failure="the benchmark failed", place=place)


def _bench(row: tuple[re.Match[str], str], place: str) -> Items:
    found, target = row
    parameters = {"target": target} if target else {}
    value = read_number(found["value"])
    yield Reading(found["name"], f"{found['unit']}/op", value, parameters=parameters, place=place)
    if found["rate"]:
        rate = read_number(found["rate"])
        yield Reading(found["name"], found["rate_unit"], rate, parameters=parameters, place=place)


LIBTEST = ToolFormat("libtest", "libtest (cargo bench)", _sign, _read)

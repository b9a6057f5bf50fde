"""make chaos: break every part of an installation under load, and account for what was promised.

FAULTS says how many, SEED which: a seed plans the same faults again. RECORD=1 writes the
record in docs/chaos.md.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import psycopg
from pydantic import TypeAdapter

from backend.bench import show
from backend.bench.chaos.checking import account, first_of, wait_for_quiet
from backend.bench.chaos.faults import CHEAP, FAULTS, plan
from backend.bench.chaos.load import Load, prepare
from backend.bench.chaos.record import ChaosRecord, Recovery, merged, table, write
from backend.bench.chaos.site import Site, installation
from backend.bench.machine import load as machine_load
from backend.testing.stack import wait_until

RECORD = TypeAdapter(ChaosRecord)
DISK_MIB = 6 * 1024
"""Memory that the disks of all installations may take."""
ON_A_SMALL_DISK = (
    "unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
    'mount -t tmpfs -o "size=$1" tmpfs "$2" && shift 2 && exec "$@"', "sh",
)  # fmt: skip
WORK_S = 600.0
FIRST_MESSAGE_S = 1800.0
"""The detector is compiled once on each machine."""
LAST_WORK_S = 900.0
"""A message that could not be delivered is tried again after minutes."""
SHARE_WAITED = 0.5
"""Of the faults: the others are followed by the next one as soon as pages are back."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run in a file system of its own, as a full disk must be nobody else's."""
    given = _parser().parse_args(arguments)
    if given.inside is not None:
        given.outcome.write_bytes(RECORD.dump_json(run(given)))
        return 0
    with tempfile.TemporaryDirectory(prefix="tidemark-chaos-") as place:
        outcomes = [Path(place) / f"{number}.json" for number in range(given.sites)]
        if failed := _run_all([*map(partial(_begin, given), outcomes)]):
            return failed
        record = merged([RECORD.validate_json(one.read_bytes()) for one in outcomes])
    for line in table(record):
        show.say(line)
    if given.record:
        write(record)
    # a short run is a test, and knows no limits of time
    is_well = record.account.is_clean if given.short else record.is_clean
    return 0 if is_well else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m backend.bench.chaos", description=__doc__)
    parser.add_argument("--faults", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sites", type=int, default=1, help="installations that share the faults")
    parser.add_argument("--minutes", type=float, default=1e6, help="no new fault after so long")
    parser.add_argument("--only", default="", help="faults whose name holds this text", type=_some)
    parser.add_argument(
        "--short", action="store_true", help="one fault of each sort, FAULTS at most"
    )
    parser.add_argument("--record", action="store_true", help="write docs/chaos.md")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--outcome", type=Path, help=argparse.SUPPRESS)
    return parser


def _some(text: str) -> str:
    if not any(text in name for name in FAULTS):
        raise argparse.ArgumentTypeError(
            f"no fault is called so; there are {', '.join(sorted(FAULTS))}"
        )
    return text


def _begin(given: argparse.Namespace, outcome: Path) -> subprocess.Popen[bytes]:
    """Start one installation with a disk, a seed and a share of the faults of its own."""
    number, place = int(outcome.stem), outcome.with_suffix(".site")
    place.mkdir()
    share = (given.faults + given.sites - 1 - number) // given.sites
    words = [
        f"--faults={share}",
        f"--seed={given.seed + number}",
        f"--minutes={given.minutes}",
        f"--only={given.only}",
        f"--inside={place}",
        f"--outcome={outcome}",
    ]
    if given.short:
        words.append("--short")
    ours = [sys.executable, "-m", "backend.bench.chaos", *words]
    disk = f"{DISK_MIB // given.sites}m"
    return subprocess.Popen([*ON_A_SMALL_DISK, disk, str(place), *ours])  # noqa: S603  ourselves


def _run_all(sites: Sequence[subprocess.Popen[bytes]]) -> int:
    """Wait for all; return the exit code of one that failed, else 0. An interruption ends all."""
    try:
        codes = [one.wait() for one in sites]
    finally:
        for one in sites:
            one.terminate()
            one.wait()
    return next((code for code in codes if code), 0)


def run(given: argparse.Namespace) -> ChaosRecord:
    """Break one thing after the other, and account for what was promised."""
    chance = random.Random(given.seed)  # noqa: S311  what breaks next, nothing secret
    began, recoveries = time.monotonic(), []
    with installation(given.inside) as site:
        load = prepare(site, 2 if given.short else 3)
        show.say(f"{len(load.pages)} pages are asked for after each fault.")
        load.begin()
        wait_until(lambda: site.hooks.received, "the first message has come", FIRST_MESSAGE_S)
        names = [*CHEAP][: given.faults] if given.short else _planned(given, chance, site)
        for number, name in enumerate(names, 1):
            is_last = number == len(names) or time.monotonic() - began > 60 * given.minutes
            with _explained(site):
                recoveries.append(_break(site, load, name, chance, is_last=is_last))
            one = recoveries[-1]
            work = "" if one.work_s is None else f", work after {one.work_s:.1f} s"
            show.say(
                f"{given.seed}: {number:4}/{len(names)}  {name}:"
                f" pages after {one.pages_s:.1f} s{work};"
                f" {load.count()} reports, {len(site.hooks.received)} messages"
            )
            if is_last:
                break
        load.end()
        with _explained(site):
            wait_for_quiet(site, LAST_WORK_S)
            found = account(site, load)
        left_out = [] if site.shim else ["clock jumps, as there is no C compiler"]
    return ChaosRecord(
        seeds=[given.seed],
        took_s=time.monotonic() - began,
        load=machine_load(),
        recoveries=recoveries,
        last_pages_s=recoveries[-1].pages_s,
        account=found,
        left_out=left_out,
    )


def _planned(given: argparse.Namespace, chance: random.Random, site: Site) -> list[str]:
    planned = plan(given.faults * (len(FAULTS) if given.only else 1), chance,
                   has_clock=site.shim is not None)  # fmt: skip
    return [name for name in planned if given.only in name][: given.faults]


def _break(site: Site, load: Load, name: str, chance: random.Random, *, is_last: bool) -> Recovery:
    waits = is_last or chance.random() < SHARE_WAITED
    pages = load.pages if is_last else load.some_pages(chance)
    FAULTS[name](site, chance)
    over = time.monotonic()
    taken = load.count()
    pages_s, slowest = load.seconds_until_back(pages)
    if not waits:
        return Recovery(name, pages_s, slowest, None)
    wait_until(lambda: load.count() > taken + len(load.writers), "reports are taken", WORK_S)
    wait_until(lambda: not site.troubles(), "all parts do their work", WORK_S)
    return Recovery(name, pages_s, slowest, time.monotonic() - over)


@contextmanager
def _explained(site: Site) -> Iterator[None]:
    """Say where things stand when something does not come back."""
    try:
        yield
    except Exception:
        kept = Path(tempfile.mkdtemp(prefix="tidemark-chaos-logs-", dir="/var/tmp"))
        for log in [site.said, *site.directory.glob("*/logs/*")]:
            (kept / f"{log.parent.parent.name}-{log.name}").write_bytes(log.read_bytes())
        show.say(f"Out of order: {site.troubles()}. Logs: {kept}")
        with suppress(psycopg.Error):
            show.say(f"Waiting: {first_of(_waiting(site))}")
        raise


def _waiting(site: Site) -> list[str]:
    asked = (
        "select 'report ' || state::text, count(*) from report group by 1 union all"
        " select task, count(*) from outbox group by 1 union all"
        " select 'delivery ' || state || ' ' || reason, count(*) from delivery group by 1"
    )
    return [f"{count} {what}" for what, count in site.ask(asked)]


if __name__ == "__main__":
    show.end_well(main)

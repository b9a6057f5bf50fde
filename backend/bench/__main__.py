"""make bench: measure this machine against the budgets of the design, and end by itself."""

import argparse
import gc
import time
from dataclasses import dataclass, field

import numpy as np

from backend.bench import show, verdicts
from backend.bench.accepting import WRITERS, measure_accepting, measure_tracing
from backend.bench.agent import measure_agent, measure_wrap
from backend.bench.comparing import measure_comparing, of_comparing
from backend.bench.comparing_runs import measure_comparing_runs, of_comparing_runs
from backend.bench.crowd import (
    FEW,
    MANY,
    PAGES,
    STREAMS,
    measure_pages,
    measure_readers,
    measure_streams,
    of_crowd,
    of_pages,
    of_streams,
)
from backend.bench.detecting import measure_detecting
from backend.bench.filling import Filling
from backend.bench.fleet.part import measure_fleet, of_fleet
from backend.bench.living import measure_living
from backend.bench.machine import described, load
from backend.bench.reading import ReadingTimes, measure_reading
from backend.bench.remembering import measure_memory
from backend.bench.stand import ARTEFACTS, Stand, standing
from backend.bench.sustaining import Sustaining, Uploads, measure_fairness
from backend.bench.tools.lines import measure_lines, of_lines
from backend.bench.triage import measure_grouping, measure_triage
from backend.bench.verdicts import BudgetVerdict
from backend.bench.wire import Client

PARTS = (
    "accept", "traces", "fair", "history", "sustain", "live", "crowd", "triage", "memory",
    "detector", "compare", "agent", "lines", "fleet",
)  # fmt: skip
SUITES = {True: (1,), False: (1, 5, 50)}
"""Suites in the database at which is measured: 2·10^5, 10^6 and 10^7 points."""


@dataclass(slots=True)
class BenchOptions:
    """The options, and what was found so far."""

    is_quick: bool
    parts: frozenset[str]
    verdicts: list[BudgetVerdict] = field(default_factory=list)
    facts: dict[str, object] = field(default_factory=dict)

    def wants(self, *parts: str) -> bool:
        return not self.parts.isdisjoint(parts)


def main() -> int:
    """Measure what is asked for; the exit code says whether it could be measured, no more."""
    bench = _asked()
    began, before = time.monotonic(), load()
    show.say(f"{described()}; load {before:.1f}")
    gc.freeze()
    _without_services(bench)
    if not bench.parts <= {"detector", "agent", "lines"}:
        with standing() as stand:
            _with_services(bench, stand)
    show.say(f"\n{'Budget by budget':<20} load {before:.1f} before, {load():.1f} after")
    show.table(bench.verdicts)
    show.say(show.PEERS)
    ARTEFACTS.mkdir(exist_ok=True)
    facts = {"machine": described(), "load": [before, load()], "quick": bench.is_quick}
    file = show.save(ARTEFACTS, facts | bench.facts, bench.verdicts)
    show.say(f"Took {time.monotonic() - began:.0f} s. Figures: {file}")
    return 0


def _asked() -> BenchOptions:
    parser = argparse.ArgumentParser(prog="python -m backend.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small database only, about a minute")
    parser.add_argument("--only", choices=PARTS, action="append", help="measure only this part")
    given = parser.parse_args()
    return BenchOptions(given.quick, frozenset(given.only or PARTS))


def _without_services(bench: BenchOptions) -> None:
    if bench.wants("detector"):
        with show.step("detector"):
            found = measure_detecting()
            show.say("  µs: " + ", ".join(f"{name} {us:.1f}" for name, us in found.items()))
        bench.facts["detector_us"] = found
        bench.verdicts += verdicts.of_detecting(found)
    if bench.wants("compare"):
        with show.step("comparison of 5,000 results"):
            compared = measure_comparing()
        bench.facts["compare_ms"] = compared
        bench.verdicts += of_comparing(compared)
    if bench.wants("lines"):
        with show.step("lines of tools"):
            lines = measure_lines()
        bench.facts["lines_mb_s"] = {one.format_name: one.read for one in lines}
        bench.verdicts += of_lines(lines)
    if bench.wants("agent"):
        with show.step("agent's overhead"):
            said = measure_agent(100 if bench.is_quick else 300)
        bench.facts["agent"] = said
        bench.verdicts += verdicts.of_agent(said)
        with show.step("wrap against hyperfine"):
            rivalry = measure_wrap(200 if bench.is_quick else 800)
        bench.facts["wrap"] = rivalry
        bench.verdicts += verdicts.of_wrap(rivalry)


def _with_services(bench: BenchOptions, stand: Stand) -> None:
    _without_worker(bench, stand)
    if bench.wants("accept"):
        _accept(bench, stand, ("8 writers, worker at work", WRITERS))
    stand.wait_idle()
    if bench.wants("fair"):
        with show.step("a small project beside a flood"):
            fairness = measure_fairness(stand, 2 if bench.is_quick else 4)
        bench.facts["fairness"] = fairness
        bench.verdicts += verdicts.of_fairness(fairness)
    project, secret = stand.project("bench")
    client = Client(stand.address, "bench", secret)
    filling = Filling(stand, project)
    if bench.wants("history", "sustain", "live", "crowd", "triage"):
        _grow(bench, filling, Uploads(filling, client, np.random.default_rng(7)))
    if bench.wants("triage"):
        with show.step("triage list"):
            triage = measure_triage(filling, client)
        bench.verdicts += verdicts.of_triage(triage)
        with show.step("grouping"):
            grouping = measure_grouping(filling)
        bench.verdicts += verdicts.of_grouping(grouping)
    if bench.wants("memory"):
        _remember(bench, stand)


def _without_worker(bench: BenchOptions, stand: Stand) -> None:
    """Measure what the API does by itself, then start the worker."""
    if bench.wants("compare"):
        _compare(bench, stand)
    if bench.wants("accept"):
        _accept(bench, stand, ("1 writer", 1), ("8 writers", WRITERS))
    if bench.wants("traces"):
        _, secret = stand.project("traced")
        with show.step("accept, traced and not in turns"):
            client = Client(stand.address, "traced", secret)
            tracing = measure_tracing(stand, client, 120 if bench.is_quick else 360)
        bench.facts["traces"] = tracing
        bench.verdicts += verdicts.of_tracing(tracing)
    if bench.wants("fleet"):
        fleet = measure_fleet(stand, is_quick=bench.is_quick)
        bench.facts["fleet"] = [one.figure for one in of_fleet(fleet)]
        bench.verdicts += of_fleet(fleet)
    stand.start_worker()


def _accept(bench: BenchOptions, stand: Stand, *loads: tuple[str, int]) -> None:
    _, secret = stand.project("accept")
    client = Client(stand.address, "accept", secret)
    for name, writers in loads:
        with show.step(f"accept, {name}"):
            reports = (100 if bench.is_quick else 300) * (1 if writers == 1 else 3)
            found = measure_accepting(stand, client, writers, reports)
            (verdict,) = verdicts.of_accepting(found)
            show.say(f"  {verdict.figure}; a bare commit of the same {found.commit_ms:.1f} ms")
            show.say(f"  {show.cpu(found.use, reports, 'report')}")
        bench.facts[f"accept, {name}"] = [verdict.figure, found.use, found.commit_ms]
        if "worker" not in name:
            bench.verdicts.append(verdict)


def _grow(bench: BenchOptions, filling: Filling, uploads: Uploads) -> None:
    """Measure at each size of the database in turn."""
    readings: list[ReadingTimes] = []
    sustained: list[Sustaining] = []
    sizes = SUITES[bench.is_quick]
    for suites in sizes:
        with show.step(f"fill the database, {suites} suites of 200 series x 1,000 points"):
            filling.grow(suites)
        if bench.wants("history"):
            readings += _read(bench, filling, uploads.client)
        if bench.wants("sustain") and suites in (sizes[0], sizes[-1]):
            sustained.append(_sustain(bench, uploads))
        if bench.wants("live") and suites == sizes[0]:
            _live(bench, filling.stand, uploads)
        if bench.wants("crowd") and suites == sizes[0]:
            _crowd(bench, filling.stand, uploads)
    bench.verdicts += verdicts.of_reading(readings)
    bench.verdicts += verdicts.of_sustaining(sustained)


def _read(bench: BenchOptions, filling: Filling, client: Client) -> list[ReadingTimes]:
    found = []
    for series in (1, 10):
        with show.step(f"history of {series} series at {filling.points:.0e} points"):
            one = measure_reading(filling, client, series)
            figure = verdicts.of_reading([one])[0].figure
            show.say(f"  {figure}, {one.kilobytes:.0f} kB")
            show.say(f"  {show.cpu(one.use, len(one.wire.each), 'request')}")
        bench.facts[f"history, {series} series, {one.points} points"] = [figure, one.use]
        found.append(one)
    return found


def _sustain(bench: BenchOptions, uploads: Uploads) -> Sustaining:
    reports = 200 if bench.is_quick else 400
    with show.step(f"ingest and detect {reports} reports at {uploads.filling.points:.0e} points"):
        found = uploads.sustain(uploads.filling.suites - 1, reports)
        show.say(
            f"  {found.rate:,.0f} results/s ({found.seconds:.1f} s, accepted within"
            f" {found.accept_s:.1f}); by CPU time {found.quiet_rate:,.0f} with nobody else here;"
            f" a bare COPY {found.copy_rate:,.0f} rows/s"
        )
        show.say(f"  {show.cpu(found.use, reports, 'report')}")
    bench.facts[f"sustain, {found.points} points"] = [
        found.rate, found.quiet_rate, found.copy_rate, found.use,
    ]  # fmt: skip
    return found


def _live(bench: BenchOptions, stand: Stand, uploads: Uploads) -> None:
    with show.step("upload to visible change"):
        living = measure_living(stand, uploads.client, uploads, 3 if bench.is_quick else 8)
        heard = ", ".join(f"{seconds:.2f}" for seconds in living.change_s)
        show.say(f"  seconds to a change: {heard}")
    bench.facts["live_s"] = living
    bench.verdicts += verdicts.of_living(living)


def _crowd(bench: BenchOptions, stand: Stand, uploads: Uploads) -> None:
    with stand.connect() as connection:
        connection.execute("update project set visibility = 'public' where slug = 'bench'")
    uploads.warm_up(0)
    client = uploads.client
    with show.step(f"{FEW} and {MANY} readers of five questions"):
        seconds = 5.0 if bench.is_quick else 20.0
        readers = [measure_readers(client, some, seconds) for some in (FEW, FEW, MANY)][1:]
    with show.step(f"{PAGES} open pages, a report a second"):
        watching = measure_pages(stand, client, uploads, 10 if bench.is_quick else 60)
        show.say(f"  {show.cpu(watching.use, watching.reports, 'report')}")
    with show.step(f"{STREAMS:,} event streams"):
        kilobytes = measure_streams(stand, client)
    bench.facts["crowd"] = [watching.seen_s, watching.health_s, kilobytes]
    bench.verdicts += of_crowd(*readers) + of_pages(watching) + of_streams(kilobytes)


def _compare(bench: BenchOptions, stand: Stand) -> None:
    project, secret = stand.project("comparing")
    with show.step("compare two runs of 5,000 results"):
        found = measure_comparing_runs(stand, project, Client(stand.address, "comparing", secret))
        (verdict,) = of_comparing_runs(found)
        show.say(f"  {verdict.figure}; {found.regressions} regressions")
        show.say(f"  {show.cpu(found.use, len(found.wire.each), 'request')}")
    bench.facts["compare_runs"] = [verdict.figure, found.use]
    bench.verdicts.append(verdict)


def _remember(bench: BenchOptions, stand: Stand) -> None:
    with show.step("memory"):
        found = measure_memory(stand)
        for name, (processes, pss, rss) in found.items():
            show.say(
                f"  {name:<9} {processes:>2} processes  {pss:>7.0f} MiB proportional"
                f" {rss:>7.0f} MiB resident"
            )
    bench.facts["memory_mib"] = found
    total = sum(pss for _, pss, _ in found.values())
    bench.verdicts.append(
        BudgetVerdict("memory of all processes", "no budget", f"{total:.0f} MiB", None)
    )


if __name__ == "__main__":
    show.end_well(main)

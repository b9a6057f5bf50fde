"""runs: list and show them; exclude, include, delete and restore those that were measured wrong."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import UNSET

from backend.cli.exits import CommandError
from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import corrections as calls
from backend.client.calls import runs as reading
from backend.client.models_gen import (
    Corrected,
    ListedRun,
    NewDeletion,
    NewExclusion,
    NewInclusion,
    NewReading,
    ReadingDifference,
    ResultWanted,
    RunResult,
    RunsWanted,
)
from backend.client.words import day, interval, quantities, series_name, short
from backend.wording.effects import counted

MOST_NAMED = 20
Names = Mapping[str, str | None]
_runs = click.argument("runs", type=click.IntRange(1), nargs=-1)
_dry = click.option("--dry-run", "is_dry", is_flag=True, help="Only say how many these are.")
_why = click.option("--why", metavar="TEXT", required=True, help="The reason, kept with it.")
_series = click.option("--series", type=click.IntRange(1), help="Only the result of this series.")


def _filters(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that find runs instead of naming them."""
    for option in reversed(
        (
            click.option("--suite", metavar="NAME"),
            click.option("--testbed", metavar="NAME"),
            click.option("--branch", metavar="NAME"),
            click.option("--commit", metavar="NAME"),
            click.option("--since", metavar="TIME", help="Began then or later: 2026-05-03."),
            click.option("--until", metavar="TIME", help="Began before: 2026-05-06."),
        )
    ):
        function = option(function)
    return function


@click.group(
    invoke_without_command=True, short_help="List and show runs; exclude or delete wrong ones."
)
@in_project
@click.pass_context
def runs(context: click.Context) -> None:
    """List the newest runs; exclude, include, delete and restore those measured wrong."""
    if context.invoked_subcommand is None:
        _list(context.ensure_object(Desk))


def _list(desk: Desk) -> None:
    found = desk.ask(reading.runs(desk.project))
    if desk.as_json:
        desk.answer()
        return
    heads = (
        Column("Run", is_number=True), Column("Suite"), Column("Commit", is_whole=True),
        Column("Branch"), Column("Testbed"), Column("Started", is_whole=True),
        Column("Counts", spare=1),
    )  # fmt: skip
    desk.table(heads, [_cells(one) for one in found.rows])


def _cells(run: ListedRun) -> tuple[object, ...]:
    counts = f"no: {run.excluded.reason}" if run.excluded else "yes"
    started = day(run.started_at)
    return run.id, run.suite, short(run.commit), run.branch, run.testbed, started, counts


@runs.command(short_help="Show one run.")
@click.argument("number", type=click.IntRange(1))
@in_project
@pass_desk
def show(desk: Desk, number: int) -> None:
    """Show one run: where it comes from, and what it gave."""
    found = desk.ask(reading.run(desk.project, number))
    if desk.as_json:
        desk.answer()
        return
    counts = f" Does not count: {found.excluded.reason}." if found.excluded else ""
    desk.say(
        f"Run {number} of {found.suite}, {found.testbed}, {day(found.started_at)}: "
        f"commit {short(found.commit)}, branch {found.branch}. "
        f"{counted(found.results, 'result')}, "
        f"{found.regressions} worse, {found.improvements} better, {found.failures} failed.{counts}"
    )
    desk.say(f"{found.signer.sentence if found.signer else 'Not signed'}.")
    heads = (
        Column("Series", is_number=True), Column("Result"), Column("Value", is_number=True),
        Column("95 % interval", is_whole=True), Column("n", is_number=True),
    )  # fmt: skip
    desk.table(heads, [_result(one) for one in found.rows])
    for kept in found.files:
        desk.line(f"file {kept.place}: {kept.name}, {kept.size:,} bytes")
    for failed in found.failed[:MOST_NAMED]:
        desk.line(f"failed: {failed.benchmark}: {failed.message}")
    desk.line(desk.page(f"/runs/{number}"))


@runs.command(short_help="Write a run as benchstat reads it.")
@click.argument("number", type=click.IntRange(1))
@in_project
@pass_desk
def benchfmt(desk: Desk, number: int) -> None:
    """Write the samples of a run as Go's benchmarks do: benchstat compares two such files."""
    desk.ask(reading.benchfmt(desk.project, number))
    desk.answer()


def _result(one: RunResult) -> tuple[object, ...]:
    (value, low, high), unit = quantities([one.value, one.low, one.high], one.series.unit)
    return one.series.id, series_name(one.series), f"{value} {unit}", interval(low, high), one.n


@runs.command(short_help="Leave runs out of all baselines.")
@_runs
@_filters
@_series
@_why
@_dry
@in_project
@pass_desk
def exclude(
    desk: Desk,
    /,
    runs: Sequence[int],
    series: int | None,
    why: str,
    *,
    is_dry: bool,
    **where: str | None,
) -> None:
    """Leave RUNS, or all that fit the options, out of all baselines; charts show them hollow."""
    numbers, results = _chosen(runs, series)
    body = NewExclusion(
        why, runs=numbers, results=results, where=_where(numbers or results, where), dry_run=is_dry
    )
    done = desk.ask(calls.exclude(desk.project, body=body))
    _say(desk, done, "would be excluded" if is_dry else "excluded")


@runs.command(short_help="Let excluded runs count again.")
@_runs
@_filters
@_series
@_dry
@in_project
@pass_desk
def include(
    desk: Desk, /, runs: Sequence[int], series: int | None, *, is_dry: bool, **where: str | None
) -> None:
    """Let RUNS, or all that fit the options, count again."""
    numbers, results = _chosen(runs, series)
    body = NewInclusion(
        runs=numbers, results=results, where=_where(numbers or results, where), dry_run=is_dry
    )
    done = desk.ask(calls.include(desk.project, body=body))
    _say(desk, done, "would be included" if is_dry else "included")


@runs.command(short_help="Delete runs; for seven days they can be restored.")
@_runs
@_filters
@_why
@_dry
@in_project
@pass_desk
def delete(
    desk: Desk, /, runs: Sequence[int], why: str, *, is_dry: bool, **where: str | None
) -> None:
    """Delete RUNS, or all that fit the options, with all that they gave."""
    body = NewDeletion(why, runs=[*runs], where=_where(runs, where), dry_run=is_dry)
    done = desk.ask(calls.delete(desk.project, body=body))
    _say(desk, done, "would be deleted" if is_dry else "deleted")
    if done.deletion and not desk.as_json:
        until = day(done.restorable_until)
        desk.note(f"To take it back until {until}: tidemark runs restore {done.deletion}")


@runs.command(short_help="Save the file that a run was read from.")
@click.argument("number", type=click.IntRange(1))
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--place", type=click.IntRange(1), default=1, help="Of several files, this one.")
@in_project
@pass_desk
def file(desk: Desk, number: int, target: Path, place: int) -> None:
    """Save the file of a tool that run NUMBER was read from as TARGET, byte for byte."""
    desk.save(reading.sent_file(desk.project, number, place), target)


@runs.command(short_help="Read the kept files of runs again.")
@_runs
@click.option("--suite", metavar="NAME", help="The newest 200 runs of a suite.")
@click.option("--before", type=click.IntRange(1), help="Of the suite those before this run.")
@click.option("--format", "format_name", metavar="NAME", default="", help="Read as this format.")
@click.option("--mapping", metavar="NAME", default="", help="Read by this declared mapping.")
@click.option("--apply", "is_wanted", is_flag=True, help="Store it; else only show what changes.")
@in_project
@pass_desk
def again(  # noqa: PLR0913  one option each
    desk: Desk,
    /,
    runs: Sequence[int],
    suite: str | None,
    before: int | None,
    format_name: str,
    mapping: str,
    *,
    is_wanted: bool,
) -> None:
    """Read the files of RUNS again, after a format or mapping got better, and show the difference.

    With --apply it is stored; for seven days `runs restore` brings back what the runs were.
    """
    body = NewReading(
        runs=[*runs],
        suite=suite or UNSET,
        before=before or UNSET,
        format=format_name,
        mapping=mapping,
        dry_run=not is_wanted,
    )
    done = desk.ask(calls.read_files_again(desk.project, body=body))
    if desk.as_json:
        desk.answer()
        return
    heads = (
        Column("Run", is_number=True), Column("Is"), Column("Benchmark", spare=1),
        Column("Metric"), Column("Before"), Column("After"),
    )  # fmt: skip
    if done.differences:
        desk.table(heads, [_difference(one) for one in done.differences])
    for left in done.unread[:MOST_NAMED]:
        desk.line(f"run {left.run} stays: {left.reason}")
    desk.line(
        f"{len(done.runs)} runs {'changed' if is_wanted else 'would change'}: {done.added} results"
        f" added, {done.changed} changed, {done.gone} gone; {done.same} runs stay the same"
    )
    if done.next_before:
        desk.note(f"The suite has more runs: --before {done.next_before}")
    if done.deletion:
        desk.note(f"To take it back until {day(done.restorable_until)}: tidemark runs restore"
                  f" {done.deletion}")  # fmt: skip


def _difference(one: ReadingDifference) -> tuple[object, ...]:
    parameters = ", ".join(f"{name}={value}" for name, value in sorted(one.parameters.items()))
    name = f"{one.benchmark} {parameters}".strip()
    return one.run, one.step, name, one.metric, one.before, one.after


@runs.command(short_help="List deletions that can be taken back.")
@in_project
@pass_desk
def deletions(desk: Desk) -> None:
    """List the deletions that can be taken back, and until when."""
    found = desk.ask(calls.deletions(desk.project))
    if desk.as_json:
        desk.answer()
        return
    heads = (
        Column("Deletion", is_number=True), Column("Runs", is_number=True),
        Column("Results", is_number=True), Column("By"), Column("Until", is_whole=True),
        Column("Why", spare=1),
    )  # fmt: skip
    desk.table(
        heads,
        [
            (one.id, one.runs, one.results, one.deleted_by, day(one.restorable_until), one.reason)
            for one in found.rows
        ],
    )


@runs.command(short_help="Bring deleted runs back.")
@click.argument("deletion", type=click.IntRange(1))
@in_project
@pass_desk
def restore(desk: Desk, deletion: int) -> None:
    """Bring the runs of a DELETION back, as `runs deletions` lists them."""
    _say(desk, desk.ask(calls.restore_deleted(desk.project, deletion)), "restored")


def _chosen(runs: Sequence[int], series: int | None) -> tuple[list[int], list[ResultWanted]]:
    if series is None:
        return [*runs], []
    return [], [ResultWanted(run, series) for run in runs]


def _where(named: Sequence[object], where: Names) -> RunsWanted | None:
    """Return the filter of the options; with runs named as well, both would be meant."""
    given = {name: said for name, said in where.items() if said}
    if given and named:
        raise CommandError("runs are named and looked for at once", "do one or the other")
    if not given and not named:
        raise CommandError("no run is meant", "name runs, or use --testbed, --since and --until")
    for name in ("since", "until"):
        if name in given and len(given[name]) == len("2026-05-03"):
            given[name] = f"{given[name]}T00:00:00Z"
    return RunsWanted(**given) if given else None


def _say(desk: Desk, done: Corrected, what: str) -> None:
    if desk.as_json:
        desk.answer()
    else:
        desk.line(f"{done.runs} runs with {done.results} results {what}")

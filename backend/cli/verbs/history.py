"""series and history: find a series, and read it commit by commit."""

from typing import Any

import click

from backend.cli.exits import CommandError, Exit
from backend.cli.table import Column
from backend.cli.verb import Desk, filtered, in_project, pass_desk
from backend.client.calls import series as calls
from backend.client.models_gen import History, SeriesHistory, SeriesListing
from backend.client.words import day, effect, interval, moment_of, quantities, series_name, short
from backend.domain.commits.names import short_commit

SHOWN = 20
MOST_MARKS = 10_000


@click.command(short_help="List series and their newest points.")
@click.option("--limit", type=click.IntRange(1, 200), default=SHOWN, show_default=True)
@filtered
@in_project
@pass_desk
def series(
    desk: Desk, /, limit: int, parameters: list[tuple[str, str]], **filters: Any  # noqa: ANN401
) -> None:  # fmt: skip
    """List series with their newest point: the numbers that other verbs take."""
    call = calls.series(desk.project, limit=limit, **listed(filters)).asking(parameters)
    found = desk.ask(call)
    if desk.as_json:
        desk.answer()
        return
    if not found.rows:
        desk.say("No series passes these filters.")
        return
    heads = (
        Column("Series", is_number=True),
        Column("Suite", spare=3),
        Column("Benchmark"),
        Column("Testbed", spare=2),
        Column("Branch", spare=1),
        Column("Newest", is_number=True),
        Column("Interval", is_number=True),
        Column("At", is_whole=True),
        Column("Points", is_number=True, spare=4),
    )
    desk.table(heads, [_row(one) for one in found.rows])
    if found.total > len(found.rows):
        desk.line()
        desk.say(f"{found.total - len(found.rows)} more: choose by --benchmark, --metric, --text.")


def listed(filters: dict[str, Any]) -> dict[str, Any]:
    """Return filters as a call takes them; those not given are left out."""
    return {name: list(said) if isinstance(said, tuple) else said for name, said in filters.items()}


def _row(row: SeriesListing) -> tuple[object, ...]:
    one, newest = row.series, row.latest
    head = (one.id, one.suite, series_name(one), one.testbed, one.branch)
    if newest is None:
        return (*head, "", "", "", row.points)
    (value, low, high), unit = quantities([newest.value, newest.low, newest.high], one.unit)
    return (*head, f"{value} {unit}", interval(low, high), short(newest.commit), row.points)


@click.command(short_help="Read series commit by commit.")
@click.argument("numbers", metavar="[SERIES]...", type=click.IntRange(1), nargs=-1)
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(1, MOST_MARKS),
    default=SHOWN,
    show_default=True,
    help="So many of the newest points.",
)
@filtered
@in_project
@pass_desk
def history(
    desk: Desk,
    /,
    numbers: tuple[int, ...],
    limit: int,
    parameters: list[tuple[str, str]],
    **filters: Any,  # noqa: ANN401
) -> None:
    """Read series commit by commit, the newest last; by number, or by filters that leave one."""
    chosen = [*numbers] or [only_series(desk, listed(filters), parameters)]
    found = desk.ask(calls.history(desk.project, series=chosen, budget=MOST_MARKS))
    if desk.as_json:
        desk.answer()
        return
    for one in found.series:
        _show(desk, found, one, limit)


def only_series(desk: Desk, filters: dict[str, Any], parameters: list[tuple[str, str]]) -> int:
    """Return the number of the one series that passes; CommandError names a few of several."""
    page = desk.ask(calls.series(desk.project, limit=5, **filters).asking(parameters))
    if page.total == 1:
        return page.rows[0].series.id
    if not page.rows:
        raise CommandError("no series passes these filters", "look: tidemark series", Exit.REFUSED)
    named = "; ".join(
        f"{one.series.id}: {series_name(one.series)} on {one.series.testbed}, {one.series.branch}"
        for one in page.rows
    )
    raise CommandError(f"{page.total} series pass: {named}", "choose by number or more filters")


def _show(desk: Desk, found: History, one: SeriesHistory, limit: int) -> None:
    label = one.series
    known = [value for value in one.value if value is not None]
    if not known:
        desk.say(f"{series_name(label)} on {label.testbed}, branch {label.branch}: no points.")
        return
    first = max(len(one.at) - limit, 0)
    columns = ([*one.value[first:]], [*one.low[first:]], [*one.high[first:]])
    written, unit = quantities([*columns[0], *columns[1], *columns[2]], label.unit)
    size = len(one.at) - first
    better = {"lower": "lower is better", "higher": "higher is better"}.get(label.direction, "")
    said = ", ".join(part for part in (unit or "a number", better) if part)
    desk.say(f"{series_name(label)} ({said}) on {label.testbed}, branch {label.branch}")
    changes = {change.commit.name: change for change in one.changes}
    has_intervals = any(end is not None for end in columns[1])
    rows = []
    for place in range(size):
        at = one.at[first + place]
        change = changes.get(found.commits.name[at])
        rows.append(
            (
                short_commit(found.commits.name[at]),
                day(moment_of(found.commits.time[at])),
                written[place],
                *([interval(written[size + place], written[2 * size + place])] * has_intervals),
                one.n[first + place],
                f"{change.state}: {effect(change)}" if change else "",
                found.commits.subject[at],
            )
        )
    heads = (
        Column("Commit", is_whole=True),
        Column("Date", is_whole=True),
        Column(unit or "Value", is_number=True),
        *([Column("95 % interval", is_number=True)] * has_intervals),
        Column("n", is_number=True),
        Column("Change"),
        Column("Subject", spare=1),
    )
    desk.table(heads, rows)
    desk.line(desk.page(f"/explore?series={label.id}"))

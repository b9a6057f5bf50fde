"""export: points of series as CSV, for spreadsheets and scripts."""

from collections.abc import Iterator
from typing import Any, TextIO

import click

from backend.cli.exits import CommandError, Exit
from backend.cli.verb import Desk, filtered, in_project, pass_desk
from backend.cli.verbs.history import MOST_MARKS, listed
from backend.client.calls import series as calls
from backend.client.models_gen import History, SeriesHistory
from backend.client.words import moment_of
from backend.domain.csv_text import Cell, csv_text

PAGE = 100
HEADS = (
    "suite", "benchmark", "parameters", "metric", "unit", "direction", "testbed", "branch",
    "commit", "commit_time", "value", "low", "high", "samples", "run", "series",
)  # fmt: skip


@click.command(short_help="Write points of series as CSV.")
@click.argument("numbers", metavar="[SERIES]...", type=click.IntRange(1), nargs=-1)
@click.option(
    "-o", "--output", type=click.File("w", encoding="utf-8"), default="-", help="Else to stdout."
)
@filtered
@in_project
@pass_desk
def export(
    desk: Desk,
    /,
    numbers: tuple[int, ...],
    output: TextIO,
    parameters: list[tuple[str, str]],
    **filters: Any,  # noqa: ANN401
) -> None:
    """Write the points of series as CSV, in base units, with interval, samples and run.

    Series are chosen by number or by filters. With --json every series is a line of JSON.
    """
    chosen = [*numbers] or list(_all_series(desk, listed(filters), parameters))
    if not chosen:
        raise CommandError("no series passes these filters", "look: tidemark series", Exit.REFUSED)
    if not desk.as_json:
        output.write(csv_text([HEADS]))
    for begin in range(0, len(chosen), PAGE):
        call = calls.history(desk.project, series=chosen[begin : begin + PAGE], budget=MOST_MARKS)
        _write(desk, output, desk.ask(call))


def _write(desk: Desk, output: TextIO, found: History) -> None:
    if desk.as_json:
        output.write(desk.sender.said.decode().rstrip("\n") + "\n")
        return
    for one in found.series:
        if one.bucket > 1:
            desk.note(
                f"Series {one.series.id} is thinned to {one.returned_n} of {one.raw_n} points."
            )
        output.write(csv_text(_rows(found, one)))


def _all_series(
    desk: Desk, filters: dict[str, Any], parameters: list[tuple[str, str]]
) -> Iterator[int]:
    cursor: str | None = None
    while True:
        call = calls.series(desk.project, limit=200, cursor=cursor, **filters)
        page = desk.ask(call.asking(parameters))
        yield from (one.series.id for one in page.rows)
        cursor = page.next if isinstance(page.next, str) else None
        if not cursor:
            return


def _rows(found: History, one: SeriesHistory) -> Iterator[tuple[Cell, ...]]:
    label = one.series
    parameters = " ".join(f"{name}={value}" for name, value in label.parameters.items())
    head = (
        label.suite, label.benchmark, parameters, label.metric, label.unit, label.direction,
        label.testbed, label.branch,
    )  # fmt: skip
    for place, at in enumerate(one.at):
        yield (
            *head, found.commits.name[at], moment_of(found.commits.time[at]) or "",
            one.value[place], one.low[place], one.high[place], one.n[place], one.run[place],
            label.id,
        )  # fmt: skip

"""sweep: the best setting of a parameter, and what ties with it."""

import click

from backend.cli.exits import CommandError, Exit
from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import sweeps as calls
from backend.client.models_gen import SweepCurve, SweepDetail, SweepRow
from backend.client.words import day, interval, quantities
from backend.wording.numbers import setting


@click.command(short_help="Show a metric by parameter value, and the best.")
@click.argument("benchmark", required=False)
@click.argument("axis", required=False)
@click.option("--metric", metavar="NAME")
@click.option("--testbed", metavar="NAME")
@click.option("--branch", metavar="NAME")
@click.option("--run", type=click.IntRange(1), metavar="NUMBER", help="Else the newest one.")
@click.option(
    "--margin",
    type=click.FloatRange(0, 50),
    metavar="PERCENT",
    help="Values at most this much worse than the best count as equally good.",
)
@click.option("--measure", is_flag=True, help="Have an agent measure until the best is known.")
@in_project
@pass_desk
def sweep(  # noqa: PLR0913  as the options are
    desk: Desk,
    benchmark: str | None,
    axis: str | None,
    metric: str | None,
    testbed: str | None,
    branch: str | None,
    run: int | None,
    margin: float | None,
    measure: bool,  # noqa: FBT001  a flag
) -> None:
    """Show what a parameter does: every value, and the set that may be the best.

    BENCHMARK is a name or number, AXIS the parameter; without them every sweep is listed.
    """
    if benchmark is None:
        _list(desk)
        return
    row = _chosen(desk.ask(calls.sweeps(desk.project)).rows, benchmark, axis)
    found = desk.ask(
        calls.sweep(
            desk.project,
            row.benchmark_id,
            row.axis,
            metric=metric,
            testbed=testbed,
            branch=branch,
            run=run,
            margin=None if margin is None else margin / 100.0,
        )
    )
    if desk.as_json:
        desk.answer()
    else:
        _show_all(desk, row, found)
    if measure:
        # loaded for those who ask alone: it brings the models of jobs
        from backend.cli.verbs.nouns.jobs import refine  # noqa: PLC0415

        refine(desk, row.benchmark_id, found)


def _show_all(desk: Desk, row: SweepRow, found: SweepDetail) -> None:
    desk.say(
        f"{found.benchmark} over {found.axis}: {found.metric} on {found.testbed}, "
        f"run {found.run.id} of {day(found.run.started_at)}"
    )
    for curve in found.curves:
        _show(desk, found, curve)
    for crossover in found.crossovers:
        desk.say(crossover.sentence)
    desk.line(desk.page(f"/sweeps/{row.benchmark_id}/{row.axis}"))


def _list(desk: Desk) -> None:
    found = desk.ask(calls.sweeps(desk.project))
    if desk.as_json:
        desk.answer()
        return
    if not found.rows:
        desk.say("Nothing was measured over the values of a parameter yet.")
        return
    heads = (
        Column("Benchmark", is_number=True),
        Column("Suite", spare=2),
        Column("Name"),
        Column("Axis"),
        Column("Values", is_number=True),
        Column("Metrics", spare=1),
        Column("Newest", is_whole=True, spare=3),
    )
    desk.table(
        heads,
        [
            (
                one.benchmark_id,
                one.suite,
                one.benchmark,
                one.axis,
                one.values,
                ", ".join(one.metrics),
                day(one.latest_run_at),
            )
            for one in found.rows
        ],
    )


def _chosen(rows: list[SweepRow], benchmark: str, axis: str | None) -> SweepRow:
    named = [one for one in rows if benchmark in {one.benchmark, str(one.benchmark_id)}]
    fitting = [one for one in named if axis in {None, one.axis}]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        ways = "; ".join(f"{one.benchmark_id} {one.axis}" for one in fitting[:8])
        raise CommandError(f"“{benchmark}” names several sweeps: {ways}", "name one with its axis")
    said = (
        f"“{benchmark}” has no sweep over “{axis}”"
        if named
        else f"there is no sweep of “{benchmark}”"
    )
    raise CommandError(said, "see tidemark sweep", Exit.REFUSED)


def _show(desk: Desk, found: SweepDetail, curve: SweepCurve) -> None:
    facet = ", ".join(f"{name}={value}" for name, value in curve.facet.items())
    desk.line()
    desk.say(f"{facet}: {curve.sentence}" if facet else curve.sentence)
    points = curve.points
    columns = [
        *[one.value for one in points],
        *[one.low for one in points],
        *[one.high for one in points],
    ]
    written, unit = quantities(columns, found.unit)
    size = len(points)
    best = "best" if sum(one.in_best_set for one in points) == 1 else "may be the best"
    heads = (
        Column(found.axis, is_number=True),
        Column(unit or "Value", is_number=True),
        Column("95 % interval", is_number=True),
        Column("n", is_number=True),
        Column("Best"),
    )
    desk.table(
        heads,
        [
            (
                setting(one.x),
                written[at],
                interval(written[size + at], written[2 * size + at]),
                one.n,
                best if one.in_best_set else "",
            )
            for at, one in enumerate(points)
        ],
    )
    for remark in curve.remarks:
        desk.say(remark)

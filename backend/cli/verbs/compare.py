"""compare: two sides, the worst first, and a gate for scripts."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal
from urllib.parse import urlencode

import click

from backend.cli.exits import CommandError, Exit
from backend.cli.origin import chosen, event_text, origin_of
from backend.cli.sides import Baseline, baseline_of, contender_of
from backend.cli.table import Column
from backend.cli.verb import Desk, filtered, in_project, pass_desk
from backend.client.answers import RefusedError
from backend.client.calls import comparisons as calls
from backend.client.gating import ComparisonOutcome, outcome_of
from backend.client.models_gen import ComparedRow, ComparedSide, Comparison
from backend.client.words import quantities, series_name, short

VerdictName = Literal["regression", "improvement", "change", "same", "unknown"]
SHOWN = 20
MOST_ROWS = 10_000
MOST_NAMED = 5
TOLD: tuple[VerdictName, ...] = ("regression", "improvement", "change")
OF_ROWS = ("benchmark", "metric", "text")
"""Filters of rows; the others choose what is compared."""
GATES = ("regression", "strict", "none")
MISSING = 404


@click.command(short_help="Compare this commit with its base; a gate for scripts.")
@click.argument("baseline", required=False)
@click.argument("contender", required=False)
@click.option(
    "--threshold",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Smallest effect that counts; 1 without it.",
)
@click.option(
    "--unknown",
    type=click.Choice(("pass", "fail")),
    help="What is not known: never ends with 3, or always. Without it, where most is unknown.",
)
@click.option(
    "--gate",
    type=click.Choice(GATES),
    default="regression",
    show_default=True,
    help="What ends with 1 or 3: a regression, also anything unknown (strict), nothing.",
)
@click.option("--limit", type=click.IntRange(1, 10_000), default=SHOWN, show_default=True)
@click.option("--all", "is_all", is_flag=True, help="Also what is the same and unknown.")
@click.option(
    "--measure", is_flag=True, help="Where something is unknown, have an agent measure both again."
)
@click.option("--across-testbeds", is_flag=True, help="Hold different testbeds against each other.")
@filtered
@in_project
@pass_desk
def compare(
    desk: Desk,
    /,
    baseline: str | None,
    contender: str | None,
    unknown: str | None,
    gate: str,
    **asked: Any,  # noqa: ANN401
) -> int:
    """Compare CONTENDER with BASELINE, the worst regression first.

    Without them this commit is compared with where it left the default branch, or the newest
    commit before that which was measured; on the default branch with the one measured before.
    HEAD~3, tags and branches mean what they mean to git here. Otherwise a side is run:12,
    commit:a1b2c3d, branch:main (its newest commit), base:a1b2c3d (the newest measured one at or
    before it), pull:7, fork:7 (where that left its base), tag:NAME=VALUE, testbed:NAME.

    Ends with 0: nothing is worse; 1: something is; 3: inconclusive, since nothing or less than half
    is known. --unknown fail ends with 3 for anything unknown, --unknown pass with 0, as on the
    default branch. Filters of rows (benchmark, metric, param, text) choose what counts.
    """
    desk.use_token_of_job()
    origin = chosen(origin_of(desk.env, event_text(desk.env)), desk.env)
    judged = contender_of(desk, origin, contender)
    base = baseline_of(desk, origin, baseline, judged)
    rule = "none" if gate == "none" else "fail" if gate == "strict" else unknown or ""
    if base.is_default_branch and not rule:
        rule = "pass"
    try:
        verdicts, not_compared = compare_sides(desk, base, judged, **asked)
    except RefusedError as error:
        if contender is None and _lacks(error, "/query/contender"):
            raise CommandError(
                "this commit has no results here yet",
                "send them first: tidemark report FILE --wait",
                Exit.REFUSED,
            ) from error
        if not (base.is_chosen and _lacks(error, "/query/baseline")):
            raise
        desk.note(f"Nothing to compare with: {error}.")
        return Exit.FINE if rule in {"pass", "none"} else Exit.CANNOT_TELL
    return gate_of(verdicts, not_compared, rule)


def compare_sides(  # noqa: PLR0913  as the options are
    desk: Desk,
    base: Baseline,
    contender: str,
    *,
    limit: int = SHOWN,
    threshold: float | None = None,
    is_all: bool = False,
    across_testbeds: bool = False,
    measure: bool = False,
    parameters: Sequence[tuple[str, str]] = (),
    **filters: Any,  # noqa: ANN401
) -> tuple[Counter[str], int]:
    """Ask for the comparison, show it, and count its verdicts and what was not compared."""
    is_chosen = bool(parameters or any(filters.get(name) for name in OF_ROWS))
    call = calls.comparison(
        desk.project,
        baseline=base.side,
        contender=contender,
        threshold=None if threshold is None else threshold / 100.0,
        limit=MOST_ROWS if is_chosen else limit,
        verdict=None if is_all or is_chosen else [*TOLD],
        across_testbeds=across_testbeds or None,
        **_given(filters),
    )
    found = desk.ask(call.asking(parameters))
    verdicts = Counter[str](one.verdict for one in found.rows) if is_chosen else _counted(found)
    if desk.as_json:
        desk.answer()
    else:
        _show_rows(desk, base, found, limit, is_all=is_all, is_chosen=is_chosen)
    if measure and verdicts["unknown"] and found.baseline.runs and found.contender.runs:
        # loaded for those who ask alone: it brings the models of jobs
        from backend.cli.verbs.nouns.jobs import measure_again  # noqa: PLC0415

        try:
            measure_again(desk, found.contender.runs[0].id, found.baseline.runs[0].id)
        except RefusedError as error:  # the gate answers all the same
            desk.note(f"Not measured again: {error}.")
    return verdicts, found.not_compared


def _show_rows(
    desk: Desk, base: Baseline, found: Comparison, limit: int, *, is_all: bool, is_chosen: bool
) -> None:
    rows = [one for one in found.rows if is_all or one.verdict in TOLD]
    _show(desk, base, found, rows[:limit])
    hidden = (len(rows) if is_chosen else found.matching) - limit
    if hidden > 0:
        desk.say(f"{hidden} more rows: --limit.")
    _link(desk, found)


def _lacks(error: RefusedError, side: str) -> bool:
    """Say whether the server has no results of this side, and has those of the other."""
    faults = (error.problem.faults or []) if error.problem else []
    return error.status == MISSING and [one.pointer for one in faults] == [side]


def _counted(found: Comparison) -> Counter[str]:
    names = ("regression", "improvement", "change", "same", "unknown", "same_binary")
    return Counter({name: getattr(found.counts, name) for name in names})


def gate_of(verdicts: Counter[str], not_compared: int, unknown: str) -> Exit:
    """Return what a comparison ends with; `unknown` is pass, fail, none (no gate) or empty."""
    if unknown == "none":
        return Exit.FINE
    if verdicts["regression"]:
        return Exit.REGRESSION
    if unknown == "pass":
        return Exit.FINE
    if unknown == "fail" and verdicts["unknown"] + not_compared > 0:
        return Exit.CANNOT_TELL
    is_open = outcome_of(verdicts, not_compared) is ComparisonOutcome.BETTER_OR_SAME
    return Exit.FINE if is_open else Exit.CANNOT_TELL


def _given(filters: dict[str, Any]) -> dict[str, Any]:
    return {name: list(said) if isinstance(said, tuple) else said for name, said in filters.items()}


def _show(desk: Desk, base: Baseline, found: Comparison, rows: Sequence[ComparedRow]) -> None:
    before, after = (_at(side) for side in (found.baseline, found.contender))
    why = f", {base.why}" if base.why else ""
    desk.say(f"{after} against {before}{why}.")
    desk.say(found.sentence)
    if found.counts.unknown and found.precision:
        desk.say(found.precision)
    for warning in found.warnings:
        desk.say(warning)
    if rows:
        desk.line()
        desk.table(*_table(rows))
    for one in found.failed[:MOST_NAMED]:
        desk.say(f"Not compared: {one.suite}, {one.benchmark}: {one.reason}")
    desk.line()


def _at(side: ComparedSide) -> str:
    """Return the commit of a side given by a commit; other sides keep the name given."""
    by_commit = side.asked.partition(":")[0] in {"base", "commit"}
    return short(side.runs[0].commit) if by_commit and side.runs else side.asked


def _link(desk: Desk, found: Comparison) -> None:
    sides = {"baseline": _address(found.baseline), "contender": found.contender.asked}
    desk.line(desk.page(f"/compare?{urlencode(sides, safe=':')}"))


def _address(side: ComparedSide) -> str:
    """Return what means the same commits for ever."""
    is_near = side.asked.startswith("base:") and side.runs
    return f"commit:{side.runs[0].commit.name}" if is_near else side.asked


MARKS = {"regression": "▲", "improvement": "▼", "change": "◆", "same": "", "unknown": "?"}


def _table(rows: Sequence[ComparedRow]) -> tuple[list[Column], list[tuple[str, ...]]]:
    heads = [
        Column(""),
        Column("Benchmark"),
        Column("Testbed", spare=2),
        Column("Baseline", is_number=True, spare=1),
        Column("Contender", is_number=True),
        Column("Verdict", is_whole=True),
    ]
    return heads, [_cells(row) for row in rows]


def _cells(row: ComparedRow) -> tuple[str, ...]:
    values, unit = quantities([row.baseline.value, row.contender.value], row.series.unit)
    levels = [f"{value} {unit}".strip() for value in values]
    return MARKS[row.verdict], series_name(row.series), row.series.testbed, *levels, row.sentence

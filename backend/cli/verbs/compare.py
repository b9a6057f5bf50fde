"""compare: two sides, the worst first, and a gate for scripts."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal
from urllib.parse import urlencode

import click

from backend.cli.exits import CommandError, Exit
from backend.cli.git import facts_of
from backend.cli.origin import chosen, origin_of
from backend.cli.table import Column
from backend.cli.verb import Desk, filtered, in_project, pass_desk
from backend.client.calls import comparisons as calls
from backend.client.models_gen import ComparedRow, Comparison
from backend.client.words import quantities, series_name

KINDS = ("run", "commit", "branch", "pull", "fork", "tag", "testbed")
VerdictName = Literal["regression", "improvement", "change", "same", "unknown"]
KINDS_BY_NAME = ("branch", "commit", "tag", "testbed")
HASH = re.compile(r"[0-9a-f]{7,64}")
SHOWN = 20
MOST_ROWS = 10_000
MOST_NAMED = 5
TOLD: tuple[VerdictName, ...] = ("regression", "improvement", "change")
OF_ROWS = ("benchmark", "metric", "text")
"""Filters of rows; the others choose what is compared."""
GATES = ("regression", "strict", "none")


@click.command(short_help="Compare two sides; a gate for scripts.")
@click.argument("baseline")
@click.argument("contender", required=False)
@click.option(
    "--threshold",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Smallest effect that counts; 1 without it.",
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
@click.option("--across-testbeds", is_flag=True, help="Hold different testbeds against each other.")
@filtered
@in_project
@pass_desk
def compare(  # noqa: PLR0913  as the options are
    desk: Desk,
    /,
    baseline: str,
    contender: str | None,
    threshold: float | None,
    gate: str,
    limit: int,
    is_all: bool,  # noqa: FBT001  click hands options over by name
    across_testbeds: bool,  # noqa: FBT001
    parameters: list[tuple[str, str]],
    **filters: Any,  # noqa: ANN401
) -> int:
    """Compare CONTENDER with BASELINE, the worst regression first.

    A side is run:12, commit:a1b2c3d, branch:main (its newest commit), pull:7, fork:7 (where that
    left its base), tag:NAME=VALUE, testbed:NAME. Bare words are meant well: HEAD and hashes are
    commits, numbers runs, other names branches. CONTENDER is what this checkout or CI job is at.

    Ends with 0: no regression; 1: a regression; 3: nothing can be told (with --gate strict also
    where anything is unknown). Filters of rows (benchmark, metric, param, text) choose what counts.
    """
    sides = _side(desk, baseline), _side(desk, contender or "HEAD")
    is_chosen = bool(parameters or any(filters[name] for name in OF_ROWS))
    call = calls.comparison(
        desk.project,
        baseline=sides[0],
        contender=sides[1],
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
        rows = [one for one in found.rows if is_all or one.verdict in TOLD]
        _show(desk, found, rows[:limit])
        hidden = (len(rows) if is_chosen else found.matching) - limit
        if hidden > 0:
            desk.say(f"{hidden} more rows: --limit.")
        _link(desk, found)
    return gate_of(verdicts, found.not_compared, gate)


def _counted(found: Comparison) -> Counter[str]:
    names = ("regression", "improvement", "change", "same", "unknown", "same_binary")
    return Counter({name: getattr(found.counts, name) for name in names})


def gate_of(verdicts: Counter[str], not_compared: int, gate: str) -> Exit:
    """Return what a comparison ends with."""
    if gate == "none":
        return Exit.FINE
    if verdicts["regression"]:
        return Exit.REGRESSION
    is_told = verdicts.total() > verdicts["unknown"]
    is_untold = verdicts["unknown"] > 0 or not_compared > 0
    if not is_told or (gate == "strict" and is_untold):
        return Exit.CANNOT_TELL
    return Exit.FINE


def _given(filters: dict[str, Any]) -> dict[str, Any]:
    return {name: list(said) if isinstance(said, tuple) else said for name, said in filters.items()}


def _side(desk: Desk, text: str) -> str:
    """Return a side as the API names it."""
    if text.partition(":")[0] in KINDS and ":" in text:
        return text
    if text == "HEAD":
        at = chosen(origin_of(desk.env), desk.env).commit or facts_of().commit
        if not at:
            raise CommandError("there is no checkout here whose HEAD could be meant", "name a side")
        return f"commit:{at}"
    if text.isdigit():
        return f"run:{text}"
    return f"commit:{text}" if HASH.fullmatch(text) else _named(desk, text)


def _named(desk: Desk, text: str) -> str:
    """Return what is called so, a branch first; what is unknown the server explains best."""
    offered = desk.ask(calls.sides(desk.project, text=text[:200])).sides
    kinds = {one.kind for one in offered if one.name == text}
    return next((f"{kind}:{text}" for kind in KINDS_BY_NAME if kind in kinds), f"branch:{text}")


def _show(desk: Desk, found: Comparison, rows: Sequence[ComparedRow]) -> None:
    desk.say(found.sentence)
    for warning in found.warnings:
        desk.say(warning)
    if rows:
        desk.line()
        desk.table(*_table(rows))
    for one in found.failed[:MOST_NAMED]:
        desk.say(f"Not compared: {one.suite}, {one.benchmark}: {one.reason}")
    desk.line()


def _link(desk: Desk, found: Comparison) -> None:
    sides = {"baseline": found.baseline.asked, "contender": found.contender.asked}
    desk.line(desk.page(f"/compare?{urlencode(sides, safe=':')}"))


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

"""Tools that read results: histories, comparisons, runs."""

from typing import Annotated, Literal
from urllib.parse import urlencode

from pydantic import Field

from backend.client.answers import one_line
from backend.client.calls import comparisons, runs, series
from backend.client.gating import outcome_of
from backend.client.models_gen import ComparedRow, History, SeriesHistory
from backend.client.words import moment_of
from backend.mcp.answers import (
    Answer,
    answer,
    change_of,
    commit_of,
    number,
    quoted,
    run_of,
    series_of,
)
from backend.mcp.reach import Few, Name, Project, ServerReach
from backend.wording.effects import counted

PERCENT = 100.0
MOST_POINTS = 200
MOST_SERIES = 5


async def read_history(
    reach: ServerReach,
    project: Project,
    series_ids: Annotated[
        list[int], Field(min_length=1, max_length=MOST_SERIES, description="From find_series")
    ],
    points: Annotated[int, Field(ge=1, le=MOST_POINTS, description="Newest points of each")] = 30,
) -> Answer:
    """Read the newest points of series commit by commit, with 95 % intervals and changes."""
    found = await reach.ask(series.history(project, series=series_ids, budget=10_000))
    listed = [_history(found, one, points) for one in found.series]
    link = reach.page(project, f"/explore?series={','.join(map(str, series_ids))}")
    return answer(f"{len(listed)} series, in their base unit", link, series=listed)


def _history(found: History, one: SeriesHistory, points: int) -> Answer:
    begin = max(len(one.at) - points, 0)
    rows = [
        {
            "commit": one_line(found.commits.name[at]),
            "date": (moment_of(found.commits.time[at]) or "")[:10],
            "value": number(one.value[place]),
            "interval": [number(one.low[place]), number(one.high[place])],
            "samples": one.n[place],
            "run": one.run[place],
        }
        for place, at in list(enumerate(one.at))[begin:]
    ]
    changes = [change_of(change) | commit_of(change.commit) for change in one.changes[-5:]]
    facts = {"points": rows, "older_points": begin, "changes": changes}
    if one.bucket > 1:
        facts["thinned"] = f"{one.returned_n} of {one.raw_n} points are given"
    return series_of(one.series) | facts


async def compare(  # noqa: PLR0913  as an assistant names them
    reach: ServerReach,
    project: Project,
    baseline: Annotated[str, Field(description="run:12, commit:…, branch:main, pull:7, fork:7 …")],
    contender: Annotated[str, Field(description="Likewise; what is judged")],
    threshold_percent: Annotated[float | None, Field(ge=0, le=100)] = None,
    suite: Name = None,
    testbed: Name = None,
    limit: Few = 15,
    rows: Literal["significant", "all"] = "significant",
) -> Answer:
    """Compare two sides: significant differences, the worst first, and what is unknown."""
    call = comparisons.comparison(
        project,
        baseline=baseline,
        contender=contender,
        threshold=None if threshold_percent is None else threshold_percent / PERCENT,
        limit=limit,
        verdict=None if rows == "all" else ["regression", "improvement", "change"],
        suite=[suite] if suite else None,
        testbed=[testbed] if testbed else None,
    )
    found = await reach.ask(call)
    counts = {
        verdict: getattr(found.counts, verdict)
        for verdict in ("regression", "improvement", "change", "same", "unknown", "same_binary")
    }
    sides = urlencode({"baseline": found.baseline.asked, "contender": found.contender.asked})
    return answer(
        found.sentence,
        reach.page(project, f"/compare?{sides}"),
        outcome=outcome_of(counts, found.not_compared),
        counts=counts,
        rows=[_compared(one) for one in found.rows],
        not_shown=max(found.matching - len(found.rows), 0),
        warnings=[quoted(one) for one in found.warnings],
        not_compared=[
            quoted(f"{one.benchmark}: {one.reason}", 160) for one in found.failed[:5]
        ],
        not_compared_total=found.not_compared,
        runs=[found.baseline.run_count, found.contender.run_count],
    )  # fmt: skip


def _compared(row: ComparedRow) -> Answer:
    said = {
        "verdict": row.verdict,
        "sentence": row.sentence,
        **({"aspect": row.aspect} if row.aspect else {}),
        "ratio" if row.is_ratio else "difference": number(
            row.ratio if row.is_ratio else row.difference
        ),
        "interval": [number(row.low), number(row.high)],
        "baseline": number(row.baseline.value),
        "contender": number(row.contender.value),
        "basis": f"{row.n} {row.basis.removesuffix('s') if row.n == 1 else row.basis}",
        "more_needed": row.pairs_needed,
        "of": series_of(row.series),
    }
    return {name: part for name, part in said.items() if part is not None}


async def list_runs(
    reach: ServerReach,
    project: Project,
    suite: Name = None,
    testbed: Name = None,
    branch: Name = None,
    limit: Few = 10,
) -> Answer:
    """List runs, the newest first, with commit, results, failures and what they changed."""
    call = runs.runs(
        project,
        limit=limit,
        suite=[suite] if suite else None,
        testbed=[testbed] if testbed else None,
        branch=[branch] if branch else None,
    )
    page = await reach.ask(call)
    rows = [run_of(one) for one in page.rows]
    return answer(f"{counted(page.total, 'run')} found", reach.page(project, "/runs"), runs=rows)


async def read_run(reach: ServerReach, project: Project, run_id: int) -> Answer:
    """Read one run: machine, environment that changed, failures, and how many results it has."""
    found = await reach.ask(runs.run(project, run_id))
    changed = [
        f"{one.name}: {one.before} → {one.after}" for one in found.changed_attributes[:10]
    ]  # fmt: skip
    return answer(
        f"run {run_id} of {found.suite} on {found.testbed}: {counted(found.results, 'result')}, "
        f"{counted(found.failures, 'failure')}",
        reach.page(project, f"/runs/{run_id}"),
        at=commit_of(found.commit), branch=found.branch, machine=found.machine,
        started=found.started_at, pull_request=found.pull_request,
        regressions=found.regressions, improvements=found.improvements,
        environment_changed=[quoted(one, 160) for one in changed],
        profiles=[{"profile": one.id, "of": quoted(one.benchmark)} for one in found.profiles[:20]],
        failed=[quoted(f"{one.benchmark}: {one.kind} {one.message}", 200)
                for one in found.failed[:10]],
    )  # fmt: skip

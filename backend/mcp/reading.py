"""Tools that read. The first line of each tells an assistant what it answers."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import quote, urlencode

from pydantic import Field

from backend.client.answers import one_line
from backend.client.call import Call
from backend.client.calls import (
    alert_groups,
    comparisons,
    machines,
    noise,
    projects,
    runs,
    series,
)
from backend.client.calls import search as searches
from backend.client.calls import splits as split_calls
from backend.client.calls import sweeps as sweep_calls
from backend.client.models_gen import ComparedRow, History, SeriesHistory, SweepCurve
from backend.client.words import moment_of
from backend.mcp.answers import (
    Answer,
    answer,
    change_of,
    commit_of,
    first,
    group_of,
    number,
    quoted,
    run_of,
    series_of,
)

T = TypeVar("T")
MOST_POINTS = 200
MOST_SERIES = 5
PERCENT = 100.0


class Reach:
    """Sends calls on somebody's behalf, and knows where the pages are."""

    def __init__(self, send: Callable[[Call[Any]], Awaitable[Any]], url: str) -> None:
        self._send = send
        self._url = url

    async def ask(self, call: Call[T]) -> T:
        answered: T = await self._send(call)
        return answered

    def page(self, project: str, tail: str = "") -> str:
        return f"{self._url}/p/{quote(project, safe='')}{tail}"


Project = Annotated[str, Field(description="Short name of the project, as list_projects gives it")]
Few = Annotated[int, Field(ge=1, le=50, description="Most rows to give")]
Name = Annotated[str | None, Field(description="Exact name; leave out for any")]
Words = Annotated[str | None, Field(description="Words that all have to occur in the name")]
SplitState = Literal["open", "accepted", "rejected", "all"]
GroupState = Literal["open", "acknowledged", "fixed", "accepted", "invalid", "suspected", "all"]


async def list_projects(reach: Reach) -> Answer:
    """List the projects that the key may read."""
    found = await reach.ask(projects.list_projects())
    rows = [
        {"project": one.slug, "name": quoted(one.name, 80), "runs": one.runs, "series": one.series}
        for one in found
    ]
    return answer(f"{len(rows)} projects are visible to this key", projects=rows)


async def search(reach: Reach, project: Project, text: str, limit: Few = 5) -> Answer:
    """Find anything with a page by words of its name: benchmarks, suites, sweeps, commits, runs."""
    found = await reach.ask(searches.search(project, text=text[:200], limit=min(limit, 20)))
    rows = [
        {"kind": one.kind, "id": one.id, "title": quoted(one.title, 120), "key": one.key}
        for one in found.hits
    ]
    return answer(f"{len(rows)} things are called so", reach.page(project), hits=rows)


async def find_series(  # noqa: PLR0913  as an assistant names them
    reach: Reach,
    project: Project,
    text: Words = None,
    suite: Name = None,
    benchmark: Name = None,
    metric: Name = None,
    testbed: Name = None,
    branch: Name = None,
    limit: Few = 20,
) -> Answer:
    """Find series (benchmark, parameters, metric, testbed, branch) with their newest point."""
    named = {
        "suite": suite, "benchmark": benchmark, "metric": metric,
        "testbed": testbed, "branch": branch,
    }  # fmt: skip
    asked: dict[str, Any] = {name: [said] for name, said in named.items() if said}
    page = await reach.ask(series.series(project, limit=limit, text=text, **asked))
    rows = []
    for one in page.rows:
        newest = one.latest
        point = newest and {
            "value": number(newest.value),
            "interval": [number(newest.low), number(newest.high)],
            "samples": newest.n,
            **commit_of(newest.commit),
        }
        facts = {"points": one.points, "open_changes": one.open_changes, "newest": point}
        rows.append(series_of(one.series) | facts)
    link = reach.page(project, f"/explore?{urlencode({'text': text or ''})}")
    return answer(f"{page.total} series pass, {len(rows)} are shown", link, series=rows)


async def read_history(
    reach: Reach,
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


async def offer_sides(reach: Reach, project: Project, text: str = "") -> Answer:
    """Offer runs, commits, branches, pull requests, tags and testbeds that can be compared."""
    found = await reach.ask(comparisons.sides(project, text=text[:200]))
    rows = [
        {"side": f"{one.kind}:{one.name}", "detail": quoted(one.detail, 120), "time": one.time}
        for one in found.sides[:40]
    ]
    return answer("sides as compare takes them, the newest first", sides=rows)


async def compare(  # noqa: PLR0913  as an assistant names them
    reach: Reach,
    project: Project,
    baseline: Annotated[str, Field(description="run:12, commit:…, branch:main, pull:7, fork:7 …")],
    contender: Annotated[str, Field(description="Likewise; what is judged")],
    threshold_percent: Annotated[float | None, Field(ge=0, le=100)] = None,
    suite: Name = None,
    testbed: Name = None,
    limit: Few = 15,
    rows: Literal["told apart", "all"] = "told apart",
) -> Answer:
    """Compare two sides: what is told apart, the worst regression first, and what is unknown."""
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
    counts = found.counts
    sides = urlencode({"baseline": found.baseline.asked, "contender": found.contender.asked})
    return answer(
        found.sentence,
        reach.page(project, f"/compare?{sides}"),
        counts={
            "regression": counts.regression, "improvement": counts.improvement,
            "change": counts.change, "same": counts.same, "unknown": counts.unknown,
        },
        rows=[_compared(one) for one in found.rows],
        not_shown=max(found.matching - len(found.rows), 0),
        warnings=[quoted(one) for one in found.warnings],
        not_compared=[
            quoted(f"{one.benchmark}: {one.reason}", 160) for one in found.failed[:5]
        ],
        runs=[found.baseline.run_count, found.contender.run_count],
    )  # fmt: skip


def _compared(row: ComparedRow) -> Answer:
    said = {
        "verdict": row.verdict,
        "sentence": row.sentence,
        "ratio" if row.is_ratio else "difference": number(
            row.ratio if row.is_ratio else row.difference
        ),
        "interval": [number(row.low), number(row.high)],
        "baseline": number(row.baseline.value),
        "contender": number(row.contender.value),
        "basis": f"{row.n} {row.basis}",
        "more_needed": row.pairs_needed,
        "of": series_of(row.series),
    }
    return {name: part for name, part in said.items() if part is not None}


async def list_alert_groups(
    reach: Reach,
    project: Project,
    state: GroupState = "open",
    text: Words = None,
    limit: Few = 10,
) -> Answer:
    """List alert groups, one for each cause, the newest first; open ones wait for somebody."""
    call = alert_groups.alert_groups(project, state=state, text=text, limit=limit)
    page = await reach.ask(call)
    rows = [group_of(one, members=1) for one in page.rows]
    said = f"{page.total} alert groups are {state}, {len(rows)} are shown"
    return answer(said, reach.page(project, "/changes"), groups=rows)


async def read_alert_group(reach: Reach, project: Project, number: int) -> Answer:
    """Read one alert group: effect, suspects, every change in short, and what people said."""
    found = await reach.ask(alert_groups.alert_group(project, number))
    story = [
        {"at": one.created_at, "who": quoted(one.author or "Tidemark", 80),
         "did": one.kind, "said": quoted(one.text)}
        for one in found.story[-20:]
    ]  # fmt: skip
    group = found.group
    said = f"group {number} is {group.state}: {change_of(group.lead)['effect']}"
    link = reach.page(project, f"/alert-groups/{number}")
    near = [one.number for one in found.near if one.number]
    return answer(said, link, group=group_of(group, members=12), story=story, near_groups=near)


async def list_sweeps(
    reach: Reach, project: Project, text: Words = None, limit: Few = 20
) -> Answer:
    """List benchmarks that were measured over the values of a parameter, with the axis of each."""
    found = await reach.ask(sweep_calls.sweeps(project))
    words = (text or "").lower().split()
    fitting = [
        one
        for one in found.rows
        if all(word in f"{one.suite} {one.benchmark} {one.axis}".lower() for word in words)
    ]
    shown, more = first(fitting, limit)
    rows = [
        {"benchmark_id": one.benchmark_id, "benchmark": one_line(one.benchmark),
         "suite": one_line(one.suite), "axis": one_line(one.axis), "values": one.values,
         "metrics": [one_line(each) for each in one.metrics], "newest": one.latest_run_at}
        for one in shown
    ]  # fmt: skip
    said = f"{len(fitting)} sweeps, {more} are not shown"
    return answer(said, reach.page(project, "/sweeps"), sweeps=rows)


async def read_sweep(  # noqa: PLR0913  as an assistant names them
    reach: Reach,
    project: Project,
    benchmark_id: Annotated[int, Field(ge=1, description="From list_sweeps")],
    axis: Annotated[str, Field(description="Name of the parameter, from list_sweeps")],
    metric: Name = None,
    testbed: Name = None,
    branch: Name = None,
) -> Answer:
    """Read what a parameter does in the newest run: each value, and which may be the best."""
    found = await reach.ask(
        sweep_calls.sweep(
            project, benchmark_id, axis, metric=metric, testbed=testbed, branch=branch
        )
    )
    curves = [_curve(one) for one in found.curves[:8]]
    said = " ".join(one.sentence for one in found.curves[:3])
    link = reach.page(project, f"/sweeps/{benchmark_id}/{quote(axis, safe='')}")
    return answer(
        said,
        link,
        metric=found.metric, unit=found.unit, better=found.direction, testbed=found.testbed,
        run=found.run.id, curves=curves, not_shown=max(len(found.curves) - len(curves), 0),
        crossovers=[one.sentence for one in found.crossovers[:5]],
        other_metrics=[one for one in found.metrics if one != found.metric][:20],
    )  # fmt: skip


def _curve(curve: SweepCurve) -> Answer:
    shown, more = first(curve.points, 40)
    return {
        "of": {name: str(said) for name, said in curve.facet.items()},
        "sentence": one_line(curve.sentence),
        "best_set": curve.best_set,
        "points": [
            {"x": one.x, "value": number(one.value),
             "interval": [number(one.low), number(one.high)], "samples": one.n,
             "may_be_best": one.in_best_set}
            for one in shown
        ],
        "points_not_shown": more,
        "remarks": curve.remarks,
    }  # fmt: skip


async def list_runs(
    reach: Reach,
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
    return answer(f"{page.total} runs pass", reach.page(project, "/runs"), runs=rows)


async def read_run(reach: Reach, project: Project, run_id: int) -> Answer:
    """Read one run: machine, environment that changed, failures, and how many results it has."""
    found = await reach.ask(runs.run(project, run_id))
    changed = [
        f"{one.name}: {one.before} → {one.after}" for one in found.changed_attributes[:10]
    ]  # fmt: skip
    return answer(
        f"run {run_id} of {found.suite} on {found.testbed}: {found.results} results, "
        f"{found.failures} failures",
        reach.page(project, f"/runs/{run_id}"),
        at=commit_of(found.commit), branch=found.branch, machine=found.machine,
        started=found.started_at, pull_request=found.pull_request,
        regressions=found.regressions, improvements=found.improvements,
        environment_changed=[quoted(one, 160) for one in changed],
        failed=[quoted(f"{one.benchmark}: {one.kind} {one.message}", 200)
                for one in found.failed[:10]],
    )  # fmt: skip


async def list_splits(
    reach: Reach,
    project: Project,
    state: SplitState = "open",
    limit: Few = 10,
) -> Answer:
    """List splits: changes that help some benchmarks and hurt others, with the net effect."""
    states = None if state == "all" else [state]
    page = await reach.ask(split_calls.splits(project, state=states, limit=limit))
    rows = [
        {"split": one.id, "headline": quoted(one.headline), "verdict": one.verdict,
         "gains": one.gains, "losses": one.losses, "members": one.members, "basis": one.basis}
        for one in page.rows
    ]  # fmt: skip
    return answer(f"{page.total} splits are {state}", reach.page(project, "/splits"), splits=rows)


async def read_split(reach: Reach, project: Project, split_id: int) -> Answer:
    """Read one split: net effect by weight, who gains, who pays, and what it hangs on."""
    found = await reach.ask(split_calls.split(project, split_id))
    link = reach.page(project, f"/splits/{split_id}")
    return answer(
        found.headline, link, sentences=[quoted(one) for one in found.sentences],
        payers=[quoted(one, 120) for one in found.payers[:10]],
        hangs_on=[quoted(one, 120) for one in found.hangs_on[:10]],
        basis=found.basis, state=found.state, warnings=[quoted(one) for one in found.warnings],
    )  # fmt: skip


async def list_machines(reach: Reach, project: Project) -> Answer:
    """List machines with whether each is fit to measure, and why not."""
    found = await reach.ask(machines.machines(project))
    shown, more = first(found.rows, 30)
    rows = [
        {"machine": one_line(one.name), "testbed": one_line(one.testbed),
         "fit": one.fitness.verdict, "why": one.fitness.sentence,
         "reasons": one.fitness.reasons[:5], "last_run": one.last_run_at, "runs": one.runs}
        for one in shown
    ]  # fmt: skip
    said = f"{len(found.rows)} machines, {more} are not shown"
    return answer(said, reach.page(project, "/machines"), machines=rows)


async def read_noise(reach: Reach, project: Project, series_id: int) -> Answer:
    """Say how noisy a series is, where that comes from, and how small a change it can show."""
    found = await reach.ask(noise.noise_of_series(project, series_id))
    return answer(
        found.sentence,
        reach.page(project, f"/explore?series={series_id}"),
        of=series_of(found.series),
        smallest_change_percent=_percent(found.smallest_change),
        at_best_percent=_percent(found.at_best),
        runs=found.runs,
        warnings=found.warnings,
    )


def _percent(share: float | None) -> float | None:
    return None if share is None else number(share * PERCENT)

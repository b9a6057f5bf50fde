"""Tools that find what there is: projects, series, sides of a comparison."""

from typing import Any
from urllib.parse import urlencode

from backend.client.calls import comparisons, projects, series
from backend.client.calls import search as searches
from backend.mcp.answers import Answer, answer, commit_of, number, quoted, series_of, within
from backend.mcp.reach import Few, Name, Project, ServerReach, Words
from backend.wording.effects import counted

SHOWN_SERIES, SERIES_BYTES = 8, 3_400
"""Of which an answer has no more by default: 4 kB with what stands around them."""


async def list_projects(reach: ServerReach) -> Answer:
    """List the projects that the key may read."""
    found = await reach.ask(projects.list_projects())
    rows = [
        {"project": one.slug, "name": quoted(one.name, 80), "runs": one.runs, "series": one.series}
        for one in found
    ]
    return answer(f"{counted(len(rows), 'project')} visible to this key", projects=rows)


async def search(reach: ServerReach, project: Project, text: str, limit: Few = 5) -> Answer:
    """Find anything with a page by words of its name: benchmarks, suites, sweeps, commits, runs."""
    found = await reach.ask(searches.search(project, text=text[:200], limit=min(limit, 20)))
    rows = [
        {"kind": one.kind, "id": one.id, "title": quoted(one.title, 120), "key": one.key}
        for one in found.hits
    ]
    return answer(f"{counted(len(rows), 'thing')} of this name", reach.page(project), hits=rows)


async def find_series(  # noqa: PLR0913  as an assistant names them
    reach: ServerReach,
    project: Project,
    text: Words = None,
    suite: Name = None,
    benchmark: Name = None,
    metric: Name = None,
    testbed: Name = None,
    branch: Name = None,
    limit: Few | None = None,
) -> Answer:
    """Find series (benchmark, parameters, metric, testbed, branch) with their newest point."""
    named = {
        "suite": suite, "benchmark": benchmark, "metric": metric,
        "testbed": testbed, "branch": branch,
    }  # fmt: skip
    asked: dict[str, Any] = {name: [said] for name, said in named.items() if said}
    page = await reach.ask(series.series(project, limit=limit or SHOWN_SERIES, text=text, **asked))
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
    shown = within(rows, SERIES_BYTES) if limit is None else rows
    link = reach.page(project, f"/explore?{urlencode({'text': text or ''})}")
    return answer(f"{page.total} series found, {len(shown)} shown", link, series=shown)


async def offer_sides(reach: ServerReach, project: Project, text: str = "") -> Answer:
    """Offer runs, commits, branches, pull requests, tags and testbeds that can be compared."""
    found = await reach.ask(comparisons.sides(project, text=text[:200]))
    rows = [
        {"side": f"{one.kind}:{one.name}", "detail": quoted(one.detail, 120), "time": one.time}
        for one in found.sides[:40]
    ]
    return answer("sides as compare takes them, the newest first", sides=rows)

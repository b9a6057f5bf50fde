"""Tools that correct what was sent wrong: they need a key with the scope triage, or admin."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import UNSET
from pydantic import Field

from backend.client.calls import corrections as calls
from backend.client.models_gen import (
    MetricChange,
    NameChange,
    NamedThing,
    NewExclusion,
    NewInclusion,
)
from backend.mcp.answers import Answer, answer, quoted
from backend.mcp.reach import Name, Project, ServerReach

Runs = Annotated[list[int], Field(min_length=1, max_length=200, description="Ids of runs")]
Why = Annotated[str, Field(min_length=1, max_length=2_000, description="Kept and shown")]
OneName = Annotated[str, Field(min_length=1, max_length=200)]
Kind = Literal["suite", "benchmark", "metric", "testbed", "branch", "machine"]


async def exclude_runs(reach: ServerReach, project: Project, runs: Runs, why: Why) -> Answer:
    """Leave runs out of all baselines, for a reason; charts show them hollow."""
    done = await reach.ask(calls.exclude(project, body=NewExclusion(why, runs=runs)))
    said = f"{done.runs} runs with {done.results} results are excluded"
    return answer(said, reach.page(project, f"/runs/{runs[0]}"))


async def include_runs(reach: ServerReach, project: Project, runs: Runs) -> Answer:
    """Let runs count again that were excluded."""
    done = await reach.ask(calls.include(project, body=NewInclusion(runs=runs)))
    said = f"{done.runs} runs with {done.results} results count again"
    return answer(said, reach.page(project, f"/runs/{runs[0]}"))


async def correct_metric(  # noqa: PLR0913  as an assistant names them
    reach: ServerReach,
    project: Project,
    metric: OneName,
    suite: Name = None,
    direction: Literal["lower", "higher", "unknown"] | None = None,
    unit: Annotated[str | None, Field(max_length=40, description="What its numbers are in")] = None,
    was: Annotated[
        str | None, Field(max_length=40, description="The unit they were sent with by mistake")
    ] = None,
) -> Answer:
    """Correct which way a metric is better, or its unit; verdicts are worked out again."""
    found = await reach.ask(calls.names(project, "metric", name=metric))
    thing, missing = _one_of(found.rows, suite)
    link = reach.page(project, "/settings/corrections")
    if thing is None:
        return answer(missing, link)
    wanted = MetricChange(direction=direction or UNSET, unit=unit or UNSET, was=was or UNSET)
    now = await reach.ask(calls.change_metric(project, thing.id, body=wanted))
    return answer(
        f"{quoted(now.name)} is in {now.unit or 'no unit'}, better: {now.direction}", link
    )


async def rename(
    reach: ServerReach,
    project: Project,
    kind: Kind,
    name: OneName,
    new_name: OneName,
    suite: Name = None,
) -> Answer:
    """Give something another name: its history goes on, and the old name still leads to it."""
    found = await reach.ask(calls.names(project, kind, name=name))
    thing, missing = _one_of(found.rows, suite)
    link = reach.page(project, "/settings/corrections")
    if thing is None:
        return answer(missing, link)
    now = await reach.ask(
        calls.change_name(project, kind, thing.id, body=NameChange(name=new_name))
    )
    return answer(f"the {kind} is called {quoted(now.name)} now", link)


def _one_of(rows: Sequence[NamedThing], suite: str | None) -> tuple[NamedThing | None, str]:
    """Return the one thing that is meant, or why there is none."""
    chosen = [one for one in rows if suite in (None, one.suite)]
    if len(chosen) == 1:
        return chosen[0], ""
    if chosen:
        suites = ", ".join(quoted(one.suite) for one in chosen)
        return None, f"nothing is changed: name the suite, one of {suites}"
    return None, "nothing is changed: there is nothing of this name"

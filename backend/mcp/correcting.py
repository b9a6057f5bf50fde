"""Tools that correct what was sent wrong: they need a key with the scope triage, or admin."""

from collections.abc import Sequence
from typing import Annotated, Literal

from mcp.server.mcpserver.exceptions import ToolError
from msgspec import UNSET
from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from backend.client.calls import corrections as calls
from backend.client.models_gen import (
    CommitChange,
    Corrected,
    Merged,
    MetricChange,
    NameChange,
    NamedThing,
    NewDeletion,
    NewExclusion,
    NewInclusion,
    NewMerge,
    ResultWanted,
    RunsWanted,
)
from backend.mcp.answers import Answer, answer, quoted
from backend.mcp.reach import Name, Project, ServerReach
from backend.wording.effects import counted


@with_config(ConfigDict(extra="forbid"))
class FittingRuns(TypedDict, total=False):
    """All runs that fit what is named; `since` and `until` are times such as 2026-05-03T00:00Z."""

    suite: str
    testbed: str
    branch: str
    commit: str
    since: str
    until: str


Runs = Annotated[list[int] | None, Field(max_length=200, description="Ids of runs")]
Where = Annotated[FittingRuns | None, Field(description="In place of ids: all runs that fit")]
Series = Annotated[int | None, Field(description="Only the result of this series in each run")]
Preview = Annotated[bool, Field(description="Only say what it would take; ask before you do it")]
Why = Annotated[str, Field(min_length=1, max_length=2_000, description="Kept and shown")]
OneName = Annotated[str, Field(min_length=1, max_length=200)]
Kind = Literal["suite", "benchmark", "metric", "testbed", "branch", "machine"]


async def exclude_runs(  # noqa: PLR0913  as an assistant names them
    reach: ServerReach,
    project: Project,
    why: Why,
    runs: Runs = None,
    where: Where = None,
    series: Series = None,
    preview: Preview = False,  # noqa: FBT002  named by assistants
) -> Answer:
    """Leave runs, or one result of each, out of all baselines; charts show them hollow."""
    plain, results = _chosen(runs, series)
    body = NewExclusion(why, preview, results, plain, _where(where))
    done = await reach.ask(calls.exclude(project, body=body))
    return _counted(reach, project, done, "would be excluded" if preview else "are excluded")


async def include_runs(
    reach: ServerReach,
    project: Project,
    runs: Runs = None,
    where: Where = None,
    series: Series = None,
) -> Answer:
    """Let runs or results count again that were excluded."""
    plain, results = _chosen(runs, series)
    body = NewInclusion(results=results, runs=plain, where=_where(where))
    done = await reach.ask(calls.include(project, body=body))
    return _counted(reach, project, done, "count again")


async def delete_runs(
    reach: ServerReach,
    project: Project,
    why: Why,
    runs: Runs = None,
    where: Where = None,
    preview: Preview = True,  # noqa: FBT002  named by assistants
) -> Answer:
    """Delete runs with all that they gave; restore brings them back for seven days."""
    body = NewDeletion(why, preview, runs or [], _where(where))
    done = await reach.ask(calls.delete(project, body=body))
    return _counted(reach, project, done, "would be deleted" if preview else "are deleted")


async def list_deletions(reach: ServerReach, project: Project) -> Answer:
    """List deletions, merges and files read again that restore can still take back."""
    found = (await reach.ask(calls.deletions(project))).rows
    rows = [
        {"deletion": one.id, "runs": one.runs, "results": one.results, "why": quoted(one.reason),
         "by": quoted(one.deleted_by, 80), "until": one.restorable_until}
        for one in found[:50]
    ]  # fmt: skip
    link = reach.page(project, "/settings/corrections")
    said = f"{len(found)} can be taken back, the newest first"
    return answer(said, link, deletions=rows, not_shown=len(found) - len(rows) or None)


async def restore(reach: ServerReach, project: Project, deletion: int) -> Answer:
    """Bring deleted runs back, or take a merge apart, by the number that it gave."""
    done = await reach.ask(calls.restore_deleted(project, deletion))
    return _counted(reach, project, done, "are as they were")


async def merge_names(  # noqa: PLR0913  as an assistant names them
    reach: ServerReach,
    project: Project,
    kind: Kind,
    name: OneName,
    into: OneName,
    suite: Name = None,
    preview: Preview = True,  # noqa: FBT002  named by assistants
) -> Answer:
    """Merge two names of one kind: one history, to which both lead. restore takes it apart."""
    old, missing = await _thing(reach, project, kind, name, suite)
    new, none = await _thing(reach, project, kind, into, suite)
    link = reach.page(project, "/settings/corrections")
    if old is None or new is None:
        return answer(missing or none, link)
    done = await reach.ask(calls.merge(project, kind, old.id, body=NewMerge(new.id, preview)))
    return _counted(
        reach, project, done, f"{'would go' if preview else 'went'} into {quoted(new.name)}",
        against=[quoted(one) for one in done.collisions],
    )  # fmt: skip


async def archive_name(
    reach: ServerReach,
    project: Project,
    kind: Kind,
    name: OneName,
    suite: Name = None,
    archived: Annotated[bool, Field(description="False brings it back")] = True,  # noqa: FBT002
) -> Answer:
    """Take something out of all lists, or bring it back; what was measured stays."""
    thing, missing = await _thing(reach, project, kind, name, suite)
    link = reach.page(project, "/settings/corrections")
    if thing is None:
        return answer(missing, link)
    await reach.ask(calls.change_name(project, kind, thing.id, body=NameChange(archived=archived)))
    return answer(f"the {kind} is {'archived' if archived else 'in the lists again'}", link)


async def correct_commit(
    reach: ServerReach,
    project: Project,
    commit: OneName,
    time: Annotated[str | None, Field(description="2026-05-03T12:00:00Z")] = None,
    parents: Annotated[list[str] | None, Field(description="The first parent first")] = None,
) -> Answer:
    """Correct time or parents of a commit; its branches are put in order again."""
    found = (await reach.ask(calls.commits(project, name=commit))).rows
    exact = [one for one in found if one.name == commit] or found
    if len(exact) != 1:
        return answer(f"nothing is changed: {len(exact)} commits have a name that begins so")
    body = CommitChange(time=time or UNSET, parents=UNSET if parents is None else parents)
    now = await reach.ask(calls.change_commit(project, exact[0].id, body=body))
    return answer(
        f"commit {quoted(now.name)} is corrected", time=now.time, parents=now.parents,
        branches=now.branches,
    )  # fmt: skip


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
    thing, missing = await _thing(reach, project, "metric", metric, suite)
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
    thing, missing = await _thing(reach, project, kind, name, suite)
    link = reach.page(project, "/settings/corrections")
    if thing is None:
        return answer(missing, link)
    now = await reach.ask(
        calls.change_name(project, kind, thing.id, body=NameChange(name=new_name))
    )
    return answer(f"the {kind} is called {quoted(now.name)} now", link)


def _chosen(runs: Runs, series: Series) -> tuple[list[int], list[ResultWanted]]:
    if series is None:
        return runs or [], []
    if not runs:
        raise ToolError("nothing is changed: with a series, name the ids of the runs")
    return [], [ResultWanted(run, series) for run in runs or []]


def _where(where: FittingRuns | None) -> RunsWanted | None:
    return RunsWanted(**where) if where else None


def _counted(
    reach: ServerReach,
    project: str,
    done: Corrected | Merged,
    what: str,
    against: Sequence[str] = (),
) -> Answer:
    """Say what a correction takes, and how it is taken back."""
    said = f"{counted(done.runs, 'run')} with {counted(done.results, 'result')} {what}"
    link = reach.page(project, "/settings/corrections")
    return answer(
        said, link, against=against, deletion=done.deletion, restorable_until=done.restorable_until
    )


async def _thing(
    reach: ServerReach, project: str, kind: Kind, name: str, suite: str | None
) -> tuple[NamedThing | None, str]:
    found = await reach.ask(calls.names(project, kind, name=name))
    return _one_of(found.rows, suite)


def _one_of(rows: Sequence[NamedThing], suite: str | None) -> tuple[NamedThing | None, str]:
    """Return the one thing that is meant, or why there is none."""
    chosen = [one for one in rows if suite in (None, one.suite)]
    if len(chosen) == 1:
        return chosen[0], ""
    if chosen:
        suites = ", ".join(quoted(one.suite) for one in chosen)
        return None, f"nothing is changed: name the suite, one of {suites}"
    return None, "nothing is changed: there is nothing of this name"

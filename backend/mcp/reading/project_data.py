"""Tools that read what a project keeps beside its results: ladders, profiles, thresholds."""

from typing import Annotated

from pydantic import Field

from backend.client.answers import one_line
from backend.client.calls import ladders as ladder_calls
from backend.client.calls import profiles as profile_calls
from backend.client.calls import thresholds as threshold_calls
from backend.mcp.answers import Answer, answer, first, number, quoted
from backend.mcp.reach import Few, Project, ServerReach
from backend.wording.effects import counted

MOST_RUNGS, MOST_RULES = 40, 40


async def list_ladders(reach: ServerReach, project: Project, limit: Few = 20) -> Answer:
    """List ladders: what was tried one after the other, and how far that led."""
    found = await reach.ask(ladder_calls.ladders(project))
    shown, _ = first(found.rows, limit)
    rows = [
        {"ladder": one.id, "name": quoted(one.name), "verdict": one_line(one.headline),
         "rungs": one.rungs, "metric": one_line(one.metric), "unit": one.unit,
         "better": one.direction, "changed": one.updated_at}
        for one in shown
    ]  # fmt: skip
    said = f"{counted(found.total, 'ladder')}, {found.total - len(rows)} not shown"
    return answer(said, reach.page(project, "/ladders"), ladders=rows)


async def read_ladder(
    reach: ServerReach,
    project: Project,
    ladder: Annotated[int, Field(ge=1, description="From list_ladders")],
) -> Answer:
    """Read the rungs of a ladder in order: the value of each, its verdict, and what it changed."""
    found = await reach.ask(ladder_calls.ladder(project, ladder))
    shown, more = first(found.rungs, MOST_RUNGS)
    rungs = [
        {"rung": quoted(one.label), "role": one.role, "value": number(one.value),
         "interval": [number(one.low), number(one.high)] if one.low is not None else None,
         "n": one.n, "verdict": one.verdict, "sentence": one_line(one.sentence),
         "more_pairs": one.more_pairs}
        for one in shown
    ]  # fmt: skip
    return answer(
        one_line(found.headline),
        reach.page(project, f"/ladders/{ladder}"),
        name=quoted(found.name), metric=found.metric, unit=found.unit, better=found.direction,
        rungs=rungs, not_shown=more, remarks=[one_line(one) for one in found.remarks[:5]],
    )  # fmt: skip


async def read_profile(
    reach: ServerReach,
    project: Project,
    profile: Annotated[int, Field(ge=1, description="From read_run")],
    limit: Few = 20,
) -> Answer:
    """Read where a benchmark spent its CPU time, or allocated: functions and groups, by share."""
    found = await reach.ask(profile_calls.profile(project, profile, functions=limit))
    whole = max(found.samples, 1)
    functions = [
        {"function": quoted(one.name), "own_share": number(one.self_samples / whole),
         "share_with_calls": number(one.total_samples / whole)}
        for one in found.functions
    ]  # fmt: skip
    groups = [{"group": quoted(one.name), "share": number(one.share)} for one in found.groups]
    said = (
        f"{found.samples} {found.unit} of {one_line(found.benchmark)} by {one_line(found.tool)}, "
        f"{counted(found.function_count or 0, 'function')}"
    )
    link = reach.page(project, f"/profiles/{profile}")
    return answer(said, link, run=found.run, groups=groups, functions=functions)


async def read_thresholds(reach: ServerReach, project: Project) -> Answer:
    """Read which changes count: the rules in order, the last that fits decides, else the standard.

    Effects are shares: 0.05 stands for 5 %; null asks for no smallest effect.
    """
    found = await reach.ask(threshold_calls.thresholds(project))
    shown, more = first(found.rules, MOST_RULES)
    rules = [
        {"rule": one.number, "name": quoted(one.name), "of": quoted(one.words),
         "smallest_effect": one.minimum_effect, "sensitivity": one.sensitivity,
         "fails_the_gate": one.is_gate, "series": one.series}
        for one in shown
    ]  # fmt: skip
    standard = {
        "smallest_effect": found.standard.minimum_effect,
        "sensitivity": found.standard.sensitivity,
        "fails_the_gate": found.standard.is_gate,
        "series": found.standard_series,
    }
    said = f"{counted(len(found.rules), 'rule')}, {more} not shown, for {found.series} series"
    link = reach.page(project, "/settings/thresholds")
    return answer(said, link, rules=rules, standard=standard)

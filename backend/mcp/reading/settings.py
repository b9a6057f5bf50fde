"""Tools that read which setting is best, and who pays for it."""

from typing import Annotated, Literal
from urllib.parse import quote

from pydantic import Field

from backend.client.answers import one_line
from backend.client.calls import splits as split_calls
from backend.client.calls import sweeps as sweep_calls
from backend.client.models_gen import SweepCurve
from backend.mcp.answers import Answer, answer, first, number, quoted
from backend.mcp.reach import Few, Name, Project, ServerReach, Words
from backend.wording.effects import counted

SplitState = Literal["open", "accepted", "rejected", "all"]


async def list_sweeps(
    reach: ServerReach, project: Project, text: Words = None, limit: Few = 20
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
    said = f"{counted(len(fitting), 'sweep')}, {more} not shown"
    return answer(said, reach.page(project, "/sweeps"), sweeps=rows)


async def read_sweep(  # noqa: PLR0913  as an assistant names them
    reach: ServerReach,
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


async def list_splits(
    reach: ServerReach,
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
    said = f"{counted(page.total, 'split')} {state}"
    return answer(said, reach.page(project, "/splits"), splits=rows)


async def read_split(reach: ServerReach, project: Project, split_id: int) -> Answer:
    """Read one split: net effect by weight, who gains, who loses, and what it hangs on."""
    found = await reach.ask(split_calls.split(project, split_id))
    link = reach.page(project, f"/splits/{split_id}")
    return answer(
        found.headline, link, sentences=[quoted(one) for one in found.sentences],
        payers=[quoted(one, 120) for one in found.payers[:10]],
        hangs_on=[quoted(one, 120) for one in found.hangs_on[:10]],
        basis=found.basis, state=found.state, warnings=[quoted(one) for one in found.warnings],
    )  # fmt: skip

"""Tools that read how machines and series do."""

from backend.client.answers import one_line
from backend.client.calls import machines, noise
from backend.client.models_gen import ListedMachine
from backend.mcp.answers import Answer, answer, first, number, quoted, series_of
from backend.mcp.reach import Project, ServerReach
from backend.wording.effects import counted

PERCENT = 100.0


async def list_machines(reach: ServerReach, project: Project) -> Answer:
    """List machines with whether each is fit to measure, and which are in quarantine."""
    found = await reach.ask(machines.machines(project))
    shown, more = first(found.rows, 30)
    rows = [
        {"id": one.id, "machine": one_line(one.name), "testbed": one_line(one.testbed),
         "fit": one.fitness.verdict, "quarantine": _quarantine_of(one), "why": one.fitness.sentence,
         "reasons": one.fitness.reasons[:5], "last_run": one.last_run_at, "runs": one.runs}
        for one in shown
    ]  # fmt: skip
    said = f"{counted(len(found.rows), 'machine')}, {more} not shown"
    return answer(said, reach.page(project, "/machines"), machines=rows)


async def read_noise(reach: ServerReach, project: Project, series_id: int) -> Answer:
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


def _quarantine_of(machine: ListedMachine) -> Answer | None:
    stay = machine.quarantine
    if stay is None:
        return None
    return {"since": stay.since, "why": quoted(stay.why), "by": quoted(stay.by, 80)}


def _percent(share: float | None) -> float | None:
    return None if share is None else number(share * PERCENT)

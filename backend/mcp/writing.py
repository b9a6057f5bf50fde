"""Tools that write: they need a key with the scope triage (or report), and leave an audit event."""

import json
from datetime import date
from typing import Annotated, Any, Literal

from msgspec import UNSET
from pydantic import Field

from backend.client.calls import alert_groups, jobs, machines, reports, sweeps, views
from backend.client.models_gen import (
    BackfillAsked,
    BisectionAsked,
    CheckAsked,
    ConfirmationAsked,
    GroupEdit,
    MeasurementAsked,
    NewGroupJudgement,
    NewLink,
    NewMute,
    NewNote,
    PlaceAsked,
    QuarantineWhy,
    RefinementAsked,
    ShownJob,
)
from backend.mcp.answers import Answer, answer, quoted
from backend.mcp.reach import Name, Project, ServerReach
from backend.mcp.reading.jobs import job_of
from backend.wording.effects import counted

Groups = Annotated[
    list[int], Field(min_length=1, max_length=50, description="Numbers of alert groups")
]
Why = Annotated[str, Field(max_length=2_000, description="The reason, kept with it and shown")]
HELD = frozenset({"leased", "running"})
"""States in which an agent has a job."""
SaidState = Literal["open", "acknowledged", "fixed", "accepted", "invalid"]


async def judge_alert_groups(
    reach: ServerReach, project: Project, groups: Groups, state: SaidState, why: Why = ""
) -> Answer:
    """Bring alert groups into a state: acknowledged, accepted, invalid, fixed, or open again."""
    body = NewGroupJudgement(groups, state, why)
    outcome = await reach.ask(alert_groups.judge(project, body=body))
    changed = [{"group": one.number, "was": one.state, "is": state} for one in outcome.changed]
    refused = [{"group": one.number, "reason": quoted(one.reason)} for one in outcome.refused]
    link = reach.page(project, f"/alert-groups/{groups[0]}")
    return answer(
        f"{counted(len(changed), 'group')} now {state}", link, changed=changed, refused=refused
    )


async def write_note(
    reach: ServerReach,
    project: Project,
    group: int,
    text: Annotated[str, Field(min_length=1, max_length=8_000, description="Markdown")],
) -> Answer:
    """Write a note under an alert group, for the people who look after it."""
    await reach.ask(alert_groups.add_note(project, group, body=NewNote(text)))
    return answer(
        f"the note stands under group {group}", reach.page(project, f"/alert-groups/{group}")
    )


async def edit_alert_groups(
    reach: ServerReach,
    project: Project,
    groups: Groups,
    tags: Annotated[list[str] | None, Field(max_length=20, description="Replaces all")] = None,
    issue_url: Annotated[
        str | None, Field(max_length=2_000, description="An issue about it")
    ] = None,
    due_on: date | None = None,
) -> Answer:
    """Give alert groups tags, a link to an issue, or a due date; what is left out stays."""
    body = GroupEdit(
        groups,
        tags=UNSET if tags is None else tags,
        issue_url=UNSET if issue_url is None else issue_url,
        due_on=UNSET if due_on is None else due_on.isoformat(),
    )
    before = await reach.ask(alert_groups.edit(project, body=body))
    return answer(
        f"{counted(len(before), 'group')} edited", reach.page(project, f"/alert-groups/{groups[0]}")
    )


async def mute(  # noqa: PLR0913  as an assistant names them
    reach: ServerReach,
    project: Project,
    until: Annotated[date, Field(description="The day on which it alerts again")],
    why: Why,
    suite: Name = None,
    benchmark: Name = None,
    metric: Name = None,
    testbed: Name = None,
    branch: Name = None,
) -> Answer:
    """Let changes of some series alert nobody until a day; name at least one thing to mute."""
    body = NewMute(f"{until.isoformat()}T00:00:00Z", why, benchmark, branch, metric, suite, testbed)
    kept = await reach.ask(alert_groups.mute(project, body=body))
    rows = [
        {"mute": one.id, "until": one.until, "why": quoted(one.why)}
        for one in kept.rows[:10]
        if one.lifted_at is None
    ]
    return answer("muted", reach.page(project, "/changes"), mutes=rows)


async def share_link(
    reach: ServerReach,
    project: Project,
    address: Annotated[str, Field(description="A page of the project: /p/main/explore?series=1")],
) -> Answer:
    """Create short link to a page with everything that is set on it."""
    made = await reach.ask(views.make_link(project, body=NewLink(address)))
    return answer("the link is made", reach.page(project).split("/p/", 1)[0] + made.path)


async def submit_report(
    reach: ServerReach,
    project: Project,
    report: Annotated[dict[str, Any], Field(description="/api/v1/schemas/report-v1.json")],
) -> Answer:
    """Upload results in the report format; the same document again changes nothing."""
    body = json.dumps(report, ensure_ascii=False).encode()
    accepted = await reach.ask(reports.add_report(project, body=body))
    return answer(
        f"the report is {accepted.state}", reach.page(project, "/reports"), id=accepted.id
    )


async def confirm_change(reach: ServerReach, project: Project, change: int) -> Answer:
    """Have an agent measure a change again: last good and first bad commit, in turns.

    A job that is open for this change is returned instead of a second one; read_job follows it.
    """
    found = await reach.ask(jobs.confirm(project, body=ConfirmationAsked(change)))
    return _asked(reach, project, found.job)


async def bisect_change(reach: ServerReach, project: Project, change: int) -> Answer:
    """Have an agent find the commit of a change among those in question, step by step.

    A job that is open for this change is returned instead of a second one; read_job follows it.
    """
    found = await reach.ask(jobs.bisect(project, body=BisectionAsked(change)))
    return _asked(reach, project, found.job)


async def backfill_change(reach: ServerReach, project: Project, change: int) -> Answer:
    """Have an agent measure commits around a change that nobody measured, eight at most.

    Where it lies is told more closely then. A job that is open for it is returned instead of a
    second one; read_job follows it.
    """
    found = await reach.ask(jobs.backfill(project, body=BackfillAsked(change)))
    return _asked(reach, project, found.job)


async def measure_again(
    reach: ServerReach, project: Project, run: int, against: int | None = None
) -> Answer:
    """Have an agent measure the commits of two runs again, in turns, where they are inconclusive.

    Without `against` the commit of one run gets more rounds. read_job follows it.
    """
    body = MeasurementAsked(run, against=against)
    found = await reach.ask(jobs.measure(project, body=body))
    return _asked(reach, project, found.job)


async def refine_sweep(reach: ServerReach, project: Project, benchmark: int, axis: str) -> Answer:
    """Have an agent measure a sweep until the best value of each curve is known.

    Values that cannot be best any more get no further rounds; read_job follows it.
    """
    found = await reach.ask(sweeps.refine(project, benchmark, body=RefinementAsked(axis)))
    return _asked(reach, project, found.job)


async def move_job(
    reach: ServerReach, project: Project, job: int, before: int | None = None
) -> Answer:
    """Let a waiting job come just before another one, or last of all without `before`.

    It needs a key with the scope admin.
    """
    body = PlaceAsked() if before is None else PlaceAsked(before=before)
    await reach.ask(jobs.place(project, job, body=body))
    where = "last" if before is None else f"before job {before}"
    return answer(f"job {job} comes {where}", reach.page(project, "/jobs"))


async def cancel_job(reach: ServerReach, project: Project, job: int) -> Answer:
    """End a job: at once where it waits, within its round where an agent has it."""
    await reach.ask(jobs.cancel(project, job))
    state = (await reach.ask(jobs.job(project, job))).job.state
    said = "ends within its round" if state in HELD else f"is {state}"
    return answer(f"job {job} {said}", reach.page(project, f"/jobs/{job}"))


async def check_machine(reach: ServerReach, project: Project, machine: int) -> Answer:
    """Have a machine held against itself: what it measured last, as two, in turns (A/A).

    A steady check ends a quarantine. read_job follows it.
    """
    found = await reach.ask(jobs.check_machine(project, body=CheckAsked(machine)))
    return _asked(reach, project, found.job)


async def quarantine_machine(
    reach: ServerReach, project: Project, machine: int, why: Why, *, ends: bool = False
) -> Answer:
    """Put a machine into quarantine, so that it is given A/A jobs only, or let it out (`ends`).

    It needs a key with the scope admin.
    """
    said = QuarantineWhy(why)
    call = machines.end_quarantine if ends else machines.quarantine
    await reach.ask(call(project, machine, body=said))
    link = reach.page(project, f"/machines/{machine}")
    return answer("it measures again" if ends else "it is in quarantine", link)


def _asked(reach: ServerReach, project: str, job: ShownJob) -> Answer:
    link = reach.page(project, f"/jobs/{job.id}")
    return answer(f"job {job.id} is {job.state}", link, **job_of(job))

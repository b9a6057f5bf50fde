"""Tools for assistants that change code: a diff is measured against its base, as `tidemark try`."""

from typing import Annotated

from msgspec import UNSET
from pydantic import Field

from backend.client.answers import one_line
from backend.client.calls import jobs
from backend.client.models_gen import JobDetail, PatchAsked
from backend.mcp.answers import Answer, answer, quoted
from backend.mcp.patches import (
    Base,
    BaseBranch,
    Diff,
    MeasuringSuite,
    Subject,
    Variants,
    encoded,
)
from backend.mcp.reach import Name, Project, ServerReach
from backend.mcp.reading.jobs import job_of
from backend.mcp.reading.results import compare

BASE, PATCH = 0, 1
"""The arms of a job that tries a patch."""
GIVEN_UP = frozenset({"failed", "cancelled", "expired"})


async def try_patch(  # noqa: PLR0913  as an assistant names them
    reach: ServerReach,
    project: Project,
    suite: MeasuringSuite,
    base: Base,
    base_branch: BaseBranch,
    diff: Diff,
    subject: Subject,
    *,
    only: Variants = None,
    full: Annotated[bool, Field(description="As the suite's full mode says, else quick")] = False,
    rounds: Annotated[int | None, Field(ge=1, le=1000)] = None,
    testbed: Name = None,
    budget_minutes: Annotated[int, Field(ge=1, le=1440, description="Of the machine")] = 30,
) -> Answer:
    """Have a patch measured against its base, in turns on one machine; read_try has the answer.

    No checkout is needed: the agent makes the commit. Nothing is kept or judged by a referee:
    for that there is propose_patch.
    """
    asked = PatchAsked(
        base=base, base_branch=base_branch, subject=one_line(subject), suite=suite,
        diff=encoded(diff), only=[*(only or ())],
        mode="full" if full else "quick", rounds=rounds or UNSET, testbed=testbed or UNSET,
        budget_minutes=budget_minutes,
    )  # fmt: skip
    found = await reach.ask(jobs.try_patch(project, body=asked))
    job = found.job
    return answer(
        f"job {job.id} is {job.state}", reach.page(project, f"/jobs/{job.id}"), **job_of(job)
    )


async def read_try(reach: ServerReach, project: Project, job: int) -> Answer:
    """Read what a tried patch does: every row against its base, and what that comes to.

    Until both are measured and taken in it says what the job waits for or does.
    """
    found = await reach.ask(jobs.job(project, job))
    runs = _counted(found)
    if not runs.keys() >= {BASE, PATCH}:
        said = _without_answer(found)
        return answer(f"job {job} {said}", reach.page(project, f"/jobs/{job}"), **job_of(found.job))
    sides = [f"run:{runs[arm]}" for arm in (BASE, PATCH)]
    return await compare(reach, project, sides[0], sides[1], rows="all")


def _without_answer(found: JobDetail) -> str:
    job = found.job
    if job.state in GIVEN_UP:
        return f"ended {job.state}, without an answer"
    if job.state == "finished":
        # servers of before do not say what is missing
        return f"is measured. {quoted(found.missing, 400) or 'Its results are being read.'}"
    return f"is {job.state}: there is no answer yet"


def _counted(found: JobDetail) -> dict[int, int]:
    return {one.arm: one.run_id for one in found.runs if one.is_counted}

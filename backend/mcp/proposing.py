"""Tools for assistants that make code faster: a diff is judged by an agent, with a receipt."""

from typing import Annotated

from msgspec import UNSET
from pydantic import Field

from backend.client.answers import one_line
from backend.client.calls import jobs
from backend.client.models_gen import ArmInterval, ProposalAsked
from backend.mcp.answers import Answer, answer, number, quoted
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


async def propose_patch(  # noqa: PLR0913  as an assistant names them
    reach: ServerReach,
    project: Project,
    suite: MeasuringSuite,
    aim: Annotated[str, Field(description="The metric that the patch is to better")],
    base: Base,
    base_branch: BaseBranch,
    diff: Diff,
    subject: Subject,
    *,
    only: Variants = None,
    least_percent: Annotated[
        float, Field(gt=0.0, le=100.0, description="Smallest gain worth keeping")
    ] = 1.0,
    rounds: Annotated[int, Field(ge=6, le=1000)] = 24,
    testbed: Name = None,
) -> Answer:
    """Have a patch measured between two turns of its base, and judged: kept, not kept or refused.

    No checkout is needed: the agent makes the commit. Answers and work must be those of the base,
    and the files of the harness come from it. read_job follows it, then read_receipt.
    """
    asked = ProposalAsked(
        aim=aim, base=base, base_branch=base_branch, subject=one_line(subject), suite=suite,
        diff=encoded(diff), least_gain=least_percent / 100.0,
        only=[*(only or ())], rounds=rounds, testbed=testbed or UNSET,
    )  # fmt: skip
    found = await reach.ask(jobs.propose(project, body=asked))
    job = found.job
    link = reach.page(project, f"/jobs/{job.id}")
    return answer(f"job {job.id} is {job.state}", link, **job_of(job))


async def read_receipt(reach: ServerReach, project: Project, job: int) -> Answer:
    """Read what was found of a proposed patch: verdict, gain with interval, why it was refused."""
    receipt = await reach.ask(jobs.receipt_of_job(project, job))
    facts = receipt.facts
    refusals = [
        {"reason": one.reason, "place": quoted(one.place), "text": quoted(one.text)}
        for one in facts.refusals
    ]
    return answer(
        facts.sentence, reach.page(project, f"/jobs/{job}"),
        verdict=facts.verdict, aim=one_line(facts.aim.metric),
        gain=_gain_of(facts.gain), base_against_itself=_gain_of(facts.itself),
        same_answers=facts.answers.compared, new_input_each_round=facts.answers.is_fresh,
        refusals=refusals, trouble=quoted(facts.trouble), runs=facts.runs,
        signed_by=receipt.key[:12],
    )  # fmt: skip


def _gain_of(gain: ArmInterval | None) -> Answer | None:
    if gain is None:
        return None
    return {
        "ratio": number(gain.ratio), "interval": [number(gain.low), number(gain.high)],
        "coverage": gain.coverage, "rounds": gain.pairs,
    }  # fmt: skip

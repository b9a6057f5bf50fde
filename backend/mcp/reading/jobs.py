"""Tools that read what agents are asked to measure."""

from backend.client.answers import one_line
from backend.client.calls import jobs
from backend.client.models_gen import CulpritSearch, JobVerdict, ShownJob, UpheldRate
from backend.domain.jobs.place_words import place_sentence, rate_words
from backend.mcp.answers import Answer, answer, first, number, quoted
from backend.mcp.reach import Few, Project, ServerReach


async def list_jobs(reach: ServerReach, project: Project, limit: Few = 20) -> Answer:
    """List jobs: what agents measure, what waits in its order and for what, what ended last.

    With the share of alerts that measuring both commits again upheld: in all, by machine and rule.
    """
    found = await reach.ask(jobs.jobs(project))
    told = await reach.ask(jobs.tallies(project))
    shown, more = first([*found.held, *found.waiting, *found.over], limit)
    said = (
        f"{len(found.held)} measured now, {found.waiting_total} waiting, {len(found.over)} ended"
        f" lately; {more} not shown"
    )
    upheld = {
        "overall": _rate_of(told.overall),
        "machines": {one_line(one.machine): _rate_of(one.rate) for one in told.rows[:20]},
        "rules": {
            one_line(one.rule): _rate_of(one.rate) for one in told.rules if one.ask == "confirm"
        },
    }
    link = reach.page(project, "/jobs")
    return answer(said, link, jobs=[job_of(one) for one in shown], upheld=upheld)


def _rate_of(rate: UpheldRate) -> str:
    return rate_words(rate.upheld, rate.asked, rate.low, rate.high)


async def read_job(reach: ServerReach, project: Project, job: int) -> Answer:
    """Read one job: its steps, the runs it brought, and the verdict on the change it is about."""
    found = await reach.ask(jobs.job(project, job))
    verdict = found.job.verdict
    said = verdict.sentence if verdict else f"job {job} is {found.job.state}"
    steps = [
        {"at": one.at, "state": one.state, "why": quoted(one.why)} for one in found.events[-20:]
    ]
    runs = [
        {"run": one.run_id, "commit": one_line(one.commit), "counts": one.is_counted}
        for one in found.runs[:20]
    ]
    link = reach.page(project, f"/jobs/{job}")
    culprits = [] if found.search is None else _culprits_of(found.search)
    more = {"culprits": culprits, "missing": quoted(found.missing, 400)}
    more = {name: part for name, part in more.items() if part}
    return answer(said, link, **job_of(found.job), steps=steps, runs=runs, **more)


async def read_job_log(
    reach: ServerReach, project: Project, job: int, line: int = -1, limit: Few = 50
) -> Answer:
    """Read lines of the log of a job: the last ones, or those from `line` on, counted from 0."""
    if line < 0:
        found = await reach.ask(jobs.job(project, job))
        line = max(found.log_lines - limit, 0)
    log = await reach.ask(jobs.log_of_job(project, job, first=line))
    shown = log.lines[:limit]
    said = f"lines {log.first} to {log.first + len(shown) - 1} of {log.total}" if shown else "none"
    cut = f"; {log.dropped} in its middle were cut" if log.dropped else ""
    link = reach.page(project, f"/jobs/{job}")
    return answer(said + cut, link, lines=[quoted(one) for one in shown])


def _culprits_of(search: CulpritSearch) -> list[Answer]:
    """Return the likeliest commits of a bisection."""
    likeliest = sorted(search.shares, key=lambda one: -one.share)[:10]
    return [
        {"commit": one_line(one.commit), "probability": number(one.share), "rounds": one.rounds}
        for one in likeliest
    ]


def job_of(job: ShownJob) -> Answer:
    """Return a job in short."""
    waits = place_sentence(job.waits_for, job.starts_in, job.takes) if job.waits_for else ""
    verdict = job.verdict
    said = {
        "job": job.id,
        "kind": job.kind,
        "state": job.state,
        "reason": quoted(job.reason),
        "waits": waits,
        "suite": one_line(job.target.suite),
        "commits": [one_line(one.commit) for one in job.target.commits],
        "benchmarks": [one_line(one) for one in job.target.only],
        "testbed": one_line(job.testbed or ""),
        "asked_by": quoted(job.asked_by, 80),
        "why": quoted(job.why),
        "change": job.change_id,
        "verdict": verdict and _verdict_of(verdict),
    }
    return {name: part for name, part in said.items() if part not in ("", None, [])}


def _verdict_of(verdict: JobVerdict) -> Answer:
    return {
        "finding": verdict.finding,
        "sentence": verdict.sentence,
        "ratio": number(verdict.ratio),
        "interval": [number(verdict.low), number(verdict.high)],
        "pairs": verdict.pairs,
        "runs": verdict.runs,
    }

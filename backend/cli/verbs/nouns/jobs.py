"""jobs, confirm, bisect, backfill: what agents are asked to measure, and what came of it."""

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar

import click

from backend.cli.exits import CommandError, Exit
from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.cli.verbs.nouns.quotas import minute, quotas
from backend.client.calls import jobs as calls
from backend.client.calls import sweeps as sweep_calls
from backend.client.models_gen import (
    BackfillAsked,
    BisectionAsked,
    ConfirmationAsked,
    CulpritSearch,
    JobDetail,
    MeasurementAsked,
    PlaceAsked,
    PriorityAsked,
    RefinementAsked,
    ShownJob,
    SweepDetail,
    UpheldRate,
)
from backend.client.words import day
from backend.domain.commits.names import short_commit
from backend.domain.jobs.place_words import place_sentence, rate_words

LOOK_EVERY_S = 2.0
ENDINGS = {"confirmed": Exit.FINE, "refuted": Exit.REGRESSION, "found": Exit.FINE}
"""What `--wait` ends with; every other finding cannot tell."""
FAILED = frozenset({"failed", "cancelled", "expired"})
"""States that no verdict follows."""
JUDGED = frozenset({"confirm", "bisect", "sweep", "aa", "backfill"})
"""Kinds that go on until there is a verdict."""
LONGEST_JUDGING = timedelta(minutes=15)
"""So long after its end a verdict may come yet."""
Decorated = TypeVar("Decorated", bound=Callable[..., Any])
MOST_NAMED = 5
_number = click.argument("number", type=click.IntRange(1))


@click.group(invoke_without_command=True, short_help="List running and queued jobs.")
@in_project
@click.pass_context
def jobs(context: click.Context) -> None:
    """List the jobs: what is measured, what waits in its order, and what ended last."""
    if context.invoked_subcommand is not None:
        return
    desk = context.ensure_object(Desk)
    found = desk.ask(calls.jobs(desk.project))
    if desk.as_json:
        desk.answer()
        return
    rows = [*found.held, *found.waiting, *found.over]
    if not rows:
        desk.say("There is no job: tidemark confirm CHANGE asks for one.")
        return
    heads = (
        Column("Job", is_number=True), Column("Kind", is_whole=True), Column("Suite"),
        Column("Testbed", spare=1), Column("State", is_whole=True), Column("Now"),
    )  # fmt: skip
    desk.table(
        heads,
        [
            (one.id, one.kind, one.target.suite, one.testbed or "any", one.state, job_words(one))
            for one in rows
        ],
    )
    if found.waiting_total > len(found.waiting):
        desk.say(f"{found.waiting_total - len(found.waiting)} more wait.")


jobs.add_command(quotas)


@jobs.command()
@_number
@in_project
@pass_desk
def show(desk: Desk, number: int) -> None:
    """Show one job: what it measures, its steps, its runs and its verdict."""
    found = desk.ask(calls.job(desk.project, number))
    if desk.as_json:
        desk.answer()
        return
    job = found.job
    commits = ", ".join(f"{short_commit(one.commit)} ({one.branch})" for one in job.target.commits)
    desk.say(f"job {job.id}, {job.kind} of {job.target.suite}: {job.state}")
    desk.say(f"{commits}; {', '.join(job.target.only) or 'all benchmarks'}")
    desk.say(f"asked for by {job.asked_by}: {job.why}")
    desk.say(place_words(job) if job.state == "queued" else found.missing or job_words(job))
    if found.search is not None:
        _show_search(desk, found.search)
    for event in found.events:
        desk.line(f"{event.at[:19]} {event.state}: {event.why}")
    for run in found.runs:
        counted = "" if run.is_counted else ", not counted: its lease was lost"
        desk.line(f"run {run.run_id} {short_commit(run.commit)}{counted}")
    desk.line(desk.page(f"/jobs/{number}"))


def _show_search(desk: Desk, search: CulpritSearch) -> None:
    """Write the likeliest commits of a bisection, and what is measured next."""
    likeliest = sorted(search.shares, key=lambda one: -one.share)[:MOST_NAMED]
    for one in likeliest:
        state = "not built" if one.is_broken else f"{one.rounds} rounds"
        desk.line(f"{one.share * 100.0:5.1f} % {short_commit(one.commit)} ({state})")
    if search.none > 0.0:
        desk.line(f"{search.none * 100.0:5.1f} % none of them")
    if search.measure is not None:
        desk.line(f"next: {short_commit(search.measure)}")
    _show_moves(desk, search)


def _show_moves(desk: Desk, search: CulpritSearch) -> None:
    """Write what the commit moves that is the answer, and how likely each move did it."""
    moved, inner = search.moved, search.inner
    if moved is None:
        return
    shares = {one.commit.partition("@")[2]: one.share for one in inner.shares} if inner else {}
    if "0" in shares:
        desk.line(f"{shares['0'] * 100.0:5.1f} % the rest of the commit")
    for place, part in enumerate(moved.parts, start=1):
        share = shares.get("" if place == len(moved.parts) else str(place))
        likely = "" if share is None else f"{share * 100.0:5.1f} % "
        old, new = (short_commit(one) or "none" for one in (part.before, part.after))
        desk.line(f"{likely}{part.path}: {part.name} {old} \u2192 {new} {part.title}".rstrip())


@jobs.command()
@_number
@click.option(
    "--first", type=click.IntRange(0), default=0, help="From this line on, counted from 0."
)
@click.option("--follow", is_flag=True, help="Until the job is over, with the lines that come.")
@in_project
@pass_desk
def log(desk: Desk, number: int, first: int, follow: bool) -> None:  # noqa: FBT001  a flag
    """Write the log of a job."""
    while True:
        # asked before its lines, so that the last ones are not missed
        is_over = not follow or _is_over(desk.insist(lambda: calls.job(desk.project, number)).job)
        first = _write_log(desk, number, first)
        if is_over or desk.as_json:
            return
        time.sleep(LOOK_EVERY_S)


def _write_log(desk: Desk, number: int, first: int) -> int:
    """Write the lines that are there from a place on; returns the place behind them."""
    while True:
        found = desk.insist(partial(calls.log_of_job, desk.project, number, first=first))
        if desk.as_json:
            desk.answer()
            return first
        if found.first > first:
            desk.line(f"[{found.first - first} lines were cut: a log keeps its beginning and end]")
        for line in found.lines:
            desk.line(line)
        first = found.first + len(found.lines)
        if not found.lines or first >= found.total:
            return first


@jobs.command()
@in_project
@pass_desk
def rules(desk: Desk) -> None:
    """List the rules that ask for jobs by themselves, and what of their night is spent."""
    found = desk.ask(calls.tallies(desk.project)).rules
    if desk.as_json:
        desk.answer()
        return
    if not found:
        desk.say("No rule asks for jobs: [[thresholds.job]] in .tidemark.toml is one.")
        return
    heads = (
        Column("Rule"), Column("Asks for", is_whole=True), Column("Selects"),
        Column("Min", is_number=True), Column("Spent", is_number=True),
        Column("Held", is_number=True), Column("Upheld", is_whole=True), Column("Goes on"),
    )  # fmt: skip
    rows = [
        (
            one.rule, one.ask, one.selects or "everything", one.minutes, round(one.spent),
            round(one.held),
            _rate_words(one.rate) if one.ask == "confirm" else "",
            _goes_on(one.absent, one.goes_on),
        )
        for one in found
    ]  # fmt: skip
    desk.table(heads, rows)


@jobs.command()
@in_project
@pass_desk
def upheld(desk: Desk) -> None:
    """Say how many alerts confirmations upheld: in all, by machine and by rule."""
    found = desk.ask(calls.tallies(desk.project))
    if desk.as_json:
        desk.answer()
        return
    if not found.overall.asked:
        desk.say("No alert was measured again yet: tidemark confirm CHANGE asks for it.")
        return
    desk.say(f"upheld of all alerts that were measured again: {_rate_words(found.overall)}")
    for one in found.rows:
        desk.line(f"on {one.machine}: {_rate_words(one.rate)}")
    for rule in found.rules:
        if rule.ask == "confirm":
            desk.line(f"by rule “{rule.rule}”: {_rate_words(rule.rate)}")


def _rate_words(rate: UpheldRate) -> str:
    return rate_words(rate.upheld, rate.asked, rate.low, rate.high)


def _goes_on(absent: Sequence[str], goes_on: str | None) -> str:
    if absent:
        return f"no agent of {', '.join(absent)} is here"
    return minute(goes_on) if goes_on else ""


@jobs.command()
@_number
@in_project
@pass_desk
def cancel(desk: Desk, number: int) -> None:
    """End a job: at once where it waits, within its round where an agent has it."""
    desk.ask(calls.cancel(desk.project, number))
    if not desk.as_json:
        desk.say(f"Job {number} is cancelled.")


@jobs.command()
@_number
@click.argument("priority", type=click.IntRange(-10, 10))
@in_project
@pass_desk
def priority(desk: Desk, number: int, priority: int) -> None:
    """Let a waiting job come sooner (up to 10) or later (`-- 3 -1` for a negative one)."""
    desk.ask(calls.prioritise(desk.project, number, body=PriorityAsked(priority)))
    if not desk.as_json:
        desk.say(f"Job {number} has priority {priority}.")


@jobs.command()
@_number
@click.option("--before", type=click.IntRange(1), help="The job that it comes just before.")
@in_project
@pass_desk
def move(desk: Desk, number: int, before: int | None) -> None:
    """Let a waiting job come just before another one; without --before last of all."""
    body = PlaceAsked() if before is None else PlaceAsked(before=before)
    desk.ask(calls.place(desk.project, number, body=body))
    if not desk.as_json:
        where = "last" if before is None else f"before job {before}"
        desk.say(f"Job {number} comes {where}.")


def _waits_at_most(default: int) -> Callable[[Decorated], Decorated]:
    return click.option(
        "--minutes", type=click.IntRange(0), default=default, show_default=True,
        help="Wait no longer than this; ends with 5.",
    )  # fmt: skip


@click.command(short_help="Have a change measured again.")
@click.argument("change", type=click.IntRange(1))
@click.option("--wait", is_flag=True, help="Until there is a verdict: 0 upheld, 1 refuted.")
@_waits_at_most(60)
@in_project
@pass_desk
def confirm(desk: Desk, change: int, wait: bool, minutes: int) -> None:  # noqa: FBT001  a flag
    """Have a change measured again by an agent: last good and first bad commit, in turns.

    CHANGE is the number that `tidemark alerts show` names.
    """
    found = desk.ask(calls.confirm(desk.project, body=ConfirmationAsked(change)))
    _follow(desk, found, minutes if wait else None)


def measure_again(desk: Desk, run: int, against: int) -> None:
    """Have two runs of a comparison measured again, and say when and how long."""
    found = desk.ask(calls.measure(desk.project, body=MeasurementAsked(run, against=against)))
    if not desk.as_json:
        desk.say(f"job {found.job.id}: {place_words(found.job)}")


def refine(desk: Desk, benchmark: int, sweep: SweepDetail) -> None:
    """Have the best values of a sweep found, and say when and how long."""
    asked = RefinementAsked(
        sweep.axis, metric=sweep.metric, testbed=sweep.testbed, branch=sweep.branch,
        run=sweep.run.id, margin=sweep.margin,
    )  # fmt: skip
    found = desk.ask(sweep_calls.refine(desk.project, benchmark, body=asked))
    if not desk.as_json:
        desk.say(f"job {found.job.id}: {place_words(found.job)}")


@click.command(short_help="Find the commit that caused a change.")
@click.argument("change", type=click.IntRange(1))
@click.option("--wait", is_flag=True, help="Until it ends: 0 where one commit is named.")
@_waits_at_most(240)
@in_project
@pass_desk
def bisect(desk: Desk, change: int, wait: bool, minutes: int) -> None:  # noqa: FBT001  a flag
    """Have an agent find the commit of a change among those in question.

    Each step measures one of them in turns with the last good commit; the server chooses it so
    that half of what is still likely is told. CHANGE is the number that `tidemark alerts show`
    names.
    """
    found = desk.ask(calls.bisect(desk.project, body=BisectionAsked(change)))
    _follow(desk, found, minutes if wait else None)


@click.command(short_help="Measure commits around a change.")
@click.argument("change", type=click.IntRange(1))
@in_project
@pass_desk
def backfill(desk: Desk, change: int) -> None:
    """Have commits measured that nobody measured, between last good and first bad of a change.

    Those that best narrow down where it lies, eight at most. CHANGE is the number that `tidemark
    alerts show` names.
    """
    found = desk.ask(calls.backfill(desk.project, body=BackfillAsked(change)))
    _follow(desk, found, None)


def _follow(desk: Desk, found: JobDetail, minutes: int | None) -> None:
    """Say how a job stands, or wait for its verdict and end with what that means."""
    if minutes is not None:
        found = _followed(desk, found, time.monotonic() + minutes * 60.0)
    if desk.as_json:
        desk.answer()
    else:
        said = place_words(found.job) if minutes is None else job_words(found.job)
        desk.say(f"job {found.job.id}: {said}")
    if minutes is not None:
        verdict = found.job.verdict
        raise SystemExit(ENDINGS.get(verdict.finding if verdict else "", Exit.CANNOT_TELL))


def _is_over(job: ShownJob) -> bool:
    """Tell whether nothing more is measured; one that is to be judged may go on until then."""
    is_done = job.kind not in JUDGED or _is_judged(job) or _is_unjudged(job)
    return job.state in FAILED or (job.state == "finished" and is_done)


def _is_unjudged(job: ShownJob) -> bool:
    """Tell whether a job has waited for a verdict in vain: A/A jobs of old releases have none."""
    if job.verdict is not None or job.ended_at is None:
        return False
    return datetime.now(UTC) - datetime.fromisoformat(job.ended_at) > LONGEST_JUDGING


def _is_judged(job: ShownJob) -> bool:
    return job.verdict is not None and job.verdict.finding != "more pairs"


def _followed(desk: Desk, found: JobDetail, until: float) -> JobDetail:
    """Ask again until a job is judged or ended without; says on stderr what changes."""
    number, said = found.job.id, ""
    while not _is_judged(found.job) and found.job.state not in FAILED:
        now = job_words(found.job)
        if now != said:
            desk.note(f"job {number}: {now}")
            said = now
        if time.monotonic() >= until:
            remedy = f"see tidemark jobs show {number}"
            raise CommandError(f"job {number} has no verdict yet", remedy, Exit.TRY_LATER)
        time.sleep(LOOK_EVERY_S)
        found = desk.insist(lambda: calls.job(desk.project, number))
    return found


def place_words(job: ShownJob) -> str:
    return place_sentence(job.waits_for or job.reason, job.starts_in, job.takes)


def job_words(job: ShownJob) -> str:
    """Say how a job stands."""
    if job.verdict is not None and _is_judged(job):
        return job.verdict.sentence
    if job.waits_for is not None:
        return place_sentence(job.waits_for, job.starts_in, None)
    told = job.progress
    if told is not None and job.ended_at is None:
        ends = "; is to end" if job.is_cancel_wanted else ""
        return f"{told.stage}, {told.done} of {told.total} rounds by {job.agent}{ends}"
    return f"{job.reason} ({day(job.ended_at)})" if job.ended_at else job.reason

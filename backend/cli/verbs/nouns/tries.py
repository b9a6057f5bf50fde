"""try: what a checkout changes, measured against its base by the machine that judges."""

import time
from base64 import b64encode
from collections.abc import Sequence

import click
from msgspec import UNSET

from backend.cli.exits import CommandError, Exit
from backend.cli.git import commit_of, default_branch, facts_of, merge_base
from backend.cli.patches import Patch, patch_of
from backend.cli.sides import Baseline
from backend.cli.verb import Desk, in_project, pass_desk
from backend.cli.verbs.compare import compare_sides, gate_of
from backend.cli.verbs.nouns.jobs import FAILED, LOOK_EVERY_S, job_words, place_words
from backend.client.calls import jobs as calls
from backend.client.models_gen import JobDetail, PatchAsked
from backend.domain.commits.names import short_commit

BUDGET_MINUTES = 30
MOST_NAMED = 10
BOTH = {0, 1}
"""The arms: the base, then the patch."""


@click.command("try", short_help="Measure what you changed on the official machine.")
@click.argument("suite")
@click.option("--base", metavar="REVISION", help="Without it, where this left the default branch.")
@click.option("--only", multiple=True, metavar="BENCHMARK", help="This benchmark or name=value.")
@click.option("--full", "is_full", is_flag=True, help="As the suite's full mode says.")
@click.option("--rounds", type=click.IntRange(1, 1000), help="Without it, as the suite says.")
@click.option("--testbed", metavar="NAME", help="Only there.")
@click.option("-m", "--message", default="", help="What it is, for lists.")
@click.option("--budget", type=click.IntRange(1, 1440), default=BUDGET_MINUTES, show_default=True,
              help="Minutes of the machine.")  # fmt: skip
@click.option("--minutes", type=click.IntRange(0), default=120, show_default=True,
              help="Wait no longer than this; ends with 5. 0: do not wait.")  # fmt: skip
@in_project
@pass_desk
def try_(  # noqa: PLR0913  as the options are
    desk: Desk,
    /,
    *,
    suite: str,
    base: str | None,
    only: Sequence[str],
    is_full: bool,
    rounds: int | None,
    testbed: str | None,
    message: str,
    budget: int,
    minutes: int,
) -> int:
    """Send what this checkout changes, and have it measured against its base.

    Commits since the base, changed files and new files that git does not ignore are one patch.
    An agent that takes patches (`patches = true` in its configuration) measures base and patch in
    turns on one machine. The checkout stays as it is, and nothing is pushed; the agent must be
    able to fetch the base.

    Ends as compare does: 0 nothing is worse, 1 something is, 3 inconclusive; 5 while it waits.
    """
    patch = patch_of(base_of(base), message)
    note_new_files(desk, patch)
    asked = PatchAsked(
        at=patch.at.isoformat(), author=patch.author, base=patch.base,
        base_branch=branch_of(patch.base), commit=patch.commit, diff=b64encode(patch.diff).decode(),
        subject=patch.subject, suite=suite, budget_minutes=budget,
        mode="full" if is_full else "quick", only=[*only], rounds=rounds or UNSET,
        testbed=testbed or UNSET,
    )  # fmt: skip
    found = desk.ask(calls.try_patch(desk.project, body=asked))
    number = found.job.id
    if not minutes:
        if desk.as_json:
            desk.answer()
        else:
            desk.say(f"job {number}: {place_words(found.job)}")
        return Exit.FINE
    desk.note(f"job {number}: {desk.page(f'/jobs/{number}')}")
    found = _measured(desk, found, time.monotonic() + minutes * 60.0)
    runs = _counted(found)
    before = Baseline(f"run:{runs[0]}", "measured in turns", is_chosen=True)
    return gate_of(*compare_sides(desk, before, f"run:{runs[1]}", is_all=True), "")


def note_new_files(desk: Desk, patch: Patch) -> None:
    """Name the files that git did not know: they are sent as well."""
    for name in patch.new_files[:MOST_NAMED]:
        desk.note(f"with the new file {name}")
    if len(patch.new_files) > MOST_NAMED:
        desk.note(f"with {len(patch.new_files) - MOST_NAMED} more new files")


def base_of(asked: str | None) -> str:
    """Return the commit that the patch changes: named, or where this left the default branch."""
    if asked is not None:
        found = commit_of(asked)
        if not found:
            raise CommandError(
                f"git knows no commit “{asked}” here", "name a commit, tag or branch"
            )
        return found
    here = facts_of().commit
    if not here:
        raise CommandError("there is no checkout here", "run this in a checkout of the suite")
    branch = default_branch()
    return (merge_base(here, branch) if branch else "") or here


def branch_of(base: str) -> str:
    """Return where results of the base belong: the default branch only where it has the commit."""
    default = default_branch()
    if default and merge_base(base, default) == base:
        return default
    own = facts_of().branch
    return own if own and own != default else f"try/{short_commit(base)}"


def refuse_ended(found: JobDetail) -> None:
    """Raise CommandError where a job has ended in a state that no answer follows."""
    job = found.job
    if job.state in FAILED:
        why = f"job {job.id} {job.state}: {job.reason}"
        raise CommandError(why, f"see tidemark jobs log {job.id}", Exit.CANNOT_TELL)


def without_answer(desk: Desk, found: JobDetail) -> CommandError:
    """Return the end of a wait for runs that will not come by themselves."""
    number = found.job.id
    why = f"job {number} brought no answer: {found.missing}"
    return CommandError(why, f"see {desk.page(f'/jobs/{number}')}", Exit.CANNOT_TELL)


def _counted(found: JobDetail) -> dict[int, int]:
    return {one.arm: one.run_id for one in found.runs if one.is_counted}


def _measured(desk: Desk, found: JobDetail, until: float) -> JobDetail:
    """Ask again until base and patch have each a run; says on stderr what changes."""
    number, said = found.job.id, ""
    while not _counted(found).keys() >= BOTH:
        refuse_ended(found)
        if found.is_without:
            raise without_answer(desk, found)
        now = found.missing or job_words(found.job)
        if now != said:
            desk.note(f"job {number}: {now}")
            said = now
        if time.monotonic() >= until:
            remedy = f"see tidemark jobs show {number}"
            raise CommandError(f"job {number} is not measured yet", remedy, Exit.TRY_LATER)
        time.sleep(LOOK_EVERY_S)
        found = desk.insist(lambda: calls.job(desk.project, number))
    return found

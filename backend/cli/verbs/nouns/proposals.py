"""propose: a patch that asks to be kept; verify: the receipt that it was given."""

import json
import time
from base64 import b64decode, b64encode
from collections.abc import Sequence
from pathlib import Path

import click
from msgspec import UNSET

from backend.cli.exits import CommandError, Exit
from backend.cli.patches import Patch, patch_of
from backend.cli.verb import Desk, in_project, pass_desk
from backend.cli.verbs.nouns.jobs import LOOK_EVERY_S, job_words, place_words
from backend.cli.verbs.nouns.tries import (
    base_of,
    branch_of,
    note_new_files,
    refuse_ended,
    without_answer,
)
from backend.client.calls import jobs as calls
from backend.client.calls import ladders as ladder_calls
from backend.client.calls import system
from backend.client.models_gen import JobDetail, NewRung, ProposalAsked, Receipt
from backend.domain.machines.signing import is_signed_by

BUDGET_MINUTES = 30
ROUNDS, LEAST_PERCENT = 24, 1.0
KEPT = "kept"
JUDGED = {KEPT: Exit.FINE, "not kept": Exit.REGRESSION, "refused": Exit.REGRESSION}
"""What a proposal ends with; whatever is not judged cannot be told."""
JUDGING_S = 30.0
"""So long a verdict may come yet where a report failed or a run is gone."""


@click.command("propose", short_help="Measure a patch; get a signed receipt.")
@click.argument("suite")
@click.option("--aim", required=True, metavar="METRIC", help="What the patch is to better.")
@click.option("--patch", "file", type=click.Path(dir_okay=False, path_type=Path),
              help="As `git diff` writes it. Without it, what this checkout changes.")  # fmt: skip
@click.option("--base", metavar="REVISION", help="Without it, where this left the default branch.")
@click.option("--only", multiple=True, metavar="BENCHMARK", help="This benchmark or name=value.")
@click.option("--full", "is_full", is_flag=True, help="As the suite's full mode says.")
@click.option("--least", type=click.FloatRange(0.0, 100.0, min_open=True),
              default=LEAST_PERCENT, show_default=True,
              help="The smallest gain worth keeping, in per cent.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(6, 1000), default=ROUNDS, show_default=True,
              help="Of base, patch and base again.")  # fmt: skip
@click.option("--testbed", metavar="NAME", help="Only there.")
@click.option("-m", "--message", default="", help="What it is, for lists.")
@click.option("--ladder", type=int, metavar="NUMBER", help="Add it there as a rung if it is kept.")
@click.option("--receipt", type=click.Path(dir_okay=False, path_type=Path),
              help="Write the signed receipt into this file.")  # fmt: skip
@click.option("--budget", type=click.IntRange(1, 1440), default=BUDGET_MINUTES, show_default=True,
              help="Minutes of the machine.")  # fmt: skip
@click.option("--minutes", type=click.IntRange(0), default=120, show_default=True,
              help="Wait no longer than this; ends with 5. 0: do not wait.")  # fmt: skip
@in_project
@pass_desk
def propose(  # noqa: PLR0913  as the options are
    desk: Desk,
    /,
    *,
    suite: str,
    aim: str,
    file: Path | None,
    base: str | None,
    only: Sequence[str],
    is_full: bool,
    least: float,
    rounds: int,
    testbed: str | None,
    message: str,
    ladder: int | None,
    receipt: Path | None,
    budget: int,
    minutes: int,
) -> int:
    """Have a patch measured between two turns of its base, and judged.

    It is kept only if its answers are those of the base, it does the same work, the agent's clock
    agrees, and its whole gain is beyond --least. The files of the harness come from the base: a
    patch that changes one is refused. The checkout stays as it is, and nothing is pushed.

    Ends with 0 if it is kept, 1 if not, 3 if it could not be judged, 5 while it waits.
    """
    if not minutes and (receipt is not None or ladder is not None):
        why = "--minutes 0 waits for no verdict, so there is no receipt and no rung"
        raise CommandError(why, "leave out --minutes, or --receipt and --ladder")
    if file is not None and not file.is_file():
        raise CommandError(f"there is no file {file}", "name a patch as `git diff` writes it")
    patch = patch_of(base_of(base), message, file=file)
    note_new_files(desk, patch)
    asked = ProposalAsked(
        aim=aim, at=patch.at.isoformat(), author=patch.author, base=patch.base,
        base_branch=branch_of(patch.base), commit=patch.commit, diff=_encoded(patch),
        subject=patch.subject, suite=suite, budget_minutes=budget, least_gain=least / 100.0,
        mode="full" if is_full else "quick", only=[*only], rounds=rounds,
        testbed=testbed or UNSET,
    )  # fmt: skip
    found = desk.ask(calls.propose(desk.project, body=asked))
    number = found.job.id
    if not minutes:
        if desk.as_json:
            desk.answer()
        else:
            desk.say(f"job {number}: {place_words(found.job)}")
        return Exit.FINE
    desk.note(f"job {number}: {desk.page(f'/jobs/{number}')}")
    found = _judged(desk, found, time.monotonic() + minutes * 60.0)
    told = desk.ask(calls.receipt_of_job(desk.project, number))
    if desk.as_json:
        desk.answer()
    else:
        _say(desk, told)
    if receipt is not None:
        receipt.write_bytes(_document(told))
    if ladder is not None and told.facts.verdict == KEPT:
        _add_rung(desk, ladder, told)
    return JUDGED.get(told.facts.verdict, Exit.CANNOT_TELL)


@click.command("verify", short_help="Check the signature of a receipt.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--key", metavar="HEX", help="The public key. Without it, the server is asked.")
@pass_desk
def verify(desk: Desk, /, *, file: Path, key: str | None) -> int:
    """Check that a receipt says what this server signed.

    Ends with 0 if it does, 1 if it does not.
    """
    try:
        told = json.loads(file.read_bytes())
        signed, signature = str(told["signed"]), b64decode(told["signature"], validate=True)
        facts = json.loads(signed)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CommandError(f"{file} is no receipt", "name the file that was downloaded") from error
    public = key or desk.ask(system.receipt_key()).key
    try:
        is_signed = is_signed_by(bytes.fromhex(public), signature, signed.encode())
    except ValueError as error:
        raise CommandError("the key is not in hexadecimal", "copy it from the server") from error
    if not is_signed:
        desk.say("Not signed by this key: do not believe it.")
        return Exit.REGRESSION
    if told.get("facts") not in (None, facts):
        desk.say("Its facts are not those that were signed: believe only what was signed.")
        return Exit.REGRESSION
    patch = facts["patch"]["commit"]
    desk.say(f"Signed by {public[:12]}…, {facts['server']}: patch {patch[:12]}.")
    desk.say(facts["sentence"])
    return Exit.FINE


def _encoded(patch: Patch) -> str:
    return b64encode(patch.diff).decode()


def _judged(desk: Desk, found: JobDetail, until: float) -> JobDetail:
    """Ask again until it is judged; says on stderr what changes."""
    number, said = found.job.id, ""
    lacks_until = None
    while found.job.verdict is None:
        refuse_ended(found)
        if not found.is_without:
            lacks_until = None
        elif lacks_until is None:
            lacks_until = time.monotonic() + JUDGING_S
        elif time.monotonic() >= lacks_until:
            raise without_answer(desk, found)
        now = found.missing or job_words(found.job)
        if now != said:
            desk.note(f"job {number}: {now}")
            said = now
        if time.monotonic() >= until:
            remedy = f"see tidemark jobs show {number}"
            raise CommandError(f"job {number} is not judged yet", remedy, Exit.TRY_LATER)
        time.sleep(LOOK_EVERY_S)
        found = desk.insist(lambda: calls.job(desk.project, number))
    return found


def _say(desk: Desk, told: Receipt) -> None:
    facts = told.facts
    desk.say(facts.sentence)
    for one in facts.refusals:
        desk.say(f"{one.place}: {one.text}")
    answers = facts.answers
    if facts.gain is not None and not answers.is_fresh:
        desk.say("The input was the same in every round: an answer known before is not noticed.")


def _document(told: Receipt) -> bytes:
    """Write a receipt as it is kept: the facts for readers, and the bytes that were signed."""
    facts = json.loads(told.signed)
    kept = {"facts": facts, "signed": told.signed, "signature": told.signature, "key": told.key}
    return json.dumps(kept, indent=2, ensure_ascii=False).encode() + b"\n"


def _add_rung(desk: Desk, ladder: int, told: Receipt) -> None:
    runs = told.facts.runs
    if len(runs) < 2:  # noqa: PLR2004  base and patch
        raise CommandError("the patch brought no run", "see the job's page", Exit.CANNOT_TELL)
    body = NewRung(label=told.facts.patch.subject, run_id=runs[1])
    desk.ask(ladder_calls.add_rung(desk.project, ladder, body=body))
    desk.note(f"it is a rung of ladder {ladder}")

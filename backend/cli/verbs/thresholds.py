"""thresholds: which rules judge what, and what a file of rules would have alerted on."""

import time
from collections.abc import Iterator
from pathlib import Path

import click

from backend.cli.exits import CommandError, Exit
from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk, progress_to
from backend.client.calls import thresholds as calls
from backend.client.models_gen import DryRun, NewThresholds, ThresholdRule, TriedThresholds

LOOKS = 600
PAUSE_S = 1.0
FILE = ".tidemark.toml"


@click.group(invoke_without_command=True, short_help="Check, try and save threshold rules.")
@in_project
@click.pass_context
def thresholds(context: click.Context) -> None:
    """List the rules that judge series; check and try a file of rules."""
    if context.invoked_subcommand is not None:
        return
    desk = context.ensure_object(Desk)
    found = desk.ask(calls.thresholds(desk.project))
    if desk.as_json:
        desk.answer()
        return
    version = found.version
    held = "no file is kept"
    if version and not version.is_none:
        held = f"version {version.number} by {version.author}"
    desk.say(f"{found.series} series, {found.standard_series} by the standard rule; {held}.")
    _rules(desk, found.rules)


def _rules(desk: Desk, rules: list[ThresholdRule]) -> None:
    heads = (
        Column("Rule", is_number=True), Column("Name"), Column("Says"),
        Column("Series", is_number=True), Column("Gate", is_whole=True, spare=1),
    )  # fmt: skip
    if rules:
        desk.table(
            heads,
            [
                (one.number, one.name, one.words, one.series, "gate" if one.is_gate else "inform")
                for one in rules
            ],
        )


@thresholds.command()
@click.argument("file", type=click.Path(path_type=Path), default=FILE)
@in_project
@pass_desk
def check(desk: Desk, file: Path) -> None:
    """Say what FILE (.tidemark.toml) says and of how many series, or what is wrong with it."""
    body = TriedThresholds(file.read_text(encoding="utf-8"))
    found = desk.ask(calls.reading(desk.project, body=body))
    if desk.as_json:
        desk.answer()
        return
    desk.say(f"{file} can be read: {found.standard_series} of {found.series} series by no rule.")
    _rules(desk, found.rules)


@thresholds.command("dry-run")
@click.argument("file", type=click.Path(path_type=Path), default=FILE)
@in_project
@pass_desk
def dry_run(desk: Desk, file: Path) -> None:
    """Try FILE on the stored histories: what it would have alerted on. Nothing is changed."""
    body = TriedThresholds(file.read_text(encoding="utf-8"))
    begun = desk.ask(calls.dry_run(desk.project, body=body))
    found = _finished(desk, begun)
    if desk.as_json:
        desk.answer()
    else:
        _print_dry_run(desk, found)
    if found.state == "failed":
        raise CommandError("the server gave the dry run up", "its log says why", Exit.TRY_LATER)


@thresholds.command()
@click.argument("file", type=click.Path(path_type=Path), default=FILE)
@in_project
@pass_desk
def save(desk: Desk, file: Path) -> None:
    """Let FILE hold from now on; series that it judges otherwise are looked at again."""
    body = NewThresholds(file.read_text(encoding="utf-8"), source=file.name)
    kept = desk.ask(calls.save(desk.project, body=body))
    if desk.as_json:
        desk.answer()
        return
    said = f"version {kept.number} holds" if kept.is_new else f"version {kept.number} holds already"
    desk.say(f"{said}; {kept.judged_again} series are judged again.")


def _finished(desk: Desk, run: DryRun) -> DryRun:
    """Look until a dry run has ended, with a bar for who looks on."""

    def looks() -> Iterator[int]:
        nonlocal run
        for _ in range(LOOKS):
            if run.state in {"done", "failed"}:
                return
            time.sleep(PAUSE_S)
            run = desk.ask(calls.read_dry_run(desk.project, run.id))
            yield run.done

    progress_to(run.total, looks(), "Judging")
    if run.state in {"done", "failed"}:
        return run
    raise CommandError(
        f"dry run {run.id} is at {run.done} of {run.total} series", "look later", Exit.TRY_LATER
    )


def _print_dry_run(desk: Desk, found: DryRun) -> None:
    desk.say(
        f"{found.total} series tried: {found.added} changes more ({found.added_regressions} "
        f"regressions), {found.gone} fewer ({found.gone_regressions} regressions), "
        f"{found.unchanged} as they are. {found.alerts_opened} changes would open, "
        f"{found.alerts_closed} close."
    )
    rows = [(one.number, one.name, one.series, one.added, one.gone) for one in found.rules]
    heads = (
        Column("Rule", is_number=True), Column("Name"), Column("Series", is_number=True),
        Column("More", is_number=True), Column("Fewer", is_number=True),
    )  # fmt: skip
    if rows:
        desk.table(heads, rows)

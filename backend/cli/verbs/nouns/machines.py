"""machines: where is measured, and whether that may be believed."""

import shlex

import click
from msgspec import UNSET

from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.cli.verbs.nouns.jobs import place_words
from backend.client.calls import agents, enrolments, jobs, session
from backend.client.calls import machines as calls
from backend.client.models_gen import (
    AgentEnrolmentWanted,
    CheckAsked,
    ListedMachine,
    MachineQuarantine,
    QuarantineWhy,
)
from backend.client.words import clock, day

SHOWN = 12
"""Digits of a key."""


@click.group(invoke_without_command=True, short_help="List machines, and whether they are fit.")
@in_project
@click.pass_context
def machines(context: click.Context) -> None:
    """List the machines that measure, and whether each is fit to."""
    if context.invoked_subcommand is not None:
        return
    desk = context.ensure_object(Desk)
    rows = desk.ask(calls.machines(desk.project)).rows
    if desk.as_json:
        desk.answer()
        return
    heads = (
        Column("Machine", is_number=True), Column("Name"), Column("Testbed"),
        Column("Runs", is_number=True), Column("Last run", is_whole=True), Column("Fitness"),
    )  # fmt: skip
    desk.table(
        heads,
        [
            (one.id, one.name, one.testbed, one.runs, day(one.last_run_at), _standing(one))
            for one in rows
        ],
    )


@machines.command()
@click.argument("number", type=click.IntRange(1))
@in_project
@pass_desk
def show(desk: Desk, number: int) -> None:
    """Show one machine: fitness with its reasons, agents, newest runs."""
    found = desk.ask(calls.machine(desk.project, number))
    if desk.as_json:
        desk.answer()
        return
    desk.say(f"{found.full_name}, testbed {found.testbed}: {found.fitness.sentence}")
    if found.quarantine is not None:
        desk.say(_quarantine_words(found.quarantine))
    if found.checks.comparisons:
        desk.say(f"A/A jobs: {found.checks.sentence}")
    for reason in found.fitness.reasons:
        desk.say(reason)
    for agent in found.agents:
        state = "silent" if agent.is_silent else agent.state
        key = f"key {agent.key[:SHOWN]}…" if agent.key else "signs nothing"
        desk.line(f"agent {agent.id}  {agent.name} {agent.version}: {state}, {key}")
        if agent.version_trouble:
            desk.line(f"  gets no new jobs: {agent.version_trouble}")
    for run in found.recent_runs:
        desk.line(f"run {run.id}  {day(run.started_at)}  {run.suite}")
    desk.line(desk.page(f"/machines/{number}"))


def _standing(machine: ListedMachine) -> str:
    stay = machine.quarantine
    return machine.fitness.sentence if stay is None else _quarantine_words(stay)


def _quarantine_words(stay: MachineQuarantine) -> str:
    return f"in quarantine since {day(stay.since)}: {stay.why} ({stay.by})"


@machines.command(short_help="Have a machine held against itself.")
@click.argument("number", type=click.IntRange(1))
@in_project
@pass_desk
def check(desk: Desk, number: int) -> None:
    """Have what a machine measured last measured there as two, in turns: an A/A job."""
    found = desk.ask(jobs.check_machine(desk.project, body=CheckAsked(number)))
    if not desk.as_json:
        desk.say(f"job {found.job.id}: {place_words(found.job)}")


@machines.command(short_help="Keep a machine from measuring.")
@click.argument("number", type=click.IntRange(1))
@click.option("--why", required=True, help="The reason, shown and kept.")
@in_project
@pass_desk
def quarantine(desk: Desk, number: int, why: str) -> None:
    """Put a machine into quarantine: its agents are given A/A jobs only."""
    desk.ask(calls.quarantine(desk.project, number, body=QuarantineWhy(why)))
    if not desk.as_json:
        desk.say(f"Machine {number} is in quarantine. A steady A/A job ends that by itself.")


@machines.command(short_help="Let a machine out of quarantine.")
@click.argument("number", type=click.IntRange(1))
@click.option("--why", required=True, help="What was fixed; shown with it.")
@in_project
@pass_desk
def release(desk: Desk, number: int, why: str) -> None:
    """Let a machine measure again; what was found before counts against it no more."""
    desk.ask(calls.end_quarantine(desk.project, number, body=QuarantineWhy(why)))
    if not desk.as_json:
        desk.say(f"Machine {number} measures again.")


@machines.command(short_help="Make a token that lets one agent in.")
@click.option("--testbed", metavar="NAME", help="The only testbed it may measure on.")
@in_project
@pass_desk
def enrol(desk: Desk, testbed: str | None) -> None:
    """Write the line that enrols an agent on its machine: good once, and for half an hour."""
    wanted = AgentEnrolmentWanted(testbed or UNSET)
    # asked first: a token that was made is said, whatever fails
    updates = desk.ask(session.read_session()).agent_updates
    made = desk.ask(enrolments.add_enrolment(desk.project, body=wanted))
    if desk.as_json:
        desk.answer()
        return
    words = ["tidemark-agent", "enrol", desk.server.url, made.token]
    if updates is not None:
        words += ["--release-key", updates.key]
        words += ["--channel", updates.channel] if updates.channel else []
    begin = "tidemark-agent serve --config tidemark-agent/agent.toml"
    desk.line(f"{shlex.join(words)} && {begin}")
    desk.note(f"Run it on the machine until {clock(made.expires_at)}. It works once.")
    if made.id:
        desk.note(f"Take it back by: tidemark machines withdraw {made.id}")


@machines.command(short_help="List the tokens that would let an agent in.")
@in_project
@pass_desk
def tokens(desk: Desk) -> None:
    """List the tokens that nobody used yet: for what testbed, made by whom, good until when."""
    found = desk.ask(enrolments.list_enrolments(desk.project))
    if desk.as_json:
        desk.answer()
        return
    if not found:
        desk.say("No token is open.")
        return
    heads = (
        Column("Token", is_number=True), Column("Testbed"), Column("Made by"),
        Column("Until", is_whole=True),
    )  # fmt: skip
    desk.table(
        heads,
        [(one.id, one.testbed or "any", one.asked_by, clock(one.expires_at)) for one in found],
    )


@machines.command(short_help="Withdraw a token that nobody used.")
@click.argument("token", type=click.IntRange(1))
@in_project
@pass_desk
def withdraw(desk: Desk, token: int) -> None:
    """Let TOKEN, by its number in `machines tokens`, let no agent in any more."""
    desk.ask(enrolments.end_enrolment(desk.project, token))
    if not desk.as_json:
        desk.say(f"Token {token} lets no agent in any more.")


@machines.command(short_help="Let the key of an agent sign nothing more.")
@click.argument("agent", type=click.IntRange(1))
@in_project
@pass_desk
def revoke(desk: Desk, agent: int) -> None:
    """Revoke the key of AGENT, by its number in `machines show`; it may then enrol another one."""
    desk.ask(agents.revoke(desk.project, agent))
    desk.say(f"The key of agent {agent} signs nothing more.")
    desk.note("A new one is made on its machine: tidemark-agent key --rotate")

"""Do what comments on a pull request ask for, once each and by whoever may."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from backend.domain.errors import InvalidError
from backend.domain.jobs.targets import JobAsker
from backend.domain.people.projects import Project
from backend.domain.pulls.acceptances import limits_of
from backend.domain.pulls.commands import (
    LEAST,
    Command,
    Unreadable,
    Verb,
    help_lines,
    may_ask,
    read_command,
)
from backend.domain.pulls.forge_checks import ForgeRole, Reaction
from backend.domain.pulls.forge_events import CommandGiven
from backend.domain.pulls.judgements import PullJudgement
from backend.domain.pulls.requests import StoredPullRequest
from backend.services.events import Teller
from backend.services.pulls.ask_jobs import (
    PullAsking,
    ask_pull_bisection,
    ask_rerun,
    ask_try,
)
from backend.services.pulls.receive_webhook import COMMAND
from backend.storage.pulls import acceptances, webhooks
from backend.storage.pulls import requests as pull_requests
from backend.storage.pulls.acceptances import NewAcceptance
from backend.storage.pulls.requests import PullClaim
from backend.wording.effects import counted
from backend.wording.pull_comments import Reply, prose

CLOCKS_APART = timedelta(seconds=30)
"""By which the clock of a forge may be behind ours."""


@dataclass(frozen=True, slots=True)
class WaitingCommand:
    """A command nobody has answered yet."""

    webhook_id: int
    given: CommandGiven


@dataclass(frozen=True, slots=True)
class CommandOutcomes:
    """What to mark on the forge after it was told."""

    comment: str
    reaction: Reaction


@dataclass(frozen=True, slots=True)
class JobDesk:
    """What commands that ask agents rest on: the pull request as it stands now."""

    teller: Teller
    project: Project
    pull: StoredPullRequest
    judgement: PullJudgement


@dataclass(frozen=True, slots=True)
class ShownJudgement:
    """What whoever commands could see: the judgement of this head that was told, and when."""

    judgement: PullJudgement | None
    at: datetime | None


def waiting_commands(session: Session, project_id: int, number: int | None) -> list[WaitingCommand]:
    """Return the commands of a pull request that wait, the oldest first; a comment counts once."""
    if number is None:
        return []
    found: list[WaitingCommand] = []
    for webhook_id, event in webhooks.waiting_of(session, project_id, number, COMMAND):
        given = msgspec.convert(event, CommandGiven)
        if webhooks.was_received(session, project_id, (COMMAND, given.comment), webhook_id):
            webhooks.record_receipt(
                session, project_id, webhook_id, "this comment was heard before"
            )
        elif given.comment not in {one.given.comment for one in found}:
            found.append(WaitingCommand(webhook_id, given))
    return found


def run_commands(
    session: Session,
    claim: PullClaim,
    told: ShownJudgement,
    commands: Sequence[WaitingCommand],
    roles: Mapping[str, ForgeRole],
    desk: JobDesk,
) -> list[CommandOutcomes]:
    """Do what was asked for at a head; the newest answer stands in the comment."""
    done = []
    for one in commands:
        role = roles.get(one.given.author, ForgeRole.NONE)
        lines, reaction, outcome, jobs = _answer(session, claim, told, one, role, desk)
        first = next(iter(one.given.text.strip().splitlines()), "")
        reply = Reply(first, one.given.author, lines, desk.pull.head, jobs)
        pull_requests.set_reply(session, claim.project_id, claim.id, msgspec.to_builtins(reply))
        webhooks.record_receipt(session, claim.project_id, one.webhook_id, outcome)
        done.append(CommandOutcomes(one.given.comment, reaction))
    return done


_Answer = tuple[list[str], Reaction, str, list[int]]


def _answer(
    session: Session,
    claim: PullClaim,
    told: ShownJudgement,
    waiting: WaitingCommand,
    role: ForgeRole,
    desk: JobDesk,
) -> _Answer:
    command = read_command(waiting.given.text)
    if command is None or isinstance(command, Unreadable):
        reason = command.reason if command else "it asks for nothing"
        return [f"{_sentence(reason)}", "", *help_lines()], Reaction.REFUSED, reason, []
    if not may_ask(command.verb, role):
        least = LEAST[command.verb].name.lower()
        reason = f"{command.verb} takes {least} access to the repository"
        return _refused(reason)
    if command.verb is Verb.ACCEPT:
        return _accept(session, claim, told, waiting, command)
    if command.verb is Verb.HELP:
        return help_lines(), Reaction.DONE, "said what can be asked for", []
    by = JobAsker(waiting.given.author, f"forge:{waiting.given.author}", role >= ForgeRole.MAINTAIN)
    return _jobs(session, desk, by, command)


def _refused(reason: str) -> _Answer:
    return [_sentence(reason)], Reaction.REFUSED, reason, []


def _jobs(session: Session, desk: JobDesk, by: JobAsker, command: Command) -> _Answer:
    """Ask agents; how their jobs stand is said each time that the comment is told."""
    asking = PullAsking(desk.project, desk.pull, desk.judgement, by)
    try:
        with session.begin_nested():  # what is refused leaves nothing, or the reply would be wrong
            jobs = _ask(session, desk.teller, asking, command)
    except InvalidError as error:
        return _refused(str(error))
    said = f"asked for {len(jobs)} job{'' if len(jobs) == 1 else 's'}"
    return [], Reaction.DONE, said, jobs


def _ask(session: Session, teller: Teller, asking: PullAsking, command: Command) -> list[int]:
    if command.verb is Verb.RERUN:
        return ask_rerun(session, teller, asking)
    if command.verb is Verb.TRY:
        return ask_try(session, teller, asking, command.argument)
    return ask_pull_bisection(session, teller, asking, command.argument)


def _accept(
    session: Session,
    claim: PullClaim,
    told: ShownJudgement,
    waiting: WaitingCommand,
    command: Command,
) -> _Answer:
    judgement = told.judgement
    if judgement is None or _is_late(waiting.given.at, told.at):
        reason = "the results changed after this was written: look at them and accept again"
        return _refused(reason)
    if not judgement.failing:
        return _refused("there is nothing to accept: nothing fails the gate")
    given = waiting.given
    new = NewAcceptance(
        judgement.head, given.author, "comment", given.comment, command.argument,
        limits_of(judgement.failing),
    )  # fmt: skip
    acceptances.add(session, claim.project_id, claim.id, new)
    said = f"accepted {counted(len(judgement.failing), 'failure')} of the gate"
    return [_sentence(said)], Reaction.DONE, said, []


def _is_late(written_at: datetime | None, told_at: datetime | None) -> bool:
    """Tell whether a command was written before what it would accept was told."""
    return written_at is not None and told_at is not None and written_at + CLOCKS_APART < told_at


def _sentence(text: str) -> str:
    return f"{prose(text[:1].upper() + text[1:])}."


def reply_of(stored: Mapping[str, Any] | None) -> Reply | None:
    return msgspec.convert(stored, Reply) if stored else None

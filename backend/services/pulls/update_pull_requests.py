"""Tell forges how their pull requests stand: one comment, one check, whatever happens in between.

A claim is committed first, and renewed before each request; then the truth is read from the forge,
judged and stored, and only then said there. Whoever dies on the way is followed by another one that
finds the comment by its marker and the check by its name: both are edited and never repeated.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from urllib.parse import quote, urlencode

import msgspec
import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from backend.domain.commits.names import short_commit
from backend.domain.errors import ConflictError, DomainError
from backend.domain.jobs.records import ShownJob
from backend.domain.outgoing_addresses import read_allowed
from backend.domain.pulls.forge_checks import (
    ForgeBusyError,
    ForgeConnection,
    ForgeRefusedError,
    ForgeRole,
)
from backend.domain.pulls.forge_events import PullRequestSeen
from backend.domain.pulls.judgements import PullJudgement, state_of
from backend.domain.pulls.requests import StoredPullRequest
from backend.domain.retries import Refusal, pause_s
from backend.outgoing.forges.connect import connect
from backend.outgoing.forges.forge import ForgeClient
from backend.outgoing.guarded_http import Outgoing
from backend.services.encryption import SecretCipher
from backend.services.events import Teller
from backend.services.jobs.read import read_job
from backend.services.pulls.connect_forge import OpenedConnection, open_connection
from backend.services.pulls.judge import judge_pull
from backend.services.pulls.run_comment_commands import (
    CommandOutcomes,
    JobDesk,
    ShownJudgement,
    WaitingCommand,
    reply_of,
    run_commands,
    waiting_commands,
)
from backend.settings import Settings
from backend.storage.engine import transaction
from backend.storage.people import projects
from backend.storage.pulls import acceptances, forge_connections
from backend.storage.pulls import requests as pull_requests
from backend.storage.pulls.requests import PullClaim, Written
from backend.wording.pull_comments import (
    Links,
    PullReport,
    check_of,
    compose_comment,
    job_line,
    marker_of,
)
from backend.wording.pulls import headline_of

log = structlog.get_logger()
DEADLINE_S = 15.0
"""Of one request."""
MOST_AT_ONCE = 50
"""Pull requests that one task looks after."""

Connect = Callable[[ForgeConnection, Callable[[], None]], ForgeClient]
"""Opens the way to a repository; the second is called before each request."""


@dataclass(frozen=True, slots=True)
class ForgeAccess:
    """The way to forges of one installation."""

    origin: str
    cipher: SecretCipher
    connect: Connect
    events: Teller
    """Tells agents that wait for work."""


@dataclass(frozen=True, slots=True)
class Task:
    """What was read before the forge is asked anything."""

    claim: PullClaim
    opened: OpenedConnection
    pull: StoredPullRequest
    commands: Sequence[WaitingCommand]


@dataclass(frozen=True, slots=True)
class Seen:
    """What the forge said."""

    pull: PullRequestSeen | None
    """None: a merge group, of which a webhook tells all there is."""
    fork: str | None
    was_rewritten: bool
    roles: Mapping[str, ForgeRole]


@dataclass(frozen=True, slots=True)
class Saying:
    """What is to be said, what was said before, and which commands that answers."""

    pull: StoredPullRequest
    story: PullReport
    said_before: str | None
    outcomes: Sequence[CommandOutcomes]


def due_pulls(session: Session) -> list[tuple[int, int]]:
    """Return project and id of what has to be told now."""
    return pull_requests.due(session, MOST_AT_ONCE)


def update_pull_request(engine: Engine, herald: ForgeAccess, project_id: int, pull_id: int) -> bool:
    """Tell of one; False where nobody had to, or it did not work, which is noted."""
    with transaction(engine) as session:
        claim = pull_requests.claim(session, project_id, pull_id)
    if claim is None:
        return False
    try:
        with transaction(engine) as session:
            task = _task(session, claim, herald)
        if task is not None:
            _update(engine, herald, task)
    except ForgeBusyError as error:
        _note_failed(engine, claim, (error.reason, ""), error.retry_at)
        return False
    except ForgeRefusedError as error:
        _note_failed(engine, claim, (error.reason, error.remedy), None)
        return False
    except ConflictError as error:
        _note_failed(engine, claim, (str(error), "set the token of the connection again"), None)
        return False
    with transaction(engine) as session:
        pull_requests.record_update(session, claim)
        if task is not None:
            forge_connections.record_update(session, project_id, task.opened.kept.id)
    return True


def _task(session: Session, claim: PullClaim, herald: ForgeAccess) -> Task | None:
    opened = open_connection(session, claim.project_id, herald.cipher)
    pull = pull_requests.find(session, claim.project_id, claim.id)
    if opened is None or pull is None or pull.connection_id != opened.kept.id:
        return None
    if projects.get(session, claim.project_id) is None:
        return None
    return Task(claim, opened, pull, waiting_commands(session, claim.project_id, pull.number))


def _update(engine: Engine, herald: ForgeAccess, task: Task) -> None:
    client = herald.connect(task.opened.wire, lambda: _renew(engine, task.claim))
    seen = _look(client, task)
    with transaction(engine) as session:
        saying = _judge(session, herald, task, seen)
    if saying.pull.is_open:
        _say_comment(engine, client, task.claim, saying)
        _say_check(engine, client, task.claim, saying)
    for one in saying.outcomes:
        _react(client, task.pull.number, one)


def _renew(engine: Engine, claim: PullClaim) -> None:
    with transaction(engine) as session:
        pull_requests.renew(session, claim)


def _look(client: ForgeClient, task: Task) -> Seen:
    """Read the truth: webhooks come late, twice and in any order."""
    if task.pull.number is None:
        return Seen(None, task.pull.fork_point, False, {})
    seen = client.pull_request(task.pull.number)
    before = task.pull.head
    rewritten = bool(before) and before != seen.head and _is_rewritten(client, before, seen.head)
    is_same = before == seen.head and task.pull.fork_point is not None
    fork = task.pull.fork_point if is_same else _fork_of(client, seen)
    authors = {one.given.author for one in task.commands}
    return Seen(seen, fork, rewritten, {name: _role_of(client, name) for name in authors})


def _is_rewritten(client: ForgeClient, before: str, head: str) -> bool:
    try:
        return bool(client.is_rewritten(before, head))
    except ForgeRefusedError:
        return False


def _role_of(client: ForgeClient, login: str) -> ForgeRole:
    """Return what somebody may do; a forge that does not tell us lets nobody command."""
    try:
        return client.role_of(login)
    except ForgeRefusedError as error:
        log.info("no role", login=login, reason=error.reason)
        return ForgeRole.NONE


def _fork_of(client: ForgeClient, seen: PullRequestSeen) -> str | None:
    """Return where it left its base; a forge that cannot say so stops nothing."""
    try:
        return seen.fork_point or client.fork_point(seen)
    except ForgeRefusedError as error:
        log.info("no fork point", number=seen.number, reason=error.reason)
        return None


def _judge(session: Session, herald: ForgeAccess, task: Task, seen: Seen) -> Saying:
    """Judge what is true now, do what was asked for, and keep both."""
    claim = task.claim
    if seen.pull is not None:
        pull_requests.note_seen(session, claim, seen.pull, seen.fork, rewritten=seen.was_rewritten)
    pull = pull_requests.find(session, claim.project_id, claim.id) or task.pull
    judgement = judge_pull(session, claim.project_id, pull, task.opened.kept)
    told = _shown_before(session, claim, pull)
    project = projects.get(session, claim.project_id)
    outcomes = []
    if project is not None and task.commands:
        desk = JobDesk(herald.events, project, pull, judgement)
        outcomes = run_commands(session, claim, told, task.commands, seen.roles, desk)
    written = pull_requests.find_written(session, claim.project_id, claim.id)
    story = _report(session, herald.origin, task, (pull, judgement, written))
    _store(session, claim, story)
    return Saying(pull, story, written.comment, outcomes)


def _shown_before(session: Session, claim: PullClaim, pull: StoredPullRequest) -> ShownJudgement:
    """Return what was told of this head before: only that can be accepted."""
    stored = pull_requests.find_written(session, claim.project_id, claim.id).judgement
    judgement = msgspec.convert(stored, PullJudgement) if stored else None
    is_of_head = judgement is not None and judgement.head == pull.head == pull.check_head
    return ShownJudgement(judgement if is_of_head else None, pull.checked_at)


def _report(
    session: Session,
    origin: str,
    task: Task,
    found: tuple[StoredPullRequest, PullJudgement, Written],
) -> PullReport:
    pull, judgement, written = found
    project = projects.get(session, task.claim.project_id)
    slug = project.slug if project else ""
    before = msgspec.convert(written.judgement, PullJudgement) if written.judgement else None
    links = links_of(origin, slug, pull, judgement)
    reply = reply_of(written.reply)
    jobs = [] if reply is None else _jobs(session, task.claim.project_id, reply.jobs)
    return PullReport(
        project=slug,
        judgement=judgement,
        links=links if task.opened.kept.has_picture else replace(links, picture=""),
        acceptances=acceptances.read(session, task.claim.project_id, task.claim.id),
        reply=reply,
        jobs=[job_line(f"{origin}/p/{quote(slug, safe='')}/jobs/{one.id}", one) for one in jobs],
        last=before if before and not judgement.measured else None,
    )


def _jobs(session: Session, project_id: int, ids: Sequence[int]) -> list[ShownJob]:
    """Return how the jobs stand that the newest command asked for."""
    return [read_job(session, project_id, one).job for one in ids]


def _store(session: Session, claim: PullClaim, story: PullReport) -> None:
    """Keep the judgement; one of an earlier head stays until there is something in its place."""
    judgement, given = story.judgement, story.acceptances
    columns = {} if story.last else {"judgement": msgspec.to_builtins(judgement)}
    pull_requests.write(
        session, claim,
        state=state_of(judgement, given), headline=headline_of(judgement, given),
        base_commit=judgement.base.commit if judgement.base else None,
        judged_at=datetime.now(UTC), **columns,
    )  # fmt: skip


def links_of(origin: str, slug: str, pull: StoredPullRequest, judgement: PullJudgement) -> Links:
    """Return the addresses of the pages; the comparison is that of these very commits."""
    here = f"{origin}/p/{quote(slug, safe='')}"
    page = f"{here}/pull-requests/{pull.id}"
    if judgement.base is None or not judgement.compared:
        return Links(page)
    sides = {
        "baseline": f"commit:{judgement.base.commit}",
        "contender": f"commit:{judgement.measured}",
    }
    return Links(
        page,
        f"{here}/compare?{urlencode(sides)}",
        # the forge keeps pictures by their address: another head has another one
        f"{origin}/pictures/{pull.picture}.svg?at={short_commit(judgement.head)}",
    )


def _say_comment(engine: Engine, client: ForgeClient, claim: PullClaim, saying: Saying) -> None:
    """Post or edit the comment; a merge group has none, nor has what nobody measured or asked."""
    pull, story = saying.pull, saying.story
    is_silent = not (story.judgement.measured or story.reply or pull.comment_id)
    if pull.number is None or is_silent:
        return
    body = compose_comment(story)
    if body == saying.said_before and pull.comment_id:
        return
    known = client.upsert_comment(pull.number, marker_of(story.project), body, pull.comment_id)
    with transaction(engine) as session:
        now = datetime.now(UTC)
        pull_requests.write(session, claim, comment_id=known, comment=body, commented_at=now)


def _say_check(engine: Engine, client: ForgeClient, claim: PullClaim, saying: Saying) -> None:
    """Set the check of the head; that of an earlier head stays as it is."""
    pull, check = saying.pull, check_of(saying.story)
    before = (pull.check_head, pull.check_state, pull.check_title)
    is_same = compose_comment(saying.story) == saying.said_before
    if is_same and before == (pull.head, check.state, check.title):
        return
    known = pull.check_id if pull.check_head == pull.head else None
    # A branch of a fork may be called as one of ours is; GitLab has another name for its commits.
    in_fork = f"refs/merge-requests/{pull.number}/head"
    branch = in_fork if pull.is_from_fork else pull.head_branch or None
    kept = client.upsert_check(pull.head, check, known, branch)
    with transaction(engine) as session:
        pull_requests.write(
            session, claim, check_id=kept, check_head=pull.head, check_state=check.state,
            check_title=check.title, checked_at=datetime.now(UTC),
        )  # fmt: skip


def _react(client: ForgeClient, number: int | None, outcomes: CommandOutcomes) -> None:
    """Mark a command as heard; the answer stands in the comment, so this may fail."""
    if number is None:
        return
    try:
        client.react(number, outcomes.comment, outcomes.reaction)
    except DomainError as error:
        log.info("a command was not marked", number=number, reason=str(error)[:200])


def _note_failed(
    engine: Engine, claim: PullClaim, told: tuple[str, str], retry_at: datetime | None
) -> None:
    """Try again at the time the forge said, never sooner than patience grows; or give up."""
    refusal = Refusal(told[0], is_lasting=retry_at is None)
    pause = pause_s(claim.attempts, refusal, random.SystemRandom().random())
    again = None
    if pause is not None and retry_at is not None:
        again = max(retry_at, datetime.now(UTC) + timedelta(seconds=pause))
    with transaction(engine) as session:
        pull_requests.note_failed(session, claim, told, again)
        connection = forge_connections.find(session, claim.project_id)
        if connection is not None:
            forge_connections.note_failed(session, claim.project_id, connection.id, told[0][:400])
    log.info("not told", pull=claim.id, reason=told[0], again_at=again)


def forge_access_of(settings: Settings, events: Teller) -> ForgeAccess:
    """Open the way to forges of an installation, through its guard."""
    outgoing = Outgoing(read_allowed(settings.outgoing_allowed), whole_s=DEADLINE_S)
    return ForgeAccess(
        settings.address,
        SecretCipher(settings.secret),
        lambda wire, renew: connect(
            wire, replace(outgoing, before=renew), lambda: datetime.now(UTC)
        ),
        events,
    )

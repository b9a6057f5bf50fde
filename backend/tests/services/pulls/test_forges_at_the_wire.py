"""From a webhook to the comment and the check on the forge, through everything in between."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import SecretStr
from sqlalchemy import Engine, text

from backend.domain.errors import NotFoundError, UnauthenticatedError
from backend.domain.outgoing_addresses import read_allowed
from backend.domain.pages import PageRequest
from backend.domain.people.projects import Actor, Project
from backend.domain.pulls.forge_checks import ForgeRole
from backend.domain.pulls.forge_events import ForgeKind
from backend.domain.pulls.requests import StoredPullRequest, WantedConnection
from backend.outgoing.forges.connect import connect
from backend.outgoing.forges.github_app import InstallationTokens
from backend.outgoing.guarded_http import Outgoing
from backend.services.encryption import SecretCipher
from backend.services.pulls import connect_forge
from backend.services.pulls.receive_webhook import receive_webhook
from backend.services.pulls.update_pull_requests import (
    DEADLINE_S,
    ForgeAccess,
    due_pulls,
    update_pull_request,
)
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.storage.pulls import requests as pull_requests
from backend.storage.pulls.requests import PullFilters
from backend.testing.draining import RecordingRelay, Silence
from backend.testing.filling import fill
from backend.testing.forges.github import APP_ID, INSTALLATION, GitHubManners
from backend.testing.forges.running import forge
from backend.testing.forges.server import StandIn
from backend.testing.forges.webhooks import Webhook, comment_webhook, pull_request_webhook
from backend.testing.forges.world import BOT, TOKEN, Shown, World
from backend.tests.services.pulls.pulling import (
    FORK,
    HEAD,
    MAIN,
    NEXT_HEAD,
    main_history,
    pull_report,
)
from backend.wording.pull_comments import marker_of

CIPHER = SecretCipher(SecretStr("a secret of tests"))
FAILING = {"failure", "failed"}
SECONDS_LEFT = "select extract(epoch from claimed_until - now())::float from pull_request"


@dataclass
class Project7:
    """A project connected to a running forge, on which pull request 7 waits."""

    engine: Engine
    project: Project
    there: StandIn
    hook: str
    me: str

    @property
    def world(self) -> World:
        return self.there.world

    def hear(self, webhook: Webhook) -> str:
        with transaction(self.engine) as session:
            queue = TaskQueue(session, RecordingRelay())
            return receive_webhook(
                session, queue, CIPHER, self.hook, (webhook.headers, webhook.body)
            )

    def tick(self) -> int:
        """Do what the schedule does once everything is due, in a process that knows nothing."""
        with self.engine.begin() as connection:
            connection.execute(text("update pull_request set due_at = now(), claimed_until = null"))
        http = Outgoing(read_allowed("127.0.0.0/8"))
        herald = ForgeAccess(
            "https://tide.example", CIPHER,
            lambda wire, renew: connect(
                wire, replace(http, before=renew), lambda: datetime.now(UTC), InstallationTokens()
            ),
            Silence(),
        )  # fmt: skip
        with transaction(self.engine) as session:
            due = due_pulls(session)
        return sum(update_pull_request(self.engine, herald, project, pull) for project, pull in due)

    def pull(self) -> StoredPullRequest:
        with transaction(self.engine) as session:
            (one,) = pull_requests.read_page(
                session, self.project.id, PullFilters(), PageRequest(None, 10)
            ).rows
        return one

    def ours(self) -> str:
        """Return the one comment that we wrote."""
        (comment,) = self.world.comments_of(7, self.me)
        return comment.body

    def shown(self, head: str = HEAD) -> Shown:
        """Return the one check of a commit."""
        (one,) = [check for check in self.world.checks if check.commit == head]
        return one


@pytest.fixture(params=["github by token", "github as app", "gitlab", "gitea"])
def place(request: pytest.FixtureRequest, engine: Engine, project: Project) -> Iterator[Project7]:
    way: str = request.param
    kind = ForgeKind(way.split(maxsplit=1)[0])
    with forge(kind) as there:
        parents = [(), *((one,) for one in MAIN)]
        there.world.parents |= dict(zip(MAIN, parents, strict=False)) | {
            HEAD: (FORK,), NEXT_HEAD: (MAIN[29],)
        }  # fmt: skip
        there.world.branches["main"] = MAIN[29]
        there.world.pull(7, HEAD, is_from_fork=True)
        wanted = WantedConnection(kind, there.api_url, there.world.repository, TOKEN)
        if way.endswith("app") and isinstance(there.manners, GitHubManners):
            wanted = replace(
                wanted, token="", app_id=str(APP_ID), app_key=there.manners.key_pem,
                installation=INSTALLATION,
            )  # fmt: skip
        with transaction(engine) as session:
            kept, there.secret = connect_forge.connect_project(
                session, project, wanted, CIPHER, Actor()
            )
        fill(engine, project, *main_history()[20:])
        me = "tidemark[bot]" if way.endswith("app") else BOT
        yield Project7(engine, project, there, kept.webhook_path.split("/")[-2], me)


def test_one_comment_and_one_check_whatever_happens_on_the_way(place: Project7) -> None:
    world, there = place.world, place.there
    fill(place.engine, place.project, pull_report(search=1.2))
    world.write(7, "mallory", f"{marker_of(place.project.slug)}\nAll is well.")
    opened = pull_request_webhook(there, 7, "opened")
    assert place.hear(opened) == "looked at"
    assert place.hear(opened) == "heard before"
    survive_an_outage_a_limit_and_two_deaths(place)
    assert place.tick() == 1
    assert "### ▲ 1 regression&#58; search engine=smol time " in place.ours()
    assert place.shown().state in FAILING
    assert place.shown().ref in {None, "refs/merge-requests/7/head"}, "not the fork's own branch"

    # A new head by force, told by webhooks that come in the wrong order.
    pushed_late = pull_request_webhook(there, 7, "reopened")
    world.pulls[7].head = NEXT_HEAD
    assert place.hear(pull_request_webhook(there, 7, "pushed", HEAD)) == "looked at"
    assert place.hear(pushed_late) == "looked at"
    fill(place.engine, place.project, pull_report(head=NEXT_HEAD))
    assert place.tick() == 1
    one = place.pull()
    assert (one.head, one.was_rewritten, one.is_from_fork) == (NEXT_HEAD, True, True)
    assert "search smol time</code>: " not in place.ours()
    assert place.shown().state in FAILING, "what was said of another commit stays"
    assert place.shown(NEXT_HEAD).state in {"neutral", "success"}, "nothing was told"
    (copied,) = world.comments_of(7, "mallory")
    assert copied.body.endswith("All is well.")


def test_whoever_tells_keeps_the_claim_and_whoever_dies_is_followed_within_a_minute(
    place: Project7,
) -> None:
    left: list[float] = []

    def grow_late() -> None:
        with place.engine.begin() as connection:
            left.extend(connection.scalars(text(SECONDS_LEFT)))
            connection.execute(text("update pull_request set claimed_until = now()"))

    fill(place.engine, place.project, pull_report(search=1.2))
    place.hear(pull_request_webhook(place.there, 7, "opened"))
    place.there.before = grow_late
    assert place.tick() == 1
    assert place.shown().state in FAILING
    assert len(left) > 1
    assert min(left) > 2 * DEADLINE_S, "each request begins with time for it and what follows"
    assert max(left) < 60, "a killed worker's work does not wait"
    assert place.tick() == 0, "told and let go, though time was short"


def survive_an_outage_a_limit_and_two_deaths(place: Project7) -> None:
    """Be away, then busy, then take the comment and die, then the check."""
    there = place.there
    there.is_down = True
    assert place.tick() == 0
    assert "503" in place.pull().reason
    there.is_down, there.limited_until = False, datetime.now(UTC) + timedelta(minutes=20)
    assert place.tick() == 0
    due = place.pull().due_at
    assert due is not None
    assert due >= there.limited_until - timedelta(seconds=2), "asked again when it may be"
    there.limited_until, there.dies_after = None, 1
    assert place.tick() == 0
    assert place.pull().comment_id is None
    there.dies_after = 1
    assert place.tick() == 0


def test_commands_count_once_from_whoever_may_and_forged_webhooks_never(place: Project7) -> None:
    world, there = place.world, place.there
    refuse_what_is_forged(place)
    fill(place.engine, place.project, pull_report(search=1.2))
    world.roles |= {"reader": ForgeRole.READ, "ada": ForgeRole.WRITE}
    for author in ("stranger", "reader"):
        place.hear(comment_webhook(there, world.write(7, author, "/tidemark accept mine")))
        place.tick()
        assert place.shown().state in FAILING
    written = world.write(7, "ada", "/tidemark accept worth it")
    place.hear(comment_webhook(there, written))
    place.tick()
    assert place.shown().state == "success"
    assert "worth it" in place.ours()
    assert [who for who, _ in written.reactions] == [place.me]
    # Somebody recorded the webhook; the signature is good and the delivery is new.
    place.hear(comment_webhook(there, written))
    world.comments.remove(written)
    place.tick()
    assert place.pull().reason == ""
    assert len(world.comments_of(7, place.me)) == 1


def refuse_what_is_forged(place: Project7) -> None:
    """Send what nobody signed, or for another body, place or secret: nothing is asked or kept."""
    there, good = place.there, pull_request_webhook(place.there, 7)
    signed = [name for name in good.headers if "signature" in name or name == "x-gitlab-token"]
    forged = [replace(good, headers={k: v for k, v in good.headers.items() if k not in signed})]
    forged.append(good.with_headers(**dict.fromkeys(signed, "0" * 64)))
    if "x-gitlab-token" not in good.headers:
        forged.append(replace(good, body=good.body + b" "))
    known, there.secret = there.secret, "another secret"
    forged.append(pull_request_webhook(there, 7))
    there.secret = known
    for webhook in forged:
        with pytest.raises(UnauthenticatedError):
            place.hear(webhook)
    with pytest.raises(NotFoundError):
        replace(place, hook="guessed").hear(good)
    assert place.tick() == 0
    assert there.asked == []

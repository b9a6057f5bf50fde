"""Each forge through its client, against servers held to what the real ones publish."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import pytest

from backend.domain.outgoing_addresses import read_allowed
from backend.domain.pulls.forge_checks import (
    CheckState,
    ForgeBusyError,
    ForgeCheck,
    ForgeConnection,
    ForgeRefusedError,
    ForgeRole,
    Reaction,
)
from backend.domain.pulls.forge_events import ForgeKind
from backend.outgoing.forges.connect import connect
from backend.outgoing.forges.forge import ForgeClient
from backend.outgoing.forges.github_app import InstallationTokens
from backend.outgoing.guarded_http import Outgoing
from backend.testing.forges.running import as_app, by_token, forge
from backend.testing.forges.server import RefusedError, StandIn
from backend.testing.forges.world import BOT, commit_named

HTTP = Outgoing(read_allowed("127.0.0.0/8"))
MARKER = "<!-- tidemark: engine -->"
BODY = f"{MARKER}\n4.8 % slower"
WAYS = ("github by token", "github as app", "gitlab", "gitea")


class Clock:
    """A time that a test moves."""

    def __init__(self) -> None:
        self.at = datetime.now(UTC).replace(microsecond=0)

    def __call__(self) -> datetime:
        return self.at


class Talk:
    """A client and the forge it talks to."""

    def __init__(self, way: str, there: StandIn) -> None:
        self.there, self.world = there, there.world
        self.kind = ForgeKind(way.split(maxsplit=1)[0])
        self.clock = Clock()
        there.clock = self.clock
        self.connection: ForgeConnection = (
            as_app(there) if way.endswith("app") else by_token(self.kind, there)
        )
        self.me = "tidemark[bot]" if way.endswith("app") else BOT
        self.client = self.again()

    def again(self) -> ForgeClient:
        """Return a client that knows nothing yet, as after a crash."""
        return connect(self.connection, HTTP, self.clock, InstallationTokens())


@pytest.fixture(scope="module")
def running() -> Iterator[dict[str, StandIn]]:
    """Run every forge once; each test finds its own pull request."""
    with ExitStack() as stack:
        yield {way: stack.enter_context(forge(ForgeKind(way.split()[0]))) for way in WAYS}


@pytest.fixture(params=WAYS)
def talk(request: pytest.FixtureRequest, running: dict[str, StandIn]) -> Iterator[Talk]:
    """Talk to one forge about pull request 7: one commit upon the first, made by Ada."""
    there = running[request.param]
    there.world.commit("seven", "first", branch="topic-7")
    there.world.pull(7, "seven", author="ada")
    yield Talk(request.param, there)
    there.asked.clear()
    there.refuses.clear()
    there.world.comments.clear()
    there.world.checks.clear()
    there.world.pulls.clear()
    there.is_down, there.limited_until, there.dies_after = False, None, 0


def check(state: CheckState = CheckState.FAILURE, title: str = "4.8 % slower") -> ForgeCheck:
    return ForgeCheck(
        "tidemark", state, title, "**one** regression", "https://tidemark.example/p/7"
    )


def test_a_pull_request_is_what_it_is_now(talk: Talk) -> None:
    seen = talk.client.pull_request(7)
    assert (seen.repository, seen.number, seen.author) == (talk.world.repository, 7, "ada")
    assert (seen.head, seen.head_branch) == (commit_named("seven"), "topic-7")
    assert (seen.base, seen.base_branch) == (commit_named("second"), "main")
    assert (seen.is_from_fork, seen.is_open, seen.merged_as) == (False, True, None)
    assert seen.url.startswith("https://")
    assert talk.client.fork_point(seen) == commit_named("first")

    talk.world.pulls[7].is_from_fork = True
    talk.world.pulls[7].is_open = False
    talk.world.pulls[7].merged_as = commit_named("second")
    merged = talk.client.pull_request(7)
    assert (merged.is_from_fork, merged.is_open) == (True, False)
    assert merged.merged_as == commit_named("second")


def test_a_force_push_is_told_from_a_push(talk: Talk) -> None:
    talk.world.commit("seven and more", "seven")
    talk.world.commit("seven anew", "second")
    before = commit_named("seven")
    assert talk.client.is_rewritten(before, commit_named("seven and more")) is False
    assert talk.client.is_rewritten(before, commit_named("seven anew")) is True
    assert talk.client.is_rewritten(commit_named("collected long ago"), before) is None


def test_one_comment_is_kept_whatever_happens(talk: Talk) -> None:
    talk.world.write(7, "mallory", f"{MARKER}\nall is well")
    for at in range(130):
        talk.world.write(7, "ada", f"remark {at}")
    known = talk.client.upsert_comment(7, MARKER, BODY, None)
    assert talk.client.upsert_comment(7, MARKER, f"{BODY} and more", known) == known
    # After a crash nobody remembers its id.
    assert talk.again().upsert_comment(7, MARKER, f"{BODY} at last", None) == known
    (ours,) = talk.world.comments_of(7, talk.me)
    assert ours.body == f"{BODY} at last"
    assert talk.world.comments_of(7, "mallory")[0].body == f"{MARKER}\nall is well"

    talk.world.comments.remove(ours)
    assert talk.client.upsert_comment(7, MARKER, BODY, known) != known
    assert [one.body for one in talk.world.comments_of(7, talk.me)] == [BODY]


def test_a_comment_whose_answer_was_lost_is_found_again(talk: Talk) -> None:
    talk.client.login()
    talk.there.dies_after = 1
    with pytest.raises(ForgeBusyError):
        talk.client.upsert_comment(7, MARKER, BODY, None)
    assert len(talk.world.comments_of(7, talk.me)) == 1
    talk.again().upsert_comment(7, MARKER, f"{BODY} again", None)
    assert [one.body for one in talk.world.comments_of(7, talk.me)] == [f"{BODY} again"]


def test_an_account_that_was_replaced_holds_nobody_up(talk: Talk) -> None:
    old = talk.world.write(7, "former-bot", f"{MARKER}\nof last year")
    kept = talk.client.upsert_comment(7, MARKER, BODY, str(old.id))
    assert talk.world.comment_by(int(kept)).body == BODY
    # GitLab lets nobody else edit a comment; the others let whoever may write.
    assert (int(kept) == old.id) is (talk.kind is not ForgeKind.GITLAB)


def test_a_check_has_one_name_and_the_newest_state(talk: Talk) -> None:
    head = commit_named("seven")
    known = talk.client.upsert_check(head, check(CheckState.PENDING), None, "topic-7")
    known = talk.client.upsert_check(head, check(), known, "topic-7")
    known = talk.client.upsert_check(head, check(), known, "topic-7")
    long = "slower " * 60
    talk.again().upsert_check(head, check(CheckState.SUCCESS, long), None, "topic-7")
    (shown,) = talk.world.checks
    assert (shown.name, shown.state) == ("tidemark", "success")
    assert shown.title.startswith("slower slower")
    assert shown.title.endswith("…")
    assert shown.url == "https://tidemark.example/p/7"
    # What is finished may begin again: somebody pushed, or asked for another run.
    talk.client.upsert_check(head, check(CheckState.PENDING), known, "topic-7")
    (shown,) = talk.world.checks
    assert shown.state in {"pending", "running", "in_progress"}
    talk.client.upsert_check(head, check(CheckState.NEUTRAL, "cannot tell yet"), known, "topic-7")
    assert talk.world.checks[0].state in {"neutral", "success"}


def test_a_check_whose_answer_was_lost_is_found_again(talk: Talk) -> None:
    head = commit_named("seven")
    talk.client.login()
    talk.there.dies_after = 1
    with pytest.raises(ForgeBusyError):
        talk.client.upsert_check(head, check(), None)
    talk.again().upsert_check(head, check(), None)
    assert len(talk.world.checks) == 1


def test_roles_are_the_forge_s_own(talk: Talk) -> None:
    talk.world.roles.update(
        reader=ForgeRole.READ, writer=ForgeRole.WRITE, keeper=ForgeRole.ADMIN,
        helper=ForgeRole.TRIAGE, second=ForgeRole.MAINTAIN,
    )  # fmt: skip
    told = {name: talk.client.role_of(name) for name in ("reader", "writer", "keeper", "nobody")}
    assert told == {
        "reader": ForgeRole.READ, "writer": ForgeRole.WRITE,
        "keeper": ForgeRole.ADMIN, "nobody": ForgeRole.NONE,
    }  # fmt: skip
    between = (talk.client.role_of("helper"), talk.client.role_of("second"))
    if talk.kind is ForgeKind.GITEA:
        assert between == (ForgeRole.READ, ForgeRole.WRITE)
    else:
        assert between == (ForgeRole.TRIAGE, ForgeRole.MAINTAIN)
    assert talk.client.role_of("../../pulls/7") is ForgeRole.NONE


def test_a_command_is_acknowledged_once(talk: Talk) -> None:
    written = talk.world.write(7, "ada", "/tidemark rerun")
    for _ in range(2):
        talk.client.react(7, str(written.id), Reaction.HEARD)
    assert written.reactions == [(talk.me, "eyes")]
    talk.client.react(7, str(written.id), Reaction.DONE)
    assert {what for _, what in written.reactions} <= {"eyes", "+1", "thumbsup"}
    assert talk.client.login() == talk.me


def test_a_limit_says_when_to_ask_again(talk: Talk) -> None:
    talk.there.limited_until = talk.clock() + timedelta(minutes=20)
    with pytest.raises(ForgeBusyError, match="limits how often") as caught:
        talk.client.pull_request(7)
    assert abs(caught.value.retry_at - talk.there.limited_until) < timedelta(seconds=5)
    talk.clock.at += timedelta(minutes=21)
    assert talk.client.pull_request(7).number == 7


def test_an_outage_is_survived(talk: Talk) -> None:
    talk.there.is_down = True
    with pytest.raises(ForgeBusyError, match="503") as caught:
        talk.client.pull_request(7)
    assert caught.value.retry_at > talk.clock()
    talk.there.is_down = False
    assert talk.client.pull_request(7).number == 7


def test_what_is_not_there_or_may_not_be_seen_is_a_refusal_with_a_remedy(talk: Talk) -> None:
    with pytest.raises(ForgeRefusedError, match="404") as caught:
        talk.client.pull_request(8)
    assert "repository" in caught.value.remedy
    with pytest.raises(ForgeRefusedError, match="404"):
        talk.client.upsert_comment(8, MARKER, BODY, None)


def test_a_missing_permission_is_named(talk: Talk) -> None:
    template = {
        ForgeKind.GITHUB: "/repos/{owner}/{repo}/issues/{issue_number}/comments",
        ForgeKind.GITLAB: "/projects/{project_id}/merge_requests/{mr_iid}/notes",
        ForgeKind.GITEA: "/repos/{owner}/{repo}/issues/{index}/comments",
    }[talk.kind]
    needs = {"X-Accepted-GitHub-Permissions": "issues=write; pull_requests=write"}
    talk.there.refuses["POST", template] = RefusedError(
        403, "Resource not accessible by integration", **needs
    )
    with pytest.raises(ForgeRefusedError, match="Resource not accessible") as caught:
        talk.client.upsert_comment(7, MARKER, BODY, None)
    assert "issues=write" in caught.value.remedy
    assert talk.world.comments == []


def test_a_secret_is_in_no_error_and_no_text(talk: Talk) -> None:
    assert "PRIVATE KEY" not in repr(talk.connection)
    assert "a token of the bot" not in repr(talk.connection)
    assert "whsec_" not in repr(talk.connection)

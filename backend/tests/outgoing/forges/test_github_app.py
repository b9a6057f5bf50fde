"""A GitHub App: its claim, its tokens, and what is wrong with either."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from backend.domain.outgoing_addresses import read_allowed
from backend.domain.pulls.forge_checks import ForgeRefusedError
from backend.domain.pulls.forge_events import ForgeKind
from backend.outgoing.forges.connect import connect
from backend.outgoing.forges.github_app import InstallationTokens
from backend.outgoing.guarded_http import Outgoing
from backend.testing.forges.github import GitHubManners
from backend.testing.forges.running import as_app, by_token, forge

HTTP = Outgoing(read_allowed("127.0.0.0/8"))
TOKENS = "access_tokens"


def test_one_token_serves_for_most_of_its_hour_and_is_replaced_in_time() -> None:
    at = datetime(2026, 11, 22, 12, tzinfo=UTC)
    with forge(ForgeKind.GITHUB) as there:
        there.clock = lambda: at
        there.world.pull(7, "second")
        tokens = InstallationTokens()

        def asked_at(minutes: int) -> int:
            nonlocal at
            at = datetime(2026, 11, 22, 12, minutes, tzinfo=UTC)
            # A task makes a client of its own; tokens are shared.
            connect(as_app(there), HTTP, lambda: at, tokens).pull_request(7)
            return len(there.asked_for("POST", TOKENS))

        assert [asked_at(0), asked_at(30), asked_at(54), asked_at(55), asked_at(59)] == [
            1,
            1,
            1,
            2,
            2,
        ]


def test_a_token_that_was_revoked_is_asked_for_anew() -> None:
    with forge(ForgeKind.GITHUB) as there:
        there.world.pull(7, "second")
        client = connect(as_app(there), HTTP, there.clock, InstallationTokens())
        client.pull_request(7)
        assert isinstance(there.manners, GitHubManners)
        there.manners.issued["ghs_0"] = there.clock()
        assert client.pull_request(7).number == 7
        assert len(there.asked_for("POST", TOKENS)) == 2


@pytest.mark.parametrize("skew_s", [-50, 50])
def test_a_clock_may_be_off_by_some_seconds(skew_s: int) -> None:
    with forge(ForgeKind.GITHUB) as there:
        there.world.pull(7, "second")
        client = connect(
            as_app(there), HTTP, lambda: there.clock() + timedelta(seconds=skew_s),
            InstallationTokens(),
        )  # fmt: skip
        assert client.pull_request(7).number == 7


def test_a_clock_that_is_wrong_is_said_to_be() -> None:
    with forge(ForgeKind.GITHUB) as there:
        client = connect(
            as_app(there), HTTP, lambda: there.clock() + timedelta(minutes=10),
            InstallationTokens(),
        )  # fmt: skip
        with pytest.raises(ForgeRefusedError, match=r"must be in the past|too far") as caught:
            client.pull_request(7)
    assert "set the clock of this server" in caught.value.remedy


def test_what_is_wrong_with_an_app_is_said() -> None:
    with forge(ForgeKind.GITHUB) as there:
        good = as_app(there)
        for changed, said in (
            (replace(good, app_key="-----BEGIN NONSENSE-----"), "key of the App"),
            (replace(good, app_id="1"), "401"),
            (replace(good, installation="78"), "404"),
            (replace(good, installation="7/8"), "no number"),
            (replace(good, app_key=None), "neither a token nor an App"),
            (replace(good, repository="acme/other"), "does not exist"),
        ):
            with pytest.raises(ForgeRefusedError, match=said) as caught:
                connect(changed, HTTP, there.clock, InstallationTokens()).pull_request(7)
            assert caught.value.remedy


@pytest.mark.parametrize(
    ("kind", "prefix"),
    [
        (ForgeKind.GITHUB, "/api/v3"),
        (ForgeKind.GITLAB, "/tools/gitlab/api/v4"),
        (ForgeKind.GITEA, "/code/api/v1"),
    ],
)
def test_a_forge_of_ones_own_may_stand_below_a_path(kind: ForgeKind, prefix: str) -> None:
    with forge(kind, prefix) as there:
        there.world.pull(7, "second")
        here = by_token(kind, there)
        slashed = replace(here, api_url=here.api_url + "/")
        assert connect(slashed, HTTP, there.clock).pull_request(7).head == there.world.find(
            "second"
        )


def test_an_address_inside_is_refused_and_nobody_there_is_waited_for() -> None:
    with forge(ForgeKind.GITEA) as there:
        connection = by_token(ForgeKind.GITEA, there)
        with pytest.raises(ForgeRefusedError, match="is blocked") as caught:
            connect(connection, Outgoing(), there.clock).pull_request(7)
        assert "TIDEMARK_OUTGOING_ALLOWED" in caught.value.remedy
        assert there.asked == []

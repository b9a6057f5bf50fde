"""One way to run any of the forges, and to be connected to it."""

from collections.abc import Iterator
from contextlib import contextmanager

from backend.domain.pulls.forge_checks import ForgeConnection
from backend.domain.pulls.forge_events import ForgeKind
from backend.testing.forges.gitea import gitea_stand_in
from backend.testing.forges.github import APP_ID, INSTALLATION, GitHubManners, github_stand_in
from backend.testing.forges.gitlab import gitlab_stand_in
from backend.testing.forges.server import SECRET, StandIn, served
from backend.testing.forges.world import TOKEN

MAKERS = {
    ForgeKind.GITHUB: github_stand_in,
    ForgeKind.GITLAB: gitlab_stand_in,
    ForgeKind.GITEA: gitea_stand_in,
}


@contextmanager
def forge(kind: ForgeKind, prefix: str | None = None, port: int = 0) -> Iterator[StandIn]:
    """Run a forge that holds main with two commits, and nothing else, as long as the block runs."""
    made = MAKERS[kind]() if prefix is None else MAKERS[kind](prefix)
    made.world.commit("first")
    made.world.commit("second", "first", branch="main")
    with served(made, port) as running:
        yield running


def by_token(kind: ForgeKind, running: StandIn) -> ForgeConnection:
    """Return a connection that shows a token."""
    return ForgeConnection(kind, running.api_url, running.world.repository, SECRET, TOKEN)


def as_app(running: StandIn) -> ForgeConnection:
    """Return a connection of the App that the running GitHub knows."""
    manners = running.manners
    if not isinstance(manners, GitHubManners):
        raise TypeError("only GitHub has Apps")
    return ForgeConnection(
        ForgeKind.GITHUB, running.api_url, running.world.repository, SECRET,
        app_id=str(APP_ID), app_key=manners.key_pem, installation=INSTALLATION,
    )  # fmt: skip

"""The client of a connection, whichever forge it leads to."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from backend.domain.pulls.forge_checks import ForgeConnection, ForgeRefusedError
from backend.domain.pulls.forge_events import ForgeKind
from backend.outgoing.forges.forge import ForgeClient
from backend.outgoing.forges.gitea import Gitea
from backend.outgoing.forges.github import github
from backend.outgoing.forges.github_app import PROCESS_TOKENS, InstallationTokens
from backend.outgoing.forges.gitlab import GitLab
from backend.outgoing.forges.wire import Wire
from backend.outgoing.guarded_http import Outgoing

MOST_BYTES = 16_000_000
"""A page of a hundred comments of 64 kB each, escaped."""


def connect(
    connection: ForgeConnection,
    http: Outgoing,
    clock: Callable[[], datetime],
    tokens: InstallationTokens = PROCESS_TOKENS,
) -> ForgeClient:
    """Return the client; ForgeRefusedError where the connection lacks what its forge needs."""
    roomy = replace(http, most_bytes=max(http.most_bytes, MOST_BYTES))
    if connection.kind is ForgeKind.GITHUB:
        _check_github(connection)
        return github(connection, roomy, clock, tokens)
    token = connection.token
    if not token:
        raise ForgeRefusedError("the connection has no token", "give one in the settings")
    if connection.kind is ForgeKind.GITLAB:
        shown = {"PRIVATE-TOKEN": token}
    else:
        shown = {"Authorization": f"token {token}"}
    wire = Wire(connection.kind, connection.api_url, roomy, clock, lambda: shown)
    if connection.kind is ForgeKind.GITLAB:
        return GitLab(wire, connection.repository)
    return Gitea(wire, connection.repository)


def _check_github(connection: ForgeConnection) -> None:
    if connection.token:
        return
    if not (connection.app_id and connection.app_key and connection.installation):
        raise ForgeRefusedError(
            "the connection has neither a token nor an App",
            "give a token, or the App's id, its key and the number of its installation",
        )
    if not (connection.installation.isascii() and connection.installation.isdigit()):
        raise ForgeRefusedError(
            "the installation of the App is no number",
            "take it from the end of the address of the installation's settings on GitHub",
        )

"""Try a connection to a forge and say of each part whether it works, and what to do where not."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from backend.domain.errors import DomainError
from backend.domain.pulls.forge_checks import ForgeRefusedError, ForgeRole
from backend.outgoing.forges.connect import connect
from backend.outgoing.forges.forge import ForgeClient
from backend.outgoing.guarded_http import Outgoing
from backend.services.pulls.connect_forge import OpenedConnection


@dataclass(frozen=True, slots=True)
class ForgeFinding:
    """One thing that was tried."""

    what: str
    is_good: bool
    said: str
    remedy: str = ""


def try_connection(opened: OpenedConnection, outgoing: Outgoing) -> list[ForgeFinding]:
    """Ask the forge who we are and what we may, and say whether it has spoken to us."""
    client = connect(opened.wire, outgoing, lambda: datetime.now(UTC))
    known = _tried("The forge knows us", lambda: f"as {client.login()}")
    found = [known]
    if known.is_good:
        found.append(_tried("We may write to the repository", lambda: _role(opened, client)))
    return [*found, _received(opened)]


def _tried(what: str, ask: Callable[[], str]) -> ForgeFinding:
    try:
        return ForgeFinding(what, True, ask())
    except ForgeRefusedError as error:
        return ForgeFinding(what, False, error.reason, error.remedy)
    except DomainError as error:
        return ForgeFinding(what, False, str(error), "check the address of the API, and try again")


def _role(opened: OpenedConnection, client: ForgeClient) -> str:
    if opened.wire.app_id:
        return "as the permissions of the App say"
    role = client.role_of(client.login())
    if role < ForgeRole.WRITE:
        raise ForgeRefusedError(
            f"we have {role.name.lower()} access to {opened.kept.repository}",
            "give the account of the token write access to the repository",
        )
    return f"{role.name.lower()} access to {opened.kept.repository}"


def _received(opened: OpenedConnection) -> ForgeFinding:
    what = "Webhooks arrive"
    kept = opened.kept
    if kept.heard_at is not None:
        return ForgeFinding(what, True, f"the last one {kept.heard_at:%Y-%m-%d %H:%M} UTC")
    remedy = "add the address and the secret of the webhook to the repository"
    if kept.forged:
        return ForgeFinding(what, False, f"{kept.forged} came with a wrong signature", remedy)
    return ForgeFinding(what, False, "none has come yet", remedy)

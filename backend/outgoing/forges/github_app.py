"""Speaking as a GitHub App: a token for an installation, asked for with a signed claim, kept.

The library that signs is loaded with the first claim: most forges want none.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from backend.domain.pulls.forge_checks import ForgeConnection, ForgeRefusedError
from backend.outgoing.forges.wire import Wire, understood

BACKDATED_S = 60
"""GitHub refuses a claim from its future, and clocks differ."""
CLAIMED_S = 540
"""GitHub refuses more than ten minutes ahead of its own clock."""
SPARE = timedelta(minutes=5)
"""A token this close to its end is not begun with."""


@dataclass(frozen=True, slots=True)
class CachedToken:
    token: str = field(repr=False)
    until: datetime


@dataclass(slots=True)
class InstallationTokens:
    """Tokens of installations, for as long as the process runs; safe among threads."""

    _kept: dict[tuple[str, ...], CachedToken] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def find(self, key: tuple[str, ...], now: datetime, fresh: Callable[[], CachedToken]) -> str:
        """Return a token that is good for a while."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept.until - SPARE <= now:
                kept = self._kept[key] = fresh()
            return kept.token

    def forget(self, key: tuple[str, ...]) -> None:
        """Drop a token that GitHub no longer takes."""
        with self._lock:
            self._kept.pop(key, None)


PROCESS_TOKENS = InstallationTokens()


def claim(connection: ForgeConnection, now: datetime) -> str:
    """Return the signed claim to be the App."""
    import jwt  # noqa: PLC0415  see above

    at = int(now.timestamp())
    claims = {"iat": at - BACKDATED_S, "exp": at + CLAIMED_S, "iss": connection.app_id or ""}
    try:
        return jwt.encode(claims, connection.app_key or "", algorithm="RS256")
    except (jwt.PyJWTError, ValueError, TypeError) as error:
        raise ForgeRefusedError(
            "the key of the App cannot be used",
            "paste the whole file that GitHub gave you, from -----BEGIN to -----END",
        ) from error


def key_of(connection: ForgeConnection) -> tuple[str, ...]:
    """Return what a token belongs to."""
    parts = (connection.api_url, connection.app_id, connection.installation, connection.repository)
    return tuple(part or "" for part in parts)


def fresh_token(app: Wire, connection: ForgeConnection) -> CachedToken:
    """Ask for a token that can do nothing outside this one repository."""
    path = f"/app/installations/{int(connection.installation or 0)}/access_tokens"
    only = {"repositories": [connection.repository.rpartition("/")[2]]}
    told = app.ask("POST", path, "a token of the App's installation", body=only)
    with understood():
        return CachedToken(told["token"].word(), told["expires_at"].moment())


def bearer(token: str) -> Mapping[str, str]:
    """Return the header that shows a token."""
    return {"Authorization": f"Bearer {token}"}

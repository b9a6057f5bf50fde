"""Why a forge did not do as it was asked, in a sentence, and whether time or a person mends it."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from backend.domain.pulls.forge_checks import ForgeBusyError, ForgeRefusedError
from backend.domain.pulls.forge_events import ForgeKind
from backend.domain.retries import LONGEST_ASKED_S, PASSING, refusal_of

USUAL_PAUSE_S = 60.0
"""Where the forge does not say how long; GitHub asks for no less after a secondary limit."""
MOST_SKEW_S = 60.0
_SECONDARY = re.compile(r"secondary rate limit|abuse detection|rate limit exceeded", re.IGNORECASE)
_NAMES = {
    ForgeKind.GITHUB: "GitHub", ForgeKind.GITLAB: "GitLab", ForgeKind.GITEA: "Gitea or Forgejo"
}  # fmt: skip
PERMISSIONS = {
    ForgeKind.GITHUB: (
        "give the App (or token) read access to contents and metadata, and write access to "
        "pull requests, checks (or commit statuses), and accept the new permissions where the "
        "App is installed"
    ),
    ForgeKind.GITLAB: (
        "use a project access token with the scope api and at least the role Developer"
    ),
    ForgeKind.GITEA: (
        "use a token with the scopes write:repository, write:issue and read:user, of an account "
        "that administers the repository"
    ),
}


def not_done(
    kind: ForgeKind,
    about: str,
    answer: tuple[int, Mapping[str, str], str],
    now: datetime,
) -> ForgeRefusedError | ForgeBusyError:
    """Return what an answer (status, headers in lower case, the forge's words) comes to."""
    status, headers, said = answer
    refusal = refusal_of(status, headers.get("retry-after"), "", now)
    if is_limited(status, headers, said):
        pause = refusal.wait_s if refusal.wait_s is not None else _until_reset(headers, now)
        return busy(f"{_NAMES[kind]} limits how often it is asked", now, pause)
    # GitLab answers 409 while somebody else changes the same thing.
    is_passing = status in PASSING or (status == 409 and kind is ForgeKind.GITLAB)  # noqa: PLR2004
    if status >= 500 or is_passing:  # noqa: PLR2004  as HTTP counts
        return busy(f"{_NAMES[kind]} answered {status} about {about}", now, refusal.wait_s)
    words = f", saying “{said}”" if said else ""
    reason = f"{_NAMES[kind]} answered {status} about {about}{words}"
    return ForgeRefusedError(reason, _remedy(kind, answer, now))


def busy(reason: str, now: datetime, pause_s: float | None = None) -> ForgeBusyError:
    """Return that it is worth asking again, and when."""
    is_told = pause_s is not None and not math.isnan(pause_s)
    pause = min(max(pause_s or 0.0, 1.0), LONGEST_ASKED_S) if is_told else USUAL_PAUSE_S
    return ForgeBusyError(reason, now + timedelta(seconds=pause))


def is_limited(status: int, headers: Mapping[str, str], said: str) -> bool:
    """Tell a rate limit from a refusal: GitHub answers 403 to both."""
    if status == 429:  # noqa: PLR2004
        return True
    is_spent = headers.get("x-ratelimit-remaining") == "0"
    is_told = "retry-after" in headers or _SECONDARY.search(said) is not None
    return status == 403 and (is_spent or is_told)  # noqa: PLR2004


def _until_reset(headers: Mapping[str, str], now: datetime) -> float | None:
    """Read when a limit is lifted: GitHub and GitLab give seconds since 1970."""
    told = headers.get("x-ratelimit-reset") or headers.get("ratelimit-reset") or ""
    if not (told.isascii() and told.isdigit() and len(told) <= len("9999999999")):
        return None
    return int(told) - now.timestamp()


def _remedy(kind: ForgeKind, answer: tuple[int, Mapping[str, str], str], now: datetime) -> str:
    status, headers, _ = answer
    if status == 401:  # noqa: PLR2004
        return _unknown(headers, now)
    if status == 403:  # noqa: PLR2004
        missing = headers.get("x-accepted-github-permissions")
        named = f"; this call needs {missing}" if missing else ""
        return PERMISSIONS[kind] + named
    if status == 404:  # noqa: PLR2004
        return (
            "check the repository's name and the address of the API, and that the App or token "
            "may see it: a forge hides what may not be seen"
        )
    if 300 <= status < 400:  # noqa: PLR2004
        return (
            "the repository was renamed or moved, or the address of the API is not the final "
            "one: give the new one in the settings"
        )
    return "if the words of the forge do not say what to do, report this with its release"


def _unknown(headers: Mapping[str, str], now: datetime) -> str:
    off = _skew(headers, now)
    if abs(off) > MOST_SKEW_S:
        return f"set the clock of this server: it is {abs(off):.0f} s off from that of the forge"
    return "the token was revoked, has expired, or the key of the App is another: give a new one"


def _skew(headers: Mapping[str, str], now: datetime) -> float:
    try:
        there = parsedate_to_datetime(headers.get("date", ""))
    except ValueError:
        return 0.0
    aware = there if there.tzinfo else there.replace(tzinfo=UTC)
    return (aware - now).total_seconds()

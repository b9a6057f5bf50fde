"""Whether a webhook comes from who knows its secret: over the bytes received, before any is read.

GitHub, Gitea and Forgejo sign the body. GitLab signs id, time and body (as Standard Webhooks has
it) where its hook has a signing token; older ones hand over the secret itself. What carries a
signature must pass by it and never by something weaker beside it.
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime

from backend.domain.errors import UnauthenticatedError
from backend.domain.notifications.webhook_messages import SECRET_PREFIX, signature_of
from backend.domain.pulls.forge_events import ForgeKind

TOLERANCE_S = 300
"""How old a signed time may be, or how far ahead a clock."""
_SCHEME = "v1,"


def check_signature(
    kind: ForgeKind, secret: str, headers: Mapping[str, str], body: bytes, now: datetime
) -> None:
    """Return if the webhook is genuine; UnauthenticatedError says what is wrong with it.

    `headers` has names in lower case.
    """
    if not secret:
        raise ValueError("a webhook without a secret cannot be checked")
    if kind is ForgeKind.GITHUB:
        _check_digest("X-Hub-Signature-256", "sha256=", secret, headers, body)
    elif kind is ForgeKind.GITEA:
        is_forgejo = "x-forgejo-signature" in headers
        name = "X-Forgejo-Signature" if is_forgejo else "X-Gitea-Signature"
        _check_digest(name, "", secret, headers, body)
    elif "webhook-signature" in headers:
        _check_signed(secret, headers, body, now)
    else:
        _check_token(secret, headers)


def digest_of(secret: str, body: bytes) -> str:
    """Return the HMAC-SHA256 that GitHub and Gitea send, in hexadecimal."""
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def _check_digest(
    name: str, prefix: str, secret: str, headers: Mapping[str, str], body: bytes
) -> None:
    told = _header(name, headers)
    if not told.startswith(prefix):
        raise UnauthenticatedError(f"{name} does not begin with “{prefix}”")
    if not _same(told, prefix + digest_of(secret, body)):
        raise _forged(name)


def _check_signed(secret: str, headers: Mapping[str, str], body: bytes, now: datetime) -> None:
    stamp = _header("webhook-timestamp", headers)
    message_id = _header("webhook-id", headers)
    signatures = _header("webhook-signature", headers).split()
    if not (stamp.isascii() and stamp.isdigit() and len(stamp) <= len("9999999999")):
        raise UnauthenticatedError("webhook-timestamp is not a time in seconds")
    if abs(now.timestamp() - int(stamp)) > TOLERANCE_S:
        raise UnauthenticatedError(
            f"webhook-timestamp is more than {TOLERANCE_S} s from our clock: "
            "the webhook is old, or one of the clocks is wrong"
        )
    if not _is_signing_token(secret):
        raise UnauthenticatedError(
            "GitLab signs this webhook, and the secret stored here is not a signing token: "
            "store the one that begins with whsec_"
        )
    expected = _SCHEME + signature_of(secret, message_id, stamp, body)
    if not any(_same(one, expected) for one in signatures):
        raise _forged("webhook-signature")


def _is_signing_token(secret: str) -> bool:
    if not secret.startswith(SECRET_PREFIX):
        return False
    try:
        return bool(base64.b64decode(secret.removeprefix(SECRET_PREFIX), validate=True))
    except binascii.Error:
        return False


def _check_token(secret: str, headers: Mapping[str, str]) -> None:
    if not _same(_header("X-Gitlab-Token", headers), secret):
        raise _forged("X-Gitlab-Token")


def _header(name: str, headers: Mapping[str, str]) -> str:
    told = headers.get(name.lower(), "").strip()
    if not told:
        raise UnauthenticatedError(
            f"the webhook has no {name}: set the secret of its connection in the forge"
        )
    return told


def _same(told: str, expected: str) -> bool:
    """Compare without giving away by time how much of it is right."""
    return hmac.compare_digest(told.encode(errors="replace"), expected.encode())


def _forged(name: str) -> UnauthenticatedError:
    return UnauthenticatedError(
        f"{name} does not fit: the secret in the forge is another than the one stored here, "
        "or somebody else sent this"
    )

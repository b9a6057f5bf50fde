"""Secrets that are shown once: made here, stored as hashes only."""

import hashlib
import secrets

KEY_PREFIX = "tdm_"
ENROLMENT_PREFIX = "tde_"
SEPARATORS = 2
"""Dots between the parts of a signed token."""


def new_key() -> str:
    """Return a fresh API key; its prefix makes it easy to find in a leak."""
    return KEY_PREFIX + secrets.token_urlsafe(32)


def new_enrolment_token() -> str:
    """Return a fresh token of an enrolment; whoever finds one sees that it is no key."""
    return ENROLMENT_PREFIX + secrets.token_urlsafe(32)


def new_token() -> str:
    """Return a fresh token for a link or a browser session."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """Return what is stored of a secret. It has 256 random bits, so one SHA-256 is enough."""
    return hashlib.sha256(token.encode()).digest()


def is_signed_token(secret: str) -> bool:
    """Tell a token that somebody signed (three parts) from a key of ours."""
    return not secret.startswith(KEY_PREFIX) and secret.count(".") == SEPARATORS

"""Passwords: what is asked of them, how they are kept (argon2id), and how they are compared."""

from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from backend.domain.errors import Fault, InvalidError
from backend.domain.people.passwords import weakness_of


@cache
def _hasher() -> PasswordHasher:
    """Return argon2id with the costs of RFC 9106 for machines with little memory."""
    return PasswordHasher()


@cache
def _of_nobody() -> str:
    return _hasher().hash("the password of nobody")


def hash_password(password: str, email: str) -> str:
    """Return what is stored of a password; InvalidError where it is too easily guessed."""
    weakness = weakness_of(password, email)
    if weakness is not None:
        fault = Fault("/password", weakness.reason, weakness.remedy)
        raise InvalidError("this password cannot be taken", [fault])
    return _hasher().hash(password)


def is_password(stored: str | None, password: str) -> bool:
    """Compare a password with what is stored; takes as long where nothing is stored."""
    try:
        _hasher().verify(stored or _of_nobody(), password)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


def is_outdated(stored: str) -> bool:
    """Tell whether a password was stored at costs that are no longer ours."""
    return _hasher().check_needs_rehash(stored)

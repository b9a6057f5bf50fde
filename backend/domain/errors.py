"""The ways in which a request can be wrong; none of them knows HTTP."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a document: where (JSON pointer), why, and what to do."""

    pointer: str
    reason: str
    remedy: str
    offer: str = ""
    """What would be taken in its place, where that is known."""
    line: int | None = None
    column: int | None = None
    """Where it stands in a text, both counted from 1."""


class DomainError(Exception):
    """Base of the errors that people cause and can mend."""

    def __init__(self, message: str, faults: Sequence[Fault] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


class NotFoundError(DomainError):
    """What was asked for does not exist, or the asker may not know that it does."""


class ConflictError(DomainError):
    """It contradicts what is stored already."""


class InvalidError(DomainError):
    """The document or a parameter is wrong; `faults` say where."""


class TooLargeError(InvalidError):
    """The document is larger than a limit."""


class TooOftenError(DomainError):
    """Somebody has to wait before trying again."""

    def __init__(self, message: str, wait_s: int) -> None:
        super().__init__(message)
        self.wait_s = wait_s


class UnavailableError(DomainError):
    """The server cannot answer just now; nothing was stored, and it is worth another try."""

    def __init__(self, message: str, wait_s: int) -> None:
        super().__init__(message)
        self.wait_s = wait_s


class FullDiskError(UnavailableError):
    """There is no room to store anything; nothing was stored, and it is worth another try."""


class ForbiddenError(DomainError):
    """The asker is known and may not do this."""


class UnauthenticatedError(ForbiddenError):
    """Nobody has said who is asking, or the key or session is no longer good."""

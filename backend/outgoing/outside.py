"""What another server said, or that it said nothing of use."""

from collections.abc import Mapping
from dataclasses import dataclass

from backend.domain.errors import DomainError


class OutsideUnreachableError(DomainError):
    """The other side did not answer as it should; trying later may help."""


class TooLargeAnswerError(OutsideUnreachableError):
    """The other side answers more than the caller takes; trying again would change nothing."""


@dataclass(frozen=True, slots=True)
class OutsideResponse:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300  # noqa: PLR2004  as HTTP counts

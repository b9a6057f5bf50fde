"""Problem documents (RFC 9457): what was wrong, where, and what to do."""

from pydantic import BaseModel


class ProblemFault(BaseModel):
    pointer: str
    reason: str
    remedy: str
    offer: str | None = None
    line: int | None = None
    column: int | None = None
    """What would be taken in its place, where that is known."""


class Problem(BaseModel):
    """RFC 9457 problem document."""

    type: str
    title: str
    status: int
    detail: str
    faults: list[ProblemFault] = []

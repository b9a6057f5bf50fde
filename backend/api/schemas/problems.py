"""Problem documents (RFC 9457): what was wrong, where, and what to do."""

from pydantic import BaseModel


class ProblemFault(BaseModel):
    pointer: str
    reason: str
    remedy: str


class Problem(BaseModel):
    """RFC 9457 problem document."""

    type: str
    title: str
    status: int
    detail: str
    faults: list[ProblemFault] = []

"""Profiles of runs."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from backend.api.schemas.labels import CommitRef, Scalar


class GroupShare(BaseModel):
    """What a suite counts together; `self_…` where one of its functions is the innermost.

    Low and high are the ends of the intervals of the shares.
    """

    name: str
    samples: int
    share: float
    low: float | None
    high: float | None
    self_samples: int
    self_share: float
    self_low: float | None
    self_high: float | None
    functions: list[str]


class Profile(BaseModel):
    id: int
    run: int
    benchmark: str
    parameters: dict[str, Scalar]
    kind: Literal["cpu"]
    tool: str
    unit: str
    frequency: float | None
    """Samples per second of what is counted."""
    samples: int
    lost: int
    """Samples that the kernel dropped."""
    repetitions: int | None
    cpu_s: float | None
    """Processor time of all repetitions."""
    with_symbols: float | None
    """Share of samples whose innermost frame has a name."""
    trimmed_stacks: int
    trimmed_samples: int
    groups: list[GroupShare]


class FunctionTime(BaseModel):
    name: str
    self_samples: int
    total_samples: int


class ProfileDetail(Profile):
    functions: list[FunctionTime]
    """The 500 with most samples of their own, or as many as were asked for."""
    function_count: int | None
    """Null where none were asked for."""


class ProfilePlace(BaseModel):
    """Where a profile comes from, and what it shows."""

    id: int
    run: int
    benchmark_id: int
    benchmark: str
    parameters: dict[str, Scalar]
    kind: Literal["cpu"]
    samples: int
    suite: str
    testbed: str
    branch: str
    commit: CommitRef
    started_at: datetime


class ProfilePeers(BaseModel):
    """A profile, and those it can be compared with, at most 20 of each kind."""

    place: ProfilePlace
    same_variant: list[ProfilePlace]
    """Of other runs on any testbed and branch, the newest first; those before it if too many."""
    same_run: list[ProfilePlace]
    """Of other variants, those of its benchmark first."""

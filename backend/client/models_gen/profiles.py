"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal
from msgspec import Struct
from backend.client.models_gen.shared import CommitRef, FunctionDifference, GroupShare


class FunctionHistory(Struct):
    """
    What one function, or module, took of all samples, profiled commit by commit.
    """

    is_module: bool
    name: str
    own: list[float]
    total: list[float] | None


class FunctionTime(Struct):
    """
    Samples of one function: in itself, and in itself and what it called.
    """

    name: str
    self_samples: int
    total_samples: int


class ProfileDetail(Struct):
    """
    A profile and its functions, those with most time of their own first.

    Without a count where none of them were asked for.
    """

    benchmark: str
    cpu_s: float | None
    frequency: float | None
    function_count: int | None
    functions: list[FunctionTime]
    groups: list[GroupShare]
    id: int
    kind: Literal["cpu", "allocations", "allocated_bytes"]
    lost: int
    parameters: dict[str, str | int | float | bool]
    repetitions: int | None
    run: int
    samples: int
    tool: str
    trimmed_samples: int
    trimmed_stacks: int
    unit: str
    with_symbols: float | None


class ProfilePlace(Struct):
    """
    Where a profile comes from, and what it shows.
    """

    benchmark: str
    benchmark_id: int
    branch: str
    commit: CommitRef
    id: int
    kind: Literal["cpu", "allocations", "allocated_bytes"]
    parameters: dict[str, str | int | float | bool]
    run: int
    samples: int
    started_at: str
    suite: str
    testbed: str


class FunctionHistories(Struct):
    """
    Functions of a variant over its profiled commits, oldest first.
    """

    commits: list[CommitRef]
    cpu_s: list[float | None]
    histories: list[FunctionHistory]
    samples: list[int]


class ProfilePeers(Struct):
    """
    A profile, and those it can be compared with, the newest first.
    """

    functions: list[FunctionDifference]
    place: ProfilePlace
    same_run: list[ProfilePlace]
    same_variant: list[ProfilePlace]

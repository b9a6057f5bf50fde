"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias
from msgspec import Meta, Struct
from backend.client.models_gen.shared import (
    AlertGroup,
    ChangePoint,
    ChangeSurroundings,
    CommitRef,
    GroupMember,
    NoisyMachine,
)


class ChangeJudgement(Struct):
    """
    What a person says of a change point.
    """

    is_change: bool


class ChangeNote(Struct):
    """
    What was written of a change point or done to it; `text` is empty for what was only done.
    """

    author: str
    change: int
    created_at: str
    id: int
    kind: Literal["note", "acknowledged", "unacknowledged", "rejected", "reopened"]
    text: str


Likeness: TypeAlias = Annotated[
    Literal["same_series", "same_benchmark"],
    Meta(description="Why an earlier or later change is shown beside this one."),
]


class NewJudgements(Struct):
    changes: list[int]
    judgement: Literal["acknowledged", "unacknowledged", "rejected", "reopened"]


class RefusedJudgement(Struct):
    """
    A change point that a judgement does not apply to.
    """

    change: int
    reason: str


class ChangePointPage(Struct):
    """
    Rows in order, how many there are in all, and the cursor of the next ones.
    """

    next: str | None
    rows: list[ChangePoint]
    total: int


class Judgements(Struct):
    """
    What became of a judgement on several change points.
    """

    changed: list[int]
    refused: list[RefusedJudgement]


class SimilarChange(Struct):
    change: GroupMember
    commit: CommitRef
    series: int
    why: Likeness


class ChangeDetail(Struct):
    """
    One change point with its evidence and what people said of it.
    """

    change: ChangePoint
    comparison_url: str | None
    group: AlertGroup
    noisy_machines: list[NoisyMachine]
    notes: list[ChangeNote]
    similar: list[SimilarChange]
    surroundings: ChangeSurroundings

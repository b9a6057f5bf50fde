"""Claims as documents: what somebody published, and what holds it on other machines.

Manifests, files and reports carry the same document. `claim_checks.py` says what is wrong with one.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, field

from backend.domain.catalogue.parameters import Scalar

StatementKind = Literal["ratio", "best", "order", "percentile", "level", "share", "size"]
ClaimText = Annotated[str, Meta(max_length=2_000)]
ClaimName = Annotated[str, Meta(max_length=300)]
FigureText = Annotated[str, Meta(max_length=60)]
"""A figure as it was printed: its digits say how exact it is meant."""
ClaimParameters = dict[ClaimName, Scalar | list[Scalar]]
"""A list means: the first of these values that was measured."""


class ClaimPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every part of a claim; names that the format does not know are refused."""


class ClaimVariant(ClaimPart, frozen=True):
    """One variant; what it leaves out is as its statement says."""

    label: ClaimName = ""
    suite: ClaimName = ""
    benchmark: ClaimName = ""
    metric: ClaimName = ""
    parameters: ClaimParameters = {}
    published: FigureText = ""
    """Its own published figure, in the unit of the statement."""


class ClaimStatement(ClaimPart, frozen=True, kw_only=True):
    """One sentence of a claim that can be held against results."""

    kind: StatementKind
    says: ClaimText = ""
    """The statement in words; made from the rest where it is empty."""
    published: FigureText = ""
    """The figure as printed: "-8 %", "2x", "1.15", "33.76"."""
    unit: FigureText = ""
    """Unit of published levels, also of those of variants; base units where it is empty."""
    low: float | None = None
    high: float | None = None
    """The tolerance, where the digits of the figure do not give it."""
    suite: ClaimName = ""
    benchmark: ClaimName = ""
    metric: ClaimName = ""
    parameters: ClaimParameters = {}
    contender: ClaimVariant | None = None
    baseline: ClaimVariant | None = None
    """Both sides of a ratio."""
    variants: Annotated[list[ClaimVariant], Meta(max_length=60)] = field(
        default_factory=list, name="variant"
    )
    """Of an order the best first; beside a best value, levels that were published."""
    only_first: bool = False
    """The order says of the first variant only that it is the best."""
    parameter: ClaimName = ""
    """The axis of a best value."""
    best: Annotated[list[Scalar], Meta(max_length=20)] = []
    """The values that were called best; "cores" stands for the core count."""
    percent: Annotated[float, Meta(gt=0, lt=100)] | None = None
    group: ClaimName = ""
    """The profile group whose share is stated."""
    anywhere: bool = False
    """A level that is meant for every machine, not only for the one it was measured on."""


TableFigure = Literal["value", "sd", "min", "max"]
"""What a column tells of a result: its centre, or the scatter or the ends of its samples."""


class ClaimTableColumn(ClaimPart, frozen=True, kw_only=True):
    """A figure of every row of a table."""

    head: Annotated[str, Meta(min_length=1, max_length=60)]
    metric: ClaimName = ""
    """The metric of the table's rows where it is empty."""
    figure: TableFigure = "value"
    unit: FigureText = ""
    """Unit of its published figures; base units where it is empty."""
    ratio: bool = False
    """Tell also the ratio to the row that a row stands against."""


class ClaimTableRow(ClaimPart, frozen=True, kw_only=True):
    """One variant of a table; what it leaves out is as its table says."""

    label: Annotated[str, Meta(min_length=1, max_length=300)]
    suite: ClaimName = ""
    benchmark: ClaimName = ""
    parameters: ClaimParameters = {}
    published: dict[ClaimName, FigureText] = {}
    """Published figures by the heads of their columns."""
    against: ClaimName = ""
    """The label of the row that its ratios are of."""


class ClaimTable(ClaimPart, frozen=True, kw_only=True):
    """Published figures of several variants beside the newest that were measured."""

    title: Annotated[str, Meta(min_length=1, max_length=300)]
    note: ClaimText = ""
    suite: ClaimName = ""
    benchmark: ClaimName = ""
    metric: ClaimName = ""
    parameters: ClaimParameters = {}
    columns: Annotated[list[ClaimTableColumn], Meta(min_length=1, max_length=12)] = field(
        name="column"
    )
    rows: Annotated[list[ClaimTableRow], Meta(min_length=1, max_length=40)] = field(name="row")


class ClaimDocument(ClaimPart, frozen=True, kw_only=True):
    """A published result, with the statements that hold it here; the first one decides."""

    key: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,79}$")]
    """Names the claim within its project: who sends the key again replaces the claim."""
    title: Annotated[str, Meta(min_length=1, max_length=300)]
    source: ClaimText = ""
    url: Annotated[str, Meta(max_length=2_000)] | None = None
    date: Annotated[str, Meta(pattern=r"^([0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?)?$")] = ""
    machine: ClaimText = ""
    """The machine of the published figures, in words."""
    testbed: ClaimName = ""
    """The same, where it is a testbed of this project: levels are judged there."""
    note: ClaimText = ""
    statements: Annotated[list[ClaimStatement], Meta(min_length=1, max_length=60)] = field(
        name="statement"
    )
    tables: Annotated[list[ClaimTable], Meta(max_length=10)] = field(
        default_factory=list, name="table"
    )


class ClaimFile(ClaimPart, frozen=True):
    """A file of claims."""

    claims: Annotated[list[ClaimDocument], Meta(min_length=1, max_length=100)] = field(name="claim")

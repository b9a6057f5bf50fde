"""Series, what ingestion remembers of each, and their results."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Double,
    Index,
    Integer,
    PrimaryKeyConstraint,
    SmallInteger,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base, InProject, created


class SeriesRow(InProject, Base):
    __tablename__ = "series"
    __table_args__ = (
        UniqueConstraint("project_id", "variant_id", "metric_id", "testbed_id", "branch_id"),
        Index(None, "project_id", "suite_id", "benchmark_id"),
        Index("ix_series_hidden", "project_id", "id", postgresql_where=text("is_hidden")),
    )

    variant_id: Mapped[int]
    metric_id: Mapped[int]
    testbed_id: Mapped[int]
    branch_id: Mapped[int]
    suite_id: Mapped[int]
    benchmark_id: Mapped[int]
    created_at: Mapped[datetime] = created()
    is_hidden: Mapped[bool] = mapped_column(server_default="false")
    """Lists leave it out: all its results were taken away, or something it is of is archived."""


class SeriesStateRow(Base):
    """What screens a new point without reading the history, and what lists show of a series."""

    __tablename__ = "series_state"
    __table_args__ = ({"postgresql_with": {"fillfactor": "50"}},)

    project_id: Mapped[int] = mapped_column(primary_key=True)
    series_id: Mapped[int] = mapped_column(primary_key=True)
    n: Mapped[int] = mapped_column(Integer)
    regime_n: Mapped[int] = mapped_column(Integer)
    analysed_n: Mapped[int] = mapped_column(Integer)
    sigma: Mapped[float] = mapped_column(Double)
    rho: Mapped[float] = mapped_column(Double)
    scatter: Mapped[float] = mapped_column(Double, server_default="NaN")
    """Sigma of the newest stretch that shows it: of the machine before, where one is new."""
    scatter_n: Mapped[int] = mapped_column(Integer, server_default="0")
    """Points of that stretch."""
    slope: Mapped[float] = mapped_column(Double, server_default="0")
    """Drift per point of the newest level."""
    is_logarithmic: Mapped[bool]
    """The last analysis worked on logarithms: sigma is relative."""
    tail: Mapped[bytes]
    """The newest 64 centres in commit order, as little-endian doubles, NaN before the first.

    Where machines take turns, as if all were measured on the last of `machine_offsets`.
    """
    machine_offsets: Mapped[bytes | None]
    """Fingerprint (int64) and offset on the scale of the analysis (double) of each machine."""
    bands: Mapped[bytes | None]
    """Between what each aspect of a result is as its level (doubles), for each of
    `machine_offsets`; null where it has none."""
    stretches: Mapped[bytes | None]
    """Of how many points it tells, then position, run and number of each point from which on the
    benchmark has another definition (int64); null where that is not known."""
    due_at: Mapped[int | None] = mapped_column(Integer)
    """Number of points at which the history is looked at, whatever the screen says."""
    last_position: Mapped[int]
    last_run_id: Mapped[int]
    last_commit_id: Mapped[int]
    last_fingerprint_id: Mapped[int | None]
    last_value: Mapped[float] = mapped_column(Double)
    last_low: Mapped[float | None] = mapped_column(Double)
    last_high: Mapped[float | None] = mapped_column(Double)
    last_n: Mapped[int] = mapped_column(Integer)
    last_measured_at: Mapped[datetime]
    open_changes: Mapped[int] = mapped_column(Integer, server_default="0")
    """Confirmed steps that ask for attention; suspicions and environment events do not."""


class SeriesWriteRow(Base):
    """When a connection last wrote states of series of a project.

    A row of its own for each connection: nobody waits for another one. While the stamps of a
    project are the same, nothing was written there.
    """

    __tablename__ = "series_write"
    __table_args__ = ({"postgresql_with": {"fillfactor": "50"}},)

    project_id: Mapped[int] = mapped_column(primary_key=True)
    backend: Mapped[int] = mapped_column(Integer, primary_key=True)
    stamp: Mapped[UUID]
    written_at: Mapped[datetime] = created()


class StoredResultColumns:
    """All samples of one metric, one variant, one run, at its place in a series."""

    project_id: Mapped[int]
    series_id: Mapped[int]
    position: Mapped[int]
    run_id: Mapped[int]
    commit_id: Mapped[int]
    fingerprint_id: Mapped[int | None]
    measured_at: Mapped[datetime]
    value: Mapped[float] = mapped_column(Double)
    low: Mapped[float | None] = mapped_column(Double)
    high: Mapped[float | None] = mapped_column(Double)
    sd: Mapped[float | None] = mapped_column(Double)
    n: Mapped[int] = mapped_column(Integer)
    basis: Mapped[int] = mapped_column(SmallInteger)
    """0 samples, 1 summary only, 2 histogram."""
    samples: Mapped[list[float] | None] = mapped_column(ARRAY(Double))
    histogram: Mapped[str | None]
    """HdrHistogram V2, base64, as uploaded."""
    histogram_scale: Mapped[float | None] = mapped_column(Double)
    """Base units per recorded integer."""
    binary_hash: Mapped[str | None]
    benchmark_version: Mapped[str | None]
    rounds: Mapped[list[int] | None] = mapped_column(ARRAY(Integer))
    spread: Mapped[str | None]
    """What the two ends below are, where they are no interval of 95 % confidence."""
    spread_low: Mapped[float | None] = mapped_column(Double)
    spread_high: Mapped[float | None] = mapped_column(Double)
    """The round of each sample; null where they are 1, 2, 3, … or unknown."""
    aspects: Mapped[list[float] | None] = mapped_column(ARRAY(Double))
    """Percentiles of the tail and the spread, NaN where too few; null where none is judged."""


class ResultRow(StoredResultColumns, Base):
    """All samples of one metric, one variant, one run, at its place in a series.

    No foreign keys: rows arrive by COPY, and their ids come from the same transaction.
    """

    __tablename__ = "result"
    __table_args__ = (
        # histories and detection read these columns from the index alone
        PrimaryKeyConstraint(
            "project_id",
            "series_id",
            "position",
            "run_id",
            name="pk_result",
            postgresql_include=["value", "low", "high", "n", "fingerprint_id", "commit_id"],
        ),
        Index("ix_result_run", "project_id", "run_id"),
        {"postgresql_partition_by": "HASH (project_id, series_id)"},
    )


class ExcludedResultRow(StoredResultColumns, Base):
    """A result that somebody left out of all baselines; it is in no history and no comparison.

    It stands here and not among the results, so that no reader of results needs to know of it.
    """

    __tablename__ = "excluded_result"
    __table_args__ = (
        PrimaryKeyConstraint(
            "project_id", "series_id", "position", "run_id", name="pk_excluded_result"
        ),
        Index("ix_excluded_result_run", "project_id", "run_id"),
    )

    reason: Mapped[str]
    excluded_by: Mapped[str]
    excluded_at: Mapped[datetime] = created()

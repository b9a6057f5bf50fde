"""How the server itself did, minute by minute."""

from datetime import datetime

from sqlalchemy import ARRAY, BigInteger, Double, Integer, Text
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base


class ServerSampleRow(Base):
    """One minute of the whole installation."""

    __tablename__ = "server_sample"

    at: Mapped[datetime] = mapped_column(primary_key=True)
    requests: Mapped[float | None] = mapped_column(Double)
    """Counted since Redis began; the differences count."""
    failed_requests: Mapped[float | None] = mapped_column(Double)
    request_seconds: Mapped[float | None] = mapped_column(Double)
    work_waiting: Mapped[int] = mapped_column(Integer)
    work_oldest_s: Mapped[float] = mapped_column(Double)
    reports_waiting: Mapped[int] = mapped_column(Integer)
    ingestion_lag_s: Mapped[float] = mapped_column(Double)
    disk_free_bytes: Mapped[int | None] = mapped_column(BigInteger)
    database_bytes: Mapped[int] = mapped_column(BigInteger)
    parts: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """What was out of order and worth a message."""

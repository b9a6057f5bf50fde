"""When the processes of the server last gave a sign of life."""

from datetime import datetime

from sqlalchemy import func
from sqlalchemy.orm import Mapped, mapped_column

from backend.storage.tables.base import Base


class HeartbeatRow(Base):
    """The last sign of life of one kind."""

    __tablename__ = "heartbeat"

    pulse: Mapped[str] = mapped_column(primary_key=True)
    beat_at: Mapped[datetime] = mapped_column(server_default=func.clock_timestamp())

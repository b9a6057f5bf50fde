"""The declarative base: one naming convention, and the key that every project's rows share."""

from datetime import datetime
from typing import ClassVar

from sqlalchemy import BigInteger, DateTime, Identity, MetaData, func
from sqlalchemy.dialects import postgresql
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar = {datetime: DateTime(timezone=True), int: BigInteger}


class InProject:
    """Rows of a project: `project_id` leads every key, so that tables can be distributed by it."""

    project_id: Mapped[int] = mapped_column(primary_key=True)
    id: Mapped[int] = mapped_column(Identity(), primary_key=True)


def created() -> Mapped[datetime]:
    """Column with the time at which the row was made."""
    return mapped_column(server_default=func.now())


def array_type(row: type[Base], column: str) -> str:
    """Return the type of an array of the values of a column, for `unnest`."""
    kind = row.__table__.columns[column].type.compile(dialect=postgresql.dialect())  # type: ignore[no-untyped-call]  # of SQLAlchemy
    return f"{kind}[]"

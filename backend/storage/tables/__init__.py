"""Every table, so that one import gives Alembic the whole model."""

from backend.storage.tables import (
    access,
    alerts,
    audit,
    change_points,
    commits,
    courses,
    ladders,
    profiles,
    projects,
    reports,
    runs,
    self_comparisons,
    series,
    splits,
    suites,
    testbeds,
    views,
)
from backend.storage.tables.base import Base

__all__ = [
    "Base",
    "access",
    "alerts",
    "audit",
    "change_points",
    "commits",
    "courses",
    "ladders",
    "profiles",
    "projects",
    "reports",
    "runs",
    "self_comparisons",
    "series",
    "splits",
    "suites",
    "testbeds",
    "views",
]

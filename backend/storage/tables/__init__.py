"""Every table, so that one import gives Alembic the whole model."""

from backend.storage.tables import catalogue as suites
from backend.storage.tables import (
    claims,
    commits,
    heartbeats,
    jobs,
    ladders,
    notifications,
    pulls,
    series,
    server_samples,
    splits,
    thresholds,
    views,
)
from backend.storage.tables.base import Base
from backend.storage.tables.changes import alerts, change_points
from backend.storage.tables.machines import quarantines, self_comparisons, testbeds
from backend.storage.tables.people import access, audit, ci_rules, identities, projects
from backend.storage.tables.reports import (
    address_imports,
    mappings,
    profiles,
    runs,
    time_courses,
)
from backend.storage.tables.reports import documents as reports

__all__ = [
    "Base",
    "access",
    "address_imports",
    "alerts",
    "audit",
    "change_points",
    "ci_rules",
    "claims",
    "commits",
    "heartbeats",
    "identities",
    "jobs",
    "ladders",
    "mappings",
    "notifications",
    "profiles",
    "projects",
    "pulls",
    "quarantines",
    "reports",
    "runs",
    "self_comparisons",
    "series",
    "server_samples",
    "splits",
    "suites",
    "testbeds",
    "thresholds",
    "time_courses",
    "views",
]

"""Where a report holds text of its sender: every place with its JSON pointer.

Whatever is stored must be listed here, or its length and characters go unchecked.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from backend.domain.catalogue.parameters import Scalar
from backend.domain.reports.format import Report

Places = Iterator[tuple[str, str]]
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
"""Dates before this are clocks that were never set, and databases cannot give all of them back."""


def escaped(name: str) -> str:
    """Return a name as a step of a JSON pointer, shortened."""
    return name[:100].replace("~", "~0").replace("/", "~1")


def names_of(report: Report) -> Places:
    """Yield texts by which something is found again."""
    commit, request = report.commit, report.pull_request
    yield "/idempotency_key", report.idempotency_key
    yield "/suite/name", report.suite.name
    yield "/commit/id", commit.id
    yield "/commit/url", commit.url or ""
    yield "/commit/author/name", commit.author.name
    yield "/commit/author/email", commit.author.email
    yield "/branch", report.branch
    yield "/base/branch", report.base.branch if report.base else ""
    yield "/base/commit", (report.base.commit or "") if report.base else ""
    yield "/pull_request/url", (request.url or "") if request else ""
    yield "/testbed", report.testbed
    yield "/machine/name", report.machine.name if report.machine else ""
    yield "/run/mode", report.run.mode or ""
    yield "/run/agent", report.run.agent or ""
    for index, profile in enumerate(report.profiles):
        yield f"/profiles/{index}/tool", profile.tool
        yield f"/profiles/{index}/unit", profile.unit
        for place, group in enumerate(profile.groups):
            yield f"/profiles/{index}/groups/{place}/name", group.name
    for name in report.metrics:
        yield f"/metrics/{escaped(name)}", name
    for name, facts in report.benchmarks.items():
        yield f"/benchmarks/{escaped(name)}/version_hash", facts.version_hash or ""


def addresses_of(report: Report) -> Places:
    """Yield what is kept as an address, where it is given."""
    yield "/commit/url", report.commit.url or ""
    yield "/pull_request/url", (report.pull_request.url or "") if report.pull_request else ""


def messages_of(report: Report) -> Places:
    """Yield texts that people read."""
    yield "/suite/summary", report.suite.summary
    yield "/suite/version", report.suite.version
    yield "/commit/subject", report.commit.subject
    for name, declaration in report.metrics.items():
        yield f"/metrics/{escaped(name)}/summary", declaration.summary
    for name, facts in report.benchmarks.items():
        yield f"/benchmarks/{escaped(name)}/summary", facts.summary
    for index, profile in enumerate(report.profiles):
        for place, group in enumerate(profile.groups):
            for number, function in enumerate(group.functions):
                yield f"/profiles/{index}/groups/{place}/functions/{number}", function


def name_lists_of(report: Report) -> Iterator[tuple[str, Sequence[str]]]:
    yield "/commit/parents", report.commit.parents
    yield "/commit/ancestry", report.commit.ancestry
    for name, facts in report.benchmarks.items():
        yield f"/benchmarks/{escaped(name)}/sweep", facts.sweep
        yield f"/benchmarks/{escaped(name)}/metrics", facts.metrics


def tags_of(report: Report) -> dict[str, Mapping[str, Scalar]]:
    tags: dict[str, Mapping[str, Scalar]] = {"/tags": report.tags}
    for name, facts in report.benchmarks.items():
        tags[f"/benchmarks/{escaped(name)}/tags"] = facts.tags
    return tags


def dates_too_early(report: Report) -> Iterator[tuple[str, datetime]]:
    dates = {
        "/commit/time": report.commit.time,
        "/run/started_at": report.run.started_at,
        "/run/finished_at": report.run.finished_at,
    }
    for pointer, date in dates.items():
        if date is not None and (date if date.tzinfo else date.replace(tzinfo=UTC)) < EARLIEST:
            yield pointer, date

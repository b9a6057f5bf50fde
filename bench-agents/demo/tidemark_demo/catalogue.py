"""The packages and releases that are measured, read from `releases.toml`."""

import tomllib
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

CATALOGUE = Path(__file__).resolve().parent.parent / "releases.toml"


@dataclass(frozen=True, slots=True)
class Release:
    """One published version; `number` is its place in the package's line of releases."""

    package: str
    version: str
    number: int
    published: datetime
    earlier: tuple[str, ...] = ()
    """Commit ids of all releases before it, nearest first."""

    @property
    def commit(self) -> str:
        return commit_id(self.package, self.version)


@dataclass(frozen=True, slots=True)
class Package:
    name: str
    summary: str
    workload: Path
    dependencies: tuple[str, ...]
    releases: tuple[Release, ...]
    tag: str | None = None
    """How its repository calls a release, with {version} in it."""


def commit_id(package: str, version: str) -> str:
    """Return the id under which a release is a commit: unique among all packages."""
    return f"{package}-{version}"


def load(path: Path = CATALOGUE) -> list[Package]:
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    return [_package(table, path.parent) for table in document["package"]]


def _package(table: dict[str, object], home: Path) -> Package:
    name, listed, needed = str(table["name"]), table["releases"], table["dependencies"]
    if not isinstance(listed, list) or not isinstance(needed, list):
        raise TypeError(f"{name}: releases and dependencies must be lists")
    return Package(
        name=name,
        summary=str(table["summary"]),
        workload=home / "workloads" / str(table["workload"]),
        dependencies=tuple(needed),
        releases=tuple(_line_of_releases(name, [(r["version"], r["date"]) for r in listed])),
        tag=str(table["tag"]) if "tag" in table else None,
    )


def _line_of_releases(package: str, listed: list[tuple[str, date]]) -> list[Release]:
    """Give releases of one day the order in which they are listed, a minute apart."""
    ids = [commit_id(package, version) for version, _ in listed]
    releases = []
    for number, (version, day) in enumerate(listed):
        earlier_that_day = sum(other == day for _, other in listed[:number])
        moment = datetime.combine(day, time(), UTC) + timedelta(minutes=earlier_that_day)
        releases.append(Release(package, version, number, moment, tuple(ids[:number][::-1])))
    return releases

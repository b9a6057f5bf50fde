"""Profiles in the database: beside their runs, their stacks under a hash of their content."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, LiteralString

from psycopg.rows import dict_row
from sqlalchemy import insert
from sqlalchemy.dialects.postgresql import insert as insert_or_leave
from sqlalchemy.orm import Session

from backend.domain.reports.profiles import GroupShare, ListedProfile
from backend.storage.engine import raw_connection
from backend.storage.tables.reports.profiles import ProfileContentRow, ProfileRow

LISTED: LiteralString = """
select profile.id, profile.run_id as run, benchmark.name as benchmark, variant.parameters,
       profile.kind, profile.tool, profile.unit, profile.frequency, profile.samples, profile.lost,
       profile.facts, profile.groups
from profile
join variant on variant.project_id = profile.project_id and variant.id = profile.variant_id
join benchmark
  on benchmark.project_id = variant.project_id and benchmark.id = variant.benchmark_id
where profile.project_id = %(project)s and {choice}
order by benchmark.name, profile.id
"""
OF_VARIANT: LiteralString = "profile.run_id = any(%(runs)s) and profile.variant_id = %(variant)s"
OF_RUN: LiteralString = "profile.run_id = %(one)s"
BY_ID: LiteralString = "profile.id = %(one)s"
OF_BENCHMARK: LiteralString = """profile.id = any(array(
    select p.id
    from variant v
    join profile p on p.project_id = v.project_id and p.variant_id = v.id
    where v.project_id = %(project)s and v.benchmark_id = %(one)s
    order by p.id desc
    limit %(most)s
))"""
STACKS: LiteralString = """
select content.body
from profile
join profile_content content
  on content.project_id = profile.project_id and content.hash = profile.content_hash
where profile.project_id = %s and profile.id = %s
"""


@dataclass(frozen=True, slots=True)
class NewProfile:
    """A profile on its way into the database; `body` is folded stacks in gzip."""

    run_id: int
    variant_id: int
    kind: str
    tool: str
    unit: str
    frequency: float | None
    samples: int
    lost: int
    facts: Mapping[str, Any]
    groups: Sequence[dict[str, Any]]
    content_hash: bytes
    body: bytes


def add(session: Session, project_id: int, new: Sequence[NewProfile]) -> None:
    """Store profiles of runs that are new in this transaction."""
    contents = {one.content_hash: one.body for one in new}
    rows = [
        {"project_id": project_id, "hash": digest, "body": body}
        for digest, body in contents.items()
    ]
    session.execute(insert_or_leave(ProfileContentRow).on_conflict_do_nothing(), rows)
    profiles = [{"project_id": project_id} | asdict(one) for one in new]
    for one in profiles:
        del one["body"]
    session.execute(insert(ProfileRow), profiles)


def read_profiles_of_run(session: Session, project_id: int, run_id: int) -> list[ListedProfile]:
    return _read(session, OF_RUN, project_id, one=run_id)


def read_profiles_of_variant(
    session: Session, project_id: int, run_ids: Sequence[int], variant_id: int
) -> list[ListedProfile]:
    """Return the profiles of a variant in some runs, the oldest first."""
    return _read(session, OF_VARIANT, project_id, runs=list(run_ids), variant=variant_id)


def read_profiles_of_benchmark(
    session: Session, project_id: int, benchmark_id: int, most: int
) -> list[ListedProfile]:
    """Return the newest profiles of a benchmark, the newest run first."""
    found = _read(session, OF_BENCHMARK, project_id, one=benchmark_id, most=most)
    return sorted(found, key=lambda one: -one.run)


def read_profile(session: Session, project_id: int, profile_id: int) -> ListedProfile | None:
    return next(iter(_read(session, BY_ID, project_id, one=profile_id)), None)


def _read(
    session: Session, choice: LiteralString, project_id: int, **chosen: int | list[int]
) -> list[ListedProfile]:
    cursor = raw_connection(session).cursor(row_factory=dict_row)
    asked = {"project": project_id} | chosen
    rows = cursor.execute(LISTED.format(choice=choice), asked).fetchall()
    return [_listed(row) for row in rows]


def _listed(row: dict[str, Any]) -> ListedProfile:
    facts = row.pop("facts")
    trimmed = facts.get("trimmed", {})
    return ListedProfile(
        **(row | {"groups": _groups(row)}),
        repetitions=facts.get("repetitions"),
        cpu_s=facts.get("cpu_s"),
        with_symbols=facts.get("with_symbols"),
        trimmed_stacks=trimmed.get("stacks", 0),
        trimmed_samples=trimmed.get("samples", 0),
    )


def _groups(row: dict[str, Any]) -> list[GroupShare]:
    return [
        GroupShare(
            name=group["name"],
            samples=group["samples"],
            share=group["samples"] / row["samples"],
            low=group.get("low"),
            high=group.get("high"),
            self_samples=group["self_samples"],
            self_share=group["self_samples"] / row["samples"],
            self_low=group.get("self_low"),
            self_high=group.get("self_high"),
            functions=group["functions"],
        )
        for group in row["groups"]
    ]


def read_stacks(session: Session, project_id: int, profile_id: int) -> bytes | None:
    """Return folded stacks in gzip."""
    row = raw_connection(session).execute(STACKS, (project_id, profile_id)).fetchone()
    return bytes(row[0]) if row else None

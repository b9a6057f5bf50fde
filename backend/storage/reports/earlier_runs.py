"""Runs that stand at commits already, of reports other than those that come."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection

NEWEST = 500
"""Waiting reports that are looked at."""
_MEASURED = """
select distinct commit.name
from run
join suite on suite.project_id = run.project_id and suite.id = run.suite_id
join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
join branch on branch.project_id = run.project_id and branch.id = run.branch_id
join commit on commit.project_id = run.project_id and commit.id = run.commit_id
join report on report.project_id = run.project_id and report.id = run.report_id
where run.project_id = %s and suite.name = %s and testbed.name = %s and branch.name = %s
  and commit.name = any(%s) and not report.idempotency_key = any(%s)
"""
_WAITING = """
select body from report
where project_id = %s and state = 'accepted' and state <> 'ingested'
  and not idempotency_key = any(%s)
order by id desc
limit %s
"""


class _NamedRun(msgspec.Struct, frozen=True):
    name: str


class _Committed(msgspec.Struct, frozen=True):
    id: str


class _Waiting(msgspec.Struct, frozen=True):
    suite: _NamedRun
    testbed: str
    branch: str
    commit: _Committed


@dataclass(frozen=True, slots=True)
class MeasuredPlace:
    """Where runs of one suite hang."""

    suite: str
    testbed: str
    branch: str


_waiting = msgspec.json.Decoder(_Waiting)


def measured_before(
    session: Session,
    project_id: int,
    places: dict[MeasuredPlace, list[str]],
    keys: Sequence[str],
) -> dict[MeasuredPlace, set[str]]:
    """Return the commits of each place that reports with other keys have measured already."""
    connection = raw_connection(session)
    known = list(keys)
    bodies = connection.execute(_WAITING, (project_id, known, NEWEST)).fetchall()
    waiting = [_waiting.decode(zlib.decompress(body)) for (body,) in bodies]
    found = {}
    for place, names in places.items():
        asked = (project_id, place.suite, place.testbed, place.branch, names, known)
        stored = {name for (name,) in connection.execute(_MEASURED, asked).fetchall()}
        coming = {
            one.commit.id
            for one in waiting
            if (one.suite.name, one.testbed, one.branch)
            == (place.suite, place.testbed, place.branch)
        }
        found[place] = stored | coming.intersection(names)
    return found

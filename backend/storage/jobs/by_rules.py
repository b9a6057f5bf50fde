"""What rules that ask for jobs look at: changes without a job, and what their jobs took."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import log
from typing import Any, LiteralString

from sqlalchemy.orm import Session

from backend.domain.jobs.nights import RULE_KEY, JobRule, Night, RuleMinutes
from backend.storage.engine import raw_connection
from backend.storage.jobs.queue import attended_testbeds

# branches of pull requests may be those of forks, whose code nobody runs unasked; a level that
# was 0 has no ratio that commits could show again; an array of ids can use the index of jobs
UNASKED: LiteralString = """
select p.id, p.series_id, s.testbed_id, m.group_id, p.low, p.high from change_point p
join series s on s.project_id = p.project_id and s.id = p.series_id
join branch b on b.project_id = p.project_id and b.id = s.branch_id
left join alert_member m on m.project_id = p.project_id and m.change_id = p.id
where p.project_id = %(project)s and p.state = any(%(states)s)
  and p.kind <> 'environment' and p.aspect = '' and not p.same_code and not s.is_hidden
  and p.low < 'infinity' and p.previous_commit_id is not null and b.pull_request is null
  and (%(kind)s not in ('bisect', 'backfill') or (p.kind = 'step' and p.suspects > 1))
  and not exists (
      select from job j
      where j.project_id = p.project_id and j.kind = %(kind)s
        and j.change_id = any(array(
            select p.id union all
            select change_id from alert_member
            where project_id = p.project_id and group_id = m.group_id))
      having count(*) filter (where j.state not in ('failed', 'expired')
                              or j.ended_at >= %(begins)s) > 0 or count(*) >= %(tries)s)
  and not exists (
      select from pull_request q
      join commit c on c.project_id = p.project_id and c.name = q.head
      where q.project_id = p.project_id and q.is_from_fork and q.merged_as is null
        and c.id in (p.commit_id, p.last_commit_id))
order by p.detected_at desc, p.id desc
"""
MINUTES: LiteralString = """
with own as (
    select asker, budget_minutes, ended_at is not null as is_over, ended_at is null
           and (asked_at >= %(begins)s or state <> 'queued') as is_held,
           case when state = 'queued' and not (testbed_id = any(%(here)s)) then testbed_id end
               as absent, spent_s
         + case when state in ('failed', 'cancelled') and leased_at is not null
                then greatest(extract(epoch from ended_at - leased_at), 0) else 0 end as took_s
    from job
    where project_id = %(project)s and asker = any(%(askers)s)
      and (asked_at >= %(begins)s or ended_at is null))
select asker, coalesce(sum(took_s) filter (where is_over), 0)::float8 / 60,
       coalesce(sum(budget_minutes) filter (where is_held and absent is null), 0)::float8,
       coalesce(array_agg(distinct absent) filter (where absent is not null), '{}')
from own group by asker
"""
WITHOUT_HOPE: LiteralString = """
select exists (
    select from job
    where project_id = %(project)s and kind = 'sweep' and ended_at >= %(since)s
      and (state in ('failed', 'expired')
           or verdict ->> 'finding' in ('several best', 'not measured'))
      and exists (select from jsonb_path_query(plan, '$.curves[*].series[*]') as one
                  where one::bigint = any(%(series)s)))
"""
FOUND: LiteralString = """
select asker, verdict ->> 'finding', count(*) from job
where project_id = %s and asker like %s and kind = 'confirm' and state = 'finished'
group by 1, 2
"""
MOST_TRIES = 3
"""Jobs about one change, of which each failed or was never taken."""
TRY_LOCK: LiteralString = "select pg_try_advisory_xact_lock(%s, %s::int)"
_FOLLOWING = 0x7275_6C65
"""First half of the advisory lock's key; the project is the other half."""
RULED: LiteralString = """
select project_id from (
    select distinct on (project_id) project_id, text from threshold_version
    order by project_id, number desc) as held
join project on project.id = held.project_id and project.deleted_at is null
where text like '%job%' order by project_id
"""
IS_OF_OTHERS: LiteralString = """
select exists (select from branch
               where project_id = %(project)s and name = %(branch)s and pull_request is not null)
    or exists (select from pull_request
               where project_id = %(project)s and is_from_fork and merged_as is null
                 and head = %(commit)s)
"""


@dataclass(frozen=True, slots=True)
class UnaskedChange:
    """A change that a rule may have measured."""

    id: int
    series: int
    testbed: int
    group: int | None
    """Its alert group."""
    low: float
    high: float

    @property
    def effect(self) -> float:
        """How large the change surely is: its interval's distance from none, as a logarithm."""
        if self.low > 1.0:
            return log(self.low)
        return -log(self.high) if 0.0 < self.high < 1.0 else 0.0


def hold_following(session: Session, project_id: int) -> bool:
    """Let nobody else follow the rules of a project meanwhile; False where somebody does."""
    found = raw_connection(session).execute(TRY_LOCK, (_FOLLOWING, project_id)).fetchone()
    return found is not None and found[0]


def projects_with_rules(session: Session) -> list[int]:
    """Return the projects whose thresholds may hold such rules."""
    return [row[0] for row in raw_connection(session).execute(RULED)]


def unasked_changes(
    session: Session, project_id: int, rule: JobRule, night: Night
) -> list[UnaskedChange]:
    """Return changes in the states of a rule that no job of its kind told about, newest first.

    One job tells about a whole alert group. Those that failed or were never taken are asked for
    again in the next night, a few times. None of branches of pull requests.
    """
    asked: dict[str, Any] = {
        "project": project_id, "kind": rule.ask, "states": list(rule.states),
        "begins": night.begins, "tries": MOST_TRIES,
    }  # fmt: skip
    rows = raw_connection(session).execute(UNASKED, asked)
    return [UnaskedChange(*row) for row in rows]


def is_without_hope(
    session: Session, project_id: int, series: Sequence[int], since: datetime
) -> bool:
    """Tell whether a job since some time has left a sweep of these series undecided."""
    asked: dict[str, Any] = {"project": project_id, "series": list(series), "since": since}
    found = raw_connection(session).execute(WITHOUT_HOPE, asked).fetchone()
    return found is not None and found[0]


def is_of_others(session: Session, project_id: int, branch: str, commit: str) -> bool:
    """Tell whether code may be somebody's that nobody reviewed: of a pull request or a fork."""
    asked = {"project": project_id, "branch": branch, "commit": commit}
    found = raw_connection(session).execute(IS_OF_OTHERS, asked).fetchone()
    return found is not None and found[0]


def minutes_of(
    session: Session, project_id: int, rules: Sequence[JobRule], night: Night
) -> dict[str, RuleMinutes]:
    """Return what the jobs of rules take of a night, by the key of their asker.

    A job that waits on a testbed without an agent that takes it takes nothing.
    """
    asked: dict[str, Any] = {
        "project": project_id, "begins": night.begins,
        "askers": [rule.asker.key for rule in rules],
        "here": attended_testbeds(session, project_id),
    }  # fmt: skip
    rows = raw_connection(session).execute(MINUTES, asked)
    return {asker: RuleMinutes(spent, held, absent) for asker, spent, held, absent in rows}


def findings_of_rules(session: Session, project_id: int) -> dict[tuple[str, str], int]:
    """Count what confirmations that rules asked for found, by the asker's key and the finding."""
    rows = raw_connection(session).execute(FOUND, (project_id, f"{RULE_KEY}%"))
    return {(asker, finding): count for asker, finding, count in rows}

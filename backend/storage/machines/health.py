"""How the machines of a project did in its newest runs."""

from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.views.overviews import MachineRuns
from backend.storage.engine import cursor_of

NEWEST = 300
"""Runs looked at: enough for every machine that measures, few enough to read each time."""
_HEALTH: LiteralString = """
with newest as (
    select id, machine_id, started_at, received_at, trigger = 'import' as is_imported
    from run where project_id = %(project)s and machine_id is not null
    order by started_at desc limit %(newest)s
), told as (
    select newest.machine_id, count(*) filter (where not is_imported) as runs,
           max(started_at) filter (where not is_imported) as last_run_at,
           max(received_at) filter (where is_imported) as imported_at,
           count(*) filter (where said.verdict = 'veto') as vetoed,
           count(*) filter (where said.verdict = 'moved') as moved,
           (array_agg(said.score order by started_at desc)
            filter (where said.score is not null))[1] as score
    from newest
    left join machine_reading said
      on said.project_id = %(project)s and said.run_id = newest.id
    group by newest.machine_id
)
select machine.id, machine.name, testbed.name, coalesce(told.runs, 0), told.last_run_at,
       told.score, coalesce(told.vetoed, 0), coalesce(told.moved, 0),
       coalesce(told.runs, 0) = 0 and told.imported_at is null and exists (
           select from run where run.project_id = machine.project_id
                             and run.machine_id = machine.id),
       told.imported_at
from machine
join testbed on testbed.project_id = machine.project_id and testbed.id = machine.testbed_id
left join told on told.machine_id = machine.id
where machine.project_id = %(project)s and machine.archived_at is null
order by testbed.name, machine.name
"""


def read_machine_health(session: Session, project_id: int) -> list[MachineRuns]:
    """Return every machine with what its runs among the newest of the project say of it."""
    cursor = cursor_of(session, MachineRuns)
    return cursor.execute(_HEALTH, {"project": project_id, "newest": NEWEST}).fetchall()

"""What differs between two runs in environment and machine, for many pairs of runs at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.reports.run_pages import AttributeChange, RunSurroundings, changed_attributes
from backend.storage.engine import raw_connection

Pair = tuple[int | None, int | None]

# runs of one environment on one machine are the rule, and their attributes need no reading; they
# are looked up one by one, since joins take PostgreSQL longer to plan than all of it to do
_DIFFERING: LiteralString = """
select old.id, new.id,
       (select attributes from environment
        where project_id = old.project_id and id = old.environment_id),
       coalesce((select attributes from fingerprint
                 where project_id = old.project_id and id = old.fingerprint_id), '{}'),
       (select attributes from environment
        where project_id = new.project_id and id = new.environment_id),
       coalesce((select attributes from fingerprint
                 where project_id = new.project_id and id = new.fingerprint_id), '{}')
from unnest(%s::bigint[], %s::bigint[]) as pair (before, after)
join run old on old.project_id = %s and old.id = pair.before
join run new on new.project_id = old.project_id and new.id = pair.after
where (old.environment_id, old.fingerprint_id)
      is distinct from (new.environment_id, new.fingerprint_id)
"""


@dataclass(frozen=True, slots=True)
class RunDifferences:
    """What differs between two runs: in the environment, and in the machine."""

    environment: Sequence[AttributeChange] = ()
    machine: Sequence[AttributeChange] = ()


NONE = RunDifferences()


def read_differences(
    session: Session, project_id: int, pairs: Iterable[Pair]
) -> dict[Pair, RunDifferences]:
    """Return the attributes that differ, by pair of runs; pairs without any are left out."""
    known = {pair for pair in pairs if None not in pair}
    if not known:
        return {}
    before, after = (list(column) for column in zip(*known, strict=True))
    rows = raw_connection(session).execute(_DIFFERING, (before, after, project_id)).fetchall()
    return {
        (old, new): RunDifferences(
            changed_attributes(RunSurroundings(before, {}), RunSurroundings(after, {})),
            changed_attributes(RunSurroundings({}, old_machine), RunSurroundings({}, new_machine)),
        )
        for old, new, before, old_machine, after, new_machine in rows
    }

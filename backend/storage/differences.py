"""What differs between two runs in environment and machine, for many pairs of runs at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.domain.run_pages import AttributeChange, Surroundings, changed_attributes
from backend.storage.engine import raw_connection

Pair = tuple[int | None, int | None]

# runs of one environment on one machine are the rule, and their attributes need no reading
_DIFFERING: LiteralString = """
select old.id, new.id, e.attributes, coalesce(f.attributes, '{}'),
       g.attributes, coalesce(h.attributes, '{}')
from unnest(%s::bigint[], %s::bigint[]) as pair (before, after)
join run old on old.project_id = %s and old.id = pair.before
join run new on new.project_id = old.project_id and new.id = pair.after
join environment e on e.project_id = old.project_id and e.id = old.environment_id
join environment g on g.project_id = new.project_id and g.id = new.environment_id
left join fingerprint f on f.project_id = old.project_id and f.id = old.fingerprint_id
left join fingerprint h on h.project_id = new.project_id and h.id = new.fingerprint_id
where (old.environment_id, old.fingerprint_id)
      is distinct from (new.environment_id, new.fingerprint_id)
"""


@dataclass(frozen=True, slots=True)
class Differences:
    """What differs between two runs: in the environment, and in the machine."""

    environment: Sequence[AttributeChange] = ()
    machine: Sequence[AttributeChange] = ()


NONE = Differences()


def read_differences(
    session: Session, project_id: int, pairs: Iterable[Pair]
) -> dict[Pair, Differences]:
    """Return the attributes that differ, by pair of runs; pairs without any are left out."""
    known = {pair for pair in pairs if None not in pair}
    if not known:
        return {}
    before, after = (list(column) for column in zip(*known, strict=True))
    rows = raw_connection(session).execute(_DIFFERING, (before, after, project_id)).fetchall()
    return {
        (old, new): Differences(
            changed_attributes(Surroundings(before, {}), Surroundings(after, {})),
            changed_attributes(Surroundings({}, old_machine), Surroundings({}, new_machine)),
        )
        for old, new, before, old_machine, after, new_machine in rows
    }

"""The members of alert groups, as far as thresholds ask for them."""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection

# a group whose members are all fixed or taken back is news as a whole
_COUNTED: LiteralString = """
select distinct m.group_id, c.series_id
from alert_member m
join alert_group g on g.project_id = m.project_id and g.id = m.group_id
join change_point c on c.project_id = m.project_id and c.id = m.change_id
where m.project_id = %s and m.group_id = any(%s)
  and (c.state in ('confirmed', 'fixed', 'withdrawn')
       or c.state = 'refuted' and g.state = 'invalid')
"""


def counted_series(
    session: Session, project_id: int, group_ids: Sequence[int]
) -> list[tuple[int, int]]:
    """Return each group with each series in which it has or had a confirmed change."""
    return raw_connection(session).execute(_COUNTED, (project_id, list(group_ids))).fetchall()

"""Which changes are open and which are history: the one rule of every page, list and count.

Open is what stands in an open group. A group that was found long after its commit was made came
with results imported later: it is history, and asks nobody to act.
"""

from typing import LiteralString

from backend.domain.changes.group_views import HISTORY_AGE
from backend.storage.tables.changes.alerts import AlertGroupRow

found_late = AlertGroupRow.opened_at - AlertGroupRow.time > HISTORY_AGE
"""The rule for queries of groups: see `is_found_late`."""

IS_HISTORY: LiteralString = f"g.opened_at - g.time > interval '{HISTORY_AGE.days} days'"
"""The same of a group `g`."""
STANDS: LiteralString = "c.state = 'confirmed' and c.kind <> 'environment' and not c.same_code"
"""Of a change point `c`: a step that the code may have made."""
IN_GROUP: LiteralString = """
join alert_member m on m.project_id = c.project_id and m.change_id = c.id
join alert_group g on g.project_id = m.project_id and g.id = m.group_id and g.state = 'open'
"""
"""To be joined to a change point `c`: its group `g`, where that is open or history."""
COUNT_OF_SERIES: LiteralString = f"""
case when state.open_changes > 0 then (
    select count(*) from change_point c {IN_GROUP}
    where c.project_id = state.project_id and c.series_id = state.series_id
      and {STANDS} and not ({IS_HISTORY}))
else 0 end
"""  # noqa: S608  a constant condition
"""Open changes of a series by its row `state`, which counts all that stand."""

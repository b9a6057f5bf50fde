"""Which changes are open and which are history: the one rule of every page, list and count.

Open is what stands in an open group. History is a step or a drift of the code whose results came
long after its commits were made, as those of imports and of old releases do: it asks nobody to act.
A drift counts by the last commits of its 20 worst series, so one that goes on is open. What came
in time is open, however long it took to be found; so is what was opened once more.
"""

from typing import LiteralString

from sqlalchemy import Boolean, literal_column

from backend.domain.changes.group_views import HISTORY_AGE

_RULE: LiteralString = """
({g}.cause in ('code', 'drift') and {g}.episode = 1
and {g}.opened_at - {g}.time > interval '{days} days'
and not exists (
    select from change_point lead
    join run on run.project_id = lead.project_id and run.id = lead.run_id
    where lead.project_id = {g}.project_id and lead.id = {g}.lead_id
      and run.received_at - {g}.time <= interval '{days} days')
and ({g}.cause = 'code' or not exists (
    select from alert_member m
    join change_point c on c.project_id = m.project_id and c.id = m.change_id
    join commit on commit.project_id = c.project_id and commit.id = c.last_commit_id
    where m.project_id = {g}.project_id and m.group_id = {g}.id and m.rank < 20
      and {g}.opened_at - commit.time <= interval '{days} days')))
"""
IS_HISTORY: LiteralString = _RULE.format(g="g", days=HISTORY_AGE.days)
"""Of a group `g`."""
found_late = literal_column(_RULE.format(g="alert_group", days=HISTORY_AGE.days), Boolean)
"""The same for queries of groups."""
STANDS: LiteralString = "c.state = 'confirmed' and c.kind <> 'environment' and not c.same_code"
"""Of a change point `c`: a step that the code may have made."""
IN_GROUP: LiteralString = """
join alert_member m on m.project_id = c.project_id and m.change_id = c.id
join alert_group g on g.project_id = m.project_id and g.id = m.group_id and g.state = 'open'
"""
"""To be joined to a change point `c`: its group `g`, where that is open or history."""
NOT_OF_PULL: LiteralString = """
not exists (
    select from branch b
    where b.project_id = s.project_id and b.id = s.branch_id and b.pull_request is not null)
"""
"""Of a series `s`: changes on branches of pull requests are counted with their pull requests."""
COUNT_OF_SERIES: LiteralString = f"""
case when state.open_changes > 0 then (
    select count(*) from change_point c {IN_GROUP}
    where c.project_id = state.project_id and c.series_id = state.series_id
      and {STANDS} and not ({IS_HISTORY}))
else 0 end
"""  # noqa: S608  a constant condition
"""Open changes of a series by its row `state`, which counts all that stand."""

"""Look for splits in what was stored before anybody looked: once for each suite.

New runs and changes ask for a look of their own. What came from an older version, or while splits
were not looked for, would never be proposed without this.
"""

from sqlalchemy.orm import Session

from backend.services.splits.find import MOST_GROUPS
from backend.services.task_queue import TaskQueue
from backend.storage.splits import unprocessed_suites

MOST_CHANGES = 5 * MOST_GROUPS
"""Commit ranges of one suite, the newest, at which both kinds of changes are looked at."""


def backfill_suite(session: Session, queue: TaskQueue) -> bool:
    """Ask for a look at one suite; False where every suite has had one."""
    found = unprocessed_suites.take_suite(session, MOST_CHANGES)
    if found is None:
        return False
    if found.run_ids:
        queue.request_splits_of_runs(found.project_id, found.run_ids)
    for start in range(0, len(found.change_ids), MOST_GROUPS):
        some = found.change_ids[start : start + MOST_GROUPS]
        queue.request_splits_of_changes(found.project_id, some)
    return True

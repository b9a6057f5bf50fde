"""Judge series again after their thresholds changed, without telling anybody of old changes."""

from sqlalchemy.orm import Session

from backend.services.changes.detect import detect_changes
from backend.services.splits.find import request_at_changes
from backend.services.task_queue import TaskQueue, read_new_thresholds
from backend.storage import outbox
from backend.storage.series import states as series_states
from backend.storage.thresholds.rows import rules_of_version


def apply_requested(
    session: Session, queue: TaskQueue, project_id: int, outbox_id: int
) -> list[int]:
    """Do the work of one outbox row and remove it; returns the change points touched.

    Points that nobody has analysed yet are judged by the rules under which they came: what those
    show is news. Whatever differs after that does so because of the rules.
    """
    told = outbox.take(session, outbox_id)
    if told is None:
        return []
    old_number, series_ids = read_new_thresholds(told)
    states = series_states.lock(session, project_id, series_ids)
    grown = [id_ for id_, state in states.items() if state.n != state.analysed_n]
    old = rules_of_version(session, project_id, old_number)
    news = detect_changes(session, project_id, grown, old) if grown else []
    moved = detect_changes(session, project_id, series_ids, is_afresh=True)
    quiet = [id_ for id_ in moved if id_ not in set(news)]
    outbox.remove(session, outbox_id)
    request_at_changes(session, queue, project_id, [*news, *quiet])
    if news:
        queue.request_alert_grouping(project_id, news)
    if quiet:
        queue.request_quiet_grouping(project_id, quiet)
    return [*news, *quiet]

"""Check budgets by the runs that came in, and tell once when one is broken or kept again."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import full_name
from backend.domain.notifications.outages import OutageKind, Sign
from backend.domain.thresholds.bounds import BudgetState
from backend.services.notifications.detect_outages import end_forgotten_budgets, open_budgets
from backend.services.notify import BEGUN, OVER, notify_of_outages
from backend.services.task_queue import TaskName, TaskQueue, read_budgets_asked
from backend.services.thresholds.hold_bounds import HeldBudget, hold_budgets
from backend.storage import outbox
from backend.storage.notifications import outages
from backend.storage.thresholds import bounds
from backend.storage.thresholds.bounds import NewestResult


def check_requested(
    session: Session, queue: TaskQueue, project_id: int, outbox_id: int
) -> list[int]:
    """Do the work of one outbox row; returns the series of which something is different.

    It stays for the next look while detection has not found the newest results of series again.
    """
    asked = outbox.take(session, outbox_id)
    if asked is None:
        return []
    runs, series = read_budgets_asked(asked)
    if series and _wait_for_detection(session, project_id, series):
        return []
    newest = bounds.read_current(session, project_id, runs, series)
    touched = check_budgets(session, queue, project_id, newest)
    touched += end_forgotten_budgets(session, project_id)
    outbox.remove(session, outbox_id)
    return touched


def check_budgets(
    session: Session, queue: TaskQueue, project_id: int, newest: Sequence[NewestResult]
) -> list[int]:
    """Judge series by their newest results; what is unsure stays as it was.

    What no budget asks for any more ends and nobody is told: it is not kept again.
    """
    held = {_thing(one): one for one in hold_budgets(session, project_id, newest)}
    series = {one.series_id for one in newest}
    known = {one.thing: one for one in open_budgets(session, project_id) if one.thing_id in series}
    kept = {thing for thing, one in held.items() if one.state is BudgetState.KEPT}
    broken = {thing for thing, one in held.items() if one.state is BudgetState.BROKEN}
    gone = [one for thing, one in known.items() if thing not in held]
    over = [one for thing, one in known.items() if thing in kept]
    outages.end(session, project_id, [one.id for one in gone])
    ended = outages.end(session, project_id, [one.id for one in over])
    begun = [
        (held[thing], outages.begin(session, project_id, _sign(held[thing])))
        for thing in sorted(broken - known.keys())
    ]
    told = [(id_, BEGUN) for _, id_ in begun if id_ is not None]
    told += [(id_, OVER) for id_ in ended]
    if told:
        notify_of_outages(session, project_id, told)
        queue.request_delivery(project_id)
    return sorted({one.series.id for one, _ in begun} | {one.thing_id for one in (*gone, *over)})


def _wait_for_detection(session: Session, project_id: int, series: Sequence[int]) -> bool:
    tasks = TaskName.DETECT_CHANGES, TaskName.APPLY_THRESHOLDS
    waiting = (outbox.subjects_waiting(session, task, project_id) for task in tasks)
    return any(not some.isdisjoint(series) for some in waiting)


def _thing(one: HeldBudget) -> str:
    return f"{one.series.id}:{one.budget}"


def _sign(one: HeldBudget) -> Sign:
    return Sign(
        OutageKind.BUDGET,
        _thing(one),
        f"{one.budget}: {full_name(one.series)} ({one.series.testbed})",
        one.sentence[:300],
        one.measured_at,
    )

"""Check budgets by the runs that came in, and tell once when one is broken or kept again."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import full_name
from backend.domain.notifications.outages import OutageKind, Sign
from backend.domain.thresholds.bounds import BudgetState
from backend.services.notify import BEGUN, OVER, notify_of_outages
from backend.services.task_queue import TaskQueue
from backend.services.thresholds.hold_bounds import HeldBudget, hold
from backend.storage import outbox
from backend.storage.notifications import outages
from backend.storage.thresholds import bounds


def check_requested(
    session: Session, queue: TaskQueue, project_id: int, outbox_id: int
) -> list[int]:
    """Do the work of one outbox row; returns the series of which something is different."""
    run_ids = outbox.take(session, outbox_id)
    if run_ids is None:
        return []
    touched = check_budgets(session, queue, project_id, run_ids)
    outbox.remove(session, outbox_id)
    return touched


def check_budgets(
    session: Session, queue: TaskQueue, project_id: int, run_ids: Sequence[int]
) -> list[int]:
    """Judge the series whose newest results are of these runs; what is unsure stays as it was."""
    newest = bounds.read_newest(session, project_id, run_ids)
    held = {_thing(one): one for one in hold(session, project_id, newest).budgets}
    series = {one.series_id for one in newest}
    known = {
        one.thing: one
        for one in outages.open_outages(session, project_id)
        if one.kind is OutageKind.BUDGET and one.thing_id in series
    }
    standing = {
        thing
        for thing, one in held.items()
        if one.state is BudgetState.BROKEN or (one.state is BudgetState.UNSURE and thing in known)
    }
    over = [one for thing, one in known.items() if thing not in standing]
    outages.end(session, project_id, [one.id for one in over])
    begun = [
        (held[thing], outages.begin(session, project_id, _sign(held[thing])))
        for thing in sorted(standing - known.keys())
    ]
    told = [(id_, BEGUN) for _, id_ in begun if id_ is not None]
    told += [(one.id, OVER) for one in over]
    if told:
        notify_of_outages(session, project_id, told)
        queue.request_delivery(project_id)
    return sorted({one.series.id for one, _ in begun} | {one.thing_id for one in over})


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

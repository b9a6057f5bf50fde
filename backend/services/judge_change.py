"""A person says of a change point that it is none, or takes that back."""

from sqlalchemy.orm import Session

from backend.domain.change_states import Event, after, applies
from backend.domain.errors import ConflictError, NotFoundError
from backend.domain.reconciliation import Closing
from backend.services.task_queue import TaskQueue
from backend.storage import change_points


def judge_change(
    session: Session, queue: TaskQueue, project_id: int, change_id: int, *, is_change: bool
) -> None:
    """Store what a person says, and ask for a look at the series: its counts follow from that.

    NotFoundError where the project has no such change point, ConflictError where what is said
    does not apply to it: only what is open or fixed can be refuted, only what a person refuted
    can be opened again.
    """
    found = change_points.lock(session, project_id, change_id)
    if found is None:
        raise NotFoundError(f"there is no change point {change_id} in this project")
    series_id, standing = found
    event = Event.REOPENED if is_change else Event.REJECTED
    judged = after(standing, event)
    if judged is None or not applies(standing, event):
        raise ConflictError(
            f"change point {change_id} is {standing.state} by {standing.cause}:"
            f" it cannot be {'opened again' if is_change else 'refuted'}"
        )
    change_points.move(session, project_id, Closing(change_id, judged))
    queue.request_detection(project_id, [series_id])

"""Whose work is next, where the work of several projects waits."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.services.bursts import ready_projects
from backend.services.task_names import TaskName
from backend.storage import outbox


class Turns:
    """The turns that one process has given: whoever waits and was served longest ago is next.

    So a project that sends a hundred times as much as another takes a hundred turns, and the other
    waits for one of them.
    """

    def __init__(self) -> None:
        self._served: dict[int, int] = {}
        self._count = 0

    def next(self, waiting: Sequence[int], asked: int) -> int:
        """Return a project of those that wait; the one asked for where none was served before it.

        Raises ValueError where nobody waits.
        """
        chosen = min(waiting, key=lambda one: (self._served.get(one, 0), one != asked))
        self._count += 1
        self._served = {one: at for one, at in self._served.items() if one in waiting}
        self._served[chosen] = self._count
        return chosen


def choose_row(
    session: Session, turns: Turns, task: TaskName, asked: tuple[int, int]
) -> tuple[int, int] | None:
    """Return project and row of the outbox to do now, instead of those that were asked for.

    What other workers hold is passed over, so that no message ends without work while some waits,
    and so is what waits for further reports. None where nothing is left.
    """
    waiting = ready_projects(session, task)
    while waiting:
        chosen = turns.next(waiting, asked[0])
        if chosen == asked[0] and outbox.is_free(session, asked[1]):
            return asked
        row = outbox.oldest_free(session, task, chosen)
        if row is not None:
            return chosen, row
        waiting = [one for one in waiting if one != chosen]
    return None

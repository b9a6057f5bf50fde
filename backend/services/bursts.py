"""What is better done once after a burst of reports than after each batch of them.

Series that grow are judged from their whole histories, and splits from whole runs. While more
reports of the project wait, the next batch asks for the same again. So such work waits until they
are done, for some seconds at most. Its rows stay in the outbox: whoever did what they wait for
tells of them after the commit, and the sweep does where that process was killed.
"""

from collections.abc import Collection, Mapping

from sqlalchemy.orm import Session

from backend.services.task_queue import TaskMessage, TaskName
from backend.storage import outbox
from backend.storage.outbox import Patience

DETECTION_CHUNK = 256
"""Series that one detection task looks at."""
DETECTION_WAITS_S = 2.0
"""How long series that ask for detection wait for further reports."""
LOOKS_WAIT_S = 5.0
"""How long a look at splits waits."""
PATIENCE: Mapping[str, Patience] = {
    TaskName.DETECT_CHANGES: Patience((TaskName.INGEST_REPORTS,), DETECTION_WAITS_S),
    TaskName.FIND_SPLITS_IN_RUNS: Patience((TaskName.INGEST_REPORTS,), LOOKS_WAIT_S),
    TaskName.FIND_SPLITS_AT_CHANGES: Patience(
        (TaskName.INGEST_REPORTS, TaskName.DETECT_CHANGES), LOOKS_WAIT_S
    ),
}


def ready_projects(session: Session, task: TaskName) -> list[int]:
    """Return the projects that have work of a task which need not wait any longer."""
    return outbox.projects_ready(session, task, PATIENCE[task])


def is_ready(session: Session, project_id: int, task: TaskName) -> bool:
    """Tell whether there is work of a task and project that need not wait any longer."""
    return bool(outbox.oldest_ready(session, project_id, {task: PATIENCE[task]}))


def ready_work(session: Session, project_id: int, told: Collection[int] = ()) -> list[TaskMessage]:
    """Return a message for each task of which work need not wait any longer: the oldest row.

    To be asked for in a transaction that begins after the commit of what was waited for: whatever
    was found waiting before it is seen here. Rows that the commit itself told of are left out.
    """
    found = outbox.oldest_ready(session, project_id, PATIENCE)
    return [TaskMessage(TaskName(task), project_id, row) for task, row in found if row not in told]

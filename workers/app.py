"""The Celery app: its queues are listed here, and a task of an unknown queue is refused."""

from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_init, worker_process_init, worker_process_shutdown

from backend import log, tracing
from backend.memory import collect_rarely
from backend.services.relay import broker_queues
from backend.services.task_names import QUEUES
from backend.settings import settings

LONGEST_TASK_S = 600
LONGEST_WAIT_S = 5
"""Between two tries to reach a broker that is away."""

app = Celery("tidemark", broker=settings().redis_url)
app.conf.update(
    include=[
        "workers.tasks.ingestion",
        "workers.tasks.detection",
        "workers.tasks.alerting",
        "workers.tasks.imports",
        "workers.tasks.splits",
        "workers.tasks.claims",
        "workers.tasks.jobs",
        "workers.tasks.maintenance",
        "workers.tasks.notifications",
        "workers.tasks.thresholds",
        "workers.tasks.forges",
    ],
    task_queues=broker_queues(),
    task_create_missing_queues=False,
    task_default_queue="maintenance",
    task_routes={str(task): {"queue": queue} for task, queue in QUEUES.items()},
    # a task is acknowledged when it is done: a killed worker's task is given to another one
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    # a task that hangs is killed with its process; what it had locked is free again
    task_time_limit=LONGEST_TASK_S,
    broker_transport_options={
        "visibility_timeout": LONGEST_TASK_S,
        "socket_keepalive": True,
        "interval_max": LONGEST_WAIT_S,
    },
    broker_connection_retry_on_startup=True,
    task_ignore_result=True,
    worker_hijack_root_logger=False,
    worker_cancel_long_running_tasks_on_connection_loss=True,
)
app.steps["consumer"].add("workers.heart:ConsumerHeart")
log.configure(settings().log_level)


@setup_logging.connect
def _log_as_we_do(loglevel: int | str = "INFO", **_arguments: Any) -> None:  # noqa: ANN401
    """Let Celery's own lines be JSON too."""
    log.adopt_libraries(loglevel)


@worker_init.connect
def _share(**_arguments: Any) -> None:  # noqa: ANN401
    """Load what every task needs before the processes of the pool are forked: they share it."""
    import workers.process  # noqa: PLC0415  not while the app is read
    import workers.task_measuring  # noqa: F401, PLC0415  likewise

    collect_rarely()


@worker_process_init.connect
def _prepare(**_arguments: Any) -> None:  # noqa: ANN401
    """Make what a process holds before the first task, not during it."""
    from workers.process import process  # noqa: PLC0415  not while the app is read

    tracing.begin("worker")
    tracing.trace_tasks()
    process()


@worker_process_shutdown.connect
def _finish(**_arguments: Any) -> None:  # noqa: ANN401
    """Let messages that are under way arrive."""
    from workers.process import process  # noqa: PLC0415  not while the app is read

    if process.cache_info().currsize:
        process().close()
    tracing.end()

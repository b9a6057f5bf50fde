"""Every periodic task; the only schedule there is."""

from backend.domain.readiness import BEAT_EVERY_S
from backend.services.task_names import TaskName

SCHEDULE = {
    "show that tasks are done": {
        "task": str(TaskName.SHOW_LIFE),
        "schedule": BEAT_EVERY_S,
        "options": {"queue": "maintenance", "expires": 10},
    },
    "redeliver work that a crash left behind": {
        "task": str(TaskName.REDELIVER_OUTBOX),
        "schedule": 5.0,
        "options": {"queue": "maintenance", "expires": 10},
    },
    "send what waits or failed": {
        "task": str(TaskName.DELIVER_MESSAGES),
        "schedule": 5.0,
        "options": {"queue": "alerting", "expires": 10},
    },
    "mail links that people asked for": {
        "task": str(TaskName.MAIL_LINKS),
        "schedule": 5.0,
        "options": {"queue": "alerting", "expires": 10},
    },
    "update pull requests on their forges": {
        "task": str(TaskName.UPDATE_PULL_REQUESTS),
        "schedule": 5.0,
        "options": {"queue": "forge", "expires": 10},
    },
    "detect outages": {
        "task": str(TaskName.DETECT_OUTAGES),
        "schedule": 60.0,
        "options": {"queue": "maintenance", "expires": 60},
    },
    "watch the server itself": {
        "task": str(TaskName.WATCH_SERVER),
        "schedule": 60.0,
        "options": {"queue": "maintenance", "expires": 60},
    },
    "give jobs of lost agents again": {
        "task": str(TaskName.REQUEUE_JOBS),
        "schedule": 5.0,
        "options": {"queue": "maintenance", "expires": 10},
    },
    "ask for what rules want measured": {
        "task": str(TaskName.FOLLOW_JOB_RULES),
        "schedule": 20.0,
        "options": {"queue": "maintenance", "expires": 20},
    },
    "put flaky machines into quarantine": {
        "task": str(TaskName.WATCH_MACHINES),
        "schedule": 60.0,
        "options": {"queue": "maintenance", "expires": 60},
    },
    "compare programs with themselves": {
        "task": str(TaskName.COMPARE_WITH_ITSELF),
        "schedule": 30.0,
        "options": {"queue": "maintenance", "expires": 30},
    },
    "find splits in suites stored before": {
        "task": str(TaskName.BACKFILL_SPLITS),
        "schedule": 60.0,
        "options": {"queue": "maintenance", "expires": 60},
    },
    "forget old events of the audit trail": {
        "task": str(TaskName.FORGET_OLD_EVENTS),
        "schedule": 600.0,
        "options": {"queue": "maintenance", "expires": 600},
    },
}

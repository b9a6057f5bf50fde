"""The names of background tasks, and the queue of each; the scheduler needs nothing else."""

from enum import StrEnum


class TaskName(StrEnum):
    """Every task that may be requested; workers register the same names."""

    INGEST_REPORTS = "ingestion.ingest_reports"
    DETECT_CHANGES = "detection.detect_changes"
    APPLY_THRESHOLDS = "detection.apply_thresholds"
    TRY_THRESHOLDS = "dry_runs.try_thresholds"
    IMPORT_ADDRESSES = "imports.import_addresses"
    FIND_SPLITS_IN_RUNS = "maintenance.find_splits_in_runs"
    FIND_SPLITS_AT_CHANGES = "maintenance.find_splits_at_changes"
    JUDGE_CLAIMS = "claims.judge_runs"
    JUDGE_FUNCTIONS = "detection.judge_functions"
    CHECK_BUDGETS = "budgets.check_runs"
    JUDGE_JOBS = "jobs.judge_jobs"
    FOLLOW_MANIFESTS = "claims.follow_manifests"
    GROUP_CHANGES = "alerting.group_changes"
    GROUP_QUIETLY = "alerting.group_quietly"
    RECORD_ALERT_EVENTS = "alerting.record_events"
    DELIVER_MESSAGES = "alerting.deliver_messages"
    MAIL_LINKS = "alerting.mail_links"
    UPDATE_PULL_REQUESTS = "forge.update_pull_requests"
    DETECT_OUTAGES = "maintenance.detect_outages"
    REDELIVER_OUTBOX = "maintenance.redeliver_outbox"
    COMPARE_WITH_ITSELF = "maintenance.compare_with_itself"
    BACKFILL_SPLITS = "maintenance.backfill_splits"
    FORGET_OLD_EVENTS = "maintenance.forget_old_events"
    REQUEUE_JOBS = "maintenance.requeue_jobs"
    FOLLOW_JOB_RULES = "maintenance.follow_job_rules"
    WATCH_MACHINES = "maintenance.watch_machines"
    SHOW_LIFE = "maintenance.show_life"
    WATCH_SERVER = "maintenance.watch_server"


QUEUES = {
    TaskName.INGEST_REPORTS: "ingestion",
    TaskName.DETECT_CHANGES: "detection",
    TaskName.APPLY_THRESHOLDS: "detection",
    TaskName.TRY_THRESHOLDS: "dry_runs",
    TaskName.IMPORT_ADDRESSES: "imports",
    TaskName.FIND_SPLITS_IN_RUNS: "splits",
    TaskName.FIND_SPLITS_AT_CHANGES: "splits",
    TaskName.JUDGE_CLAIMS: "splits",
    TaskName.JUDGE_FUNCTIONS: "detection",
    TaskName.CHECK_BUDGETS: "splits",
    TaskName.JUDGE_JOBS: "detection",
    TaskName.FOLLOW_MANIFESTS: "splits",
    TaskName.GROUP_CHANGES: "alerting",
    TaskName.GROUP_QUIETLY: "alerting",
    TaskName.RECORD_ALERT_EVENTS: "alerting",
    TaskName.DELIVER_MESSAGES: "alerting",
    TaskName.MAIL_LINKS: "alerting",
    TaskName.UPDATE_PULL_REQUESTS: "forge",
    TaskName.DETECT_OUTAGES: "maintenance",
    TaskName.REDELIVER_OUTBOX: "maintenance",
    TaskName.COMPARE_WITH_ITSELF: "maintenance",
    TaskName.BACKFILL_SPLITS: "maintenance",
    TaskName.FORGET_OLD_EVENTS: "maintenance",
    TaskName.REQUEUE_JOBS: "maintenance",
    TaskName.FOLLOW_JOB_RULES: "maintenance",
    TaskName.WATCH_MACHINES: "maintenance",
    TaskName.SHOW_LIFE: "maintenance",
    TaskName.WATCH_SERVER: "maintenance",
}

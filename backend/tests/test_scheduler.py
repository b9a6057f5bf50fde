"""The scheduler goes on when the clock of the machine is set back."""

import time
from datetime import timedelta

from celery import Celery

from backend.testing.stack import wait_until
from workers.beat import SteadyScheduler


def test_what_was_sent_while_the_clock_was_ahead_is_due_again_after_it_was_set_back() -> None:
    scheduler = SteadyScheduler(app=Celery("of a test", broker="memory://"))
    scheduler.add(name="relay", task="relay", schedule=timedelta(seconds=0.05))

    def has_sent(count: int) -> bool:
        time.sleep(min(scheduler.tick(), 0.05))
        return scheduler.schedule["relay"].total_run_count >= count

    wait_until(lambda: has_sent(2), "it has sent something")
    entry = scheduler.schedule["relay"]
    entry.last_run_at = entry.default_now() + timedelta(hours=2)
    before = entry.total_run_count
    wait_until(lambda: has_sent(before + 2), "it goes on")

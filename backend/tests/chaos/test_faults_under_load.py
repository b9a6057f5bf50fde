"""The short form of `make chaos`: what breaks under load loses and doubles nothing."""

import subprocess
import sys

import pytest

from backend.testing.databases import ROOT

pytestmark = [pytest.mark.chaos, pytest.mark.long(seconds=100)]
FAULTS = 4
"""A worker, a process of the API, PostgreSQL and Redis are killed, one after the other."""


@pytest.mark.nightly(
    shorter=[
        (
            "chaos/test_killed_services.py"
            "::test_a_dead_broker_does_not_keep_reports_out_and_their_work_is_done_later"
        ),
        (
            "chaos/test_killed_services.py"
            "::test_a_dead_database_is_said_and_every_acknowledged_report_survives"
        ),
        (
            "scale/test_bursts_of_reports.py"
            "::test_a_worker_that_is_killed_again_and_again_leaves_no_work_of_a_burst"
        ),
        (
            "embedded/test_killed_children.py"
            "::test_the_main_process_of_the_api_may_be_killed_again_and_again"
        ),
    ]
)
def test_nothing_acknowledged_is_lost_or_doubled_and_every_page_comes_back() -> None:
    command = [sys.executable, "-m", "backend.bench.chaos", "--short", "--faults", str(FAULTS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr[-4_000:]
    rows = [line.strip("| ").split(" | ") for line in done.stdout.splitlines() if " | " in line]
    counts = {row[0]: row[1] for row in rows}
    assert counts["lost"] == counts["doubled"] == counts["news under two ids"] == "0"
    assert counts["reports acknowledged"] == counts["results stored"] != "0"
    assert counts["**all**"] == str(FAULTS)

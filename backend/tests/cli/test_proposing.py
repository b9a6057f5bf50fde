"""The command that has a patch judged does not wait for a verdict that never comes."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from backend.domain.people.rights import Scope
from backend.testing.builders import a_report
from backend.testing.stack import Stack
from backend.tests.api.jobs.fleet import MAIN, FleetAgent
from backend.tests.cli.assisting.test_assistants_trying import measure
from backend.tests.cli.ingesting import ingesting
from backend.tests.cli.shell import Shell


@pytest.fixture
def judge(server: Stack) -> Iterator[FleetAgent]:
    headers = {"Authorization": f"Bearer {server.key('main', Scope.AGENT, Scope.REPORT)}"}
    with httpx2.Client(base_url=server.url, timeout=90.0) as api:
        yield FleetAgent(api, headers, "judge", labels=("patches", "proposals")).register()


def test_where_a_report_became_no_run_of_the_job_the_command_ends_and_says_why(
    server: Stack, judge: FleetAgent, shell: Shell
) -> None:
    shell.git("init", "-q", "-b", "main")
    (shell.home / "walk.c").write_text("slow\n")
    shell.git("add", "walk.c")
    shell.git("commit", "-q", "-m", "Walk")
    (shell.home / "walk.c").write_text("fast\n")
    with ThreadPoolExecutor(1) as pool:
        asked = ("propose", "runtime", "--aim", "time", "--minutes", "8")
        proposing = pool.submit(shell.run, *asked)
        lease = None
        while lease is None:
            assert not proposing.done(), proposing.result()
            lease = judge.seek(10)
        # the third report does not say whose it is
        stray = a_report(idempotency_key="a-report-of-no-job", testbed=judge.testbed)
        sent = judge.api.post(f"{MAIN}/reports", json=stray, headers=judge.headers)
        assert sent.is_success, sent.text
        measure(judge, lease, [1.0, 1.0], unsent=["a-report-of-no-job"])
        with ingesting(server):
            said = proposing.result(timeout=500)
    plain = " ".join(said.err.split())
    assert said.code == 3, said
    assert f"job {lease['id']} brought no answer: It has runs of 2 of 3 commits" in plain, said

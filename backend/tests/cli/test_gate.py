"""A gate as CI runs it: this commit against its base, of one plain number a run."""

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from backend.domain.people.rights import Scope
from backend.testing.builders import a_report, a_result
from backend.testing.stack import Stack, wait_until
from backend.tests.cli.checkout import Checkout
from backend.tests.cli.ingesting import ingesting
from backend.tests.cli.shell import Shell
from backend.tests.services.histories import steady

LEVELS = steady(12, 1.75)
MEASURED = [index for index in range(12) if index != 8]
"""The ninth commit of main was not measured."""
TAIL_RUNS = 26


@pytest.fixture(scope="module")
def team(server: Stack, tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """Return a checkout whose main has 12 commits, reported by jobs that end in any order."""
    key = server.key("team", Scope.REPORT, Scope.READ)
    settings = {"TIDEMARK_URL": server.url, "TIDEMARK_KEY": key, "TIDEMARK_PROJECT": "team"}
    home = tmp_path_factory.mktemp("team")
    shell = Checkout(home, settings)
    shell.git("init", "-q", "-b", "main")
    shell.git("remote", "add", "origin", "git@git.example:acme/engine.git")
    commits = [shell.commit(f"Change {index}", level) for index, level in enumerate(LEVELS)]
    shell.git("tag", "v1", commits[2])
    order = [commits[index] for index in MEASURED]
    random.Random(7).shuffle(order)  # noqa: S311
    with ingesting(server, "team"):
        for commit in order:
            shell.git("checkout", "-q", commit)
            said = shell.report("--branch", "main")
            assert (said.code, said.out.split()[0]) == (0, "ingested"), said
    shell.git("checkout", "-q", "main")
    return shell


def test_reports_of_jobs_in_any_order_stand_in_the_order_of_git_with_their_repository(
    team: Checkout,
) -> None:
    read = team.run("history", "--benchmark", "sort", "--branch", "main", "--json").json
    shown = [read["commits"]["subject"][at] for at in read["series"][0]["at"]]
    assert shown == [f"Change {index}" for index in MEASURED]
    newest = team.git("rev-parse", "main")
    assert read["commits"]["url"][-1] == f"https://git.example/acme/engine/commit/{newest}"


def test_on_the_default_branch_a_commit_is_compared_with_the_one_measured_before(
    team: Checkout,
) -> None:
    said = team.run("compare")
    assert said.code == 0, said
    before, after = (team.git("rev-parse", "--short=8", one) for one in ("HEAD~1", "HEAD"))
    assert said.out.startswith(f"{after} against {before}, measured before it on main.")
    for named in ("main", "branch:main", "HEAD~3", "v1"):
        assert team.run("compare", named, "--threshold", "5").code == 0, named
    assert team.git("rev-parse", "--short=8", "HEAD~4") in team.run("compare", "HEAD~3").out


def test_a_branch_is_compared_with_the_newest_measured_commit_where_it_left_main(
    team: Checkout, server: Stack
) -> None:
    team.git("checkout", "-q", "-b", "slower", "main~3")
    team.commit("Sort twice", LEVELS[8] * 1.1)
    with ingesting(server, "team"):
        assert team.report().code == 0
        gate = team.run("compare")
        assert (gate.code, "where this left main" in gate.out) == (1, True), gate
        assert "was not measured" in gate.out
        read_by_none = f"{sys.executable} -P -m backend.cli compare | true"
        command = ["bash", "-o", "pipefail", "-c", read_by_none]
        piped = subprocess.run(command, cwd=team.home, env=team.environment(), check=False)
        assert piped.returncode == 1, "as `tidemark compare | head -1`"
        assert team.run("compare", "--gate", "none").code == 0
        team.git("checkout", "-q", "--detach")
        job = team.run(
            "compare", GITHUB_ACTIONS="true", GITHUB_REF_NAME="slower", GITHUB_SHA=_head(team)
        )
        assert job.code == 1, job
        team.git("checkout", "-q", "-b", "equal", "main")
        team.commit("Rename", LEVELS[11] * 1.001)
        assert team.report().code == 0
    codes = [team.run("compare", "--threshold", percent).code for percent in ("1", "5")]
    assert codes == [3, 0], "1 % cannot be told by one number that scatters by 0.4 %"
    team.git("checkout", "-q", "main")


def _head(team: Checkout) -> str:
    return team.git("rev-parse", "HEAD")


def test_what_is_not_known_ends_with_3_or_as_asked(server: Stack, tmp_path: Path) -> None:
    key = server.key("young", Scope.REPORT, Scope.READ)
    settings = {"TIDEMARK_URL": server.url, "TIDEMARK_KEY": key, "TIDEMARK_PROJECT": "young"}
    shell = Checkout(tmp_path, settings)
    shell.git("init", "-q", "-b", "main")
    shell.commit("First", 1.0)
    with ingesting(server, "young"):
        assert shell.report().code == 0
        first = shell.run("compare")
        assert (first.code, "Nothing to compare with" in first.err) == (0, True), first
        shell.git("checkout", "-q", "-b", "idea")
        shell.commit("Second", 1.3)
        early = shell.run("compare")
        assert (early.code, "send them first: tidemark report" in early.err) == (4, True), early
        assert shell.report().code == 0
        codes = {rule: shell.run("compare", "--unknown", rule).code for rule in ("pass", "fail")}
        asked = shell.run("compare")
        assert (asked.code, codes) == (3, {"pass": 0, "fail": 3})
        assert "more runs per side" in " ".join(asked.out.split())


def a_run_with_a_tail(number: int) -> dict[str, object]:
    draw = np.random.default_rng(number)
    samples = 0.001 * np.exp(0.005 * draw.standard_normal(200) + 0.003 * draw.standard_normal())
    samples[:6] *= 3.0 if number == TAIL_RUNS - 1 else 1.0
    return a_report(
        commit={"id": f"{number:040d}", "time": f"2026-03-{1 + number:02d}T00:00:00Z"},
        results=[a_result(benchmark="serve", samples=[float(one) for one in samples])],
        run={"started_at": f"2026-03-{1 + number:02d}T01:00:00Z"},
    )


def test_compare_names_the_tail_and_ends_as_a_regression_does(server: Stack, shell: Shell) -> None:
    server.key("tails", Scope.ADMIN)
    shell.settings["TIDEMARK_KEY"] = server.key("tails", Scope.ADMIN)
    shell.settings["TIDEMARK_PROJECT"] = "tails"
    with ingesting(server, "tails"), server.client("tails", Scope.ADMIN) as api:
        for number in range(TAIL_RUNS):
            assert api.post("/reports", json=a_run_with_a_tail(number)).status_code == 201
        wait_until(lambda: api.get("/runs").json()["total"] == TAIL_RUNS, "all runs are there")
    sides = [f"commit:{number:040d}" for number in (TAIL_RUNS - 2, TAIL_RUNS - 1)]
    said = shell.run("compare", *sides, COLUMNS="200")
    assert said.code == 1, said
    assert "1 regression." in said.out
    assert "p99 2.9" in said.out
    told = shell.run("compare", *sides, "--json").json["rows"]
    assert [one["aspect"] for one in told] == ["p99"]

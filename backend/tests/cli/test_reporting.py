"""A job that measures: where its results come from, and that none of them is lost on the way."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from backend.cli.exits import Exit
from backend.testing.builders import a_report
from backend.testing.stack import Stack
from backend.testing.token_issuer import AUDIENCE, TokenIssuer, token_issuer
from backend.tests.adapters.tracker_samples import skia_file
from backend.tests.cli.ingesting import ingesting
from backend.tests.cli.shell import Said, Shell

TOOL_FILES = Path(__file__).parents[1] / "adapters" / "tool_files"


@pytest.fixture
def job(shell: Shell) -> Shell:
    """Return the shell of a job in a checkout, with a file of results that names no commit."""
    shell.git("init", "-q", "-b", "faster")
    (shell.home / "first").write_text("1")
    shell.git("add", "first")
    shell.git("commit", "-q", "-m", "Make it faster")
    report = a_report()
    left_out = ("commit", "branch", "testbed", "idempotency_key")
    plain = {name: said for name, said in report.items() if name not in left_out}
    (shell.home / "results.json").write_text(json.dumps(plain))
    return shell


def test_a_report_takes_its_commit_from_git_and_comes_twice_without_harm(job: Shell) -> None:
    dry = job.run("report", "results.json", "--testbed", "box", "--dry-run").json
    assert dry["commit"]["id"] == job.git("rev-parse", "HEAD")
    assert (dry["commit"]["subject"], dry["branch"]) == ("Make it faster", "faster")
    assert dry["commit"]["author"]["name"] == "Ada"
    first = job.run("report", "results.json", "--testbed", "box", "--json")
    again = job.run("report", "results.json", "--testbed", "box", "--json")
    assert (first.code, again.code) == (0, 0), (first, again)
    assert first.json[0]["id"] == again.json[0]["id"]
    unnamed = job.run("report", "results.json")
    assert (unnamed.code, "--testbed" in unnamed.err) == (2, True)


def test_what_follows_an_upload_is_said(job: Shell, server: Stack) -> None:
    asked = ("report", "results.json", "--testbed", "loft")
    runs = f"{server.url}/p/main/runs"
    assert job.run(*asked).out == f"accepted: stored; its run is on {runs} once it is ingested\n"
    with ingesting(server):
        assert job.run(*asked, "--wait").code == Exit.FINE
    known = f"known already: nothing was stored twice; its run is on {runs}\n"
    assert job.run(*asked).out == known


def test_a_report_waits_while_the_server_is_away_and_goes_with_the_next(
    job: Shell, server: Stack
) -> None:
    server.kill("api")
    asked = ("report", "results.json", "--testbed", "attic")
    away = job.run(*asked, TIDEMARK_PATIENCE="0")
    assert (away.code, "nothing is lost" in away.err) == (5, True), away
    assert len(list(job.home.rglob("*.report"))) == 1
    server.start_api()
    back = job.run("report")
    assert (back.code, "was kept" in back.err) == (0, True), back
    assert list(job.home.rglob("*.report")) == []


@pytest.fixture(scope="module")
def issuer() -> Iterator[TokenIssuer]:
    with token_issuer() as running:
        yield running


def test_a_job_needs_no_secret_where_its_token_is_believed(
    job: Shell, server: Stack, key: str, issuer: TokenIssuer
) -> None:
    rule: dict[str, Any] = {
        "name": "acme", "issuer": issuer.url, "audience": AUDIENCE,
        "claims": {"repository": "acme/*", "ref": "refs/heads/main"}, "testbed": "box",
    }  # fmt: skip
    bearer = {"Authorization": f"Bearer {key}"}
    kept = httpx.post(f"{server.url}/api/v1/projects/main/ci-rules", json=rule, headers=bearer)
    assert kept.status_code == 201, kept.text
    asked = ("report", "results.json", "-p", "main", "--testbed", "box")
    without = job.run(*asked, TIDEMARK_KEY="")
    assert (without.code, "sign in" in without.err) == (4, True), without
    with_token = job.run(*asked, TIDEMARK_KEY="", TIDEMARK_ID_TOKEN=issuer.token())
    assert with_token.code == 0, with_token


def test_the_history_of_another_tool_is_imported_and_asked_back(shell: Shell) -> None:
    entry = {
        "commit": {"id": "a" * 40, "message": "One", "timestamp": "2026-01-01T00:00:00Z"},
        "date": 1_767_225_600_000, "tool": "customSmallerIsBetter",
        "benches": [{"name": "walk", "value": 12.5, "unit": "ms"}],
    }  # fmt: skip
    file = Path(shell.home / "data.js")
    said = {"lastUpdate": 0, "repoUrl": "https://github.com/a/b", "entries": {"S": [entry]}}
    file.write_text(f"window.BENCHMARK_DATA = {json.dumps(said)}")
    asked = ("import", "data.js", "--testbed", "ci", "--branch", "of-b")
    assert shell.run(*asked).out == "1 report accepted, 0 known already.\n"
    unknown = shell.run(*asked, "--format", "nothing")
    assert (unknown.code, "nothing" in unknown.err) == (4, True), unknown


def test_a_question_prints_options_that_paste_and_favour_no_answer(shell: Shell) -> None:
    row = {"name": "cpu", "value": 7, "unit": "Percent"}
    entry = {"commit": {"id": "c1"}, "date": 1767225600000, "tool": "own", "benches": [row]}
    suites = {f"Soak results of {name}'s sample application": [entry] for name in ("a", "b")}
    (shell.home / "soak.js").write_text(json.dumps({"entries": suites}))
    asked = ("import", "soak.js", "--testbed", "ci", "--branch", "soak")
    said = shell.run(*asked)
    assert said.code == Exit.WRONG_USE
    assert "  --direction '*|Percent=lower|higher'" in said.err.splitlines()
    assert "which way is better" in said.err
    unanswered = shell.run(*asked, "--direction", "*|Percent=lower|higher")
    assert unanswered.code != Exit.FINE
    tried = shell.run(*asked, "--direction", "Percent=lower", "--param", "os=linux", "--dry-run")
    assert (tried.code, tried.out.splitlines()[-1]) == (
        Exit.FINE, "2 results in 2 reports; nothing was stored.",
    )  # fmt: skip
    taken = shell.run(*asked, "--direction", "Percent=lower")
    assert "2 reports accepted" in taken.out


def test_a_table_of_otava_is_a_history_by_its_name(shell: Shell) -> None:
    table = "time,commit,latency\n1704067200,t0,10.2\n1704153600,t1,10.4\n"
    (shell.home / "runs.csv").write_text(table)
    asked = ("import", "runs.csv", "--testbed", "ci", "--branch", "table")
    said = shell.run(*asked)
    assert (said.code, "'*|latency=lower|higher'" in said.err) == (Exit.WRONG_USE, True), said
    taken = shell.run(*asked, "--direction", "latency=lower")
    assert (taken.code, "2 reports accepted" in taken.out) == (Exit.FINE, True), taken


def test_a_mistaken_answer_is_refused_later_until_the_metric_is_corrected(
    shell: Shell, server: Stack
) -> None:
    def sent(days: int, answer: str) -> Said:
        entries = [
            {"commit": {"id": f"w{day}"}, "date": 1767225600000 + day, "tool": "own",
             "benches": [{"name": "walk", "value": 7, "unit": "widgets"}]}
            for day in range(days)
        ]  # fmt: skip
        (shell.home / "w.js").write_text(json.dumps({"entries": {"mistaken": entries[-2:]}}))
        asked = ("import", "w.js", "--testbed", "ci", "--branch", "mistaken")
        return shell.run(*asked, "--direction", f"widgets={answer}")

    with ingesting(server):
        assert sent(2, "lower").code == Exit.FINE
        _asked_until(shell, "walk", "series", "--suite", "mistaken")
        refused = sent(4, "higher")
        assert (refused.code, "nothing of the file" in refused.err) == (Exit.WRONG_USE, True)
        assert "0 reports accepted, 0 known already, 2 rows not taken." in refused.out
        assert "tidemark correct metric" in " ".join(refused.out.split())
        named = ("correct", "metric", "widgets", "--suite", "mistaken")
        assert shell.run(*named, "--direction", "higher").code == Exit.FINE
        assert sent(4, "higher").out == "2 reports accepted, 0 known already.\n"


def _asked_until(shell: Shell, part: str, *asked: str) -> Said:
    """Ask until the answer holds a part: what was sent is ingested beside the shell."""
    return next(said for said in iter(lambda: shell.run(*asked), None) if part in said.out)


def test_a_history_without_intervals_names_none(shell: Shell, server: Stack) -> None:
    row = {"name": "walk", "value": 224_728, "range": "± 9204", "unit": "ns/iter"}
    entry = {"commit": {"id": "r1"}, "date": 1767225600000, "tool": "cargo", "benches": [row]}
    (shell.home / "cargo.js").write_text(json.dumps({"entries": {"ranges": [entry]}}))
    taken = shell.run("import", "cargo.js", "--testbed", "ci", "--branch", "ranges")
    assert taken.code == Exit.FINE, taken
    with ingesting(server):
        said = _asked_until(shell, "225", "history", "--suite", "ranges")
    assert (said.code, "225" in said.out, "95 %" in said.out) == (Exit.FINE, True, False), said


def test_a_folder_is_packed_and_gets_its_order_from_a_clone(job: Shell) -> None:
    hashes = []
    folder = job.home / "perf"
    folder.mkdir()
    for number in (1, 2):
        job.git("commit", "-q", "--allow-empty", "-m", f"Step {number}")
        hashes.append(job.git("rev-parse", "HEAD"))
        (folder / f"{3 - number}.json").write_text(json.dumps(skia_file(hashes[-1], 50 + number)))
    asked = ("import", "perf", "--git", ".", "--branch", "by-git")
    shown = job.run(*asked, "--dry-run")
    assert shown.code == Exit.FINE, shown
    assert shown.out.startswith("skia-perf: recognised by")
    assert "codec on x86, branch by-git: 2 results of 2 commits, 20" in shown.out
    taken = job.run(*asked)
    assert (taken.code, taken.out.splitlines()[-1]) == (
        Exit.FINE, "2 reports accepted, 0 known already.",
    ), taken  # fmt: skip


def test_a_history_without_entries_ends_with_an_error(shell: Shell) -> None:
    (shell.home / "empty.js").write_text('window.BENCHMARK_DATA = {"entries": {}}')
    said = shell.run("import", "empty.js", "--testbed", "ci")
    assert said.code != Exit.FINE
    assert "holds no entries" in said.err


def test_plain_results_of_one_run_go_to_the_commit_and_branch_of_the_checkout(job: Shell) -> None:
    rows = [
        {"name": "walk", "value": 12.5, "unit": "ms"},
        {"name": "rank", "value": 3, "unit": "k"},
    ]
    (job.home / "plain.json").write_text(json.dumps(rows))
    asked = ("report", "plain.json", "--testbed", "ci", "--suite", "Plain")
    open_ended = job.run(*asked)
    assert (open_ended.code, "--direction k=lower" in open_ended.err) == (0, True), open_ended
    known = (*asked, "--format", "customSmallerIsBetter", "--json")
    first, second = job.run(*known).json, job.run(*known).json
    assert (len(first), first[0]["id"]) == (1, second[0]["id"])
    dry = job.run(*known, "--dry-run").json
    told = [(one["benchmark"], one["direction"], one["suite"]) for one in dry["results"]]
    assert told == [("walk", "lower", "Plain"), ("rank", "lower", "Plain")]
    wrong = job.run("report", "first", "--testbed", "ci", "--format", "customSmallerIsBetter")
    assert (wrong.code, '"direction": "lower"' in wrong.err) == (2, True), wrong


def test_a_report_that_an_agent_wrote_is_one_report_whoever_sends_it(
    job: Shell, server: Stack
) -> None:
    whole = json.dumps(a_report(), indent=2).encode()
    (job.home / "run.json").write_bytes(whole)
    sent = job.run("report", "run.json", "--json").json[0]["id"]
    again = httpx.post(
        f"{server.url}/api/v1/projects/main/reports", content=whole,
        headers={"Authorization": f"Bearer {job.settings['TIDEMARK_KEY']}"},
    )  # fmt: skip
    assert (again.status_code, again.json()["id"]) == (200, sent), again.text


def test_files_of_tools_are_recognised_and_measured_at_the_commit_of_the_checkout(
    job: Shell,
) -> None:
    for name in ("hyperfine.json", "go.txt"):
        (job.home / name).write_bytes((TOOL_FILES / name).read_bytes())
    asked = ("report", "hyperfine.json", "go.txt", "--testbed", "box", "--param", "cache=warm")
    dry = job.run(*asked, "--dry-run").json
    assert [one["format"] for one in dry["files"]] == ["hyperfine", "go"]
    assert dry["results"][0]["parameters"] == {"n": "0.01", "cache": "warm"}
    done = job.run(*asked)
    assert (done.code, done.out.count("accepted")) == (0, 2), done
    assert "hyperfine.json: hyperfine, by results with command and mean" in done.err
    piped = job.run(
        "report", "-", "--testbed", "box", "--commit", "b" * 40, "--branch", "main",
        "--time", "2026-05-01T00:00:00Z", "--parent", "a" * 40, "--tag", "reason=nightly",
        stdin=(TOOL_FILES / "wrk.txt").read_bytes(),
    )  # fmt: skip
    assert (piped.code, "accepted" in piped.out) == (0, True), piped
    refused = job.run("report", "first", "--testbed", "box")
    assert (refused.code, "no format fits" in refused.err, "--format" in refused.err) == (
        2,
        True,
        True,
    )

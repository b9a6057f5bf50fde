"""What was sent wrong is corrected from a shell, and taken back; projects are made and moved."""

import json
from pathlib import Path

from backend.domain.people.rights import Scope
from backend.services.people.manage_keys import create_key
from backend.settings import inherited_environment
from backend.storage.engine import make_engine, transaction
from backend.testing.fork_server import run_admin
from backend.testing.stack import Stack
from backend.tests.cli.ingesting import ingesting
from backend.tests.cli.shell import Shell


def test_runs_are_excluded_deleted_and_brought_back(server: Stack, shell: Shell) -> None:
    assert server.url
    runs = [one["id"] for one in shell.run("runs", "--json").json["rows"]]
    number = str(runs[0])
    nothing = shell.run("runs", "delete", "--why", "x")
    assert (nothing.code, "no run is meant" in nothing.err) == (2, True)
    dry = shell.run("runs", "exclude", number, "--why", "busy", "--dry-run")
    assert "1 runs with" in dry.out, dry
    assert "would be excluded" in dry.out
    assert shell.run("runs", "exclude", number, "--why", "busy").code == 0
    assert "no: busy" in shell.run("runs", COLUMNS="200").out
    assert shell.run("runs", "include", number).code == 0
    assert "no: busy" not in shell.run("runs", COLUMNS="200").out

    found = shell.run(
        "runs", "delete", "--since", "2000-01-01", "--why", "all", "--dry-run", "--json"
    )
    assert found.json["runs"] == len(runs)
    deleted = shell.run("runs", "delete", number, "--why", "a trial", "--json").json
    assert number not in [str(one["id"]) for one in shell.run("runs", "--json").json["rows"]]
    assert "a trial" in shell.run("runs", "deletions", COLUMNS="200").out
    assert shell.run("runs", "restore", str(deleted["deletion"])).code == 0
    assert [one["id"] for one in shell.run("runs", "--json").json["rows"]] == runs


def test_a_file_is_saved_and_read_again_by_a_better_mapping(
    server: Stack, shell: Shell, tmp_path: Path
) -> None:
    server.project("peaks")
    shell.settings |= {
        "TIDEMARK_PROJECT": "peaks", "TIDEMARK_KEY": server.key("peaks", Scope.ADMIN),
    }  # fmt: skip
    table, mapping = tmp_path / "peaks.csv", tmp_path / "mapping.json"
    table.write_text("case,ms,peak\nparse,3,10\n")
    metrics = [{"value": "ms", "unit": "=ms"}, {"value": "peak", "unit": "=MiB"}]

    def save_mapping(columns: int) -> None:
        mapping.write_text(json.dumps({"benchmark": ["case"], "metrics": metrics[:columns]}))
        saved = shell.run("mappings", "save", "peaks", str(mapping))
        assert saved.code == 0, saved

    save_mapping(1)
    place = ("--testbed", "box", "--branch", "main", "--commit", "c1")
    with ingesting(server, "peaks"):
        sent = shell.run("report", "peaks.csv", "--mapping", "peaks", *place, "--wait")
    assert sent.code == 0, sent
    number = str(shell.run("runs", "--json").json["rows"][0]["id"])
    shown = shell.run("runs", "show", number).out
    assert "file 1: peaks.csv, 24 bytes" in shown
    assert "Not signed." in shown
    copy = tmp_path / "copy.csv"
    assert shell.run("runs", "file", number, str(copy)).code == 0
    assert copy.read_bytes() == table.read_bytes()
    assert shell.run("runs", "file", number, str(copy)).code == 2

    save_mapping(2)
    tried = shell.run("runs", "again", number, COLUMNS="200")
    assert ("would change: 1 results added" in tried.out, "parse" in tried.out) == (True, True)
    done = shell.run("runs", "again", number, "--apply", "--json").json
    assert (done["added"], done["runs"]) == (1, [int(number)])
    restored = shell.run("runs", "restore", str(done["deletion"]))
    assert (restored.code, "1 runs with 1 results" in restored.out) == (0, True), restored
    assert "would change: 1 results added" in shell.run("runs", "again", number).out


def test_two_testbeds_are_merged_and_taken_apart(
    server: Stack, shell: Shell, tmp_path: Path
) -> None:
    server.project("pairs")
    shell.settings |= {
        "TIDEMARK_PROJECT": "pairs", "TIDEMARK_KEY": server.key("pairs", Scope.ADMIN),
    }  # fmt: skip
    (tmp_path / "walk.json").write_text('[{"name": "walk", "value": 1, "unit": "s"}]')

    def known() -> list[str]:
        rows = shell.run("correct", "names", "testbed", "--json").json["rows"]
        return [one["name"] for one in rows]

    with ingesting(server, "pairs"):
        for testbed, commit in (("box", "c1"), ("spare", "c2")):
            place = ("--testbed", testbed, "--branch", "main", "--commit", commit)
            assert shell.run("report", "walk.json", *place, "--wait").code == 0
    merge = ("correct", "merge", "testbed", "spare", "box")
    tried = shell.run(*merge, "--dry-run")
    assert tried.out == "1 runs with 1 results of spare would be of box\n", tried
    merged = shell.run(*merge, "--json").json
    assert known() == ["box"]
    assert shell.run("runs", "restore", str(merged["deletion"])).code == 0
    assert known() == ["box", "spare"]


def test_metrics_names_and_commits_are_corrected(server: Stack, shell: Shell) -> None:
    assert server.url
    metric = shell.run("correct", "names", "metric", "--json").json["rows"][0]
    named = ("correct", "metric", metric["name"], "--suite", metric["suite"])
    assert shell.run(*named).code == 2
    turned = shell.run(*named, "--direction", "higher")
    assert (turned.code, "higher is better" in turned.out) == (0, True), turned
    assert "lower is better" in shell.run(*named, "--direction", "lower").out

    branch = shell.run("correct", "names", "branch", "--json").json["rows"][0]["name"]
    assert shell.run("correct", "rename", "branch", branch, "trunk").out == (
        f"branch trunk, also known as {branch}\n"
    )
    assert shell.run("correct", "rename", "branch", branch, "x").code == 2
    assert shell.run("correct", "archive", "branch", "trunk").out.endswith(", archived\n")
    assert shell.run("series", "--json").json["total"] == 0
    assert shell.run("correct", "unarchive", "branch", "trunk").code == 0
    assert shell.run("correct", "rename", "branch", "trunk", branch).code == 0

    commit = shell.run("runs", "--json").json["rows"][0]["commit"]["name"]
    corrected = shell.run("correct", "commit", commit, "--time", "2026-05-03T12:00:00Z")
    assert (corrected.code, "2026-05-03" in corrected.out) == (0, True), corrected


def key_of_the_installation(server: Stack) -> str:
    engine = make_engine(server.database_url, 1)
    with transaction(engine) as session:
        _, secret = create_key(session, None, "operator", [Scope.ADMIN])
    engine.dispose()
    return secret


def test_a_project_is_made_by_a_key_of_the_installation_and_by_no_other(
    server: Stack, shell: Shell
) -> None:
    assert shell.run("project", "create", "Search engine").code == 4
    whole = key_of_the_installation(server)
    made = shell.run("project", "create", "Search engine", TIDEMARK_KEY=whole)
    assert (made.code, made.out) == (0, f"project search-engine: {server.url}/p/search-engine\n")
    again = shell.run("project", "create", "Search engine", TIDEMARK_KEY=whole)
    assert again.code == 2
    assert shell.run("project", "create", "測", TIDEMARK_KEY=whole).code == 2


def test_a_project_is_saved_into_a_file_and_brought_in_again(server: Stack, shell: Shell) -> None:
    saved = shell.run("project", "save", "main.zip")
    assert (saved.code, "main.zip: " in saved.out) == (0, True), saved
    assert "is there already" in shell.run("project", "save", "main.zip").err
    given = inherited_environment(TIDEMARK_DATABASE_URL=server.database_url)
    file = str(shell.home / "main.zip")
    code, said = run_admin(given, "bring-project", file, "--project", "moved")
    assert code == 0, said
    assert "/p/moved: " in said
    whole = key_of_the_installation(server)
    there = shell.run("series", "--project", "moved", TIDEMARK_KEY=whole)
    assert (there.code, there.out) == (0, shell.run("series").out), there
    assert "engine=smol" in there.out


def test_a_project_is_deleted_once_its_name_was_typed_and_brought_back(
    server: Stack, shell: Shell
) -> None:
    server.project("trial")
    shell.settings |= {"TIDEMARK_KEY": server.key("trial", Scope.ADMIN)}
    refused = shell.run("project", "delete", "trial", "--again", "trail")
    assert (refused.code, "is not the short name" in refused.err) == (2, True), refused
    deleted = shell.run("project", "delete", "trial", "--again", "trial")
    assert (deleted.code, "project trial is deleted" in deleted.out) == (0, True), deleted
    assert shell.run("series", "--project", "trial").code == 4
    listed = shell.run("project", "deleted", "--json").json
    number = str(listed[0]["id"])
    assert number in shell.run("project", "deleted").out
    back = shell.run("project", "restore", number)
    assert back.out == f"project trial: {server.url}/p/trial\n"
    assert shell.run("series", "--project", "trial").code == 0

"""What people and scripts rely on: answers, JSON, what a verb ends with, and calm errors."""

import csv
import io
import os
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from backend.cli.verbs import VERBS, tidemark
from backend.cli.verbs.export import PAGE
from backend.storage.engine import make_engine, transaction
from backend.testing.builders import a_result
from backend.testing.databases import ROOT
from backend.testing.stack import Stack
from backend.tests.api.claims.claiming import CLAIMS, TABLE
from backend.tests.api.releasing import HASHES
from backend.tests.cli.shell import CHANNEL, RELEASE_KEY, Shell

BEFORE, AFTER = f"commit:{HASHES[20]}", f"commit:{HASHES[45]}"


AT = ("--commit", "a" * 40, "--branch", "main")


def test_a_person_signs_in_and_reads_what_changed(server: Stack, key: str, tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    assert shell.run("projects").code == 2, "no server is chosen yet"
    signed_in = shell.run("login", server.url, stdin=key.encode())
    assert (signed_in.code, "project main" in signed_in.out) == (0, True), signed_in
    (file,) = tmp_path.rglob("servers.json")
    assert oct(file.stat().st_mode & 0o777) == "0o600"
    assert shell.run("projects", "--json").json[0]["slug"] == "main"
    assert key not in shell.run("login", "--list").out

    assert "1 in history: --state history." in shell.run("alerts").out
    listed = shell.run("alerts", "--state", "history")
    assert "% slower [" in listed.out
    assert listed.out.splitlines()[0].split()[-5:-2] == ["Where", "Branch", "Since"]
    number = shell.run("alerts", "--state", "history", "--json").json["rows"][0]["number"]
    shown = shell.run("alerts", "show", str(number))
    assert ("Change 30 (Ada)" in shown.out, f"/alert-groups/{number}" in shown.out) == (True, True)
    acknowledged = shell.run("alerts", "acknowledge", str(number), "--why", "Ada looks")
    assert (acknowledged.code, acknowledged.out) == (0, f"change #{number}: open → acknowledged\n")
    assert shell.run("alerts", "note", str(number), "seen").code == 0
    assert "seen" in shell.run("alerts", "show", str(number)).out
    assert shell.run("alerts", "reopen", str(number)).code == 0
    missing = shell.run("alerts", "acknowledge", "99")
    assert missing.code == 4
    assert shell.run("logout").code == 0
    assert shell.run("alerts").code == 2


def test_what_changed_on_a_pull_request_is_listed_when_asked_for(
    server: Stack, key: str, tmp_path: Path
) -> None:
    shell = Shell(tmp_path)
    assert shell.run("login", server.url, stdin=key.encode()).code == 0

    def listed(*options: str) -> str:
        found = [shell.run("alerts", "--state", one, *options) for one in ("open", "history")]
        return "".join(one.out for one in found)

    before = shell.run("alerts", "--state", "all", "--json").json["total"]
    assert before
    set_pull(server, 9)
    try:
        assert ("% slower [" in listed(), "on pull requests: --on-pulls." in listed()) == (0, 1)
        alone = listed("--on-pulls")
        assert ("% slower [" in alone, "on pull requests: --on-pulls" in alone) == (1, 0)
        assert "% slower [" in listed("--branch", "main")
        assert shell.run("alerts", "--state", "all", "--json").json["total"] == before
    finally:
        set_pull(server, None)


def set_pull(server: Stack, number: int | None) -> None:
    engine = make_engine(server.database_url, 1)
    with transaction(engine) as session:
        session.execute(text("update branch set pull_request = :number"), {"number": number})
    engine.dispose()


def add_triager(server: Stack, name: str) -> None:
    engine = make_engine(server.database_url, 1)
    with transaction(engine) as session:
        told = {"project": server.project().id, "name": name}
        account = "insert into user_account (email, name) values ('ada@example.org', :name)"
        member = "insert into membership (project_id, user_id, role) select :project, id, 'triager'"
        session.execute(text(f"with added as ({account} returning id) {member} from added"), told)
    engine.dispose()


def test_a_group_is_given_to_somebody_and_sorted_from_a_shell(server: Stack, shell: Shell) -> None:
    add_triager(server, "Ada Lovelace")
    number = str(shell.run("alerts", "--state", "all", "--json").json["rows"][0]["number"])
    for asked, told in (
        (["assign", number, "--to", "ada"], "in the care of Ada Lovelace"),
        (["due", number, "--on", "2026-12-24"], "due on 2026-12-24"),
        (["link", number, "--issue", "https://git.example/issues/9"], "linked to https://git"),
        (["tag", number, "flaky", "disk"], "tagged flaky, disk"),
        (["tag", number, "flaky", "--remove"], "tagged disk"),
        (["culprit", number, "--commit", HASHES[30][:8]], f"caused by {HASHES[30][:7]}"),
    ):
        said = shell.run("alerts", *asked)
        assert (said.code, told in said.out) == (0, True), said
    triage = shell.run("alerts", "show", number, "--json").json["group"]["triage"]
    assert (triage["assignee"]["name"], triage["due_on"]) == ("Ada Lovelace", "2026-12-24")
    assert (triage["tags"], triage["culprit"]["name"]) == (["disk"], HASHES[30])
    unknown = shell.run("alerts", "assign", number, "--to", "Bob")
    assert (unknown.code, "Ada Lovelace" in unknown.err) == (2, True), unknown
    assert shell.run("alerts", "assign", number, "--to", "nobody").code == 0
    assert shell.run("alerts", "culprit", number, "--commit", "none").code == 0

    tomorrow = f"{datetime.now(UTC) + timedelta(days=1):%Y-%m-%d}"
    muted = shell.run("alerts", "mute", "--metric", "time", "--until", tomorrow, "--why", "new")
    assert (muted.code, tomorrow in muted.out) == (0, True), muted
    (row,) = shell.run("alerts", "mutes", "--json").json["rows"]
    assert shell.run("alerts", "unmute", str(row["id"])).code == 0
    assert "Nothing is muted" in shell.run("alerts", "mutes").out
    assert shell.run("alerts", "week").out.startswith("# ")


def test_a_history_is_read_and_exported_with_units_and_intervals(shell: Shell) -> None:
    several = shell.run("history", "--metric", "time")
    assert (several.code, "3 series pass" in several.err) == (2, True)
    read = shell.run("history", "--param", "engine=smol", "-n", "3")
    assert read.code == 0, read.err
    heads = read.out.splitlines()[1].split()
    assert heads[:6] == ["Commit", "Date", "s", "95", "%", "interval"]
    number = shell.run("series", "--param", "engine=smol", "--json").json["rows"][0]["series"]["id"]
    exported = list(csv.DictReader(io.StringIO(shell.run("export", str(number)).out)))
    assert len(exported) == 50
    assert (exported[0]["unit"], exported[0]["parameters"]) == ("s", "engine=smol")
    assert float(exported[0]["low"]) <= float(exported[0]["value"]) <= float(exported[0]["high"])


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ([BEFORE, AFTER], 1),
        ([BEFORE, AFTER, "--gate", "none"], 0),
        ([BEFORE, AFTER, "--param", "engine=rayon", "--threshold", "50"], 0),
        ([BEFORE, AFTER, "--param", "engine=rayon", "--gate", "strict"], 3),
        ([BEFORE, BEFORE], 2),
        (["branch:nowhere", AFTER], 4),
        ([BEFORE, "lane:7"], 4),
    ],
)
def test_the_gate_of_a_comparison_is_what_it_ends_with(
    shell: Shell, asked: list[str], code: int
) -> None:
    said = shell.run("compare", *asked)
    assert said.code == code, said
    if code == 1:
        worst = said.out.splitlines()
        assert worst[1].startswith("1 regression, ")
        assert any(line.startswith("▲") and "slower [" in line for line in worst)


def test_keys_are_made_listed_and_revoked(shell: Shell) -> None:
    made = shell.run("keys", "add", "nightly", "--scope", "report", "--testbed", "box", "--json")
    assert made.json["secret"].startswith("tdm_")
    listed = shell.run("keys")
    assert ("nightly" in listed.out, made.json["secret"] in listed.out) == (True, False)
    assert shell.run("keys", "revoke", str(made.json["id"])).code == 0
    assert shell.run("projects", TIDEMARK_KEY=made.json["secret"]).code == 4


def test_the_line_of_a_new_agent_is_that_of_the_page_and_its_token_can_be_withdrawn(
    shell: Shell,
) -> None:
    made = shell.run("machines", "enrol", "--testbed", "box")
    assert made.out.startswith("tidemark-agent enrol http://")
    assert " tde_" in made.out
    assert made.out.endswith(
        f" --release-key {RELEASE_KEY} --channel '{CHANNEL}'"
        " && tidemark-agent serve --config tidemark-agent/agent.toml\n"
    )
    assert made.code == 0, made.err
    number = made.err.split("machines withdraw ")[1].strip()
    listed = shell.run("machines", "tokens").out
    assert re.search(rf"^ *{number}  +box +key stack ", listed, re.MULTILINE), listed
    assert shell.run("machines", "withdraw", number).out.strip().endswith("no agent in any more.")
    assert shell.run("machines", "tokens").out == "No token is open.\n"
    again = shell.run("machines", "withdraw", number)
    assert (again.code, "there is no open enrolment token" in again.err) == (4, True), again


def test_what_goes_wrong_is_said_in_one_sentence_with_a_remedy(shell: Shell) -> None:
    for asked, code, words in (
        (["frobnicate"], 2, "No such command"),
        (["history", "--param", "engine"], 2, "not NAME=VALUE"),
        (["report", "nowhere.json"], 2, "No such file"),
        (["projects", "--server", "ftp://there"], 2, "no address of a server"),
        (["projects", "--server", "http://127.0.0.1:1"], 5, "cannot be reached"),
        (["alerts", "--project", "nobody"], 4, "no project"),
        (["sweep", "spawn"], 4, "no sweep"),
        (["report", "-", "--testbed", "box", *AT], 2, "no format fits"),
    ):
        said = shell.run(*asked)
        assert (said.code, words in said.err) == (code, True), (asked, said)
    wrong = shell.run("projects", TIDEMARK_KEY="tdm_wrong")
    assert (wrong.code, "tidemark login" in wrong.err) == (4, True)


def test_a_reader_that_has_gone_and_a_shell_that_completes(shell: Shell) -> None:
    numbers = [str(one["series"]["id"]) for one in shell.run("series", "--json").json["rows"]]
    two_pages = ["export", *(numbers * PAGE)[:PAGE], "999999999"]
    assert shell.run(*two_pages).code == 4, "the second page is asked for"
    head, tail = os.pipe()
    os.close(head)
    with os.fdopen(tail, "wb") as gone:
        for asked in (["series", "--limit", "3"], two_pages):
            done = subprocess.run(
                [sys.executable, "-m", "backend.cli", *asked],
                cwd=ROOT, env=shell.environment(), stdout=gone, stderr=subprocess.PIPE, check=False,
            )  # fmt: skip
            assert (done.returncode, done.stderr) == (0, b""), asked
    closed = [
        "bash", "-c", f'"{sys.executable}" -m backend.cli projects >&-; echo $? >&2',
    ]  # fmt: skip
    deaf = subprocess.run(
        closed, cwd=ROOT, env=shell.environment(), stderr=subprocess.PIPE, check=False
    )
    assert deaf.stderr == b"0\n"
    for kind in ("bash", "zsh", "fish"):
        assert "_TIDEMARK_COMPLETE" in shell.run("completion", kind).out
    offered = shell.run(
        COMP_WORDS="tidemark alerts --project ", COMP_CWORD="3", _TIDEMARK_COMPLETE="bash_complete"
    )
    assert offered.out == "plain,main\n"


def test_results_of_another_shape_are_named_by_place(shell: Shell) -> None:
    shell.git("init", "-q", "-b", "main")
    (shell.home / "bad.json").write_text(
        f'{{"suite": {{"name": "x"}}, "results": [{a_result(samples=[])!r}]}}'.replace("'", '"')
    )
    said = shell.run("report", "bad.json", "--testbed", "box", "--commit", "c9", "--branch", "b")
    assert (said.code, "/results/0" in said.err) == (2, True), said


def test_every_noun_of_a_project_is_listed_and_shown_by_the_ids_that_are_printed(
    server: Stack, shell: Shell, key: str
) -> None:
    def post(path: str, body: object) -> None:
        address = f"{server.url}/api/v1/projects/main{path}"
        made = httpx.post(address, json=body, headers={"Authorization": f"Bearer {key}"})
        assert made.is_success, made.text

    machine = {"name": "box-1", "fingerprint": {"cores": 2}}
    post("/agents", {"name": "box", "testbed": "box", "version": "1", "machine": machine})
    post("/splits", {"baseline": BEFORE, "contender": AFTER, "name": "Tokio's pool"})
    rungs = [{"label": "one pool", "value": 543}, {"label": "two pools", "value": 626}]
    ladder = {"kind": "published", "name": "Pools", "metric": "rate", "unit": "1/s"}
    post("/ladders", {**ladder, "direction": "higher", "source": "pools.tsv", "rungs": rungs})
    for noun, told, shown in (
        ("runs", "runtime", "Series"),
        ("machines", "box", "agent 1 box 1"),
        ("splits", "Tokio's pool", "Contender"),
        ("ladders", "Pools", "Rung"),
    ):
        listed = shell.run(noun)
        assert (listed.code, told in listed.out) == (0, True), listed
        number = str(shell.run(noun, "--json").json["rows"][0]["id"])
        assert number in listed.out.split()
        one = shell.run(noun, "show", number)
        assert (one.code, shown in one.out) == (0, True), one
        assert f"/{noun}/{number}" in one.out
        assert shell.run(noun, "show", number, "--json").json["id"] == int(number)
        assert shell.run(noun, "show", "999").code == 4


def test_channels_and_members_are_made_and_listed_from_a_shell(shell: Shell) -> None:
    made = shell.run("channels", "add", "Ops", "webhook", "http://127.0.0.1:9/hook")
    assert (made.code, made.out.startswith("whsec_")) == (0, True), made
    (row,) = shell.run("channels", "--json").json["rows"]
    assert f"Channel {row['id']} gets" in made.err
    listed = shell.run("channels").out
    assert ("Ops" in listed, "127.0.0.1:9/…hook" in listed) == (True, True)
    assert "on its way to Ops" in shell.run("channels", "test", str(row["id"])).out
    number = str(row["id"])
    chosen = ("--ways", "any", "--from", "5", "--benchmark", "walk", "--event", "fixed")
    made = shell.run("subscriptions", "add", number, *chosen, "--json").json
    assert made["selection"]["min_effect"] == pytest.approx(0.05)
    (told,) = [one for one in shell.run("subscriptions").out.splitlines() if "walk" in one]
    assert told.split()[:2] == [str(made["id"]), number]
    assert "fixed, outages" in told
    assert shell.run("subscriptions", "remove", number, str(made["id"])).code == 0
    assert "walk" not in shell.run("subscriptions").out
    assert shell.run("channels", "remove", number).code == 0
    private = shell.run("channels", "add", "Ops", "webhook", "http://10.1.2.3/hook")
    assert (private.code, "TIDEMARK_OUTGOING_ALLOWED" in private.err) == (2, True), private
    invited = shell.run("members", "invite", "bo@example.org", "--role", "triager")
    assert (invited.code, "/join" in invited.out) == (0, True), invited
    assert "bo@example.org as triager" in shell.run("members").out
    assert shell.run("members", "role", "99", "viewer").code == 4
    assert shell.run("members", "remove", "99").code == 4


def test_claims_come_from_a_file_and_are_shown_with_their_tables(shell: Shell) -> None:
    sent = shell.run("claims", "import", "-", stdin=(CLAIMS + TABLE).encode())
    assert (sent.code, sent.out) == (0, "1 added, 0 changed, 0 unchanged.\n"), sent
    shown = shell.run("claims", "show", "engines").out
    assert "Engines against smol (published)" in shown
    assert "(published 204) ms" in shown


def test_the_help_of_every_verb_is_plain_text_within_a_terminal() -> None:
    told = {}
    for name in VERBS:
        command = tidemark.commands[name]
        with command.make_context(name, [], resilient_parsing=True) as context:
            told[name] = command.get_help(context)
    assert [name for name, text in told.items() if "\\" in text or "\b" in text] == []
    lines = told["completion"].splitlines()
    assert sum(line.strip().startswith(("bash ", "zsh ", "fish ")) for line in lines) == 3

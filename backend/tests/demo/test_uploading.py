import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tidemark_demo.catalogue import load
from tidemark_demo.cli import main
from tidemark_demo.origins import Origin
from tidemark_demo.profiles import Profile
from tidemark_demo.reports import Measured, Session, document
from tidemark_demo.rounds import Failure, Outcome
from tidemark_demo.upload import Server, UploadError

from backend.domain.machines.signing import OF_REPORT, is_signed_by, signature_in
from backend.domain.reports.checks import faults_of
from backend.domain.reports.format import Report
from backend.settings import UploadLimits

Answer = tuple[int, dict[str, str], dict[str, Any]]
ACCEPTED: Answer = (201, {}, {"id": "1", "state": "accepted"})


class Wire(ThreadingHTTPServer):
    """Stands in for the server: gives the answers in turn, the last one again and again."""

    def __init__(self, answers: list[Answer]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = answers
        self.seen: list[tuple[str, str, dict[str, Any]]] = []
        self.signatures: list[tuple[str | None, bytes]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Wire

    def do_POST(self) -> None:
        body = gzip.decompress(self.rfile.read(int(self.headers["Content-Length"])))
        key = self.headers["Authorization"]
        self.server.seen.append((self.path, key, json.loads(body)))
        self.server.signatures.append((self.headers["Tidemark-Signature"], body))
        answers = self.server.answers
        status, headers, answer = answers.pop(0) if len(answers) > 1 else answers[0]
        self.send_response(status)
        for name, text in headers.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Write nothing."""


@contextmanager
def wire(*answers: Answer) -> Iterator[Wire]:
    with Wire(list(answers)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_a_busy_server_is_asked_again() -> None:
    with wire((503, {"Retry-After": "0"}, {}), (429, {"Retry-After": "0"}, {}), ACCEPTED) as server:
        assert Server(server.address, "demo", "k").send(b"{}") == "accepted"
        assert len(server.seen) == 3


def test_a_refused_key_is_not_tried_again() -> None:
    with wire((403, {}, {})) as server:
        with pytest.raises(UploadError, match="use a key that may upload reports"):
            Server(server.address, "demo", "k").send(b"{}")
        assert len(server.seen) == 1


def test_a_faulty_report_is_explained_by_the_faults_of_the_answer() -> None:
    fault = {"pointer": "/branch", "reason": "it is missing", "remedy": "name it"}
    with (
        wire((422, {}, {"title": "Invalid report", "faults": [fault]})) as server,
        pytest.raises(UploadError, match="422 Invalid report: /branch: it is missing"),
    ):
        Server(server.address, "demo", "k").send(b"{}")


def test_a_server_that_is_not_there_is_named() -> None:
    with wire(ACCEPTED) as server:
        address = server.address
    with pytest.raises(UploadError, match=f"{address} does not take reports"):
        Server(address, "demo", "k", attempts=1).send(b"{}")


def test_a_report_is_signed_with_the_key_of_this_machines_agent(tmp_path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    for folder, machine, seed in (
        ("a", "vm-1", key.private_bytes_raw()),
        ("b", "vm-2", b"of a former name of it, not asked for"),
    ):
        place = tmp_path / folder / "place"
        place.parent.mkdir()
        place.write_text(f"http://127.0.0.1:8750 demo {machine}\n")
        place.with_name("key").write_bytes(seed)
    report = json.dumps({"machine": {"name": "vm-1"}}).encode()
    with wire(ACCEPTED) as server:
        for project, sent in (("demo", report), ("other", report), ("demo", b"{}")):
            Server(server.address, project, "k", identity=tmp_path).send(sent)
        ((header, body), *others) = server.signatures
    read = signature_in(header or "")
    assert read.public_key == key.public_key().public_bytes_raw()
    assert is_signed_by(read.public_key, read.signature, OF_REPORT + body)
    assert [one for one, _ in others] == [None, None]


def test_a_key_that_the_server_knows_first_is_waited_for(tmp_path: Path) -> None:
    fault = {"pointer": "/Tidemark-Signature", "reason": "agent vm-1 signs its reports"}
    early = (403, {"Retry-After": "0"}, {"title": "Forbidden", "faults": [fault]})
    with wire(early, ACCEPTED) as server:
        assert Server(server.address, "demo", "k", identity=tmp_path).send(b"{}") == "accepted"


def test_a_report_that_lacks_a_signature_is_refused_with_that_reason() -> None:
    fault = {"pointer": "/Tidemark-Signature", "reason": "agent vm-1 signs its reports"}
    with (
        wire((403, {}, {"title": "Forbidden", "faults": [fault]})) as server,
        pytest.raises(UploadError, match="403 Forbidden: /Tidemark-Signature: agent vm-1 signs"),
    ):
        Server(server.address, "demo", "k").send(b"{}")


def session() -> Session:
    moment = load()[0].releases[0].published
    return Session("lab", "lab-1", 7, 3, moment, moment)


def test_reports_are_ones_that_the_server_accepts(catalogue: Path) -> None:
    package = load(catalogue)[0]
    times = {"cpu_time": [0.1, 0.2], "wall_time": [0.2, 0.3]}
    wrong = Failure("wrong_answer", "expected 5, got 6")
    outcomes = [
        Outcome(samples={"import": times, "sum": times, "negated": times}),
        Outcome(samples={"import": times}, failures={"sum": wrong, "negated": wrong}),
        Outcome(crash=Failure("crash", "ImportError")),
        Outcome(crash=Failure("build", "not installed: no wheel")),
    ]
    profiles = {name: Profile({"add": 3, "add;abs": 2}, 9, 0.1) for name in ("import", "sum")}
    origin = Origin("Ada", "https://github.com/tiny/tiny/commits/v1.0")
    every = [Measured(outcome, profiles, origin) for outcome in outcomes]
    reports = [
        msgspec.convert(document(package, release, measured, session()), type=Report)
        for release, measured in zip(package.releases, every, strict=True)
    ]
    for report in reports:
        assert faults_of(report, UploadLimits()) == []
        assert {result.benchmark for result in report.results} == {"import", "sum", "negated"}
        failed = [result.failure.kind for result in report.results if result.failure]
        assert len(failed) == len(report.results) - sum(
            result.samples is not None for result in report.results
        )
    profiled = [[one.benchmark for one in report.profiles] for report in reports]
    assert profiled == [["import", "sum"], ["import"], [], []]
    assert reports[0].profiles[0].samples == 5
    assert {report.commit.author.name for report in reports} == {"Ada"}
    newest = reports[-1].commit
    assert (newest.parents, newest.ancestry[-1]) == (["tiny-1.2"], "tiny-1.0")


def test_the_demo_measures_and_uploads_every_release(
    state: Path, catalogue: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "key").write_text("tm_secret\n")
    with wire(ACCEPTED) as server:
        status = main(
            [
                *("--server", server.address, "--project", "p", "--key-file", f"{tmp_path}/key"),
                *("--state", str(state), "--catalogue", str(catalogue)),
                *("--rounds", "3", "--testbed", "lab"),
            ]
        )
    assert status == 0
    assert {(path, key) for path, key, _ in server.seen} == {
        ("/api/v1/projects/p/reports", "Bearer tm_secret")
    }
    documents = [msgspec.convert(sent, type=Report) for _, _, sent in server.seen]
    assert [report.commit.id for report in documents] == [
        "tiny-1.0",
        "tiny-1.1",
        "tiny-1.2",
        "tiny-2.0",
    ]
    assert {(report.branch, report.testbed) for report in documents} == {("releases/tiny", "lab")}
    assert len({report.idempotency_key for report in documents}) == 4
    assert [report.commit.author.name for report in documents] == [
        "Ada",
        "Ada Lovelace",
        "Grace",
        "",
    ]
    assert documents[1].commit.url == "https://github.com/tiny/tiny/commits/v1.1"
    assert {one.benchmark for one in documents[0].profiles} >= {"sum", "negated"}
    assert [one.benchmark for one in documents[2].profiles] == []
    said = capsys.readouterr().out
    assert said.rstrip().endswith(f" {server.address}/p/p/changes")
    assert "Failed tiny-1.1 sum: wrong_answer: expected 5, got 6" in said
    assert "Failed tiny-1.2: crash: ImportError: not on this machine" in said


def test_what_could_not_be_uploaded_can_be_uploaded_later(
    state: Path, catalogue: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "key").write_text("tm_secret")
    measuring = ("--state", str(state), "--catalogue", str(catalogue), "--rounds", "1")
    assert main([*measuring, "--seed", "5"]) == 0
    with wire(ACCEPTED, (403, {}, {})) as server:
        sending = ("--server", server.address, "--key-file", f"{tmp_path}/key")
        folder = ("--reports", str(state / "reports" / "5"))
        assert main([*sending, *folder]) == 1
        assert "Not uploaded: tiny-001-1.1.json: the server refuses" in capsys.readouterr().out
        server.answers[:] = [ACCEPTED]
        assert main([*sending, *folder]) == 0
    keys = [sent["idempotency_key"] for _, _, sent in server.seen]
    assert keys[2:] == sorted(keys[2:], key=keys[2:].index)
    assert set(keys[:2]) <= set(keys[2:])
    assert len(keys[2:]) == 4


def test_a_key_file_that_holds_no_key_is_named(
    state: Path, catalogue: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "key").write_text("two words")
    measuring = ("--state", str(state), "--catalogue", str(catalogue), "--rounds", "1")
    sending = ("--server", "http://127.0.0.1:1", "--key-file", f"{tmp_path}/key")
    assert main([*measuring, *sending]) == 1
    assert "does not hold one key" in capsys.readouterr().out

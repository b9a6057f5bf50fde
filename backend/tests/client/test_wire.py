"""How the command reaches a server: through proxies, packed, cut short, refused, and misspelt."""

import gzip
import json
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from backend.tests.cli.shell import Shell

PROJECT = {
    "slug": "engine", "name": "Engine", "visibility": "private", "runs": 3, "series": 4,
    "created_at": "2026-05-03T12:00:00Z", "role": None, "own_role": None,
}  # fmt: skip


class Place(ThreadingHTTPServer):
    """Answers as it is told, and keeps what it was asked for."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.answer: tuple[int, dict[str, str], bytes] = (200, {}, b"[]")


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        place = self.server
        assert isinstance(place, Place)
        headers = {name.lower(): value for name, value in self.headers.items()}
        place.asked.append((self.path, headers))
        status, more, body = place.answer
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | more).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    do_POST = do_GET  # noqa: N815  what is sent is not read: the answer comes first

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def place() -> Iterator[Place]:
    with Place() as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.02,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def speak_tls(place: Place, home: Path) -> dict[str, str]:
    """Let a place speak TLS; returns the settings of who trusts its certificate."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), 1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    file = home / "place.pem"
    file.write_bytes(key.private_bytes(pem, *plain) + certificate.public_bytes(pem))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    place.socket = context.wrap_socket(place.socket, server_side=True)
    return {
        "TIDEMARK_URL": f"https://localhost:{place.server_port}", "SSL_CERT_FILE": str(file),
    }  # fmt: skip


@pytest.fixture
def asking(place: Place, tmp_path: Path) -> Shell:
    settings = {"TIDEMARK_URL": place.url, "TIDEMARK_KEY": "k", "TIDEMARK_PATIENCE": "0"}
    return Shell(tmp_path, settings)


def test_a_proxy_of_the_environment_is_asked_for_another_host(place: Place, asking: Shell) -> None:
    through = place.url.replace("//", "//ada:s%40crit@")
    said = asking.run(
        "projects", "--json", TIDEMARK_URL="http://bench.example", http_proxy=through, no_proxy=""
    )
    ((path, headers),) = place.asked
    assert (said.code, said.json) == (0, [])
    assert path == "http://bench.example/api/v1/projects"
    assert (headers["host"], headers["authorization"]) == ("bench.example", "Bearer k")
    assert headers["proxy-authorization"] == "Basic YWRhOnNAY3JpdA=="
    asking.run("projects", http_proxy="http://127.0.0.1:9", no_proxy="127.0.0.1")
    assert place.asked[1][0] == "/api/v1/projects"


def test_a_call_goes_on_with_the_trace_of_the_job_and_with_nothing_else(
    place: Place, asking: Shell
) -> None:
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    for given in (trace, "", f"{trace}\nCookie: a", "of this job"):
        assert asking.run("projects", TRACEPARENT=given).code == 0
    named = [headers.get("traceparent") for _, headers in place.asked]
    assert named == [trace, None, None, None]


@pytest.mark.parametrize(
    ("environment", "paths"),
    [
        ({"ALL_PROXY": "PLACE"}, ["http://bench.example:88/api/v1/projects"]),
        ({"http_proxy": "PLACE", "no_proxy": "bench.example:89"},
         ["http://bench.example:88/api/v1/projects"]),
        ({"http_proxy": "http://127.0.0.1:9", "no_proxy": "bench.example:88"}, []),
        ({"http_proxy": "https://127.0.0.1:9"}, None),
        ({"http_proxy": "http://127.0.0.1:99999"}, None),
        ({"all_proxy": "socks5://127.0.0.1:9"}, None),
    ],
)  # fmt: skip
def test_proxies_are_read_as_other_tools_read_them(
    place: Place, asking: Shell, environment: dict[str, str], paths: list[str] | None
) -> None:
    named: dict[str, Any] = {
        name: place.url if said == "PLACE" else said for name, said in environment.items()
    }
    said = asking.run("projects", "--json", TIDEMARK_URL="http://bench.example:88", **named)
    assert [path for path, _ in place.asked] == (paths or [])
    assert said.code == (0 if paths else 5), said
    is_named = "is not named as http://host:port" in " ".join(said.err.split())
    assert is_named == (paths is None), said


def test_an_answer_may_be_packed_and_is_not_taken_where_it_is_cut_short(
    place: Place, asking: Shell
) -> None:
    body = gzip.compress(json.dumps([PROJECT]).encode())
    place.answer = (200, {"Content-Encoding": "gzip"}, body)
    assert "engine" in asking.run("projects", "--json").out
    assert place.asked[0][1]["accept-encoding"] == "gzip"
    for cut in ({"Content-Length": str(len(body) + 9)}, {}):
        place.answer = (200, {"Content-Encoding": "gzip"} | cut, body[:-9] if not cut else body)
        said = asking.run("projects")
        assert (said.code, "before its end" in " ".join(said.err.split())) == (5, True), said


@pytest.mark.parametrize("is_secure", [False, True])
def test_a_long_body_that_is_refused_before_it_is_there_says_why(
    place: Place, asking: Shell, *, is_secure: bool
) -> None:
    if is_secure:
        asking.settings |= speak_tls(place, asking.home)
    problem = {"type": "about:blank", "title": "Too large", "status": 413, "detail": "8 MB is all"}
    place.answer = (
        413, {"Content-Type": "application/problem+json"}, json.dumps(problem).encode()
    )  # fmt: skip
    (asking.home / "long.json").write_bytes(b" " * 30_000_000)
    said = asking.run("import", "long.json", "-p", "engine", "--testbed", "box")
    assert (said.code, "8 MB is all" in said.err) == (2, True), said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"TIDEMARK_URL": "http://127.0.0.1:99999"}, "is no address of a server"),
        ({"TIDEMARK_URL": "http://127.0.0.1:9"}, "cannot be reached: "),
        ({"TIDEMARK_KEY": "clé"}, "the key holds characters that no key has"),
    ],
)
def test_what_leads_nowhere_is_said(asking: Shell, changes: dict[str, str], said: str) -> None:
    asking.settings |= changes
    found = asking.run("projects")
    assert (found.code, said in " ".join(found.err.split())) == (5, True), found


def test_a_certificate_that_nobody_signed_ends_a_download_with_a_sentence(
    place: Place, asking: Shell
) -> None:
    asking.settings |= speak_tls(place, asking.home) | {"SSL_CERT_FILE": ""}
    said = asking.run("runs", "file", "17", "out.json", "-p", "engine")
    assert (said.code, "certificate verify failed" in " ".join(said.err.split())) == (5, True), said

"""What the server calls and what it never calls, against a real server on this machine."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address

import pytest

from backend.domain.outgoing_addresses import (
    Allowed,
    RefusedAddressError,
    is_outside,
    read_allowed,
    read_target,
)
from backend.outgoing.guarded_http import Outgoing
from backend.outgoing.outside import OutsideUnreachableError


class Quiet(BaseHTTPRequestHandler):
    """Answers by path, and remembers who was asked for."""

    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers["Host"]))  # type: ignore[attr-defined]
        if self.path == "/away":
            self.send_response(302)
            self.send_header("Location", "/inside")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif self.path == "/slow":
            self.slowly()
        else:
            body = b"x" * (5_000 if self.path == "/large" else 5)
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(201)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def slowly(self) -> None:
        """Begin an answer and go on with one header after the other, never to the end."""
        stop: threading.Event = self.server.stop  # type: ignore[attr-defined]
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while not stop.wait(0.05):
            try:
                self.wfile.write(b"X-More: 1\r\n")
            except OSError:
                return

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Quiet)
        self.asked: list[tuple[str, str]] = []
        self.stop = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.02,))
        thread.start()
        yield running
        running.stop.set()
        running.shutdown()
        thread.join()


HERE = read_allowed("127.0.0.0/8")


def test_an_allowed_place_is_called_and_answers(server: Server) -> None:
    answer = Outgoing(HERE).get(f"{server.url}/a?b=c")
    assert (answer.status, answer.body, answer.is_success) == (200, b"xxxxx", True)
    assert server.asked == [("/a?b=c", f"127.0.0.1:{server.server_port}")]
    sent = Outgoing(HERE).post_form(server.url, {"a": "ä b"})
    assert sent.body == b"a=%C3%A4+b"


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "0",
        "localhost",
        "LOCALHOST.",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::]",
    ],
)
def test_this_machine_is_never_called_however_it_is_written(server: Server, host: str) -> None:
    with pytest.raises((RefusedAddressError, OutsideUnreachableError)):
        Outgoing().get(f"http://{host}:{server.server_port}/")
    assert server.asked == []


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "192.0.2.1",
        "0.0.0.0",  # noqa: S104  what is refused
        "255.255.255.255",
        "224.0.0.1",
        "240.0.0.1",
        "::1",
        "::",
        "::10.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::10.0.0.1",
        "2002:0a00:0001::1",
        "fe80::1",
        "fc00::1",
        "fd00:ec2::254",
        "ff02::1",
        "2001:db8::1",
        "3fff::1",
        "fec0::1",
    ],
)
def test_a_name_of_a_private_or_reserved_address_is_refused(address: str) -> None:
    outgoing = Outgoing(resolve=lambda _host, _port: [address])
    with pytest.raises(RefusedAddressError, match="inside a private or reserved network"):
        outgoing.get("https://innocent.example/")


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::8.8.8.8"])
def test_public_addresses_are_outside(address: str) -> None:
    assert is_outside(ip_address(address))


def test_one_bad_address_among_good_ones_refuses_the_name() -> None:
    outgoing = Outgoing(resolve=lambda _host, _port: ["8.8.8.8", "10.0.0.1"])
    with pytest.raises(RefusedAddressError):
        outgoing.get("https://two-faced.example/")


def test_a_name_is_resolved_once_and_the_connection_made_to_what_was_checked(
    server: Server,
) -> None:
    answers = [["127.0.0.2"], ["10.0.0.1"]]
    outgoing = Outgoing(
        read_allowed("rebinding.example"), resolve=lambda _host, _port: answers.pop(0)
    )
    with pytest.raises(OutsideUnreachableError):
        outgoing.get(f"http://rebinding.example:{server.server_port}/")
    assert len(answers) == 1
    known = Outgoing(read_allowed("here.example"), resolve=lambda _host, _port: ["127.0.0.1"])
    assert known.get(f"http://here.example:{server.server_port}/").is_success
    assert server.asked == [("/", f"here.example:{server.server_port}")]


def test_a_redirect_is_an_answer_and_nobody_follows_it(server: Server) -> None:
    answer = Outgoing(HERE).get(f"{server.url}/away")
    assert (answer.status, answer.is_success) == (302, False)
    assert [path for path, _ in server.asked] == ["/away"]


def test_an_answer_that_is_too_large_or_never_ends_is_given_up(server: Server) -> None:
    with pytest.raises(OutsideUnreachableError, match="larger than 1000 bytes"):
        Outgoing(HERE, most_bytes=1_000).get(f"{server.url}/large")
    with pytest.raises(OutsideUnreachableError, match=r"too long|timed out"):
        Outgoing(HERE, whole_s=0.4).get(f"{server.url}/slow")


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "gopher://example.org/",
        "//example.org/",
        "http:///path",
        "http://user:password@example.org/",
        "http://example.org@127.0.0.1/",
        "http://exa mple.org/",
        "http://example.org/\r\nX: y",
        "http://example.org\\@127.0.0.1/",
        "http://example.org:99999/",
        "http://[fe80::1%25lo]/",
        "http://[nonsense]/",
        "https://exämple.org/",
    ],
)
def test_what_is_no_plain_web_address_is_refused(url: str) -> None:
    with pytest.raises(RefusedAddressError):
        read_target(url)


def test_allowed_places_are_read_from_one_setting() -> None:
    allowed = read_allowed("10.2.0.0/16, git.internal , ::1")
    assert allowed.hosts == {"git.internal"}
    assert [str(one) for one in allowed.networks] == ["10.2.0.0/16", "::1/128"]
    assert read_allowed("") == Allowed()
    with pytest.raises(ValueError, match="neither a host nor a network"):
        read_allowed("http://git.internal")

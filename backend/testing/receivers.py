"""Real receivers on this machine: webhooks that refuse what the real ones refuse, and mail."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from backend.embedded.stores.ports import free_port
from backend.embedded.stores.services import Services
from backend.testing.brokers import fresh_broker
from backend.testing.stack import Stack, make_stack

# ruff: noqa: PLR2004  the limits stand where they are checked


@dataclass(frozen=True, slots=True)
class Received:
    path: str
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Webhooks:
    """A server that takes messages as the services take them; the first part of a path is the kind.

    `answers` are given first, one a request: a status, or a status with headers.
    """

    port: int
    received: list[Received] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    hung: threading.Event = field(default_factory=threading.Event)
    """Set when somebody waits at an address that never answers."""
    release: threading.Event = field(default_factory=threading.Event)

    def address(self, kind: str) -> str:
        return f"http://127.0.0.1:{self.port}/{kind}/T0/B0/s3cr3t"


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[int]:
    """Answer on a free port of this machine as long as the block runs; gives the port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


class QuietHandler(BaseHTTPRequestHandler):
    """Answers in few words, and says nothing of it."""

    def body(self) -> bytes | None:
        """Return what came; None where the connection was cut before the end of it."""
        length = int(self.headers["Content-Length"])
        came = self.rfile.read(length)
        return came if len(came) == length else None

    def reply(
        self, status: int, headers: Mapping[str, str], said: bytes, promised: int = 0
    ) -> None:
        """Answer; `promised` bytes more are announced than come."""
        self.send_response(status)
        told = {**headers, "Content-Length": str(len(said) + promised)}
        for name, value in told.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def webhooks() -> Iterator[Webhooks]:
    """Run the receiver as long as the block runs."""

    class Handler(QuietHandler):
        def do_POST(self) -> None:
            body = self.body()
            if body is None:
                self.close_connection = True
                return
            names = {name.lower(): value for name, value in self.headers.items()}
            if self.path.startswith("/hang"):
                here.hung.set()
                here.release.wait(60)
                return
            headers: dict[str, str] = {}
            said = b"not now"
            if here.answers:
                status, headers = here.answers.pop(0)
            else:
                here.received.append(Received(self.path, names, body))
                status, said = _verdict(self.path.split("/")[1], body)
            self.reply(status, headers, said)

    with serving(Handler) as port:
        here = Webhooks(port)
        try:
            yield here
        finally:
            here.release.set()


def _verdict(kind: str, body: bytes) -> tuple[int, bytes]:
    """Answer as the service does, by the limits that its documentation names."""
    if kind == "webhook":
        return 200, b""
    told = json.loads(body)
    is_good = {
        "slack": _is_slack, "mattermost": _is_mattermost, "discord": _is_discord, "teams": _is_teams
    }[kind](told)  # fmt: skip
    if not is_good:
        return 400, b"invalid_payload"
    return {"discord": (204, b""), "teams": (202, b"")}.get(kind, (200, b"ok"))


def _is_slack(told: Any) -> bool:
    blocks = told["blocks"]
    texts = [block["text"] for block in blocks if "text" in block]
    fields = [one for block in blocks for one in block.get("fields", [])]
    return (
        len(told["text"]) <= 40_000
        and len(blocks) <= 50
        and all(block["type"] in {"header", "section", "context"} for block in blocks)
        and all(len(block["text"]["text"]) <= 150 for block in blocks if block["type"] == "header")
        and all(0 < len(one["text"]) <= 3_000 for one in texts)
        and all(0 < len(one["text"]) <= 2_000 for one in fields)
        and all(len(block.get("fields", [])) <= 10 for block in blocks)
    )


def _is_mattermost(told: Any) -> bool:
    return len(json.dumps(told)) < 16_383 and all("fallback" in one for one in told["attachments"])


def _is_discord(told: Any) -> bool:
    embeds = told["embeds"]
    whole = sum(
        len(one["title"]) + len(one["description"])
        + sum(len(fact["name"]) + len(fact["value"]) for fact in one["fields"])
        for one in embeds
    )  # fmt: skip
    return (
        len(told["content"]) <= 2_000
        and len(embeds) <= 10
        and whole <= 6_000
        and all(len(one["title"]) <= 256 and len(one["fields"]) <= 25 for one in embeds)
        and all(0 < len(fact["value"]) <= 1_024 for one in embeds for fact in one["fields"])
        and told["allowed_mentions"] == {"parse": []}
    )


def _is_teams(told: Any) -> bool:
    (attachment,) = told["attachments"]
    card = attachment["content"]
    return (
        len(json.dumps(told)) <= 28 * 1024
        and attachment["contentType"] == "application/vnd.microsoft.card.adaptive"
        and card["type"] == "AdaptiveCard"
        and all(one["type"] in {"RichTextBlock", "FactSet"} for one in card["body"])
    )


@dataclass
class Mailbox:
    """What a mail server took, and what it shall answer to recipients."""

    port: int
    mails: list[EmailMessage] = field(default_factory=list)
    recipients: list[list[str]] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)

    async def handle_RCPT(  # noqa: N802  as aiosmtpd calls it
        self,
        _server: SMTP,
        _session: Session,
        envelope: Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        if self.refusals:
            return self.refusals.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        read = message_from_bytes(bytes(envelope.original_content or b""), policy=policy.default)
        self.mails.append(read)
        self.recipients.append(list(envelope.rcpt_tos))
        return "250 OK"


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    """Run a real mail server as long as the block runs."""
    box = Mailbox(free_port())
    controller = Controller(box, hostname="127.0.0.1", port=box.port, ready_timeout=30.0)
    controller.start()
    try:
        yield box
    finally:
        controller.stop()


@contextmanager
def mailing_stack(
    services: Services, database_url: str, mailbox: Mailbox, folder: Path
) -> Iterator[Stack]:
    """Run a server that may call this machine; what it mails comes to `mailbox`."""
    made = make_stack(database_url, fresh_broker(services.redis_url), folder)
    made.environment |= {
        "TIDEMARK_OUTGOING_ALLOWED": "127.0.0.0/8",
        "TIDEMARK_SMTP_HOST": "127.0.0.1",
        "TIDEMARK_SMTP_PORT": str(mailbox.port),
        "TIDEMARK_SMTP_SECURITY": "none",
        "TIDEMARK_PUBLIC_URL": made.url,
    }
    try:
        made.start_api()
        made.start_worker()
        yield made
    finally:
        made.drop()

"""The one way out for mail: handed to the server that the installation names, within a deadline.

The server is chosen by whoever runs the installation and may well stand inside its network, so
the guard against private addresses does not apply to it; recipients choose no server.
"""

import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Literal

from backend.domain.errors import DomainError

CONNECT_S = 5.0
WHOLE_S = 20.0
"""From the first packet to the last word: a server that drips does not hold us."""
LASTING = 500

Security = Literal["starttls", "tls", "none"]


class MailError(DomainError):
    """The server did not take the mail."""

    def __init__(self, message: str, *, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status

    @property
    def is_lasting(self) -> bool:
        """Tell whether the server says that trying again is no use."""
        return self.status is not None and self.status >= LASTING


@dataclass(frozen=True, slots=True)
class Mailer:
    """Hands mail to one server."""

    host: str
    port: int
    sender: str
    security: Security = "starttls"
    user: str = ""
    password: str = ""
    whole_s: float = WHOLE_S

    @property
    def is_set_up(self) -> bool:
        return bool(self.host)

    def send(self, mail: EmailMessage, recipients: tuple[str, ...]) -> None:
        """Hand one mail over for all recipients; MailError where that fails for any of them."""
        if not self.is_set_up:
            raise MailError("no mail server is set up (TIDEMARK_SMTP_HOST)")
        try:
            with self._connected() as server:
                refused = server.send_message(mail, self.sender, list(recipients))
        except smtplib.SMTPRecipientsRefused as error:
            raise _refused(error.recipients) from error
        except smtplib.SMTPResponseException as error:
            raise MailError(
                _words(error.smtp_code, error.smtp_error), status=error.smtp_code
            ) from error
        except (OSError, smtplib.SMTPException) as error:
            what = str(error)[:200] or type(error).__name__
            raise MailError(f"the mail server gave no proper answer: {what}") from error
        if refused:
            raise _refused(refused)

    @contextmanager
    def _connected(self) -> Iterator[smtplib.SMTP]:
        context = ssl.create_default_context()
        if self.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=CONNECT_S, context=context
            )
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=CONNECT_S)
        with server, _ended_after(server, self.whole_s):
            if self.security == "starttls":
                server.starttls(context=context)
            if self.user:
                server.login(self.user, self.password)
            yield server


@contextmanager
def _ended_after(server: smtplib.SMTP, seconds: float) -> Iterator[None]:
    """Cut the connection at the deadline, in whatever answer the other side then is."""

    def cut() -> None:
        if server.sock is not None:
            server.sock.shutdown(socket.SHUT_RDWR)

    watch = threading.Timer(seconds, cut)
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


def _refused(recipients: dict[str, tuple[int, bytes]]) -> MailError:
    """Name who was refused; lasting only where that is so for every one."""
    said = "; ".join(f"{name}: {_words(*why)}" for name, why in sorted(recipients.items()))
    return MailError(said[:400], status=min(code for code, _ in recipients.values()))


def _words(code: int, said: bytes | str) -> str:
    text = said.decode(errors="replace") if isinstance(said, bytes) else said
    return f"answered {code}: {' '.join(text.split())[:200]}"

"""The way out for mail, as the installation names it."""

import re
from urllib.parse import urlsplit

from backend.outgoing.mail import Mailer
from backend.settings import Settings

_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}")


def mailer_of(settings: Settings) -> Mailer:
    host = urlsplit(settings.address).hostname or "localhost"
    domain = host if _HOST.fullmatch(host) and "." in host else "tidemark.invalid"
    return Mailer(
        host=settings.smtp_host,
        port=settings.smtp_port,
        sender=settings.mail_from or f"tidemark@{domain}",
        security=settings.smtp_security,
        user=settings.smtp_user,
        password=settings.smtp_password.get_secret_value(),
    )

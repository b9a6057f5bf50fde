"""A message as a mail: plain text and HTML, with the picture of the series inside."""

from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from html import escape

from backend.domain.notifications.messages import (
    MARKS,
    Message,
    Mood,
    NewsEntry,
    more_words,
    one_line,
    plain_text,
)

# the light tokens of frontend/src/app/tokens.css
COLOURS: dict[Mood, str] = {"worse": "#b8400a", "better": "#0b62a4", "plain": "#5f6973"}
PICTURE = "series@tidemark"
"""Content id of the picture within its mail (RFC 2392)."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """From whom to whom, and the domain that message ids are of."""

    sender: str
    recipients: tuple[str, ...]
    domain: str
    thread: str | None = None
    """What mails of one thing have in common, so that a reader shows them together."""


def mail_of(message: Message, envelope: Envelope) -> EmailMessage:
    """Write the mail; no text of ours or others can begin a line of its head.

    Its id stays the same however often it is tried, so that a mailbox that got it twice can tell.
    """
    mail = EmailMessage(SMTP)
    mail["Subject"] = one_line(message.title)
    mail["From"] = Address("Tidemark", addr_spec=envelope.sender)
    mail["To"] = [Address(addr_spec=one) for one in envelope.recipients]
    mail["Date"] = format_datetime(message.at)
    mail["Message-ID"] = f"<{message.id}@{envelope.domain}>"
    if envelope.thread:
        mail["References"] = f"<{envelope.thread}@{envelope.domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(plain_text(message), cte="quoted-printable")
    mail.add_alternative(html_of(message), subtype="html", cte="quoted-printable")
    if message.picture is not None:
        _, page = mail.iter_parts()
        page.add_related(
            message.picture, "image", "png", cid=f"<{PICTURE}>", disposition="inline",
            filename="series.png",
        )  # fmt: skip
    return mail


def html_of(message: Message) -> str:
    """Write the body: every text escaped, no script, no address but our own."""
    stories = "".join(_entry(story) for story in message.stories)
    more = f"<p>{escape(more_words(message))}</p>" if message.more else ""
    picture = (
        f'<p><img src="cid:{PICTURE}" width="600" alt="{escape(message.picture_words)}"'
        ' style="max-width:100%;height:auto"></p>'
        if message.picture is not None
        else ""
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(message.title)}</title></head>"
        '<body style="font:15px/1.5 sans-serif;color:#1c2329;max-width:680px">'
        f"<p>{escape(message.project)}</p>{stories}{picture}{more}"
        f'<p style="color:#5f6973">{_link(message.address, "All of it")} · '
        f"{_link(message.settings_address, 'What is told here')}</p></body></html>"
    )


def _entry(story: NewsEntry) -> str:
    rows = "".join(
        f'<tr><th align="left" style="padding-right:16px;font-weight:normal;color:#5f6973">'
        f"{escape(label)}</th><td>{escape(said)}</td></tr>"
        for label, said in story.facts
    )
    return (
        f'<h2 style="font-size:17px;margin:16px 0 4px;color:{COLOURS[story.mood]}">'
        f"{MARKS[story.mood]} {escape(story.headline)}</h2>"
        f'<p style="margin:0 0 4px">{escape(story.about)}</p><table>{rows}</table>'
        f"<p>{_link(story.address, 'Open it')}</p>"
    )


def _link(address: str, words: str) -> str:
    return f'<a href="{escape(address)}">{escape(words)}</a>'

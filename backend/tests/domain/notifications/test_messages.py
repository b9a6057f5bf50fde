"""What people named stays text in every format, and nothing of it begins a line of a head."""

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime
from email import message_from_bytes, policy
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from backend.domain.errors import InvalidError
from backend.domain.notifications.atom_feeds import Feed, FeedEntry, atom
from backend.domain.notifications.channels import ChannelKind, hint_of, read_address
from backend.domain.notifications.chat_messages import MOST_STORIES, NO_WIDTH, chat_body
from backend.domain.notifications.mail_messages import Envelope, mail_of
from backend.domain.notifications.messages import Message, NewsEntry, one_line, plain_text
from backend.domain.notifications.webhook_messages import new_secret, signed_headers, webhook_body

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
EVIL = (
    "x\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script> <!channel> @here @everyone"
    " [a](http://evil.example) https://evil.example *b* `c` & \u202etxt\x00"
)
CHATS = [ChannelKind.SLACK, ChannelKind.MATTERMOST, ChannelKind.DISCORD, ChannelKind.TEAMS]
ENVELOPE = Envelope("tidemark@example.org", ("ada@example.org",), "example.org")


def a_message(named: str = "search time", count: int = 1, more: int = 0) -> Message:
    story = NewsEntry(
        headline="4.8\u202f% slower [3.1, 6.4] since 3f2a",
        about=one_line(named),
        facts=[("Author", one_line(named)), ("Basis", "20 points before, 5 after")],
        address="https://tide.example/p/main/alert-groups/1",
        mood="worse",
    )
    return Message(
        id="1f0c",
        at=NOW,
        project="Main",
        title=one_line(f"4.8\u202f% slower: {named}", 180),
        stories=[story] * count,
        address=story.address,
        settings_address="https://tide.example/p/main/settings/notifications",
        more=more,
        picture=b"\x89PNG",
        picture_words=one_line(named),
        events=[{"event": "opened"}] * count,
    )


def test_a_mail_has_the_head_that_we_gave_it_and_no_line_more() -> None:
    sent = mail_of(a_message(EVIL), ENVELOPE).as_bytes()
    read = message_from_bytes(sent, policy=policy.default)
    assert sorted(name.lower() for name in read) == [
        "auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject",
        "to",
    ]  # fmt: skip
    assert read["To"] == "ada@example.org"
    assert read["Message-ID"] == "<1f0c@example.org>"
    html = read.get_body(("html",)).get_content()  # type: ignore[union-attr]
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert 'src="cid:series@tidemark"' in html


def test_a_mail_is_the_same_however_often_it_is_written() -> None:
    first, second = (message_from_bytes(mail_of(a_message(), ENVELOPE).as_bytes()) for _ in "12")
    assert (first["Message-ID"], first["Date"]) == (second["Message-ID"], second["Date"])


@pytest.mark.parametrize("kind", CHATS)
def test_in_a_chat_names_are_no_markup_no_links_and_call_nobody(kind: ChannelKind) -> None:
    texts = list(texts_of(chat_body(kind, a_message(EVIL))))
    marked = [text for text in texts if is_markup(kind, text)]
    assert marked
    for text in marked:
        assert "<!channel>" not in text
        assert "<script>" not in text
        if kind is not ChannelKind.SLACK:
            assert "@here" not in text.replace(f"@{NO_WIDTH}here", "")
            assert "](http://evil" not in text
            assert "https://evil" not in text


def texts_of(told: Any, name: str = "") -> Any:
    """Give every text of a body with the name it has."""
    if isinstance(told, dict):
        is_plain = told.get("type") in {"plain_text", "TextRun"}
        for key, value in told.items():
            if not (is_plain and key == "text"):
                yield from texts_of(value, key)
    elif isinstance(told, list):
        for value in told:
            yield from texts_of(value, name)
    elif isinstance(told, str) and name not in {"url", "title_link", "$schema"}:
        yield told


def is_markup(kind: ChannelKind, text: str) -> bool:
    return kind is not ChannelKind.DISCORD or not text.startswith("▲")


@pytest.mark.parametrize("kind", CHATS)
def test_a_digest_names_the_first_and_counts_the_rest(kind: ChannelKind) -> None:
    body = json.dumps(chat_body(kind, a_message(count=20, more=9_980)), ensure_ascii=False)
    told = MOST_STORIES * (2 if kind is ChannelKind.MATTERMOST else 1)
    assert body.count("since 3f2a") == told
    assert f"And {9_980 + 20 - MOST_STORIES} more" in body


def test_a_plain_text_says_the_verdict_first_and_where_to_look() -> None:
    assert plain_text(a_message()).splitlines()[:5] == [
        "4.8\u202f% slower: search time",
        "",
        "▲ 4.8\u202f% slower [3.1, 6.4] since 3f2a",
        "  search time",
        "  Author: search time",
    ]


def verify(secret: str, headers: dict[str, str], body: bytes, now: int, seen: set[str]) -> bool:
    """Check a message as docs/webhooks.md tells receivers to."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    id_, stamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(now - int(stamp)) > 300 or id_ in seen:
        return False
    digest = hmac.new(key, f"{id_}.{stamp}.".encode() + body, hashlib.sha256).digest()
    good = "v1," + base64.b64encode(digest).decode()
    if not any(hmac.compare_digest(good, one) for one in headers["webhook-signature"].split()):
        return False
    seen.add(id_)
    return True


def test_a_signed_message_is_believed_once_and_soon_and_only_unchanged() -> None:
    secret, message, stamp = new_secret(), a_message(EVIL), int(NOW.timestamp())
    body = webhook_body(message)
    headers = dict(signed_headers(secret, message.id, body, NOW))
    assert json.loads(body)["news"][0]["event"] == "opened"
    assert body == webhook_body(message)
    assert not verify(new_secret(), headers, body, stamp, set())
    assert not verify(secret, headers, body + b" ", stamp, set())
    assert not verify(secret, headers | {"webhook-id": "another"}, body, stamp, set())
    assert not verify(secret, headers, body, stamp + 301, set())
    seen: set[str] = set()
    assert verify(secret, headers, body, stamp + 10, seen)
    assert not verify(secret, headers, body, stamp + 20, seen), "it was replayed"


def test_a_feed_is_xml_whatever_was_named() -> None:
    message = a_message(EVIL)
    entry = FeedEntry("https://tide.example/1#opened-1", message.stories[0], NOW, NOW)
    feed = Feed("https://tide.example/f", EVIL, "https://x/f?a=1&b", "https://x", NOW, [entry])
    root = ET.fromstring(atom(feed))  # noqa: S314  our own text
    names = {"a": "http://www.w3.org/2005/Atom"}
    (title,) = root.findall("a:entry/a:title", names)
    assert "<script>" in (title.text or "")
    assert [one.text for one in root.findall("a:entry/a:id", names)] == [entry.id]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("mail", "ada@example.org\r\nBcc: all@example.org"),
        ("mail", "no address"),
        ("mail", ", ,"),
        ("mail", ",".join(f"a{n}@example.org" for n in range(21))),
        ("slack", "ftp://hooks.example"),
        ("slack", "https://user:word@hooks.example"),
        ("webhook", "https://hooks.example/\r\nHost: inside"),
    ],
)
def test_addresses_to_which_nothing_can_be_sent_are_refused(kind: str, text: str) -> None:
    with pytest.raises(InvalidError) as caught:
        read_address(ChannelKind(kind), text)
    assert caught.value.faults[0].pointer == "/address"


def test_of_an_address_only_as_much_is_shown_as_people_need_to_recognise_it() -> None:
    address = "https://hooks.slack.com/services/T0/B0/XXXXXXXXXXXXXXXXabcd"
    assert hint_of(ChannelKind.SLACK, address) == "hooks.slack.com/…abcd"
    assert hint_of(ChannelKind.MAIL, "ada@example.org") == "ada@example.org"

"""What webhooks say, as the descriptions of their forges have them, and whatever else arrives."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.adapters.forge_webhooks.reading import MOST_BYTES, read_delivery
from backend.domain.errors import InvalidError, TooLargeError
from backend.domain.pulls.forge_events import (
    CommandGiven,
    ForgeKind,
    MergeGroupFormed,
    Pinged,
    PullRequestSeen,
    Unwatched,
)
from backend.domain.pulls.forge_signatures import check_signature
from backend.testing.forges.running import forge
from backend.testing.forges.server import SECRET, StandIn
from backend.testing.forges.webhooks import (
    ACTIONS,
    Webhook,
    comment_webhook,
    merge_group_webhook,
    ping_webhook,
    pull_request_webhook,
    sent,
    signed_by_gitlab,
)
from backend.testing.forges.world import commit_named

BEFORE = commit_named("first")


@pytest.fixture(scope="module")
def forges() -> Iterator[dict[ForgeKind, StandIn]]:
    """Run every forge, each with pull request 7 of Ada."""
    with ExitStack() as stack:
        running = {kind: stack.enter_context(forge(kind)) for kind in ForgeKind}
        for there in running.values():
            there.world.commit("seven", "first", branch="topic-7")
            there.world.pull(7, "seven", author="ada", title="Faster  \x00 maps\n")
        yield running


@pytest.fixture(params=list(ForgeKind))
def kind(request: pytest.FixtureRequest) -> ForgeKind:
    chosen: ForgeKind = request.param
    return chosen


@pytest.fixture
def there(kind: ForgeKind, forges: dict[ForgeKind, StandIn]) -> Iterator[StandIn]:
    running = forges[kind]
    before = replace(running.world.pulls[7])
    yield running
    running.world.pulls[7] = before


def changed(kind: ForgeKind, webhook: Webhook, *place: str, to: object) -> Webhook:
    """Return a webhook with one field changed, signed again."""
    document = json.loads(webhook.body)
    inside: Any = document
    for name in place[:-1]:
        inside = inside[name]
    inside[place[-1]] = to
    event = {
        ForgeKind.GITHUB: "x-github-event",
        ForgeKind.GITLAB: "x-gitlab-event",
        ForgeKind.GITEA: "x-gitea-event",
    }[kind]
    return sent(kind, webhook.headers[event], document)


@pytest.mark.parametrize("event", list(ACTIONS))
def test_a_pull_request_is_seen(kind: ForgeKind, there: StandIn, event: str) -> None:
    webhook = pull_request_webhook(there, 7, event, BEFORE)
    check_signature(kind, SECRET, webhook.headers, webhook.body, datetime.now(UTC))
    delivery = read_delivery(kind, webhook.headers, webhook.body)
    seen = delivery.event
    assert isinstance(seen, PullRequestSeen)
    assert (delivery.repository, seen.number) == (there.world.repository, 7)
    assert (seen.head, seen.head_branch, seen.base_branch) == (
        commit_named("seven"), "topic-7", "main",
    )  # fmt: skip
    assert (seen.is_from_fork, seen.is_open, seen.merged_as) == (False, True, None)
    assert seen.title == "Faster maps"
    is_told = event == "pushed" and kind is not ForgeKind.GITEA
    assert seen.head_before == (BEFORE if is_told else None)
    again = read_delivery(kind, webhook.headers, webhook.body)
    other = pull_request_webhook(there, 7, event, BEFORE)
    assert again == delivery
    assert read_delivery(kind, other.headers, other.body).id != delivery.id


def test_a_fork_and_a_merge_are_told(kind: ForgeKind, there: StandIn) -> None:
    pull = there.world.pulls[7]
    pull.is_from_fork, pull.is_open, pull.merged_as = True, False, commit_named("second")
    webhook = pull_request_webhook(there, 7, "closed")
    seen = read_delivery(kind, webhook.headers, webhook.body).event
    assert isinstance(seen, PullRequestSeen)
    assert (seen.is_from_fork, seen.is_open, seen.merged_as) == (
        True, False, commit_named("second"),
    )  # fmt: skip
    if kind is not ForgeKind.GITLAB:
        # The fork may be gone by now.
        gone = changed(kind, webhook, "pull_request", "head", "repo", to=None)
        seen = read_delivery(kind, gone.headers, gone.body).event
        assert isinstance(seen, PullRequestSeen)
        assert seen.is_from_fork


def test_a_new_comment_is_heard_and_other_comments_are_not(kind: ForgeKind, there: StandIn) -> None:
    written = there.world.write(7, "grace", "/tidemark accept it is worth it\n\nSee \x00 above.")
    webhook = comment_webhook(there, written)
    told = read_delivery(kind, webhook.headers, webhook.body).event
    text = "/tidemark accept it is worth it\n\nSee \ufffd above."
    said = CommandGiven(there.world.repository, 7, str(written.id), "grace", text, written.at)
    assert told == said

    if kind is ForgeKind.GITLAB:
        others = [
            changed(kind, webhook, "object_attributes", "action", to="update"),
            changed(kind, webhook, "object_attributes", "noteable_type", to="Issue"),
            changed(kind, webhook, "object_attributes", "system", to=True),
        ]
    else:
        others = [changed(kind, webhook, "action", to=other) for other in ("edited", "deleted")]
    if kind is ForgeKind.GITHUB:
        others += [
            changed(kind, webhook, "comment", "user", "type", to="Bot"),
            changed(kind, webhook, "issue", "pull_request", to=None),
        ]
    if kind is ForgeKind.GITEA:
        others.append(changed(kind, webhook, "is_pull", to=False))
    for other in others:
        assert isinstance(read_delivery(kind, other.headers, other.body).event, Unwatched)


def test_what_asks_nothing_of_us_is_named_for_the_log(kind: ForgeKind, there: StandIn) -> None:
    webhook = pull_request_webhook(there, 7)
    place = ("object_attributes", "action") if kind is ForgeKind.GITLAB else ("action",)
    other = changed(kind, webhook, *place, to="labeled")
    assert isinstance(read_delivery(kind, other.headers, other.body).event, Unwatched)
    push = sent(kind, "Push Hook" if kind is ForgeKind.GITLAB else "push", {"ref": "main"})
    event = read_delivery(kind, push.headers, push.body).event
    assert isinstance(event, Unwatched)
    assert "ush" in event.kind


def test_a_merge_queue_and_a_ping_are_told(forges: dict[ForgeKind, StandIn]) -> None:
    there = forges[ForgeKind.GITHUB]
    group = merge_group_webhook(there, "second", "first")
    assert read_delivery(ForgeKind.GITHUB, group.headers, group.body).event == MergeGroupFormed(
        "acme/engine", commit_named("second"), commit_named("first"),
        "refs/heads/gh-readonly-queue/main/pr-7",
    )  # fmt: skip
    gone = changed(ForgeKind.GITHUB, group, "action", to="destroyed")
    assert isinstance(read_delivery(ForgeKind.GITHUB, gone.headers, gone.body).event, Unwatched)
    ping = ping_webhook(there)
    assert read_delivery(ForgeKind.GITHUB, ping.headers, ping.body).event == Pinged("acme/engine")


def test_gitlab_names_a_delivery_so_that_events_of_one_cause_stay_apart(
    forges: dict[ForgeKind, StandIn],
) -> None:
    kind, there = ForgeKind.GITLAB, forges[ForgeKind.GITLAB]
    opened, pushed = (pull_request_webhook(there, 7, event) for event in ("opened", "pushed"))
    signed = signed_by_gitlab(opened, datetime.now(UTC))
    check_signature(kind, SECRET, signed.headers, signed.body, datetime.now(UTC))
    assert read_delivery(kind, signed.headers, signed.body).id == signed.headers["webhook-id"]
    old = [
        one.with_headers(idempotency_key=None, x_gitlab_event_uuid="1") for one in (opened, pushed)
    ]
    ids = [read_delivery(kind, one.headers, one.body).id for one in (*old, *old)]
    assert ids[:2] == ids[2:]
    assert ids[0] != ids[1]


def test_what_cannot_be_read_says_where_why_and_what_to_do(kind: ForgeKind, there: StandIn) -> None:
    webhook = pull_request_webhook(there, 7)
    for body, said in (
        (b"", "no JSON"), (b"{", "no JSON"), (b"[]", "no JSON object"), (b"\xff\xfe", "no JSON"),
        (b'{"a":' * 5_000, "no JSON"),
    ):  # fmt: skip
        with pytest.raises(InvalidError) as caught:
            read_delivery(kind, webhook.headers, body)
        (fault,) = caught.value.faults
        assert said in fault.reason
        assert fault.remedy

    place = ("object_attributes", "last_commit", "id") if kind is ForgeKind.GITLAB else (
        "pull_request", "head", "sha",
    )  # fmt: skip
    for wrong in (None, 7, "main; rm -rf /", "G" * 40, "a" * 39, ["a"], {"a": 1}):
        bad = changed(kind, webhook, *place, to=wrong)
        with pytest.raises(InvalidError) as caught:
            read_delivery(kind, bad.headers, bad.body)
        assert caught.value.faults[0].pointer == "/" + "/".join(place)

    form = webhook.with_headers(content_type="application/x-www-form-urlencoded")
    with pytest.raises(InvalidError) as caught:
        read_delivery(kind, form.headers, b"payload=%7B%7D")
    assert "application/json" in caught.value.faults[0].remedy


def test_what_is_too_large_is_not_read(kind: ForgeKind, there: StandIn) -> None:
    webhook = pull_request_webhook(there, 7)
    with pytest.raises(TooLargeError):
        read_delivery(kind, webhook.headers, b" " * (MOST_BYTES + 1))


def test_a_delivery_has_an_id_and_an_event(kind: ForgeKind, there: StandIn) -> None:
    webhook = pull_request_webhook(there, 7)
    for name in [one for one in webhook.headers if "event" in one or "delivery" in one]:
        bare = {k: v for k, v in webhook.headers.items() if k not in {name, "idempotency-key"}}
        is_needed = name in {
            "x-github-event", "x-github-delivery", "x-gitlab-event", "x-gitea-event",
            "x-gitea-delivery",
        } and name.split("-")[1] == kind.value  # fmt: skip
        if is_needed:
            with pytest.raises(InvalidError, match="no header"):
                read_delivery(kind, bare, webhook.body)
    long = {
        name: value * 400 if name.startswith("x-") else value
        for name, value in webhook.headers.items()
    }
    with pytest.raises(InvalidError):
        read_delivery(kind, long, webhook.body)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


def places_in(document: object, *above: str) -> Iterator[tuple[str, ...]]:
    """Name every field of a document."""
    if isinstance(document, dict):
        for name, value in document.items():
            yield (*above, name)
            yield from places_in(value, *above, name)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_whatever_stands_in_a_field_is_read_or_refused(
    forges: dict[ForgeKind, StandIn], data: st.DataObject
) -> None:
    kind = data.draw(st.sampled_from(list(ForgeKind)))
    there = forges[kind]
    webhook = data.draw(
        st.sampled_from([
            pull_request_webhook(there, 7, "pushed", BEFORE),
            comment_webhook(there, there.world.write(7, "ada", "/tidemark help")),
        ])
    )  # fmt: skip
    there.world.comments.clear()
    place = data.draw(st.sampled_from(list(places_in(json.loads(webhook.body)))))
    bad = changed(kind, webhook, *place, to=data.draw(JSON))
    try:
        event = read_delivery(kind, bad.headers, bad.body).event
    except InvalidError as error:
        assert all(fault.reason and fault.remedy for fault in error.faults)  # noqa: PT017
        return
    for text in (getattr(event, name, "") for name in ("title", "author", "url", "text")):
        assert "\x00" not in text

"""From news to messages at real receivers: once each, again where it failed, never in the way."""

import multiprocessing
import os
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, Engine, text

from backend.domain.changes.alert_standing import AlertEvent
from backend.domain.notifications.channels import Channel
from backend.domain.notifications.messages import Message
from backend.domain.notifications.subscriptions import NewsSelection, Ways
from backend.domain.people.projects import Project
from backend.services.notifications import manage_channels
from backend.services.notifications.deliver_messages import (
    deliver_next,
    make_messages,
)
from backend.services.notifications.post_messages import PostOffice, post_office
from backend.services.notify import notify_of_groups
from backend.services.task_queue import TaskQueue
from backend.settings import Settings
from backend.storage.engine import make_engine, transaction
from backend.testing.draining import RecordingRelay
from backend.testing.filling import fill
from backend.testing.receivers import Mailbox, Webhooks
from backend.tests.api.releasing import a_release_history
from backend.tests.services.notifications.posting import (
    a_channel,
    hurry,
    log_of,
    tick,
)

NAMES = ("slack", "mattermost", "discord", "teams", "webhook")


def test_each_channel_gets_one_message_of_a_regression_in_its_own_format(
    engine: Engine, project: Project, hooks: Webhooks, mailbox: Mailbox, office: PostOffice
) -> None:
    for name in NAMES:
        a_channel(engine, project, name, hooks.address(name))
    a_channel(engine, project, "mail", "ada@example.org, ben@example.org")
    fill(engine, project, *a_release_history())
    assert tick(engine, office) == len(NAMES) + 1
    assert tick(engine, office) == 0
    assert sorted(one.path.split("/")[1] for one in hooks.received) == sorted(NAMES)
    (mail,) = mailbox.mails
    assert mailbox.recipients == [["ada@example.org", "ben@example.org"]]
    assert re.fullmatch(
        r"search engine=smol time \d+\.\d\u202f% slower since 00000000 and 1 more change"
        r" \(Main, main\)",
        mail["Subject"],
    )
    plain, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None
    assert page is not None
    assert plain.get_content().count("https://tide.example/p/main/") == 3
    assert 'src="cid:series@tidemark"' in page.get_content()
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert picture["Content-ID"] == "<series@tidemark>"
    assert {one.state for one in log_of(engine, project)} == {"sent"}


def test_a_sender_killed_before_the_wire_loses_nothing_and_repeats_nothing(
    engine: Engine,
    project: Project,
    hooks: Webhooks,
    office: PostOffice,
    database_url: str,
    regression: Callable[[], None],
) -> None:
    channel = a_channel(engine, project, "webhook", hooks.address("webhook"))
    regression()
    with transaction(engine) as session:
        make_messages(session, datetime.now(UTC))
    (before,) = log_of(engine, project)
    dying = multiprocessing.get_context("spawn").Process(
        target=_claim_and_die, args=(database_url, project.id, channel.id)
    )
    dying.start()
    dying.join()
    assert dying.exitcode == 9
    assert hooks.received == []
    assert tick(engine, office) == 0, "the claim of the dead sender still stands"
    hurry(engine)
    assert tick(engine, office) == 1
    assert tick(engine, office) == 0
    (received,) = hooks.received
    assert received.headers["webhook-id"] == str(before.message_id)
    assert received.json()["id"] == str(before.message_id)
    (after,) = log_of(engine, project)
    assert (after.state, after.attempts) == ("sent", 2)


class _Dying:
    """Ends the process where it would send."""

    origin = "https://tide.example"

    def deliver(self, channel: Channel, message: Message) -> None:  # noqa: ARG002
        os._exit(9)


def _claim_and_die(url: str, project_id: int, channel_id: int) -> None:
    deliver_next(make_engine(url), _Dying(), project_id, channel_id)


def test_a_receiver_that_hangs_is_cut_off_and_holds_up_no_other_channel(
    engine: Engine,
    project: Project,
    hooks: Webhooks,
    office: PostOffice,
    regression: Callable[[], None],
) -> None:
    slow = a_channel(engine, project, "slack", hooks.address("hang"))
    a_channel(engine, project, "discord", hooks.address("discord"))
    regression()
    impatient = replace(office, outgoing=replace(office.outgoing, whole_s=0.3))
    assert tick(engine, impatient) == 1
    assert hooks.hung.is_set()
    states = {one.channel_id: (one.state, one.reason) for one in log_of(engine, project)}
    state, reason = states.pop(slow.id)
    assert state == "waiting"
    assert "gave no proper answer" in reason
    assert list(states.values()) == [("sent", "")]


def test_a_receiver_may_ask_for_time_and_one_that_refuses_is_not_asked_again(
    engine: Engine,
    project: Project,
    hooks: Webhooks,
    office: PostOffice,
    regression: Callable[[], None],
) -> None:
    channel = a_channel(engine, project, "slack", hooks.address("slack"))
    regression()
    hooks.answers = [(429, {"Retry-After": "1200"})]
    assert tick(engine, office) == 0
    (waiting,) = log_of(engine, project)
    assert (waiting.state, waiting.status) == ("waiting", 429)
    assert waiting.next_at is not None
    assert waiting.next_at > datetime.now(UTC) + timedelta(seconds=1100)
    hooks.answers = [(410, {})]
    hurry(engine)
    assert tick(engine, office) == 0
    (dead,) = log_of(engine, project)
    assert (dead.state, dead.status, dead.reason) == ("dead", 410, "answered 410: not now")
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        manage_channels.send_again(session, queue, project.id, dead.id)
    assert tick(engine, office) == 1
    assert len(hooks.received) == 1
    with transaction(engine) as session:
        ((_, health, _),) = manage_channels.list_channels(session, project.id)
    assert (health.dead, health.failing_since, channel.hint) == (
        0,
        None,
        f"127.0.0.1:{hooks.port}/…cr3t",
    )


TEN_THOUSAND = pytest.mark.nightly(
    shorter=[
        (
            "services/notifications/test_deliveries.py"
            "::test_many_alerts_at_once_become_one_digest_a_channel"
        ),
    ]
)


@pytest.mark.usefixtures("regression")
@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=TEN_THOUSAND)])
def test_many_alerts_at_once_become_one_digest_a_channel(
    engine: Engine,
    project: Project,
    hooks: Webhooks,
    mailbox: Mailbox,
    office: PostOffice,
    count: int,
) -> None:
    names = ("slack", "webhook", "mail", "discord", "teams", "mattermost")
    for name in names:
        address = "ada@example.org" if name == "mail" else hooks.address(name)
        a_channel(engine, project, name, address)
    ids = copies_of_the_group(engine, project, count)
    with transaction(engine) as session:
        happened = [(id_, AlertEvent.OPENED, 1) for id_ in ids]
        notify_of_groups(session, project.id, happened)
        notify_of_groups(session, project.id, happened)
    assert tick(engine, office) == len(names)
    assert (len(hooks.received), len(mailbox.mails)) == (len(names) - 1, 1)
    log = log_of(engine, project)
    assert {(one.kind, one.news, one.state) for one in log} == {("digest", count, "sent")}
    assert mailbox.mails[0]["Subject"].startswith(f"{count} alerts in Main")
    assert tick(engine, office) == 0


def copies_of_the_group(engine: Engine, project: Project, count: int) -> list[int]:
    """Make as many alert groups like the first one, each with a change point of its own."""
    members = (
        "insert into alert_member (project_id, change_id, group_id, rank)"
        " select :project, unnest(cast(:changes as bigint[])), unnest(cast(:groups as bigint[])), 0"
    )
    with engine.begin() as connection:
        groups = copies(connection, "alert_group", "number", "1000 + n", count)
        changes = copies(connection, "change_point", "position", "position", count)
        told = {"project": project.id, "changes": changes, "groups": groups}
        connection.execute(text(members), told)
        # as the server does by itself before long
        connection.execute(text("analyze alert_member, alert_group, change_point"))
    return groups


def copies(connection: Connection, table: str, column: str, value: str, count: int) -> list[int]:
    """Copy the first row of a table, one column apart; returns the ids."""
    names = connection.execute(
        text(
            "select string_agg(quote_ident(column_name), ', ') from information_schema.columns"
            f" where table_name = '{table}' and column_name not in ('id', '{column}')"
        )
    ).scalar_one()
    made = connection.execute(
        text(
            f"insert into {table} ({column}, {names}) select {value}, {names}"
            f" from {table}, generate_series(1, :count) n"
            f" where id = (select min(id) from {table}) returning id"
        ),
        {"count": count},
    )
    return list(made.scalars())


def test_a_subscription_chooses_and_two_that_match_tell_once(
    engine: Engine,
    project: Project,
    hooks: Webhooks,
    office: PostOffice,
    regression: Callable[[], None],
) -> None:
    everything = a_channel(engine, project, "slack", hooks.address("slack"))
    little = a_channel(engine, project, "discord", hooks.address("discord"))
    with transaction(engine) as session:
        manage_channels.subscribe(
            session, project.id, everything.id, NewsSelection(ways=Ways.ANY), "Ada"
        )
        ((first, _, (own,)), _) = manage_channels.list_channels(session, project.id)
        assert first.id == little.id
        manage_channels.change_subscription(
            session, project.id, (little.id, own.id), NewsSelection(min_effect=0.9)
        )
    regression()
    assert tick(engine, office) == 1
    assert [one.path.split("/")[1] for one in hooks.received] == ["slack"]


def test_a_mail_server_that_refuses_for_good_is_believed_and_one_that_is_away_is_asked_again(
    engine: Engine,
    project: Project,
    mailbox: Mailbox,
    office: PostOffice,
    regression: Callable[[], None],
) -> None:
    a_channel(engine, project, "mail", "nobody@example.org")
    regression()
    mailbox.refusals = ["450 try later"]
    assert tick(engine, office) == 0
    assert [one.state for one in log_of(engine, project)] == ["waiting"]
    hurry(engine)
    mailbox.refusals = ["550 no such mailbox"]
    assert tick(engine, office) == 0
    (dead,) = log_of(engine, project)
    assert (dead.state, dead.status) == ("dead", 550)
    assert "no such mailbox" in dead.reason


def test_a_private_address_is_never_called(
    engine: Engine,
    project: Project,
    hooks: Webhooks,
    settings: Settings,
    regression: Callable[[], None],
) -> None:
    a_channel(engine, project, "slack", hooks.address("slack"))
    regression()
    assert tick(engine, post_office(settings)) == 0
    assert hooks.received == []
    (dead,) = log_of(engine, project)
    assert dead.state == "dead"
    assert "private or reserved network" in dead.reason

"""What ended, was taken back or is open again, told to those who heard of it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from sqlalchemy import Engine, text

from backend.domain.changes.alert_groups import GroupState
from backend.domain.changes.alert_standing import AlertEvent
from backend.domain.changes.triage import SaidState
from backend.domain.notifications.subscriptions import NewsSelection
from backend.domain.people.projects import Project
from backend.services.changes.read_alert_groups import read_alert_group
from backend.services.changes.update_alert_groups import regroup
from backend.services.notifications import manage_channels
from backend.services.notifications.post_messages import PostOffice
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.testing.draining import RecordingRelay, do_what_waits
from backend.testing.receivers import Mailbox, Webhooks
from backend.tests.services.notifications.posting import (
    a_channel,
    hurry,
    log_of,
    say_of_group,
    tick,
)


def test_what_was_taken_back_before_its_hour_is_not_told(
    engine: Engine,
    project: Project,
    hooks: Webhooks,
    office: PostOffice,
    regression: Callable[[], None],
) -> None:
    a_channel(engine, project, "slack", hooks.address("slack"), cadence="hourly")
    regression()
    assert tick(engine, office) == 0
    with engine.begin() as connection:
        connection.execute(text("update alert_group set state = 'invalid'"))
    tick(engine, office, datetime.now(UTC) + timedelta(hours=2))
    assert hooks.received == []
    (dropped,) = log_of(engine, project)
    assert (dropped.state, dropped.reason) == ("dropped", "taken back before it was sent")


def test_that_an_alarm_was_taken_back_is_told_once_with_the_reason_to_whom_it_was_told(
    engine: Engine,
    project: Project,
    hooks: Webhooks,
    mailbox: Mailbox,
    office: PostOffice,
    regression: Callable[[], None],
) -> None:
    a_channel(engine, project, "webhook", hooks.address("webhook"))
    a_channel(engine, project, "slack", hooks.address("slack"), cadence="daily")
    told = a_channel(engine, project, "mail", "ada@example.org")
    regression()
    assert tick(engine, office) == 2
    with transaction(engine) as session:
        ((*_, (own,)),) = [
            one
            for one in manage_channels.list_channels(session, project.id)
            if one[0].id == told.id
        ]
        selection = NewsSelection(min_effect=0.9, events=frozenset({AlertEvent.OPENED}))
        manage_channels.change_subscription(session, project.id, (told.id, own.id), selection)
    a_channel(engine, project, "discord", hooks.address("discord"))
    say_of_group(engine, project, SaidState(GroupState.INVALID, "The disk was full"))
    tick(engine, office, datetime.now(UTC) + timedelta(days=2))
    assert sorted(one.state for one in log_of(engine, project)) == ["dropped", *["sent"] * 4]
    mail = mailbox.mails[-1]
    assert mail["Subject"].startswith("No change after all: search engine=smol time ")
    plain = mail.get_body(("plain",))
    assert plain is not None
    assert "Why: The disk was full, says Ada" in plain.get_content()
    size = mail["Subject"].partition("smol time ")[2].partition(" since")[0]
    assert f"{size} [" in plain.get_content(), "subject and text say it to the same digit"
    (news,) = hooks.received[-1].json()["news"]
    assert (news["event"], news["alert_group"], news["mood"]) == ("withdrawn", 1, "plain")
    assert [one.path.split("/")[1] for one in hooks.received] == ["webhook", "webhook"]
    say_of_group(engine, project, SaidState(GroupState.OPEN))
    say_of_group(engine, project, SaidState(GroupState.INVALID, "It was"))
    count = len(mailbox.mails)
    tick(engine, office, datetime.now(UTC) + timedelta(days=2))
    assert len(mailbox.mails) == count, "what was taken back stays so"


def test_that_a_person_opened_it_again_is_told_where_its_end_was_heard(
    engine: Engine,
    project: Project,
    hooks: Webhooks,
    office: PostOffice,
    regression: Callable[[], None],
) -> None:
    a_channel(engine, project, "webhook", hooks.address("webhook"))
    regression()
    tick(engine, office)
    for end in (GroupState.FIXED, GroupState.INVALID):
        say_of_group(engine, project, SaidState(end))
        tick(engine, office)
        say_of_group(engine, project, SaidState(GroupState.OPEN))
        tick(engine, office)
    news = [one for told in hooks.received for one in told.json()["news"]]
    assert [(one["event"], one["episode"]) for one in news] == [
        ("opened", 1),
        ("fixed", 1),
        ("reopened", 2),
        ("withdrawn", 2),
        ("reopened", 3),
    ]
    assert news[2]["headline"].startswith("Back again: ")
    say_of_group(engine, project, SaidState(GroupState.INVALID))
    say_of_group(engine, project, SaidState(GroupState.OPEN))
    tick(engine, office)
    assert len(hooks.received) == len(news), "nobody had heard that it ended"


def test_what_results_take_back_says_so_in_its_story_and_to_whom_it_was_told(
    engine: Engine,
    project: Project,
    hooks: Webhooks,
    office: PostOffice,
    regression: Callable[[], None],
) -> None:
    a_channel(engine, project, "webhook", hooks.address("webhook"))
    regression()
    tick(engine, office)
    with transaction(engine) as session:
        session.execute(text("update change_point set state = 'withdrawn'"))
        ids = list(session.scalars(text("select id from change_point")))
        regroup(session, TaskQueue(session, RecordingRelay()), project.id, ids)
    do_what_waits(engine)
    assert tick(engine, office) == 1
    (news,) = hooks.received[-1].json()["news"]
    assert news["facts"]["Why"] == "later results do not show it"
    with transaction(engine) as session:
        story = read_alert_group(session, project, 1).story
    assert [(one.kind, one.text) for one in story][-1:] == [
        ("withdrawn", "later results do not show it")
    ]


def test_that_it_was_fixed_is_told_to_whom_it_was_told_of_and_a_test_is_tried_again(
    engine: Engine,
    project: Project,
    hooks: Webhooks,
    office: PostOffice,
    regression: Callable[[], None],
) -> None:
    channel = a_channel(engine, project, "webhook", hooks.address("webhook"))
    regression()
    tick(engine, office)
    say_of_group(engine, project, SaidState(GroupState.FIXED, "Reverted"))
    assert tick(engine, office) == 1
    (news,) = hooks.received[-1].json()["news"]
    assert (news["event"], news["facts"]["Why"]) == ("fixed", "Reverted, says Ada")
    hooks.answers = [(503, {})]
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        manage_channels.send_test(session, queue, project.id, channel.id)
    assert tick(engine, office) == 0
    assert [one.state for one in log_of(engine, project) if one.kind == "test"] == ["waiting"]
    hurry(engine)
    assert tick(engine, office) == 1

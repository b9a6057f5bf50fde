"""Channels that an administrator chose are told of what is wrong with the server itself."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

from backend.domain.errors import ForbiddenError
from backend.domain.notifications.channels import Channel
from backend.domain.notifications.subscriptions import NewsSelection
from backend.domain.people.projects import Actor, Project
from backend.domain.readiness import Pulse
from backend.domain.server_health import Answers, Finding, ServerSample, Severity
from backend.services.keeping.watch_server import Watched, read_status, take_sample
from backend.services.notifications import manage_channels
from backend.services.notifications.post_messages import PostOffice
from backend.services.notifications.read_feed import read_feed
from backend.services.notifications.report_server_health import report_server_health
from backend.services.task_queue import TaskQueue
from backend.services.views.read_overview import read_overview
from backend.services.watch_components import space_of
from backend.settings import Settings
from backend.storage import heartbeats, server_samples
from backend.storage.engine import transaction
from backend.storage.notifications import outages
from backend.storage.tables.server_samples import ServerSampleRow
from backend.testing.draining import RecordingRelay
from backend.testing.receivers import Mailbox, Webhooks
from backend.tests.services.notifications.posting import a_channel, tick

BEGIN = datetime.now(UTC)
BROKEN = {"data_disk": "/nowhere/at/all"}


def roomy_disk() -> str:
    """Return the directory whose disk has the largest free share: a full one would be news too."""
    known = {str(one): space_of(one) for one in map(Path, ("/", "/dev", "/run"))}
    shares = {at: one.free_bytes / max(one.total_bytes, 1) for at, one in known.items() if one}
    return max(shares, key=shares.__getitem__)


def minute(engine: Engine, settings: Settings, at: int, **changes: object) -> None:
    """Do what the schedule does each minute."""
    now = BEGIN + timedelta(minutes=at)
    with transaction(engine) as session:
        for pulse in Pulse:
            heartbeats.beat(session, pulse)
    with transaction(engine) as session:
        told = {"data_disk": roomy_disk()} | changes
        watched = take_sample(session, settings.model_copy(update=told), now)
        report_server_health(session, TaskQueue(session, RecordingRelay()), watched, now)


def a_told_channel(engine: Engine, project: Project, hooks: Webhooks) -> Channel:
    channel = a_channel(engine, project, "webhook", hooks.address("webhook"))
    selection = NewsSelection(events=frozenset(), with_outages=False, with_server=True)
    with transaction(engine) as session:
        manage_channels.subscribe(session, project.id, channel.id, selection, "Ada")
    return channel


def test_a_fault_of_the_server_is_told_once_when_it_lasts_and_once_when_it_is_over(
    engine: Engine, project: Project, settings: Settings, hooks: Webhooks, mailbox: Mailbox,
    office: PostOffice,
) -> None:  # fmt: skip
    a_told_channel(engine, project, hooks)
    a_channel(engine, project, "mail", "ada@example.org")
    minute(engine, settings, 0, **BROKEN)
    assert tick(engine, office) == 0, "a fault of one sample is no news"
    minute(engine, settings, 1, **BROKEN)
    minute(engine, settings, 2, **BROKEN)
    assert tick(engine, office) == 1
    (news,) = hooks.received[-1].json()["news"]
    assert news["headline"] == "The server needs attention: disk (fault)"
    assert news["url"] == "https://tide.example/server"
    assert "TIDEMARK_DATA_DISK is /nowhere/at/all, which is no directory" in str(news["facts"])
    minute(engine, settings, 3)
    assert tick(engine, office) == 0, "one good sample ends nothing"
    minute(engine, settings, 4)
    assert tick(engine, office) == 1
    (news,) = hooks.received[-1].json()["news"]
    assert (news["headline"], news["mood"]) == ("Over on the server: disk (fault)", "better")
    assert mailbox.mails == [], "who asks for outages of the project is not told of the server"


def test_the_server_s_faults_do_not_show_on_pages_of_the_project(
    engine: Engine, project: Project, settings: Settings, hooks: Webhooks
) -> None:
    a_told_channel(engine, project, hooks)
    minute(engine, settings, 0, **BROKEN)
    minute(engine, settings, 1, **BROKEN)
    with transaction(engine) as session:
        assert [one.name for one in outages.open_outages(session, project.id)] == ["disk (fault)"]
        assert read_overview(session, project).outages == []
        assert read_feed(session, project, "https://tide.example").entries == []


def test_what_nobody_asks_for_any_more_ends_without_a_word(
    engine: Engine, project: Project, settings: Settings, hooks: Webhooks, office: PostOffice
) -> None:
    channel = a_told_channel(engine, project, hooks)
    minute(engine, settings, 0, **BROKEN)
    minute(engine, settings, 1, **BROKEN)
    assert tick(engine, office) == 1
    with transaction(engine) as session:
        manage_channels.remove_channel(session, project.id, channel.id)
    minute(engine, settings, 2, **BROKEN)
    assert tick(engine, office) == 0
    with transaction(engine) as session:
        assert outages.open_outages(session, project.id) == []


def test_after_a_gap_in_the_samples_nothing_is_said_to_be_over(
    engine: Engine, project: Project, settings: Settings, hooks: Webhooks, office: PostOffice
) -> None:
    a_told_channel(engine, project, hooks)
    minute(engine, settings, 0, **BROKEN)
    minute(engine, settings, 1, **BROKEN)
    assert tick(engine, office) == 1
    minute(engine, settings, 90)
    assert tick(engine, office) == 0
    minute(engine, settings, 91)
    assert tick(engine, office) == 1


def test_a_part_that_gets_worse_is_told_again(
    engine: Engine, project: Project, hooks: Webhooks, office: PostOffice
) -> None:
    a_told_channel(engine, project, hooks)
    warned = Finding(Severity.WARNING, "disk", "9 % is free", "free some space")
    broken = Finding(Severity.FAULT, "disk", "nothing is free", "free some space")
    for at, one in enumerate((warned, warned, broken, broken, broken)):
        now = BEGIN + timedelta(minutes=at)
        standing = {one.key: one} if at % 2 else {}
        recent = frozenset({one.key} | ({warned.key} if at == 2 else set()))
        watched = Watched([one], standing, is_first=at == 0, recent=recent)
        with transaction(engine) as session:
            queue = TaskQueue(session, RecordingRelay())
            report_server_health(session, queue, watched, now)
        tick(engine, office)
    told = [news["headline"] for one in hooks.received for news in one.json()["news"]]
    assert told == [
        "The server needs attention: disk (warning)",
        "The server needs attention: disk (fault)",
    ]


def test_only_an_administrator_of_the_server_asks_for_its_health() -> None:
    asked = NewsSelection(with_server=True)
    with pytest.raises(ForbiddenError, match="administrator of the server"):
        manage_channels.check_right(asked, Actor())
    manage_channels.check_right(NewsSelection(), Actor())


def test_the_status_shows_the_samples_of_the_time_asked_for_and_old_ones_go(
    engine: Engine, settings: Settings
) -> None:
    for at in (-15 * 24 * 60, -120, -2, -1, 0):
        minute(engine, settings, at)
    with transaction(engine) as session:
        kept = session.scalars(select(ServerSampleRow.at)).all()
    assert len(kept) == 4, "samples of more than 14 days are deleted"
    found = read_status(settings, "1.2.3", BEGIN, 1)
    assert (found.version, found.hours, len(found.points)) == ("1.2.3", 1, 3)
    assert found.now is not None
    assert found.now.database_bytes > 0
    assert len(read_status(settings, "1.2.3", BEGIN, 24).points) >= 2


def test_without_a_database_the_status_still_names_what_is_wrong(settings: Settings) -> None:
    away = settings.model_copy(
        update={"database_url": "postgresql+psycopg://nobody@127.0.0.1:1/nothing"}
    )
    found = read_status(away, "1.2.3", BEGIN, 24)
    assert "database" in {one.part for one in found.findings}
    assert (found.now, list(found.points)) == (None, [])


def test_the_status_names_failing_requests_as_the_message_does(
    engine: Engine, settings: Settings
) -> None:
    with transaction(engine) as session:
        for at, failed in ((-2, 0.0), (-1, 40.0)):
            counted = Answers(200.0 + failed, failed, 1.0)
            sample = ServerSample(BEGIN + timedelta(minutes=at), counted, 0, 0, 0, 0, None, 1)
            server_samples.store(session, sample, [])
    found = read_status(settings, "1.2.3", BEGIN, 24)
    (said,) = [one.reason for one in found.findings if one.part == "requests"]
    assert said == "40 of 40 requests failed within 1 min"

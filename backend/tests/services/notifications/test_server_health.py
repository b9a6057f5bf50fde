"""Channels that an administrator chose are told of what is wrong with the server itself."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, select

from backend.domain.errors import ForbiddenError
from backend.domain.notifications.channels import Channel
from backend.domain.notifications.subscriptions import NewsSelection
from backend.domain.people.projects import Actor, Project
from backend.domain.readiness import Pulse
from backend.services.keeping.watch_server import read_status, take_sample
from backend.services.notifications import manage_channels
from backend.services.notifications.post_messages import PostOffice
from backend.services.notifications.read_feed import read_feed
from backend.services.notifications.report_server_health import report_server_health
from backend.services.task_queue import TaskQueue
from backend.services.views.read_overview import read_overview
from backend.settings import Settings
from backend.storage import heartbeats
from backend.storage.engine import transaction
from backend.storage.notifications import outages
from backend.storage.tables.server_samples import ServerSampleRow
from backend.testing.draining import RecordingRelay
from backend.testing.receivers import Mailbox, Webhooks
from backend.tests.services.notifications.posting import a_channel, tick

BEGIN = datetime.now(UTC)
BROKEN = {"data_disk": "/nowhere/at/all"}


def minute(engine: Engine, settings: Settings, at: int, **changes: object) -> None:
    """Do what the schedule does each minute."""
    now = BEGIN + timedelta(minutes=at)
    with transaction(engine) as session:
        for pulse in Pulse:
            heartbeats.beat(session, pulse)
    with transaction(engine) as session:
        watched = take_sample(session, settings.model_copy(update=changes), now)
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
    assert news["headline"] == "The server needs attention: disk"
    assert news["url"] == "https://tide.example/server"
    assert "TIDEMARK_DATA_DISK is /nowhere/at/all, which is no directory" in str(news["facts"])
    minute(engine, settings, 3)
    assert tick(engine, office) == 0, "one good sample ends nothing"
    minute(engine, settings, 4)
    assert tick(engine, office) == 1
    (news,) = hooks.received[-1].json()["news"]
    assert (news["headline"], news["mood"]) == ("The server is well: disk", "better")
    assert mailbox.mails == [], "who asks for outages of the project is not told of the server"


def test_the_server_s_faults_do_not_show_on_pages_of_the_project(
    engine: Engine, project: Project, settings: Settings, hooks: Webhooks
) -> None:
    a_told_channel(engine, project, hooks)
    minute(engine, settings, 0, **BROKEN)
    minute(engine, settings, 1, **BROKEN)
    with transaction(engine) as session:
        assert [one.name for one in outages.open_outages(session, project.id)] == ["disk"]
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
    assert found.points[-1].database_bytes > 0
    assert len(read_status(settings, "1.2.3", BEGIN, 24).points) >= 2


def test_without_a_database_the_status_still_names_what_is_wrong(settings: Settings) -> None:
    away = settings.model_copy(
        update={"database_url": "postgresql+psycopg://nobody@127.0.0.1:1/nothing"}
    )
    found = read_status(away, "1.2.3", BEGIN, 24)
    assert "database" in {one.part for one in found.findings}
    assert list(found.points) == []

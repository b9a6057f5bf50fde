"""What tests of messages do: add channels, let time pass, say how a group stands."""

from datetime import UTC, datetime
from typing import Any

from pydantic import SecretStr
from sqlalchemy import Engine, text

from backend.domain.changes.alert_standing import AlertEvent
from backend.domain.changes.judgements import Judge
from backend.domain.changes.triage import SaidState
from backend.domain.notifications.channels import Channel, ChannelKind, Timetable, WantedChannel
from backend.domain.pages import PageRequest
from backend.domain.people.projects import Actor, Project
from backend.services.changes import triage_groups
from backend.services.encryption import SecretCipher
from backend.services.notifications import manage_channels
from backend.services.notifications.deliver_messages import (
    deliver_all,
    due_channels,
    make_messages,
)
from backend.services.notifications.post_messages import PostOffice
from backend.services.notify import notify_of_groups
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.storage.notifications import deliveries
from backend.storage.notifications.deliveries import LogQuery
from backend.testing.draining import RecordingRelay

CIPHER = SecretCipher(SecretStr("a secret of tests"))


def a_channel(
    engine: Engine, project: Project, kind: str, address: str, **timetable: Any
) -> Channel:
    wanted = WantedChannel(kind, ChannelKind(kind), address, Timetable(**timetable))
    with transaction(engine) as session:
        return manage_channels.add_channel(session, project.id, wanted, CIPHER, Actor())[0]


def tell_of_regression(engine: Engine, project: Project) -> None:
    """Tell of the one alert group of a project as when it opened."""
    with transaction(engine) as session:
        (group,) = session.scalars(text("select id from alert_group"))
        notify_of_groups(session, project.id, [(group, AlertEvent.OPENED, 1)])


def tick(engine: Engine, office: PostOffice, now: datetime | None = None) -> int:
    """Do what the schedule does every few seconds; returns how many messages were sent."""
    with transaction(engine) as session:
        make_messages(session, now or datetime.now(UTC))
    with transaction(engine) as session:
        due = due_channels(session)
    return sum(deliver_all(engine, office, project, channel) for project, channel in due)


def log_of(engine: Engine, project: Project) -> list[deliveries.Delivery]:
    with transaction(engine) as session:
        return list(
            deliveries.read_page(session, project.id, LogQuery(), PageRequest(None, 100)).rows
        )


def hurry(engine: Engine) -> None:
    """Let the time pass that a message waits for its next attempt."""
    with engine.begin() as connection:
        connection.execute(
            text("update delivery set next_at = now(), claimed_until = now() where state='waiting'")
        )


def say_of_group(engine: Engine, project: Project, said: SaidState) -> None:
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        done = triage_groups.judge_groups(session, queue, project.id, [1], said, Judge("Ada"))
        assert [one.number for one in done.changed] == [1]

"""Channels, subscriptions, the log, previews and feeds as people and programs use them."""

from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.api.sides import COOKIE
from backend.client.models_gen import AlertGroup
from backend.domain.people.projects import Project
from backend.domain.people.rights import Role, Scope
from backend.services.notifications.deliver_messages import now_utc
from backend.services.notifications.detect_outages import detect_project_outages, lively_projects
from backend.services.notifications.read_deliveries import forget_old_messages
from backend.services.people.sign_in import begin_session
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.storage.people import members
from backend.testing.builders import a_history, a_report, a_result
from backend.testing.draining import RecordingRelay
from backend.testing.filling import an_account, fill
from backend.testing.fixtures import MakeKey
from backend.wording.pauses import since_of, since_of_change

MAIN = "/api/v1/projects/main"
PAGE = {"X-Tidemark": "1"}
ADDRESS = "https://hooks.example/services/T0/B0/very-secret"
HOOK = {"name": "Ops", "kind": "webhook", "address": ADDRESS}
Headers = dict[str, str]


@pytest.fixture
def maintainer(make_key: MakeKey) -> Headers:
    return make_key(Scope.ADMIN)


@pytest.fixture
def ada(engine: Engine, project: Project) -> Headers:
    """Headers of a person who may read the project."""
    with transaction(engine) as session:
        user = an_account(session, "ada@example.org", "Ada", "no password")
        members.set_role(session, project.id, user, Role.VIEWER)
        return PAGE | {"Cookie": f"{COOKIE}={begin_session(session, user, 1)}"}


def post(api: TestClient, path: str, headers: Headers, body: Any = None) -> Any:
    answer = api.post(MAIN + path, headers=headers, json=body or {})
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


def test_what_opens_a_channel_is_shown_to_nobody_and_kept_encrypted(
    api: TestClient, engine: Engine, maintainer: Headers
) -> None:
    made = post(api, "/channels", maintainer, HOOK)
    assert made["secret"].startswith("whsec_")
    assert made["hint"] == "hooks.example/…cret"
    listed = api.get(f"{MAIN}/channels", headers=maintainer)
    (row,) = listed.json()["rows"]
    assert row["subscriptions"][0]["selection"]["ways"] == "worse"
    renewed = post(api, f"/channels/{made['id']}/secret", maintainer)["secret"]
    with engine.connect() as connection:
        stored = str(connection.execute(text("select channel::text from channel")).scalar_one())
        trail = str(connection.execute(text("select audit_event::text from audit_event")).all())
    for where in (listed.text, stored, trail):
        assert "very-secret" not in where
        assert made["secret"] not in where
        assert renewed not in where


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"address": "http://user:word@hooks.example/"}, "/address"),
        ({"address": "hooks.example"}, "/address"),
        ({"address": "http://127.0.0.1:9000/hook"}, "/address"),
        ({"address": "https://[::ffff:10.0.0.1]/hook"}, "/address"),
        ({"kind": "mail", "address": "ada@example.org\nBcc: all@example.org"}, "/address"),
        ({"timetable": {"time_zone": "Mars/Olympus"}}, "/time_zone"),
        ({"timetable": {"time_zone": "../../etc/passwd"}}, "/time_zone"),
    ],
)
def test_a_channel_to_which_nothing_can_be_sent_is_refused_by_name(
    api: TestClient, maintainer: Headers, change: dict[str, Any], pointer: str
) -> None:
    answer = api.post(f"{MAIN}/channels", headers=maintainer, json=HOOK | change)
    assert answer.status_code == 422
    assert answer.json()["faults"][0]["pointer"] == pointer


def test_a_channel_is_changed_paused_removed_and_brought_back(
    api: TestClient, maintainer: Headers
) -> None:
    id_ = post(api, "/channels", maintainer, HOOK)["id"]
    quiet = {"cadence": "daily", "time_zone": "Europe/Berlin", "quiet": {"start": 1320, "end": 420}}
    place = f"{MAIN}/channels/{id_}"
    edited = api.patch(place, headers=maintainer, json={"name": "Night", "timetable": quiet})
    assert edited.json()["timetable"] == quiet | {"daily_at": 480}
    assert api.put(f"{place}/pause", headers=maintainer, json={"is_paused": True}).is_success
    refused = api.post(f"{place}/test", headers=maintainer)
    assert (refused.status_code, "paused" in refused.json()["detail"]) == (409, True)
    assert api.delete(place, headers=maintainer).status_code == 204
    assert api.get(f"{MAIN}/channels", headers=maintainer).json()["rows"] == []
    post(api, f"/channels/{id_}/restore", maintainer)
    (row,) = api.get(f"{MAIN}/channels", headers=maintainer).json()["rows"]
    assert (row["name"], row["paused_by"], len(row["subscriptions"])) == ("Night", "key test", 1)


@pytest.mark.usefixtures("released")
def test_a_preview_says_what_the_last_week_would_have_sent(
    api: TestClient, maintainer: Headers
) -> None:

    def preview(**selection: Any) -> tuple[int, int, int]:
        told = post(api, "/subscription-previews", maintainer, {"selection": selection})
        return told["messages"], told["news"], told["groups_total"]

    assert preview() == (1, 1, 1)
    assert preview(filters={"parameters": {"engine": ["smol"]}}) == (1, 1, 1)
    assert preview(filters={"parameters": {"engine": ["tokio"]}}) == (0, 0, 0)
    assert preview(filters={"branch": ["next"]}) == (0, 0, 0)
    assert preview(min_effect=0.5) == (0, 0, 0)
    assert preview(events=["fixed"]) == (0, 0, 0)


def test_the_log_tells_of_each_message_and_only_what_was_given_up_is_sent_again(
    api: TestClient, engine: Engine, maintainer: Headers
) -> None:
    id_ = post(api, "/channels", maintainer, HOOK)["id"]
    test = post(api, f"/channels/{id_}/test", maintainer)
    assert (test["state"], test["kind"], test["channel"]) == ("waiting", "test", "Ops")
    page = api.get(f"{MAIN}/deliveries?channel={id_}", headers=maintainer).json()
    assert (page["total"], page["rows"]) == (1, [test])
    assert api.get(f"{MAIN}/deliveries?state=dead", headers=maintainer).json()["total"] == 0
    again = api.post(f"{MAIN}/deliveries/{test['id']}/again", headers=maintainer)
    assert again.status_code == 409
    with engine.begin() as connection:
        connection.execute(text("update delivery set created_at = now() - interval '9 days'"))
    with transaction(engine) as session:
        assert forget_old_messages(session, 8) == 0, "it has not come to its end"
        session.execute(text("update delivery set state = 'sent'"))
        assert (forget_old_messages(session, 10), forget_old_messages(session, 8)) == (0, 1)


@pytest.mark.usefixtures("released")
def test_a_feed_is_opened_by_a_token_of_somebody_who_may_read(
    api: TestClient, engine: Engine, project: Project, ada: Headers, make_key: MakeKey
) -> None:
    assert api.get(f"{MAIN}/feed.atom").status_code == 401
    path = post(api, "/feed-token", ada)["path"]
    answer = api.get(path)
    assert answer.headers["content-type"] == "application/atom+xml"
    entries = ET.fromstring(answer.text).findall("{http://www.w3.org/2005/Atom}entry")  # noqa: S314
    assert len(entries) == 1
    assert "% slower [" in (entries[0].findtext("{http://www.w3.org/2005/Atom}title") or "")
    assert "token=" not in answer.text
    second = post(api, "/feed-token", ada)["path"]
    assert (api.get(path).status_code, api.get(second).status_code) == (401, 200)
    assert api.post(f"{MAIN}/feed-token", headers=make_key(Scope.READ)).status_code == 403
    with transaction(engine) as session:
        (member,) = members.members_of(session, project.id)
        members.remove(session, project.id, member.id)
    assert api.get(second).status_code == 401


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (0.0, 0.1, "level 0 s → 100 ms"),
        (-0.005, -0.003, "level \u22125.00 ms → \u22123.00 ms"),
        (0.1, 0.0, "100 % faster"),
    ],
)
def test_changes_from_and_to_zero_are_said_alike_in_the_feed_and_the_week(  # noqa: PLR0913
    api: TestClient,
    engine: Engine,
    project: Project,
    ada: Headers,
    first: float,
    second: float,
    said: str,
) -> None:
    values = [level * (1 + (step % 3 - 1) / 200) for level in (first, second) for step in range(15)]
    fill(engine, project, *a_history(values))
    feed = ET.fromstring(api.get(post(api, "/feed-token", ada)["path"]).text)  # noqa: S314
    title = feed.findtext(".//{*}entry/{*}title") or ""
    week = api.get(f"{MAIN}/triage-report", headers=ada).json()["markdown"]
    assert f" {said} since r15" in title.replace("\u202f", " ")
    assert f"**{said} since r15**" in week.replace("\u202f", " ")
    assert " on box, branch main, " in week


def test_no_commit_is_blamed_alone_after_a_long_time_without_results(
    api: TestClient, engine: Engine, project: Project, ada: Headers
) -> None:
    """Feed, week, link, list and command say alike that the time before may hold the cause."""
    values = [1.0 + (step % 3 - 1) / 200 for step in range(15)]
    reports = a_history([*values, *(1.3 * value for value in values)])
    for step, report in enumerate(reports):
        report["commit"] |= {"author": {"name": "Lovelace"}}
        if step < 15:
            report["commit"] |= {"time": f"2024-08-01T{step:02d}:00:00Z"}
    fill(engine, project, *reports)
    said = "since r15 or up to 17 months earlier"
    feed = api.get(post(api, "/feed-token", ada)["path"]).text
    week = api.get(f"{MAIN}/triage-report", headers=ada).json()["markdown"]
    (row,) = api.get(f"{MAIN}/alert-groups", headers=ada).json()["rows"]
    found = msgspec.convert(row, type=AlertGroup)
    assert said in feed
    assert "or one from the 17 months before it" in feed
    assert said in week
    assert "Lovelace" not in feed + week
    assert found.lead.pause_days == 518
    assert f"since {since_of(found)}" == f"since {since_of_change(found.lead)}" == said


@pytest.mark.usefixtures("released")
def test_a_feed_keeps_what_opened_and_tells_that_it_was_taken_back_and_why(
    api: TestClient, ada: Headers, maintainer: Headers
) -> None:
    path = post(api, "/feed-token", ada)["path"]
    judged = {"groups": [1], "state": "invalid", "why": "The disk was full"}
    post(api, "/alert-groups/judgements", maintainer, judged)
    atom = "{http://www.w3.org/2005/Atom}"
    entries = ET.fromstring(api.get(path).text).findall(f"{atom}entry")  # noqa: S314
    titles = [entry.findtext(f"{atom}title") or "" for entry in entries]
    assert [title.partition(":")[0] for title in titles[:1]] == ["• No change after all"]
    assert "% slower [" in titles[1]
    assert "Why: The disk was full" in (entries[0].findtext(f"{atom}content") or "")
    assert len({entry.findtext(f"{atom}id") for entry in entries}) == len(entries) == 2


def test_what_has_gone_quiet_is_news_when_it_begins_and_when_it_is_over(
    api: TestClient, engine: Engine, project: Project, maintainer: Headers
) -> None:
    post(api, "/channels", maintainer, HOOK)
    post(api, "/channels", maintainer, HOOK | {"name": "Broken"})
    failing = a_result(samples=None, failure={"kind": "crash", "message": "no memory"})
    del failing["samples"]
    absent = failing | {
        "benchmark": "counted", "failure": {"kind": "unavailable", "message": "no such counter"},
    }  # fmt: skip
    fill(engine, project, a_report(results=[failing, absent]))
    agent = {
        "name": "box", "testbed": "box", "version": "1",
        "machine": {"name": "box-1", "fingerprint": {"cores": 2}},
    }  # fmt: skip
    post(api, "/agents", maintainer, agent)
    with engine.begin() as connection:
        connection.execute(text("update agent set last_beat_at = now() - interval '1 hour'"))
        connection.execute(
            text("update channel set failing_since = now() - interval '1 hour',"
                 " last_reason = 'answered 500' where name = 'Broken'")
        )  # fmt: skip
    assert (watch(engine, project), watch(engine, project)) == (True, False)
    overview = api.get(f"{MAIN}/overview", headers=maintainer).json()
    assert sorted((one["kind"], one["name"]) for one in overview["outages"]) == [
        ("agent", "box"), ("benchmark", "search on box, main"), ("channel", "Broken"),
    ]  # fmt: skip
    pages = {one["kind"]: one["thing_id"] for one in overview["outages"]}
    found = api.get(f"{MAIN}/benchmarks/{pages['benchmark']}", headers=maintainer).json()
    assert found["name"] == "search"
    assert told(engine) == {("Ops", "begun"): 3}
    with engine.begin() as connection:
        connection.execute(text("update agent set last_beat_at = now()"))
        connection.execute(text("update channel set failing_since = null"))
    fill(engine, project, a_report(commit={"id": "c2", "time": "2026-01-02T00:00:00Z"}))
    assert watch(engine, project)
    assert api.get(f"{MAIN}/overview", headers=maintainer).json()["outages"] == []
    assert told(engine)["Ops", "over"] == 3


def test_runs_that_are_vetoed_one_after_the_other_are_one_outage(
    api: TestClient, engine: Engine, project: Project, maintainer: Headers
) -> None:
    failure = {"kind": "vetoed", "message": "The control took 14 % longer after the run."}
    vetoed = a_result(failure=failure)
    del vetoed["samples"]
    both = [vetoed, vetoed | {"benchmark": "counted"}]

    def measure(day: int, results: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
        started = f"2026-01-0{day}T00:00:00Z"
        commit = {"id": f"c{day}", "time": started}
        fill(engine, project, a_report(commit=commit, results=results))
        watch(engine, project)
        found = api.get(f"{MAIN}/overview", headers=maintainer).json()["outages"]
        return [(one["kind"], one["name"], one["detail"]) for one in found]

    assert measure(1, both) == []
    assert measure(2, both) == [("veto", "runtime on box, main", failure["message"])]
    assert measure(3, [a_result()]) == []
    assert measure(4, both) == []


def test_outages_are_looked_for_where_something_could_report(
    api: TestClient, engine: Engine, project: Project, maintainer: Headers
) -> None:
    def lively() -> list[int]:
        with transaction(engine) as session:
            return lively_projects(session, now_utc())

    assert lively() == []
    post(api, "/channels", maintainer, HOOK)
    assert lively() == [project.id]
    with engine.begin() as connection:
        connection.execute(text("update project set deleted_at = now()"))
    assert lively() == []


def watch(engine: Engine, project: Project) -> bool:
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        assert project.id in lively_projects(session, now_utc())
        return detect_project_outages(session, queue, project.id, now_utc())


def told(engine: Engine) -> dict[tuple[str, str], int]:
    """Count the notices of each channel by what they tell."""
    counted = text(
        "select c.name, n.kind, count(*) from notice n join channel c on c.id = n.channel_id"
        " group by c.name, n.kind"
    )
    with engine.connect() as connection:
        return {(name, kind): count for name, kind, count in connection.execute(counted)}

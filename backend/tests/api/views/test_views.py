"""Saved views and short links over the API."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.people.set_up import ensure_project
from backend.services.people.sign_in import issue_sign_in_link
from backend.storage.engine import transaction
from backend.testing.builders import a_history
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

Headers = dict[str, str]
VIEWS = "/api/v1/projects/main/views"
LINKS = "/api/v1/projects/main/links"
EXPLORE = "/p/main/explore?series=3&series=1&scale=log"


@pytest.fixture
def owner(make_key: MakeKey) -> Headers:
    return make_key(Scope.ADMIN)


@pytest.fixture
def other(engine: Engine) -> Project:
    with transaction(engine) as session:
        return ensure_project(session, "other", "Other")


def saved(api: TestClient, owner: Headers, name: str = "Weekly", **facts: Any) -> dict[str, Any]:
    wanted = {"name": name, "address": EXPLORE} | facts
    answer = api.post(VIEWS, json=wanted, headers=owner)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def names(api: TestClient, owner: Headers, asked: str = "") -> list[str]:
    return [view["name"] for view in api.get(f"{VIEWS}{asked}", headers=owner).json()]


def test_a_view_keeps_the_page_with_its_whole_state_and_who_saved_it(
    api: TestClient, owner: Headers
) -> None:
    view = saved(api, owner, note="for Mondays", is_pinned=True)
    assert view["address"] == "/p/main/explore?scale=log&series=3&series=1"
    assert (view["page"], view["author"]) == ("Explore", "key test")
    assert (view["note"], view["is_pinned"]) == ("for Mondays", True)
    assert view["created_at"]
    assert api.get(VIEWS, headers=owner).json() == [view]


def test_pinned_views_come_first_and_can_be_asked_for_alone(
    api: TestClient, owner: Headers
) -> None:
    saved(api, owner, "b")
    saved(api, owner, "A")
    pinned = saved(api, owner, "c")
    answer = api.patch(f"{VIEWS}/{pinned['id']}", json={"is_pinned": True}, headers=owner)
    assert answer.json()["is_pinned"]
    assert names(api, owner) == ["c", "A", "b"]
    assert names(api, owner, "?pinned=true") == ["c"]


def test_renaming_leaves_the_rest_as_it_was(api: TestClient, owner: Headers) -> None:
    view = saved(api, owner, note="kept")
    renamed = api.patch(f"{VIEWS}/{view['id']}", json={"name": " Daily "}, headers=owner).json()
    assert (renamed["name"], renamed["note"], renamed["address"]) == (
        "Daily",
        "kept",
        view["address"],
    )


def test_a_removed_view_is_gone_until_it_is_brought_back(api: TestClient, owner: Headers) -> None:
    view = saved(api, owner)
    assert api.delete(f"{VIEWS}/{view['id']}", headers=owner).status_code == 200
    assert names(api, owner) == []
    back = api.patch(f"{VIEWS}/{view['id']}", json={"is_removed": False}, headers=owner).json()
    assert (back["name"], back["created_at"]) == (view["name"], view["created_at"])
    assert names(api, owner) == ["Weekly"]


def test_what_was_removed_long_ago_is_forgotten(
    api: TestClient, owner: Headers, engine: Engine
) -> None:
    old, new = saved(api, owner, "old"), saved(api, owner, "new")
    api.delete(f"{VIEWS}/{old['id']}", headers=owner)
    with engine.begin() as connection:
        connection.execute(text("update saved_view set removed_at = now() - interval '2 days' "
                                "where removed_at is not null"))  # fmt: skip
    api.delete(f"{VIEWS}/{new['id']}", headers=owner)
    for view, status in ((old, 404), (new, 200)):
        answer = api.patch(f"{VIEWS}/{view['id']}", json={"is_removed": False}, headers=owner)
        assert answer.status_code == status


def test_a_name_is_free_again_once_its_view_is_removed(api: TestClient, owner: Headers) -> None:
    first = saved(api, owner)
    taken = api.post(VIEWS, json={"name": "Weekly", "address": EXPLORE}, headers=owner)
    assert taken.status_code == 409
    assert taken.json()["faults"][0]["pointer"] == "/name"
    api.delete(f"{VIEWS}/{first['id']}", headers=owner)
    saved(api, owner)
    again = api.patch(f"{VIEWS}/{first['id']}", json={"is_removed": False}, headers=owner)
    assert again.status_code == 409


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"address": "https://evil.example/"}, "/address"),
        ({"address": "/p/other/explore"}, "/address"),
        ({"name": "  "}, "/body/name"),
        ({"name": "a\x00b"}, "/body/name"),
        ({"note": "x" * 2001}, "/body/note"),
    ],
)
def test_what_cannot_be_kept_is_refused_by_place(
    api: TestClient, owner: Headers, wrong: dict[str, str], pointer: str
) -> None:
    answer = api.post(VIEWS, json={"name": "x", "address": EXPLORE} | wrong, headers=owner)
    assert answer.status_code == 422
    assert answer.json()["faults"][0]["pointer"] == pointer


def test_a_change_of_nothing_is_refused(api: TestClient, owner: Headers) -> None:
    view = saved(api, owner)
    assert api.patch(f"{VIEWS}/{view['id']}", json={}, headers=owner).status_code == 422


def test_views_of_another_project_are_not_there(
    api: TestClient, owner: Headers, other: Project, make_key: MakeKey
) -> None:
    view = saved(api, owner)
    stranger = make_key(Scope.ADMIN, of=other)
    path = f"/api/v1/projects/other/views/{view['id']}"
    assert api.patch(path, json={"name": "mine"}, headers=stranger).status_code == 404
    assert api.delete(path, headers=stranger).status_code == 404
    assert api.get(VIEWS, headers=stranger).status_code == 404


def test_those_who_may_only_read_save_nothing(api: TestClient, reporter: Headers) -> None:
    assert api.get(VIEWS, headers=reporter).json() == []
    wanted = {"name": "x", "address": EXPLORE}
    assert api.post(VIEWS, json=wanted, headers=reporter).status_code == 403


def shortened(api: TestClient, headers: Headers, address: str) -> str:
    answer = api.post(LINKS, json={"address": address}, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["path"])


def test_a_short_link_leads_to_the_page_with_its_state_and_stays_the_same(
    api: TestClient, reporter: Headers
) -> None:
    path = shortened(api, reporter, EXPLORE)
    assert len(path) <= len("/l/12345678")
    assert shortened(api, reporter, "/p/main/explore?scale=log&series=3&series=1") == path
    assert shortened(api, reporter, "/p/main/explore?series=3&series=1") != path
    answer = api.get(path, headers=reporter, follow_redirects=False)
    assert answer.status_code == 302
    assert answer.headers["location"] == "/p/main/explore?scale=log&series=3&series=1"


def test_a_taken_code_makes_the_next_one_longer(
    api: TestClient, reporter: Headers, engine: Engine
) -> None:
    path = shortened(api, reporter, EXPLORE)
    with engine.begin() as connection:
        connection.execute(text("update short_link set content_hash = 'another'"))
    longer = shortened(api, reporter, EXPLORE)
    assert longer.startswith(path)
    assert len(longer) == len(path) + 1


def test_a_stranger_does_not_learn_where_a_link_leads(
    api: TestClient, reporter: Headers, engine: Engine
) -> None:
    path = shortened(api, reporter, EXPLORE)
    stranger = api.get(path, follow_redirects=False)
    nowhere = api.get("/l/nowhere2", follow_redirects=False)
    assert (stranger.status_code, stranger.text) == (nowhere.status_code, nowhere.text)
    assert "location" not in stranger.headers
    with engine.begin() as connection:
        connection.execute(text("update project set visibility = 'public'"))
    assert "/p/main/explore" in api.get(path, follow_redirects=False).text


def test_a_link_tells_chat_programs_the_answer_of_its_chart_once_the_project_is_public(
    api: TestClient, reporter: Headers, engine: Engine, project: Project
) -> None:
    fill(engine, project, *a_history([1.0] * 10 + [1.5] * 10))
    series = api.get("/api/v1/projects/main/series", headers=reporter).json()["rows"][0]["series"]
    path = shortened(api, reporter, f"/p/main/explore?series={series['id']}")
    assert api.get(f"{path}.png").status_code == 404
    assert series["benchmark"] not in api.get(path, follow_redirects=False).text
    with engine.begin() as connection:
        connection.execute(text("update project set visibility = 'public'"))
    page = api.get(path).text
    assert f'property="og:title" content="{series["benchmark"]}' in page
    assert f"{path}.png" in page
    picture = api.get(f"{path}.png")
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")


def test_a_link_to_a_page_without_a_chart_is_told_by_its_name(
    api: TestClient, reporter: Headers, engine: Engine
) -> None:
    path = shortened(api, reporter, "/p/main/machines?text=<b>")
    with engine.begin() as connection:
        connection.execute(text("update project set visibility = 'public'"))
    page = api.get(path).text
    assert 'property="og:title" content="Machines, ' in page
    assert "og:image" not in page
    assert "<b>" not in page


def test_a_person_signed_in_follows_links_and_is_named_on_views(
    api: TestClient, engine: Engine, project: Project
) -> None:
    assert project.slug == "main"
    with transaction(engine) as session:
        token = issue_sign_in_link(session, "ada@example.org", "Ada", 5)
    api.get(f"/sign-in?token={token}")
    page = {"X-Tidemark": "1"}
    assert saved(api, page)["author"] == "Ada"
    path = shortened(api, page, EXPLORE)
    assert api.get(path, follow_redirects=False).status_code == 302


def test_visitors_make_no_links_and_links_lead_nowhere_else(
    api: TestClient, reporter: Headers
) -> None:
    assert api.post(LINKS, json={"address": EXPLORE}).status_code == 401
    for address in ("//evil.example", "/p/other/explore", "/sign-in?token=1"):
        answer = api.post(LINKS, json={"address": address}, headers=reporter)
        assert answer.status_code == 422, address

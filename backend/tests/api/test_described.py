"""The description of the API says of every property what it means."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from backend.api.described import MEANINGS, docstrings
from backend.domain.changes.views import ChangePoint


@pytest.fixture(name="components")
def given_components(api: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = api.get("/api/openapi.json").json()["components"]["schemas"]
    return found


def properties(components: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for name, component in components.items():
        for field, schema in component.get("properties", {}).items():
            yield name, field, schema


def test_every_property_says_what_it_means(components: dict[str, Any]) -> None:
    found = list(properties(components))
    assert len(found) > 2_000
    assert not [f"{name}.{field}" for name, field, one in found if not one.get("description")]


def test_the_text_under_a_field_describes_it(components: dict[str, Any]) -> None:
    text = docstrings(ChangePoint)["ratio"]
    assert components["ChangePoint"]["properties"]["ratio"]["description"] == text


def test_no_meaning_is_kept_for_a_property_that_is_gone(components: dict[str, Any]) -> None:
    there = {(name, field) for name, field, _ in properties(components)}
    names = {field for _, field in there}
    meanings = tomllib.loads(MEANINGS.read_text())
    assert meanings.pop("usual").keys() <= names
    assert {(name, field) for name, texts in meanings.items() for field in texts} <= there


def test_an_answer_carries_every_field_and_null_for_a_ratio_without_a_value(
    components: dict[str, Any],
) -> None:
    change = components["ChangePoint"]
    assert set(change["required"]) == set(change["properties"])
    assert {"type": "null"} in change["properties"]["ratio"]["anyOf"]


def test_a_page_is_named_after_its_rows(components: dict[str, Any]) -> None:
    assert "ChangePointPage" in components
    assert not [name for name in components if name.startswith("Page_")]

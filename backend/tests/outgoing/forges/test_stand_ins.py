"""The stand-ins notice what the real forges would not understand, or not say."""

import json
from urllib.request import Request, urlopen

import pytest

from backend.domain.pulls.forge_events import ForgeKind
from backend.testing.forges.descriptions import faults_of, filled
from backend.testing.forges.running import forge
from backend.testing.forges.world import TOKEN

COMMENTS = "/repos/acme/engine/issues/7/comments"


def ask(url: str, path: str, body: object = None) -> None:
    sent = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url + path, sent, {"Authorization": f"Bearer {TOKEN}"})) as answer:  # noqa: S310
        answer.read()


def test_a_request_that_the_description_does_not_have_fails_the_test() -> None:
    with pytest.raises(AssertionError) as caught, forge(ForgeKind.GITHUB) as there:  # noqa: PT012
        there.world.pull(7, "second")
        ask(there.api_url, f"{COMMENTS}?per_page=3&sorted=yes")
        ask(there.api_url, COMMENTS, {"body": "hello", "text": "hello"})
    told = str(caught.value)
    assert "sorted is no parameter" in told
    assert "'text' was unexpected" in told


def test_an_answer_that_the_description_does_not_have_is_noticed() -> None:
    with forge(ForgeKind.GITHUB) as there:
        found = there.manners.description.find("GET", "/repos/acme/engine/pulls/7")
        assert found is not None
        schema = found[0].answers[200]
        assert schema is not None
        good = filled(schema, {"number": 7, "head": {"sha": "a" * 40}})
        assert faults_of(schema, good) == []
        for bad in (
            {"numero": 7},
            {"number": "7"},
            {"head": {"sha": None}},
            {"head": {"hash": "a"}},
        ):
            assert faults_of(schema, filled(schema, bad))
        assert faults_of(schema, {"number": 7})

"""What new agents are given of the channel that they may update from."""

import pytest
from fastapi.testclient import TestClient
from pydantic import ValidationError
from sqlalchemy import Engine

from backend.api.app import create_app
from backend.domain.people.rights import Scope
from backend.settings import Settings
from backend.testing.fixtures import MakeKey
from backend.tests.api.people.test_access import link

KEY = "ab" * 32
CHANNEL = "https://releases.example/agent-channel"


@pytest.mark.usefixtures("project")
def test_who_enrols_an_agent_gets_the_release_key_that_the_server_has(
    settings: Settings, engine: Engine, make_key: MakeKey
) -> None:
    known = settings.model_copy(update={"agent_channel": CHANNEL, "agent_release_key": KEY})
    with TestClient(create_app(known)) as api:
        assert api.get("/api/v1/session").json()["agent_updates"] is None, "a visitor enrols none"
        api.get(link(engine))
        told = api.get("/api/v1/session").json()["agent_updates"]
        assert told == {"channel": CHANNEL, "key": KEY}
        by_key = api.get("/api/v1/session", headers=make_key(Scope.ADMIN)).json()
        assert by_key["agent_updates"] == told
    with TestClient(create_app(settings)) as api:
        api.get(link(engine))
        assert api.get("/api/v1/session").json()["agent_updates"] is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"agent_release_key": "ab"},
        {"agent_channel": "http://releases.example"},
        {"agent_channel": 'https://host/"$(touch pwned)'},
        {"agent_channel": "https://host/a\nautomatic = true"},
    ],
)
def test_what_would_not_stay_within_its_line_of_the_configuration_is_refused(
    wrong: dict[str, str],
) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate(wrong)

"""A command of a newer release reads the answers of a server that is older."""

import msgspec

from backend.client.models_gen import Agent, AgentEnrolmentMade

AGENT = {
    "id": 1, "name": "box", "version": "tidemark-agent 0.1.0", "state": "idle", "suite": None,
    "progress": None, "message": None, "spooled": 0, "planned": [], "last_beat_at": None,
    "is_silent": False, "machine_id": 1, "key": None,
}  # fmt: skip


def test_what_an_older_server_does_not_say_of_an_agent_is_its_default() -> None:
    """As `tidemark machines show` and assistants read it."""
    agent = msgspec.convert(AGENT, Agent)
    assert (agent.name, agent.version_trouble) == ("box", "")
    said = msgspec.convert(AGENT | {"version_trouble": "too old"}, Agent)
    assert said.version_trouble == "too old"


def test_a_token_of_an_older_server_is_read_without_its_number() -> None:
    """As `tidemark machines enrol` reads it; the token is said, and no line that withdraws it."""
    made = {"token": "tde_1", "expires_at": "2026-01-01T00:00:00Z"}
    read = msgspec.convert(made, AgentEnrolmentMade)
    assert (read.token, bool(read.id)) == ("tde_1", False)

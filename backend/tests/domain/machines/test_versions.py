"""Agents and servers of different versions: which work together, and what the others are told."""

import pytest

from backend.domain.machines.versions import version_trouble


@pytest.mark.parametrize(
    ("agent", "server"),
    [
        ("tidemark-agent 0.4.0", "0.4.0"),
        ("tidemark-agent 0.3.9", "0.4.0"),
        ("tidemark-agent 0.5.1", "0.4.7"),
        ("0.9.1", "0.4.7"),
        ("acme-runner 2.4.1", "0.4.7"),
        ("not a tidemark-agent 2.4.1", "0.4.7"),
        ("a program of somebody's own", "0.4.0"),
        ("1", "0.4.0"),
        ("tidemark-agent 0.1.0", "of this checkout"),
    ],
)
def test_one_minor_version_apart_is_no_trouble(agent: str, server: str) -> None:
    assert version_trouble(agent, server) == ""


def test_two_minor_versions_apart_are_said_with_what_to_do() -> None:
    assert version_trouble("tidemark-agent 0.9.3", "0.11.0") == (
        "version 0.9.3 is too old for server 0.11.0: run `tidemark-agent update` there, or "
        "install version 0.11.0"
    )
    assert version_trouble("tidemark-agent 0.6.0", "0.4.2") == (
        "version 0.6.0 is too new for server 0.4.2: update the server, or run "
        "`tidemark-agent update --back` there"
    )
    assert "too old" in version_trouble("tidemark-agent 0.4.0", "1.4.0")
    assert "too new" in version_trouble("tidemark-agent 1.0.0", "0.9.0")

"""Testbeds, machines and agents, as they introduce themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.domain.catalogue.parameters import Parameters

UNSAID_S = 55
"""A question for work that waits longer is kept alive by white space: proxies end silent ones."""
HELD_S = 3600
"""The longest wait of one question."""


@dataclass(frozen=True, slots=True)
class AgentIntroduction:
    """What an agent says of itself and its machine when it registers."""

    name: str
    testbed: str
    version: str
    machine: str
    fingerprint: Parameters


@dataclass(frozen=True, slots=True)
class AgentBeat:
    """What an agent says it is doing."""

    state: str
    suite: str | None
    progress_done: int | None
    progress_total: int | None
    message: str | None
    spooled: int
    planned: Sequence[Mapping[str, str | int | None]] = ()
    """Suite, mode and due_at of each run that its schedule holds, the next first."""

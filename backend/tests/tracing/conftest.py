"""The packages of traces, readable in this process."""

import sys

import pytest

from backend.tracing import PACKAGES


@pytest.fixture(autouse=True)
def _readable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path, str(PACKAGES)])

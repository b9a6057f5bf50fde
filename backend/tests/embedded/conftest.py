"""One installation per test, in a directory of its own and on a free port."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.embedded.state import StateDir
from backend.embedded.stores.ports import free_port
from backend.tests.embedded.installation import Tidemark


@pytest.fixture
def tidemark(tmp_path: Path) -> Iterator[Tidemark]:
    # the space is deliberate: paths with spaces must work everywhere
    installation = Tidemark(StateDir(tmp_path / "state of it"), free_port())
    yield installation
    installation.end()

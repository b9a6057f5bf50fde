"""Whatever is killed comes back by itself, and takes nothing else with it."""

import os
import signal
import socket
from collections.abc import Iterator

import pytest

from backend.embedded.identity import inhabitants, session_members
from backend.embedded.state import StateDir
from backend.embedded.stores.ports import free_port
from backend.tests.embedded.installation import Tidemark

pytestmark = pytest.mark.chaos
SEVERAL = 2
"""The second meets processes that were started again."""


@pytest.fixture(scope="module")
def manager(tmp_path_factory: pytest.TempPathFactory) -> Iterator[socket.socket]:
    """Listen as systemd does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path_factory.mktemp("manager") / "notify"))
        listening.settimeout(60)
        yield listening


@pytest.fixture(scope="module")
def tidemark(
    tmp_path_factory: pytest.TempPathFactory, manager: socket.socket
) -> Iterator[Tidemark]:
    """One installation for all that is killed here; its API has a main process and two more."""
    place = tmp_path_factory.mktemp("killed") / "state"
    installation = Tidemark(StateDir(place), free_port(), api_workers=2)
    installation.extra["NOTIFY_SOCKET"] = manager.getsockname()
    installation.up()
    yield installation
    installation.end()


def test_a_service_manager_hears_that_it_is_ready_and_lives(
    tidemark: Tidemark, manager: socket.socket
) -> None:
    assert tidemark.answers()
    assert [manager.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]


def test_the_main_process_of_the_api_may_be_killed_again_and_again(tidemark: Tidemark) -> None:
    others = {name: tidemark.child(name) for name in ("postgres", "valkey", "worker", "beat")}
    for _ in range(SEVERAL):
        api = tidemark.child("api")
        family = session_members(api)
        assert len(family) > 2, "the processes that answer have the port too"
        os.kill(api, signal.SIGKILL)
        tidemark.seconds_until(lambda api=api: tidemark.child("api") != api, "another api runs")  # type: ignore[misc]
        assert not set(family) & set(tidemark.processes()), "none keeps the port"
        tidemark.seconds_until(tidemark.answers, "the api answers")
    assert others == {name: tidemark.child(name) for name in others}


def test_a_database_whose_stopped_processes_outlive_it_comes_back(tidemark: Tidemark) -> None:
    main, home = tidemark.child("postgres"), tidemark.state.path / "postgres"
    left = [pid for pid in inhabitants(home) if pid != main]
    assert left
    for pid in left:
        os.kill(pid, signal.SIGSTOP)
    os.kill(main, signal.SIGKILL)
    tidemark.seconds_until(lambda: tidemark.child("postgres") != main, "another database runs")
    tidemark.seconds_until(tidemark.answers, "the api answers")
    assert not set(left) & set(inhabitants(home))


def test_all_children_killed_at_once_come_back(tidemark: Tidemark) -> None:
    names = ("postgres", "valkey", "api", "worker", "beat")
    before = {name: tidemark.child(name) for name in names}
    for pid in before.values():
        os.kill(pid, signal.SIGKILL)
    for name, pid in before.items():
        tidemark.seconds_until(lambda name=name, pid=pid: tidemark.child(name) != pid, name)  # type: ignore[misc]
    tidemark.seconds_until(tidemark.answers, "the api answers")


def test_one_that_keeps_failing_is_tried_again_and_stops_nobody_else(tidemark: Tidemark) -> None:
    configuration = tidemark.state.path / "valkey.conf"
    aside = configuration.rename(configuration.with_suffix(".aside"))
    os.kill(tidemark.child("valkey"), signal.SIGKILL)
    tidemark.seconds_until(
        lambda: "valkey keeps ending and is tried again" in tidemark.said.read_text(), "it is said"
    )
    assert tidemark.answers()
    # between two tries it is a process for a moment
    tidemark.seconds_until(lambda: "valkey failed" in tidemark.command("status")[1], "it shows")
    code, said = tidemark.command("status")
    assert code == 0, said

    aside.rename(configuration)
    tidemark.seconds_until(lambda: tidemark.child("valkey"), "valkey runs")
    tidemark.seconds_until(
        lambda: "started again in" not in tidemark.command("status")[1], "all is well again"
    )

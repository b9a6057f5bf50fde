"""What the demo tells beside times: where they went, who made a release, where its code lies."""

import time
from pathlib import Path

from tidemark_demo.catalogue import load
from tidemark_demo.environments import Environment
from tidemark_demo.origins import NOT_TOLD, Origin, origin_of
from tidemark_demo.profiles import Profile, profile


def environments_of(state: Path, catalogue: Path) -> list[Environment]:
    package = load(catalogue)[0]
    home = state / "environments"
    return [Environment(package, one, (home / f"tiny-{one.version}",)) for one in package.releases]


def test_a_profile_names_the_functions_of_the_release_below_those_of_the_workload(
    shared: tuple[Path, Path],
) -> None:
    found = profile(environments_of(*shared)[:1], time.monotonic() + 60, lambda _: None)
    ((_, profiles),) = found.items()
    stacks = profiles["sum"].stacks
    assert {stack.split(";")[0] for stack in stacks} <= {"workload.added"}
    assert any(stack.endswith(";tiny.add") for stack in stacks)
    assert profiles["sum"].repetitions > 1
    assert profiles["sum"].cpu_s >= 0.1


def test_a_release_that_cannot_run_and_one_that_comes_too_late_have_no_profile(
    shared: tuple[Path, Path],
) -> None:
    environments = environments_of(*shared)
    assert profile(environments[2:3], time.monotonic() + 60, lambda _: None) == {}
    assert profile(environments, time.monotonic() - 1, lambda _: None) == {}


def test_equal_stacks_are_packed_alike_so_that_they_are_stored_once() -> None:
    one = Profile({"a;b": 1, "a": 2}, 1, 0.1)
    assert one.folded() == Profile({"a": 2, "a;b": 1}, 5, 0.2).folded()
    assert one.samples == 3


def test_who_made_a_release_is_what_its_metadata_tells_and_nothing_else(
    shared: tuple[Path, Path],
) -> None:
    told = [origin_of(one.package, one.release, one.paths[0]) for one in environments_of(*shared)]
    pages = "https://github.com/tiny/tiny/commits"
    assert told == [
        Origin("Ada", f"{pages}/v1.0"),
        Origin("Ada Lovelace", f"{pages}/v1.1"),
        Origin("Grace"),
        NOT_TOLD,
    ]

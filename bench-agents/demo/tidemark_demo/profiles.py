"""One profile of each benchmark and release, taken in processes that are no samples."""

import base64
import gzip
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tidemark_demo.catalogue import Release
from tidemark_demo.environments import Environment
from tidemark_demo.rounds import Failure, run_child

PROFILED_CHILD = Path(__file__).with_name("profiled_child.py")
AT_ONCE = 2
"""Nothing is timed, so that two may run side by side."""
FREQUENCY_HZ = 2000.0


@dataclass(frozen=True, slots=True)
class Profile:
    """Where a benchmark spent its time: stack, root first → how often it was seen."""

    stacks: dict[str, int]
    repetitions: int
    cpu_s: float

    @property
    def samples(self) -> int:
        return sum(self.stacks.values())

    def folded(self) -> str:
        """Return the lines of folded stacks in gzip and base64, the same for the same stacks."""
        lines = "".join(f"{stack} {count}\n" for stack, count in sorted(self.stacks.items()))
        return base64.b64encode(gzip.compress(lines.encode(), mtime=0)).decode()


Profiles = dict[str, Profile]


def profile(
    environments: Sequence[Environment], deadline_s: float, on_progress: Callable[[str], None]
) -> dict[Release, Profiles]:
    """Return benchmark → profile of every release that comes before `deadline_s`.

    A release without any is not an error: its times stand by themselves.
    """
    found: dict[Release, Profiles] = {}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for release, profiles in pool.map(lambda one: _attempt(one, deadline_s), environments):
            on_progress(release.commit)
            if profiles:
                found[release] = profiles
    return found


def _attempt(environment: Environment, deadline_s: float) -> tuple[Release, Profiles]:
    if time.monotonic() > deadline_s:
        return environment.release, {}
    looked = run_child(environment, 0, PROFILED_CHILD)
    if isinstance(looked, Failure):
        return environment.release, {}
    profiles = {benchmark: _read(facts) for benchmark, facts in looked.items()}
    return environment.release, {name: one for name, one in profiles.items() if one.samples}


def _read(facts: dict[str, Any]) -> Profile:
    return Profile(facts["stacks"], facts["repetitions"], facts["cpu_s"])

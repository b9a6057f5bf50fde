"""Rounds over all releases in random order, one process per release and round."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from tidemark_demo.catalogue import Release
from tidemark_demo.environments import Environment

CHILD = Path(__file__).with_name("child.py")
CHILD_TIMEOUT_S = 60
FEWEST_ROUNDS = 3
PROFILES_TAKE = 1.5
"""Rounds' worth of time that is left for the profiles, on a busy machine as on an idle one."""
Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a benchmark of a release has no samples; `kind` is one of the report's words."""

    kind: str
    message: str


@dataclass(slots=True)
class Outcome:
    """What was measured of one release: benchmark → metric → samples, or why not."""

    samples: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    failures: dict[str, Failure] = field(default_factory=dict)
    crash: Failure | None = None

    def add(self, sample: dict[str, dict[str, object]]) -> None:
        for benchmark, measured in sample.items():
            if "answer" in measured:
                self._refuse(benchmark, measured)
            elif benchmark not in self.failures:
                metrics = self.samples.setdefault(benchmark, {})
                for metric, seconds in measured.items():
                    metrics.setdefault(metric, []).append(float(str(seconds)))

    def _refuse(self, benchmark: str, measured: dict[str, object]) -> None:
        """Drop what was measured of it before: a wrong answer makes its times worthless."""
        message = f"expected {measured['expected']}, got {measured['answer']}"
        self.failures[benchmark] = Failure("wrong_answer", message[:500])
        self.samples.pop(benchmark, None)


def in_random_order(things: Sequence[Thing], seed: int, round_number: int) -> list[Thing]:
    """Return all things once, in an order of their own for every round."""
    order = list(things)
    random.Random(f"{seed}-{round_number}").shuffle(order)  # noqa: S311 - an order, no secret
    return order


def measure(
    environments: Sequence[Environment],
    rounds: int,
    seed: int,
    deadline_s: float,
    on_progress: Callable[[int, Release], None],
) -> tuple[dict[Release, Outcome], int]:
    """Measure round by round; return the outcomes and how many rounds there were.

    The first round only warms up (it compiles and checks every answer) and gives no sample.
    No round is begun after which the profiles would not be done before `deadline_s` (on the
    monotonic clock), once there are three.
    """
    outcomes = {environment.release: Outcome() for environment in environments}
    longest_s = 0.0
    for round_number in range(rounds + 1):
        began = time.monotonic()
        if round_number > FEWEST_ROUNDS and began + longest_s * (1 + PROFILES_TAKE) > deadline_s:
            return outcomes, round_number - 1
        for environment in in_random_order(environments, seed, round_number):
            on_progress(round_number, environment.release)
            _add_sample(outcomes[environment.release], environment, round_number)
        longest_s = max(longest_s, time.monotonic() - began)
    return outcomes, rounds


def _add_sample(outcome: Outcome, environment: Environment, round_number: int) -> None:
    if outcome.crash is not None:
        return
    sample = run_child(environment, round_number)
    if isinstance(sample, Failure):
        outcome.crash = sample
        return
    outcome.add(sample)
    if round_number == 0:
        outcome.samples.clear()


def run_child(
    environment: Environment, round_number: int, program: Path = CHILD
) -> dict[str, dict[str, object]] | Failure:
    """Run one process. All releases of a round get the same hash seed."""
    release = environment.release
    command = [sys.executable, "-S", "-s", str(program), *map(str, environment.paths)]
    subject = [str(environment.package.workload), release.package, release.version]
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            [*command, "--", *subject],
            capture_output=True,
            text=True,
            check=False,
            timeout=CHILD_TIMEOUT_S,
            env={"PYTHONHASHSEED": str(round_number), "PYTHONWARNINGS": "ignore"},
        )
    except subprocess.TimeoutExpired:
        return Failure("timeout", f"no answer within {CHILD_TIMEOUT_S} s")
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:] or [f"exit status {done.returncode}"]
        return Failure("crash", last[0][:500])
    sample: dict[str, dict[str, object]] = json.loads(done.stdout)
    return sample

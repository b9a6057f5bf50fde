"""Asks every call of the description as everybody, and notes what was answered."""

import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import count as counting
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import seed as seeded
from hypothesis import settings as trying
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from numpy.random import default_rng
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.result import Ok
from schemathesis.core.transport import Response
from schemathesis.generation import GenerationMode
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import response_schema_conformance

from backend.fuzz.curl import curl_of
from backend.fuzz.odd import Case, spoiled

EACH = 6
"""Requests of one visit: one call, asked by one actor, in one way."""
ENDLESS = ("/events",)
"""Ends of the paths of calls whose answer has no end."""
PATIENCE_S = 60.0
Operation = APIOperation[Any, Any, Any, Any]


@dataclass(slots=True)
class Tally:
    """What one call answered."""

    statuses: Counter[int] = field(default_factory=Counter)
    misfits: int = 0
    """Answers of another form than the description says."""

    @property
    def asked(self) -> int:
        return self.statuses.total()


@dataclass(frozen=True, slots=True)
class ServerFault:
    """A 5xx, or no answer at all."""

    operation: str
    actor: str
    what: str
    curl: str


@dataclass(slots=True)
class FuzzRun:
    """What a run has found so far."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    faults: list[ServerFault] = field(default_factory=list)
    misfits: dict[str, str] = field(default_factory=dict)
    """The first answer of each call that is of another form than described."""

    @property
    def asked(self) -> int:
        return sum(tally.asked for tally in self.tallies.values())


@dataclass(frozen=True, slots=True)
class Asking:
    """How much is asked of a server, and as whom."""

    url: str
    description: dict[str, Any]
    headers_of: Callable[[str], dict[str, str]]
    """Signs an actor in."""
    actors: tuple[str, ...]
    count: int
    seed: int


def ask_everything(asking: Asking, tell: Callable[[FuzzRun], None] = lambda _: None) -> FuzzRun:
    """Visit calls in an order that the seed decides until so many requests were answered."""
    account = FuzzRun()
    operations = _operations(asking.description)
    for round_ in counting():
        for operation, actor, mode in _visits(asking, operations, round_):
            left = asking.count - account.asked
            if left <= 0:
                return account
            _visit(asking, account, (operation, actor, mode, round_), min(left, EACH))
        tell(account)
    return account


def _operations(description: dict[str, Any]) -> list[Operation]:
    schema = schemathesis.openapi.from_dict(description)
    found = [one.ok() for one in schema.get_all_operations() if isinstance(one, Ok)]
    return [one for one in found if not one.path.endswith(ENDLESS)]


Visit = tuple[Operation, str, GenerationMode]


def _visits(asking: Asking, operations: list[Operation], round_: int) -> Iterator[Visit]:
    every = [(one, actor, mode) for one in operations for actor in asking.actors
             for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)]  # fmt: skip
    order = default_rng((asking.seed, round_)).permutation(len(every))
    return (every[at] for at in order)


def _visit(
    asking: Asking, account: FuzzRun, visit: tuple[Operation, str, GenerationMode, int], most: int
) -> None:
    operation, actor, mode, round_ = visit
    headers = asking.headers_of(actor)
    answered = 0

    @seeded(zlib.crc32(f"{asking.seed} {round_} {operation.label} {actor} {mode}".encode()))
    @trying(
        max_examples=most, database=None, deadline=None, phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(spoiled(_cases(operation, mode)))
    def ask(case: Case) -> None:
        nonlocal answered
        if answered < most:
            answered += 1
            _ask_once(asking, account, (actor, headers), case)

    with suppress(Unsatisfiable):  # some calls have nothing that could be sent wrongly
        ask()


def _cases(operation: Operation, mode: GenerationMode) -> SearchStrategy[Case]:
    has_parts = bool(operation.body) or bool(operation.query) or bool(operation.path_parameters)
    return operation.as_strategy(mode if has_parts else GenerationMode.POSITIVE)


def _ask_once(
    asking: Asking, account: FuzzRun, asker: tuple[str, dict[str, str]], case: Case
) -> None:
    actor, headers = asker
    label = case.operation.label
    tally = account.tallies.setdefault(label, Tally())
    try:
        answer = case.call(base_url=asking.url, headers=headers, timeout=PATIENCE_S)
    except (OSError, ValueError) as error:
        tally.statuses[0] += 1
        account.faults.append(ServerFault(label, actor, f"no answer: {error}", repr(case)))
        return
    tally.statuses[answer.status_code] += 1
    is_said = str(answer.status_code) in case.operation.definition.raw["responses"]
    if answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR and not is_said:
        said = f"{answer.status_code}: {answer.text[:300]}"
        account.faults.append(ServerFault(label, actor, said, curl_of(answer.request, actor)))
    else:
        _hold_to_description(account, tally, case, answer)


def _hold_to_description(account: FuzzRun, tally: Tally, case: Case, answer: Response) -> None:
    try:
        case.validate_response(answer, checks=[response_schema_conformance])
    except (Failure, FailureGroup) as failure:
        tally.misfits += 1
        inner = failure.exceptions if isinstance(failure, FailureGroup) else (failure,)
        account.misfits.setdefault(case.operation.label, f"{answer.status_code}: {inner[0]}"[:600])

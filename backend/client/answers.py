"""What comes back: an answer of the type that the call promised, or one of three errors."""

import re
from typing import TYPE_CHECKING, Any, TypeVar

from backend.client.call import ApiCall

if TYPE_CHECKING:
    from backend.client.models_gen import Problem

Answer = TypeVar("Answer")
FIRST_FAULT = 400
TRY_LATER = frozenset({408, 425, 429, 500, 502, 503, 504, 507})
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class ServerError(Exception):
    """What is wrong between here and the server, in one sentence."""


class RefusedError(ServerError):
    """The server answered, and says no."""

    def __init__(self, status: int, problem: "Problem | None", wait_s: float | None = None) -> None:
        said = problem.detail if problem else f"the server answers with status {status}"
        super().__init__(said)
        self.status = status
        self.problem = problem
        self.wait_s = wait_s

    @property
    def is_passing(self) -> bool:
        """Say whether the same request may succeed later."""
        return self.status in TRY_LATER


class ServerUnreachableError(ServerError):
    """Nobody answered."""


class MisreadError(ServerError):
    """The answer is not what the description of the API says."""


def read_answer(call: ApiCall[Answer], status: int, said: bytes, wait: str | None = None) -> Answer:
    """Decode an answer; RefusedError for a problem document."""
    if status >= FIRST_FAULT:
        raise RefusedError(status, _problem(said), _seconds(wait))
    import msgspec  # noqa: PLC0415  help needs no answers

    if call.answer in {bytes, None}:
        plain: Any = said if call.answer is bytes else None
        return plain  # type: ignore[no-any-return]  # as the call promised
    try:
        decoded: Answer = msgspec.json.decode(said, type=call.answer)
    except (msgspec.DecodeError, ValueError) as error:
        raise MisreadError(
            f"what {call.path} answered cannot be read ({error}); "
            "is this address a Tidemark of the same version?"
        ) from error
    return decoded


def _problem(said: bytes) -> "Problem | None":
    import msgspec  # noqa: PLC0415  as above

    from backend.client.models_gen import Problem  # noqa: PLC0415  hundreds of classes

    try:
        return msgspec.json.decode(said, type=Problem)
    except (msgspec.DecodeError, ValueError):
        return None


def _seconds(wait: str | None) -> float | None:
    return float(wait) if wait and wait.isdigit() else None


def one_line(text: str) -> str:
    """Return text of somebody else without what a terminal would obey."""
    return " ".join(_CONTROL.sub(" ", text).split())

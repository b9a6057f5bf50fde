"""Machine code for the detector's loops: the one place that knows the compiler.

The compiler takes a second and 120 MiB to load. It is loaded by the first call of a loop, so that a
process that looks for no change points does without.
"""

from collections.abc import Callable
from functools import cache, update_wrapper
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., object])
Compile = Callable[[Callable[..., Any]], Callable[..., Any]]

_KERNEL = Path(__file__).parent.parent
_lock = Lock()
_loops: list["Loop"] = []
_reports: list[Callable[[], None]] = []


def _sources_digest() -> str:
    """Name the state of what is compiled, so that changed sources never meet old machine code.

    The compiler's cache looks only at the file of the function it compiles, not at
    the files of the functions that one calls.
    """
    digest = blake2b(digest_size=8)
    for source in sorted(_KERNEL.rglob("*.py")):
        text = source.read_bytes()
        if b"@compiled" in text or source.name == "compiled.py":
            digest.update(text)
    return digest.hexdigest()


@cache
def _compiler() -> Compile:
    """Load the compiler; let it keep machine code beside the sources that it is made of.

    Divisions by zero follow IEEE 754 (inf or nan) instead of raising.
    """
    import numba  # noqa: PLC0415  see above
    from numba.core import event  # noqa: PLC0415  see above

    def step(*_of: object) -> None:
        for report in _reports:
            report()

    listener = type("Steps", (event.Listener,), {"on_start": step, "on_end": step})
    event.register("numba:run_pass", listener())  # type: ignore[no-untyped-call]

    settings = vars(numba.config)
    given = Path(settings["CACHE_DIR"] or _KERNEL / "__pycache__" / "machine-code")
    settings["CACHE_DIR"] = str(given / _sources_digest())
    made: Compile = numba.njit(cache=True, error_model="numpy")
    return made


def report_compiling(report: Callable[[], None]) -> None:
    """Call this at each step of the compiler, which works for minutes where it is slow."""
    _reports.append(report)


class Loop:
    """A function that is compiled when it is first called, with all that it may call."""

    def __init__(self, function: FunctionType) -> None:
        update_wrapper(self, function)
        self.function = function
        self.machine: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:  # noqa: ANN401  as the function says
        if self.machine is None:
            _hand_to_compiler()
        return cast("Callable[..., Any]", self.machine)(*arguments)


def _hand_to_compiler() -> None:
    """Compile copies of all loops, in which other loops are what the compiler made of them.

    It does not see through this class; and no thread may meet names of which some are replaced.
    """
    with _lock:
        new = [loop for loop in _loops if loop.machine is None]
        places = {id(loop.function.__globals__): loop.function.__globals__ for loop in new}
        names = {place: dict(held) for place, held in places.items()}
        made = {
            id(loop): _compiler()(_copy(loop.function, names[id(loop.function.__globals__)]))
            for loop in new
        }
        for held in names.values():
            for name, value in held.items():
                if isinstance(value, Loop):
                    held[name] = value.machine or made[id(value)]
        for loop in new:
            loop.machine = made[id(loop)]


def _copy(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    copy = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def compiled(function: Function) -> Function:
    """Compile on first call, keep the machine code on disk; the type stays as written."""
    loop = Loop(cast("FunctionType", function))
    _loops.append(loop)
    return cast("Function", loop)

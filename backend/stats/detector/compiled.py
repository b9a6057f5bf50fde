"""Machine code for the detector's loops: the one place that knows the compiler."""

from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., object])

_KERNEL = Path(__file__).parent.parent


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


def _point_cache_at_sources() -> None:
    settings = vars(numba.config)
    given = Path(settings["CACHE_DIR"] or _KERNEL / "__pycache__" / "machine-code")
    settings["CACHE_DIR"] = str(given / _sources_digest())


def compiled(function: Function) -> Function:
    """Compile on first call, keep the machine code on disk; the type stays as written.

    Divisions by zero follow IEEE 754 (inf or nan) instead of raising.
    """
    return cast("Function", numba.njit(cache=True, error_model="numpy")(function))


_point_cache_at_sources()

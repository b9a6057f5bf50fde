"""Input that nobody should hand in, and what comes out: a result or a named error."""

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Handed:
    """One bad input. `expected` says what the answer must be, as text; None is an error."""

    what: str
    call: Callable[[], object]
    expected: str | None = ""
    """Empty: any result will do."""


@dataclass(frozen=True, slots=True)
class JudgedFigure:
    """What came out, and whether that is allowed."""

    what: str
    told: str
    is_right: bool


def hand_in(handed: Handed) -> JudgedFigure:
    """Call it with warnings as errors; only a ValueError counts as a named error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            came = shortened(handed.call())
    except ValueError as error:
        sentence = f"ValueError: {error}"
        return JudgedFigure(handed.what, sentence, handed.expected is None and bool(str(error)))
    except Exception as error:  # noqa: BLE001  a crash is the finding
        return JudgedFigure(handed.what, f"CRASH {type(error).__name__}: {error}", is_right=False)
    if handed.expected is None:
        return JudgedFigure(handed.what, f"accepted: {came}", is_right=False)
    return JudgedFigure(handed.what, came, handed.expected in ("", came))


def shortened(came: object) -> str:
    """Shorten a result to what the table shows."""
    if isinstance(came, float):
        return "unknown" if math.isnan(came) else f"{came:.4g}"
    if isinstance(came, Sequence) and not isinstance(came, str):
        return ", ".join(map(shortened, came)) or "none"
    return str(came)

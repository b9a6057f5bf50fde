"""Numbers with units as a sentence says them: three significant digits, a prefix, thin spaces."""

import math
from collections.abc import Sequence

DIGITS = 3
LONG = 1e15
"""From here on digits are counted instead of read: 1.00e15."""
THIN_SPACE = "\u202f"
"""Narrow, and no line breaks at it."""
MINUS = "\u2212"
Steps = tuple[tuple[float, str], ...]
"""Factors with their prefixes, the largest in front."""
_LARGE: Steps = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""))
_SMALL: Steps = ((1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
_STEPS: dict[str, Steps] = {
    "s": ((1.0, ""), *_SMALL),
    "B": ((2.0**40, "Ti"), (2.0**30, "Gi"), (2.0**20, "Mi"), (2.0**10, "Ki"), (1.0, "")),
    "op": _LARGE,
    "Hz": _LARGE,
    "J": (*_LARGE, *_SMALL, (1e-12, "p")),
    "W": (*_LARGE, *_SMALL, (1e-12, "p")),
}


def in_unit(values: Sequence[float], unit: str) -> tuple[list[str], str]:
    """Write values that stand together in one scale, chosen by the first; return it as well."""
    scale, name = _scale(values[0], unit)
    return [plain(value / scale) for value in values], name


def _scale(value: float, unit: str) -> tuple[float, str]:
    """Choose factor and name of the unit that leave a number of at least one, as pages do.

    Counts keep every digit: exact metrics differ in the last one.
    """
    head, slash, rest = unit.partition("/")
    steps = _STEPS.get(head, _LARGE if rest == "s" else None)
    if unit == "1" or not math.isfinite(value):
        return 1.0, "" if unit == "1" else unit
    if steps is None:
        return 1.0, unit
    size = abs(_rounded(value)) or 1.0
    factor, prefix = next((one for one in steps if size >= one[0]), steps[-1])
    symbol = "" if head == "1" else head
    gap = " " if prefix and symbol and (head == "op" or head not in _STEPS) else ""
    return factor, f"{prefix}{gap}{symbol}{slash}{rest}"


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS - 1}e}")


def plain(value: float) -> str:
    """Write a number with three significant digits and thousands apart."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else "unknown"
    if abs(value) >= LONG:
        return f"{value:.{DIGITS - 1}e}".replace("e+", "e").replace("-", MINUS)
    decimals = max(DIGITS - 1 - math.floor(math.log10(abs(_rounded(value)))), 0)
    text = f"{value:,.{decimals}f}" if abs(value) >= 10.0**-DIGITS else f"{value:.{DIGITS}g}"
    return text.replace(",", THIN_SPACE).replace("-", MINUS)


def setting(value: float) -> str:
    """Write the value of a parameter exactly as it was set."""
    return str(int(value)) if float(value).is_integer() else str(value)


def percent(share: float) -> str:
    """Write a share such as 0.031 as 3.1, without the sign."""
    return f"{100.0 * share:.1f}" if abs(share) < 1.0 else f"{100.0 * share:.0f}"

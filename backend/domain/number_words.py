"""Numbers with units as a sentence says them: three significant digits, a prefix, thin spaces."""

import math
from collections.abc import Sequence

DIGITS = 3
LONG = 1e15
"""From here on digits are counted instead of read: 1.00e15."""
THIN_SPACE = "\u202f"
"""Narrow, and no line breaks at it."""
MINUS = "\u2212"
_TIME = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
_SIZE = ((2.0**30, "GiB"), (2.0**20, "MiB"), (2.0**10, "KiB"), (1.0, "B"))


def in_unit(values: Sequence[float], unit: str) -> tuple[list[str], str]:
    """Write values that stand together in one scale, chosen by the first; return it as well."""
    scale, name = _scale(values[0], unit)
    return [plain(value / scale) for value in values], name


def _scale(value: float, unit: str) -> tuple[float, str]:
    head, slash, rest = unit.partition("/")
    for base, scales in (("s", _TIME), ("B", _SIZE)):
        if head == base:
            fitting = [one for one in scales if abs(value) >= one[0]]
            factor, prefix = fitting[0] if fitting else scales[-1]
            return factor, prefix + slash + rest
    return 1.0, "" if unit == "1" else unit


def plain(value: float) -> str:
    """Write a number with three significant digits and thousands apart."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else "unknown"
    if abs(value) >= LONG:
        return f"{value:.{DIGITS - 1}e}".replace("e+", "e").replace("-", MINUS)
    decimals = max(DIGITS - 1 - math.floor(math.log10(abs(value))), 0)
    text = f"{value:,.{decimals}f}" if abs(value) >= 10.0**-DIGITS else f"{value:.{DIGITS}g}"
    return text.replace(",", THIN_SPACE).replace("-", MINUS)


def setting(value: float) -> str:
    """Write the value of a parameter exactly as it was set."""
    return str(int(value)) if float(value).is_integer() else str(value)


def percent(share: float) -> str:
    """Write a share such as 0.031 as 3.1, without the sign."""
    return f"{100.0 * share:.1f}" if abs(share) < 1.0 else f"{100.0 * share:.0f}"

"""Numbers as sentences write them: with a unit, as a share, as a factor.

Enough digits to see the interval, and no more; thin spaces between thousands.
"""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PHRASES: dict[str, Any] = json.loads(Path(__file__).with_name("phrases.json").read_text("utf-8"))
"""What pages say in the same words: they read the same file."""
NO_LIMIT: str = PHRASES["effect"]["no_limit"]
DIGITS = 3
LONG = 1e15
"""From here on digits are counted instead of read: 1.00e15."""
THIN_SPACE = "\u202f"
"""Narrow, and no line breaks at it."""
MINUS = "\u2212"
FACTOR = 2.0
"""From this ratio on an effect is said as a factor instead of per cent."""
TIMES = "\u00d7"
MOST_DECIMALS = 3
LEAST = 1e-4
"""Per cent below this are written as 0."""
WHOLE = 99.95
"""Per cent from here on are written without decimals."""
Steps = tuple[tuple[float, str], ...]
"""Factors with their prefixes, the largest first."""
_LARGE: Steps = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""))
_HUGE: Steps = tuple(step for step in _LARGE if step[0] == 1.0 or step[0] >= 1e9)  # noqa: PLR2004
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


def levels_words(before: float, after: float, unit: str) -> str:
    """Write what was measured before and after in one scale: "1.75 → 1.99 ms"."""
    if not (math.isfinite(before) and math.isfinite(after)):
        return ""
    (_, first, second), name = in_unit([max(before, after, key=abs), before, after], unit)
    return f"{first} → {with_unit(second, name)}"


def another_level(before: float, after: float, unit: str) -> str:
    """Say a change that has no ratio by its levels, as pages do: "level 0 s → 99.8 ms"."""
    ends = (in_unit([value], unit) for value in (before, after))
    return f"level {' → '.join(with_unit(number, name) for (number,), name in ends)}"


def with_unit(number: str, unit: str) -> str:
    """Put a number and its unit where no line breaks between them."""
    return f"{number}{THIN_SPACE}{unit}" if unit else number


def _scale(value: float, unit: str) -> tuple[float, str]:
    """Choose factor and name of the unit that leave a number of at least one, as pages do.

    Counts keep every digit: exact metrics differ in the last one.
    """
    head, slash, rest = unit.partition("/")
    steps = _STEPS.get(head, _LARGE if rest == "s" else _words(head))
    if unit == "1" or not math.isfinite(value):
        return 1.0, "" if unit == "1" else unit
    if steps is None:
        return 1.0, unit
    size = abs(_rounded(value)) or 1.0
    factor, prefix = next((one for one in steps if size >= one[0]), steps[-1])
    symbol = "" if head == "1" else head
    gap = " " if prefix and symbol and (head == "op" or head not in _STEPS) else ""
    return factor, f"{prefix}{gap}{symbol}{slash}{rest}"


def _words(head: str) -> Steps | None:
    """Return the prefixes of a bare word: below 10^9 every digit is shown."""
    is_word = head[:1].isalpha() and head.replace("-", "_").isidentifier()
    return _HUGE if is_word else None


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


def per_cents(centre: float, low: float = math.nan, high: float = math.nan) -> list[str]:
    """Write shares in per cent, without the sign: 0.048 as 4.8; an interval with what it tells.

    One decimal, more where the interval is narrower than that, or where an end that is not 0 would
    be written as 0: whether an interval holds 0 is what it is read for. Infinite: "no limit".
    """
    half = 50.0 * abs(high - low) if low != high else math.nan
    if half >= 0.1 - 1e-9:
        decimals = 1
    else:
        decimals = _decimals_of(half) if half > 0.0 else _decimals_alone(centre)
    if low * high > 0.0:
        decimals = max(decimals, _decimals_near_zero(100.0 * min(abs(low), abs(high))))
    return [_written(100.0 * share, decimals) for share in (centre, low, high)]


def per_cent(share: float) -> str:
    """Write one share in per cent, without the sign: two digits where it is below 0.1 %."""
    return per_cents(share)[0]


def goal(share: float) -> str:
    """Write a threshold in per cent, as short as it can be said: 0.01 as 1."""
    wanted = 100.0 * share
    if wanted >= WHOLE - 0.45 or wanted < LEAST:
        return _written(wanted, 0)
    return f"{wanted:.2g}"


def factor(ratio: float) -> str:
    """Write a ratio with three significant digits, without the sign."""
    if math.isinf(ratio):
        return NO_LIMIT
    return plain(ratio)


def counted_in(count: float) -> str:
    """Write a whole number with thousands apart."""
    return f"{count:,.0f}".replace(",", THIN_SPACE)


def _decimals_of(half: float) -> int:
    """Return the decimals at which half an interval is at least one unit of the last."""
    return min(math.ceil(-math.log10(half) - 1e-9), MOST_DECIMALS)


def _decimals_near_zero(end: float) -> int:
    """Return the fewest decimals at which an end is not written as 0; 0 where none would do."""
    found = (decimals for decimals in range(1, MOST_DECIMALS + 1) if round(end, decimals) > 0.0)
    return next(found, 0)


def _decimals_alone(share: float) -> int:
    size = 100.0 * abs(share)
    if not LEAST <= size < 0.1:  # noqa: PLR2004 - the first decimal is 0
        return 1
    digits = f"{size:.2g}"
    return len(digits.partition(".")[2]) if "e" not in digits else -math.floor(math.log10(size))


def _written(per_cent: float, decimals: int) -> str:
    size = abs(per_cent)
    if size < WHOLE:
        text = f"{size:.{decimals}f}"
        return f"{MINUS}{text}" if per_cent < 0.0 and float(text) else text
    if math.isnan(size):
        return "unknown"
    text = NO_LIMIT if math.isinf(size) else plain(size) if size >= LONG else counted_in(size)
    return f"{MINUS}{text}" if per_cent < 0.0 else text

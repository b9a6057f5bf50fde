"""Shares and factors as sentences write them: enough digits to see the interval, and no more."""

import math

from backend.domain.words.numbers import LONG, MINUS, THIN_SPACE, plain

FACTOR = 2.0
"""From this ratio on an effect is said as a factor instead of per cent."""
TIMES = "\u00d7"
MOST_DECIMALS = 3
LEAST = 1e-4
"""Per cent below this are written as 0."""
WHOLE = 99.95
"""Per cent from here on are written without decimals."""


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
        decimals = max(decimals, _decimals_beside_zero(100.0 * min(abs(low), abs(high))))
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
        return "no limit"
    return plain(ratio)


def counted_in(count: float) -> str:
    """Write a whole number with thousands apart."""
    return f"{count:,.0f}".replace(",", THIN_SPACE)


def _decimals_of(half: float) -> int:
    """Return the decimals at which half an interval is at least one unit of the last."""
    return min(math.ceil(-math.log10(half) - 1e-9), MOST_DECIMALS)


def _decimals_beside_zero(end: float) -> int:
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
    text = "no limit" if math.isinf(size) else plain(size) if size >= LONG else counted_in(size)
    return f"{MINUS}{text}" if per_cent < 0.0 else text

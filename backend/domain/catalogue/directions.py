"""Which way is better, by the name of a metric and its unit."""

import re

from backend.domain.catalogue.metrics import BetterDirection

_LOWER, _HIGHER = BetterDirection.LOWER, BetterDirection.HIGHER
_UNITS = {
    "s": _LOWER, "s/op": _LOWER, "B/op": _LOWER, "allocs/op": _LOWER, "B": _LOWER, "op/s": _HIGHER,
    "requests/s": _HIGHER, "elem/s": _HIGHER, "B/s": _HIGHER, "bit/s": _HIGHER, "fps": _HIGHER,
    "iops": _HIGHER, "queries/s": _HIGHER, "transactions/s": _HIGHER, "packets/s": _HIGHER,
    "tokens/s": _HIGHER, "images/s": _HIGHER, "FLOP/s": _HIGHER,
}  # fmt: skip
"""Base units that leave no doubt where the name says nothing."""
_WORDS = {
    **dict.fromkeys(("latency", "time", "duration", "memory", "rss", "size"), _LOWER),
    **dict.fromkeys(
        ("throughput", "bandwidth", "ops", "rps", "qps", "tps", "iops", "fps", "score"), _HIGHER
    ),
}
_PER_SECOND = re.compile(r"(?:^|_)per_(?:s|sec|second)(?:_|$)")
_BREAK = re.compile(r"[\W_]+|(?<=[a-z\d])(?=[A-Z])")
_SPACE = "(?:memory|mem|ram|heap|space|disk|bytes|storage)"
_DOUBTFUL = re.compile(
    rf"(?:^|_)(?:(?:free|freed|available|saved|remaining|reclaimed|unused)_{_SPACE}"
    rf"|{_SPACE}_(?:free|freed|available|saved|remaining|left|reclaimed|unused)"
    r"|(?:idle|spare)_time|time_(?:saved|remaining|left|(?:to|between)_failures?)"
    r"|(?:battery|service)_life|lifetime|uptime|mtbf)(?:_|$)"
)
"""Names of which more is better although their unit says less, or may be."""
_FAULTS = frozenset((
    "error", "errors", "fail", "fails", "failed", "failure", "failures", "fault", "faults", "lost",
    "loss", "dropped", "drops", "miss", "missed", "misses", "rejected", "retries", "retried",
    "timeouts",
))  # fmt: skip
"""Of these fewer are better, whatever the unit says of other things that are counted."""


def is_doubtful(name: str) -> bool:
    """Say whether a name such as “free memory” contradicts what its unit says elsewhere."""
    return _DOUBTFUL.search(_words(name)) is not None


def likely_direction(metric: str, unit: str) -> BetterDirection | None:
    """Return which way is better for a metric in a base unit; None where there is a doubt.

    The unit and the words of the name count. Where they contradict each other, neither does.
    """
    name = _words(metric)
    if is_doubtful(metric):
        return None
    words = name.split("_")
    said = {_WORDS[word] for word in words if word in _WORDS}
    said |= {_HIGHER} if _PER_SECOND.search(name) else set()
    is_fault = not _FAULTS.isdisjoint(words)
    by_name = said.pop() if len(said) == 1 and not is_fault else None
    by_unit = _UNITS.get(unit)
    if is_fault and by_unit is _HIGHER:
        return None
    return by_name or by_unit if None in {by_name, by_unit} or by_name is by_unit else None


def _words(name: str) -> str:
    return "_".join(part.lower() for part in _BREAK.split(name) if part)

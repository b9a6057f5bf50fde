"""How answers are put into words, in the shell and for assistants alike."""

import math
from collections.abc import Sequence
from datetime import UTC, datetime

from backend.client.models_gen import ChangePoint, CommitRef, GroupMember, SeriesLabel
from backend.domain.commits.names import short_commit
from backend.domain.quantities import Quantity
from backend.wording.effects import ratio_words, said_of_aspect
from backend.wording.numbers import another_level, in_unit

DAY = 10


def series_name(series: SeriesLabel) -> str:
    """Name benchmark, parameters and metric: `spawn threads=4, time`."""
    chosen = "".join(f" {name}={value}" for name, value in series.parameters.items())
    return f"{series.benchmark}{chosen}, {series.metric}"


def effect(change: ChangePoint | GroupMember) -> str:
    """Say how large and how sure a change is: `4.8 % slower [3.1, 6.4]`, else both levels."""
    if change.ratio is None:
        return another_level(change.before, change.after, change.series.unit)
    low, high = (math.nan if end is None else end for end in (change.low, change.high))
    series = change.series
    said = ratio_words(
        (change.ratio, low, high), Quantity(series.metric, series.unit, series.direction)
    )
    return said_of_aspect(change, f"drift, {said}" if change.kind == "drift" else said)


def quantities(values: Sequence[float | None], unit: str) -> tuple[list[str], str]:
    """Write values in one scale, which is returned as well; what is unknown stays empty."""
    known = [value for value in values if value is not None]
    if not known:
        return ["" for _ in values], unit
    largest = max(known, key=abs)
    written, name = in_unit([largest, *known], unit)
    rest = iter(written[1:])
    return ["" if value is None else next(rest) for value in values], name


def interval(low: str, high: str) -> str:
    return f"[{low}, {high}]" if low and high else ""


def short(commit: CommitRef | None) -> str:
    return short_commit(commit.name) if commit else ""


def day(moment: str | None) -> str:
    """Return the date of a moment as the server writes it."""
    return (moment or "")[:DAY]


def clock(moment: str) -> str:
    """Return the time of day of a moment as the server writes it."""
    return f"{datetime.fromisoformat(moment).astimezone(UTC):%H:%M} UTC"


def moment_of(milliseconds: int | None) -> str | None:
    """Return a time as text; the columns of a history have it in milliseconds."""
    if milliseconds is None:
        return None
    return datetime.fromtimestamp(milliseconds / 1000.0, UTC).isoformat()

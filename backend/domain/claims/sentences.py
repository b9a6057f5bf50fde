"""What is said of a judged statement: the verdict, the effect, and what is still open."""

import math
from collections.abc import Sequence

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.claims.records import ClaimVerdict
from backend.domain.claims.verdicts import ClaimInterval
from backend.domain.reports.claims import ClaimStatement
from backend.domain.sweeps.curves import SweepCurve
from backend.domain.words.effect_numbers import counted_in, per_cents
from backend.domain.words.effects import listed, ratio_words
from backend.domain.words.numbers import in_unit, setting
from backend.domain.words.quantities import Quantity


def ratio_sentence(
    statement: ClaimStatement, names: tuple[str, str], found: ClaimInterval, label: SeriesLabel
) -> str:
    """Say what the ratio is here, and what was published."""
    contender, baseline = names
    quantity = Quantity(label.metric, label.unit, label.direction)
    if not math.isfinite(found.value) or found.value <= 0.0:
        effect = "no ratio to"
    else:
        words = ratio_words((found.value, found.low, found.high), quantity)
        effect = f"{words} {'to' if found.value == 1.0 else 'than'}"
    return f"{contender}: {effect} {baseline}; published: {published_words(statement)}."


def published_words(statement: ClaimStatement) -> str:
    """Write a published figure with its unit, or the range that was stated."""
    unit = f" {statement.unit}" if statement.unit and statement.kind != "ratio" else ""
    if statement.published:
        is_share = statement.kind == "share" and not statement.unit
        return f"{statement.published}{' %' if is_share else unit}"
    low, high = statement.low, statement.high
    if high is None:
        return f"at least {low:g}{unit}"
    return f"at most {high:g}{unit}" if low is None else f"{low:g} to {high:g}{unit}"


def more_words(verdict: ClaimVerdict, more: int | None, found: ClaimInterval) -> str:
    """Say how many more rounds would settle an open statement."""
    if verdict != "undecided":
        return ""
    if not found.is_known:
        return " No interval: the results have no samples, or runs of one code are too few."
    if more is None:
        return " No affordable number of rounds would settle it."
    return f" About {counted_in(more)} more {'round' if more == 1 else 'rounds'} would settle it."


def level_sentence(
    verdict: ClaimVerdict, statement: ClaimStatement, found: ClaimInterval, label: SeriesLabel
) -> str:
    """Say what the level is here, and what was published."""
    numbers = [found.value, *([found.low, found.high] if found.is_known else [])]
    written, unit = in_unit(numbers, label.unit)
    span = f" [{written[1]}, {written[2]}]" if found.is_known and verdict else ""
    return f"Here {written[0]}{span} {unit}; published: {published_words(statement)}.".replace(
        " ;", ";"
    )


def share_sentence(verdict: ClaimVerdict, statement: ClaimStatement, found: ClaimInterval) -> str:
    """Say what the share is here, and what was published."""
    share, low, high = per_cents(found.value, found.low, found.high)
    span = f" [{low}, {high}]" if found.is_known else ""
    said = f"Here {share} %{span}; published: {published_words(statement)}."
    if verdict == "undecided":
        return f"{said} A profile with more samples would settle it."
    return said


def order_sentence(
    verdict: ClaimVerdict,
    names: Sequence[str],
    pairs: Sequence[tuple[str, str]],
    lacking: Sequence[str],
) -> str:
    """Say whether the order holds, and which pairs speak against it or are open."""
    missing = f" No result of {listed(list(lacking))}." if lacking else ""
    if verdict == "confirmed":
        return f"The order holds here: {', '.join(names)}.{missing}"
    if verdict == "refuted":
        told = [f"{second} is better than {first}" for first, second in pairs]
        return f"Not the order here: {listed(told)}.{missing}"
    if not pairs:
        return f"The order of {listed(list(names))} holds here.{missing}"
    told = [f"{first} and {second}" for first, second in pairs]
    return f"Not resolved: {listed(told)}.{missing}"


def best_sentence(
    verdict: ClaimVerdict, axis: str, curve: SweepCurve, said: str, more: int | None
) -> str:
    """Say which values can be the best here, and which was called best."""
    members = [setting(x) for x in curve.best_set]
    if verdict == "confirmed":
        found = f"{axis} {listed(members)} is best here"
    elif len(members) == 1:
        found = f"{axis} {members[0]} is best here, of {len(curve.points)} values"
    else:
        found = f"{listed(members)} cannot be distinguished as the best {axis} here"
    rounds = f" About {counted_in(more)} more rounds would settle it." if more else ""
    return f"{found}; published: {said}.{rounds}"

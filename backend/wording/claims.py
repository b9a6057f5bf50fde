"""What is said of a judged statement: the effect, what was published, and what is still open."""

import math
import re
from collections.abc import Callable, Mapping

from backend.domain.claims.records import ClaimFinding, ClaimInterval, ClaimJudgement
from backend.domain.claims.variants import sides_of
from backend.domain.quantities import Quantity
from backend.domain.reports.claims import ClaimStatement, StatementKind
from backend.wording.absences import absence_words
from backend.wording.effects import listed, ratio_words
from backend.wording.numbers import MINUS, counted_in, in_unit, per_cents, setting, with_unit

WIDE = 100
"""An interval from one end to a hundred times of it says only that there were too few rounds."""


def sentence_of(statement: ClaimStatement, judgement: ClaimJudgement) -> str:
    """Say what a run shows of a statement, beside what was published."""
    finding = judgement.finding
    if finding.reason is not None:
        return f"Not measurable here: {_why(statement, finding).removesuffix('.')}."
    said = SENTENCES[statement.kind](statement, judgement)
    return f"{said}{_more(statement, judgement)}"


def _why(statement: ClaimStatement, finding: ClaimFinding) -> str:
    names, detail = finding.names, finding.detail
    return {
        "no result": f"no result of {names[0]} ({', '.join(names[1:])})" if names else "no result",
        "failed": f"{listed(list(names)) if names else ''}: {absence_words(detail)}",
        "no direction": "whether lower or higher is better is unknown",
        "one variant": f"{listed(list(names)) if names else ''} are one variant on this machine",
        "other machine": f"a level of another machine ({detail or 'not named'})",
        "no sweep": f"no run has measured several values of {statement.parameter}",
        "not swept": f"{statement.parameter} was not measured at {' or '.join(names)}",
        "no profile": f"no profile of {names[0] if names else ''} with the group "
        f"“{statement.group}”",
    }[finding.reason or "no result"]


def _ratio(statement: ClaimStatement, judgement: ClaimJudgement) -> str:
    finding = judgement.finding
    contender, baseline = finding.names
    found, label = finding.found, finding.label
    if found is None or label is None or not found.value > 0.0 or math.isinf(found.value):
        return f"{contender} has no ratio to {baseline}; published: {published_words(statement)}."
    quantity = Quantity(label.metric, label.unit, label.direction)
    is_wide = found.is_known and not found.high <= WIDE * found.low
    ends = (math.nan, math.nan) if is_wide else (found.low, found.high)
    words = ratio_words((found.value, *ends), quantity)
    effect = f"{words} {'to' if found.value == 1.0 else 'than'}"
    said = f"published: {published_words(statement)}."
    if is_wide:
        said = f"{said} Too few rounds: the interval spans more than a factor of {WIDE}."
    return f"{contender}: {effect} {baseline}; {said}"


def _level(statement: ClaimStatement, judgement: ClaimJudgement) -> str:
    found, label = judgement.finding.found, judgement.finding.label
    if found is None or label is None:
        return f"Published: {published_words(statement)}."
    ends = [found.low, found.high] if _has_width(found) else []
    written, unit = in_unit([found.value, *ends], label.unit)
    span = f" [{written[1]}, {written[2]}]" if ends else ""
    return (
        f"Here {with_unit(f'{written[0]}{span}', unit)}; published: {published_words(statement)}."
    )


def _has_width(found: ClaimInterval) -> bool:
    return found.is_known and found.low < found.high


def _share(statement: ClaimStatement, judgement: ClaimJudgement) -> str:
    found = judgement.finding.found
    if found is None:
        return f"Published: {published_words(statement)}."
    share, low, high = per_cents(found.value, found.low, found.high)
    span = f" [{low}, {high}]" if found.is_known else ""
    return f"Here {share}\u202f%{span}; published: {published_words(statement)}."


def _order(statement: ClaimStatement, judgement: ClaimJudgement) -> str:
    finding = judgement.finding
    missing = f" No result of {listed(list(finding.lacking))}." if finding.lacking else ""
    names = finding.names
    if judgement.verdict == "refuted":
        told = [f"{second} is better than {first}" for first, second in finding.pairs]
        return f"Not the order here: {listed(told)}.{missing}"
    if finding.pairs:
        told = [f"{first} and {second}" for first, second in finding.pairs]
        return f"Not resolved: {listed(told)}.{missing}"
    if statement.only_first:
        return f"{names[0]} is the best of {len(names)} here.{missing}"
    return f"The order holds here: {', '.join(names)}.{missing}"


def _best(statement: ClaimStatement, judgement: ClaimJudgement) -> str:
    finding, axis = judgement.finding, statement.parameter
    members = [setting(x) for x in finding.members]
    if len(members) == 1:
        found = f"{axis} {members[0]} is best here, of {finding.values} values"
    else:
        found = f"{listed(members)} cannot be distinguished as the best {axis} here"
    return f"{found}; published: {published_words(statement)}."


def _more(statement: ClaimStatement, judgement: ClaimJudgement) -> str:
    """Say how many more rounds would settle an open statement."""
    if judgement.verdict != "undecided" or judgement.finding.lacking:
        return ""
    found, more = judgement.finding.found, judgement.more_rounds
    if statement.kind == "share":
        return " A profile with more samples would settle it."
    if found is not None and not found.is_known:
        return " No interval: there are no samples, or too few runs of one code."
    if more is None:
        return " No affordable number of rounds would settle it."
    return f" About {counted_in(more)} more {'round' if more == 1 else 'rounds'} would settle it."


def published_words(statement: ClaimStatement) -> str:
    """Write what was published: the figure with its unit, the stated range, the values, the order.

    An order is written as its names from the best on.
    """
    has_unit = statement.unit and statement.kind not in ("ratio", "order", "best")
    unit = f" {statement.unit}" if has_unit else ""
    low, high = statement.low, statement.high
    if statement.published:
        is_share = statement.kind == "share" and not statement.unit
        return f"{_with_minus(statement.published)}{' %' if is_share else unit}"
    if statement.kind == "best":
        return " or ".join(str(one) for one in statement.best)
    if statement.kind == "order":
        return ", ".join(side.name for side in sides_of(statement, "", None))
    if high is None:
        return f"at least {low:g}{unit}"
    return f"at most {high:g}{unit}" if low is None else f"{low:g} to {high:g}{unit}"


def _with_minus(published: str) -> str:
    """Write what an author wrote with the minus sign of all other numbers."""
    return re.sub(r"(^|[\s(\[])-(?=\d)", rf"\1{MINUS}", published)


def statement_words(statement: ClaimStatement) -> str:
    """Say what a statement is of, where its author does not."""
    names = [side.name for side in sides_of(statement, "", None)]
    return {
        "ratio": f"{names[0]} against {names[-1]}, {statement.metric}",
        "best": f"best {statement.parameter} of {statement.benchmark}",
        "order": f"order by {statement.metric}",
        "share": f"share of {statement.group} in the profile of {names[0]}",
        "percentile": f"P{statement.percent or 50.0:g} of {names[0]}",
        "level": f"{statement.metric} of {names[0]}",
        "size": f"{statement.metric} of {names[0]}",
    }[statement.kind]


SENTENCES: Mapping[StatementKind, Callable[[ClaimStatement, ClaimJudgement], str]] = {
    "ratio": _ratio,
    "best": _best,
    "order": _order,
    "percentile": _level,
    "level": _level,
    "size": _level,
    "share": _share,
}

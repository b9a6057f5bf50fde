"""What moved beside a metric: the other metrics of the same variant as counters that explain.

Nothing here proves a cause. It says which other metrics of the same runs changed, which are
unchanged, and which are inconclusive; and where cycles and instructions were counted it
splits the change of a time into factors that multiply to it, which is arithmetic.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from backend.domain.commits.names import short_commit
from backend.domain.jobs.culprits import (
    MIXED,
    CulpritSearch,
    MovedPart,
    PartSearch,
    likeliest,
    part_added,
)
from backend.domain.jobs.refining import RefinedCurve
from backend.domain.jobs.verdicts import ArmInterval, Finding
from backend.wording.effects import listed
from backend.wording.numbers import (
    FACTOR,
    MINUS,
    TIMES,
    factor,
    in_unit,
    per_cents,
    setting,
    with_unit,
)

Relation = Literal["moved", "still", "unknown"]
TOLD = ("regression", "improvement", "change")
INSTRUCTIONS, CYCLES = "instructions", "cycles"


@dataclass(frozen=True, slots=True)
class MetricMove:
    """How one metric of a variant moved between the sides; nan where there is no such number."""

    metric: str
    unit: str
    ratio: float
    low: float
    high: float
    verdict: str
    is_exact: bool = False
    difference: float = math.nan
    """Contender less baseline, where a level is zero or below and has no ratio."""

    @property
    def relation(self) -> Relation:
        """Say whether it is changed, unchanged, or neither."""
        if not self.has_ratio and not math.isfinite(self.difference):
            return "unknown"
        if self.verdict in TOLD:
            return "moved"
        return "still" if self.verdict == "same" else "unknown"

    @property
    def has_ratio(self) -> bool:
        return math.isfinite(self.ratio) and self.ratio > 0.0

    @property
    def log(self) -> float:
        """Return the size of the change; infinite where it is none of a ratio."""
        return math.log(self.ratio) if self.has_ratio else math.inf


@dataclass(frozen=True, slots=True)
class ChangePart:
    """One factor of a change: the ratios of all parts multiply to that of the whole."""

    name: str
    ratio: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """What moved with a metric, in words and as numbers; `parts` are empty without counters."""

    sentence: str
    moved: Sequence[MetricMove]
    still: Sequence[MetricMove]
    unknown: Sequence[MetricMove]
    parts: Sequence[ChangePart]


def explain(move: MetricMove, others: Iterable[MetricMove]) -> Explanation:
    """Hold a metric against the other ones of its variant.

    What moved stands in the order of how close its change is to that of the metric, on the
    logarithmic scale and whatever its direction, since a throughput falls as its time grows.
    """
    found: dict[Relation, list[MetricMove]] = {"moved": [], "still": [], "unknown": []}
    for other in others:
        found[other.relation].append(other)
    if move.relation == "moved" and move.has_ratio:
        found["moved"].sort(key=lambda one: abs(abs(one.log) - abs(move.log)))
    parts = _parts(move, found)
    return Explanation(
        sentence=" ".join(_sentences(move, found, parts)),
        moved=found["moved"],
        still=found["still"],
        unknown=found["unknown"],
        parts=parts,
    )


def _sentences(
    move: MetricMove, found: dict[Relation, list[MetricMove]], parts: Sequence[ChangePart]
) -> list[str]:
    moved, still, unknown = found["moved"], found["still"], found["unknown"]
    if not (moved or still or unknown):
        return ["No other metric of this variant was measured on both sides."]
    if move.relation != "moved":
        said = [f"{move.metric} did not change significantly, so there is nothing to explain."]
        return [*said, f"But {_all(moved)} changed."] if moved else said
    if not moved:
        said = [f"{_signed(move)}: no other metric changed significantly."]
    else:
        said = [f"{_signed(move)}: {_all(moved)} changed with it."]
    if still:
        said.append(f"Unchanged: {_all(still)}.")
    if unknown:
        said.append(f"Inconclusive: {listed([one.metric for one in unknown])}.")
    if parts:
        each = ", ".join(f"{part.name} {_percent(part.ratio)}" for part in parts)
        said.append(f"As factors: {each}.")
    return said


def _parts(move: MetricMove, found: dict[Relation, list[MetricMove]]) -> list[ChangePart]:
    """Split a time into instructions, cycles for each of them, and time for each cycle."""
    usable = [one for group in found.values() for one in group if one.ratio > 0.0]
    if move.unit.partition("/")[0] != "s" or move.relation != "moved" or not move.has_ratio:
        return []
    counters = {one.metric: one for one in usable if math.isfinite(one.ratio)}
    for name, instructions in counters.items():
        if not name.endswith(INSTRUCTIONS):
            continue
        cycles = counters.get(f"{name.removesuffix(INSTRUCTIONS)}{CYCLES}")
        if cycles is not None:
            return [
                ChangePart("instructions", instructions.ratio),
                ChangePart("cycles per instruction", cycles.ratio / instructions.ratio),
                ChangePart("time per cycle", move.ratio / cycles.ratio),
            ]
    return []


def _all(moves: Sequence[MetricMove]) -> str:
    return listed([_signed(one) for one in moves])


def _signed(move: MetricMove) -> str:
    """Write a metric and how it moved: "l2_refills +5.8 % [5.1, 6.5]", "faults +5"."""
    if not move.has_ratio:
        (size,), unit = in_unit([move.difference], move.unit)
        sign = "+" if move.difference > 0.0 else ""
        return f"{move.metric} {sign}{with_unit(size, unit)}"
    if move.is_exact or math.isnan(move.low + move.high):
        return f"{move.metric} {_percent(move.ratio)}"
    ends = (move.low, move.high)
    if all(1.0 / FACTOR <= one <= FACTOR for one in (move.ratio, *ends)):
        size, *around = per_cents(move.ratio - 1.0, *(end - 1.0 for end in ends))
        return f"{move.metric} {_plus(size)}\u202f% [{', '.join(around)}]"
    said = ", ".join(factor(end) for end in ends)
    return f"{move.metric} {TIMES}{factor(move.ratio)} [{said}]"


def _percent(ratio: float) -> str:
    if not 1.0 / FACTOR <= ratio <= FACTOR:
        return f"{TIMES}{factor(ratio)}"
    return f"{_plus(per_cents(ratio - 1.0)[0])}\u202f%"


def _plus(text: str) -> str:
    return text if text.startswith(MINUS) or not text.strip("0.") else f"+{text}"


_FINDINGS: dict[str, str] = {
    "confirmed": "Confirmed",
    "refuted": "Refuted: less than half of the suspected effect",
    "unclear": "Unclear: more pairs are needed",
    "unsteady": "The machine is not steady",
    "more pairs": "Not decided yet",
    "not measured": "Not measured",
}
_NOTHING = "No samples of this series came with the job."
MOST_CULPRITS = 4
MOST_REFINED = 3
"""Curves of a sweep that a sentence names."""


def finding_sentence(
    finding: Finding, found: ArmInterval | None, itself: float | None = None
) -> str:
    """Say what interleaved pairs found of a suspected change."""
    if found is None:
        return _NOTHING
    if finding == "unsteady" and itself is not None:
        return (
            f"{_FINDINGS[finding]}: the commit before it differs from itself by "
            f"{_percent(itself)}, so that these {found.pairs} pairs tell nothing of the code."
        )
    interval = f"{_percent(found.low)} to {_percent(found.high)}"
    return (
        f"{_FINDINGS[finding]}: measured in turns, {_percent(found.ratio)} "
        f"({found.coverage * 100.0:.0f} % interval {interval}, {found.pairs} pairs)."
    )


def search_sentence(finding: Finding, search: CulpritSearch, *, is_lost: bool) -> str:
    """Say where a bisection stands, or how it ended; lost: the last good commit had no result."""
    said = f"{_search_words(finding, search, is_lost=is_lost)}: {_steps_words(search)}."
    moves = _moves_words(search)
    return f"{said} {moves}" if moves else said


def next_step_sentence(search: CulpritSearch, commit: str) -> str:
    """Say what is measured next, and why."""
    if search.inner is None or search.moved is None or MIXED not in commit:
        return f"{short_commit(commit)} is next: {_steps_words(search)}"
    whole, _, count = commit.partition(MIXED)
    parts = f"{count} of {len(search.moved.parts)} moves"
    return f"{short_commit(whole)} with {parts} is next: {_inner_words(search.inner)}"


def part_words(part: MovedPart | None) -> str:
    """Name what a commit moves: a commit of a submodule, or a package of a lock file."""
    if part is None:
        return "the rest of the commit"
    if part.kind == "package":
        if not part.after:
            return f"{part.name} {part.before} removed from {part.path}"
        old = part.before or "added,"
        if part.before == part.after:
            return f"{part.name} {part.after} from another source in {part.path}"
        arrow = f"{old} {part.after}" if not part.before else f"{old} \u2192 {part.after}"
        return f"{part.name} {arrow} in {part.path}"
    if not part.after:
        return f"submodule {part.name} removed"
    title = f" ({part.title})" if part.title else ""
    return f"submodule {part.name}: commit {short_commit(part.after)}{title}"


def _moves_words(search: CulpritSearch) -> str:
    """Say what in the commit did it, as far as that is known; nothing where it moves nothing."""
    moved, inner = search.moved, search.inner
    if moved is None or not moved.parts:
        return ""
    parts = [part_words(one) for one in moved.parts]
    if inner is not None and inner.is_told:
        named = [part_words(part_added(one, moved)) for one in inner.answer]
        certain = _certainty(inner.held)
        if len(named) == 1:
            return f"In it, the cause is {named[0]} ({certain}): {_inner_words(inner)}."
        return f"In it, the cause is one of {_some(named)} ({certain}): {_inner_words(inner)}."
    if len(parts) == 1 and not moved.others:
        return f"It only moves {parts[0]}."
    why = "" if moved.can_mix else " They cannot be measured separately."
    rest = ", and changes other things" if moved.others else ""
    return f"It moves {_some(parts)}{rest}.{why}"


def _some(names: Sequence[str]) -> str:
    more = len(names) - MOST_CULPRITS
    shown = [*names[:MOST_CULPRITS], *([f"{more} more"] if more > 0 else [])]
    return listed(shown)


def _inner_words(inner: PartSearch) -> str:
    measured = {one.commit for one in inner.steps if one.rounds}
    broken = sum(one.is_broken for one in inner.shares)
    said = f"{len(measured)} of {len(inner.shares)} mixes measured"
    return f"{said}, {broken} could not be built" if broken else said


def _search_words(finding: Finding, search: CulpritSearch, *, is_lost: bool) -> str:
    if finding == "not measured":
        return f"Not measured, as {_missing(search, is_lost=is_lost)}"
    if finding == "none of them":
        return f"None of the commits in question shows the change again ({_certainty(search.none)})"
    if finding == "found":
        return f"{short_commit(search.answer[0])} made the change ({_certainty(search.held)})"
    if finding == "narrowed" and search.is_told:
        named = _named(search.answer)
        return (
            f"One of {named} made the change ({_certainty(search.held)}); no other could be built"
        )
    left = likeliest(search)
    held = _certainty(sum(one.share for one in left))
    named = f"{_named([one.commit for one in left])} ({held})"
    if finding == "more pairs":
        return f"Not decided yet, {len(left)} of {len(search.shares)} commits are left"
    ending = "The last good commit brought no result" if is_lost else "The budget is spent"
    return f"{ending}; left are {named}"


def _missing(search: CulpritSearch, *, is_lost: bool) -> str:
    if is_lost:
        return "the last good commit brought no result of this series"
    if search.steps:
        return "none of the commits that were tried brought a result of this series"
    return "no result of this series came"


def _steps_words(search: CulpritSearch) -> str:
    places = {one.commit for one in search.steps if one.rounds}
    broken = sum(one.is_broken for one in search.shares)
    rounds = sum(one.rounds for one in search.steps)
    said = f"{len(places)} of {len(search.shares)} commits measured in {rounds} rounds"
    return f"{said}, {broken} could not be built or installed" if broken else said


def _named(names: Sequence[str]) -> str:
    shown = ", ".join(short_commit(one) for one in names[:MOST_CULPRITS])
    more = len(names) - MOST_CULPRITS
    return f"{shown} and {more} more" if more > 0 else shown


def _certainty(share: float) -> str:
    """Return a probability, never rounded up to certainty."""
    return f"{min(share * 100.0, 99.9):.1f}\u202f%"


def backfill_sentence(measured: int, wanted: int, broken: Sequence[str]) -> str:
    """Say how many commits of a gap are measured, and which could not be built."""
    said = f"{measured} of {wanted} commits were measured"
    if not broken:
        return f"{said}."
    return f"{said}; {_named([short_commit(one) for one in broken])} could not be built."


def refinement_sentence(
    axis: str, curves: Sequence[RefinedCurve], *, goes_on: bool
) -> tuple[Finding, str]:
    """Say which values are best, or may be, and what that took."""
    measured = [one for one in curves if one.rounds]
    if not measured:
        return "not measured", "No samples of this sweep came with the job."
    said = "; ".join(_refined(axis, one, goes_on=goes_on) for one in measured[:MOST_REFINED])
    more = len(measured) - MOST_REFINED
    said += f"; and {more} more curves" if more > 0 else ""
    rounds, whole = sum(one.rounds for one in measured), sum(one.whole for one in measured)
    taken = (
        f"{rounds} measurements instead of {whole}" if rounds < whole else f"{rounds} measurements"
    )
    if goes_on:
        return "more pairs", f"Not decided yet: {said}. {taken}."
    is_one = all(len(one.best) == 1 for one in measured)
    why = "" if is_one else _why_open(measured)
    left_out = "" if all(one.counts for one in measured) else NOT_COUNTED
    return ("settled" if is_one else "several best"), f"{said}. {why}{taken}.{left_out}"


NOT_COUNTED = (
    " They do not count in the sweep: the machine was not fit, and other runs had a fit machine."
)


def _why_open(curves: Sequence[RefinedCurve]) -> str:
    """Say why a job ended where several values are left."""
    left = [one for one in curves if len(one.best) > 1]
    if any(one.more for one in left):
        return "The time of the job was over. "
    if any(one.has_all_rounds for one in left):
        return "All rounds of a job were measured. "
    return "The values left are equally good. "


def _refined(axis: str, curve: RefinedCurve, *, goes_on: bool) -> str:
    named = ", ".join(f"{name}={value}" for name, value in curve.facet.items())
    values = listed([setting(one) for one in curve.best])
    if len(curve.best) == 1:
        said = f"{axis} = {values} is best"
    elif goes_on:
        said = f"{axis} = {values} are measured further (of {curve.values} values)"
    else:
        said = f"{axis} = {values} tie (of {curve.values} values)"
    return f"{named + ': ' if named else ''}{said}"

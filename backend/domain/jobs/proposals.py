"""Whether a patch is kept, by what its agent saw.

Every round measures base, patch and base again on one machine. It is kept only if nothing gives it
away as a cheat, the base does not differ from itself, and the whole interval of its gain lies
beyond the smallest gain worth keeping. Method: one look of `backend.stats.sequential`, at the end.
"""

from collections.abc import Sequence

import numpy as np

from backend.domain.catalogue.units import parse_unit
from backend.domain.jobs.evidence import (
    FEWEST_ROUNDS,
    PatchRefusal,
    ProposalEvidence,
    ProposalJudgement,
    Row,
    VariantGain,
)
from backend.domain.jobs.verdicts import ArmInterval, Finding
from backend.stats.arrays import Floats
from backend.stats.sequential import SequentialRule, intervals

ALPHA = 0.01
"""Every interval of a proposal is wrong with at most this."""
AGREES = 0.5
"""The agent's clock must leave room for this share of the gain that a harness reports."""
LEAST_SHARE = 0.25
"""A reported time that is less of the process's time is no time of the process."""
_BASE, _PATCH, _AGAIN = range(3)


def judge_evidence(evidence: ProposalEvidence | None, least: float) -> ProposalJudgement:
    """Say whether a patch is kept whose gain must be beyond `least` (0.01: one per cent)."""
    if evidence is None:
        return ProposalJudgement("not measured", trouble="its agent said nothing of it")
    if evidence.refusals:  # first: a patch that is refused may make trouble as well
        return ProposalJudgement("refused", evidence.refusals)
    if evidence.trouble:
        return ProposalJudgement("not measured", trouble=evidence.trouble)
    trouble = _why_not(evidence)
    if trouble:
        return ProposalJudgement("not measured", trouble=trouble)
    return _judge_rows(evidence, least)


def _why_not(evidence: ProposalEvidence) -> str:
    if evidence.direction == "unknown":
        return "the metric has no better direction"
    if not evidence.variants:
        return "nothing that was measured has the metric"
    fewest = min(len(one.aim) for one in evidence.variants)
    if fewest < FEWEST_ROUNDS:
        return f"{fewest} rounds were measured, and {FEWEST_ROUNDS} are needed"
    if len({len(rows) for one in evidence.variants for rows in (one.aim, one.wall)}) > 1:
        return "some rounds have no result, and which of them count is not known"
    every = [row for one in evidence.variants for rows in (one.aim, one.wall) for row in rows]
    if not (np.asarray(every) > 0.0).all():
        return "a result is not above 0, so that nothing is a share of it"
    return ""


def _judge_rows(evidence: ProposalEvidence, least: float) -> ProposalJudgement:
    is_higher = evidence.direction == "higher"
    rows = _together([one.aim for one in evidence.variants])
    gain, itself = _gain(rows, is_higher=is_higher), _itself(rows)
    each = [
        VariantGain(one.variant, _gain(_together([one.aim]), is_higher=is_higher))
        for one in evidence.variants
    ]
    worse = [one.variant for one in each if one.gain.high < 1.0 / (1.0 + least)]
    clock = None if evidence.by_agent else _gain(_together([one.wall for one in evidence.variants]))
    said = ProposalJudgement("not kept", (), "", gain, itself, clock, each, worse)
    if not itself.low <= 1.0 <= itself.high:
        return _but(said, "unsteady")
    if worse or gain.low < 1.0 + least:
        return said
    if clock is not None and not _is_seen(_to_be_seen(evidence, gain), clock):
        return _but(said, "refused", [_of_clock(gain, clock)])
    return _but(said, "kept")


def _is_seen(wanted: float, clock: ArmInterval) -> bool:
    """Tell whether the agent's clock saw a gain, and has room for half of what it should see."""
    return clock.low > 1.0 and bool(np.log(clock.high) >= AGREES * np.log(wanted))


def _to_be_seen(evidence: ProposalEvidence, gain: ArmInterval) -> float:
    """Return the gain that the agent's clock should see of the one that is reported.

    A time that is a good part of the whole process can shorten that part only. Anything else may
    be a share of a process of fixed work: it must be seen in full.
    """
    unit = parse_unit(evidence.unit)
    if unit is None or unit.base != "s":
        return gain.ratio
    aim, wall = (
        sum(float(np.mean([row[_BASE] for row in rows])) for rows in every)
        for every in zip(*[(one.aim, one.wall) for one in evidence.variants], strict=True)
    )
    share = min(aim * unit.factor / wall, 1.0)
    if share < LEAST_SHARE:
        return gain.ratio
    return 1.0 / (1.0 - share * (1.0 - 1.0 / gain.ratio))


def _of_clock(gain: ArmInterval, clock: ArmInterval) -> PatchRefusal:
    return PatchRefusal(
        "clock_disagrees",
        "all rounds",
        f"the harness reports {gain.ratio:.3f} times as good, and the agent's clock"
        f" {clock.ratio:.3f} ({clock.low:.3f} to {clock.high:.3f})",
    )


def _but(
    said: ProposalJudgement, finding: Finding, refusals: Sequence[PatchRefusal] = ()
) -> ProposalJudgement:
    return ProposalJudgement(
        finding, refusals, said.trouble, said.gain, said.itself, said.clock, said.variants,
        said.worse,
    )  # fmt: skip


def _together(variants: Sequence[Sequence[Row]]) -> Floats:
    """Return (arms, rounds): the geometric mean of all variants in each round that all have."""
    have = min(len(rows) for rows in variants)
    logs = [np.log(np.asarray(rows[:have], np.float64)) for rows in variants]
    mean: Floats = np.exp(np.mean(logs, axis=0)).T
    return mean


def _gain(rows: Floats, *, is_higher: bool = False) -> ArmInterval:
    base = np.sqrt(rows[_BASE]) * np.sqrt(rows[_AGAIN])
    found = _interval(base, rows[_PATCH])
    if is_higher:
        return found
    return ArmInterval(
        1.0 / found.ratio, 1.0 / found.high, 1.0 / found.low, found.pairs, found.coverage
    )


def _itself(rows: Floats) -> ArmInterval:
    return _interval(rows[_BASE], rows[_AGAIN])


def _interval(baseline: Floats, contender: Floats) -> ArmInterval:
    pairs = baseline.size
    rule = SequentialRule(pairs, pairs, ALPHA)
    ratio, low, high = intervals(rule, baseline[None, :], contender[None, :])
    return ArmInterval(float(ratio[0]), float(low[0]), float(high[0]), pairs, 1.0 - ALPHA)

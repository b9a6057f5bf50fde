"""Proposals in words."""

from backend.domain.jobs.evidence import ProposalJudgement, Reason
from backend.domain.jobs.verdicts import ArmInterval
from backend.wording.numbers import per_cents

REASONS: dict[Reason, str] = {
    "harness_changed": "it changes a file of the harness",
    "build_failed": "it cannot be built",
    "failed": "it fails",
    "different_answer": "its answer differs from the base's",
    "different_work": "it does another amount of work than the base",
    "left_running": "it leaves processes running",
    "wrote_elsewhere": "it leaves files outside its folder",
    "changed_base": "files of the base changed outside its turn",
    "clock_disagrees": "reported times and the agent's clock disagree",
}


def proposal_sentence(said: ProposalJudgement, metric: str) -> str:
    """Say what became of a proposal, and why."""
    if said.finding == "refused" and said.refusals:
        first = said.refusals[0]
        where = f" ({first.place})" if first.place else ""
        return f"Refused: {REASONS[first.reason]}{where}."
    if said.gain is None or said.itself is None:
        return f"Not judged: {said.trouble}."
    if said.finding == "unsteady":
        return f"Not kept: the base differs from itself by {_gain(said.itself)}."
    return _measured(said, said.gain, metric)


def _measured(said: ProposalJudgement, gain: ArmInterval, metric: str) -> str:
    if said.finding == "kept":
        return f"Kept: {metric} is better by {_gain(gain)}."
    if said.worse:
        return f"Not kept: worse for {said.worse[0]}."
    return f"Not kept: {metric} is not shown to be better by enough, {_gain(gain)}."


def _gain(found: ArmInterval) -> str:
    size, low, high = per_cents(found.ratio - 1.0, found.low - 1.0, found.high - 1.0)
    level = f"{found.coverage * 100.0:.0f}\u202f%"
    return f"{size}\u202f% ({level} interval {low} to {high}\u202f%, {found.pairs} rounds)"

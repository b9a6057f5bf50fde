"""Whether a machine is fit to measure, in words, with what the answer rests on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from backend.domain.machines.pages import Agent
from backend.domain.machines.readings import MadeReading
from backend.domain.machines.self_comparisons import AlarmRate

Verdict = Literal["fit", "with reservations", "not fit", "unknown"]
RECENT = 20
"""Newest readings that are judged."""
QUIET = 65.0
"""Noise score from which a machine counts as quiet: short work scatters by a tenth or less."""
LOUD = 50.0
"""Noise score from which down wall times of short work scatter by a third, and tell little."""
MOVES_OFTEN, FEWEST_TOLD = 0.5, 4
"""Share of recent controls that moved from which a machine is unfit, and how many must be told."""
MOST_VETOED = 0.2
"""Share of recent controls that may have vetoed."""
CROWDED, BUSY, SHARED = 0.5, 0.25, 0.1
"""Shares of the machine that others use: too much in one run, too much of the time, some."""


@dataclass(frozen=True, slots=True)
class Fitness:
    """A verdict, the answer line, reasons (those against it first), and the one thing to do."""

    verdict: Verdict
    sentence: str
    reasons: Sequence[str]
    """Those against it first, then what the answer rests on."""
    advice: str = ""
    """The one thing to do; empty where nothing speaks against it."""


Reason = tuple[str, str]
"""What speaks against a machine, and what to do about it."""
ALONE = (
    "End other work on it, or give it processors of its own. Until then compare CPU time, "
    "and within one run only."
)
RESTART = "Start its agent again: what it measured meanwhile waits on its disk."
IN_TURNS = "Measure both commits in turns, in one run: what wanders between runs falls out."
LOOK = "Look at its preflight: each warning says what would mend it."
MEASURE = "Measure on it once with an agent: it looks at the machine before it begins."


def fitness_of(
    name: str,
    readings: Sequence[MadeReading],
    agents: Sequence[Agent],
    alarms: AlarmRate | None,
) -> Fitness:
    """Judge a machine by its newest readings, its agents, and the alarms of its testbed."""
    recent = readings[-RECENT:]
    against = _against(recent, alarms)
    doubts = _doubts(recent, agents)
    found = [*against, *doubts]
    reasons = [reason for reason, _ in found]
    if not recent:
        sentence = f"Whether {name} is fit to measure is not known: no run has said how it was."
        return Fitness("unknown", sentence, reasons, MEASURE)
    basis = _basis(recent)
    if not found:
        basis = basis or ["its preflight has no warnings"]
        return Fitness("fit", f"{name} is fit to measure: {', '.join(basis)}.", basis)
    reason, advice = found[0]
    unsaid = [one for one in basis if not any(one in reason for reason in reasons)]
    if against:
        sentence = f"{name} is not fit to measure wall times: {reason}."
        return Fitness("not fit", sentence, [*reasons, *unsaid], advice)
    sentence = f"{name} measures, with reservations: {reason}."
    return Fitness("with reservations", sentence, [*reasons, *unsaid], advice)


def is_unfit_alone(verdict: str | None, score: float | None, foreign_share: float | None) -> bool:
    """Tell whether one run says by itself that its machine was not fit to measure wall times."""
    is_loud = score is not None and score <= LOUD
    return verdict == "veto" or is_loud or (foreign_share or 0.0) >= CROWDED


def first_against(recent: Sequence[MadeReading]) -> str:
    """Return the first thing by which these readings make a machine unfit; empty where none."""
    found = _against(recent, None)
    return found[0][0] if found else ""


def _against(recent: Sequence[MadeReading], alarms: AlarmRate | None) -> list[Reason]:
    found = []
    judged = [one.verdict for one in recent if one.verdict]
    vetoed = judged.count("veto")
    if judged and judged[-1] == "veto":
        newest = next(one.run for one in reversed(recent) if one.verdict)
        found.append((f"the control benchmark vetoed run {newest}", ALONE))
    elif len(judged) >= RECENT // 2 and vetoed > MOST_VETOED * len(judged):
        said = f"the control benchmark vetoed {vetoed} of its {_newest(len(judged))}"
        found.append((said, ALONE))
    moved = len(judged) - judged.count("steady")
    if _moves_often(judged):
        said = f"control benchmark drifted in {moved} of its {_newest(len(judged))}"
        found.append((said, ALONE))
    crowd = _crowd(recent)
    if crowd:
        found.append((crowd, ALONE))
    score = _newest_score(recent)
    if score is not None and (score.score or 0.0) <= LOUD:
        found.append(
            (f"short work scatters by a third or more, noise score {_score(score)}", ALONE)
        )
    if alarms is not None and alarms.too_many:
        rate = _percent(alarms.rate or 0.0)
        said = f"its testbed raises false alarms in {rate} of {alarms.comparisons} pairs"
        found.append((said, IN_TURNS))
    return found


def _doubts(recent: Sequence[MadeReading], agents: Sequence[Agent]) -> list[Reason]:
    found = []
    score = _newest_score(recent)
    if score is not None and LOUD < (score.score or 0.0) < QUIET:
        found.append((f"it is noisy, noise score {_score(score)}; trust ratios of CPU time", ALONE))
    judged = [one.verdict for one in recent if one.verdict]
    moved = len(judged) - judged.count("steady")
    if moved and not _moves_often(judged):
        said = f"the control benchmark drifted in {moved} of its {_newest(len(judged))}"
        found.append((said, ALONE))
    shares = _foreign_shares(recent)
    if shares and shares[-1] >= SHARED and not _crowd(recent):
        found.append((_used_by_others(recent), ALONE))
    if recent and recent[-1].warnings:
        count = recent[-1].warnings
        said = f"its preflight has {count} {'warning' if count == 1 else 'warnings'}"
        found.append((said, LOOK))
    silent = [agent.name for agent in agents if agent.is_silent]
    if silent:
        found.append((f"agent {', '.join(silent)} is silent", RESTART))
    return found


def _moves_often(judged: Sequence[str]) -> bool:
    moved = len(judged) - judged.count("steady")
    return len(judged) >= FEWEST_TOLD and moved >= MOVES_OFTEN * len(judged)


def _crowd(recent: Sequence[MadeReading]) -> str:
    """Say that others use too much of the machine; empty where they do not."""
    shares = _foreign_shares(recent)
    if shares and shares[-1] >= CROWDED:
        return _used_by_others(recent)
    busy = sum(share >= BUSY for share in shares)
    if len(shares) >= FEWEST_TOLD and 2 * busy >= len(shares):
        where = f"{busy} of its {_newest(len(shares))}"
        return f"others used {_percent(BUSY)} of the machine or more in {where}"
    return ""


def _used_by_others(recent: Sequence[MadeReading]) -> str:
    """Name the run that told it: later ones that were not measured by an agent say nothing."""
    told = next(one for one in reversed(recent) if one.foreign_share is not None)
    return f"others used {_percent(told.foreign_share or 0.0)} of the machine during run {told.run}"


def _foreign_shares(recent: Sequence[MadeReading]) -> list[float]:
    return [one.foreign_share for one in recent if one.foreign_share is not None]


def _percent(share: float) -> str:
    return f"{100.0 * share:.0f}\u202f%"


def _newest_score(recent: Sequence[MadeReading]) -> MadeReading | None:
    return next((one for one in reversed(recent) if one.score is not None), None)


def _basis(recent: Sequence[MadeReading]) -> list[str]:
    scores = [one for one in recent if one.score is not None]
    judged = [one.verdict for one in recent if one.verdict]
    found = [f"noise score {_score(scores[-1])}"] if scores else []
    steady = judged.count("steady")
    if judged and steady == len(judged):
        found.append(f"control benchmark steady in {steady} of {_runs(steady)}")
    return found


def _score(reading: MadeReading) -> str:
    ends = (
        f" [{reading.low:.0f}, {reading.high:.0f}]"
        if reading.low is not None and reading.high is not None
        else ""
    )
    return f"{reading.score or 0.0:.0f} of 100{ends}"


def _runs(count: int) -> str:
    return "1 run" if count == 1 else f"{count} runs"


def _newest(count: int) -> str:
    return "newest run" if count == 1 else f"newest {count} runs"

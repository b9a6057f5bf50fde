"""What is said of a pull request: its headline, its base, its gate, and what is not known."""

import math
import re
from collections.abc import Sequence

from backend.domain.commits.names import short_commit
from backend.domain.pulls.acceptances import GateAcceptance, holding
from backend.domain.pulls.judgements import ChosenBase, PullJudgement, PullState, state_of
from backend.wording.effects import counted
from backend.wording.numbers import counted_in, goal, per_cent

_ENDS = re.compile(r" \[|, |;")
"""Where the size of an effect ends in its sentence."""


def headline_of(
    judgement: PullJudgement, acceptances: Sequence[GateAcceptance], *, is_whole: bool = False
) -> str:
    """Give the verdict in one line: how many regressions, and the worst of them.

    The whole line also has its levels, its interval and what it rests on.
    """
    state = state_of(judgement, acceptances)
    if state is PullState.WAITING:
        return f"Waiting for results of {short_commit(judgement.head)}"
    if not judgement.compared:
        return "Nothing to compare with yet"
    budgets = broken_words(judgement, acceptances)
    worse, better = (judgement.counts.get(one, 0) for one in ("regression", "improvement"))
    if worse:
        many = _many(worse, "regression")
        worst = _worst(judgement, is_whole=is_whole)
        of = f"{_variants_of(judgement, worse)}, the worst" if worse > 1 else ":"
        said = f"{many}{of} {worst}"
        given = holding(judgement.failing, acceptances)
        calm = "" if judgement.failing else "none fails the gate"
        rest = f"accepted by {given.by}" if given else budgets or calm
        return f"{said}; {rest}" if rest else said
    return budgets or _without_regressions(judgement, better)


def _without_regressions(judgement: PullJudgement, better: int) -> str:
    gained = f", {_many(better, 'improvement')}" if better else ""
    unknown = judgement.counts.get("unknown", 0)
    if not unknown:
        return f"No regression in {_many(judgement.compared, 'result')}{gained}"
    needs = f": {judgement.needs}" if judgement.needs else ""
    of = f"{counted_in(unknown)} of {counted_in(judgement.compared)}"
    # "nothing found" is an answer where most rows have one
    is_open = 2 * unknown > judgement.compared
    head = "Cannot be judged yet" if is_open else "No regression found"
    return f"{head}{gained}, {of} inconclusive{needs}"


def broken_words(judgement: PullJudgement, acceptances: Sequence[GateAcceptance]) -> str:
    """Say which budgets fail the gate: how many, and the first of them; empty for none."""
    broken = [one for one in judgement.budgets if one.is_gated]
    if not broken:
        return ""
    said = f"{_many(len(broken), 'budget')} broken: {broken[0].name}"
    level = broken[0].sentence.removeprefix("broken: ")
    given = holding(judgement.failing, acceptances)
    return f"{said} {level}" + (f"; accepted by {given.by}" if given else "")


def _worst(judgement: PullJudgement, *, is_whole: bool) -> str:
    """Name the worst regression by benchmark, parameters and metric, and say how large it is."""
    row = next((one for one in judgement.rows if one.verdict == "regression"), None)
    if row is None:
        return "is no longer kept"
    name = row.full_name or row.name
    if not is_whole:
        return f"{name} {_ENDS.split(row.sentence, maxsplit=1)[0]}"
    return ", ".join([f"{name} {row.levels}".rstrip(), row.sentence])


def _variants_of(judgement: PullJudgement, worse: int) -> str:
    """Say in how few variants the regressions are: metrics and testbeds of one count once."""
    rows = [row for row in judgement.rows if row.verdict == "regression"]
    found = {(row.suite, row.variant) for row in rows}
    if len(rows) < worse or len(found) == worse or not all(row.variant for row in rows):
        return ""
    return f" of {rows[0].variant}" if len(found) == 1 else f" of {_many(len(found), 'variant')}"


def _many(count: int, noun: str) -> str:
    return f"{counted_in(count)} {noun}{'' if count == 1 else 's'}"


def rule_words(least: float, *, is_gating: bool, has_rules: bool = False) -> str:
    """Say what fails the gate of a project."""
    if not is_gating:
        return "Nothing fails: regressions are shown and hold nobody up."
    said = (
        f"Regressions of {goal(least)}\u202f% or more fail the gate"
        if least > 0.0
        else "Every regression fails the gate"
    )
    return f"{said}, where no threshold of the project says otherwise." if has_rules else f"{said}."


def noise_words(
    name: str,
    score: tuple[float, float | None, float | None] | None,
    verdict: str | None,
    warnings: int,
) -> str:
    """Say how quiet a machine was while both sides were measured."""
    said = []
    if score is not None:
        centre, low, high = score
        ends = f" [{low:.0f}, {high:.0f}]" if low is not None and high is not None else ""
        said.append(f"noise score {centre:.0f} of 100{ends}")
    if verdict:
        said.append(f"control benchmark {CONTROL_WORDS.get(verdict, verdict)}")
    if warnings:
        said.append(f"its preflight warned of {counted(warnings, 'thing')}")
    return f"{name}: {', '.join(said) or 'its preflight warned of nothing'}."


CONTROL_WORDS = {"veto": "vetoed a run", "moved": "moved"}


def reach_words(reach: float, alpha: float) -> str:
    """Say what the intervals hold and how far they reach; empty where there are none."""
    if not math.isfinite(reach):
        return ""
    return (
        f"Intervals hold the truth in {goal(1.0 - alpha)}\u202f% of cases, wider where many"
        f" differences are claimed; half of them reach {per_cent(reach)}\u202f% or"
        " less to either side."
    )


def difference_words(kind: str, name: str, before: object, after: object) -> str:
    """Say what beside the code differs between the sides."""
    first, second = ("not given" if one is None else one for one in (before, after))
    return f"{kind} {name}: {first} before, {second} now."


def needs_words(needs: Sequence[float], bases: Sequence[str]) -> str:
    """Say in a few words what most of what is inconclusive needs; empty for nothing."""
    finite = sorted(
        (more, basis)
        for more, basis in zip(needs, bases, strict=True)
        if math.isfinite(more) and more > 0.0
    )
    if finite:
        more, basis = finite[len(finite) // 2]
        noun = "pair" if basis == "pairs" else "run"
        return f"needs about {counted(math.ceil(more), f'more {noun}')}"
    if any(map(math.isnan, needs)):
        return "the scatter between runs is not known yet"
    return "more runs would not decide" if needs and all(map(math.isinf, needs)) else ""


def base_words(base: ChosenBase) -> str:
    """Say what was compared against, and why that."""
    name = short_commit(base.commit)
    if base.is_merge:
        return f"{name}, the base branch as it was merged with the head to be measured"
    if base.fork_point is None:
        return f"{name}; the Git host did not give the merge base"
    if base.commit == base.fork_point:
        return f"{name}, the merge base"
    fork = short_commit(base.fork_point)
    before = counted(base.before_fork, "commit")
    far = f", {before} before it" if base.before_fork else ""
    return f"{name}: the merge base {fork} was not measured, this is the nearest one{far}"

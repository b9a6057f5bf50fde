"""Judge the head of a pull request against the commit it left its base branch at."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.commits.names import short_commit
from backend.domain.comparisons.shown import ComparedRow
from backend.domain.comparisons.sides import SideChoice, surroundings_warnings
from backend.domain.errors import DomainError
from backend.domain.pulls.judgements import (
    MOST_KEPT,
    ChosenBase,
    PullJudgement,
    PullSurroundings,
    failing_of,
    rows_of,
)
from backend.domain.pulls.requests import StoredConnection, StoredPullRequest
from backend.domain.splits.stored import SideSubject, SplitSubject
from backend.domain.splits.verdicts import Weighing
from backend.services.comparisons.compare_runs import ComparisonRequest, JudgedSides, judge_sides
from backend.services.comparisons.page import ComparisonPage, RowFilters, page_of
from backend.services.pulls.choose_gate import Gate, choose_gate
from backend.services.pulls.judge_budgets import JudgedHead, judge_budgets
from backend.services.splits.judge import judge_subject
from backend.services.splits.page import SplitQuestion
from backend.stats.comparison.verdicts import STANDARD
from backend.storage.comparisons.runs import read_fork
from backend.storage.machines import readings as machine_readings
from backend.storage.pulls import nearest_base
from backend.wording.comparisons import unknown_words
from backend.wording.numbers import levels_words
from backend.wording.pulls import (
    difference_words,
    needs_words,
    noise_words,
    reach_words,
)
from backend.wording.splits import headline

MOST_SPLITS = 4
"""Pairs of suite and testbed that are looked at for a split."""

Places = Sequence[tuple[str, str]]


def judge_pull(
    session: Session, project_id: int, pull: StoredPullRequest, connection: StoredConnection
) -> PullJudgement:
    """Say what the results of a head come to now; why not, where nothing can be compared."""
    found = nearest_base.find_measured(session, project_id, pull.head, pull.number)
    if found is None:
        return _nothing(pull.head, "", _elsewhere(session, project_id, pull))
    measured, parent = found
    places = nearest_base.read_places(session, project_id, measured)
    base, said = _base(session, project_id, pull, measured, parent)
    if base is None:
        return _nothing(pull.head, measured, said)
    try:
        judged = judge_sides(session, project_id, _request(base.commit, measured, places))
    except DomainError as error:
        return _nothing(pull.head, measured, f"Nothing could be compared: {error}.", base)
    splits = _splits(session, project_id, (base.commit, measured), places, judged)
    beside = _context(session, project_id, judged, splits, said)
    ids = sorted({label.id for label in judged.lined.labels.values()})
    gate = choose_gate(session, project_id, connection, pull.base_branch, ids)
    head = JudgedHead(measured, base.commit, pull.base_branch, places)
    held = judge_budgets(session, project_id, judged, head, is_gating=connection.is_gating)
    whole = _judgement(pull.head, measured, base, gate, (judged, beside))
    return replace(whole, budgets=held.shown, failing=[*whole.failing, *held.failing])


def _nothing(head: str, measured: str, why: str, base: ChosenBase | None = None) -> PullJudgement:
    return PullJudgement(head, measured, base, {}, 0, "", why=why)


def _elsewhere(session: Session, project_id: int, pull: StoredPullRequest) -> str:
    """Say where results of the pull request are, if not at its head."""
    if pull.number is None:
        return ""
    commit = nearest_base.find_reported(session, project_id, pull.number)
    if commit is None or commit == pull.head:
        return ""
    return f"The newest results that were reported for it are of {short_commit(commit)}."


def _base(
    session: Session, project_id: int, pull: StoredPullRequest, measured: str, parent: str | None
) -> tuple[ChosenBase | None, str]:
    """Choose the base; beside it a remark, or why there is none."""
    is_merge = measured != pull.head and parent is not None
    fork = parent if is_merge else pull.fork_point or _reported_fork(session, project_id, pull)
    if fork is None:
        return None, "Where the pull request left its base branch is not known."
    near = nearest_base.find_nearest(session, project_id, measured, pull.base_branch, fork)
    if near is None:
        return None, (
            f"Neither the merge base {short_commit(fork)} nor a commit before it was measured with"
            " the same suite on the same testbed: measure the base branch first."
        )
    remark = "" if near.has_all else "Not every suite and testbed was measured at the base."
    told = None if pull.fork_point is None and not is_merge else fork
    return ChosenBase(near.commit, told, near.distance, is_merge), remark


def _reported_fork(session: Session, project_id: int, pull: StoredPullRequest) -> str | None:
    """Return what a report said, where the forge did not."""
    return read_fork(session, project_id, str(pull.number)) if pull.number is not None else None


def _request(base: str, measured: str, places: Places) -> ComparisonRequest:
    return ComparisonRequest(
        SideChoice("baseline", "commit", base),
        SideChoice("contender", "commit", measured),
        SeriesFilters(
            suite=sorted({suite for suite, _ in places}),
            testbed=sorted({testbed for _, testbed in places}),
        ),
    )


def _judgement(
    head: str,
    measured: str,
    base: ChosenBase,
    gate: Gate,
    found: tuple[JudgedSides, PullSurroundings],
) -> PullJudgement:
    judged, beside = found
    page = _page(judged)
    silent = _silent(judged)
    failing = failing_of(page.rows, silent, gate.is_gate)
    comparisons = judged.suite.comparisons
    unknown = comparisons.verdict == "unknown"
    return PullJudgement(
        head=head,
        measured=measured,
        base=base,
        counts={name: int(count) for name, count in judged.suite.counts.items()},
        compared=len(judged.suite.keys),
        sentence=page.sentence,
        rows=rows_of(page.rows, silent, failing, gate.judged_by, levels_of),
        failing=failing,
        rule=gate.words,
        unknown=unknown_words(comparisons.pairs_needed[unknown].tolist(), int(unknown.sum())),
        needs=needs_words(
            comparisons.pairs_needed[unknown].tolist(), comparisons.basis[unknown].tolist()
        ),
        beside=beside,
    )


def levels_of(row: ComparedRow) -> str:
    sides = row["baseline"]["value"], row["contender"]["value"]
    return levels_words(*sides, row["series"].unit)


def _page(judged: JudgedSides) -> ComparisonPage:
    """Put the regressions, and as many others as are kept, into words."""
    regressions = int((judged.suite.comparisons.verdict == "regression").sum())
    filters = RowFilters(SeriesFilters(), limit=regressions + MOST_KEPT)
    return page_of(
        judged.suite, judged.lined, judged.columns, filters, STANDARD.threshold, judged.centres
    )


def _silent(judged: JudgedSides) -> set[int]:
    """Return the series that differ although both sides are one binary."""
    comparisons = judged.suite.comparisons
    differs = ~np.isin(comparisons.verdict, ("same", "unknown"))
    places = np.flatnonzero(comparisons.same_binary & differs).tolist()
    return {judged.lined.labels[judged.suite.keys[place]].id for place in places}  # type: ignore[index]


def _splits(
    session: Session,
    project_id: int,
    commits: tuple[str, str],
    places: Places,
    judged: JudgedSides,
) -> list[str]:
    """Name the splits: where some results of a suite got better and others worse."""
    counts = judged.suite.counts
    if not (counts["regression"] and counts["improvement"]):
        return []
    sides = [SideSubject(f"commit:{commit}") for commit in commits]
    found = []
    for suite, testbed in places[:MOST_SPLITS]:
        subject = SplitSubject(sides[0], sides[1], suites=[suite], testbeds=[testbed])
        try:
            view = judge_subject(session, project_id, subject, SplitQuestion(Weighing())).view
        except DomainError:
            continue
        if view.split.judged.verdict == "split":
            found.append(f"{suite} on {testbed}: {headline(view.split)}")
    return found


def _context(
    session: Session, project_id: int, judged: JudgedSides, splits: Sequence[str], remark: str
) -> PullSurroundings:
    sides = judged.sides
    runs = [run.id for run in (*sides.baseline, *sides.contender)]
    noise = [
        noise_words(
            one.machine,
            None if one.score is None else (one.score, one.low, one.high),
            one.verdict,
            one.warnings,
        )
        for one in machine_readings.read_noisiest(session, project_id, runs)
    ]
    reach = reach_words(judged.suite.noise.reach, STANDARD.alpha)
    return PullSurroundings(
        splits=splits,
        noise=[*([reach] if reach else []), *noise],
        differences=[
            difference_words(one.kind, one.name, one.before, one.after)
            for one in judged.differences
        ],
        warnings=[
            *surroundings_warnings(sides.baseline, sides.contender, []),
            *sides.warnings,
            *([remark] if remark else []),
        ],
    )

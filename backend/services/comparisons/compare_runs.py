"""Compare two runs, commits or branches: every result of both sides, judged together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from weakref import WeakKeyDictionary

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.comparisons.columns import Tags
from backend.domain.comparisons.entries import LinedUp, match_results
from backend.domain.comparisons.results import ComparisonSetting, ResultColumns, SideResults
from backend.domain.comparisons.sides import (
    Measured,
    Reported,
    SideChoice,
    SideDifference,
    SideRun,
    differing_attributes,
    measured,
    reported_kinds,
    surroundings_warnings,
)
from backend.domain.machines.noisy import NoisyMachine
from backend.domain.reports.run_pages import ListedRun
from backend.services.comparisons.find_runs import ChosenSides, find_runs_of_sides
from backend.services.comparisons.judge_aspects import judge_aspects
from backend.services.comparisons.judged_pages import JudgedPage, PageMemory
from backend.services.comparisons.page import MOST_ROWS, ComparisonPage, RowFilters, page_of
from backend.services.comparisons.page_store import WORTH_STORING, PageStore
from backend.services.machines import noisy as name_noisy_machines
from backend.stats.comparison.verdicts import STANDARD, VerdictRules
from backend.stats.suites.compare import FALSE_DISCOVERIES, SuiteComparison
from backend.storage.catalogue import many_labels
from backend.storage.comparisons import sides as comparisons
from backend.storage.comparisons.revisions import read_revision
from backend.storage.reports.run_lists import read_runs

SHOWN_RUNS = 20
"""Runs of a side that are told in full."""


@dataclass(frozen=True, slots=True)
class ComparisonRequest:
    """What is compared, how strictly, and what of it is shown."""

    baseline: SideChoice
    contender: SideChoice
    filters: SeriesFilters
    verdicts: Sequence[str] = ()
    limit: int = MOST_ROWS
    as_columns: bool = False
    threshold: float = STANDARD.threshold
    false_discoveries: float = FALSE_DISCOVERIES
    across_testbeds: bool = False
    only_changed: bool = False
    """Leave out rows that are the same or inconclusive, where there are many."""


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """A side as asked for, and the runs that it turned out to be, the newest first."""

    asked: str
    """As in the address: `run:…`, `commit:…`, `branch:…`, …"""
    runs: Sequence[ListedRun]
    """The runs that are compared, the newest first, at most 20 of them."""
    run_count: int


@dataclass(frozen=True, slots=True)
class RunComparison:
    """Two sides compared, and what beside the code differs between them."""

    baseline: ComparedSide
    contender: ComparedSide
    measured: Measured
    rules: VerdictRules
    differences: Sequence[SideDifference]
    reported: Sequence[Reported]
    noisy_machines: Sequence[NoisyMachine]
    warnings: Sequence[str]
    page: JudgedPage
    """Its page, as it is sent."""


@dataclass(frozen=True, slots=True)
class JudgedSides:
    """Both sides found, lined up and judged, and not yet in words."""

    sides: ChosenSides
    setting: ComparisonSetting
    columns: tuple[ResultColumns, ResultColumns]
    lined: LinedUp
    suite: SuiteComparison
    """The worst aspect of each comparison first."""
    centres: SuiteComparison
    """The centres alone."""
    differences: Sequence[SideDifference]
    reported: Sequence[Reported]
    tags: Tags


def compare_runs(
    session: Session,
    project_id: int,
    asked: ComparisonRequest,
    write: Callable[[ComparisonPage], bytes],
    store: PageStore | None = None,
) -> RunComparison:
    """Compare both sides; NotFoundError or InvalidError where that cannot be done, and why.

    They are judged once for all who ask, until one of their series, names or runs changes: by one
    process for all that have the same store, if they are large, else by each process.
    """
    sides = _find(session, project_id, asked)
    judged = _judged_page(session, project_id, asked, sides, write, store)
    return RunComparison(
        baseline=_side(session, project_id, asked.baseline, sides.baseline),
        contender=_side(session, project_id, asked.contender, sides.contender),
        measured=measured(sides.baseline, sides.contender),
        rules=VerdictRules(threshold=asked.threshold),
        differences=judged.differences,
        reported=judged.reported,
        noisy_machines=name_noisy_machines.of_runs(session, project_id, sides.run_ids),
        warnings=[
            *surroundings_warnings(sides.baseline, sides.contender, judged.differences),
            *sides.warnings,
        ],
        page=judged,
    )


_MEMORIES: WeakKeyDictionary[Engine, PageMemory] = WeakKeyDictionary()


def _judged_page(
    session: Session,
    project_id: int,
    asked: ComparisonRequest,
    sides: ChosenSides,
    write: Callable[[ComparisonPage], bytes],
    store: PageStore | None,
) -> JudgedPage:
    """Return what the sides come to: from memory, else the store, while nothing of it changed."""
    memory = _MEMORIES.setdefault(session.connection().engine, PageMemory())
    question = _digest(project_id, asked, sides)
    # read first: had something changed in between, the next reader would notice
    revision = read_revision(session, project_id, sides.run_ids)
    known = memory.find(question, revision)
    if known is None and store is not None:
        known = store.find(project_id, question, revision)
        if known is not None:
            memory.store(question, revision, known)
    if known is not None:
        return known
    judged = judge_found_sides(session, project_id, asked, sides)
    found = page_of_sides(judged, asked)
    page = JudgedPage(judged.differences, judged.reported, write(found))
    pages = {question: page}
    if found.folded:  # whoever wants to see the others, too, does not wait again
        every = replace(asked, only_changed=False)
        written = write(page_of_sides(judged, every))
        whole = JudgedPage(judged.differences, judged.reported, written)
        pages[_digest(project_id, every, sides)] = whole
    is_shared = store is not None and len(judged.suite.keys) >= WORTH_STORING
    for name, one in pages.items():
        memory.store(name, revision, one)
        if store is not None and is_shared:
            store.store(project_id, name, revision, one)
    return page


def _digest(project_id: int, asked: ComparisonRequest, sides: ChosenSides) -> bytes:
    """Return what names a question: what was asked, and the runs that it turned out to be of."""
    runs = [
        (run.id, run.agent, run.seed) for side in (sides.baseline, sides.contender) for run in side
    ]
    told = (project_id, asked, sides.across_testbeds, runs, len(sides.baseline))
    return blake2b(repr(told).encode()).digest()


def judge_sides(session: Session, project_id: int, asked: ComparisonRequest) -> JudgedSides:
    """Find, read, line up and judge both sides."""
    return judge_found_sides(session, project_id, asked, _find(session, project_id, asked))


def _find(session: Session, project_id: int, asked: ComparisonRequest) -> ChosenSides:
    return find_runs_of_sides(
        session, project_id, (asked.baseline, asked.contender), asked.filters,
        across_testbeds=asked.across_testbeds,
    )  # fmt: skip


def judge_found_sides(
    session: Session, project_id: int, asked: ComparisonRequest, sides: ChosenSides
) -> JudgedSides:
    """Read, line up and judge sides whose runs are known."""
    setting = ComparisonSetting(measured(sides.baseline, sides.contender), sides.across_testbeds)
    results, series = _results(session, project_id, sides, asked)
    named = many_labels.name_series(session, project_id, series)
    noise = comparisons.read_noise(session, project_id, series.series.tolist())
    lined = match_results(results, named.labels, noise, setting)
    columns = results[0].columns, results[1].columns
    centres = lined.compared(VerdictRules(threshold=asked.threshold), asked.false_discoveries)
    return JudgedSides(
        sides,
        setting,
        columns,
        lined,
        judge_aspects(
            session, project_id, centres, lined, columns, noise, setting, asked.threshold
        ),
        centres,
        *_surroundings(session, project_id, sides),
        named.tags,
    )


def page_of_sides(judged: JudgedSides, asked: ComparisonRequest) -> ComparisonPage:
    """Put what was judged into the words and order of its page."""
    tags = judged.tags if asked.as_columns else None
    filters = RowFilters(asked.filters, asked.verdicts, asked.limit, tags, asked.only_changed)
    return page_of(
        judged.suite, judged.lined, judged.columns, filters, asked.threshold, judged.centres
    )


def _results(
    session: Session, project_id: int, sides: ChosenSides, asked: ComparisonRequest
) -> tuple[tuple[SideResults, SideResults], many_labels.SeriesIds]:
    ids = [[run.id for run in runs] for runs in (sides.baseline, sides.contender)]
    columns, series = comparisons.read_results_of_sides(session, project_id, ids)
    failed = [comparisons.read_failed(session, project_id, one) for one in ids]
    return (
        SideResults(columns[0], failed[0], asked.baseline.parameters),
        SideResults(columns[1], failed[1], asked.contender.parameters),
    ), series


def _side(
    session: Session, project_id: int, choice: SideChoice, runs: Sequence[SideRun]
) -> ComparedSide:
    shown = read_runs(session, project_id, [run.id for run in runs[:SHOWN_RUNS]])
    return ComparedSide(choice.text, shown, len(runs))


def _surroundings(
    session: Session, project_id: int, sides: ChosenSides
) -> tuple[list[SideDifference], list[Reported]]:
    """Return what differs between the sides, and what is the same where nothing does."""
    before, after = (
        comparisons.read_surroundings_of_runs(session, project_id, [run.id for run in runs])
        for runs in (sides.baseline, sides.contender)
    )
    return differing_attributes(before, after), reported_kinds([*before, *after])

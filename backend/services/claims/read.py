"""Claims for people: the list, and one with all that explains it."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from sqlalchemy.orm import Session

from backend.domain.claims.evidence import ClaimEvidence
from backend.domain.claims.records import ClaimFigure, JudgedRun, StatementVerdict, StoredClaim
from backend.domain.claims.shown import (
    FACTS,
    ClaimCounter,
    ClaimCurve,
    ClaimDetail,
    ClaimMechanism,
    ClaimOnMachine,
    CounterValue,
    MachineFacts,
    ShownClaim,
    ShownClaimTable,
    ShownStatement,
)
from backend.domain.claims.tables import cell_side, fill_table
from backend.domain.errors import NotFoundError
from backend.domain.reports.claims import ClaimTable
from backend.domain.reports.profiles import ListedProfile
from backend.services.claims.links import read_links
from backend.services.claims.noise import read_noise_of
from backend.services.claims.page import show_claim, shown_verdicts
from backend.storage.claims import measured
from backend.storage.claims import rows as claims
from backend.storage.claims.verdicts import read_figures, read_verdicts
from backend.storage.machines import readings
from backend.storage.reports.profiles import read_profiles_of_benchmark
from backend.storage.reports.run_pages import read_surroundings

MOST_PROFILES = 4
MOST_CURVES = 8


@dataclass(frozen=True, slots=True)
class ClaimList:
    rows: Sequence[ShownClaim]
    """By their keys."""


def list_claims(session: Session, project_id: int) -> ClaimList:
    """Return the claims of a project, each with its statements and its verdict per machine."""
    return ClaimList(_shown(session, project_id, claims.read_claims(session, project_id)))


def read_claim(session: Session, project_id: int, claim_id: int) -> ClaimDetail:
    """Return one claim; NotFoundError where the project has none with this id."""
    stored = claims.find_claim(session, project_id, claim_id)
    if stored is None:
        raise NotFoundError(f"there is no claim {claim_id} in this project")
    (shown,) = _shown(session, project_id, [stored], with_history=True)
    return ClaimDetail(
        **{one.name: getattr(shown, one.name) for one in fields(ShownClaim)},
        mechanisms=[
            replace(
                _mechanism(session, project_id, shown, one),
                pages=read_links(session, project_id, stored, one.testbed),
            )
            for one in shown.machines
        ],
        facts=[_facts(session, project_id, one) for one in shown.machines],
        tables=_tables(session, project_id, stored.document.tables, shown.machines),
        commands=[f"tidemark-agent run {suite} --quick" for suite in shown.suites],
    )


def _shown(
    session: Session,
    project_id: int,
    stored: Sequence[StoredClaim],
    *,
    with_history: bool = False,
) -> list[ShownClaim]:
    verdicts = _with_fitness(session, project_id, stored)
    wanted = [(one.claim_id, one.place, one.run_id) for one in shown_verdicts(verdicts)]
    figures = read_figures(session, project_id, wanted)
    return [
        show_claim(
            one,
            [each for each in verdicts if each.claim_id == one.id],
            {key[1:]: held for key, held in figures.items() if key[0] == one.id},
            with_history=with_history,
        )
        for one in stored
    ]


def _with_fitness(
    session: Session, project_id: int, stored: Sequence[StoredClaim]
) -> list[StatementVerdict]:
    """Return the newest verdicts, each with whether its machine was fit."""
    verdicts = read_verdicts(session, project_id, [one.id for one in stored])
    ids = sorted({one.run_id for one in verdicts})
    said = readings.read_of_runs(session, project_id, ids)
    unfit = {one.run for one in said if one.is_unfit}
    return [replace(one, is_fit=one.run_id not in unfit) for one in verdicts]


def _tables(
    session: Session,
    project_id: int,
    tables: Sequence[ClaimTable],
    machines: Sequence[ClaimOnMachine],
) -> list[ShownClaimTable]:
    """Fill tables with what the claim was judged by on each testbed, as its cards are."""
    if not tables:
        return []
    runs = measured.read_judged_runs(session, project_id, [one.run_id for one in machines])
    places = {one.testbed: place for place, one in enumerate(machines)}
    known = [
        _evidence(session, project_id, run, tables)
        for run in sorted(runs, key=lambda one: places[one.testbed])
    ]
    return [
        ShownClaimTable(
            title=table.title,
            note=table.note,
            heads=[column.head for column in table.columns],
            machines=[fill_table(table, one) for one in known] or [fill_table(table, None)],
        )
        for table in tables
    ]


def _evidence(
    session: Session, project_id: int, run: JudgedRun, tables: Sequence[ClaimTable]
) -> ClaimEvidence:
    wanted = {
        cell_side(table, row, column, run.cores).names
        for table in tables
        for row in table.rows
        for column in table.columns
    }
    results = measured.read_table_results(session, project_id, run, sorted(wanted))
    return ClaimEvidence(run, results, noise=read_noise_of(session, project_id, results))


def _facts(session: Session, project_id: int, one: ClaimOnMachine) -> MachineFacts:
    found = read_surroundings(session, project_id, one.run_id)
    known = found.fingerprint if found else {}
    return MachineFacts(one.testbed, {name: known[name] for name in FACTS if name in known})


def _mechanism(
    session: Session, project_id: int, shown: ShownClaim, one: ClaimOnMachine
) -> ClaimMechanism:
    """Return what the run of the deciding statement has beside its metric."""
    statement = shown.statements[one.statement]
    held = next(each for each in statement.machines if each.testbed == one.testbed)
    figures = [each for each in held.figures if each.run_id == held.run_id and each.series_id]
    beside = measured.read_other_results(
        session, project_id, held.run_id, [each.series_id or 0 for each in figures]
    )
    curves = [
        ClaimCurve(_label(figures, each.series_id), held.run_id, each.label.id)
        for each in beside
        if each.is_histogram
    ]
    return ClaimMechanism(
        statement=one.statement,
        testbed=one.testbed,
        run_id=held.run_id,
        counters=_counters(beside, figures, statement.metric),
        curves=curves[:MOST_CURVES],
        profiles=_profiles(session, project_id, statement),
        pages=(),
    )


def _counters(
    beside: Sequence[measured.OtherResult], figures: Sequence[ClaimFigure], metric: str
) -> list[ClaimCounter]:
    found: dict[str, ClaimCounter] = {}
    values: dict[str, list[CounterValue]] = {}
    for one in beside:
        label = one.label
        if label.metric == metric or one.is_histogram:
            continue
        own = values.setdefault(label.metric, [])
        own.append(CounterValue(_label(figures, one.series_id), one.value, one.low, one.high))
        found[label.metric] = ClaimCounter(label.metric, label.unit, label.direction, own)
    return list(found.values())


def _label(figures: Sequence[ClaimFigure], series_id: int) -> str:
    return next((one.label for one in figures if one.series_id == series_id), "")


def _profiles(session: Session, project_id: int, statement: ShownStatement) -> list[ListedProfile]:
    benchmark = measured.find_benchmark(session, project_id, statement.suite, statement.benchmark)
    if benchmark is None:
        return []
    return read_profiles_of_benchmark(session, project_id, benchmark, MOST_PROFILES)

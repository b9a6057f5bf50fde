"""Claims as pages show them: what was published beside what each machine says."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from backend.domain.claims.records import (
    ClaimFigure,
    ClaimVerdict,
    StatementVerdict,
    StoredClaim,
)
from backend.domain.claims.shown import (
    ClaimOnMachine,
    ClaimPoint,
    ShownClaim,
    ShownStatement,
    StatementCounts,
    StatementOnMachine,
)
from backend.domain.claims.standing import newest_of, not_counted, standing_of
from backend.domain.claims.variants import sides_of
from backend.domain.claims.verdicts import SaidRange, said_level, said_ratio
from backend.domain.reports.claims import ClaimStatement
from backend.wording.claims import published_words, statement_words


def show_claim(
    stored: StoredClaim,
    verdicts: Sequence[StatementVerdict],
    figures: Mapping[tuple[int, int], Sequence[ClaimFigure]],
    *,
    with_history: bool = False,
) -> ShownClaim:
    """Show a claim by its verdicts in the order of commits; figures by statement and run."""
    by_place: dict[int, list[StatementVerdict]] = {}
    for one in verdicts:
        by_place.setdefault(one.place, []).append(one)
    statements = [
        _statement(place, one, by_place.get(place, []), figures, with_history=with_history)
        for place, one in enumerate(stored.document.statements)
    ]
    document = stored.document
    return ShownClaim(
        id=stored.id,
        key=document.key,
        title=document.title,
        source=document.source,
        url=document.url,
        date=document.date,
        machine=document.machine,
        testbed=document.testbed,
        note=document.note,
        created_by=stored.created_by,
        updated_at=stored.updated_at,
        suites=stored.suites,
        statements=statements,
        machines=_on_machines(statements),
    )


def shown_verdicts(verdicts: Sequence[StatementVerdict]) -> list[StatementVerdict]:
    """Return the verdict of each statement and testbed that is shown."""
    found: dict[tuple[int, int, str], StatementVerdict] = {}
    for _, group in _groups(verdicts):
        one = newest_of(group)
        key = (one.claim_id, one.place, one.testbed)
        if key not in found or _is_newer(one, found[key]):
            found[key] = one
    return list(found.values())


def _is_newer(one: StatementVerdict, other: StatementVerdict) -> bool:
    """Prefer what could be judged at all, then a machine that was fit, then what came later."""
    ranks = [
        (each.judgement.verdict != "not measurable", each.is_fit, each.measured_at, each.run_id)
        for each in (one, other)
    ]
    return ranks[0] > ranks[1]


def _groups(
    verdicts: Iterable[StatementVerdict],
) -> Iterable[tuple[object, list[StatementVerdict]]]:
    """Group verdicts that are one history: of one statement, testbed, branch and mode."""
    ordered = groupby(
        verdicts, key=lambda one: (one.claim_id, one.place, one.testbed, one.branch, one.mode)
    )
    return ((key, list(group)) for key, group in ordered)


def _statement(
    place: int,
    statement: ClaimStatement,
    verdicts: Sequence[StatementVerdict],
    figures: Mapping[tuple[int, int], Sequence[ClaimFigure]],
    *,
    with_history: bool,
) -> ShownStatement:
    side = sides_of(statement, "", None)[0]
    said = _said(statement)
    published = [one for key, held in figures.items() if key[0] == place for one in held]
    return ShownStatement(
        place=place,
        kind=statement.kind,
        says=statement.says or statement_words(statement),
        published=published_words(statement),
        value=_finite(said.value) if said else None,
        low=_finite(said.low) if said else None,
        high=_finite(said.high) if said else None,
        suite=side.suite,
        benchmark=side.benchmark,
        metric=side.metric,
        figures=_only_published(published),
        machines=_machines(verdicts, figures, with_history=with_history),
    )


def _machines(
    verdicts: Sequence[StatementVerdict],
    figures: Mapping[tuple[int, int], Sequence[ClaimFigure]],
    *,
    with_history: bool,
) -> list[StatementOnMachine]:
    shown = {(one.testbed, one.branch, one.mode): one for one in shown_verdicts(verdicts)}
    found = []
    for _, group in _groups(verdicts):
        one = shown.get((group[0].testbed, group[0].branch, group[0].mode))
        if one is None:
            continue
        judgement = one.judgement
        found.append(
            StatementOnMachine(
                testbed=one.testbed,
                run_id=one.run_id,
                commit=one.commit,
                mode=one.mode,
                measured_at=one.measured_at,
                verdict=judgement.verdict,
                sentence=one.sentence,
                value=judgement.value,
                low=judgement.low,
                high=judgement.high,
                n=judgement.n,
                more_rounds=judgement.more_rounds,
                standing=standing_of(group),
                figures=figures.get((one.place, one.run_id), ()),
                history=[_point(each) for each in group] if with_history else (),
                is_fit=one.is_fit,
                unfit_runs=not_counted(group, one),
            )
        )
    return found


def _point(one: StatementVerdict) -> ClaimPoint:
    said = one.judgement
    return ClaimPoint(
        one.run_id, one.commit, one.measured_at, said.verdict, said.value, said.low, said.high
    )


def _only_published(figures: Iterable[ClaimFigure]) -> list[ClaimFigure]:
    found = {one.label: one for one in figures if one.published is not None}
    return [ClaimFigure(one.label, one.published, unit=one.unit) for one in found.values()]


def _on_machines(statements: Sequence[ShownStatement]) -> list[ClaimOnMachine]:
    testbeds: dict[str, list[tuple[int, StatementOnMachine]]] = {}
    for statement in statements:
        for one in statement.machines:
            testbeds.setdefault(one.testbed, []).append((statement.place, one))
    found = [_on_machine(testbed, own) for testbed, own in testbeds.items()]
    return sorted(found, key=lambda one: (one.measured_at, one.testbed), reverse=True)


def _on_machine(testbed: str, own: Sequence[tuple[int, StatementOnMachine]]) -> ClaimOnMachine:
    """Let the first statement decide; where it cannot be measured, the first that can."""
    measured = [pair for pair in own if pair[1].verdict != "not measurable"]
    place, first = (measured or own)[0]
    return ClaimOnMachine(
        testbed=testbed,
        verdict=first.verdict,
        sentence=first.sentence,
        statement=place,
        counts=counts_of([one.verdict for _, one in own]),
        standing=first.standing,
        run_id=first.run_id,
        measured_at=max(one.measured_at for _, one in own),
    )


def lost_statements(claim: ShownClaim) -> list[StatementOnMachine]:
    """Return, for each testbed, the first statement that held there and does not any more."""
    found: dict[str, StatementOnMachine] = {}
    for statement in claim.statements:
        for one in statement.machines:
            if one.standing.name == "no longer holds":
                found.setdefault(one.testbed, one)
    return list(found.values())


def counts_of(verdicts: Sequence[ClaimVerdict]) -> StatementCounts:
    """Count statements by verdict."""
    counts = StatementCounts()
    for verdict in verdicts:
        name = verdict.replace(" ", "_")
        counts = replace(counts, **{name: getattr(counts, name) + 1})
    return counts


def _said(statement: ClaimStatement) -> SaidRange | None:
    if statement.kind == "ratio":
        return said_ratio(statement)
    return None if statement.kind in ("best", "order") else said_level(statement)


def _finite(number: float) -> float | None:
    return number if abs(number) < float("inf") else None

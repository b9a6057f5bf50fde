"""Fill the tables of a claim: what was published of each variant beside what was measured."""

import math
from collections.abc import Sequence
from dataclasses import replace

from backend.domain.catalogue.units import Unit, parse_unit
from backend.domain.claims.evidence import ClaimEvidence, compare_results
from backend.domain.claims.records import ClaimResult
from backend.domain.claims.shown import (
    ClaimTableCell,
    ClaimTableLine,
    ClaimTableOnMachine,
)
from backend.domain.claims.variants import ClaimSide, with_cores
from backend.domain.reports.claim_checks import read_figure
from backend.domain.reports.claims import ClaimTable, ClaimTableColumn, ClaimTableRow


def cell_side(
    table: ClaimTable, row: ClaimTableRow, column: ClaimTableColumn, cores: float | None
) -> ClaimSide:
    """Return the variant and metric that a cell is of."""
    given = table.parameters | row.parameters
    return ClaimSide(
        label=row.label,
        suite=row.suite or table.suite,
        benchmark=row.benchmark or table.benchmark,
        metric=column.metric or table.metric,
        parameters={
            name: [with_cores(one, cores) for one in (held if isinstance(held, list) else [held])]
            for name, held in given.items()
        },
        published=row.published.get(column.head, ""),
    )


def fill_table(table: ClaimTable, evidence: ClaimEvidence | None) -> ClaimTableOnMachine:
    """Fill a table with the results of a testbed; without any it holds published figures."""
    lines = [
        ClaimTableLine(
            row.label,
            row.against,
            [_cell(table, row, column, evidence) for column in table.columns],
        )
        for row in table.rows
    ]
    return ClaimTableOnMachine(evidence.run.testbed if evidence else "", lines)


def _cell(
    table: ClaimTable,
    row: ClaimTableRow,
    column: ClaimTableColumn,
    evidence: ClaimEvidence | None,
) -> ClaimTableCell:
    unit = parse_unit(column.unit) or Unit("", 1.0)
    published = _published(row, column, unit)
    against = next((one for one in table.rows if one.label == row.against), None)
    cell = ClaimTableCell(published, unit.base)
    if against is not None and column.ratio:
        other = _published(against, column, unit)
        cell = replace(cell, published_ratio=published / other if published and other else None)
    if evidence is None:
        return cell
    rows = [row] if against is None else [row, against]
    sides = [cell_side(table, one, column, evidence.run.cores) for one in rows]
    chosen = evidence.chosen(sides)
    if chosen[0] is None:
        return cell
    filled = _measured(cell, column, chosen[0])
    return _with_ratio(filled, evidence, chosen) if column.ratio else filled


def _published(row: ClaimTableRow, column: ClaimTableColumn, unit: Unit) -> float | None:
    printed = read_figure(row.published.get(column.head, ""), unit.factor)
    return printed.value if printed else None


def _measured(
    cell: ClaimTableCell, column: ClaimTableColumn, result: ClaimResult
) -> ClaimTableCell:
    found = replace(
        cell, unit=result.series.unit, n=result.n, series_id=result.series.id, run_id=result.run_id
    )
    if column.figure == "value":
        return replace(found, value=result.value, low=result.low, high=result.high)
    if column.figure == "sd":
        return replace(found, value=result.sd)
    if not result.samples:
        return found
    return replace(found, value=(min if column.figure == "min" else max)(result.samples))


def _with_ratio(
    cell: ClaimTableCell, evidence: ClaimEvidence, chosen: Sequence[ClaimResult | None]
) -> ClaimTableCell:
    contender, baseline = chosen[0], chosen[-1]
    if contender is None or baseline is None or contender.series.id == baseline.series.id:
        return cell
    found = compare_results(evidence, contender, baseline)
    ratio, low, high = (
        one if math.isfinite(one) else None for one in (found.value, found.low, found.high)
    )
    return replace(cell, ratio=ratio, ratio_low=low, ratio_high=high)

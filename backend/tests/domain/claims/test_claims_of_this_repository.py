"""The claims in the repository name suites, benchmarks, metrics and parameters that are there."""

import re
import tomllib
from typing import Any

import pytest

from backend.domain.claims.files import read_claims
from backend.domain.claims.tables import cell_side
from backend.domain.claims.variants import ClaimSide, sides_of
from backend.domain.reports.claims import ClaimDocument
from backend.testing.databases import ROOT
from backend.tests.api.splits.published import read_published

SUITES = {
    path.parent.name: tomllib.loads(path.read_text())
    for path in (ROOT / "bench-agents" / "suites").glob("*/suite.toml")
}
CLAIMS = read_claims((ROOT / "bench-agents" / "claims.toml").read_text())


def test_the_five_published_results_are_claims() -> None:
    assert [one.key for one in CLAIMS] == [
        "blocking-threads",
        "runtimes",
        "ring-split",
        "async-bridge",
        "order-clients",
    ]


def test_every_statement_and_table_names_what_a_suite_measures() -> None:
    sides = [
        side
        for claim in CLAIMS
        for statement in claim.statements
        for side in sides_of(statement, "", None)
    ]
    sides += [
        cell_side(table, row, column, None)
        for claim in CLAIMS
        for table in claim.tables
        for row in table.rows
        for column in table.columns
    ]
    assert len(sides) > 300
    assert [one for one in sides if not _is_measured(one)] == []


def _is_measured(side: ClaimSide) -> bool:
    benchmarks: list[dict[str, Any]] = SUITES[side.suite]["benchmark"]
    (benchmark,) = [one for one in benchmarks if one["name"] == side.benchmark]
    known = benchmark["parameters"]
    return (not side.metric or side.metric in benchmark["metrics"]) and all(
        value in known[name] for name, values in side.parameters.items() for value in values
    )


TABLES = {
    "smol_blocking_threads": "blocking-threads",
    "runtime_comparison": "runtimes",
    "smol_profile": "runtimes",
    "ring_split": "ring-split",
    "async_bridge": "async-bridge",
    "order_clients": "order-clients",
}
"""The claim that holds each published table."""
OWN_NAMES = {"smol_blocking_threads": "thread_sweep.tsv", "async_bridge": "async_ladder.tsv"}
SETTINGS = {
    "blocking_max_threads", "l2_ring_cap", "l25_ring_cap", "connections", "orders", "rung",
}  # fmt: skip
"""Columns that say what was measured, not what came out."""


@pytest.mark.parametrize("table", TABLES)
def test_every_published_figure_stands_on_the_page_of_its_claim_or_is_said_not_to(
    table: str,
) -> None:
    (claim,) = [one for one in CLAIMS if one.key == TABLES[table]]
    document = (ROOT / "docs" / "claims.md").read_text().partition("that no claim shows")[2]
    left_out = set(re.findall(r"(?<![\w.])[0-9]+(?:\.[0-9]+)?", document))
    held = {float(text) for text in [*_printed(claim), *left_out]}
    figures = [
        text
        for row in read_published(f"{table}.tsv", OWN_NAMES.get(table, ""))
        for head, text in row.items()
        if head not in SETTINGS and re.fullmatch(r"[0-9.]+(e[0-9]+)?", text or "")
    ]
    assert len(figures) > 3
    assert [text for text in figures if float(text) not in held] == []


def _printed(claim: ClaimDocument) -> list[str]:
    """Return the figures that its page shows beside measured ones."""
    texts = [
        *(one.published for one in claim.statements),
        *(side.published for one in claim.statements for side in sides_of(one, "", None)),
        *(side.published for one in claim.statements for side in one.variants),
        *(text for table in claim.tables for row in table.rows for text in row.published.values()),
    ]
    return [text for text in texts if re.fullmatch(r"[0-9.]+(e[0-9]+)?", text)]

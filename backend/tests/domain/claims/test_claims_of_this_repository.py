"""The claims in the repository name suites, benchmarks, metrics and parameters that are there."""

import re
import tomllib
from typing import Any

from backend.domain.claims.files import read_claims
from backend.domain.claims.variants import ClaimSide, sides_of
from backend.testing.databases import ROOT

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


def test_every_statement_names_what_a_suite_measures() -> None:
    sides = [
        side
        for claim in CLAIMS
        for statement in claim.statements
        for side in sides_of(statement, "", None)
    ]
    assert len(sides) > 50
    assert [one for one in sides if not _is_measured(one)] == []


def _is_measured(side: ClaimSide) -> bool:
    benchmarks: list[dict[str, Any]] = SUITES[side.suite]["benchmark"]
    (benchmark,) = [one for one in benchmarks if one["name"] == side.benchmark]
    known = benchmark["parameters"]
    return (not side.metric or side.metric in benchmark["metrics"]) and all(
        value in known[name] for name, values in side.parameters.items() for value in values
    )


PUBLISHED = """
async_bridge 543 92 447 111 380 131 517 97 626 80 84 153 32323 3 6
order_clients 1.12 1.17 33.76 33.83 23.65 24.11 0.49 0.58 0.64 0.72 0.58 0.69
order_clients 11698 9.43 16.91 17.39 47834 0.39 0.70 1.05 25641 0.27 0.74 7.05 75623 1.29 2.24 2.56
ring_split 36.04e6 22.5e6 2.36 37.22e6 21.29e6 5.05 36.8e6 22.5e6 3.4
runtime_comparison 204.4 7.4 192.5 217.5 1230.3 148.9 234.3 264.0 47.4 227.3 362.4 1524.8
runtime_comparison 129.6 269.3
smol_blocking_threads 231.9 1319 381.5 234.1 213.8 216.9 233.3 231.3
smol_profile 72.07 5.95 3.50 2.63
"""
"""Every figure of the published tables, by the table."""


def test_every_published_figure_is_held_by_a_statement_or_said_not_to_be() -> None:
    stated = {
        float(text)
        for claim in CLAIMS
        for statement in claim.statements
        for text in (
            statement.published,
            *(side.published for side in sides_of(statement, "", None)),
            *(side.published for side in statement.variants),
        )
        if re.fullmatch(r"[0-9.]+(e[0-9]+)?", text)
    }
    table = (ROOT / "docs" / "claims.md").read_text().partition("that no statement holds")[2]
    left_out = {float(text) for text in re.findall(r"(?<![\w.])[0-9]+(?:\.[0-9]+)?", table)}
    missing = [
        (table, figure)
        for table, *figures in map(str.split, PUBLISHED.strip().splitlines())
        for figure in figures
        if float(figure) not in stated | left_out
    ]
    assert missing == []

"""The claims in the repository name suites, benchmarks, metrics and parameters that are there."""

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

from pathlib import Path

import pytest

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.catalogue.matching import SeriesDescription, SeriesTable
from backend.domain.catalogue.metrics import NoiseKind
from backend.domain.errors import InvalidError
from backend.domain.thresholds.files import rules_of
from backend.domain.thresholds.rules import (
    NO_RULES,
    Sensitivity,
    Threshold,
    reason,
    threshold_for,
)

FILE = """\
[thresholds]
minimum_effect = "1 %"

# packets are noisy
[[thresholds.rule]]
name = "tails"
suite = "net"
metric = ["p99",
          "p999"]
minimum_effect = "5 %"
action = "inform"

[[thresholds.rule]]
benchmark = "echo"
parameters = { threads = 4 }
sensitivity = "strict"
[thresholds.rule.tags]
area = "io"
"""
ECHO = SeriesDescription("net", "echo", "p99", "box", "main", {"threads": 4}, {"area": "io"})


def test_the_last_rule_that_matches_judges_and_takes_the_rest_from_the_standard() -> None:
    found = threshold_for(ECHO, rules_of(FILE))
    assert found.rule is not None
    assert found.rule.number == 2
    assert (found.minimum_effect, found.sensitivity, found.is_gate) == (0.01, "strict", True)


def test_a_page_can_say_why() -> None:
    assert reason(ECHO, rules_of(FILE)) == (
        "judged by rule 2 “echo, threads=4, area=io”: benchmark is echo, parameter threads is 4, "
        "tag area is io; rule 1 matches too, the last counts"
    )
    other = SeriesDescription("net", "bulk", "p999", "box", "main")
    assert reason(other, rules_of(FILE)) == (
        "judged by rule 1 “tails”: suite is net, metric is p99 or p999"
    )
    unmatched = SeriesDescription("net", "bulk", "p50", "box", "main")
    assert reason(unmatched, rules_of(FILE)) == "default threshold, no rule matches"


def test_without_a_file_one_per_cent_matters_and_of_exact_metrics_any_change() -> None:
    usual = threshold_for(ECHO, NO_RULES)
    assert usual == Threshold(None, Sensitivity.BALANCED, is_gate=True)
    assert usual.in_history(NoiseKind.SAMPLED) == usual.in_comparison == 0.01
    assert usual.in_history(NoiseKind.EXACT) == 0.0
    told = Threshold(0.0)
    assert told.in_history(NoiseKind.SAMPLED) == told.in_comparison == 0.0
    assert rules_of("") == NO_RULES


def test_the_most_sensitive_rule_decides_what_is_screened() -> None:
    assert NO_RULES.lowest_z == 3.4
    text = '[[thresholds.rule]]\nsuite = "a"\nsensitivity = "sensitive"'
    assert rules_of(text).lowest_z == 3.0
    assert rules_of('[thresholds]\nsensitivity = "strict"').lowest_z == 4.5


@pytest.mark.parametrize(
    ("filters", "is_so"),
    [
        (SeriesFilters(), True),
        (SeriesFilters(suite=["other", "net"], metric=["p99"]), True),
        (SeriesFilters(suite=["net"], branch=["dev"]), False),
        (SeriesFilters(parameters={"threads": ["4.0"]}), True),
        (SeriesFilters(parameters={"threads": ["40"]}), False),
        (SeriesFilters(parameters={"size": ["4"]}), False),
        (SeriesFilters(tags={"area": ["io", "cpu"]}), True),
        (SeriesFilters(tags={"area": ["cpu"]}), False),
        (SeriesFilters(text="ECHO threads=4"), True),
        (SeriesFilters(text="threads=5"), False),
        (SeriesFilters(text="box"), False),
    ],
)
def test_filters_mean_in_memory_what_they_mean_in_lists(
    filters: SeriesFilters, *, is_so: bool
) -> None:
    assert SeriesTable([ECHO]).matching(filters).tolist() == [is_so]


@pytest.mark.parametrize(
    ("text", "line", "column", "reason", "remedy"),
    [
        ('[thresholds]\nx = "a', 2, 7, "it is no TOML: unterminated string", ""),
        ('a = """\n[[thresholds.rule]]\n"""\n[threshold]', 4, 1, "no table “threshold”", "write"),
        ("[thresholds]\nminimum_effect = 5", 2, 1, "5 is 500 %", '"5 %", or 0.05'),
        ('[[thresholds.rule]]\n  suit = "a"', 2, 3, "“suit” is not known", "mean suite?"),
        (
            f'{FILE}[[thresholds.rule]]\nsuite="a"\n  sensitivity = "stict"',
            21,
            3,
            "stict",
            "strict",
        ),
        ('[[thresholds.rule]]\nminimum_effect = "2 %"', 1, 1, "every series", "[thresholds]"),
        ('[[thresholds.rule]]\nsuite = "a"', 1, 1, "it says nothing", "minimum_effect"),
        ('[thresholds]\naction = "gaet"', 2, 1, "“gaet” is not known", "gate or inform"),
        ("[thresholds]\nrule = 4", 2, 1, "rules are tables", "[[thresholds.rule]]"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(
    text: str, line: int, column: int, reason: str, remedy: str
) -> None:
    with pytest.raises(InvalidError) as refused:
        rules_of(text)
    fault = refused.value.faults[0]
    assert (fault.line, fault.column) == (line, column), fault
    assert reason in fault.reason
    assert remedy in fault.remedy


def test_the_example_is_one() -> None:
    """It is what the page shows to copy."""
    rules = rules_of(Path("frontend/src/features/thresholds/example.tidemark.toml").read_text())
    assert (rules.standard.minimum_effect, rules.rules[0].name) == (0.01, "tails are noisy")
    assert rules.rules[0].is_gate is False


def test_every_fault_is_named_at_once() -> None:
    text = '[thresholds]\nsensitivity = "mad"\n[[thresholds.rule]]\nsuite = []\nmetrics = "a"'
    with pytest.raises(InvalidError, match="4 things to correct") as refused:
        rules_of(text)
    assert [fault.line for fault in refused.value.faults] == [2, 5, 4, 3]
    assert refused.value.faults[1].offer == "metric"

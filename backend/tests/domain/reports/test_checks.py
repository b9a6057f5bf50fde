from typing import Any

import msgspec
import pytest

from backend.domain.reports.checks import faults_of
from backend.domain.reports.format import Report
from backend.settings import limits
from backend.testing.builders import a_report, a_result

SOUND = [
    a_result(benchmark="search", parameters={"n": size, "engine": "one"}) for size in (1, 2, 4)
]


def pointers_in(*results: dict[str, Any]) -> list[str]:
    """Return where faults are, of results that follow sound ones of the same benchmark."""
    document = a_report(results=[*SOUND, *results])
    report = msgspec.convert(document, Report)
    return [fault.pointer for fault in faults_of(report, limits())]


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"samples": []}, "/samples"),
        ({"samples": [1.0, -1e200]}, "/samples"),
        ({"samples": [1e200, 1.0]}, "/samples"),
        ({"samples": [1.0] * (limits().samples_per_result + 1)}, "/samples"),
        ({"summary": {"value": 1.0}}, ""),
        ({"failure": {"kind": "crash", "message": "it broke"}}, ""),
        ({"samples": None}, ""),
        ({"rounds": [1]}, "/rounds"),
        ({"binary_hash": "\0"}, "/binary_hash"),
        ({"metric": None}, "/metric"),
        ({"metric": "unknown"}, "/metric"),
        ({"benchmark": " "}, "/benchmark"),
        ({"benchmark": "x" * 9_000}, "/benchmark"),
        ({"parameters": {"n": 1, "engine": "\0"}}, "/parameters/engine"),
        ({"parameters": {"n": 2**64}}, "/parameters/n"),
        ({"parameters": {f"n{i}": 1 for i in range(limits().parameters + 1)}}, "/parameters"),
    ],
)
def test_a_fault_is_found_among_sound_results_of_the_same_names(
    changes: dict[str, Any], place: str
) -> None:
    odd = {**a_result(benchmark="search", parameters={"n": 8, "engine": "one"}), **changes}
    good = a_result(benchmark="search", parameters={"n": 16, "engine": "one"})
    assert f"/results/3{place}" in pointers_in(odd, good)
    assert not any(pointer.startswith("/results/4") for pointer in pointers_in(odd, good))
    again = {**odd, "parameters": odd["parameters"] | {"again": 1}}
    assert f"/results/4{place}" in pointers_in(odd, again)


def test_a_result_without_a_metric_is_not_of_the_metric_without_a_name() -> None:
    document = a_report(results=[*SOUND, a_result(metric=None)])
    document["metrics"][""] = {"unit": "s", "direction": "lower"}
    faults = faults_of(msgspec.convert(document, Report), limits())
    assert "/results/3/metric" in {fault.pointer for fault in faults}


def test_parameters_are_the_same_in_any_order_and_as_4_or_4_0() -> None:
    same = a_result(benchmark="search", parameters={"engine": "one", "n": 4.0})
    assert pointers_in(same) == ["/results/3"]


def test_true_and_1_and_the_text_1_are_three_values() -> None:
    others: list[Any] = [True, "1"]
    results = [
        a_result(benchmark="search", parameters={"n": value, "engine": "one"}) for value in others
    ]
    assert pointers_in(*results) == []


def test_a_double_is_named_with_the_first_of_them() -> None:
    document = a_report(results=[*SOUND, SOUND[1], SOUND[1]])
    faults = faults_of(msgspec.convert(document, Report), limits())
    assert [fault.pointer for fault in faults] == ["/results/3", "/results/4"]
    assert all("/results/1" in fault.reason for fault in faults)

"""What runs say against their machine stands beside what rests on them, in counted words."""

from typing import Any

from backend.domain.machines.noisy import ReadingOfRun, noisy_machines


def said(**about: Any) -> ReadingOfRun:
    known: dict[str, Any] = {
        "run": 1, "machine_id": 1, "machine": "ada", "score": 80.0, "low": None, "high": None,
        "verdict": "steady", "warnings": 0,
    }  # fmt: skip
    return ReadingOfRun(**known | about)


def texts(*readings: ReadingOfRun) -> list[str]:
    checks = {one.run: 21 for one in readings}
    return [f"{one.machine}, {one.text}" for one in noisy_machines(readings, checks)]


def test_of_quiet_machines_nothing_is_said() -> None:
    assert texts() == texts(said(), said(score=None, verdict=None), said(warnings=2)) == []


def test_one_run_says_all_that_speaks_against_its_machine() -> None:
    assert texts(said(score=58.2, low=55.0, high=60.4, verdict="moved", warnings=2)) == [
        (
            "ada, which was noisy: noise score 58 of 100 [55, 60],"
            " control benchmark drifted,"
            " its preflight warned of 2 of 21 checks"
        )
    ]
    assert texts(said(verdict="veto")) == [
        "ada, which was not fit to measure wall times: the control benchmark vetoed the run"
    ]


def test_what_others_used_speaks_against_it_too() -> None:
    assert texts(said(foreign_share=0.24)) == []
    assert texts(said(foreign_share=0.3)) == ["ada, which was noisy: others used 30\u202f% of it"]
    assert texts(said(foreign_share=0.99)) == [
        "ada, which was not fit to measure wall times: others used 99\u202f% of it"
    ]


def test_several_runs_are_counted_and_the_worst_one_tells() -> None:
    assert texts(
        said(score=60.0), said(run=2, score=50.0), said(run=3, score=45.0), said(run=4)
    ) == [
        (
            "ada, which was not fit to measure wall times in 2 of 4 runs:"
            " at worst noise score 45 of 100"
        )
    ]


def test_machines_are_told_apart_and_in_order() -> None:
    assert texts(
        said(machine_id=2, machine="grace", score=60.0), said(run=2), said(run=3, verdict="moved")
    ) == [
        ("ada, which was noisy in 1 of 2 runs: control benchmark drifted"),
        "grace, which was noisy: noise score 60 of 100",
    ]

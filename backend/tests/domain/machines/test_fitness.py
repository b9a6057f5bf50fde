"""A machine that others use all the time is not called fit for wall times."""

from datetime import UTC, datetime
from typing import cast

from backend.domain.machines.fitness import ALONE, LOOK, Fitness, fitness_of
from backend.domain.machines.readings import ControlVerdictName, MadeReading

AT = datetime(2026, 11, 1, tzinfo=UTC)


def judged(*readings: tuple[float, str], warnings: int = 0) -> Fitness:
    made = [
        MadeReading(
            run,
            AT,
            1,
            score,
            score - 2.0,
            score + 2.0,
            cast("ControlVerdictName", verdict),
            [],
            warnings,
        )
        for run, (score, verdict) in enumerate(readings)
    ]
    return fitness_of("vm", made, [], None)


def shared(*shares: float | None) -> Fitness:
    made = [
        MadeReading(run, AT, 1, 90.0, 88.0, 92.0, "steady", [], 0, share)
        for run, share in enumerate(shares)
    ]
    return fitness_of("vm", made, [], None)


def test_controls_that_mostly_move_make_it_unfit_and_say_what_to_do() -> None:
    found = judged(*[(80.0, "moved")] * 3, (80.0, "steady"))
    assert found.verdict == "not fit"
    assert found.sentence == (
        "vm is not fit to measure wall times: control benchmark drifted in 3 of its newest 4 runs."
    )
    assert found.advice == ALONE
    assert judged(*[(80.0, "moved")] * 2, *[(80.0, "steady")] * 2).verdict == "not fit"
    assert judged((80.0, "moved"), *[(80.0, "steady")] * 3).verdict == "with reservations"
    assert judged((80.0, "moved"), (80.0, "steady")).verdict == "with reservations"


def test_a_machine_that_others_use_is_not_fit() -> None:
    found = shared(0.0, 0.99)
    assert (found.verdict, found.advice) == ("not fit", ALONE)
    assert found.reasons[0] == "others used 99\u202f% of the machine during run 1"
    found = shared(0.3, 0.3, 0.0, None, 0.0)
    assert found.verdict == "not fit"
    assert (
        found.reasons[0] == "others used 25\u202f% of the machine or more in 2 of its newest 4 runs"
    )


def test_a_little_of_others_leaves_reservations_and_less_none() -> None:
    found = shared(0.3, 0.0, 0.0, 0.2)
    assert found.verdict == "with reservations"
    assert found.reasons[0] == "others used 20\u202f% of the machine during run 3"
    assert shared(0.3, 0.0, 0.0, 0.09).verdict == "fit"


def test_work_that_scatters_by_a_third_does_too() -> None:
    assert judged((90.0, "steady"), (50.0, "steady")).verdict == "not fit"
    assert judged((50.0, "steady"), (60.0, "steady")).verdict == "with reservations"
    assert judged((70.0, "steady")).verdict == "fit"


def test_a_reading_is_said_once() -> None:
    found = judged((80.0, "steady"), (45.0, "steady"))
    assert [one for one in found.reasons if "noise score" in one] == [
        "short work scatters by a third or more, noise score 45 of 100 [43, 47]"
    ]


def test_warnings_alone_leave_reservations_and_lead_to_the_preflight() -> None:
    found = judged((90.0, "steady"), warnings=2)
    assert (found.verdict, found.advice) == ("with reservations", LOOK)

"""A machine that others use all the time is not called fit for wall times."""

from datetime import UTC, datetime

from backend.domain.machine_fitness import ALONE, LOOK, Fitness, fitness_of
from backend.domain.machine_readings import MadeReading


def judged(*readings: tuple[float, str], warnings: int = 0) -> Fitness:
    at = datetime(2026, 11, 1, tzinfo=UTC)
    made = [
        MadeReading(run, at, 1, score, score - 2.0, score + 2.0, verdict, [], warnings)
        for run, (score, verdict) in enumerate(readings)
    ]
    return fitness_of("vm", made, [], None)


def test_controls_that_mostly_move_make_it_unfit_and_say_what_to_do() -> None:
    found = judged(*[(80.0, "moved")] * 3, (80.0, "steady"))
    assert found.verdict == "not fit"
    assert found.sentence == (
        "vm is not fit to measure wall times: "
        "fixed work took another time after 3 of 4 runs than before."
    )
    assert found.advice == ALONE
    assert judged(*[(80.0, "moved")] * 2, *[(80.0, "steady")] * 2).verdict == "with reservations"


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

"""Who reads that a machine is unfit reads since which run, and what broke first."""

from datetime import UTC, datetime, timedelta

from backend.domain.machines.fitness import Fitness, fitness_of
from backend.domain.machines.fitness_history import dated
from backend.domain.machines.readings import ControlVerdictName, MadeReading

AT = datetime(2026, 11, 1, tzinfo=UTC)


def told(*runs: tuple[ControlVerdictName, float]) -> Fitness:
    """Judge one run a day, numbered from 0, of what its control said and what others used."""
    made = [
        MadeReading(run, AT + timedelta(days=run), 1, 90.0, 88.0, 92.0, verdict, [], 0, share)
        for run, (verdict, share) in enumerate(runs)
    ]
    return dated(fitness_of("vm", made, [], None), "vm", made)


Run = tuple[ControlVerdictName, float]
QUIET: Run = ("steady", 0.0)
MOVED: Run = ("moved", 0.0)
CROWDED: Run = ("steady", 0.6)
BOTH: Run = ("moved", 0.6)


def test_the_headline_dates_the_stretch_that_lasts() -> None:
    found = told(*[QUIET] * 6, *[MOVED] * 8)
    assert found.sentence == (
        "vm is not fit to measure wall times since 2026-11-12 (run 11): "
        "control benchmark drifted in 8 of its newest 14 runs."
    )


def test_an_earlier_stretch_that_ended_does_not_count() -> None:
    found = told(*[QUIET] * 4, CROWDED, *[QUIET] * 4, CROWDED)
    assert "since 2026-11-10 (run 9):" in found.sentence


def test_what_broke_first_is_said_where_it_is_not_the_reason_of_today() -> None:
    found = told(*[QUIET] * 4, *[BOTH] * 5, MOVED)
    assert found.reasons[0] == "control benchmark drifted in 6 of its newest 10 runs"
    assert found.reasons[-1] == (
        "since 2026-11-05 (run 4); what broke first: "
        "others used 60\u202f% of the machine during run 4"
    )


def test_one_that_never_was_fit_says_that_it_is_as_far_back_as_is_known() -> None:
    assert "since 2026-11-04 (run 3), or earlier:" in told(*[MOVED] * 9).sentence


def test_a_run_that_was_fit_early_on_ends_the_stretch() -> None:
    found = told(QUIET, CROWDED)
    assert "since 2026-11-02 (run 1):" in found.sentence


def test_runs_that_were_fit_meanwhile_are_not_hidden_by_a_date() -> None:
    found = told(*[CROWDED] * 9, *[QUIET] * 6, CROWDED, CROWDED, QUIET, CROWDED)
    assert found.sentence == (
        "vm is not fit to measure wall times: others used 60\u202f% of the machine during run 18."
    )
    assert found.reasons[-1] == (
        "judged not fit since 2026-11-01 (run 0), or earlier; "
        "7 of 19 runs since then were fit by themselves, the last run 17; "
        "what broke first: others used 60\u202f% of the machine during run 0"
    )


def test_what_others_used_is_said_of_the_run_that_told_it() -> None:
    at = AT + timedelta(days=9)
    silent = MadeReading(9, at, 1, 90.0, 88.0, 92.0, "steady", [], 0, None)
    crowded = MadeReading(4, AT, 1, 90.0, 88.0, 92.0, "steady", [], 0, 0.7)
    found = fitness_of("vm", [crowded, silent], [], None)
    assert found.reasons[0] == "others used 70\u202f% of the machine during run 4"


def test_a_fit_machine_has_no_date() -> None:
    assert "since" not in told(*[QUIET] * 9).sentence


def test_the_control_is_said_once() -> None:
    said = [one for one in told(*[QUIET] * 4, *[MOVED] * 6).reasons if "control" in one]
    assert [one for one in said if "what broke first" not in one] == [
        "control benchmark drifted in 6 of its newest 10 runs"
    ]

import numpy as np

from backend.domain.reports.time_courses import rest_sentence


def test_rest_is_judged_by_time_not_by_how_often_somebody_looked() -> None:
    """A hundred moments of a rising first second, then thirty of nine steady ones."""
    seconds = np.concatenate([np.linspace(0.0, 0.99, 100), np.linspace(1.0, 10.0, 30)])
    values = np.concatenate([np.linspace(1.0, 2.0, 100), np.full(30, 2.0)])
    assert rest_sentence(seconds, values) == "Steady from 1.00\u202fs on."


def test_a_course_that_rises_to_its_end_is_said_to_rise() -> None:
    seconds = np.linspace(0.0, 10.0, 50)
    said = rest_sentence(seconds, seconds + 1.0)
    assert said == "Still rising in the second half: no steady state is shown."


def test_parts_of_the_time_without_moments_say_nothing() -> None:
    seconds = np.concatenate([np.linspace(0.0, 0.5, 20), np.linspace(9.5, 10.0, 20)])
    assert rest_sentence(seconds, np.full(40, 3.0)) == "Steady from its first tenth on."

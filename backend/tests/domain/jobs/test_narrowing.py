"""Rounds as they come in: how much of them is looked at, whatever an agent sends."""

from collections.abc import Iterator

import pytest

from backend.domain.jobs.narrowing import MOST_POINTS, MOST_SHOWN, MeasuredRound, narrow
from backend.domain.jobs.targets import JobKind


class CountedArms(list[float]):
    """Numbers of a round that count how often they are read."""

    reads = 0

    def __iter__(self) -> Iterator[float]:
        self.reads += 1
        return super().__iter__()


class CountedRounds(list[MeasuredRound]):
    """Rounds that count how often all of them are gone through."""

    passes = 0

    def __iter__(self) -> Iterator[MeasuredRound]:
        self.passes += 1
        return super().__iter__()


@pytest.mark.parametrize("arms", [2, 8])
def test_what_is_not_shown_is_not_computed(arms: int) -> None:
    variants, count = 200, 90
    rounds = CountedRounds(
        MeasuredRound(f"search n={n}", "time", at, CountedArms([1.0, *[1.1] * (arms - 1)]))
        for at in range(1, count + 1)
        for n in range(variants)
    )
    found = narrow(JobKind.COMPARE, [f"c{arm}" for arm in range(arms)], rounds, 300)
    assert rounds.passes == 1
    read = {
        one.variant for one in list(rounds) if isinstance(one.arms, CountedArms) and one.arms.reads
    }
    assert read == {one.variant for one in found}
    assert len(found) == MOST_SHOWN
    for one in found:
        assert one.rounds == count
        assert len(one.points) <= MOST_POINTS
        assert one.points[-1].rounds == count, "the newest is shown"


@pytest.mark.parametrize("kind", [JobKind.COMPARE, JobKind.CONFIRM])
def test_a_long_plan_is_drawn_to_its_newest_round(kind: JobKind) -> None:
    rounds = [MeasuredRound("search", "time", at, [1.0, 1.1, 1.0]) for at in range(1, 601)]
    commits = ["c0", "c1", "c0"]
    for one in narrow(kind, commits, rounds, 600):
        assert one.points[-1].rounds == 600

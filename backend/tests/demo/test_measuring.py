import time
from pathlib import Path

import pytest
from tidemark_demo.catalogue import Release, load
from tidemark_demo.cli import main
from tidemark_demo.environments import prepare
from tidemark_demo.rounds import Outcome, in_random_order, measure
from tidemark_demo.steps import around_steps, largest

FAR_AWAY_S = 1e6
Measured = tuple[dict[str, Outcome], int, list[tuple[int, str]]]


def measured(state: Path, catalogue: Path, rounds: int, deadline_s: float) -> Measured:
    environments, refused = prepare(load(catalogue), state / "environments", lambda _: None)
    assert refused == {}
    visits: list[tuple[int, str]] = []
    outcomes, done = measure(
        environments, rounds, 7, deadline_s, lambda number, r: visits.append((number, r.version))
    )
    return {release.version: outcome for release, outcome in outcomes.items()}, done, visits


@pytest.fixture(scope="module")
def four_rounds(
    shared: tuple[Path, Path],
) -> Measured:
    return measured(*shared, 4, time.monotonic() + FAR_AWAY_S)


def test_every_round_takes_each_release_once_in_an_order_of_its_own() -> None:
    releases = list(range(20))
    orders = [in_random_order(releases, 1, number) for number in range(5)]
    assert all(sorted(order) == releases for order in orders)
    assert len({tuple(order) for order in orders}) == 5
    assert orders[3] == in_random_order(releases, 1, 3)
    assert orders[3] != in_random_order(releases, 2, 3)


def test_a_release_gives_one_sample_per_round_and_none_for_the_warm_up(
    four_rounds: Measured,
) -> None:
    outcomes, done, visits = four_rounds
    assert done == 4
    assert [visits.count((number, "2.0")) for number in range(5)] == [1] * 5
    for version in ("1.0", "2.0"):
        samples = outcomes[version].samples
        assert set(samples) == {"import", "sum", "negated"}
        for metrics in samples.values():
            assert {name: len(values) for name, values in metrics.items()} == {
                "cpu_time": 4,
                "wall_time": 4,
            }
            assert min(metrics["cpu_time"]) > 0


def test_a_wrong_answer_fails_what_gave_it_and_keeps_no_time_of_it(
    four_rounds: Measured,
) -> None:
    outcomes, _, _ = four_rounds
    wrong = outcomes["1.1"]
    assert set(wrong.samples) == {"import"}
    assert wrong.failures["sum"].kind == "wrong_answer"
    assert wrong.failures["sum"].message == "expected 5, got 6"
    assert wrong.failures["negated"].message == "expected -5, got -6"


def test_a_release_that_cannot_run_is_failed_with_its_last_words(
    four_rounds: Measured,
) -> None:
    outcomes, _, _ = four_rounds
    broken = outcomes["1.2"]
    assert broken.crash is not None
    assert (broken.crash.kind, broken.crash.message) == (
        "crash",
        "ImportError: not on this machine",
    )
    assert broken.samples == {}


def test_another_release_than_the_one_asked_for_is_a_wrong_answer(
    state: Path, catalogue: Path
) -> None:
    environment = state / "environments" / "tiny-2.0"
    (environment / "tiny-2.0.dist-info").rename(environment / "tiny-1.9.dist-info")
    outcomes, _, _ = measured(state, catalogue, 1, time.monotonic() + FAR_AWAY_S)
    assert outcomes["2.0"].failures["import"].message == "expected 2.0, got 1.9"


def test_a_package_that_cannot_be_installed_at_all_ends_the_demo_soon(
    tmp_path: Path, catalogue: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The name is none that a registry could hold, so the real installer refuses it at once."""
    text = catalogue.read_text().replace('name = "tiny"', 'name = "..not a package.."')
    catalogue.write_text(text)
    assert main(["--catalogue", str(catalogue), "--state", str(tmp_path / "empty")]) == 1
    said = capsys.readouterr().out
    assert "..not a package.. cannot be installed: " in said
    assert "Is the package registry within reach?" in said
    assert list((tmp_path / "empty").glob("environments/*-1.*")) == []


def test_no_round_begins_that_would_end_too_late_once_there_are_three(
    state: Path, catalogue: Path
) -> None:
    outcomes, done, _ = measured(state, catalogue, 50, time.monotonic())
    assert done == 3
    assert len(outcomes["1.0"].samples["sum"]["wall_time"]) == 3


def test_the_largest_steps_are_between_neighbours_of_one_package(catalogue: Path) -> None:
    releases = load(catalogue)[0].releases
    levels = dict(zip(releases, (1.0, 1.1, 4.4, 2.2), strict=True))

    def outcome(release: Release) -> Outcome:
        times = [levels[release] * factor for factor in (0.9, 1.0, 5.0)]
        return Outcome(samples={"sum": {"cpu_time": times, "wall_time": times}})

    outcomes = {release: outcome(release) for release in releases}
    found = largest(outcomes, 2)
    assert [step.sentence() for step in found] == [
        "tiny-1.2  sum  4.00 times slower",
        "tiny-2.0  sum  2.00 times faster",
    ]
    explained = [release.version for release in around_steps(outcomes)]
    assert explained == ["1.1", "1.2", "2.0", "1.0"]

"""A ladder is told rung by rung: what was measured, what was decided, and what it comes to."""

import math

import numpy as np
import pytest

from backend.domain.errors import InvalidError
from backend.domain.ladders.rungs import Attempt, JudgedLadder, LadderGoal, Override, ladder_of
from backend.domain.quantities import Quantity
from backend.stats.ladders import Fresh
from backend.wording.ladders import rung_sentence, sentences_of

RATE = LadderGoal("higher", Quantity("throughput", "op/s"))
TIME = LadderGoal("lower", Quantity("time", "s"), min_effect=0.01)


def published() -> JudgedLadder:
    """Return the async bridge's ladder as published: requests/s, summaries only."""
    at_50 = {"connections": 50}
    enabling = Override("kept", "the next rung builds on it")
    return ladder_of(
        Attempt("asyncio.run", 543, conditions=at_50),
        [
            Attempt("run_until_complete", 447, conditions=at_50),
            Attempt("140 workers", 380, conditions=at_50),
            Attempt("cached is-async check", 517, conditions=at_50, override=enabling),
            Attempt("loop on its own thread", 626, conditions=at_50),
            Attempt("sync handler", 32323, is_control=True, conditions={"connections": 100}),
        ],
        RATE,
    )


def measured(name: str, cost: float, seed: int, **more: object) -> Attempt:
    generator = np.random.default_rng(seed)
    samples = np.exp(cost + generator.normal(0.0, 0.02, 12))
    spread = float(samples.std(ddof=1))
    return Attempt(name, float(np.median(samples)), spread, 12, tuple(samples), **more)  # type: ignore[arg-type]


def test_the_published_verdicts_and_figures() -> None:
    judged = published()
    assert [rung.judged.verdict for rung in judged.rungs] == [
        "rejected", "rejected", "rejected", "kept", "control",
    ]  # fmt: skip
    assert [rung.judged.stands for rung in judged.rungs] == [False, False, True, True, False]
    assert sentences_of(judged) == [
        (
            "2 of 4 rungs kept (1 by decision); the best, loop on its own thread: "
            "15.3\u202f% higher throughput than the baseline."
        ),
        "Summary only: no significance test.",
        (
            "sync handler (control) is at 59.5\u00d7 the baseline, 51.6\u00d7 the best rung; "
            "0.3\u202f% of the gap closed. Measured with connections 100 instead of 50."
        ),
    ]


def test_a_decision_is_told_beside_the_measured_verdict() -> None:
    judged = published()
    assert rung_sentence(judged, judged.rungs[2]) == (
        "Kept by decision: the next rung builds on it. "
        "Rejected (no significance test): 4.8\u202f% lower throughput than the baseline."
    )
    assert rung_sentence(judged, judged.rungs[3]) == (
        "Kept (no significance test): 15.3\u202f% higher throughput than the baseline."
    )
    assert rung_sentence(judged, judged.rungs[4]).startswith(
        "Control, not part of the ladder: 59.5"
    )


def test_the_published_keeps_are_those_better_than_the_rung_before() -> None:
    before = [rung.versus_previous.cost < 0.0 for rung in published().rungs[:4]]
    assert before == [False, False, True, True]


def test_measured_rungs_are_held_against_the_best_so_far() -> None:
    attempts = [
        measured("pool", -0.2, 1),
        measured("bigger pool", -0.205, 2),
        measured("slow idea", 0.1, 3),
        Attempt("broken idea", failure="wrong answer"),
        measured("batches", -0.4, 4),
    ]
    judged = ladder_of(measured("threads", 0.0, 0), attempts, TIME, in_rounds=True)
    said = [rung_sentence(judged, rung) for rung in judged.rungs]
    assert said[0].startswith("Kept: 1")
    assert "\u202f% faster [1" in said[0]
    assert said[0].endswith("] than the baseline.")
    assert said[1].startswith(("Unresolved: ", "No gain that matters: "))
    assert "the best so far, pool" in said[1]
    assert said[2].startswith("Rejected: 3")
    assert said[3] == "Rejected: failed (wrong answer)."
    assert "the best so far, pool" in said[4]
    head, chosen = sentences_of(judged)
    assert head.startswith("2 of 5 rungs kept; the best, batches: 3")
    assert head.endswith("] than the baseline.")
    assert chosen.startswith("Interval widened for selection bias")


def test_an_unresolved_rung_says_how_many_pairs_it_needs() -> None:
    found = ladder_of(
        Attempt("a", 1.0, 0.03, 8), [Attempt("b", 0.98, 0.03, 8)], TIME, in_rounds=False
    )
    (rung,) = found.rungs
    assert rung.judged.verdict == "unresolved"
    said = rung_sentence(found, rung)
    assert said.startswith("Unresolved: 2.0\u202f% faster [\u2212")
    assert said.endswith(f"; needs about {int(rung.judged.more_pairs)} more pairs.")
    assert sentences_of(found)[0] == "0 of 1 rung kept; the baseline, a, is still the best."


def test_a_fresh_measurement_replaces_the_adjusted_gain() -> None:
    goal = LadderGoal("lower", Quantity("time", "s"), fresh=Fresh(math.log(0.8), 0.001, 1e9))
    attempts = [measured("x", -0.3, 5), measured("y", -0.31, 6)]
    judged = ladder_of(measured("z", 0.0, 7), attempts, goal, in_rounds=True)
    assert "20.0\u202f% faster [19.8, 20.2] than the baseline" in sentences_of(judged)[0]
    assert len(sentences_of(judged)) == 1


def test_a_kept_rung_can_be_rejected_by_decision() -> None:
    refused = Override("rejected", "twice the memory", by="Ada")
    judged = ladder_of(
        measured("a", 0.0, 1), [measured("b", -0.3, 2, override=refused)], TIME, in_rounds=True
    )
    said = rung_sentence(judged, judged.rungs[0])
    assert said.startswith("Rejected by decision of Ada: twice the memory. Kept: 2")
    assert judged.best is judged.baseline


def test_rungs_of_unequal_length_are_compared_by_their_summaries() -> None:
    short = Attempt("b", 0.5, 0.01, 3, (0.5, 0.49, 0.51))
    judged = ladder_of(measured("a", 0.0, 1), [short], TIME, in_rounds=True)
    assert judged.rungs[0].judged.verdict == "kept"
    assert judged.rungs[0].judged.claimed


def test_what_cannot_be_judged_is_refused() -> None:
    good = Attempt("a", 1.0)
    with pytest.raises(InvalidError, match="at least one other rung"):
        ladder_of(good, [], RATE)
    with pytest.raises(InvalidError, match=r"the baseline failed \(crash\)"):
        ladder_of(Attempt("a", failure="crash"), [good], RATE)
    for value in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(InvalidError, match=r"b: .* has no ratio to the baseline"):
            ladder_of(good, [Attempt("b", value)], RATE)
    with pytest.raises(InvalidError, match="b: a standard deviation is 0 or more"):
        ladder_of(good, [Attempt("b", 1.0, -2.0)], RATE)
    with pytest.raises(InvalidError, match="b: a sample that is not positive"):
        ladder_of(good, [Attempt("b", 1.0, samples=(1.0, math.nan))], RATE)
    for fresh in (Fresh(math.nan, 0.1, 3.0), Fresh(0.1, -1.0, 3.0), Fresh(0.1, 0.1, 0.0)):
        with pytest.raises(InvalidError, match="a fresh measurement has"):
            ladder_of(good, [good], LadderGoal("lower", Quantity("time", "s"), fresh=fresh))
    with pytest.raises(InvalidError, match="the smallest gain is a share"):
        ladder_of(good, [good], LadderGoal("lower", Quantity("time", "s"), min_effect=-1.0))


def test_large_gains_are_factors_with_their_interval() -> None:
    judged = ladder_of(measured("a", 0.0, 1), [measured("b", -1.2, 2)], TIME, in_rounds=True)
    said = rung_sentence(judged, judged.rungs[0])
    assert said.startswith("Kept: 3.")
    assert "\u00d7 faster [3." in said
    assert said.endswith("] than the baseline.")


@pytest.mark.parametrize(
    ("here", "there", "said"),
    [
        ({"conns": 100}, {"conns": 50}, "Measured with conns 100 instead of 50."),
        ({"conns": 100}, {}, "Measured with conns 100, which the baseline does not set."),
        ({}, {"conns": 50}, "Measured with conns not set instead of 50."),
        (
            {"pinned": True, "conns": 100},
            {"pinned": False},
            "conns 100, which the baseline does not set; pinned True instead of False.",
        ),
    ],
)
def test_conditions_of_a_control_are_told_where_they_differ(
    here: dict[str, float], there: dict[str, float], said: str
) -> None:
    judged = ladder_of(
        Attempt("a", 100.0, conditions=there),
        [
            Attempt("b", 90.0, conditions=there),
            Attempt("c", 500.0, is_control=True, conditions=here),
        ],
        RATE,
    )
    assert sentences_of(judged)[-1].endswith(said)
    # no rung is kept: nothing of the way is gone
    assert "; 0.0\u202f% of the gap closed. " in sentences_of(judged)[-1]

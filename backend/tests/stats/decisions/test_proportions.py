import numpy as np
import pytest

from backend.stats.decisions.proportions import wilson


def test_a_share_is_given_as_in_the_literature() -> None:
    """The examples of Newcombe (1998), Statistics in Medicine 17, method 3."""
    told = {(81, 263): (0.2553, 0.3662), (15, 148): (0.0624, 0.1605), (0, 20): (0.0, 0.1611),
            (1, 29): (0.0061, 0.1718)}  # fmt: skip
    for (counted, of), ends in told.items():
        assert wilson(counted, of) == pytest.approx(ends, abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(4, 4)[1] == 1.0
    with pytest.raises(ValueError, match="share"):
        wilson(5, 4)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    generator = np.random.default_rng(27)
    truths = generator.uniform(0.05, 0.95, 4000)
    counts = generator.binomial(12, truths)
    held = [low <= truth <= high for truth, count in zip(truths, counts, strict=True)
            for low, high in [wilson(int(count), 12)]]  # fmt: skip
    assert 0.935 < float(np.mean(held)) < 0.975

"""What a quantity is called follows its unit, its direction and whole words of its name."""

import pytest

from backend.domain.quantities import Quantity
from backend.wording.effects import superlative, words_of


@pytest.mark.parametrize(
    ("quantity", "more", "less", "best"),
    [
        (Quantity("wall_time", "s", "lower"), "slower", "faster", "is fastest"),
        (Quantity("wall_time", "s/op", "lower"), "slower", "faster", "is fastest"),
        (Quantity("time between failures", "s", "higher"), "longer", "shorter", "is longest"),
        (Quantity("uptime", "s"), "longer", "shorter", "is longest"),
        (
            Quantity("rate", "op/s", "higher"),
            "higher throughput",
            "lower throughput",
            "has the highest throughput",
        ),
        (Quantity("faults", "1/s", "lower"), "higher rate", "lower rate", "has the lowest rate"),
        (
            Quantity("peak_rss", "B", "lower"),
            "more memory",
            "less memory",
            "takes the least memory",
        ),
        (Quantity("heap", "B", "lower"), "more memory", "less memory", "takes the least memory"),
        (Quantity("cache", "B", "higher"), "more memory", "less memory", "takes the most memory"),
        (Quantity("binary_size", "B", "lower"), "larger", "smaller", "is smallest"),
        (Quantity("binarySize", "B", "lower"), "larger", "smaller", "is smallest"),
        (Quantity("Binary Size", "B", "lower"), "larger", "smaller", "is smallest"),
        (Quantity("HTTPSent", "B", "lower"), "larger", "smaller", "is smallest"),
        (Quantity("thread_heap", "B"), "more memory", "less memory", "takes the most memory"),
        (Quantity("heap_spread", "B"), "more memory", "less memory", "takes the most memory"),
        (Quantity("package", "J", "lower"), "more energy", "less energy", "takes the least energy"),
        (Quantity("package", "W", "lower"), "more power", "less power", "takes the least power"),
        (Quantity("faults", "1", "lower"), "higher", "lower", "has the lowest faults"),
        (Quantity("hits", "1", "higher"), "higher", "lower", "has the highest hits"),
    ],
)
def test_words(quantity: Quantity, more: str, less: str, best: str) -> None:
    assert words_of(quantity) == (more, less)
    assert superlative(quantity) == best

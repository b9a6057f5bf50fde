"""F1 and covering against several annotators, by the definitions of the Turing benchmark.

Van den Burg and Williams, "An evaluation of change point detection algorithms" (2020):
precision against the union of all annotations, recall as the mean over annotators, run 0
always a change point; covering as the mean over annotators of the best overlap of theirs
with our segments.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise

MARGIN = 5

Annotations = Mapping[str, Iterable[int]]


def f1(annotations: Annotations, reported: Iterable[int], margin: int = MARGIN) -> float:
    """Return F1 of the places reported, over all annotators."""
    marked = [{0, *places} for places in annotations.values()]
    ours = {0, *reported}
    union: set[int] = set().union(*marked)
    precision = _hits(union, ours, margin) / len(ours)
    recall = sum(_hits(places, ours, margin) / len(places) for places in marked) / len(marked)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def covering(annotations: Annotations, reported: Iterable[int], runs: int) -> float:
    """Return how much of every annotator's segments ours cover, 0 to 1."""
    ours = _segments(reported, runs)
    covered = [
        sum((end - start) * max(_overlap((start, end), one) for one in ours) for start, end in one)
        for one in (_segments(places, runs) for places in annotations.values())
    ]
    return sum(covered) / len(covered) / runs


def _hits(marked: Iterable[int], reported: Iterable[int], margin: int) -> int:
    """Count the places found; each of ours is used once, in order of the marks."""
    left = set(reported)
    hits = 0
    for place in sorted(marked):
        near = min(((abs(place - one), one) for one in left), default=None)
        if near and near[0] <= margin:
            left.discard(near[1])
            hits += 1
    return hits


def _segments(places: Iterable[int], runs: int) -> list[tuple[int, int]]:
    inside = sorted({int(place) for place in places if 0 < place < runs})
    return list(pairwise([0, *inside, runs]))


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> float:
    """Return the Jaccard index of two segments."""
    common = min(one[1], other[1]) - max(one[0], other[0])
    return max(0, common) / (max(one[1], other[1]) - min(one[0], other[0]))

"""Some thousand torn files, as `make fuzz` reads a million; and files made to be too much."""

import gzip
import tracemalloc

import pytest

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import ToolText
from backend.adapters.tools.registry import recognise
from backend.adapters.tools.unpacking import texts_of
from backend.fuzz.readers import known_files, read_torn

MEGABYTE = 1_000_000
MANY = 100_000


def test_a_torn_file_is_read_or_refused_by_the_named_error() -> None:
    account = read_torn(known_files(), count=4_000, seed=20_261_126)
    assert not account.faults, account.inputs
    assert account.read > 500
    assert account.refused > 500


@pytest.mark.parametrize(
    "text", ["[" * MEGABYTE, '{"a":' * MEGABYTE, '{"benchmarks": ' + "[" * 5000]
)
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError, match="no format fits"):
        recognise(ToolText(text))


@pytest.mark.parametrize(
    "text",
    [
        "|" + "s/a |" * 20_000 + "-err% |x" * 10_000,
        "Latencies  [" + "mean" * 40_000,
        "test x" + " ... bench: " * 15_000,
        "Name (* = baseline) |" * 20_000,
    ],
)
def test_a_line_that_never_ends_is_refused_soon(text: str) -> None:
    """Looked through three times over, the first would take hours."""
    with pytest.raises(UnreadableError, match="no format fits"):
        recognise(ToolText(text))


def test_a_file_of_many_rows_is_read() -> None:
    lines = "".join(
        f"test a{number % 1000} ... bench: {number} ns/iter\n" for number in range(MANY)
    )
    chosen, _ = recognise(ToolText(lines))
    assert sum(1 for _ in chosen.read(ToolText(lines))) == MANY


def test_a_bomb_takes_no_more_memory_than_its_limit() -> None:
    bomb = gzip.compress(b"0" * 200 * MEGABYTE)
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableError, match="larger than the limit"):
            list(texts_of("a.gz", bomb, 5 * MEGABYTE))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 20 * MEGABYTE

"""Which way is better where nobody says it: by name and unit, and unknown in doubt."""

import pytest

from backend.domain.catalogue.directions import likely_direction


@pytest.mark.parametrize(
    ("metric", "unit", "direction"),
    [
        ("time", "s", "lower"),
        ("time_per_op", "s/op", "lower"),
        ("bandwidth", "B/s", "higher"),
        ("memory_bandwidth", "B/s", "higher"),
        ("login latency", "points", "lower"),
        ("peakMemory", "1", "lower"),
        ("binary-size", "1", "lower"),
        ("requests_per_second", "1", "higher"),
        ("read_iops", "1", "higher"),
        ("Geekbench score", "points", "higher"),
        ("points", "points", None),
        ("percent", "%", None),
        ("score", "s", None),
        ("throughput_latency", "1", None),
        ("free_memory", "B", None),
        ("freeMemory", "1", None),
        ("bytes saved", "B", None),
        ("battery life", "s", None),
        ("time to failure", "s", None),
        ("failed", "requests/s", None),
        ("packet_loss", "packets/s", None),
        ("timeouts", "s", "lower"),
        ("render", "fps", "higher"),
        ("select", "transactions/s", "higher"),
        ("failed_ops", "1", None),
        ("parse_errors", "s", "lower"),
        ("cosine", "1", None),
    ],
)
def test_a_name_and_a_unit_say_which_way_is_better(
    metric: str, unit: str, direction: str | None
) -> None:
    assert likely_direction(metric, unit) == direction

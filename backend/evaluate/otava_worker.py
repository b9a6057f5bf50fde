"""Runs in the environment of Apache Otava: answers a line of series with a line of places.

Asked `{"p": 0.001, "series": [[...], ...]}` it answers `{"places": [[...], ...], "seconds":
CPU time}`. Imports nothing of ours: only Otava, and what Otava brings.
"""

import json
import sys
import time

from otava.analysis import compute_change_points


def main() -> None:
    """Answer until the pipe is closed."""
    _places([1.0, 2.0] * 20, 0.001)  # the first call loads the rest of its libraries
    for line in sys.stdin:
        asked = json.loads(line)
        began = time.process_time()
        places = [_places(series, asked["p"]) for series in asked["series"]]
        seconds = time.process_time() - began
        sys.stdout.write(json.dumps({"places": places, "seconds": seconds}) + "\n")
        sys.stdout.flush()


def _places(series: list[float], p: float) -> list[int]:
    found, _ = compute_change_points(series, max_pvalue=p)
    return sorted(int(change.index) for change in found)


if __name__ == "__main__":
    main()

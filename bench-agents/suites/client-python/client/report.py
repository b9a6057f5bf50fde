"""Hands back the latencies and prints the line that `orders with` reads."""

import json
import sys
from pathlib import Path

from client.options import Options
from client.run import Measured


def report(options: Options, measured: Measured) -> None:
    """Write the latencies, if somebody wants them, and then the line."""
    latencies = measured.record.latencies
    if sys.byteorder == "big":
        latencies.byteswap()
    if options.latencies:
        with Path(options.latencies).open("wb") as file:
            latencies.tofile(file)
    line: dict[str, float] = {
        "orders": len(latencies),
        "errors": options.orders - len(latencies),
        "seconds": measured.seconds,
        "cpu_seconds": round(measured.cpu_seconds, 6),
    }
    if options.rate is not None:
        line["rate"] = options.rate
    sys.stdout.write(json.dumps(line) + "\n")

"""Whether a loop of worker or scheduler gave a sign of life: `python -m workers.alive scheduler`.

Ends with 0 where it did, and else with 1 and a sentence. For health checks of containers.
"""

import argparse
import sys
from collections.abc import Sequence

import redis

from backend.domain.readiness import SILENT_S, Pulse
from backend.services.heartbeats import ages_in_redis, quick_redis
from backend.settings import settings


def main(arguments: Sequence[str] | None = None) -> str | None:
    """Look once; return what is wrong, if anything is."""
    parser = argparse.ArgumentParser(prog="workers.alive", description=__doc__)
    parser.add_argument("pulse", type=Pulse, choices=[Pulse.CONSUMER, Pulse.SCHEDULER])
    pulse: Pulse = parser.parse_args(arguments).pulse
    with quick_redis(settings().redis_url) as client:
        try:
            age_s = ages_in_redis(client).get(pulse)
        except redis.RedisError as error:
            return f"Redis does not tell: {error}"
    if age_s is None:
        return f"the {pulse} has given no sign of life yet"
    if age_s > SILENT_S:
        return f"the {pulse} was last seen {age_s:.0f} s ago"
    return None


if __name__ == "__main__":
    sys.exit(main())

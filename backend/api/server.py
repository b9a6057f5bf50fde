"""Serves the application: `python -m backend.api.server`."""

import argparse
import resource
import sys
from contextlib import suppress

import uvicorn
from uvicorn.config import STARTUP_FAILURE

from backend import log
from backend.api.forking import ForkingSupervisor
from backend.settings import settings

GRACE_S = 3
"""Pages keep a stream of events open; it must not hold up a stop."""


MOST_CONNECTIONS = 65_536


def main() -> None:
    """Serve until told to stop."""
    chosen = settings()
    _allow_connections()
    parser = argparse.ArgumentParser(prog="backend.api.server", description=__doc__)
    parser.add_argument("--host", default=chosen.host)
    parser.add_argument("--port", type=int, default=chosen.port)
    parser.add_argument("--workers", type=int, default=1, help="processes that answer")
    parser.add_argument("--log-level", default="info", help="from which level uvicorn tells")
    given = parser.parse_args()
    log.adopt_libraries(given.log_level.upper())
    config = uvicorn.Config(
        "backend.api.watched_app:watched_app",
        factory=True,
        host=given.host,
        port=given.port,
        workers=given.workers,
        log_level=given.log_level,
        access_log=False,
        log_config=None,  # its lines go the way of ours
        http="backend.api.middleware.slow_client_timeout:SlowClientTimeout",
        ws="none",
        # uvicorn would believe any proxy on this machine; the application asks its settings
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_S,
    )
    if config.workers > 1:
        ForkingSupervisor(config, [config.bind_socket()]).run()
        return
    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(STARTUP_FAILURE)


def _allow_connections() -> None:
    """Take as many descriptors as are granted: each agent that waits for work holds one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS if most == resource.RLIM_INFINITY else min(most, MOST_CONNECTIONS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


if __name__ == "__main__":
    main()

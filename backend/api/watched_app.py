"""The application as a process of its own serves it."""

import asyncio

from fastapi import FastAPI

from backend.api.app import create_app
from backend.api.loop_watch import LoopWatch


def watched_app() -> FastAPI:
    """Build the application in the loop that will serve it, and watch that loop."""
    LoopWatch(asyncio.get_running_loop()).begin()
    return create_app()

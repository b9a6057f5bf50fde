"""Reads the words, plays the run, prints the line."""

import asyncio
import sys
from collections.abc import Callable

import aiohttp

from client import event_loops
from client.options import UsageError, options_from
from client.report import report
from client.run import play

VERSION = "1.0.0"
USAGE_EXIT, UNAVAILABLE_EXIT = 2, 69


def main(words: list[str]) -> int:
    """Do what the words say; return the exit code."""
    if words == ["--version"]:
        print(f"client-python {VERSION}, aiohttp {aiohttp.__version__}, Python {_python()}")  # noqa: T201
        return 0
    try:
        if words[:1] == ["has"]:
            event_loops.factory(words[1] if words[1:] else "")
        else:
            _measure(words)
    except (UsageError, event_loops.UnknownLoopError) as error:
        return _say(str(error), USAGE_EXIT)
    except event_loops.UnavailableLoopError as error:
        return _say(str(error), UNAVAILABLE_EXIT)
    return 0


def _measure(words: list[str]) -> None:
    options = options_from(words)
    factory: Callable[[], asyncio.AbstractEventLoop] = event_loops.factory(options.loop)
    with asyncio.Runner(loop_factory=factory) as runner:
        measured = runner.run(play(options))
    report(options, measured)


def _say(text: str, code: int) -> int:
    sys.stderr.write(f"{text}\n")
    return code


def _python() -> str:
    return sys.version.split()[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Every page of a filled project: what it asks before its first paint, and what that costs us."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from urllib.parse import quote

from backend.bench.stand import Stand
from backend.bench.web.measuring import TimedAnswer, Visitor, measure_answer, measure_painting
from backend.bench.web.watching import Painting
from backend.bench.wire import Client

READY = (
    "document.querySelector('main h1')"
    " && !document.querySelector('main [role=status][aria-label^=Loading]')"
)
"""The answer line is there, and nothing that is in view from the start is still loading."""
REPEATS = 10


@dataclass(frozen=True, slots=True)
class Walked:
    """One page: its navigation, and what it asked of the project before it was painted."""

    name: str
    painting: Painting
    answers: Mapping[str, TimedAnswer]
    """By path, each asked again by itself."""


def walk(visitor: Visitor, stand: Stand, client: Client) -> list[Walked]:
    """Open every page of the project; ask what it asked again, one thing at a time."""
    connection = client.open()
    pages = _addresses(client, connection)
    connection.close()
    return [_walked(visitor, stand, client, page) for page in pages.items()]


def _walked(visitor: Visitor, stand: Stand, client: Client, page: tuple[str, str]) -> Walked:
    name, address = page
    (painting,) = measure_painting(visitor, f"/p/{client.project}{address}", READY, 1)
    own = [one.path for one in painting.requests if one.path.startswith(client.root)]
    paths = [path.removeprefix(client.root) for path in own]
    return Walked(
        name, painting, {path: measure_answer(stand, client, path, REPEATS) for path in paths}
    )


def _addresses(client: Client, connection: HTTPConnection) -> Mapping[str, str]:
    """Return the pages by name; those of one thing show the first that the project has."""

    def rows(path: str) -> list[dict[str, object]]:
        found: list[dict[str, object]] = json.loads(client.get(connection, path))["rows"]
        return found

    pages = {
        "overview": "",
        "changes": "/changes",
        "explore": "/explore",
        "compare": "/compare",
        "sweeps": "/sweeps",
        "splits": "/splits",
        "ladders": "/ladders",
        "claims": "/claims",
        "runs": "/runs",
        "reports": "/reports",
        "machines": "/machines",
        "views": "/views",
        "settings": "/settings",
    }
    overview = json.loads(client.get(connection, "/overview"))
    things = {
        "change": rows("/changes?limit=1"),
        "run": overview["recent_runs"][:1],
        "suite": overview["suites"][:1],
        "machine": overview["machines"][:1],
        "sweep": rows("/sweeps")[:1],
        "split": rows("/splits")[:1],
        "ladder": rows("/ladders")[:1],
    }
    homes = {"change": "changes", "run": "runs", "suite": "suites", "machine": "machines",
             "split": "splits", "ladder": "ladders"}  # fmt: skip
    for name, home in homes.items():
        for thing in things[name]:
            pages[f"one {name}"] = f"/{home}/{thing['id']}"
    for sweep in things["sweep"]:
        pages["one sweep"] = f"/sweeps/{sweep['benchmark_id']}/{quote(str(sweep['axis']))}"
    for group in rows("/alert-groups?limit=1"):
        pages["one alert group"] = f"/alert-groups/{group['number']}"
    for series in rows("/series?limit=1"):
        own = series["series"]
        if isinstance(own, dict):
            pages["one benchmark"] = f"/benchmarks/{own['benchmark_id']}"
    return pages

"""make bench-peers: the same reports and questions for Tidemark and prepared servers of others.

BENCHER=http://127.0.0.1:61016 BENCHER_PROJECT=slug BENCHER_TOKEN=…: a project of a Bencher server.
CONBENCH=http://127.0.0.1:5000 CONBENCH_EMAIL=… CONBENCH_PASSWORD=…: a Conbench server.
It has a history only of commits that GitHub told it of, and is else not asked for one.
LNT=http://127.0.0.1:8000 LNT_TOKEN=…: an LNT server with the suite nts in its database default.
Whoever runs them on this machine, one after the other and with nothing else, gets fair ratios.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import httpx

from backend.bench import show
from backend.bench.machine import described, load
from backend.bench.peers.reports import PeerReport, reports
from backend.bench.peers.servers import (
    BencherServer,
    ConbenchServer,
    LntServer,
    PeerServer,
    TidemarkServer,
    today,
)
from backend.bench.stand import standing

TIMES = 25
SEND = "send one report"
PATIENCE_S = 60.0


@dataclass
class PeerFigures:
    """Medians in milliseconds of one server, by what was asked; None: it has no such question."""

    name: str
    ms: dict[str, float | None] = field(default_factory=dict)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure ourselves and each server that is named."""
    given = _parser().parse_args(arguments)
    others = named_servers(given)
    if not others:
        show.say(__doc__.partition("\n\n")[2])
        return 2
    show.say(f"{described()}; load {load():.1f}")
    wanted = [*reports(given.reports, given.benchmarks, given.samples, today())]
    with standing() as stand:
        stand.start_worker()
        _, key = stand.project("peers")
        ours = TidemarkServer(_client(f"{stand.stack.url}/api/v1/projects/peers", key))
        found = [measure(ours, wanted, stand.wait_idle)]
    found += [measure(one, wanted) for one in others]
    for line in table(found):
        show.say(line)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m backend.bench.peers", description=__doc__)
    for name in ("bencher", "bencher-project", "bencher-token", "conbench", "conbench-email",
                 "conbench-password", "lnt", "lnt-token"):  # fmt: skip
        parser.add_argument(f"--{name}", default="")
    parser.add_argument("--reports", type=int, default=100)
    parser.add_argument("--benchmarks", type=int, default=50)
    parser.add_argument("--samples", type=int, default=10)
    return parser


def named_servers(given: argparse.Namespace) -> list[PeerServer]:
    """Return the servers whose addresses were given, signed in."""
    found: list[PeerServer] = []
    if given.bencher:
        address = f"{given.bencher}/v0/projects/{given.bencher_project}"
        found.append(BencherServer(_client(address, given.bencher_token)))
    if given.conbench:
        client = _client(given.conbench)
        if given.conbench_email:
            who = {"email": given.conbench_email, "password": given.conbench_password}
            client.post("/api/login/", json=who).raise_for_status()
        found.append(ConbenchServer(client))
    if given.lnt:
        client = _client(given.lnt)
        if given.lnt_token:
            client.headers["AuthToken"] = given.lnt_token
        found.append(LntServer(client))
    return found


def _client(address: str, token: str = "") -> httpx.Client:
    head = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.Client(base_url=address, headers=head, timeout=PATIENCE_S)


def measure(
    server: PeerServer, wanted: Sequence[PeerReport], wait_idle: Callable[[], None] = lambda: None
) -> PeerFigures:
    """Send all reports, then ask each question several times."""
    found = PeerFigures(server.name)
    with show.step(f"send {len(wanted)} reports to {server.name} and ask"):
        found.ms[SEND] = statistics.median(_timed(partial(server.send, one)) for one in wanted)
        wait_idle()
        benchmark = next(iter(wanted[0].results))
        for what, ask in server.questions(benchmark).items():
            found.ms[what] = statistics.median(_timed(ask) for _ in range(TIMES)) if ask else None
    return found


def _timed(ask: Callable[[], httpx.Response]) -> float:
    began = time.perf_counter()
    answer = ask()
    took = 1000 * (time.perf_counter() - began)
    if answer.is_error:
        raise SystemExit(f"{answer.request.url} answered {answer.status_code}: {answer.text[:200]}")
    return took


def table(found: Sequence[PeerFigures]) -> list[str]:
    """Return a table in Markdown: our medians, theirs, and how many times as long they took."""
    ours = found[0]
    lines = [
        "| | " + " | ".join(one.name for one in found) + " |",
        "|---|" + "---|" * len(found),
    ]
    for what, base in ours.ms.items():
        cells = [_cell(one.ms.get(what), base if one is not ours else None) for one in found]
        lines.append(f"| {what} | " + " | ".join(cells) + " |")
    return lines


def _cell(ms: float | None, base: float | None) -> str:
    if ms is None:
        return "-"
    return f"{ms:.1f} ms" + (f" ({ms / base:.1f}x)" if base else "")


if __name__ == "__main__":
    show.end_well(main)

"""make bench-peers: the same reports and questions for Tidemark and prepared servers of others.

BENCHER=http://127.0.0.1:61016 BENCHER_PROJECT=slug BENCHER_TOKEN=…: a new project of a Bencher.
CONBENCH=http://127.0.0.1:5000 CONBENCH_EMAIL=… CONBENCH_PASSWORD=…: a new Conbench server, and
CONBENCH_DATABASE=postgresql://…, into which the commits are written that it else asks GitHub for;
without it Conbench has no history.
LNT=http://127.0.0.1:8000 LNT_TOKEN=…: a new LNT server with the suite nts in its database default.
All run on this machine, and nothing else does. RECORD=1 writes the table into docs/peers.md.
"""

import argparse
from collections.abc import Sequence

import httpx

from backend.bench import show
from backend.bench.machine import load
from backend.bench.peers.bencher import BencherServer
from backend.bench.peers.conbench import ConbenchServer
from backend.bench.peers.lnt import LntServer
from backend.bench.peers.measuring import PeerFigures, WrongAnswerError, measure, reports_needed
from backend.bench.peers.ours import TidemarkServer
from backend.bench.peers.questions import QUESTIONS, PeerServer
from backend.bench.peers.record import recorded, write
from backend.bench.peers.reports import PeerWork, today, work
from backend.bench.stand import Stand, standing

PATIENCE_S = 60.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure ourselves and each server that is named."""
    given = _parser().parse_args(arguments)
    others = named_servers(given)
    if not others:
        show.say(__doc__.partition("\n\n")[2])
        return 2
    before, newest = load(), today()

    def same() -> PeerWork:
        later = reports_needed(len(QUESTIONS))
        return work(given.reports, given.benchmarks, given.samples, newest, later)

    try:
        found = [_ourselves(same()), *(_named(one, measure(one, same())) for one in others)]
    except WrongAnswerError as wrong:
        show.say(str(wrong))
        return 1
    lines = [*recorded(found, same(), before)]
    for line in lines:
        show.say(line)
    if given.record:
        write(lines)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m backend.bench.peers", description=__doc__)
    for name in ("bencher", "bencher-project", "bencher-token", "conbench", "conbench-email",
                 "conbench-password", "conbench-database", "lnt", "lnt-token"):  # fmt: skip
        parser.add_argument(f"--{name}", default="")
    parser.add_argument("--reports", type=int, default=100)
    parser.add_argument("--benchmarks", type=int, default=50)
    parser.add_argument("--samples", type=int, default=10)
    parser.add_argument("--record", action="store_true", help="write the table into docs/peers.md")
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
        found.append(ConbenchServer(client, given.conbench_database))
    if given.lnt:
        client = _client(given.lnt)
        if given.lnt_token:
            client.headers["AuthToken"] = given.lnt_token
        found.append(LntServer(client))
    return found


def _client(address: str, token: str = "") -> httpx.Client:
    head = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.Client(base_url=address, headers=head, timeout=PATIENCE_S)


def _ourselves(wanted: PeerWork) -> PeerFigures:
    with standing() as stand:
        stand.start_worker()
        # the servers of others run already: ours has loaded everything too once it judged something
        warming = _tidemark(stand, "warming")
        for one in wanted.first:
            warming.send(one).raise_for_status()
        stand.wait_idle()
        return measure(_tidemark(stand, "peers"), wanted, stand.wait_idle)


def _tidemark(stand: Stand, project: str) -> TidemarkServer:
    _, key = stand.project(project)
    return TidemarkServer(_client(f"{stand.stack.url}/api/v1/projects/{project}", key))


def _named(server: PeerServer, found: PeerFigures) -> PeerFigures:
    """Add the server's version to its name."""
    return PeerFigures(f"{found.name} {server.version()}".strip(), found.ms)


if __name__ == "__main__":
    show.end_well(main)

"""LNT, by `/api/db_default/v4/nts`, and its pages, where it answers with nothing but HTML."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx

from backend.bench.peers.questions import (
    ALERTS,
    COMPARISON,
    HISTORY,
    PeerQuestion,
    lacks_points,
    lacks_slower,
)
from backend.bench.peers.reports import MACHINE, SUITE, PeerReport, PeerWork

API = "/api/db_default/v4/nts"
PAGES = "/db_default/v4/nts"
FIELD = "execution_time"
ALL_STATES = "-1"
"""Of regressions: those that it detects are not among the active ones until a person says so."""


@dataclass
class LntServer:
    """The suite `nts` of an LNT server. It keeps every sample and shows each as a point."""

    client: httpx.Client
    name: str = "LNT"
    runs: dict[str, str] = field(default_factory=dict)
    """The id of the run of each commit."""

    def version(self) -> str:
        said = self.client.get(f"{API}/fields").raise_for_status().json()["generated_by"]
        return str(said).rpartition(" v")[2]

    def prepare(self, work: PeerWork) -> None:
        """Do nothing: the first report makes the machine and its tests."""

    def send(self, report: PeerReport) -> httpx.Response:
        answer = self.client.post(f"{API}/runs", json={
            "format_version": "2", "machine": {"name": MACHINE},
            "run": {
                "start_time": report.at.strftime("%Y-%m-%dT%H:%M:%S"),
                "end_time": report.at.strftime("%Y-%m-%dT%H:%M:%S"),
                "llvm_project_revision": str(report.number),
            },
            "tests": [
                {"name": f"{SUITE}/{name}", FIELD: list(samples)}
                for name, samples in report.results.items()
            ],
        })  # fmt: skip
        if not answer.is_error:
            self.runs[report.commit] = str(answer.json()["run_id"])
        return answer

    def questions(self, work: PeerWork) -> Mapping[str, PeerQuestion | None]:
        machine = self._id("machines", "name", MACHINE, "id")
        test = self._id("tests", "name", f"{SUITE}/{work.benchmark}", "id")
        column = self._id("fields", "column_name", FIELD, "column_id")
        before, after = (self.runs[one.commit] for one in work.sides)
        return {
            HISTORY: PeerQuestion(
                lambda: self.client.get(f"{API}/graph/{machine}/{test}/{column}"),
                lambda answer: lacks_points(
                    (value for _, value, _ in answer.json()), work, lambda samples: samples
                ),
            ),
            COMPARISON: PeerQuestion(
                lambda: self.client.get(f"{PAGES}/{after}", params={"compare_to": before}),
                lambda answer: lacks_slower(answer.text, work, len(work.slower)),
            ),
            ALERTS: PeerQuestion(
                lambda: self.client.get(f"{PAGES}/regressions/", params={"state": ALL_STATES}),
                lambda answer: lacks_slower(answer.text, work, 1),
            ),
        }

    def _id(self, kind: str, column: str, name: str, wanted: str) -> str:
        rows = self.client.get(f"{API}/{kind}").raise_for_status().json()[kind]
        return next(str(one[wanted]) for one in rows if one[column] == name)

"""The cheap questions that tell whether each child works."""

import http.client
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from backend.embedded.watchdog import Probe
from backend.settings import Settings

PATIENCE_S = 2.0
API_SILENCE_S = 30.0
SERVICE_SILENCE_S = 20.0
NAMED_S = 20.0
"""Worker and scheduler are named by the API after 20 s of silence, and started again 20 s later."""
WARNED = "warning"
COMPONENTS = {"worker": "worker", "scheduler": "beat"}
"""What the API calls a part, and the child that does its work."""


@dataclass(slots=True)
class ReadyQuestion:
    """What `/api/v1/ready` last said; the supervisor asks the address that people open."""

    settings: Settings
    troubles: Mapping[str, str] = field(default_factory=dict)
    """Sentence by part; empty while all do their work, or nobody answers."""

    def ask(self) -> bool:
        """Ask; tells whether anything was answered."""
        answer = read_ready(self.settings)
        self.troubles = answer or {}
        return answer is not None

    def is_well(self, child: str) -> bool:
        """Tell whether the API names none of what this child does."""
        return not any(COMPONENTS.get(part) == child for part in self.troubles)


def read_ready(settings: Settings) -> dict[str, str] | None:
    """Return the sentence for each part that does not do its work; None if nobody answers.

    Warnings stand under a name of their own.
    """
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104
    connection = http.client.HTTPConnection(host, settings.port, timeout=PATIENCE_S)
    try:
        connection.request("GET", "/api/v1/ready")
        said = connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()
    with suppress(ValueError, KeyError, TypeError, AttributeError):
        answer = json.loads(said)
        warned = {WARNED: "; ".join(answer["warnings"])} if answer.get("warnings") else {}
        faults = answer.get("faults", [])
        return {fault["pointer"].strip("/"): fault["reason"] for fault in faults} | warned
    return {}


def application_probes(ready: ReadyQuestion) -> dict[str, Probe]:
    """Return the probes of api, worker and beat; the api is asked first."""
    return {
        "api": Probe(ready.ask, API_SILENCE_S),
        "worker": Probe(lambda: ready.is_well("worker"), NAMED_S),
        "beat": Probe(lambda: ready.is_well("beat"), NAMED_S),
    }

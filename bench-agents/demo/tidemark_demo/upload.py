"""Hands reports to a Tidemark server over HTTP, patiently."""

import gzip
import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from tidemark_demo.signing import CannotSignError, signature

TIMEOUT_S = 30
_TRY_AGAIN = frozenset({429, 502, 503, 504})
_SIGNATURE = "Tidemark-Signature"
_LONGEST_WAIT_S = 30.0


class UploadError(Exception):
    """The server did not take a report; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Server:
    """Where reports go. `address` is scheme, host and port, without a path."""

    address: str
    project: str
    key: str
    attempts: int = 6
    identity: Path | None = None
    """Where the agent of this machine keeps the keys that it signs with."""

    def send(self, report: bytes) -> str:
        """Send one report; return the server's word for what became of it."""
        last = ""
        for attempt in range(self.attempts):
            try:
                return self._post(report)
            except urllib.error.HTTPError as error:
                last = _explanation(error)
                # the agent's key may be known to the server a moment before it is to be found
                is_early = self.identity is not None and _SIGNATURE in last
                if error.code not in _TRY_AGAIN and not is_early:
                    raise UploadError(last) from error
                time.sleep(_wait_s(error, attempt))
            except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
                last = str(getattr(error, "reason", error))
                time.sleep(_wait_s(None, attempt))
        raise UploadError(f"{self.address} does not take reports: {last}")

    def _signature(self, report: bytes) -> dict[str, str]:
        if self.identity is None:
            return {}
        try:
            said = signature(self.identity, self.project, report)
        except (CannotSignError, OSError, ValueError) as error:
            raise UploadError(f"the report cannot be signed: {error}") from error
        return {} if said is None else {_SIGNATURE: said}

    def _post(self, report: bytes) -> str:
        request = urllib.request.Request(  # noqa: S310 - the address is checked by the caller
            f"{self.address}/api/v1/projects/{self.project}/reports",
            data=gzip.compress(report),
            headers={
                "Authorization": f"Bearer {self.key}",
                "Content-Type": "application/json",
                "Content-Encoding": "gzip",
                **self._signature(report),
            },
        )
        # a proxy from the environment must not see a key meant for this machine
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=TIMEOUT_S) as answer:
            return str(json.load(answer).get("state", "accepted"))


def _wait_s(error: urllib.error.HTTPError | None, attempt: int) -> float:
    said = error.headers.get("Retry-After", "") if error else ""
    asked = float(said) if said.isdigit() else 0.5 * 2**attempt
    return min(asked, _LONGEST_WAIT_S)


def _explanation(error: urllib.error.HTTPError) -> str:
    said = f"the server answers {error.code}"
    if error.code in {401, 403}:
        said = f"the server refuses the key ({error.code}): use a key that may upload reports"
    try:
        problem = json.loads(error.read())
        faults = [f"{fault['pointer']}: {fault['reason']}" for fault in problem.get("faults", [])]
        detail = "; ".join(faults[:3]) or ("" if error.code in {401, 403} else problem["detail"])
        return f"{error.code} {problem.get('title', '')}: {detail}" if detail else said
    except (ValueError, KeyError, TypeError):
        return said

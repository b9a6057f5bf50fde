"""One way to ask a forge: JSON over the guarded HTTP, refusals as sentences, pages with a bound."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

import orjson

from backend.domain.errors import InvalidError
from backend.domain.outgoing_addresses import RefusedAddressError
from backend.domain.pulls.forge_checks import ForgeRefusedError
from backend.domain.pulls.forge_documents import Field
from backend.domain.pulls.forge_events import ForgeKind
from backend.domain.pulls.forge_refusals import busy, is_limited, not_done
from backend.outgoing.guarded_http import Outgoing
from backend.outgoing.outside import OutsideResponse, OutsideUnreachableError

PER_PAGE = 100
MOST_PAGES = 30
MOST_SAID = 300
UNKNOWN = 401
FORBIDDEN = 403
NOT_FOUND = 404

Query = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Wire:
    """Asks one forge in the name of one connection."""

    kind: ForgeKind
    base: str
    http: Outgoing
    clock: Callable[[], datetime]
    headers: Callable[[], Mapping[str, str]]
    """Who asks; called for every request, as tokens run out."""
    renew: Callable[[], None] | None = None
    """Forgets who asks, where that can be found out again."""

    def ask(
        self, method: str, path: str, about: str, query: Query = (), body: object = None
    ) -> Field:
        """Return the document answered; ForgeRefusedError or ForgeBusyError where there is none."""
        answer = self._send(method, path, about, query, body)
        if not answer.is_success:
            raise self._not_done(answer, about)
        return self._document(answer, about)

    def ask_unless(
        self,
        expected: Callable[[int, str], bool],
        method: str,
        path: str,
        about: str,
        query: Query = (),
        body: object = None,
    ) -> Field | None:
        """Ask; None where the forge answers with a status and words that are expected."""
        answer = self._send(method, path, about, query, body)
        if answer.is_success:
            return self._document(answer, about)
        said = words_of(answer)
        is_answer = not is_limited(answer.status, answer.headers, said)
        if is_answer and expected(answer.status, said):
            return None
        raise self._not_done(answer, about)

    def pages(self, path: str, about: str, query: Query = ()) -> Iterator[Field]:
        """Go through a list; the end is a page that is not full, or a bound."""
        for page in range(1, MOST_PAGES + 1):
            turn = [*query, ("per_page", str(PER_PAGE)), ("page", str(page))]
            items = items_of(self.ask("GET", path, about, turn))
            yield from items
            if len(items) < PER_PAGE:
                return

    def _send(
        self, method: str, path: str, about: str, query: Query, body: object
    ) -> OutsideResponse:
        answer = self._send_once(method, path, about, query, body)
        if answer.status == UNKNOWN and self.renew is not None:
            self.renew()
            answer = self._send_once(method, path, about, query, body)
        return answer

    def _send_once(
        self, method: str, path: str, about: str, query: Query, body: object
    ) -> OutsideResponse:
        url = self.base.rstrip("/") + path + (f"?{urlencode(query)}" if query else "")
        told = dict(self.headers())
        sent = None if body is None else orjson.dumps(body)
        if sent is not None:
            told["Content-Type"] = "application/json"
        try:
            return self.http.send(method, url, told, sent)
        except RefusedAddressError as error:
            remedy = error.faults[0].remedy if error.faults else "correct the address of the API"
            raise ForgeRefusedError(str(error), remedy) from error
        except OutsideUnreachableError as error:
            raise busy(f"no answer about {about}: {error}", self.clock()) from error

    def _not_done(self, answer: OutsideResponse, about: str) -> Exception:
        told = (answer.status, answer.headers, words_of(answer))
        return not_done(self.kind, about, told, self.clock())

    def _document(self, answer: OutsideResponse, about: str) -> Field:
        if not answer.body:
            return Field(None)
        try:
            return Field(orjson.loads(answer.body))
        except orjson.JSONDecodeError as error:
            raise ForgeRefusedError(
                f"what was answered about {about} is no JSON",
                "check the address of the API: this looks like a page for people",
            ) from error


def is_missing(status: int, _said: str) -> bool:
    """Tell that something is not there, or not for us to see."""
    return status == NOT_FOUND


def is_not_ours(status: int, _said: str) -> bool:
    """Tell that something is gone, or belongs to somebody else."""
    return status in (FORBIDDEN, NOT_FOUND)


def items_of(answer: Field) -> list[Field]:
    """Return the members of a list."""
    if not isinstance(answer.value, list):
        raise answer.fault("it is no list")
    return [Field(one, f"{answer.pointer}/{at}") for at, one in enumerate(answer.value)]


def words_of(answer: OutsideResponse) -> str:
    """Return what a forge says about a refusal, in one line."""
    try:
        document = orjson.loads(answer.body)
    except orjson.JSONDecodeError:
        return ""
    told = document if isinstance(document, dict) else {}
    parts = [told.get(name) for name in ("message", "error", "error_description", "errors")]
    words = "; ".join(part if isinstance(part, str) else _written(part) for part in parts if part)
    return " ".join(words.split())[:MOST_SAID]


def _written(part: object) -> str:
    return orjson.dumps(part).decode()


@contextmanager
def understood() -> Iterator[None]:
    """Turn an answer that cannot be read into a refusal that says where."""
    try:
        yield
    except InvalidError as error:
        fault = error.faults[0]
        raise ForgeRefusedError(f"{error}: {fault.reason}", fault.remedy) from error

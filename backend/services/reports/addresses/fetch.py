"""Fetch one page of a tracker: through the guard, with its token, and with patience."""

from datetime import UTC, datetime
from http import HTTPStatus
from urllib.parse import urljoin, urlsplit

from backend.adapters.addresses.pages import GivenPage, WantedPage
from backend.domain.outgoing_addresses import RefusedAddressError
from backend.domain.retries import refusal_of
from backend.outgoing.guarded_http import (
    Outgoing,
    OutsideResponse,
    OutsideUnreachableError,
    TooLargeAnswerError,
)

MOST_REDIRECTS = 5
MOST_TRIES = 5
LONGEST_WAIT_S = 900.0
"""That a tracker may ask for."""
FIRST_PAUSE_S = 5.0
_MOVED = frozenset({301, 302, 303, 307, 308})
_WANTS_TOKEN = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})


class FetchFault(Exception):  # noqa: N818  it is not always an error: some pages need not be there
    """Why a page did not come."""

    def __init__(
        self, reason: str, remedy: str, wait_s: float | None = None, *, is_absent: bool = False
    ) -> None:
        super().__init__(reason)
        self.reason, self.remedy, self.is_absent = reason, remedy, is_absent
        self.wait_s = wait_s
        """Try again after so long; None: that would change nothing."""


def fetch(outgoing: Outgoing, page: WantedPage, token: str, tries: int) -> GivenPage:
    """Return the answer; FetchFault where none came. Redirects are followed behind the guard."""
    url = page.url
    for _ in range(MOST_REDIRECTS + 1):
        # a token goes to the host that it was given for, and nowhere else
        is_same = _origin(url) == _origin(page.url)
        headers = {"Authorization": f"Bearer {token}"} if token and is_same else {}
        answer = _get(outgoing, url, headers, page.url, tries)
        if answer.is_success:
            return GivenPage(page, url, answer.body, answer.headers)
        if answer.status not in _MOVED or "location" not in answer.headers:
            raise _refused(answer, url, tries, has_token=bool(token))
        url = urljoin(url, answer.headers["location"])
    raise FetchFault(f"{page.url} leads on and on", "Paste the address that a browser ends at.")


def _get(
    outgoing: Outgoing, url: str, headers: dict[str, str], first: str, tries: int
) -> OutsideResponse:
    told = {"Accept": "application/json, */*;q=0.5"} | headers
    try:
        return outgoing.send("GET", url, told)
    except RefusedAddressError as error:
        lead = "" if url == first else f"{first} leads to {url}: "
        remedy = error.faults[0].remedy if error.faults else "Correct it."
        raise FetchFault(f"{lead}{error}", remedy) from error
    except TooLargeAnswerError as error:
        raise FetchFault(
            f"{url}: {error}, which is what is left of the limit of an import",
            "Import a part of it, or let an administrator raise TIDEMARK_MAX_IMPORT_BYTES.",
        ) from error
    except OutsideUnreachableError as error:
        raise FetchFault(
            f"{url}: {error}", "Look whether the tracker runs, then import again.", pause_s(tries)
        ) from error


def pause_s(tries: int) -> float | None:
    """Return how long to wait after so many failures of one page; None: it is given up."""
    return FIRST_PAUSE_S * 2.0**tries if tries + 1 < MOST_TRIES else None


def _refused(answer: OutsideResponse, url: str, tries: int, *, has_token: bool) -> FetchFault:
    if answer.status == HTTPStatus.NOT_FOUND:
        return FetchFault(
            f"{url} is not there (404)",
            "Open it in a browser; where that signs in, give a token.",
            is_absent=True,
        )
    if answer.status in _WANTS_TOKEN:
        remedy = (
            "Give a token that may read there." if has_token
            else "Give the token of the tracker: --token-env NAME, or the field Token."
        )  # fmt: skip
        return FetchFault(f"{url} lets nobody in without permission ({answer.status})", remedy)
    asked = answer.headers.get("retry-after")
    refusal = refusal_of(answer.status, asked, "", datetime.now(UTC))
    reason = f"{url} {refusal.reason}"
    if refusal.is_lasting:
        return FetchFault(reason, "Open it in a browser to see why.")
    if refusal.wait_s is not None and refusal.wait_s > LONGEST_WAIT_S:
        return FetchFault(
            f"{reason} and asks to wait {refusal.wait_s / 60:.0f} minutes", "Import again then."
        )
    pause = pause_s(tries)
    wait = None if pause is None else max(pause, refusal.wait_s or 0.0)
    return FetchFault(reason, "Import again later: it begins at the first page.", wait)


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc.lower()

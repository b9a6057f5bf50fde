"""Fetch one page of a tracker: through the guard, with its token, and with patience."""

import time
from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from urllib.parse import urljoin, urlsplit

from backend.adapters.addresses.pages import GivenPage, WantedPage
from backend.domain.outgoing_addresses import RefusedAddressError
from backend.domain.retries import refusal_of
from backend.outgoing.guarded_http import Outgoing
from backend.outgoing.outside import OutsideResponse, OutsideUnreachableError, TooLargeAnswerError

MOST_REDIRECTS = 5
MOST_TRIES = 5
LONGEST_WAIT_S = 900.0
"""That a tracker may ask for."""
FIRST_PAUSE_S = 5.0
_MOVED = frozenset({301, 302, 303, 307, 308})
_WANTS_TOKEN = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})
Origin = tuple[str, str]
"""Scheme and host of an address, with its port."""


class FetchFault(Exception):  # noqa: N818  it is not always an error: some pages need not be there
    """Why a page did not come."""

    def __init__(
        self,
        reason: str,
        remedy: str,
        wait_s: float | None = None,
        *,
        is_absent: bool = False,
        is_of_page: bool = False,
    ) -> None:
        super().__init__(reason)
        self.reason, self.remedy, self.is_absent = reason, remedy, is_absent
        self.is_of_page = is_of_page
        """Other pages of the tracker may come all the same."""
        self.wait_s = wait_s
        """Try again after so long; None: that would change nothing."""


def fetch(
    outgoing: Outgoing, page: WantedPage, token: str, origins: Collection[Origin], tries: int
) -> GivenPage:
    """Return the answer; FetchFault where none came. Redirects are followed behind the guard.

    The token goes to the origins alone: those that the person named who gave it.
    """
    url, until = page.url, time.monotonic() + outgoing.whole_s
    for _ in range(MOST_REDIRECTS + 1):
        is_sent = token != "" and origin_of(url) in origins
        headers = {"Authorization": f"Bearer {token}"} if is_sent else {}
        left = replace(outgoing, whole_s=until - time.monotonic())
        answer = _get(left, url, headers, page.url, tries)
        if answer.is_success:
            return GivenPage(page, url, answer.body, answer.headers)
        if answer.status not in _MOVED or "location" not in answer.headers:
            raise _refused(answer, url, tries, _token_remedy(token, is_sent=is_sent))
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


def _token_remedy(token: str, *, is_sent: bool) -> str:
    if is_sent:
        return "Give a token that may read there."
    if token:
        return "The token goes to the host of the address alone: give an address of this host."
    return "Give the token of the tracker: --token-env NAME, or the field Token."


def _refused(answer: OutsideResponse, url: str, tries: int, token_remedy: str) -> FetchFault:
    if answer.status == HTTPStatus.NOT_FOUND:
        return FetchFault(
            f"{url} is not there (404)",
            "Open it in a browser; where that signs in, give a token.",
            is_absent=True,
            is_of_page=True,
        )
    if answer.status in _WANTS_TOKEN:
        reason = f"{url} lets nobody in without permission ({answer.status})"
        return FetchFault(reason, token_remedy)
    asked = answer.headers.get("retry-after")
    refusal = refusal_of(answer.status, asked, "", datetime.now(UTC))
    reason = f"{url} {refusal.reason}"
    if refusal.is_lasting:
        return FetchFault(reason, "Open it in a browser to see why.", is_of_page=True)
    if refusal.wait_s is not None and refusal.wait_s > LONGEST_WAIT_S:
        return FetchFault(
            f"{reason} and asks to wait {refusal.wait_s / 60:.0f} minutes", "Import again then."
        )
    pause = pause_s(tries)
    wait = None if pause is None else max(pause, refusal.wait_s or 0.0)
    return FetchFault(
        reason,
        "Import the address again: for 30 minutes it goes on at this page.",
        wait,
        is_of_page=answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR,
    )


def origin_of(url: str) -> Origin:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc.lower()

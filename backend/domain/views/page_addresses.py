"""Addresses of pages of a project: checked against the pages there are, and written one way."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from backend.domain.errors import Fault, InvalidError
from backend.domain.web_addresses import address_oddity

PAGES = {
    "/": "Overview",
    "/changes": "Changes",
    "/changes/$change": "Change",
    "/alert-groups/$group": "Alert group",
    "/triage-report": "Triage report",
    "/pull-requests": "Pull requests",
    "/pull-requests/$pull": "Pull request",
    "/explore": "Explore",
    "/compare": "Compare",
    "/sweeps": "Sweeps",
    "/sweeps/$benchmark/$axis": "Sweep",
    "/splits": "Splits",
    "/splits/$split": "Split",
    "/claims": "Claims",
    "/claims/$claim": "Claim",
    "/ladders": "Ladders",
    "/ladders/$ladder": "Ladder",
    "/runs": "Runs",
    "/runs/$run": "Run",
    "/reports": "Reports",
    "/machines": "Machines",
    "/machines/$machine": "Machine",
    "/jobs": "Jobs",
    "/jobs/$job": "Job",
    "/suites/$suite": "Suite",
    "/benchmarks/$benchmark": "Benchmark",
    "/profiles/$profile": "Profile",
    "/views": "Views",
    "/add-results": "Add results",
    "/import": "Import",
    "/settings": "Settings",
    "/settings/members": "Members",
    "/settings/notifications": "Notifications",
    "/settings/forge": "Repository",
    "/settings/thresholds": "Thresholds",
    "/settings/audit": "Audit trail",
    "/settings/ci-access": "CI access",
    "/settings/corrections": "Corrections",
}
"""Every page of a project as the router writes it, and what it is called."""

LONGEST = 8_000
MOST_PARAMETERS = 500
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\\]")
_READABLE = ",:"
"""Left as they are in a query string, as the pages write it."""


@dataclass(frozen=True, slots=True)
class PageAddress:
    """A page with its whole state; `tail` is what follows `/p/<project>`."""

    tail: str
    page: str
    """What the page is called."""

    def within(self, slug: str) -> str:
        """Return the address as a browser opens it, never one of another site."""
        return f"/p/{slug}{'' if self.tail == '/' else self.tail}"


def read_address(slug: str, address: str) -> PageAddress:
    """Read `/p/<slug>/explore?series=1`; InvalidError where it is no page of the project.

    Parameters are sorted by name, those of one name keep their order: two ways to write a state
    are one address.
    """
    _check(address)
    parts = urlsplit(address)
    if parts.scheme or parts.netloc or not address.startswith("/"):
        raise _wrong("it names a host", f"begin with /p/{slug}/")
    segments = [unquote(segment) for segment in parts.path.split("/")[1:]]
    if segments[:2] != ["p", slug]:
        raise _wrong(f"it is no page of the project “{slug}”", f"begin with /p/{slug}/")
    inner = segments[2:] if segments[2:] != [""] else []
    page = _page_of(inner)
    if page is None:
        raise _wrong("there is no such page in a project", "copy it from the address bar of a page")
    path = "/" + "/".join(quote(segment, safe="") for segment in inner)
    return PageAddress(path + _query(parts.query), page)


def stored_address(tail: str) -> PageAddress:
    """Return an address that was checked when it was stored."""
    inner = [unquote(segment) for segment in urlsplit(tail).path.split("/")[1:]]
    return PageAddress(tail, _page_of([part for part in inner if part]) or "Page")


def _check(address: str) -> None:
    if len(address) > LONGEST:
        raise _wrong(f"it is longer than {LONGEST} characters", "choose less on the page")
    if _FORBIDDEN.search(address):
        raise _wrong("it holds a space, a backslash or a control character", "encode it (%20)")
    if oddity := address_oddity(address):
        raise _wrong(oddity, "copy it from the address bar of a page")


def _page_of(segments: list[str]) -> str | None:
    for pattern, name in PAGES.items():
        wanted = [part for part in pattern.split("/") if part]
        if len(wanted) == len(segments) and all(map(_fits, wanted, segments)):
            return name
    return None


def _fits(wanted: str, segment: str) -> bool:
    if wanted.startswith("$"):
        return segment not in ("", ".", "..") and not re.search(r"[\x00-\x1f\x7f\\]", segment)
    return segment == wanted


def _query(text: str) -> str:
    try:
        pairs = parse_qsl(text, max_num_fields=MOST_PARAMETERS)
    except ValueError as error:
        raise _wrong(f"it has more than {MOST_PARAMETERS} parameters", "choose less") from error
    if any("\x00" in part for pair in pairs for part in pair):
        raise _wrong("it holds a NUL character", "remove it")
    ordered = sorted(pairs, key=lambda pair: pair[0])
    return f"?{urlencode(ordered, safe=_READABLE)}" if ordered else ""


def parameters_of(tail: str) -> Iterator[tuple[str, str]]:
    """Give the parameters of an address in their order."""
    yield from parse_qsl(urlsplit(tail).query)


def _wrong(reason: str, remedy: str) -> InvalidError:
    return InvalidError(
        f"the address cannot be kept: {reason}", [Fault("/address", reason, remedy)]
    )

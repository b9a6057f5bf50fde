"""From an address to the pages of a history: the first of them, and which come after each."""

import io
import zipfile
from collections.abc import Mapping
from urllib.parse import urlsplit

from backend.adapters.addresses import sites, trackers
from backend.adapters.addresses.pages import GivenPage, WantedPage
from backend.adapters.loose_fields import UnreadableError

MOST_PAGES = 20_000
"""Of one history: a tracker that has always one more does not keep us for ever."""
_STEPS = {**trackers.STEPS, **sites.STEPS}
_HTML = (b"<!doctype html", b"<html", b"<head", b"<!--")


def first_pages(address: str) -> list[WantedPage]:
    """Return what to ask for first; UnreadableError where it is the address of nothing."""
    try:
        url = urlsplit(address.strip())
    except ValueError as error:
        raise UnreadableError(f"the address cannot be read: {error}", "Paste it again.") from error
    if url.scheme not in {"http", "https"} or not url.hostname:
        raise UnreadableError("the address does not begin with http:// or https://", "Paste it.")
    for find in trackers.FINDERS:
        found = list(find(url))
        if found:
            return found
    return [sites.find_file(url)]


def next_pages(page: GivenPage) -> list[WantedPage]:
    """Return what comes after an answer; UnreadableError where it is not what was asked for."""
    return list(_STEPS[page.wanted.step](page))


def is_stored(page: GivenPage) -> bool:
    """Say whether an answer is a file of the history, and not a page that led to one."""
    return page.wanted.name != "" and not page.body[:100].lstrip().lower().startswith(_HTML)


def is_whole_run(step: str) -> bool:
    """Say whether a page of this step is a run: elsewhere a run is made out of several pages."""
    return step == "lnt-run"


def document_of(files: Mapping[str, bytes]) -> bytes:
    """Return the files of a history as one upload: a file alone as it is, else an archive.

    A file in a folder stays there: its name says which test it is of.
    """
    if len(files) == 1 and "/" not in next(iter(files)):
        return next(iter(files.values()))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()

"""Files at any address, and the published sites that show them."""

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

import msgspec

from backend.adapters.addresses.pages import GivenPage, Step, WantedPage
from backend.adapters.histories.asv_html import INDEX, graphs_of, is_index
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import of_object

_HEAD = 100_000
_DATA = "data.js"
_NO_HISTORY = "the page shows the history of no tracker that is known"
_REMEDY = "Paste the address of its API or of the file: docs/importing.md lists them."


def find_file(url: SplitResult) -> WantedPage:
    """Return the address as that of a file; that of a page which shows a file is of the file."""
    owner, repository, way, *rest = [*url.path.strip("/").split("/"), "", "", ""][:4]
    tail = url.path.partition(f"/{way}/")[2]
    if url.hostname == "github.com" and way in {"blob", "raw"} and any(rest):
        path = f"/{owner}/{repository}/{tail}"
        url = url._replace(netloc="raw.githubusercontent.com", path=path)
    elif "/-/blob/" in url.path:
        url = url._replace(path=url.path.replace("/-/blob/", "/-/raw/", 1))
    name = unquote(PurePosixPath(url.path).name) or "page"
    return WantedPage(url._replace(fragment="").geturl(), "file", name)


def _file(page: GivenPage) -> Iterator[WantedPage]:
    """Take a file as it is; of a page, find the site that it begins."""
    head = page.body[:_HEAD].lstrip().lower()
    if head.startswith((b"<!doctype html", b"<html", b"<head", b"<!--")):
        yield from _of_site(page, head.decode(errors="replace"))
    elif PurePosixPath(urlsplit(page.url).path).name == INDEX:
        yield from _graphs(page)


def _of_site(page: GivenPage, text: str) -> Iterator[WantedPage]:
    if "benchmark_data" in text or f'src="{_DATA}"' in text:
        yield WantedPage(urljoin(page.url, _DATA), "end", _DATA)
    elif "asv.js" in text or "airspeed velocity" in text:
        yield WantedPage(urljoin(page.url, INDEX), "asv", INDEX)
    else:
        raise UnreadableError(f"{page.url}: {_NO_HISTORY}", _REMEDY)


def _graphs(page: GivenPage) -> Iterator[WantedPage]:
    """Ask for each graph that the index of a site of asv may have; another file ends here."""
    try:
        index = of_object(msgspec.json.decode(page.body))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    if is_index(index):
        for path, _, _ in graphs_of(index):
            yield WantedPage(urljoin(page.url, quote(path)), "json", path, is_optional=True)


def _asv(page: GivenPage) -> Iterator[WantedPage]:
    if not is_index(page.json()):
        raise UnreadableError(
            f"{page.url} is no index of asv that names its graphs",
            "Publish the site again by asv 0.4 or later, or bring its folder results.",
        )
    yield from _graphs(page)


def _end(page: GivenPage) -> Iterator[WantedPage]:
    del page
    yield from ()


STEPS: Mapping[str, Step] = {"file": _file, "asv": _asv, "end": _end}

"""Trackers with an API: its requests, from the address of a page or of the API itself."""

from collections.abc import Iterator, Mapping
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from backend.adapters.addresses.pages import GivenPage, Step, WantedPage, at_host, part, said_in
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import of_list, of_object, text_of

_BENCHER_PAGE = 100
_BENCHER_HOSTS = {"bencher.dev", "www.bencher.dev"}
_CONBENCH_PAGE = "1000"
_NYRKIO_HOSTS = {"nyrkio.com", "www.nyrkio.com", "nyrk.io"}
_PERFHERDER_S = "31536000"
"""A year: older data is not kept."""
_CODESPEED_REVISIONS = "100000"
_GITHUB = "https://github.com/"


def find_bencher(url: SplitResult) -> Iterator[WantedPage]:
    """Yield the first page of a project's reports, oldest first."""
    host, parts = url.hostname or "", url.path.strip("/").split("/")
    if parts[:1] == ["perf"] and host in _BENCHER_HOSTS:
        slug = parts[1:2]
    elif "projects" in parts and (host in _BENCHER_HOSTS or "v0" in parts):
        slug = parts[parts.index("projects") + 1 :][:1]
    else:
        return
    if not slug or not slug[0]:
        raise UnreadableError(
            "the address names no project of Bencher", "Open the project and paste its address."
        )
    asked = said_in(url.query) if "v0" in parts else {}
    api = url._replace(netloc="api.bencher.dev") if host in _BENCHER_HOSTS else url
    root = url.path.partition("/v0/")[0] if "v0" in parts else ""
    query = asked | {
        "expand": "results", "sort": "date_time", "direction": "asc",
        "per_page": str(_BENCHER_PAGE), "page": "1",
    }  # fmt: skip
    yield WantedPage(
        at_host(api, f"{root}/v0/projects/{slug[0]}/reports", query), "bencher", "000001.json"
    )


def _bencher(page: GivenPage) -> Iterator[WantedPage]:
    """Ask for one more page until none has reports: one may be short before the last."""
    reports = of_list(page.json())
    here = urlsplit(page.url)
    query = said_in(here.query)
    number = _whole(query.get("page"), 1)
    total = _whole(page.headers.get("x-total-count"), -1)
    if reports and not 0 <= total <= number * _BENCHER_PAGE:
        after = at_host(here, here.path, query | {"page": str(number + 1)})
        yield WantedPage(after, "bencher", f"{number + 1:06}.json")


def find_conbench(url: SplitResult) -> Iterator[WantedPage]:
    """Yield the first page of benchmark results."""
    root, api, rest = url.path.partition("/api/benchmark-results")
    if not api and "conbench" not in (url.hostname or ""):
        return
    if rest.strip("/"):
        yield WantedPage(url.geturl(), "json", "000001.json")
        return
    query = {"page_size": _CONBENCH_PAGE} | (said_in(url.query) if api else {})
    place = f"{root if api else ''}/api/benchmark-results/"
    yield WantedPage(at_host(url, place, query), "conbench", "000001.json")


def _conbench(page: GivenPage) -> Iterator[WantedPage]:
    """Ask on with the cursor; servers before pages answer with a list of all."""
    cursor = of_object(of_object(page.json()).get("metadata")).get("next_page_cursor")
    if cursor:
        here = urlsplit(page.url)
        after = at_host(here, here.path, said_in(here.query) | {"cursor": str(cursor)})
        yield WantedPage(after, "conbench", f"{_number_of(page.wanted) + 1:06}.json")


def find_lnt(url: SplitResult) -> Iterator[WantedPage]:
    """Yield the list of machines, one machine, or one run: what the address shows."""
    root, _, inner = url.path.partition("/db_")
    database, _, rest = inner.partition("/v4/")
    suite, *shown = rest.strip("/").split("/")
    if not database or not suite:
        return
    api = f"{root.removesuffix('/api')}/api/db_{database}/v4/{suite}"
    kind, name = [*shown, "", ""][:2]
    if kind in {"machine", "machines"} and name:
        yield WantedPage(at_host(url, f"{api}/machines/{name}"), "lnt-machine")
    elif kind == "runs" and name:
        yield WantedPage(at_host(url, f"{api}/runs/{name}"), "lnt-run", f"runs/{name}.json")
    elif kind.isdecimal():
        yield WantedPage(at_host(url, f"{api}/runs/{kind}"), "lnt-run", f"runs/{kind}.json")
    else:
        yield WantedPage(at_host(url, f"{api}/machines/"), "lnt-machines")


def _lnt_machines(page: GivenPage) -> Iterator[WantedPage]:
    here = urlsplit(page.url)
    for one in of_list(of_object(page.json()).get("machines")):
        number = of_object(one).get("id")
        if number is not None:
            path = f"{here.path.rstrip('/')}/{part(str(number))}"
            yield WantedPage(at_host(here, path), "lnt-machine")


def _lnt_machine(page: GivenPage) -> Iterator[WantedPage]:
    here = urlsplit(page.url)
    api = here.path.rpartition("/machines/")[0]
    for one in of_list(of_object(page.json()).get("runs")):
        number = of_object(one).get("id")
        if number is not None:
            name = part(str(number))
            yield WantedPage(at_host(here, f"{api}/runs/{name}"), "lnt-run", f"runs/{name}.json")


def find_nyrkio(url: SplitResult) -> Iterator[WantedPage]:
    """Yield a list of tests, or one test; of a page, the tests below its name."""
    root, api, rest = url.path.partition("/api/v0/")
    if api:
        kind = next((one for one in ("public/", "orgs/") if rest.startswith(one)), "")
        what, _, test = rest.removeprefix(kind).strip("/").partition("/")
        if what == "results":
            yield WantedPage(at_host(url, url.path.rstrip("/")), "nyrkio")
        elif what == "result" and test:
            yield _nyrkio_test(url, f"{root}/api/v0/{kind}", unquote(test))
        return
    kind, _, below = url.path.strip("/").partition("/")
    lists = {"public": "public/", "orgs": "orgs/", "tests": ""}
    if url.hostname in _NYRKIO_HOSTS and kind in lists:
        query = {"below": unquote(below).removeprefix(_GITHUB)} if below else None
        yield WantedPage(at_host(url, f"/api/v0/{lists[kind]}results", query), "nyrkio")


def _nyrkio(page: GivenPage) -> Iterator[WantedPage]:
    """Ask for each test of a list; `below` is ours, and their API passes over it."""
    asked = urlsplit(page.wanted.url)
    below = said_in(asked.query).get("below", "")
    root = urlsplit(page.url).path.removesuffix("results")
    for one in of_list(page.json()):
        test = text_of(of_object(one).get("test_name"))
        if test and (not below or test == below or test.startswith(f"{below.rstrip('/')}/")):
            yield _nyrkio_test(urlsplit(page.url), root, test)


def _nyrkio_test(url: SplitResult, root: str, test: str) -> WantedPage:
    path = "/".join(map(part, test.split("/")))
    return WantedPage(at_host(url, f"{root}result/{path}"), "json", f"result/{test}.json")


def find_perfherder(url: SplitResult) -> Iterator[WantedPage]:
    """Yield the summary of each series of a graph, or the list that the API is asked for."""
    root, api, _ = url.path.partition("/api/performance/summary")
    if api:
        query = {"interval": _PERFHERDER_S} | said_in(url.query)
        step = "json" if {"signature", "all_data"} <= query.keys() else "perfherder"
        name = "000001.json" if step == "json" else ""
        yield WantedPage(at_host(url, f"{root}/api/performance/summary/", query), step, name)
        return
    is_graph = "/perfherder/graphs" in url.path or url.fragment.startswith("/graphs")
    if not is_graph:
        return
    query_text = url.query or url.fragment.partition("?")[2]
    for number, series in enumerate(parse_qs(query_text).get("series", []), start=1):
        repository, signature, *rest = [*series.strip("[]").split(","), ""]
        query = {
            "repository": repository, "signature": signature, "interval": _PERFHERDER_S,
            "all_data": "true", **({"framework": rest[1]} if len(rest) > 1 and rest[1] else {}),
        }  # fmt: skip
        place = at_host(url, "/api/performance/summary/", query)
        yield WantedPage(place, "json", f"{number:06}.json")


def _perfherder(page: GivenPage) -> Iterator[WantedPage]:
    here = urlsplit(page.url)
    asked = said_in(here.query)
    kept = {name: asked[name] for name in ("repository", "interval") if name in asked}
    for one in map(of_object, of_list(page.json())):
        number = one.get("signature_id") or one.get("id")
        if number is not None:
            query = kept | {
                "repository": text_of(one.get("repository_name")) or kept.get("repository", ""),
                "signature": str(number), "framework": str(one.get("framework_id") or ""),
                "all_data": "true",
            }  # fmt: skip
            place = at_host(here, here.path, {name: said for name, said in query.items() if said})
            yield WantedPage(place, "json", f"{number}.json")


def find_codespeed(url: SplitResult) -> Iterator[WantedPage]:
    """Yield the timelines that a page shows; all benchmarks where it shows the grid."""
    root, is_here, _ = url.path.partition("/timeline/")
    if not is_here:
        return
    asked = said_in(url.query or url.fragment.partition("?")[2])
    missing = [name for name in ("exe", "env") if not asked.get(name)]
    if missing:
        raise UnreadableError(
            "the address of the timeline says no executables or no environment",
            "Choose both on Codespeed's page Timeline, and paste its address then.",
        )
    benchmark = asked.get("ben", "grid")
    query = {
        "exe": asked["exe"], "env": asked["env"], "ben": benchmark, "base": "none",
        "revs": _CODESPEED_REVISIONS,
    }  # fmt: skip
    place = at_host(url, f"{root}/timeline/json/", query)
    if benchmark in {"grid", "show_none"}:
        yield WantedPage(place.replace("ben=show_none", "ben=grid"), "codespeed")
    else:
        yield WantedPage(place, "json", "000001.json")


def _codespeed(page: GivenPage) -> Iterator[WantedPage]:
    """Ask for each benchmark: the grid shows fifteen revisions of each."""
    here = urlsplit(page.url)
    asked = said_in(here.query)
    for number, one in enumerate(of_list(of_object(page.json()).get("timelines")), start=1):
        benchmark = text_of(of_object(one).get("benchmark"))
        if benchmark:
            place = at_host(here, here.path, asked | {"ben": benchmark})
            yield WantedPage(place, "json", f"{number:06}.json")


def _last(page: GivenPage) -> Iterator[WantedPage]:
    """Ask for nothing more; UnreadableError where the answer is no JSON."""
    page.json()
    yield from ()


def _number_of(page: WantedPage) -> int:
    return _whole(page.name.partition(".")[0], 1)


def _whole(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and text.isascii() else otherwise


FINDERS = (
    find_lnt, find_bencher, find_nyrkio, find_perfherder, find_codespeed, find_conbench,
)  # fmt: skip
"""The surest first."""
STEPS: Mapping[str, Step] = {
    "bencher": _bencher, "conbench": _conbench, "lnt-machines": _lnt_machines,
    "lnt-machine": _lnt_machine, "lnt-run": _last, "nyrkio": _nyrkio,
    "perfherder": _perfherder, "codespeed": _codespeed, "json": _last,
}  # fmt: skip

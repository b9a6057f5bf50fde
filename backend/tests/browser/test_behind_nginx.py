"""The pages behind the shipped nginx, as a person and as a page of another site see them."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from backend.testing.browser import Visitor
from backend.testing.databases import ROOT
from backend.testing.stack import Stack
from backend.testing.web_server import WebServer, web_server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def web(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    stack.project()
    dist = ROOT / "frontend" / "dist"
    with web_server(stack.url, dist, tmp_path_factory.mktemp("nginx")) as running:
        yield running


@pytest.fixture
def other_site(web: WebServer) -> Iterator[str]:
    """Serve a page of another site that frames two of ours."""

    class Framing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            embedded, page = f"{web.url}/embed/main/explore", f"{web.url}/p/main"
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            frames = f'<iframe name="embedded" src="{embedded}"></iframe>'
            self.wfile.write(f'{frames}<iframe name="page" src="{page}"></iframe>'.encode())

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Framing)
    Thread(target=server.serve_forever, daemon=True).start()
    # another name of this machine is another site
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_pages_work_as_without_it(person: Visitor, stack: Stack, web: WebServer) -> None:
    refused: list[str] = []
    person.page.on(
        "console", lambda said: refused.append(said.text) if said.type == "error" else None
    )
    person.open(stack.sign_in_url().replace(stack.url, web.url))
    # the link is exchanged by the page: to leave before would be to stay signed out
    person.page.wait_for_url(lambda now: "sign-in" not in now, timeout=120_000)
    person.open(f"{web.url}/p/main")
    assert person.answer()
    person.see("Live")
    person.open(f"{web.url}/p/main/settings/audit")
    assert person.answer()
    assert refused == []


def test_another_site_may_frame_a_chart_and_no_page(person: Visitor, other_site: str) -> None:
    refused: list[str] = []
    person.page.on("console", lambda said: refused.append(said.text))
    person.open(other_site)
    embedded = person.page.frame("embedded")
    assert embedded is not None
    embedded.locator("#root > *").first.wait_for(state="attached")
    person.page.wait_for_function("frames.length === 2")
    assert any("frame-ancestors 'self'" in said for said in refused), refused
    assert not any("frame-ancestors *" in said for said in refused)

"""The page that shows all calls and lets one try them: Swagger UI, from this server alone.

Its script and its style lie in a locked package and come under names that change with their
content. The page says what a browser may load for it: nothing from elsewhere.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from fastapi import FastAPI, Response
from fastapi.responses import HTMLResponse

from backend.domain.errors import NotFoundError

PATH = "/api/docs"
PACKAGE = "fastapi_offline"
"""Only its files are used: those of `swagger-ui-dist`, byte for byte."""
A_YEAR = {"Cache-Control": "public, max-age=31536000, immutable"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
BEGIN = """\
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#calls",
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  // no service elsewhere judges the description
  validatorUrl: null,
  // what a page of this server says of itself, without which no session changes anything
  requestInterceptor: (request) => {
    request.headers["X-Tidemark"] = "1";
    return request;
  },
});
"""
PAGE = """\
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tidemark: all calls</title>
    <link rel="icon" type="image/svg+xml" href="/icon.svg" />
    <link rel="stylesheet" href="{style}" />
  </head>
  <body>
    <div id="calls"></div>
    <script src="{script}"></script>
    <script src="{start}"></script>
  </body>
</html>
"""


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file of the page; its name changes with its content."""

    name: str
    media_type: str
    body: bytes


def install(app: FastAPI) -> None:
    @app.get(PATH, include_in_schema=False)
    def description() -> Response:
        return HTMLResponse(_page(), headers={"Content-Security-Policy": POLICY})

    @app.get(f"{PATH}/{{name}}", include_in_schema=False)
    def part(name: str) -> Response:
        found = next((one for one in _parts() if one.name == name), None)
        if found is None:
            raise NotFoundError(f"there is no file {name} of the page {PATH}")
        return Response(found.body, media_type=found.media_type, headers=A_YEAR)


@cache
def _page() -> str:
    script, style, start = (f"{PATH}/{one.name}" for one in _parts())
    return PAGE.format(script=script, style=style, start=start)


@cache
def _parts() -> tuple[PageFile, PageFile, PageFile]:
    """Return script, style and start of the page."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the package {PACKAGE} is not installed")
    static = Path(spec.origin).parent / "static"
    return (
        _part("swagger-ui.js", "text/javascript", (static / "swagger-ui-bundle.js").read_bytes()),
        _part("swagger-ui.css", "text/css", (static / "swagger-ui.css").read_bytes()),
        _part("start.js", "text/javascript", BEGIN.encode()),
    )


def _part(name: str, media_type: str, body: bytes) -> PageFile:
    stem, _, kind = name.rpartition(".")
    digest = hashlib.blake2b(body, digest_size=6).hexdigest()
    return PageFile(f"{stem}-{digest}.{kind}", media_type, body)

"""The built pages: files as they are, short links, and else the page that routes itself."""

from http import HTTPStatus
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, Response
from fastapi.staticfiles import StaticFiles

from backend.api import link_pages, picture_pages
from backend.domain.errors import NotFoundError

NOT_BUILT = """<!doctype html><title>Tidemark</title>
<p>The pages are not built. Run <code>make up</code>,
or <code>npm run build</code> in frontend/.</p>
"""
A_YEAR = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Of files whose names change with their content."""
A_DAY = {"Cache-Control": "public, max-age=86400"}
"""Of files every page waits for that hardly change: asking for each anew would cost more."""
ASK_AGAIN = {"Cache-Control": "no-cache"}
"""Of the page that names the others: an old one would name files that are gone."""


class _Hashed(StaticFiles):
    """Files whose names change with their content."""

    def file_response(self, *arguments: object, **named: object) -> Response:
        response = super().file_response(*arguments, **named)  # type: ignore[arg-type]
        response.headers.update(A_YEAR)
        return response


def install(app: FastAPI, dist: Path) -> None:
    if (dist / "assets").is_dir():
        app.mount("/assets", _Hashed(directory=dist / "assets"), name="assets")

    # the page says in its own words that a link leads nowhere, and offers to sign in
    picture_pages.install(app)
    link_pages.install(app, lambda: _index(dist, HTTPStatus.NOT_FOUND))

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str) -> Response:
        if path.startswith("api/"):
            raise NotFoundError(f"there is nothing at /{path}; see /api/docs")
        wanted = (dist / path).resolve()
        if path and wanted.is_relative_to(dist.resolve()) and wanted.is_file():
            return FileResponse(wanted, headers=A_DAY)
        return _index(dist)


def _index(dist: Path, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """Return the page that routes itself."""
    index = dist / "index.html"
    if not index.is_file():
        return HTMLResponse(NOT_BUILT, HTTPStatus.SERVICE_UNAVAILABLE)
    return FileResponse(index, status, headers=ASK_AGAIN)

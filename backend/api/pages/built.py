"""The built pages: files as they are, short links, and else the page that routes itself."""

from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from backend.api.pages import links as link_pages
from backend.api.pages import pictures as picture_pages
from backend.api.pages.built_files import BuiltFiles
from backend.api.pages.routes import demand_page_for, is_page
from backend.domain.errors import NotFoundError

NOT_BUILT = """<!doctype html><title>Tidemark</title>
<p>The pages are not built. Run <code>make up</code>,
or <code>npm run build</code> in frontend/.</p>
"""
A_YEAR = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Of files whose names change with their content."""
A_DAY = {"Cache-Control": "public, max-age=86400"}
"""Of files every page waits for that hardly change: asking for each again would cost more."""
ASK_AGAIN = {"Cache-Control": "no-cache"}
"""Of the page that names the others: an old one would name files that are gone."""
HASHED = "assets/"
INDEX = "index.html"


def install(app: FastAPI, dist: Path) -> None:
    files = BuiltFiles(dist)

    # the page says in its own words that a link leads nowhere, and offers to sign in
    picture_pages.install(app)
    link_pages.install(app, lambda: _index(files, {}, HTTPStatus.NOT_FOUND))

    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        if path.startswith("api/"):
            raise NotFoundError(f"there is nothing at /{path}; see /api/docs")
        found = files.find(path)
        if found is not None and path != INDEX:
            return found.answer(request.headers, A_YEAR if path.startswith(HASHED) else A_DAY)
        if path.startswith(HASHED):
            raise NotFoundError(f"there is no file /{path}")
        if is_page(path):
            return _index(files, request.headers)
        demand_page_for(request.headers.get("accept", ""), path)
        return _index(files, request.headers, HTTPStatus.NOT_FOUND)


def _index(
    files: BuiltFiles, asked: Mapping[str, str], status: HTTPStatus = HTTPStatus.OK
) -> Response:
    """Return the page that routes itself."""
    index = files.find(INDEX)
    if index is None:
        return HTMLResponse(NOT_BUILT, HTTPStatus.SERVICE_UNAVAILABLE)
    return index.answer(asked, ASK_AGAIN, status)

"""The built pages: files as they are, every other address is the page that routes itself."""

from http import HTTPStatus
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, Response
from fastapi.staticfiles import StaticFiles

from backend.domain.errors import NotFoundError

NOT_BUILT = """<!doctype html><title>Tidemark</title>
<p>The pages are not built. Run <code>make up</code>,
or <code>npm run build</code> in frontend/.</p>
"""
A_YEAR = "public, max-age=31536000, immutable"
SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; frame-ancestors 'self'",
}


class _Hashed(StaticFiles):
    """Files whose names change with their content."""

    def file_response(self, *arguments: object, **named: object) -> Response:
        response = super().file_response(*arguments, **named)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = A_YEAR
        return response


def install(app: FastAPI, dist: Path) -> None:
    if (dist / "assets").is_dir():
        app.mount("/assets", _Hashed(directory=dist / "assets"), name="assets")

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str) -> Response:
        if path.startswith("api/"):
            raise NotFoundError(f"there is nothing at /{path}; see /api/docs")
        index = dist / "index.html"
        if not index.is_file():
            return HTMLResponse(NOT_BUILT, HTTPStatus.SERVICE_UNAVAILABLE)
        wanted = (dist / path).resolve()
        is_file = bool(path) and wanted.is_relative_to(dist.resolve()) and wanted.is_file()
        return FileResponse(wanted if is_file else index, headers=SAFE)

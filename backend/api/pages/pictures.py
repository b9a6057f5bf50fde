"""Pictures that comments of forges show: without signing in, at addresses nobody can guess."""

import hashlib
from http import HTTPStatus

from fastapi import FastAPI, Request, Response

from backend.api.dependencies import Db

FRESH_S = 60
SAFE = "default-src 'none'; style-src 'unsafe-inline'"
"""What a browser may load for a picture: nothing."""


def install(app: FastAPI) -> None:
    @app.get("/pictures/{code}.svg", include_in_schema=False)
    def picture(request: Request, code: str, db: Db) -> Response:
        from backend.services.pulls.read import draw_picture  # noqa: PLC0415  when one is drawn

        svg = draw_picture(db, code[:64])
        tag = f'"{hashlib.blake2b(svg.encode(), digest_size=12).hexdigest()}"'
        headers = {
            "ETag": tag,
            "Cache-Control": f"public, max-age={FRESH_S}",
            "Content-Security-Policy": SAFE,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "X-Robots-Tag": "noindex",
        }
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        return Response(svg, media_type="image/svg+xml", headers=headers)

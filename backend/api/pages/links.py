"""Short links: people are led on, and programs that come as strangers are told what is there."""

from collections.abc import Callable
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from backend.api.dependencies import CurrentActor, Db
from backend.domain.errors import NotFoundError
from backend.settings import settings


def install(app: FastAPI, nowhere: Callable[[], Response]) -> None:
    headers = {"Cache-Control": "private, no-cache"}

    @app.get("/l/{code}.png", include_in_schema=False)
    def picture(code: str, db: Db, actor: CurrentActor) -> Response:
        from backend.domain.views.line_pictures import line_picture  # noqa: PLC0415  when needed
        from backend.services.views.preview_link import preview_link  # noqa: PLC0415  likewise

        found = preview_link(db, actor, code).preview
        if not found.values:
            raise NotFoundError("there is nothing to draw behind this link")
        png = line_picture(found.values, found.mood)
        return Response(png, media_type="image/png", headers=headers)

    @app.get("/l/{code}", include_in_schema=False)
    def follow(request: Request, code: str, db: Db, actor: CurrentActor) -> Response:
        from backend.services.views.preview_link import preview_link  # noqa: PLC0415  likewise
        from backend.services.views.shorten_address import lengthen_code  # noqa: PLC0415  likewise
        from backend.wording.previews import preview_page  # noqa: PLC0415  when needed

        try:
            if not actor.is_visitor:
                return RedirectResponse(lengthen_code(db, actor, code), HTTPStatus.FOUND)
            found = preview_link(db, actor, code)
        except NotFoundError:
            return nowhere()
        origin = (settings().public_url or str(request.base_url)).rstrip("/")
        written = preview_page(found.preview, found.address, f"{origin}/l/{code}.png")
        return HTMLResponse(written, headers=headers)

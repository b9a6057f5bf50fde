"""The cookies of a browser: its session, and the mark of a sign-in that is under way."""

from fastapi import Request, Response

from backend.api.dependencies import Db
from backend.api.sides import COOKIE
from backend.services.people.sign_in import sign_out
from backend.settings import Settings

DAY_S = 86_400


def settings_of(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def give_session(request: Request, response: Response, db: Db, token: str) -> None:
    """Give the browser a new session and end the one it came with."""
    before = request.cookies.get(COOKIE)
    if before is not None:
        sign_out(db, before)
    settings = settings_of(request)
    give(response, settings, (COOKIE, token), settings.session_days * DAY_S)


def give(
    response: Response, settings: Settings, pair: tuple[str, str], seconds: int, path: str = "/"
) -> None:
    """Give the browser a cookie that no script reads and no page of another site sends along."""
    response.set_cookie(
        *pair,
        max_age=seconds,
        path=path,
        httponly=True,
        samesite="lax",
        secure=settings.address.startswith("https://"),
    )

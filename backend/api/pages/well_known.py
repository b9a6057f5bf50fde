"""Whom to tell of a weakness of this installation: `/.well-known/security.txt` (RFC 9116)."""

from datetime import UTC, datetime, timedelta

from fastapi import FastAPI, Response
from fastapi.responses import PlainTextResponse

from backend.domain.errors import NotFoundError
from backend.settings import Settings

GOOD_FOR = timedelta(days=180)
A_DAY = {"Cache-Control": "public, max-age=86400"}
UNNAMED = (
    "this installation names nobody to tell of weaknesses; its administrator can, "
    "by the setting TIDEMARK_SECURITY_CONTACT"
)


def install(app: FastAPI, settings: Settings) -> None:
    @app.get("/.well-known/security.txt", include_in_schema=False)
    async def security() -> Response:
        contact = settings.security_contact or settings.mail_from
        if not contact:
            raise NotFoundError(UNNAMED)
        return PlainTextResponse(_written(contact, settings.address), headers=A_DAY)


def _written(contact: str, address: str) -> str:
    until = (datetime.now(UTC) + GOOD_FOR).replace(hour=0, minute=0, second=0, microsecond=0)
    place = contact if ":" in contact else f"mailto:{contact}"
    return (
        f"Contact: {place}\n"
        f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}\n"
        f"Canonical: {address}/.well-known/security.txt\n"
        "Preferred-Languages: en\n"
    )

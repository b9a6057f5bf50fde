"""How series, commits and numbers are named in every answer."""

from pydantic import BaseModel

Scalar = str | int | float | bool


class PageOf(BaseModel):
    """How many rows there are in all, and the cursor that fetches the next ones."""

    total: int
    next: str | None = None

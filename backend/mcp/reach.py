"""The way of one call to the server, and what most tools ask for."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar
from urllib.parse import quote

from pydantic import Field

from backend.client.call import ApiCall

T = TypeVar("T")


class ServerReach:
    """Sends calls on somebody's behalf, and knows where the pages are."""

    def __init__(self, send: Callable[[ApiCall[Any]], Awaitable[Any]], url: str) -> None:
        self._send = send
        self._url = url

    async def ask(self, call: ApiCall[T]) -> T:
        answered: T = await self._send(call)
        return answered

    def page(self, project: str, tail: str = "") -> str:
        return f"{self._url}/p/{quote(project, safe='')}{tail}"


Project = Annotated[str, Field(description="Short name of the project, as list_projects gives it")]
Few = Annotated[int, Field(ge=1, le=50, description="Most rows to give")]
Name = Annotated[str | None, Field(description="Exact name; leave out for any")]
Words = Annotated[str | None, Field(description="Words that all have to occur in the name")]

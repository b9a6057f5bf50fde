"""What the application sees of a sender: address and scheme, as far as somebody trusted says."""

import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send

from backend.api.app import create_app
from backend.api.middleware.senders import Senders
from backend.domain.proxies import read_proxies
from backend.settings import Settings


def seen(peer: tuple[str, int] | None, **said: str) -> tuple[str | None, str]:
    """Return the address and the scheme that stand in a request after it came in."""
    found: list[Scope] = []

    async def application(scope: Scope, _receive: Receive, _send: Send) -> None:
        found.append(scope)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(_message: Message) -> None: ...

    headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in said.items()]
    scope = {"type": "http", "scheme": "http", "client": peer, "headers": headers}
    asyncio.run(Senders(application, read_proxies("fd00:7::/64"))(scope, receive, send))
    client = found[0]["client"]
    return client[0] if client else None, found[0]["scheme"]


def test_a_trusted_proxy_says_who_asks_and_how() -> None:
    told = {"x_forwarded_for": "2001:db8::7", "x_forwarded_proto": "https"}
    assert seen(("fd00:7::10", 1), **told) == ("2001:db8::7", "https")
    assert seen(("fd00:7::10", 1), **told | {"x_forwarded_proto": "gopher"})[1] == "http"


@pytest.mark.parametrize("peer", ["2001:db8::7", "127.0.0.1"])
def test_anybody_else_says_nothing_of_it(peer: str) -> None:
    told = {"x_forwarded_for": "203.0.113.9", "x_forwarded_proto": "https"}
    assert seen((peer, 1), **told) == (peer, "http")


def test_a_sender_of_a_local_socket_has_no_address() -> None:
    assert seen(None, x_forwarded_for="203.0.113.9") == (None, "http")


def test_a_server_that_would_trust_everybody_does_not_start(settings: Settings) -> None:
    with pytest.raises(ValueError, match="TIDEMARK_TRUSTED_PROXIES"):
        create_app(settings.model_copy(update={"trusted_proxies": "*"}))

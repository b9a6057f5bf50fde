"""Who sent a request: the other end of the connection, or whom a trusted proxy names."""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from backend.domain.proxies import Proxies, read_address, sender_of

SCHEMES = {"http", "https"}


class Senders:
    """Writes the sender's address and scheme into each request, before anything looks at them."""

    def __init__(self, app: ASGIApp, trusted: Proxies) -> None:
        self.app = app
        self.trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope.get("client"):
            scope = self._with_sender(scope)
        await self.app(scope, receive, send)

    def _with_sender(self, scope: Scope) -> Scope:
        peer, port = scope["client"]
        address = read_address(peer)
        headers = Headers(scope=scope)
        if address is None or not self.trusted.cover(address):
            return {**scope, "client": (sender_of(peer, (), self.trusted), port)}
        sender = sender_of(peer, headers.getlist("x-forwarded-for"), self.trusted)
        said = headers.get("x-forwarded-proto", "")
        scheme = said if said in SCHEMES else scope["scheme"]
        return {**scope, "client": (sender, 0), "scheme": scheme}

"""The headers of a webhook."""

from collections.abc import Mapping

from backend.domain.errors import Fault, InvalidError
from backend.domain.pulls.forge_documents import LONGEST_NAME


def header_of(headers: Mapping[str, str], *names: str) -> str:
    """Return the first of some headers that is there; InvalidError where none is."""
    for name in names:
        told = headers.get(name.lower(), "").strip()
        if told and len(told) <= LONGEST_NAME and told.isascii() and told.isprintable():
            return told
    raise InvalidError(
        f"the webhook has no header {names[0]}",
        [
            Fault(
                "",
                f"the header {names[0]} is missing or no short text",
                "send webhooks as the forge makes them",
            )
        ],
    )

"""Which addresses are pages, and what stands at all others: nothing, in words for who asks."""

from backend.domain.errors import NotFoundError
from backend.domain.views.page_addresses import PAGES

OUTSIDE = (
    "/",
    "/welcome",
    "/join",
    "/reset",
    "/account",
    "/people",
    "/server",
    "/audit",
    "/help/$document",
    "/embed/$project/explore",
)
"""Pages outside of projects as the router of the pages writes them; short links are elsewhere."""
OF_PROJECTS = tuple(f"/p/$project{path.rstrip('/')}" for path in PAGES)
_PATTERNS = [pattern.strip("/").split("/") for pattern in (*OUTSIDE, *OF_PROJECTS)]


def is_page(path: str) -> bool:
    """Tell whether the router of the pages knows a path, as `p/main/runs` or `p/main/runs/`."""
    said = path.removesuffix("/").split("/")
    return any(_fits(pattern, said) for pattern in _PATTERNS)


def _fits(pattern: list[str], said: list[str]) -> bool:
    return len(pattern) == len(said) and all(
        bool(part) if wanted.startswith("$") else part == wanted
        for wanted, part in zip(pattern, said, strict=True)
    )


def demand_page_for(accept: str, path: str) -> None:
    """Raise NotFoundError where nothing is there and who asks does not read pages."""
    if "text/html" not in accept.lower():
        raise NotFoundError(f"there is nothing at /{path}; see / for pages, /api/docs for calls")

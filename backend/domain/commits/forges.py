"""Addresses of commits and of comparisons on the forge that holds a project's code."""

import re
from dataclasses import dataclass
from urllib.parse import quote

from backend.domain.errors import Fault, InvalidError
from backend.domain.web_addresses import address_oddity, web_parts

LONGEST = 500
HASH = re.compile(r"[0-9a-f]{7,64}")
"""What a forge finds without being told whether it is a tag."""
COMMIT_PAGE = re.compile(r"(?P<repository>https?://[^?#]+?)(?:/-)?/commits?/(?P<ref>[^/?#]+)/?")


@dataclass(frozen=True, slots=True)
class Forge:
    """Where the code of a project can be looked at; `repository` has no slash at its end."""

    repository: str

    @property
    def _pages(self) -> str:
        """GitLab keeps its own pages apart from those of a repository."""
        parts = web_parts(self.repository)
        is_gitlab = parts is not None and "gitlab" in (parts.hostname or "")
        return f"{self.repository}/-" if is_gitlab else self.repository

    def commit(self, name: str) -> str | None:
        return f"{self._pages}/commit/{quote(name)}" if HASH.fullmatch(name) else None

    def comparison(
        self, before: tuple[str, str | None], after: tuple[str, str | None]
    ) -> str | None:
        """Return the page with every commit and the diffstat between two.

        Each is a name and an address. What is no hash is called as its own page here calls it,
        such as the tag of a release; None where there is no such page.
        """
        refs = self._ref(*before), self._ref(*after)
        return None if None in refs else f"{self._pages}/compare/{refs[0]}...{refs[1]}"

    def _ref(self, name: str, url: str | None) -> str | None:
        if HASH.fullmatch(name):
            return name
        found = COMMIT_PAGE.fullmatch(url) if url else None
        return found["ref"] if found and found["repository"] == self.repository else None


def forge_of(repository_url: str | None, commit_url: str | None = None) -> Forge | None:
    """Return the forge as the project names it; else as the address of a commit gives it away."""
    if repository_url:
        return Forge(repository_url)
    found = COMMIT_PAGE.fullmatch(safe_link(commit_url) or "")
    return Forge(found["repository"]) if found else None


def safe_link(url: str | None) -> str | None:
    """Return an address that a page may link to: other schemes could run a script."""
    return url if url and web_parts(url) else None


def commit_link(name: str, url: str | None, forge: Forge | None) -> str | None:
    """Return where a commit can be read: as its report said; else where the project's code is."""
    return safe_link(url) or (forge.commit(name) if forge else None)


def read_repository_url(text: str) -> str | None:
    """Return the address without the slash or .git at its end; None where it is empty.

    InvalidError unless it is an http or https address of a repository without a secret in it.
    """
    url = text.strip().removesuffix("/").removesuffix(".git")
    if not url:
        return None
    if oddity := address_oddity(url):
        raise _refused(oddity)
    parts = web_parts(url)
    if parts is None:
        raise _refused("it is not an http or https address")
    if parts.username or parts.password:
        raise _refused("it holds a user name or password, which every reader would see")
    if parts.query or parts.fragment or not parts.path.strip("/") or len(url) > LONGEST:
        raise _refused("it is not the address of a repository")
    return url


def _refused(reason: str) -> InvalidError:
    remedy = "give it as the browser shows it, such as https://github.com/owner/name"
    return InvalidError(
        "the address of the repository cannot be used",
        [Fault("/repository_url", reason, remedy)],
    )

"""Who made a release and where its code lies, as its own metadata tells; nothing is looked up."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from email.utils import parseaddr
from importlib.metadata import PathDistribution
from pathlib import Path

from tidemark_demo.catalogue import Package, Release
from tidemark_demo.environments import Environment

REPOSITORY = re.compile(r"https://(?:github\.com|gitlab\.com|codeberg\.org)/[^/\s]+/[^/\s?#]+")
"""An address that names a repository and nothing within it."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Empty and None where the metadata do not tell."""

    author: str = ""
    url: str | None = None
    """The page of the release's commits."""


NOT_TOLD = Origin()
PEOPLE = ("Author", "Author-email", "Maintainer", "Maintainer-email")
"""Fields of the metadata, the first that is filled counts."""


def origins_of(environments: Iterable[Environment]) -> dict[Release, Origin]:
    return {one.release: origin_of(one.package, one.release, one.paths[0]) for one in environments}


def origin_of(package: Package, release: Release, installed: Path) -> Origin:
    """Read the metadata that lie beside an installed release."""
    found = next(installed.glob("*.dist-info"), None)
    if found is None:
        return NOT_TOLD
    told = PathDistribution(found).metadata
    fields = {name: [text.strip() for text in told.get_all(name) or ()] for name in PEOPLE}
    addresses = [*(told.get_all("Home-page") or ()), *_project_urls(told.get_all("Project-URL"))]
    return Origin(_author(fields), _commits_page(package, release, addresses))


def _author(fields: dict[str, list[str]]) -> str:
    """Return the first name told; of an address with a name, the name."""
    told = [(name, text) for name, texts in fields.items() for text in texts]
    name, text = next(((n, t) for n, t in told if t not in ("", "UNKNOWN")), ("", ""))
    return (name.endswith("email") and parseaddr(text)[0]) or text


def _project_urls(told: Iterable[str] | None) -> list[str]:
    return [text.partition(",")[2].strip() for text in told or ()]


def _commits_page(package: Package, release: Release, addresses: Iterable[str]) -> str | None:
    whole = (address.removesuffix("/").removesuffix(".git") for address in addresses)
    repository = next((one for one in whole if REPOSITORY.fullmatch(one)), None)
    if repository is None or package.tag is None:
        return None
    return f"{repository}/commits/{package.tag.format(version=release.version)}"

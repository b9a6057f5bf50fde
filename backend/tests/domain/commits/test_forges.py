"""Addresses of commits and comparisons on a forge, and which addresses are taken at all."""

import pytest

from backend.domain.commits.forges import forge_of, read_repository_url, safe_link
from backend.domain.errors import InvalidError

OLD, NEW = "a" * 40, "b" * 40


@pytest.mark.parametrize(
    ("repository", "commit_url", "expected"),
    [
        ("https://github.com/o/n", None, f"https://github.com/o/n/compare/{OLD}...{NEW}"),
        ("https://gitlab.com/g/s/n", None, f"https://gitlab.com/g/s/n/-/compare/{OLD}...{NEW}"),
        (None, f"https://github.com/o/n/commit/{NEW}", f"https://github.com/o/n/compare/{OLD}...{NEW}"),
        (None, f"https://gitlab.com/g/n/-/commit/{NEW}", f"https://gitlab.com/g/n/-/compare/{OLD}...{NEW}"),
    ],
)  # fmt: skip
def test_a_comparison_is_found_by_the_project_or_by_the_address_of_a_commit(
    repository: str | None, commit_url: str | None, expected: str
) -> None:
    forge = forge_of(repository, commit_url)
    assert forge is not None
    assert forge.comparison((OLD, None), (NEW, None)) == expected


def test_releases_have_no_comparison_since_their_tags_are_not_known() -> None:
    forge = forge_of("https://github.com/o/n")
    assert forge is not None
    assert forge.comparison(("packaging-20.4", None), (NEW, None)) is None
    assert forge.commit("20.4") is None
    assert forge_of(None, None) is forge_of(None, "https://example.org/changes") is None


def test_releases_are_compared_by_the_tags_that_their_own_pages_name() -> None:
    pages = "https://github.com/o/n/commits"
    forge = forge_of(None, f"{pages}/20.4")
    assert forge is not None
    new = ("n-20.4", f"{pages}/20.4")
    wanted = "https://github.com/o/n/compare/20.3...20.4"
    assert forge.comparison(("n-20.3", f"{pages}/20.3"), new) == wanted
    elsewhere = "https://github.com/o/other/commits/20.3"
    assert forge.comparison(("n-20.3", elsewhere), new) is None


def test_an_address_is_kept_without_its_end_and_an_empty_one_is_none() -> None:
    assert read_repository_url(" https://github.com/o/n.git ") == "https://github.com/o/n"
    assert read_repository_url("https://github.com/o/n/") == "https://github.com/o/n"
    assert read_repository_url("  ") is None


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(1)",
        "ftp://host/o/n",
        "https://user:secret@host/o/n",
        "https://host",
        "https://host/o?x=1",
        "https://[host/o",
        "https://host/o n",
        "github.com/o/n",
    ],
)
def test_what_is_no_address_of_a_repository_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(InvalidError) as refused:
        read_repository_url(text)
    assert refused.value.faults[0].pointer == "/repository_url"


def test_only_web_addresses_are_linked_to() -> None:
    assert safe_link("https://host/x") == "https://host/x"
    assert safe_link("javascript:alert(1)") is safe_link("") is safe_link(None) is None

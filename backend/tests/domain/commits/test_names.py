import pytest

from backend.domain.commits.names import short_commit


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("c0ffee1234567890c0ffee1234567890c0ffee12", "c0ffee12"),
        ("c0ffee1", "c0ffee1"),
        ("wcwidth-0.2.13", "wcwidth-0.2.13"),
        ("packaging-2024.1", "packaging-2024.1"),
        ("20260122093000", "20260122093000"),
        ("release-of-the-long-named-library-1.2.3", "release-of-the-long-named-libra…"),
    ],
)
def test_only_hashes_are_cut_and_names_of_releases_stay_apart(name: str, shown: str) -> None:
    assert short_commit(name) == shown

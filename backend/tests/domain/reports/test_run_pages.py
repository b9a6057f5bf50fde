"""What differs between runs, and what always does."""

from backend.domain.reports.run_pages import RunSurroundings, changed_attributes


def test_what_differs_in_every_run_is_no_change_of_the_environment() -> None:
    before = RunSurroundings({"rustc": "1.94", "load_average_1m": 0.4, "rounds": 15}, {})
    after = RunSurroundings({"rustc": "1.95", "load_average_1m": 9.1, "rounds": 13}, {})
    assert [one.name for one in changed_attributes(before, after)] == ["rustc"]

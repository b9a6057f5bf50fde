"""METHODOLOGY.md states what the last record of the evaluation found, and stays short."""

import pytest

from backend.evaluate.stated import (
    RECORD,
    TEXT,
    UnknownRowError,
    with_closing,
    with_figures,
    with_section,
)

MOST_WORDS = 6_000
FEWEST_ROWS = 30

RECORDED = """## Sweeps

| row | target | now | verdict |
| --- | --- | --- | --- |
| best kept, worst (5 rounds, gauss) | ≥ 95 % | 99.4 % | met |
| twice (a) | ≤ 1 | 0 | met |
| twice (b) | ≤ 1 | 0 | met |

**Best sets**

| rounds | noise | best kept | size |
| --- | --- | --- | --- |
| 5 | gauss | 99.4% | 4.09 |

## Splits

| row | target | now | verdict |
| --- | --- | --- | --- |
| best kept, worst | no target | 3 | - |
"""


def table(title: str, *rows: str) -> str:
    head = f"| evaluation: {title} | target | last record |"
    return "\n".join((head, "|---|---|---|", *rows, ""))


def test_a_section_takes_the_place_of_the_one_of_its_title() -> None:
    record = "# Evaluation\n\n## One\n\nold\n\n## Two\n\nkept\n"
    renewed = with_section(record, "One", "## One\n\nnew\n")
    assert renewed == "# Evaluation\n\n## One\n\nnew\n\n## Two\n\nkept\n"
    assert with_section(record, "Three", "## Three\n\nnew\n") == f"{record}\n## Three\n\nnew\n"


def test_methodology_states_the_figures_of_the_record() -> None:
    text = TEXT.read_text(encoding="utf-8")
    assert text == with_figures(text, RECORD.read_text(encoding="utf-8")), (
        "METHODOLOGY.md and docs/evaluation.md differ: call backend.evaluate.stated.repeat()"
    )


def test_methodology_names_rows_and_is_short_enough_to_be_read() -> None:
    text = TEXT.read_text(encoding="utf-8")
    stated = [line for line in text.splitlines() if line.count("|") == 4 and "---" not in line]
    assert len(stated) >= FEWEST_ROWS
    assert len(text.split()) <= MOST_WORDS


def test_figures_come_from_the_row_of_the_named_section() -> None:
    stated = table("Sweeps", "| best kept, worst | ≥ 90 % | 12 % |")
    assert with_figures(f"before\n\n{stated}\nafter\n", RECORDED) == (
        f"before\n\n{table('Sweeps', '| best kept, worst | ≥ 95 % | 99.4 % |')}\nafter\n"
    )
    stated = table("Splits", "| best kept, worst | | |")
    assert "| best kept, worst | no target | 3 |" in with_figures(stated, RECORDED)


def test_tables_of_other_things_stay_as_they_are() -> None:
    text = "| samples | interval | why |\n|---|---|---|\n| 1 | none | one |\n"
    assert with_figures(text, RECORDED) == text


@pytest.mark.parametrize("row", ["unheard of", "twice", "5"])
def test_rows_that_the_record_has_not_or_has_twice_are_refused(row: str) -> None:
    with pytest.raises(UnknownRowError, match=row):
        with_figures(table("Sweeps", f"| {row} | | |"), RECORDED)


def test_the_head_of_the_record_counts_its_rows() -> None:
    record = RECORD.read_text(encoding="utf-8")
    assert with_closing(record) == record
    missed = RECORDED.replace("| 99.4 % | met |", "| 93 % | NOT MET |")
    assert with_closing(f"```\nof before\n```\n\n{missed}").startswith(
        "```\n2 rows met, 1 not met, 1 without verdict.\n"
        "NOT MET: Sweeps: best kept, worst (5 rounds, gauss): 93 % (target ≥ 95 %)\n```\n\n## Sw"
    )

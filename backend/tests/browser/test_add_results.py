"""Files of tools and a table of one's own become runs on the page that adds results."""

import re
from pathlib import Path

from backend.testing.browser import Visitor
from backend.testing.stack import Stack
from backend.tests.adapters.test_tools import FILES

TABLE = "case,threads,ms\n" + "".join(f"walk,{n},{n + 0.5}\n" for n in range(1, 41))


def test_a_file_of_a_tool_is_recognised_and_becomes_a_run(person: Visitor, stack: Stack) -> None:
    stack.project("adding")
    page = person.page
    person.open(f"{stack.url}/p/adding/add-results")
    page.get_by_label("Files of benchmark tools").set_input_files(FILES / "hyperfine.json")
    person.wait_for_answer("would become 6 results")
    person.see("results with command and mean")
    page.get_by_label("Testbed").fill("box")
    page.get_by_label("Commit", exact=True).fill("abc")
    person.keep("add-results")
    page.get_by_role("button", name="Add results").click()
    person.wait_for_answer("6 results in 1 report taken")
    page.get_by_role("link", name=re.compile(r"^Run \d+$")).click()
    page.wait_for_url(re.compile(r"/p/adding/runs/\d+$"))


def test_a_table_is_explained_tried_and_its_mapping_saved(
    person: Visitor, stack: Stack, tmp_path: Path
) -> None:
    stack.project("mapped")
    table = tmp_path / "load.csv"
    table.write_text(TABLE)
    page = person.page
    person.open(f"{stack.url}/p/mapped/add-results")
    page.get_by_label("Files of benchmark tools").set_input_files(table)
    person.see("The files could not be read.")
    page.get_by_label("Meaning of threads").select_option("parameter")
    page.get_by_label("Meaning of ms").select_option("value")
    page.get_by_label("Metric of ms").fill("latency")
    page.get_by_label("Unit of ms").fill("ms")
    page.get_by_role("button", name="Try it on the file").click()
    person.wait_for_answer("40 rows would become 40 results")
    page.get_by_label("Name of the mapping").fill("load")
    page.get_by_role("button", name="Save it for this project").click()
    person.see("Mapping “load” saved")
    person.keep("add-results-mapping")
    person.open(f"{stack.url}/p/mapped/add-results")
    page.get_by_label("Files of benchmark tools").set_input_files(table)
    person.wait_for_answer("40 rows would become 40 results")
    person.see("the mapping “load”")

"""J4 by clicking: a split found, weighed, held beside alternatives, decided; a published one."""

import re

import pytest

from backend.testing.browser import Visitor
from backend.testing.databases import ROOT
from backend.testing.stack import Stack, wait_until
from backend.tests.api.splits.splitting import a_ring_run

pytestmark = pytest.mark.browser

REFERENCE = ROOT.parent / "shared" / "reference" / "ring_split.tsv"
OWN = ROOT / "backend" / "evaluate" / "published" / "ring_split.tsv"


@pytest.fixture(scope="module")
def measured(stack: Stack) -> Stack:
    """Give a project with a run of two allocator workloads at three ring sizes."""
    with stack.client("splitting") as client:
        assert client.post("/reports", json=a_ring_run()).status_code == 201
        wait_until(lambda: client.get("/splits").json()["total"] == 1, "a split is proposed", 150)
    return stack


def test_a_split_is_found_and_weighed(person: Visitor, measured: Stack) -> None:
    page = person.page
    person.open(f"{measured.url}/p/splitting/splits")
    person.wait_for_answer("1 open split")
    listed = page.get_by_role("list", name="Splits")
    listed.get_by_text("found by Tidemark").wait_for()
    person.keep("splits")
    page.get_by_role("link", name=re.compile("random_mixed_rings .*lower throughput")).click()
    person.wait_for_answer("rings = 64/64 against 16/16")
    payers = page.get_by_role("region", name="Regressions")
    payers.get_by_text("random_mixed_rings", exact=True).wait_for()
    person.see(re.compile("Break-even: random_mixed_rings at"))
    person.see(re.compile("rings = 48/16 resolves the split of rings = 64/64"))
    person.keep("split")

    weight = page.get_by_role("spinbutton", name="mid_large_mt_rings")
    weight.fill("19")
    page.wait_for_url(re.compile(r"weight=19:mid_large_mt_rings"))
    person.see("net gain")
    page.get_by_role("button", name="Save weights").click()
    page.wait_for_url(lambda url: "weight=" not in url)
    person.see("net gain")

    page.get_by_role("button", name="Table").first.click()
    page.get_by_role("table", name=re.compile("Members with their gain")).wait_for()
    page.go_back()

    page.get_by_role("combobox", name="X axis").select_option(
        label="thread_local_bytes of mid_large_mt_rings"
    )
    page.wait_for_url(re.compile("x=thread_local_bytes"))


def test_a_split_is_decided_and_that_is_taken_back(person: Visitor, measured: Stack) -> None:
    page = person.page
    person.open(f"{measured.url}/p/splitting/splits?source=proposed")
    page.get_by_role("link", name=re.compile("random_mixed_rings .*lower throughput")).click()
    page.get_by_role("textbox", name="Why").fill("Large objects are our load")
    page.get_by_role("button", name="Accept").click()
    person.see(re.compile("Accepted by .*Large objects are our load"))
    page.get_by_role("region", name="Undo").get_by_role("button", name="Undo").last.click()
    person.see("No decision yet.")
    page.get_by_role("button", name="Reject").click()
    person.see(re.compile("Rejected by"))
    page.get_by_role("textbox", name="Note").fill("Take 48/16 instead")
    page.get_by_role("button", name="Save note").click()
    person.see(re.compile("noted"))
    person.keep("split-decided")


def test_a_split_is_made_from_a_comparison(person: Visitor, measured: Stack) -> None:
    with measured.client("splitting") as client:
        run = client.get("/runs").json()["rows"][0]["id"]
    sides = f"baseline=run:{run}&contender=run:{run}"
    values = "baseline.param.rings=16/16&contender.param.rings=48/16"
    person.open(f"{measured.url}/p/splitting/compare?{sides}&{values}")
    person.page.get_by_role("link", name="See it as a split").click()
    person.wait_for_answer("rings = 48/16 against 16/16")
    person.see("not kept")
    person.page.get_by_role("button", name="Save split").click()
    person.page.wait_for_url(re.compile(r"/splits/\d+$"))
    person.page.get_by_role("link", name="Compare both sides row by row").click()
    person.page.wait_for_url(re.compile("/compare"))


def test_published_figures_become_a_split_without_a_claim(person: Visitor, measured: Stack) -> None:
    page = person.page
    person.open(f"{measured.url}/p/splitting/splits?state=accepted")
    person.see("No split matches.")
    person.keep("splits-empty")
    page.get_by_role("button", name="Import table").click()
    table = REFERENCE if REFERENCE.exists() else OWN
    page.get_by_label("Table (TSV, CSV or JSON)").set_input_files(table)
    page.get_by_role("textbox", name="Name").fill("ring = 64")
    page.get_by_role("textbox", name="Source").fill("The author of the allocator")
    person.keep("splits-publish")
    page.get_by_role("button", name="Save split").click()
    person.wait_for_answer("ring = 64: random_mixed 5.4 % lower throughput")
    person.see("published figures, no samples")
    person.see(re.compile("Summary only: no significance test"))
    person.see(re.compile("resolves the split of .* \\(no significance test\\)"))
    person.keep("split-published")

"""Only pages of the project can be kept or shortened, and each state has one address."""

import re

import pytest

from backend.domain.errors import InvalidError
from backend.domain.views.page_addresses import LONGEST, PAGES, read_address, stored_address
from backend.testing.databases import ROOT

ROUTER = ROOT / "frontend" / "src" / "app" / "router.tsx"


@pytest.mark.parametrize(
    ("address", "tail", "page"),
    [
        ("/p/demo", "/", "Overview"),
        ("/p/demo/", "/", "Overview"),
        ("/p/demo?tab=new", "/?tab=new", "Overview"),
        (
            "/p/demo/explore?series=7&series=3&scale=log",
            "/explore?scale=log&series=7&series=3",
            "Explore",
        ),
        ("/p/demo/explore?series=7#top", "/explore?series=7", "Explore"),
        ("/p/demo/sweeps/12/ring%2Fsize", "/sweeps/12/ring%2Fsize", "Sweep"),
        ("/p/demo/compare?baseline=run:1&a=", "/compare?baseline=run:1", "Compare"),
    ],
)
def test_an_address_is_read_and_written_one_way(address: str, tail: str, page: str) -> None:
    read = read_address("demo", address)
    assert (read.tail, read.page) == (tail, page)
    assert stored_address(read.tail) == read
    assert read_address("demo", read.within("demo")) == read


def test_the_order_of_parameters_does_not_make_another_state() -> None:
    one = read_address("demo", "/p/demo/explore?series=7&scale=log&series=3")
    assert one == read_address("demo", "/p/demo/explore?scale=log&series=7&series=3")
    assert one != read_address("demo", "/p/demo/explore?scale=log&series=3&series=7")


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/p/demo/explore",
        "//evil.example/p/demo/explore",
        "/\\evil.example/p/demo",
        "javascript:alert(1)",
        "/p/other/explore",
        "/p/demo/../other/explore",
        "/p/demo/sweeps/%2e%2e/x",
        "/p/demo/sweeps//x",
        "/p/demo/nowhere",
        "/p/demo/explore/deeper",
        "/p/demo/explore?a=%00",
        "/p/demo/explore?a=\n",
        "/p/demo/runs/%00",
        "/sign-in?token=x",
        "explore",
        "",
        "/p/demo/explore?" + "a" * LONGEST,
        "/p/demo/explore?" + "&".join(["a=1"] * 501),
    ],
)
def test_whatever_is_no_page_of_the_project_is_refused_with_a_remedy(address: str) -> None:
    with pytest.raises(InvalidError) as refused:
        read_address("demo", address)
    assert refused.value.faults[0].pointer == "/address"
    assert refused.value.faults[0].remedy


def test_the_router_and_the_addresses_that_can_be_kept_agree() -> None:
    routes = re.findall(
        r"getParentRoute: \(\) => projectRoute,\s+path: \"([^\"]+)\"", ROUTER.read_text()
    )
    assert set(routes) == set(PAGES)

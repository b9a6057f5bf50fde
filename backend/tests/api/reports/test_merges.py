"""Two things of a kind become one: one history under both names, and apart again."""

from http import HTTPStatus
from typing import Any

import pytest
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.testing.builders import Document, a_report, a_result
from backend.testing.filling import fill
from backend.tests.api.reports.test_corrections import (
    AFTER,
    BEFORE,
    Ask,
    a_step,
    ask,
    open_changes,
)

__all__ = ["ask"]
OTHER = "taken over"


def of_other(report: Document, kind: str) -> Document:
    """Return a report of another suite, benchmark, testbed or branch."""
    if kind == "suite":
        return report | {"suite": {"name": OTHER}}
    if kind == "benchmark":
        return report | {"results": [one | {"benchmark": OTHER} for one in report["results"]]}
    return report | {kind: OTHER}


def points(ask: Ask) -> list[int]:
    return sorted(row["points"] for row in ask("GET", "/series")["rows"])


def ids(ask: Ask, kind: str) -> tuple[int, int]:
    """Return what is to be merged, and into what."""
    rows = ask("GET", f"/names/{kind}")["rows"]
    (old,) = [one["id"] for one in rows if one["name"] == OTHER]
    (new,) = [one["id"] for one in rows if one["name"] != OTHER]
    return old, new


@pytest.mark.parametrize("kind", ["suite", "benchmark", "testbed", "branch"])
def test_what_is_merged_has_one_history_until_it_is_taken_apart(
    engine: Engine, project: Project, ask: Ask, kind: str
) -> None:
    step = a_step()
    later = [of_other(one, kind) for one in step[BEFORE:]]
    fill(engine, project, *step[:BEFORE], *later)
    assert points(ask) == [AFTER, BEFORE]
    old, new = ids(ask, kind)
    place = f"/names/{kind}/{old}/merge"

    dry = ask("POST", place, into=new, dry_run=True)
    assert (dry["runs"], dry["results"], dry["collisions"]) == (AFTER, AFTER, [])
    assert points(ask) == [AFTER, BEFORE]
    done = ask("POST", place, into=new)
    assert points(ask) == [BEFORE + AFTER]
    assert open_changes(ask) == [("regression", f"r{BEFORE}")]
    (kept,) = ask("GET", f"/names/{kind}")["rows"]
    assert (kept["id"], kept["aliases"]) == (new, [OTHER])

    newest = {"id": "newest", "time": "2026-03-01T00:00:00Z", "parents": [f"r{BEFORE + AFTER - 1}"]}
    fill(
        engine,
        project,
        of_other(step[-1] | {"idempotency_key": "the newest", "commit": newest}, kind),
    )
    assert points(ask) == [BEFORE + AFTER + 1]
    back = ask("POST", f"/deletions/{done['deletion']}/restore")
    assert back["runs"] == AFTER
    assert points(ask) == [AFTER, BEFORE + 1]
    assert sorted(ids(ask, kind)) == sorted((old, new))
    names = {one["series"][kind]: one["points"] for one in ask("GET", "/series")["rows"]}
    assert names[OTHER] == AFTER


@pytest.mark.parametrize("kind", ["suite", "benchmark", "testbed", "branch"])
def test_deleted_runs_and_merges_are_taken_back_in_their_order(
    engine: Engine, project: Project, ask: Ask, kind: str
) -> None:
    step = a_step()[:4]
    fill(engine, project, *step[:2], *(of_other(one, kind) for one in step[2:]))
    old, new = ids(ask, kind)
    later, sooner = (one["id"] for one in ask("GET", "/runs")["rows"][:2])

    def back(deletion: Any, status: int = HTTPStatus.OK) -> Any:
        return ask("POST", f"/deletions/{deletion['deletion']}/restore", status)

    before = ask("POST", "/deletions", runs=[sooner], reason="a trial")
    merge = ask("POST", f"/names/{kind}/{old}/merge", into=new)
    after = ask("POST", "/deletions", runs=[later], reason="a trial")
    said = back(before, HTTPStatus.CONFLICT)["detail"]
    assert said.startswith(f"{kind} {OTHER} merged into ")
    assert said.endswith("take that merge back first")
    assert f"run {later} was deleted" in back(merge, HTTPStatus.CONFLICT)["detail"]
    for one in (after, merge, before):
        back(one)
    assert points(ask) == [2, 2]


def machines_of(ask: Ask) -> list[tuple[str, int]]:
    return [(one["name"], one["runs"]) for one in ask("GET", "/machines")["rows"]]


def test_two_machines_that_were_one_are_one_and_keep_their_fingerprints(
    engine: Engine, project: Project, ask: Ask
) -> None:
    def on(name: str, cores: int) -> Any:
        return {"machine": {"name": name, "fingerprint": {"cores": cores}}}

    first, second, *rest = a_step()
    fill(engine, project, first | on("box-1", 2), second | on("box-1", 4))
    fill(engine, project, *(one | on(OTHER, 4) for one in rest[:5]), rest[5] | on(OTHER, 8))
    assert machines_of(ask) == [("box-1", 2), (OTHER, 6)]
    old, new = ids(ask, "machine")
    done = ask("POST", f"/names/machine/{old}/merge", into=new)
    assert machines_of(ask) == [("box-1", 8)]
    shown = ask("GET", f"/machines/{new}")
    assert len(shown["revisions"]) == 3, shown
    fill(engine, project, rest[6] | on(OTHER, 8))
    assert machines_of(ask) == [("box-1", 9)]
    ask("POST", f"/deletions/{done['deletion']}/restore")
    assert machines_of(ask) == [("box-1", 3), (OTHER, 6)]
    assert len(ask("GET", f"/machines/{old}")["revisions"]) == 2
    ask("PATCH", f"/names/machine/{old}", archived=True)
    assert machines_of(ask) == [("box-1", 3)]
    ask("PATCH", f"/names/machine/{old}", archived=False)
    assert len(machines_of(ask)) == 2


def named(report: Document, benchmark: str) -> Document:
    return report | {"results": [one | {"benchmark": benchmark} for one in report["results"]]}


def benchmarks_of(ask: Ask, suite: str) -> dict[str, list[str]]:
    rows = ask("GET", "/names/benchmark")["rows"]
    return {one["name"]: one["aliases"] for one in rows if one["suite"] == suite}


def test_old_names_in_a_merged_suite_lead_on_and_go_back_with_it(
    engine: Engine, project: Project, ask: Ask
) -> None:
    own, first, second, third, fourth = a_step()[:5]
    taken = [of_other(one, "suite") for one in (first, second, third, fourth)]
    fill(
        engine,
        project,
        named(own, "mine"),
        named(own | {"idempotency_key": "of another benchmark"}, "bar"),
    )
    fill(engine, project, named(taken[0], "foo"), named(taken[1], "walk"))
    for suite, was, now in ((OTHER, "walk", "run"), ("runtime", "bar", "foo")):
        (id_,) = [one["id"] for one in ask("GET", "/names/benchmark")["rows"]
                  if (one["suite"], one["name"]) == (suite, was)]  # fmt: skip
        ask("PATCH", f"/names/benchmark/{id_}", name=now)
    (id_,) = [one["id"] for one in ask("GET", "/names/benchmark")["rows"]
              if (one["suite"], one["name"]) == ("runtime", "foo")]  # fmt: skip
    ask("PATCH", f"/names/benchmark/{id_}", name="baz")
    before = benchmarks_of(ask, "runtime"), benchmarks_of(ask, OTHER)
    assert before == ({"baz": ["bar", "foo"], "mine": []}, {"foo": [], "run": ["walk"]})

    old, new = ids(ask, "suite")
    done = ask("POST", f"/names/suite/{old}/merge", into=new)
    fill(engine, project, named(taken[2], "walk"), named(taken[3], "foo"))
    merged = {"baz": ["bar", "foo"], "mine": [], "run": ["walk"]}
    assert benchmarks_of(ask, "runtime") == merged
    assert points(ask) == [1, 2, 3]
    ask("POST", f"/deletions/{done['deletion']}/restore")
    assert benchmarks_of(ask, OTHER) == before[1]
    assert benchmarks_of(ask, "runtime") == {"baz": ["bar", "foo"], "mine": [], "run": []}


def test_suites_in_which_one_name_means_two_things_are_not_merged(
    engine: Engine, project: Project, ask: Ask
) -> None:
    first, second, third = a_step()[:3]
    fill(engine, project, named(first, "foo"))
    (id_,) = [one["id"] for one in ask("GET", "/names/benchmark")["rows"]]
    ask("PATCH", f"/names/benchmark/{id_}", name="bar")
    both = [of_other(one, "suite") for one in (second, third)]
    fill(engine, project, named(both[0], "foo"), named(both[1], "bar"))
    old, new = ids(ask, "suite")
    said = ask("POST", f"/names/suite/{old}/merge", HTTPStatus.CONFLICT, into=new)
    (fault,) = said["faults"]
    assert fault["reason"] == "benchmarks bar and foo are one in the other suite: merge them first"


def test_what_stands_against_a_merge_is_said_before_it(
    engine: Engine, project: Project, ask: Ask
) -> None:
    results = [a_result(), a_result(benchmark=OTHER)]
    machine = {"machine": {"name": "box-1", "fingerprint": {"cores": 2}}}
    other = {"suite": {"name": OTHER}, "testbed": OTHER,
             "metrics": {"time": {"unit": "s", "direction": "higher"}}}  # fmt: skip
    fill(engine, project, a_report(results=results) | machine, a_report() | other | machine)
    said = {
        "suite": "metric time is in s",
        "benchmark": "1 runs measured both benchmarks",
        "testbed": "machine box-1 is of both",
    }
    for kind, words in said.items():
        rows = [one for one in ask("GET", f"/names/{kind}")["rows"]
                if kind != "benchmark" or one["suite"] == "runtime"]  # fmt: skip
        (old,) = [one["id"] for one in rows if one["name"] == OTHER]
        (new,) = [one["id"] for one in rows if one["name"] != OTHER]
        place = f"/names/{kind}/{old}/merge"
        (against,) = ask("POST", place, into=new, dry_run=True)["collisions"]
        assert against.startswith(words)
        refused = ask("POST", place, HTTPStatus.CONFLICT, into=new)
        assert refused["faults"][0]["reason"] == against
        ask("POST", place, HTTPStatus.UNPROCESSABLE_ENTITY, into=old)
    metric = ask("GET", "/names/metric")["rows"]
    place = f"/names/metric/{metric[0]['id']}/merge"
    ask("POST", place, HTTPStatus.UNPROCESSABLE_ENTITY, into=metric[1]["id"])

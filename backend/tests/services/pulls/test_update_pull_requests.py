"""One comment and one check, right and never repeated, however a pull request goes on."""

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.domain.pulls.forge_checks import (
    CheckState,
)
from backend.services.pulls.accept_regressions import look_again
from backend.services.pulls.read import draw_picture, read_pull
from backend.services.pulls.receive_webhook import want_judged_since
from backend.services.task_queue import TaskQueue
from backend.services.thresholds.save import save_thresholds
from backend.storage.engine import transaction
from backend.storage.pulls import requests as pull_requests
from backend.testing.builders import a_history
from backend.testing.draining import RecordingRelay
from backend.testing.filling import fill
from backend.tests.services.pulls.pulling import (
    FORK,
    HEAD,
    MAIN,
    NEXT_HEAD,
    REPOSITORY,
    Desk,
    hear,
    pull_report,
    results,
    seen,
    the_pull,
    tick,
)


def test_a_report_alone_makes_one_comment_and_a_failing_check(
    engine: Engine, project: Project, desk: Desk
) -> None:
    fill(engine, project, pull_report(search=1.2))
    assert tick(engine, desk, patient=True) == 0, "a burst of reports is told once, at its end"
    fill(engine, project, pull_report() | {"suite": {"name": "another"}})
    assert tick(engine, desk) == 1
    assert tick(engine, desk) == 0
    (check,) = desk.checks[HEAD]
    assert (check.name, check.state) == ("tidemark/main", CheckState.FAILURE)
    assert check.title.startswith("1 regression: search engine=smol time ")
    assert desk.edits == 1
    for part in (
        "### ▲ 1 regression&#58; search engine=smol time ",
        " → ",
        "- Mind: Not every suite and testbed was measured at the base.",
        f"/p/main/compare?baseline=commit%3A{FORK}&contender=commit%3A{HEAD}",
        "the merge base",
        "https://tide.example/pictures/",
    ):
        assert part in desk.said
    one = the_pull(engine, project)
    assert (one.state, one.title, one.is_from_fork) == ("failed", "Try it", True)
    with transaction(engine) as session:
        assert "search engine=smol time" in draw_picture(session, one.picture)
        judgement = read_pull(session, project.id, one.id).judgement
    assert judgement is not None
    assert judgement.rows[0].full_name == "search engine=smol time", "as pages write it"


def test_the_rule_that_judges_a_regression_is_named_beside_it(
    engine: Engine, project: Project, desk: Desk
) -> None:
    rule = '[[thresholds.rule]]\nname = "quick ones"\nbenchmark = "search"\nminimum_effect = "10 %"'
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        save_thresholds(session, queue, project.id, (rule, "a test", None), "ada")
    fill(engine, project, pull_report(search=1.2))
    tick(engine, desk)
    assert "worse, fails the gate (rule 1 “quick ones”) | <code>search" in desk.said


def test_a_budget_that_the_head_breaks_fails_the_check_though_no_regression_does(
    engine: Engine, project: Project, desk: Desk
) -> None:
    budget = (
        '[[thresholds.rule]]\nbenchmark = "search"\nminimum_effect = "90 %"\naction = "inform"\n'
        '[[thresholds.budget]]\nname = "quick"\nbenchmark = "search"\nat_most = "1100 ms"\n'
        'at_least = "1 ms"\n'
        '[[thresholds.budget]]\nname = "old"\nbenchmark = "parse"\nat_most = "500 ms"\n'
        f'[[thresholds.reference]]\nname = "v1"\ncommit = "{MAIN[10]}"\n'
        '[[thresholds.budget]]\nname = "near v1"\nbenchmark = "search"\n'
        'worse_by = "5 %"\nagainst = "v1"\nat_most = "900 ms"'
    )
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        save_thresholds(session, queue, project.id, (budget, "a test", None), "ada")
    fill(engine, project, pull_report(search=1.2))
    tick(engine, desk)
    (check,) = desk.checks[HEAD]
    assert check.state == CheckState.FAILURE
    assert "2 budgets broken: search engine=smol time" in check.title
    assert "- ▲ Budget, fails the gate: <code>quick</code>, <code>search engine=smol" in desk.said
    assert "<code>near v1</code>" in desk.said
    assert "broken before it too" in desk.said, "what the base breaks fails nobody"
    assert check.summary.count("- ▲ Budget, fails the gate") == 2
    assert "more failure" not in check.summary, "all are named"
    with transaction(engine) as session:
        judgement = read_pull(session, project.id, 1).judgement
    assert judgement is not None
    sizes = {one.key.partition("|")[0]: one for one in judgement.failing}
    assert set(sizes) == {"budget quick", "budget near v1"}
    assert sizes["budget quick"].size == pytest.approx(math.log(1.2 / 1.1), abs=0.02)
    assert sizes["budget quick"].worst < 0.2, "as far as the bound that is broken"
    near = sizes["budget near v1"].size
    assert near == pytest.approx(math.log(1.2 / 1.05), abs=0.02), "the base broke the other bound"
    desk.comments.clear()
    fill(engine, project, pull_report(head=NEXT_HEAD))
    desk.pull = seen(head=NEXT_HEAD)
    tick(engine, desk)
    assert desk.checks[NEXT_HEAD][-1].state != CheckState.FAILURE


def test_a_base_that_is_slower_than_a_reference_fails_no_pull_request(
    engine: Engine, project: Project, desk: Desk
) -> None:
    budget = (
        f'[[thresholds.reference]]\nname = "v1"\ncommit = "{MAIN[10]}"\n'
        '[[thresholds.budget]]\nname = "near v1"\nbenchmark = "search"\n'
        'worse_by = "5 %"\nagainst = "v1"'
    )
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        save_thresholds(session, queue, project.id, (budget, "a test", None), "ada")
    slower = [f"{index:040x}" for index in range(100, 110)]
    for index, report in enumerate(a_history([1.0] * 10)):
        report["commit"] = {
            "id": slower[index], "parents": [[MAIN[29], *slower][index]],
            "time": f"2026-01-02T{10 + index}:00:00Z",
        }  # fmt: skip
        fill(engine, project, report | {"results": results(index, search=1.2)})
    report = pull_report(search=1.2)
    report["commit"]["parents"] = [slower[-1]]
    fill(engine, project, report)
    desk.pull = seen(base=slower[-1], fork_point=slower[-1])
    tick(engine, desk)
    assert "<code>near v1</code>" in desk.said
    assert "broken before it too" in desk.said
    assert desk.state != CheckState.FAILURE


def test_the_nearest_measured_ancestor_stands_in_for_a_fork_point_nobody_measured(
    engine: Engine, project: Project, desk: Desk
) -> None:
    report = pull_report(search=1.2)
    unmeasured = "f" * 40
    report["commit"] |= {"parents": [unmeasured], "ancestry": [unmeasured, FORK]}
    fill(engine, project, report)
    desk.pull = seen(fork_point=unmeasured)
    tick(engine, desk)
    assert "the merge base ffffffff was not measured, this is the nearest one, 1 commit before" in (
        desk.said
    )
    assert f"baseline=commit%3A{FORK}" in desk.said


def test_a_new_head_is_pending_and_the_same_comment_says_what_was_before(
    engine: Engine, project: Project, desk: Desk
) -> None:
    fill(engine, project, pull_report(search=1.2))
    tick(engine, desk)
    desk.pull = seen(head=NEXT_HEAD)
    with transaction(engine) as session:
        look_again(session, TaskQueue(session, RecordingRelay()), project.id, 1)
    tick(engine, desk)
    assert "### Waiting for results of eeeeeeee" in desk.said
    assert "At the head before, <code>dddddddd</code>: 1 regression" in desk.said
    assert desk.state == CheckState.PENDING
    assert [check.state for check in desk.checks[HEAD]] == [CheckState.FAILURE]
    fill(engine, project, pull_report(head=NEXT_HEAD))
    tick(engine, desk)
    assert "### Cannot be judged yet, 2 of 2 inconclusive" in desk.said
    assert desk.state == CheckState.NEUTRAL


def test_a_merge_group_has_a_check_against_its_base_and_no_comment(
    engine: Engine, project: Project, desk: Desk
) -> None:
    formed: dict[str, Any] = {
        "action": "checks_requested",
        "repository": {"full_name": REPOSITORY},
        "sender": {"login": "bot", "type": "Bot"},
        "merge_group": {
            "head_sha": NEXT_HEAD, "base_sha": FORK, "head_ref": "refs/heads/queue/main/pr-7",
            "base_ref": "refs/heads/main",
        },
    }  # fmt: skip
    hear(engine, project, "merge_group", formed)
    the_group = the_pull(engine, project).id
    desk.pull = replace(desk.pull, head=NEXT_HEAD)
    tick(engine, desk)
    assert desk.state == CheckState.PENDING
    report = pull_report(head=NEXT_HEAD, search=1.2)
    del report["pull_request"]
    fill(engine, project, report)
    tick(engine, desk)
    assert desk.state == CheckState.FAILURE
    assert desk.comments == {}
    another = {**formed["merge_group"], "head_sha": "9" * 40}
    hear(engine, project, "merge_group", formed | {"merge_group": another}, "2")
    with transaction(engine) as session:
        (log,) = read_pull(session, project.id, the_group).webhooks
    assert (log.kind, log.outcome) == ("MergeGroupFormed", "looked at")


def test_nothing_measured_before_the_fork_point_holds_nobody_up(
    engine: Engine, project: Project, desk: Desk
) -> None:
    report = pull_report(search=1.2)
    report["testbed"] = "another box"
    fill(engine, project, report)
    tick(engine, desk)
    assert desk.state == CheckState.NEUTRAL
    assert "measure the base branch first" in desk.said


def test_a_merged_pull_request_is_told_of_no_more_and_found_by_its_commit(
    engine: Engine, project: Project, desk: Desk
) -> None:
    fill(engine, project, pull_report(search=1.2))
    tick(engine, desk)
    desk.pull = seen(is_open=False, merged_as=MAIN[29])
    with transaction(engine) as session:
        look_again(session, TaskQueue(session, RecordingRelay()), project.id, 1)
    tick(engine, desk)
    assert (desk.edits, len(desk.checks[HEAD])) == (1, 1)
    with transaction(engine) as session:
        (found,) = pull_requests.find_merged(session, project.id, MAIN)
        stored = pull_requests.find(session, project.id, found.id)
    assert found.number == 7
    assert stored is not None
    assert (stored.is_open, stored.state) == (False, "failed")


def test_results_of_a_merge_count_for_its_head_and_a_split_is_named(
    engine: Engine, project: Project, desk: Desk
) -> None:
    report = pull_report(head="5" * 40, search=1.2, parse=0.7)
    fill(engine, project, report)
    tick(engine, desk)
    assert desk.comments == {}
    assert desk.state == CheckState.PENDING
    assert "reported for it are of 55555555" in desk.checks[HEAD][-1].summary
    # what a CI system checks out: the head merged into the tip of its base branch
    report = pull_report(head="6" * 40, search=1.2, parse=0.7)
    report["commit"]["parents"] = [MAIN[29], HEAD]
    fill(engine, project, report)
    tick(engine, desk)
    assert desk.state == CheckState.FAILURE
    assert "the base branch as it was merged with the head to be measured" in desk.said
    assert f"baseline=commit%3A{MAIN[29]}" in desk.said
    assert "- Split: runtime on box&#58; A split" in desk.said


def test_what_was_judged_before_a_detection_that_was_asked_for_is_judged_again(
    engine: Engine, project: Project, desk: Desk
) -> None:
    fill(engine, project, pull_report(search=1.2))
    assert tick(engine, desk) == 1
    for asked_ago_s, judged_again in ((-3600.0, 0), (3600.0, 1)):
        asked_at = datetime.now(UTC) - timedelta(seconds=asked_ago_s)
        with transaction(engine) as session:
            queue = TaskQueue(session, RecordingRelay())
            want_judged_since(session, queue, project.id, asked_at)
        assert tick(engine, desk) == judged_again
    assert desk.edits == 1, "what it says is the same"

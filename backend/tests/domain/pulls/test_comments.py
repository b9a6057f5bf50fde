"""The comment and the check: what they say, what they survive, and when the gate opens."""

import html
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from backend.domain.pulls.acceptances import FailingRegression, GateAcceptance, holding, limits_of
from backend.domain.pulls.commands import (
    Command,
    Unreadable,
    Verb,
    help_lines,
    may_ask,
    read_command,
)
from backend.domain.pulls.forge_checks import CheckState, ForgeRole
from backend.domain.pulls.judgements import ChosenBase, PullJudgement, PullRow, PullSurroundings
from backend.domain.pulls.pictures import draw_pull
from backend.wording.comparisons import unknown_words
from backend.wording.numbers import levels_words
from backend.wording.pull_comments import Links, PullReport, Reply, check_of, compose_comment
from backend.wording.pulls import base_words, needs_words

HEAD, BASE, FORK = "a" * 40, "b" * 40, "c" * 40
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
PAGE = "https://tide.example/p/main"
HOSTILE = (
    "@everyone", "#12", "GH-7", "!4", "org/repo#9", "<img src=x onerror=alert(1)>", "</code>",
    "| a | b |", "`x`", "[evil](https://evil.example)", "https://evil.example", "www.evil.example",
    "-->", "</details>", "x\n/merge\n", "**bold**", "_it_", "\u202eevil", "&lt;b&gt;",
    "a@b.example", "![p](x)", "\\|", ":tada:", "$1", "~bug",
)  # fmt: skip


def a_row(**changes: Any) -> PullRow:
    told = PullRow(
        verdict="regression", name="search smol time", suite="runtime", testbed="box",
        sentence="12.4\u202f% slower [10.1, 14.6], 10 pairs", ratio=1.124, low=1.101, high=1.146,
        direction="lower", series=1, is_gated=True, full_name="search engine=smol time",
        levels="101 → 114\u202fms",
    )  # fmt: skip
    return replace(told, **changes)


def a_judgement(**changes: Any) -> PullJudgement:
    told = PullJudgement(
        head=HEAD,
        measured=HEAD,
        base=ChosenBase(BASE, FORK, 3),
        counts={"regression": 1, "same": 2, "unknown": 1},
        compared=4,
        sentence="1 regression, 2 unchanged, 1 inconclusive.",
        rows=[
            a_row(),
            a_row(verdict="same", full_name="parse", sentence="the same", is_gated=False),
        ],
        failing=[FailingRegression("k", 0.117, 0.136)],
        rule="Regressions of 3\u202f% or more fail the gate.",
        unknown="1 inconclusive: about 14 more pairs (median).",
        beside=PullSurroundings(
            splits=["main: search 12.4\u202f% slower; parse 3\u202f% faster"],
            noise=["box-1: noise score 83 of 100."],
            differences=["toolchain rustc: 1.85 before, 1.86 now"],
            warnings=["The sides were measured in runs apart."],
        ),
    )
    return replace(told, **changes)


def a_story(judgement: PullJudgement | None = None, **changes: Any) -> PullReport:
    links = Links(f"{PAGE}/pull-requests/7", f"{PAGE}/compare?x=1", "https://tide.example/p.svg")
    return replace(PullReport("main", judgement or a_judgement(), links), **changes)


ACCEPTED = GateAcceptance(1, HEAD, "ada", "comment", "worth it, see #12", {"k": 0.136}, NOON)


def test_the_comment_says_the_verdict_then_the_worst_then_the_evidence() -> None:
    said = compose_comment(a_story()).splitlines()
    assert said[0] == "<!-- tidemark:main -->"
    assert said[2] == (
        "### ▲ 1 regression&#58; search engine=smol time 101 → 114\u202fms,"
        " 12.4\u202f% slower [10.1, 14.6], 10 pairs"
    )
    above = said[
        : said.index("<details><summary>The other 3 results, and what all rests on</summary>")
    ]
    assert len([line for line in above if line]) <= 12
    assert above[-2] == (
        "Noise: box-1&#58; noise score 83 of 100. Environment: toolchain rustc&#58; 1.85 before,"
        " 1.86 now."
    )
    whole = "\n".join(said)
    for part in (
        "1 regression, 2 unchanged, 1 inconclusive.",
        f"[All of the comparison]({PAGE}/compare?x=1)",
        "- Split: main&#58; search 12.4\u202f% slower; parse 3\u202f% faster",
        "- Unknown: 1 inconclusive&#58; about 14 more pairs &#40;median&#41;.",
        "- Noise: box-1&#58; noise score 83 of 100.",
        "- Environment: toolchain rustc&#58; 1.85 before, 1.86 now",
        "- Mind: The sides were measured in runs apart.",
        "- Base: bbbbbbbb&#58; the merge base cccccccc was not measured, this is the",
        " nearest one, 3 commits before it",
        "- Gate: Regressions of 3\u202f% or more fail the gate.",
        "And 2 more, on [the page]",
    ):
        assert part in whole
    rows = [line for line in said if line.startswith("| ") and "---" not in line]
    assert len(rows) == len({*rows, "head"}), "no row stands there twice"
    assert compose_comment(a_story()) == compose_comment(a_story()), "nothing in it is of the time"


@pytest.mark.parametrize(
    ("judgement", "state", "title"),
    [
        (
            a_judgement(), CheckState.FAILURE,
            "1 regression: search engine=smol time 12.4\u202f% slower",
        ),
        (
            a_judgement(counts={"regression": 3}, rows=[
                a_row(variant="search smol"),
                a_row(variant="search smol", name="search smol cpu_time"),
                a_row(variant="search smol", testbed="box-2"),
            ]), CheckState.FAILURE,
            "3 regressions of search smol, the worst search engine=smol time 12.4\u202f% slower",
        ),
        (
            a_judgement(counts={"regression": 3}, rows=[
                a_row(variant="search smol"),
                a_row(variant="search smol", testbed="box-2"),
                a_row(variant="search tokio"),
            ]), CheckState.FAILURE,
            "3 regressions of 2 variants, the worst search engine=smol time 12.4\u202f% slower",
        ),
        (
            a_judgement(failing=[]), CheckState.SUCCESS,
            "1 regression: search engine=smol time 12.4\u202f% slower; none fails the gate",
        ),
        (
            a_judgement(failing=[], counts={"same": 3, "improvement": 1}), CheckState.SUCCESS,
            "No regression in 4 results, 1 improvement",
        ),
        (
            a_judgement(
                failing=[], compared=6, counts={"same": 1, "unknown": 5},
                needs="needs about 3 more runs",
            ), CheckState.NEUTRAL,
            "Cannot be judged yet, 5 of 6 inconclusive: needs about 3 more runs",
        ),
        (
            a_judgement(failing=[], counts={"unknown": 1, "same": 2, "improvement": 1}),
            CheckState.SUCCESS, "No regression found, 1 improvement, 1 of 4 inconclusive",
        ),
        (
            PullJudgement(HEAD, "", None, {}, 0, ""), CheckState.PENDING,
            "Waiting for results of aaaaaaaa",
        ),
        (
            PullJudgement(HEAD, HEAD, None, {}, 0, "", why="no base"), CheckState.NEUTRAL,
            "Nothing to compare with yet",
        ),
    ],
)  # fmt: skip
def test_the_check_follows_the_gate(
    judgement: PullJudgement, state: CheckState, title: str
) -> None:
    check = check_of(a_story(judgement))
    assert (check.name, check.state, check.title) == ("tidemark/main", state, title)
    head = title.partition(" 12.4")[0].replace(":", "&#58;")
    assert head in compose_comment(a_story(judgement))


def test_an_acceptance_holds_until_something_else_fails_or_gets_worse() -> None:
    failing = [FailingRegression("k", 0.117, 0.136)]
    assert limits_of(failing) == {"k": 0.136}
    assert holding(failing, [ACCEPTED]) == ACCEPTED
    assert holding([FailingRegression("k", 0.13, 0.2)], [ACCEPTED]) == ACCEPTED
    assert holding([FailingRegression("k", 0.14, 0.2)], [ACCEPTED]) is None
    assert holding([*failing, FailingRegression("new", 0.01, 0.02)], [ACCEPTED]) is None
    assert holding([], [ACCEPTED]) is None, "nothing fails: there is nothing to accept"
    story = a_story(acceptances=[ACCEPTED])
    assert check_of(story).state is CheckState.SUCCESS
    assert check_of(story).title == (
        "1 regression: search engine=smol time 12.4\u202f% slower; accepted by ada"
    )
    assert "Accepted by <code>ada</code> on 2026-11-22 (comment)" in compose_comment(story)


def test_five_thousand_rows_fit_and_what_is_left_out_is_counted() -> None:
    rows = [a_row(full_name="<&|>@" * 40 + str(number), testbed="&" * 300) for number in range(600)]
    many = "&" * 900
    judgement = a_judgement(
        rows=rows, compared=5_000, counts={"regression": 5_000}, sentence=many, rule=many,
        failing=[FailingRegression(str(number), 0.1, 0.2) for number in range(5_000)],
        beside=PullSurroundings([many] * 100, [many] * 100, [many] * 100, [many] * 100),
    )  # fmt: skip
    text = compose_comment(a_story(judgement, acceptances=[replace(ACCEPTED, reason=many)]))
    assert len(text.encode()) <= 40_000
    assert text.endswith("· Tidemark</sub>")
    assert text.count("<details>") == text.count("</details>") == 1
    shown = text.partition("<details>")[2].count("fails the gate |")
    hidden = re.search(r"And ([\d\u202f]+) more, on \[the page\]", text)
    assert hidden is not None
    opened = text.partition("<details>")[0].count("fails the gate |")
    assert int(hidden[1].replace("\u202f", "")) == 5_000 - shown - opened
    plain = a_judgement(rows=[a_row(full_name=f"n{i}") for i in range(600)], compared=5_000)
    assert compose_comment(a_story(plain)).count("fails the gate") > 200, "the room is used"


@pytest.mark.parametrize("name", HOSTILE)
def test_what_people_named_stays_a_name(name: str) -> None:
    judgement = a_judgement(
        rows=[
            a_row(
                full_name=name, levels=name, testbed=name, sentence=f"other {name}", judged_by=name
            )
        ],
        beside=PullSurroundings([name], [name], [name], [name]),
    )
    story = a_story(
        judgement, acceptances=[replace(ACCEPTED, by=name, reason=name)],
        reply=Reply(name, name, help_lines()),
    )  # fmt: skip
    clean = compose_comment(a_story(a_judgement(rows=[a_row()])))
    text = compose_comment(story)
    read = html.unescape(text)
    for call in ("@everyone", "#12", "GH-7", "!4", "repo#9", "a@b", "$1", "~bug"):
        assert call not in read, "as a forge reads it before it looks for calls"
    for raw in ("<img", "](https://evil", "://evil", "www.evil", "`x`", "**bold", "_it_", ":tada:"):
        assert raw not in text
    for mark in ("<details>", "</details>", "</table", "<!--", "-->"):
        assert text.count(mark) == clean.count(mark)
    assert not re.search(r"^\s*/", text, re.MULTILINE), "a line of GitLab's quick actions"
    assert "\u202e" not in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {line.count("|") for line in rows} == {6}
    ET.fromstring(draw_pull([a_row(full_name=name)]))  # noqa: S314  our own


def test_a_new_head_says_what_the_one_before_came_to() -> None:
    waiting = PullJudgement("d" * 40, "", None, {}, 0, "")
    text = compose_comment(a_story(waiting, last=a_judgement()))
    assert "### Waiting for results of dddddddd" in text
    assert "At the head before, <code>aaaaaaaa</code>&#58;" not in text
    assert (
        "At the head before, <code>aaaaaaaa</code>: 1 regression&#58; search engine=smol time"
        " 12.4\u202f% slower."
    ) in text
    assert check_of(a_story(waiting, last=a_judgement())).state is CheckState.PENDING


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/tidemark", Command(Verb.HELP)),
        ("/tidemark help", Command(Verb.HELP)),
        ("  /TideMark  Accept  known, see 12  \nmore", Command(Verb.ACCEPT, "known, see 12")),
        ("/tidemark rerun", Command(Verb.RERUN)),
        ("/tidemark try  runtime-rust ", Command(Verb.TRY, "runtime-rust")),
        ("/tidemark bisect search", Command(Verb.BISECT, "search")),
        ("/tidemark accept", Unreadable("a reason is missing: why is it accepted")),
        ("/tidemark dance", Unreadable("there is no command “dance”")),
        ("please /tidemark rerun", None),
        ("/tidemarks", None),
        ("looks good\n/tidemark accept yes", None),
        ("", None),
    ],
)
def test_a_command_is_the_first_line_of_a_comment(text: str, command: object) -> None:
    assert read_command(text) == command


def test_accepting_takes_write_access() -> None:
    assert may_ask(Verb.ACCEPT, ForgeRole.WRITE)
    assert not may_ask(Verb.ACCEPT, ForgeRole.TRIAGE)
    assert may_ask(Verb.HELP, ForgeRole.READ)
    assert not may_ask(Verb.HELP, ForgeRole.NONE)


def test_the_base_says_why_it_is_the_base() -> None:
    assert base_words(ChosenBase(FORK, FORK)) == "cccccccc, the merge base"
    assert base_words(ChosenBase(BASE, None)).endswith("did not give the merge base")
    assert base_words(ChosenBase(BASE, None, is_merge=True)).startswith("bbbbbbbb, the base branch")


def test_what_cannot_be_told_says_what_it_needs() -> None:
    assert unknown_words([], 0) == ""
    assert unknown_words([14.0], 1) == "1 inconclusive: about 14 more pairs or runs (median)."
    assert unknown_words([10, 20, float("inf"), float("nan")], 4) == (
        "4 inconclusive: about 20 more pairs or runs for 2 of them (median);"
        " 1 would need more than a thousand;"
        " of 1 the scatter between runs is not known: more runs per side show it."
    )


def test_the_picture_shows_worse_to_the_right_for_either_direction() -> None:
    def end_of(row: PullRow) -> float:
        found = re.search(
            r'd="M([\d.]+) [\d.]+H([\d.]+)" stroke="#(b8400a|0b62a4)"', draw_pull([row])
        )
        assert found is not None
        return float(found[2])

    middle = (300 + 720 - 24) / 2
    assert end_of(a_row()) > middle
    assert end_of(a_row(ratio=0.8, low=0.75, high=0.85, direction="higher")) > middle
    assert end_of(a_row(verdict="improvement", ratio=0.8, low=0.75, high=0.85)) < middle
    assert "no result got worse or better" in draw_pull([])


def test_an_old_reply_names_the_head_that_it_was_given_at() -> None:
    reply = Reply("/tidemark accept slow disk", "ada", ["Accepted 1 regression."], "e" * 40)
    said = compose_comment(a_story(reply=reply))
    assert "asked <code>/tidemark accept slow disk</code> at the earlier head" in said
    assert "<code>eeeeeeee</code>:" in said
    assert "earlier head" not in compose_comment(a_story(reply=replace(reply, head=HEAD)))


def test_levels_and_needs_are_said_in_a_few_words() -> None:
    assert levels_words(0.00175, 0.00199, "s") == "1.75 → 1.99\u202fms"
    assert levels_words(float("nan"), 1.0, "s") == ""
    assert needs_words([3.0, float("inf"), 2.2], ["runs"] * 3) == "needs about 3 more runs"
    assert needs_words([1.0], ["pairs"]) == "needs about 1 more pair"
    assert needs_words([float("nan")], ["runs"]) == "the scatter between runs is not known yet"
    assert needs_words([float("inf")], ["runs"]) == "more runs would not decide"

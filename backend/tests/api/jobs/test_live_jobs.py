"""What a running job says of itself: its log, and its rounds as they come in."""

from sqlalchemy import Engine, text

from backend.domain.jobs.log_lines import LONGEST_LINE, MOST_BYTES
from backend.domain.jobs.narrowing import MOST_POINTS, MOST_SHOWN
from backend.storage.jobs.rounds import MOST_KEPT
from backend.tests.api.jobs.fleet import COMMITS, NewAgent, Person


def test_a_log_harms_nobody_and_of_one_that_is_too_long_the_middle_is_cut(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    agent = new_agent()
    job = person.ask()
    lease = agent.seek()
    hostile = ["\x1b]0;owned\x07<script>alert(1)</script>", "../../etc/passwd; rm -rf /"]
    assert agent.beat(lease, lines=hostile).is_success
    assert person.log(job)["lines"] == ["]0;owned<script>alert(1)</script>", hostile[1]]
    assert agent.beat(lease, lines=["a\x00b"]).is_success
    assert person.log(job, first=2)["lines"] == ["ab"]
    odd = {"variant": "a\x00b", "metric": "time", "round": 1, "arms": [1.0, 1.0]}
    assert agent.beat(lease, rounds=[odd]).status_code == 422
    beats, lines_a_beat = 24, 100
    for beat in range(beats):
        flood = [f"{beat} {line} ".ljust(LONGEST_LINE, "x") for line in range(lines_a_beat)]
        assert agent.beat(lease, lines=flood).is_success
    total = len(hostile) + 1 + beats * lines_a_beat
    head = person.log(job)
    assert (head["first"], head["total"]) == (0, total)
    assert head["lines"][3].startswith("0 0 ")
    tail = person.log(job, first=len(head["lines"]))
    assert tail["first"] == len(head["lines"]) + tail["dropped"] > len(head["lines"])
    assert tail["first"] + len(tail["lines"]) == total
    assert tail["lines"][-1].startswith(f"{beats - 1} {lines_a_beat - 1} ")
    kept = sum(len(line) + 1 for line in head["lines"] + tail["lines"])
    assert MOST_BYTES // 2 < kept < MOST_BYTES * 1.3
    with engine.connect() as connection:
        assert kept == connection.scalar(text("select sum(size) from job_log"))
        assert kept == connection.scalar(text("select log_bytes from job"))


def test_rounds_are_seen_as_they_come_in_and_none_counts_that_comes_after_the_end(
    person: Person, new_agent: NewAgent
) -> None:
    agent = new_agent()
    job = person.ask(kind="compare", commits=COMMITS)
    lease = agent.seek()

    def rounds(first: int, last: int, level: float) -> list[dict[str, object]]:
        return [
            {"variant": "search n=1", "metric": "time", "round": at, "arms": [at, level * at]}
            for at in range(first, last)
        ]

    assert agent.beat(lease, rounds=rounds(1, 6, 1.1)).is_success
    (seen,) = person.look(job)["narrowings"]
    assert (seen["variant"], seen["metric"], seen["rounds"]) == ("search n=1", "time", 5)
    assert (seen["baseline"], seen["commit"]) == ("c1", "c2")
    assert [one["rounds"] for one in seen["points"]] == [3]
    # what was said before the agent was killed is said again
    assert agent.beat(lease, rounds=rounds(4, 13, 1.1)).is_success
    (seen,) = person.look(job)["narrowings"]
    assert [one["rounds"] for one in seen["points"]] == [3, 6, 9, 12]
    assert all(one["low"] <= 1.1001 and one["high"] >= 1.0999 for one in seen["points"])
    assert agent.end(lease).is_success
    assert person.look(job)["narrowings"] == [seen]
    assert agent.beat(lease, rounds=rounds(13, 20, 3.0)).status_code == 409
    assert person.look(job)["narrowings"] == [seen]


def test_no_more_variants_and_rounds_are_kept_than_are_shown(
    person: Person, new_agent: NewAgent, engine: Engine
) -> None:
    agent = new_agent()
    job = person.ask(kind="compare", commits=COMMITS, rounds=300)
    lease = agent.seek()
    for first in range(1, 401, 20):
        rounds = [
            {"variant": f"search n={n}", "metric": "time", "round": at, "arms": [1.0, 1.1]}
            for at in range(first, first + 20)
            for n in range(MOST_SHOWN + 5)
        ]
        assert agent.beat(lease, rounds=rounds).is_success
    with engine.connect() as connection:
        kept = connection.execute(text("select count(distinct variant), count(*) from job_round"))
        assert [*kept] == [(MOST_SHOWN, MOST_KEPT)]
    seen = person.look(job)["narrowings"]
    assert [len(one["points"]) for one in seen] == [MOST_POINTS] * MOST_SHOWN

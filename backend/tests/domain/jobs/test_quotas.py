"""What is taken of a quota, and when it is free again."""

from datetime import UTC, datetime, timedelta

import pytest

from backend.domain.jobs.quotas import JobQuota, LeasedSpan, quota_sentence, standing_of

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
ADA, BOB = "user:1", "key:2"


def a_span(hours_ago: float, minutes: float, asker: str = ADA) -> LeasedSpan:
    begins = NOW - timedelta(hours=hours_ago)
    return LeasedSpan(asker, asker, begins, begins + timedelta(minutes=minutes))


def test_minutes_leave_the_day_as_they_entered_it() -> None:
    """Of 120 minutes from 10 to 12 yesterday's next day, one minute is free after 10:01."""
    spans = [a_span(23.0, 60.0), a_span(20.0, 60.0)]
    held = standing_of(JobQuota(120), spans, NOW).holding(ADA)
    assert held is not None
    assert held.frees_at is not None
    assert (held.spent, held.held) == (120.0, 0.0)
    free = held.frees_at - NOW
    assert timedelta(hours=1) <= free <= timedelta(hours=1, seconds=2)
    assert quota_sentence(held, NOW) == (
        "user:1 has used 120 of 120 min in 24 h; starts after 13:01 UTC"
    )


def test_what_began_before_the_day_counts_with_what_lies_in_it() -> None:
    standing = standing_of(JobQuota(120), [a_span(25.0, 90.0)], NOW)
    assert standing.people[ADA].spent == pytest.approx(30.0)
    assert standing.holding(ADA) is None


def test_a_lease_that_is_held_counts_with_all_that_it_may_take() -> None:
    """Else ten agents would begin ten jobs at once of somebody who has minutes for one."""
    standing = standing_of(JobQuota(60), [a_span(0.25, 60.0)], NOW)
    held = standing.holding(ADA)
    assert held is not None
    assert (held.spent, held.held) == (15.0, 45.0)
    assert quota_sentence(held, NOW) == (
        "user:1 has used 15 of 60 min in 24 h, a job that is measured may take the rest; starts"
        " when it ends"
    )


def test_each_person_has_a_quota_and_rules_have_that_of_the_project() -> None:
    spans = [a_span(2.0, 50.0), a_span(2.0, 40.0, BOB), a_span(2.0, 60.0, "rule:all")]
    standing = standing_of(JobQuota(45, 1000), spans, NOW)
    assert [use.who for use in standing.people.values()] == ["rule:all", ADA, BOB]
    assert standing.spent_askers == [ADA]
    assert standing.whole.spent == 150.0
    assert [standing.people[one].minutes for one in (ADA, "rule:all")] == [45, None]
    everybody = standing_of(JobQuota(None, 150), spans, NOW)
    whole = everybody.holding("user:9")
    assert whole is not None
    assert quota_sentence(whole, NOW).startswith("jobs of the project have used 150 of 150 min")


def test_of_two_quotas_that_are_spent_the_one_is_told_that_frees_last() -> None:
    spans = [a_span(23.0, 10.0), a_span(2.0, 90.0, BOB)]
    standing = standing_of(JobQuota(10, 100), spans, NOW)
    held = standing.holding(BOB)
    assert held is not None
    assert held.who == BOB

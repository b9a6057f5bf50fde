"""What becomes of a refusal: a time to ask again, or a sentence for a person."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from backend.domain.pulls.forge_checks import ForgeBusyError, ForgeRefusedError
from backend.domain.pulls.forge_events import ForgeKind
from backend.domain.pulls.forge_refusals import not_done

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
GITHUB = ForgeKind.GITHUB
SPENT = {"x-ratelimit-remaining": "0"}


@pytest.mark.parametrize(
    ("status", "headers", "said", "wait_s"),
    [
        (429, {"retry-after": "90"}, "", 90),
        (429, {}, "", 60),
        (429, {"ratelimit-reset": str(int(NOW.timestamp()) + 40)}, "", 40),
        (403, SPENT | {"x-ratelimit-reset": str(int(NOW.timestamp()) + 1200)}, "", 1200),
        (403, SPENT | {"x-ratelimit-reset": "soon"}, "", 60),
        (403, SPENT | {"x-ratelimit-reset": str(int(NOW.timestamp()) - 9)}, "", 1),
        (403, {"retry-after": "30"}, "", 30),
        (403, {}, "You have exceeded a secondary rate limit. Please wait.", 60),
        (403, {}, "You have triggered an abuse detection mechanism.", 60),
        (500, {}, "", 60),
        (502, {"retry-after": "Sun, 22 Nov 2026 12:05:00 GMT"}, "", 300),
        (503, {"retry-after": "9" * 50}, "", 6 * 3600),
        (503, {"retry-after": "nan"}, "", 60),
        (408, {}, "", 60),
    ],
)  # fmt: skip
def test_what_time_mends_is_asked_again(
    status: int, headers: dict[str, str], said: str, wait_s: float
) -> None:
    error = not_done(GITHUB, "pull request 7", (status, headers, said), NOW)
    assert isinstance(error, ForgeBusyError)
    assert error.retry_at == NOW + timedelta(seconds=wait_s)


@pytest.mark.parametrize(
    ("status", "headers", "said", "remedy"),
    [
        (401, {}, "Bad credentials", "give a new one"),
        (401, {"date": format_datetime(NOW + timedelta(minutes=5))}, "", "300 s off"),
        (401, {"date": "yesterday"}, "", "give a new one"),
        (403, {"x-accepted-github-permissions": "checks=write"}, "no", "needs checks=write"),
        (403, {"x-ratelimit-remaining": "4999"}, "Resource not accessible", "write access"),
        (404, {}, "Not Found", "hides what may not be seen"),
        (301, {}, "Moved Permanently", "renamed or moved"),
        (422, {}, "Validation Failed", "release"),
    ],
)  # fmt: skip
def test_what_a_person_mends_says_how(
    status: int, headers: dict[str, str], said: str, remedy: str
) -> None:
    error = not_done(GITHUB, "pull request 7", (status, headers, said), NOW)
    assert isinstance(error, ForgeRefusedError)
    assert str(status) in error.reason
    assert "pull request 7" in error.reason
    assert said in error.reason
    assert remedy in error.remedy


def test_gitlab_is_asked_again_where_somebody_else_changed_the_same_thing() -> None:
    answer: tuple[int, dict[str, str], str] = (409, {}, "Conflict")
    assert isinstance(not_done(ForgeKind.GITLAB, "a status", answer, NOW), ForgeBusyError)
    assert isinstance(not_done(GITHUB, "a status", answer, NOW), ForgeRefusedError)


def test_each_forge_names_its_own_permissions() -> None:
    told = {
        kind: not_done(kind, "a comment", (403, {}, "no"), NOW).remedy  # type: ignore[union-attr]
        for kind in ForgeKind
    }
    assert "Developer" in told[ForgeKind.GITLAB]
    assert "write:issue" in told[ForgeKind.GITEA]
    assert "pull requests" in told[ForgeKind.GITHUB]

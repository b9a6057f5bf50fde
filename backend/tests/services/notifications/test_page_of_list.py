"""The link of a message about several changes leads to a list that shows all of them."""

import pytest

from backend.domain.notifications.messages import NewsEntry
from backend.services.notifications.compose_message import ComposedNews, page_of_list


@pytest.mark.parametrize(
    ("are_of_pulls", "is_open", "page"),
    [
        ((False, False), True, "/changes"),
        ((True, True), True, "/changes?pulls=only"),
        ((True, False), True, "/changes?state=all"),
        ((False, False), False, "/changes?state=all"),
        ((True, True), False, "/changes?pulls=only&state=all"),
    ],
)
def test_changes_are_on_the_list_that_the_message_leads_to(
    are_of_pulls: tuple[bool, bool],
    is_open: bool,  # noqa: FBT001
    page: str,
) -> None:
    story = NewsEntry("walk 20 % slower", "walk", [], "https://host/p/main/alert-groups/1")
    told = [ComposedNews(story, {}, is_of_pull=one, is_open=is_open) for one in are_of_pulls]
    assert page_of_list(told) == page

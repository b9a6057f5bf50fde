"""The link of a message about several changes leads to a list that shows all of them."""

import pytest

from backend.domain.notifications.messages import NewsEntry
from backend.services.notifications.compose_message import ComposedNews, page_of_list


@pytest.mark.parametrize(
    ("are_of_pulls", "page"),
    [
        ((False, False), "/changes"),
        ((True, True), "/changes?pulls=only"),
        ((True, False), "/changes?state=all"),
    ],
)
def test_changes_of_pull_requests_are_on_the_list_that_the_message_leads_to(
    are_of_pulls: tuple[bool, bool], page: str
) -> None:
    story = NewsEntry("walk 20 % slower", "walk", [], "https://host/p/main/alert-groups/1")
    told = [ComposedNews(story, {}, is_of_pull=one) for one in are_of_pulls]
    assert page_of_list(told) == page

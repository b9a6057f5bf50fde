"""The check beside the head of a pull request, by the same judgement as the comment."""

from backend.domain.pulls.comments import PullStory, check_summary
from backend.domain.pulls.forge_checks import CheckState, ForgeCheck
from backend.domain.pulls.judgements import PullState, headline_of, state_of

STATES = {
    PullState.WAITING: CheckState.PENDING,
    PullState.FAILED: CheckState.FAILURE,
    PullState.ACCEPTED: CheckState.SUCCESS,
    PullState.PASSED: CheckState.SUCCESS,
    PullState.UNDECIDED: CheckState.NEUTRAL,
}


def check_name(project: str) -> str:
    """Return the name under which a branch rule asks for it; the same for ever."""
    return f"tidemark/{project}"


def check_of(story: PullStory) -> ForgeCheck:
    """Say what the gate says of the head."""
    state = state_of(story.judgement, story.acceptances)
    return ForgeCheck(
        name=check_name(story.project),
        state=STATES[state],
        title=headline_of(story.judgement, story.acceptances),
        summary=check_summary(story),
        url=story.links.comparison or story.links.pull,
    )

"""A message as Slack, Mattermost, Discord and Teams take it, each in its own shape and escapes.

What people named (benchmarks, commits, agents) is shown as it is written: it makes no link, calls
nobody and is no markup, wherever it stands.
"""

import re
from dataclasses import replace
from typing import Any

from backend.domain.notifications.channels import ChannelKind
from backend.domain.notifications.messages import MARKS, Message, Mood, NewsEntry, more_words

MOST_STORIES = 8
"""Of a digest; the page has the rest. Every chat limits the size of a message."""
# the light tokens of frontend/src/app/tokens.css
COLOURS: dict[Mood, str] = {"worse": "#b8400a", "better": "#0b62a4", "plain": "#5f6973"}
SLACK_TITLE, SLACK_TEXT = 150, 2_000
DISCORD_TITLE, DISCORD_TEXT, DISCORD_FACT, DISCORD_FACTS = 250, 400, 100, 6
_MARKUP = re.compile(r"([\\`*_{}\[\]()#+!|>~<-])")
_CALLS = re.compile(r"@(?=\w)")
_ADDRESS = re.compile(r"(?i)\b(https?|ftp|mailto):|\bwww\.")
NO_WIDTH = "\u200b"
"""Stands where a name would call somebody or become a link."""

Body = dict[str, Any]


def chat_body(kind: ChannelKind, message: Message) -> Body:
    """Return what is posted to a webhook of a chat."""
    shape = {
        ChannelKind.SLACK: slack_body,
        ChannelKind.MATTERMOST: mattermost_body,
        ChannelKind.DISCORD: discord_body,
        ChannelKind.TEAMS: teams_body,
    }[kind]
    return shape(_shortened(message))


def _shortened(message: Message) -> Message:
    if len(message.stories) <= MOST_STORIES:
        return message
    hidden = len(message.stories) - MOST_STORIES
    return replace(message, stories=message.stories[:MOST_STORIES], more=message.more + hidden)


def slack_body(message: Message) -> Body:
    """Use blocks of plain text, in which nothing is markup; only our own links are not plain."""
    blocks: list[Body] = []
    if len(message.stories) != 1 or message.more:
        blocks.append({"type": "header", "text": _slack_plain(message.title, SLACK_TITLE)})
    for story in message.stories:
        head = f"{MARKS[story.mood]} {story.headline}\n{story.about}"
        block: Body = {"type": "section", "text": _slack_plain(head, SLACK_TEXT)}
        if story.facts:
            block["fields"] = [
                _slack_plain(f"{label}\n{said}", SLACK_TEXT) for label, said in story.facts[:10]
            ]
        link = {"type": "mrkdwn", "text": f"<{_slack_escaped(story.address)}|Open it>"}
        blocks += [block, {"type": "context", "elements": [link]}]
    foot = f"<{_slack_escaped(message.settings_address)}|What is told here>"
    if message.more:
        all_of_it = f"<{_slack_escaped(message.address)}|All of it>"
        foot = f"{_slack_escaped(more_words(message))} {all_of_it} · {foot}"
    blocks.append({"type": "context", "elements": [{"type": "mrkdwn", "text": foot}]})
    return {"text": _slack_escaped(message.title), "blocks": blocks}


def _slack_plain(text: str, most: int) -> Body:
    return {"type": "plain_text", "text": _cut(text, most), "emoji": False}


def _slack_escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def mattermost_body(message: Message) -> Body:
    attachments = [
        {
            "fallback": _markdown(f"{story.headline}: {story.about}"),
            "color": COLOURS[story.mood],
            "title": _markdown(f"{MARKS[story.mood]} {story.headline}"),
            "title_link": story.address,
            "text": _markdown(story.about),
            "fields": [
                {"title": label, "value": _markdown(said), "short": len(said) < 40}  # noqa: PLR2004
                for label, said in story.facts
            ],
        }
        for story in message.stories
    ]
    return {"text": _foot_in_markdown(message), "attachments": attachments}


def _foot_in_markdown(message: Message) -> str:
    more = f" {_markdown(more_words(message))}" if message.more else ""
    links = f"[All of it]({message.address}) · [What is told here]({message.settings_address})"
    return f"{_markdown(message.title)}{more}\n{links}"


def discord_body(message: Message) -> Body:
    """Name nobody: `allowed_mentions` is empty, whatever a commit is called."""
    embeds = [
        {
            "title": _cut(f"{MARKS[story.mood]} {story.headline}", DISCORD_TITLE),
            "url": story.address,
            "description": _cut(_markdown(story.about), DISCORD_TEXT),
            "color": int(COLOURS[story.mood].removeprefix("#"), 16),
            "fields": [_discord_fact(fact) for fact in story.facts[:DISCORD_FACTS]],
        }
        for story in message.stories
    ]
    return {
        "content": _cut(_foot_in_markdown(message), SLACK_TEXT),
        "embeds": embeds,
        "allowed_mentions": {"parse": []},
    }


def _discord_fact(fact: tuple[str, str]) -> Body:
    label, said = fact
    return {"name": label, "value": _cut(_markdown(said), DISCORD_FACT), "inline": True}


def teams_body(message: Message) -> Body:
    """Use an adaptive card: runs of rich text are plain, the values of a fact set are Markdown."""
    body: list[Body] = [_teams_runs([(message.title, {"weight": "Bolder", "size": "Medium"})])]
    for story in message.stories:
        body += _teams_entry(story, is_alone=len(message.stories) == 1)
    if message.more:
        body.append(_teams_runs([(more_words(message), {"isSubtle": True})]))
    card = {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": body,
        "actions": [
            {"type": "Action.OpenUrl", "title": "Open it", "url": message.address},
            {
                "type": "Action.OpenUrl",
                "title": "What is told here",
                "url": message.settings_address,
            },
        ],
    }
    kind = "application/vnd.microsoft.card.adaptive"
    return {"type": "message", "attachments": [{"contentType": kind, "content": card}]}


def _teams_entry(story: NewsEntry, *, is_alone: bool) -> list[Body]:
    head = _teams_runs(
        [(f"{MARKS[story.mood]} {story.headline}", {"weight": "Bolder"}), (f" {story.about}", {})]
    )
    facts = [{"title": label, "value": _markdown(said)} for label, said in story.facts]
    return [head, {"type": "FactSet", "facts": facts}] if facts and is_alone else [head]


def _teams_runs(runs: list[tuple[str, Body]]) -> Body:
    inlines = [{"type": "TextRun", "text": text} | style for text, style in runs]
    return {"type": "RichTextBlock", "inlines": inlines}


def _markdown(text: str) -> str:
    """Escape a text for Markdown, so that it calls nobody and links nowhere either."""
    inert = _ADDRESS.sub(lambda found: f"{found[0][:-1]}{NO_WIDTH}{found[0][-1]}", text)
    inert = _CALLS.sub(f"@{NO_WIDTH}", inert)
    return _MARKUP.sub(r"\\\1", inert)


def _cut(text: str, most: int) -> str:
    """Cut a text, never between a backslash and what it escapes."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip(chr(92))}…"

"""What short links and badges say where they are pasted: a title, a sentence, a picture."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from backend.domain.catalogue.labels import SeriesLabel, series_name
from backend.domain.changes.group_views import AlertGroup
from backend.domain.changes.views import OPEN_STATES, ChangePoint
from backend.domain.commits.names import short_commit
from backend.domain.commits.timelines import BranchColumns
from backend.domain.quantities import Quantity
from backend.domain.series.lists import LatestPoint, SeriesListing
from backend.domain.views.badges import Badge
from backend.domain.views.line_pictures import HEIGHT, WIDTH
from backend.wording.effects import counted, ratio_words, said_of_aspect
from backend.wording.news import basis_of, drift_of
from backend.wording.numbers import another_level, in_unit, with_unit
from backend.wording.pauses import since_of, since_of_change

_MOODS = {"regression": "worse", "improvement": "better"}


@dataclass(frozen=True, slots=True)
class ShortLinkPreview:
    title: str
    description: str
    values: Sequence[float] = ()
    """What the picture shows; none where there is nothing to draw."""
    mood: str = "plain"


def page_preview(page: str, project: str) -> ShortLinkPreview:
    return ShortLinkPreview(f"{page}, {project}", f"Continuous benchmarks of {project}.")


def series_preview(
    listing: SeriesListing, changes: Sequence[ChangePoint], others: int, project: str
) -> ShortLinkPreview:
    """Tell the newest number of a series and its newest open change; those are in commit order."""
    title = series_name(listing.series)
    if listing.latest is not None:
        (number,), unit = in_unit([listing.latest.value], listing.series.unit)
        title = f"{title}: {with_unit(number, unit)}"
    open_ones = [
        one
        for one in changes
        if one.state in OPEN_STATES and one.kind != "environment" and not one.is_history
    ]
    newest = open_ones[-1] if open_ones else None
    said = "No open change." if newest is None else f"{sentence_of(newest)}."
    more = f" With {others} more series." if others else ""
    place = f"{listing.series.testbed}, {listing.series.branch}"
    return ShortLinkPreview(
        title,
        f"{said}{more} Newest of {counted(listing.points, 'point')} on {place} in {project}.",
        tuple(listing.sparkline),
        _MOODS.get(newest.verdict, "plain") if newest else "plain",
    )


def change_preview(
    change: ChangePoint, listing: SeriesListing | None, project: str
) -> ShortLinkPreview:
    """Tell one change: how large and how sure, since when, on what it rests."""
    points = f"judged on {basis_of(change)}"
    return ShortLinkPreview(
        f"{series_name(change.series)}: {sentence_of(change)}",
        f"{change.state.capitalize()}, {points}, on {change.series.testbed} in {project}.",
        tuple(listing.sparkline) if listing else (),
        _MOODS.get(change.verdict, "plain"),
    )


def sentence_of(change: ChangePoint, group: AlertGroup | None = None) -> str:
    """Say a change in a few words: "4.8 % slower [3.1, 6.4] since 1a2b3c4".

    `group`: what it belongs to, which may blame another commit than its own.
    """
    since = f"since {since_of_change(change) if group is None else since_of(group)}"
    if change.kind == "environment":
        return f"environment changed {since}"
    if not math.isfinite(change.ratio):
        return f"{another_level(change.before, change.after, change.series.unit)} {since}"
    quantity = Quantity(change.series.metric, change.series.unit, change.series.direction)
    effect = ratio_words((change.ratio, change.low, change.high), quantity)
    return f"{said_of_aspect(change, drift_of(change) + effect)} {since}"


def preview_page(preview: ShortLinkPreview, address: str, picture: str) -> str:
    """Write the page that programs read and browsers leave at once for the address."""
    facts = {
        "og:site_name": "Tidemark",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
    }
    if preview.values:
        facts |= {
            "og:image": picture,
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": f"Its newest {counted(len(preview.values), 'value')} as a line",
            "twitter:card": "summary_large_image",
        }
    tags = "\n".join(
        f'<meta property="{name}" content="{escape(said)}">' for name, said in facts.items()
    )
    title, goal = escape(preview.title), escape(address)
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
{tags}
<meta http-equiv="refresh" content="0; url={goal}">
<p><a href="{goal}">{title}</a></p>
"""


def value_badge(label: SeriesLabel, latest: LatestPoint | None, said: str | None) -> Badge:
    """Show the newest result with its unit."""
    if latest is None:
        return Badge(said or series_name(label), "no result yet")
    (number,), unit = in_unit([latest.value], label.unit)
    return Badge(said or series_name(label), with_unit(number, unit))


def change_badge(
    label: SeriesLabel,
    changes: Sequence[ChangePoint],
    branch: BranchColumns,
    since: int,
    said: str | None,
) -> Badge:
    """Show the newest confirmed step after a place on the branch, and how many there are."""
    places = {int(commit): place for place, commit in enumerate(branch.ids)}
    later = sorted(
        (
            change
            for change in changes
            if change.state in OPEN_STATES
            and change.kind != "environment"
            and places.get(change.commit.id, -1) > since
        ),
        key=lambda change: places[change.commit.id],
    )
    after = f"since {short_commit(branch.names[since])}"
    if not later:
        return Badge(said or series_name(label), f"no change {after}")
    newest = later[-1]
    quantity = Quantity(label.metric, label.unit, label.direction)
    effect = ratio_words((newest.ratio, newest.low, newest.high), quantity)
    effect = said_of_aspect(newest, effect)
    message = f"{effect} {after}"
    if len(later) > 1:
        message = f"{counted(len(later), 'change')} {after}, newest {effect}"
    return Badge(said or series_name(label), message, _MOODS.get(newest.verdict, "plain"))

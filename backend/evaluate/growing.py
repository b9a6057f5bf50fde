"""Histories as people live them: point by point, through what the worker judges them with."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.changes.aspects import JudgedAspect, judge_aspects, reported_aspects
from backend.domain.changes.findings import ChangeFinding, ChangePlace, with_fixes
from backend.domain.changes.judging import (
    AskedEvidence,
    JudgedHistory,
    PointConditions,
    judge_history,
    settled_before,
)
from backend.domain.changes.reconciliation import Known, reconcile
from backend.domain.changes.states import ChangeEvent, ChangeStanding, State
from backend.stats.arrays import Floats, Ints
from backend.stats.aspects import ASPECTS, is_outside, unknown_band
from backend.stats.changes import Options
from backend.stats.online import is_surprising, surprise
from backend.stats.screening import WIDTH, screen, tail_of

STANDARD = AskedEvidence(least=0.0, z=Options().z0)
LATE = 60
"""Runs after which a boundary is old: as many as its test looks at."""


@dataclass(frozen=True, slots=True)
class NewsItem:
    """One thing that people were told: what became of which change point, and when."""

    what: str
    change: int
    position: int
    at: int
    """Points that the series had then."""


@dataclass(slots=True)
class GrownHistory:
    """All change points of one series, as the database would hold them, and what was told."""

    known: dict[int, Known] = field(default_factory=dict)
    told: list[NewsItem] = field(default_factory=list)
    looks: int = 0

    def look(self, found: Sequence[ChangeFinding], positions: Ints) -> None:
        """Take in what a look at the whole history found."""
        self.looks += 1
        result = reconcile(list(self.known.values()), found, settled_before(positions))
        at = positions.size
        for update in result.updated:
            self._record(update.id, update.finding.place.position, update.standing, at)
            self.known[update.id] = known_as(update.id, update.finding, update.standing)
        for closing in result.closed:
            old = self.known[closing.id]
            self._record(closing.id, old.position, closing.standing, at)
            self.known[closing.id] = replace(old, standing=closing.standing)
        for new, standing in result.added:
            id_ = len(self.known) + 1
            self._record(id_, new.place.position, standing, at)
            self.known[id_] = known_as(id_, new, standing)

    def _record(self, id_: int, position: int, standing: ChangeStanding, at: int) -> None:
        old = self.known.get(id_)
        before = old.standing if old else None
        if before is not None and before.state is standing.state:
            return
        was_told = before is not None and before.was_confirmed
        what = {State.WITHDRAWN: "withdrawn", State.FIXED: "fixed"}.get(standing.state)
        if standing.state is State.CONFIRMED:
            what = "reopened" if was_told else "first"
        elif standing.state is State.FIXED and not was_told:
            what = "told as fixed"
        elif standing.state is State.SUSPECTED and was_told:
            what = "in doubt"
        if what:
            self.told.append(NewsItem(what, id_, position, at))


def findings_of(history: JudgedHistory, positions: Ints) -> list[ChangeFinding]:
    """Describe a history of which every position is a commit, without re-runs."""
    steps = [
        history.described(
            one,
            ChangeEvent.BOUNDARY,
            _place(positions, one.index, one.first, one.last),
            BetterDirection.LOWER,
        )
        for one in history.analysis.changes
    ]
    doubts = [
        history.described(
            one,
            ChangeEvent.SURPRISED,
            _place(positions, one.index, one.index, one.index),
            BetterDirection.LOWER,
        )
        for one in history.suspicions
        if not (one.has_returned or one.is_first_run)
    ]
    slides = [
        history.drifted(
            one,
            _place(positions, one.start + 1, one.earliest + 1, one.end),
            BetterDirection.LOWER,
        )
        for one in history.drifts
    ]
    lasting = sorted([*steps, *slides], key=lambda one: one.place.position)
    return [*with_fixes(lasting), *doubts]


def _place(positions: Ints, index: int, first: int, last: int) -> ChangePlace:
    position, after = int(positions[index]), int(positions[first - 1])
    until = int(positions[last])
    return ChangePlace(
        position=position,
        commit_id=position,
        previous_commit_id=int(positions[index - 1]),
        first_position=min(after + 1, position),
        last_position=until,
        first_commit_id=after + 1,
        last_commit_id=until,
        suspects=until - after,
    )


def known_as(id_: int, new: ChangeFinding, standing: ChangeStanding) -> Known:
    place = new.place
    return Known(
        id_, new.kind, standing,
        place.position, place.first_position, place.last_position, new.before, new.after,
        ratio=new.ratio, low=new.low, high=new.high, z=new.z,
        sigma=new.sigma, rho=new.rho, slope=new.slope, aspect=new.aspect,
    )  # fmt: skip


def live(
    values: Floats,
    positions: Ints | None = None,
    start: int = 0,
    *,
    has_memory: bool = True,
    aspects: Floats | None = None,
) -> GrownHistory:
    """Let a history grow point by point from `start` on, screened as ingestion does.

    Without memory, what was told before has no more right to stand than what is new. `aspects`
    are a row for each point: what its samples say beside their centre.
    """
    story = GrownHistory()
    positions = np.arange(values.size) if positions is None else positions
    nothing = np.zeros(values.size, np.int64)
    history: JudgedHistory | None = None
    bands = np.tile(unknown_band(0, 0), (len(ASPECTS), 1))
    for n in range(max(start, 1), values.size + 1):
        is_other = aspects is not None and is_outside(aspects[n - 1], bands, n)
        if history is None or is_other or _is_due(values[:n], history):
            known = list(story.known.values()) if has_memory else []
            conditions = PointConditions(nothing[:n], nothing[:n])
            of_centre = [one for one in known if not one.aspect]
            history = judge_history(values[:n], positions[:n], conditions, STANDARD, of_centre)
            found = findings_of(history, positions[:n])
            if aspects is not None:
                rows = aspects[:n]
                judged = list(judge_aspects(rows, positions[:n], conditions, STANDARD, known))
                for one in judged:
                    (bands[one.place],) = one.bands([0], n)
                found += _of_aspects(found, judged, known, positions[:n])
            story.look(found, positions[:n])
    return story


def _of_aspects(
    centre: Sequence[ChangeFinding],
    judged: Sequence[JudgedAspect],
    known: Sequence[Known],
    positions: Ints,
) -> list[ChangeFinding]:
    found = [
        (one, replace(finding, aspect=one.name))
        for one in judged
        for finding in findings_of(one.history, one.positions)
    ]
    return reported_aspects(centre, found, known, positions.tolist())


def _is_due(values: Floats, history: JudgedHistory) -> bool:
    """Ask the screen and the surprise of the newest run, as ingestion does."""
    analysis = history.analysis
    newest, n = values[-WIDTH:], values.size
    if analysis.logarithmic and newest[-1] <= 0:
        return True
    due_at = history.due_at
    if due_at is not None and n >= due_at:
        return True
    tail = tail_of(np.log(newest) if analysis.logarithmic else newest)[None]
    noise = np.array([[analysis.sigma, analysis.rho, analysis.slope]])
    counts = np.array([[n], [n - analysis.regime_start], [analysis.n]])
    if screen(tail, *counts, *noise.T.copy())[0]:
        return True
    visible = np.minimum(np.minimum(counts[1], counts[0]), WIDTH)
    return bool(is_surprising(surprise(tail, visible, np.ones(1, np.int64), noise))[0])


@dataclass(frozen=True, slots=True)
class Lived:
    """What people were told of many histories."""

    first: int
    withdrawn: int
    reopened: int
    fixed: int
    in_doubt: int
    old: int
    """Withdrawn or reopened more than 60 runs after the boundary."""
    runs: int
    looks: int

    @property
    def taken_back(self) -> float:
        """Return withdrawn and reopened per 100 first alerts."""
        return 100 * (self.withdrawn + self.reopened) / max(1, self.first)


def lived(stories: Sequence[GrownHistory], runs: int) -> Lived:
    """Count what was told."""
    told = [one for story in stories for one in story.told]
    counts = Counter(one.what for one in told)
    return Lived(
        first=counts["first"],
        withdrawn=counts["withdrawn"],
        reopened=counts["reopened"],
        fixed=counts["fixed"],
        in_doubt=counts["in doubt"],
        old=sum(
            one.at - one.position > LATE for one in told if one.what in ("withdrawn", "reopened")
        ),
        runs=runs,
        looks=sum(story.looks for story in stories),
    )

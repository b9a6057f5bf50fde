"""What a history chart shows: points, intervals, change points and commits of a few series."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.commits.timelines import range_over
from backend.domain.errors import Fault, InvalidError, NotFoundError
from backend.domain.series.histories import (
    History,
    PointColumns,
    RawSeries,
    SeriesHistory,
    history_of,
    runs_of_one_commit,
)
from backend.domain.series.percentile_points import ResultRecording, percentile_points, stride_for
from backend.stats.histograms.recordings import decode
from backend.storage.changes.views import changes_of_series
from backend.storage.series.histories import (
    Lines,
    Window,
    read_excluded,
    read_failures,
    read_in_turn,
    read_lines,
    read_points,
)
from backend.storage.series.recordings import StoredRecording, count_recordings, read_recordings

MOST_SERIES = 60
MEDIAN = 50.0


@dataclass(frozen=True, slots=True)
class HistoryRequest:
    """Which series, thinned to about how many marks, and which part of them."""

    series: Sequence[int]
    budget: int
    first: int | None = None
    """The first place of a commit on the branch, and the last one; or times, see `timelines`."""
    last: int | None = None
    percents: Sequence[float] = ()
    """Percentiles of what the results recorded; their centres where none is named."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The points of one line, and how many of its series lie before them."""

    series: int
    points: PointColumns
    earlier: int = 0
    percent: float | None = None
    without_percentile: int = 0
    stride: int = 1


def read_history(session: Session, project_id: int, asked: HistoryRequest) -> History:
    """Return the history of the series in the order asked for."""
    wanted = list(dict.fromkeys(asked.series))
    _check(wanted)
    lines = read_lines(session, project_id, wanted)
    missing = [str(series_id) for series_id in wanted if series_id not in lines.series]
    if missing:
        raise NotFoundError(f"there is no series {', '.join(missing)} in this project")
    windows = {series_id: _window(lines, series_id, asked) for series_id in wanted}
    drawn = (
        _percentiles(session, project_id, windows, asked.percents)
        if asked.percents
        else _centres(session, project_id, windows)
    )
    return _assemble(session, project_id, lines, drawn, windows, asked.budget)


def _check(wanted: Sequence[int]) -> None:
    if 1 <= len(wanted) <= MOST_SERIES:
        return
    reason = f"{len(wanted)} series are asked for, and a chart holds 1 to {MOST_SERIES}"
    raise InvalidError(
        reason, [Fault("/query/series", reason, "choose fewer, or draw several charts")]
    )


def _window(lines: Lines, series_id: int, asked: HistoryRequest) -> Window:
    first, last = range_over(len(lines.branches), asked.first, asked.last)
    bounds = lines.branches[lines.series[series_id].branch_id].bounds(first, last)
    if bounds is None:
        return Window(1, 0, is_cut=False)
    return Window(*bounds, is_cut=first is not None)


def _centres(session: Session, project_id: int, windows: Mapping[int, Window]) -> list[_Drawn]:
    found = read_points(session, project_id, windows)
    return [_Drawn(series_id, *found[series_id]) for series_id in windows]


def _percentiles(
    session: Session, project_id: int, windows: Mapping[int, Window], percents: Sequence[float]
) -> list[_Drawn]:
    counts = [count_recordings(session, project_id, *one) for one in windows.items()]
    stride = stride_for(counts)
    drawn = []
    for series_id, window in windows.items():
        stored = read_recordings(session, project_id, series_id, window, stride)
        recordings = [recording for one in stored if (recording := _recording(one))]
        for percent in dict.fromkeys(percents):
            points, too_few = percentile_points(recordings, percent)
            without_percentile = too_few + len(stored) - len(recordings)
            drawn.append(_Drawn(series_id, points, 0, percent, without_percentile, stride))
    return drawn


def _recording(stored: StoredRecording) -> ResultRecording | None:
    place = (stored.position, stored.run, stored.environment)
    if stored.histogram is not None:
        return ResultRecording(*place, decode(stored.histogram), stored.scale or 1.0)
    return ResultRecording(*place, stored.samples, 1.0) if stored.samples else None


def _is_judged(one: _Drawn) -> bool:
    """Tell whether changes are judged on this line: on the centres, which are the medians."""
    return one.percent in (None, MEDIAN)


def _aspect(one: _Drawn) -> str:
    """Return what of a result the line shows: its changes are those of that."""
    return "" if _is_judged(one) else f"p{one.percent:g}"


def _assemble(
    session: Session,
    project_id: int,
    lines: Lines,
    drawn: Sequence[_Drawn],
    windows: Mapping[int, Window],
    budget: int,
) -> History:
    lines_of = lines.series.items()
    failures = read_failures(
        session, project_id, [id_ for id_, line in lines_of if line.may_have_failures]
    )
    excluded = read_excluded(
        session, project_id, {id_: windows[id_] for id_, line in lines_of if line.has_excluded}
    )
    changes = changes_of_series(
        session,
        project_id,
        {id_: line.label for id_, line in lines_of if line.may_have_changes},
    )
    places = {branch_id: index for index, branch_id in enumerate(lines.branches)}
    series = [
        RawSeries(
            label=lines.series[one.series].label,
            branch=places[lines.series[one.series].branch_id],
            points=one.points,
            earlier=one.earlier,
            failed_commits=failures.get(one.series, []),
            changes=[each for each in changes.get(one.series, []) if each.aspect == _aspect(one)],
            tags=lines.series[one.series].tags,
            percent=one.percent,
            without_percentile=one.without_percentile,
            stride=one.stride,
            excluded=excluded.get(one.series, ()) if _is_judged(one) else (),
        )
        for one in drawn
    ]
    found = history_of(list(lines.branches.values()), series, budget)
    return replace(found, series=_with_further_runs(session, project_id, found.series))


def _with_further_runs(
    session: Session, project_id: int, drawn: Sequence[SeriesHistory]
) -> Sequence[SeriesHistory]:
    """Name in each line the drawn runs that do not stand for their commit."""
    doubtful = [runs_of_one_commit(one) for one in drawn]
    if not any(doubtful):
        return drawn
    asked = sorted({run for groups in doubtful for runs in groups for run in runs})
    order = read_in_turn(session, project_id, asked)
    turn = {run: place for place, run in enumerate(order)}

    def in_turn(runs: Sequence[int]) -> list[int]:
        return sorted(runs, key=lambda run: turn.get(run, len(turn)))

    return [
        replace(one, further_runs=[run for runs in groups for run in in_turn(runs)[1:]])
        for one, groups in zip(drawn, doubtful, strict=True)
    ]

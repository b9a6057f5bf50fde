"""What a history chart shows: points, intervals, change points and commits of a few series."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.errors import Fault, InvalidError, NotFoundError
from backend.domain.histories import History, RawSeries, history_of
from backend.storage.histories import Lines, Window, read_failures, read_lines, read_points
from backend.storage.shown_changes import changes_of_series

MOST_SERIES = 20


def read_history(
    session: Session,
    project_id: int,
    series_ids: Sequence[int],
    budget: int,
    window: tuple[int | None, int | None] = (None, None),
) -> History:
    """Return the history of the series in the order asked for, about `budget` marks in all.

    `window` holds the first and last ordinal (place of a commit on its branch) to show.
    """
    wanted = list(dict.fromkeys(series_ids))
    _check(wanted)
    lines = read_lines(session, project_id, wanted)
    missing = [str(series_id) for series_id in wanted if series_id not in lines.series]
    if missing:
        raise NotFoundError(f"there is no series {', '.join(missing)} in this project")
    windows = {series_id: _window(lines, series_id, window) for series_id in wanted}
    return _assemble(session, project_id, lines, windows, budget)


def _check(wanted: Sequence[int]) -> None:
    if 1 <= len(wanted) <= MOST_SERIES:
        return
    reason = f"{len(wanted)} series are asked for, and a chart holds 1 to {MOST_SERIES}"
    raise InvalidError(
        reason, [Fault("/query/series", reason, "choose fewer, or draw several charts")]
    )


def _window(lines: Lines, series_id: int, ordinals: tuple[int | None, int | None]) -> Window:
    columns = lines.branches[lines.series[series_id].branch_id]
    bounds = columns.bounds(*ordinals)
    if bounds is None:
        return Window(1, 0, is_cut=False)
    return Window(*bounds, is_cut=ordinals[0] is not None)


def _assemble(
    session: Session, project_id: int, lines: Lines, windows: dict[int, Window], budget: int
) -> History:
    points = read_points(session, project_id, windows)
    lines_of = lines.series.items()
    failures = read_failures(
        session, project_id, [id_ for id_, line in lines_of if line.may_have_failures]
    )
    changes = changes_of_series(
        session, project_id, {id_: line.label for id_, line in lines_of if line.may_have_changes}
    )
    places = {branch_id: index for index, branch_id in enumerate(lines.branches)}
    series = [
        RawSeries(
            label=lines.series[series_id].label,
            branch=places[lines.series[series_id].branch_id],
            points=points[series_id][0],
            earlier=points[series_id][1],
            failed_commits=failures.get(series_id, []),
            changes=changes.get(series_id, []),
        )
        for series_id in windows
    ]
    return history_of(list(lines.branches.values()), series, budget)

"""Have an agent refine a sweep: its values in rounds, until the best of each curve is known."""

from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.errors import InvalidError
from backend.domain.jobs.records import JobList
from backend.domain.jobs.targets import (
    BISECT_BUDGET,
    JobAsker,
    JobCommit,
    JobKind,
    JobPlan,
    JobRequest,
    JobTarget,
    SweptCurve,
    chosen_variant,
)
from backend.domain.people.projects import Project
from backend.domain.reports.run_pages import ListedRun
from backend.domain.sweeps.results import axis_value
from backend.services.events import Teller
from backend.services.jobs.ask import NOBODY, ask_once, on_testbed
from backend.services.jobs.read import list_alike
from backend.services.sweeps.choose import SweepChoice, choose_place, choose_runs
from backend.stats.sweeps.elimination import FIRST_LOOK
from backend.storage import sweeps
from backend.storage.catalogue.labels import read_labels
from backend.storage.reports.run_lists import read_runs

FEWEST = 2
"""Values that can be held against each other."""
Where = tuple[int, str]
"""Benchmark and axis."""


def list_refinements(
    session: Session, project: Project, where: Where, choice: SweepChoice
) -> JobList:
    """Return the jobs that refined a sweep at its commit, newest first, and what one more costs."""
    run, wanted = _request(session, project, NOBODY, where, choice)
    if wanted is None:
        why = "no curve has two values whose direction is known"
        return list_alike(session, project.id, None, run.testbed, why)
    bound = on_testbed(session, project.id, wanted, run.testbed)
    return list_alike(session, project.id, bound, run.testbed)


def ask_refinement(
    session: Session,
    teller: Teller,
    project: Project,
    asker: JobAsker,
    wanted_sweep: tuple[int, str, SweepChoice],
    minutes: int = BISECT_BUDGET,
) -> int:
    """Ask for a sweep to be refined; returns the job, a new one or one that is open.

    `wanted_sweep` is benchmark, axis and what of it is refined.
    """
    benchmark_id, axis, choice = wanted_sweep
    run, wanted = _request(session, project, asker, (benchmark_id, axis), choice)
    if wanted is None:
        raise InvalidError("no curve of this sweep has two values whose direction is known")
    wanted = replace(wanted, budget_minutes=minutes)
    bound = on_testbed(session, project.id, wanted, run.testbed)
    return ask_once(session, teller, project.id, bound)


def _request(
    session: Session, project: Project, asker: JobAsker, where: Where, choice: SweepChoice
) -> tuple[ListedRun, JobRequest | None]:
    """Return the run that is refined, and the job: every value of every curve, three rounds."""
    _, axis = where
    place = choose_place(session, project.id, where, choice)
    runs = read_runs(session, project.id, sweeps.read_run_ids(session, project.id, place.ids))
    run = choose_runs(session, project.id, runs, (place, axis, choice.run_id)).run
    labels = read_labels(session, project.id, place.ids)
    # a value that this run lacks, and another one had, is a cell that the job fills
    curves = [one for one in _curves(labels.values(), axis) if len(one.series) >= FEWEST]
    if not curves:
        return run, None
    wanted = [labels[one] for curve in curves for one in curve.series]
    target = JobTarget(
        suite=place.suite,
        commits=[JobCommit(run.commit.name, run.branch)],
        only=sorted({chosen_variant(one.benchmark, one.parameters) for one in wanted}),
        rounds=FIRST_LOOK,
        repository=project.repository_url or "",
    )
    return run, JobRequest(
        JobKind.SWEEP, target, asker, f"find the best {axis} of {place.benchmark}",
        budget_minutes=BISECT_BUDGET,
        plan=JobPlan(curves=curves, axis=axis, margin=choice.margin),
    )  # fmt: skip


def _curves(labels: Iterable[SeriesLabel], axis: str) -> list[SweptCurve]:
    """Return the series of each curve in the order of their values."""
    groups: dict[tuple[tuple[str, Scalar], ...], list[tuple[float, int]]] = {}
    for label in labels:
        value = axis_value(label.parameters, axis)
        if value is not None and label.direction in ("lower", "higher"):
            rest = {name: one for name, one in label.parameters.items() if name != axis}
            groups.setdefault(tuple(sorted(rest.items())), []).append((value, label.id))
    return [
        SweptCurve(dict(facet), [id_ for _, id_ in sorted(group)], [x for x, _ in sorted(group)])
        for facet, group in groups.items()
    ]

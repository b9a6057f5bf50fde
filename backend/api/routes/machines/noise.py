"""The noise of testbeds and of series."""

from typing import Annotated

from fastapi import APIRouter, Query

from backend.api.dependencies import Db, ReadableProject
from backend.api.parameters.filters import Id
from backend.api.shared_calls import Call
from backend.domain.machines.testbed_noise import TestbedNoiseList
from backend.domain.series.noise import SET_UP, SeriesNoise
from backend.services.machines.read_noise import list_noise_of_testbeds, read_noise_of_series

router = APIRouter(prefix="/projects/{project}", tags=["noise"], route_class=Call)


@router.get("/noise")
def noise_of_testbeds(db: Db, project: ReadableProject) -> TestbedNoiseList:
    """Tell of every testbed how its series scatter and how often it raises false alarms."""
    return list_noise_of_testbeds(db, project.id)


@router.get("/series/{series_id}/noise")
def noise_of_series(
    db: Db,
    project: ReadableProject,
    series_id: Id,
    set_up: Annotated[float, Query(ge=0, le=1_000_000, allow_inf_nan=False)] = SET_UP,
) -> SeriesNoise:
    """Tell where the scatter of one series comes from; `set_up`: cost of a run in samples."""
    return read_noise_of_series(db, project.id, series_id, set_up)

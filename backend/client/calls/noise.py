"""Calls: noise. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import SeriesNoise, TestbedNoiseList


def noise_of_testbeds(project: str) -> ApiCall[TestbedNoiseList]:
    """Tell of every testbed how its series scatter and how often it raises false alarms."""
    return ApiCall("GET", f"/projects/{quoted(project)}/noise", TestbedNoiseList)


def noise_of_series(
    project: str, series_id: int, *, set_up: float | None = None
) -> ApiCall[SeriesNoise]:
    """Tell where the scatter of one series comes from; `set_up`: cost of a run in samples."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/series/{quoted(series_id)}/noise",
        SeriesNoise,
        query={
            "set_up": set_up,
        },
    )

"""Calls: thresholds. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    DryRun,
    HeldBounds,
    JudgedSeries,
    NewThresholds,
    SavedThresholds,
    SinceReferences,
    ThresholdReading,
    ThresholdText,
    Thresholds,
    TriedThresholds,
)


def bounds(project: str, *, series: list[int]) -> ApiCall[HeldBounds]:
    """Say how some series stand to the references and budgets of the project."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/bounds",
        HeldBounds,
        query={
            "series": series,
        },
    )


def dry_run(project: str, *, body: TriedThresholds) -> ApiCall[DryRun]:
    """Try a file on the stored histories, in the background; nothing of them is changed."""
    return ApiCall("POST", f"/projects/{quoted(project)}/dry-runs", DryRun, body=body)


def read_dry_run(project: str, dry_run_id: int) -> ApiCall[DryRun]:
    """Say how far a dry run has come and what it found; the newest twenty are kept."""
    return ApiCall("GET", f"/projects/{quoted(project)}/dry-runs/{quoted(dry_run_id)}", DryRun)


def references(project: str) -> ApiCall[SinceReferences]:
    """Compare the newest commit of each suite with the references; the first twelve pairs."""
    return ApiCall("GET", f"/projects/{quoted(project)}/references", SinceReferences)


def of_series(project: str, series_id: int) -> ApiCall[JudgedSeries]:
    """Say how a series is judged, by which rule, and why."""
    return ApiCall(
        "GET", f"/projects/{quoted(project)}/series/{quoted(series_id)}/threshold", JudgedSeries
    )


def reading(project: str, *, body: TriedThresholds) -> ApiCall[ThresholdReading]:
    """Say what a file says and of how many series, or what is wrong with it."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/threshold-readings", ThresholdReading, body=body
    )


def thresholds(project: str) -> ApiCall[Thresholds]:
    """Return the thresholds that hold, how many series each rule judges, and older versions."""
    return ApiCall("GET", f"/projects/{quoted(project)}/thresholds", Thresholds)


def save(project: str, *, body: NewThresholds) -> ApiCall[SavedThresholds]:
    """Keep a file of thresholds; series it judges otherwise are looked at again, quietly."""
    return ApiCall("PUT", f"/projects/{quoted(project)}/thresholds", SavedThresholds, body=body)


def version(project: str, number: int) -> ApiCall[ThresholdText]:
    """Return a file of thresholds as it was saved."""
    return ApiCall(
        "GET", f"/projects/{quoted(project)}/thresholds/versions/{quoted(number)}", ThresholdText
    )

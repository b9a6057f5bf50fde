"""Calls: thresholds. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import Call, quoted
from backend.client.models_gen import (
    DryRun,
    JudgedSeries,
    NewThresholds,
    SavedThresholds,
    ThresholdReading,
    ThresholdText,
    Thresholds,
    TriedThresholds,
)


def dry_run(project: str, *, body: TriedThresholds) -> Call[DryRun]:
    """Try a file on the stored histories, in the background; nothing of them is changed."""
    return Call("POST", f"/projects/{quoted(project)}/dry-runs", DryRun, body=body)


def read_dry_run(project: str, dry_run_id: int) -> Call[DryRun]:
    """Say how far a dry run has come and what it found; the newest twenty are kept."""
    return Call("GET", f"/projects/{quoted(project)}/dry-runs/{quoted(dry_run_id)}", DryRun)


def of_series(project: str, series_id: int) -> Call[JudgedSeries]:
    """Say how a series is judged, by which rule, and why."""
    return Call(
        "GET", f"/projects/{quoted(project)}/series/{quoted(series_id)}/threshold", JudgedSeries
    )


def reading(project: str, *, body: TriedThresholds) -> Call[ThresholdReading]:
    """Say what a file says and of how many series, or what is wrong with it."""
    return Call(
        "POST", f"/projects/{quoted(project)}/threshold-readings", ThresholdReading, body=body
    )


def thresholds(project: str) -> Call[Thresholds]:
    """Return the thresholds that hold, how many series each rule judges, and older versions."""
    return Call("GET", f"/projects/{quoted(project)}/thresholds", Thresholds)


def save(project: str, *, body: NewThresholds) -> Call[SavedThresholds]:
    """Keep a file of thresholds; series it judges otherwise are looked at anew, quietly."""
    return Call("PUT", f"/projects/{quoted(project)}/thresholds", SavedThresholds, body=body)


def version(project: str, number: int) -> Call[ThresholdText]:
    """Return a file of thresholds as it was saved."""
    return Call(
        "GET", f"/projects/{quoted(project)}/thresholds/versions/{quoted(number)}", ThresholdText
    )

"""Calls: corrections. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    CommitChange,
    CommitList,
    Corrected,
    DeletionList,
    FilesRead,
    KnownCommit,
    Merged,
    MetricChange,
    MetricList,
    NameChange,
    NamedKind,
    NamedList,
    NamedThing,
    NewDeletion,
    NewExclusion,
    NewInclusion,
    NewMerge,
    NewReading,
    StoredMetric,
)


def commits(project: str, *, name: str) -> ApiCall[CommitList]:
    """List the commits whose name begins so, with parents and branches."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/commits",
        CommitList,
        query={
            "name": name,
        },
    )


def change_commit(project: str, commit_id: int, *, body: CommitChange) -> ApiCall[KnownCommit]:
    """Correct time or parents of a commit; its branches are put in order again."""
    return ApiCall(
        "PATCH", f"/projects/{quoted(project)}/commits/{quoted(commit_id)}", KnownCommit, body=body
    )


def deletions(project: str) -> ApiCall[DeletionList]:
    """List the deletions that can be taken back."""
    return ApiCall("GET", f"/projects/{quoted(project)}/deletions", DeletionList)


def delete(project: str, *, body: NewDeletion) -> ApiCall[Corrected]:
    """Delete runs with all that they gave; for seven days they can be brought back."""
    return ApiCall("POST", f"/projects/{quoted(project)}/deletions", Corrected, body=body)


def restore_deleted(project: str, deletion_id: int) -> ApiCall[Corrected]:
    """Bring deleted runs back, or take a merge apart."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/deletions/{quoted(deletion_id)}/restore", Corrected
    )


def exclude(project: str, *, body: NewExclusion) -> ApiCall[Corrected]:
    """Leave runs or single results out of all baselines; charts show them hollow."""
    return ApiCall("POST", f"/projects/{quoted(project)}/exclusions", Corrected, body=body)


def include(project: str, *, body: NewInclusion) -> ApiCall[Corrected]:
    """Let runs or single results count again that were excluded."""
    return ApiCall("POST", f"/projects/{quoted(project)}/inclusions", Corrected, body=body)


def metrics(project: str, *, suite: list[str] | None = None) -> ApiCall[MetricList]:
    """List the metrics of some suites, of all where none is named."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/metrics",
        MetricList,
        query={
            "suite": suite,
        },
    )


def change_metric(project: str, metric_id: int, *, body: MetricChange) -> ApiCall[StoredMetric]:
    """Correct direction, unit or name of a metric; its verdicts are worked out again."""
    return ApiCall(
        "PATCH", f"/projects/{quoted(project)}/metrics/{quoted(metric_id)}", StoredMetric, body=body
    )


def names(project: str, kind: NamedKind, *, name: str | None = None) -> ApiCall[NamedList]:
    """List suites, benchmarks, metrics, testbeds, branches or machines with their aliases."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/names/{quoted(kind)}",
        NamedList,
        query={
            "name": name,
        },
    )


def change_name(
    project: str, kind: NamedKind, named_id: int, *, body: NameChange
) -> ApiCall[NamedThing]:
    """Rename something, archive it, or bring it back; its history goes on."""
    return ApiCall(
        "PATCH",
        f"/projects/{quoted(project)}/names/{quoted(kind)}/{quoted(named_id)}",
        NamedThing,
        body=body,
    )


def merge(project: str, kind: NamedKind, named_id: int, *, body: NewMerge) -> ApiCall[Merged]:
    """Merge something into another of its kind: one history, to which both names lead."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/names/{quoted(kind)}/{quoted(named_id)}/merge",
        Merged,
        body=body,
    )


def read_files_again(project: str, *, body: NewReading) -> ApiCall[FilesRead]:
    """Read the kept files of runs again, after a format or mapping got better."""
    return ApiCall("POST", f"/projects/{quoted(project)}/readings", FilesRead, body=body)

"""What GitHub shows beside a commit: check runs of an App, commit statuses of a token."""

from backend.domain.pulls.forge_checks import CheckState, ForgeCheck, shortened
from backend.outgoing.forges.wire import Wire, is_missing, items_of

LONGEST_DESCRIPTION = 140
LONGEST_TITLE = 255
LONGEST_SUMMARY = 65_000
STATUSES = {
    CheckState.PENDING: "pending", CheckState.SUCCESS: "success",
    CheckState.FAILURE: "failure", CheckState.NEUTRAL: "success",
}  # fmt: skip


def post_status(wire: Wire, at: str, head: str, check: ForgeCheck) -> None:
    """Post a status; the newest of a name counts."""
    told = {
        "state": STATUSES[check.state],
        "context": check.name,
        "description": shortened(check.title, LONGEST_DESCRIPTION),
        "target_url": check.url,
    }
    wire.ask("POST", f"{at}/statuses/{head}", "a commit status", body=told)


def upsert_run(
    wire: Wire, app: Wire, at: str, head: str, check: ForgeCheck, known: str | None
) -> str:
    """Leave one check run of ours under a name; return its id."""
    told = _run_of(check)
    run = known or _run_of_ours(wire, app, at, head, check.name)
    if run is not None:
        path = f"{at}/check-runs/{int(run)}"
        if wire.ask_unless(is_missing, "PATCH", path, "our check", body=told) is not None:
            return run
    posted = wire.ask("POST", f"{at}/check-runs", "a check", body=told | {"head_sha": head})
    return str(posted["id"].number())


def _run_of(check: ForgeCheck) -> dict[str, object]:
    standing: dict[str, object] = {"status": "in_progress"}
    if check.state is not CheckState.PENDING:
        standing = {"status": "completed", "conclusion": check.state.value}
    return standing | {
        "name": check.name,
        "details_url": check.url,
        "output": {
            "title": shortened(check.title, LONGEST_TITLE),
            "summary": shortened(check.summary, LONGEST_SUMMARY),
        },
    }


def _run_of_ours(wire: Wire, app: Wire, at: str, head: str, name: str) -> str | None:
    """Find what was made before something went wrong."""
    ours = app.ask("GET", "/app", "which App it is")["id"].number()
    query = [("check_name", name), ("filter", "latest"), ("per_page", "100")]
    told = wire.ask("GET", f"{at}/commits/{head}/check-runs", "the checks of a commit", query)
    made = (run for run in items_of(told["check_runs"]) if run["app"]["id"].value == ours)
    return next((str(run["id"].number()) for run in made), None)

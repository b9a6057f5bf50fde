"""What git says of a commit; silence where there is no git, or no repository."""

import subprocess
from pathlib import Path

from backend.cli.origin import GitFacts, browsable

PATIENCE_S = 10
LONG_PATIENCE_S = 300
ANCESTRY = 200
"""First parents told with a report, so that the server can place the commit."""
PARTS = 6
USUAL = ("main", "master", "trunk")
FORMAT = "%H%x00%P%x00%cI%x00%s%x00%an%x00%ae"


def facts_of(commit: str = "", folder: Path | None = None) -> GitFacts:
    """Return what is known of a commit, of HEAD where none is named."""
    said = _git(folder, "log", "-1", f"--format={FORMAT}", "--end-of-options", commit or "HEAD")
    parts = said.split("\0")
    if len(parts) != PARTS:
        return GitFacts()
    name, parents, time, subject, author, email = parts
    chain = _git(
        folder,
        "rev-list",
        "--first-parent",
        f"--max-count={ANCESTRY + 1}",
        "--end-of-options",
        name,
    )
    is_here = name == _git(folder, "rev-parse", "HEAD")
    branch = _git(folder, "symbolic-ref", "--quiet", "--short", "HEAD") if is_here else ""
    return GitFacts(
        name, branch, time, subject, author, email, tuple(parents.split()),
        tuple(chain.split()[1:]), browsable(_git(folder, "remote", "get-url", "origin")),
    )  # fmt: skip


def commit_of(name: str, folder: Path | None = None) -> str:
    """Return the commit that a revision means here, such as HEAD~3, a tag or a branch."""
    for text in (name, f"origin/{name}"):
        found = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options",
                     f"{text}^{{commit}}")  # fmt: skip
        if found:
            return found
    return ""


def default_branch(folder: Path | None = None) -> str:
    """Return the default branch of `origin`, else the one that is called as most are."""
    told = _git(folder, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
    if told:
        return told.removeprefix("origin/")
    return next((name for name in USUAL if commit_of(name, folder)), "")


def merge_base(commit: str, base: str, folder: Path | None = None) -> str:
    """Return the commit at which `commit` left the branch `base`; empty where git cannot tell."""
    for name in (f"refs/remotes/origin/{base}", f"refs/heads/{base}"):
        found = _git(folder, "merge-base", "--end-of-options", commit, name)
        if found:
            return found
    return ""


def log_of(folder: Path) -> str:
    """Return id, time and parents of all commits, a line each, as the server reads them."""
    return _git(folder, "log", "--all", "--format=%H %ct %P", patience_s=LONG_PATIENCE_S)


def _git(folder: Path | None, *arguments: str, patience_s: float = PATIENCE_S) -> str:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=folder, capture_output=True, timeout=patience_s, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode(errors="replace").strip() if not done.returncode else ""

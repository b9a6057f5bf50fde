"""A referee at work: patches that cheat are not kept, an honest one is, by a real agent."""

import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from backend.domain.people.rights import Scope
from backend.testing.browser import Visitor
from backend.testing.stack import Stack, wait_until
from backend.tests.browser.machines.proposed_repository import (
    FAST,
    SUITE,
    Cheat,
    ProposedRepository,
    cheats,
)
from backend.tests.cli.shell import Shell

pytestmark = [pytest.mark.agent, pytest.mark.browser, pytest.mark.long]
PATIENCE_S = 900.0
Serve = Callable[[ProposedRepository, str], None]


@pytest.fixture
def serve(stack: Stack) -> Iterator[Serve]:
    """Give what starts an agent as a service, and ends it after the test."""
    started: list[subprocess.Popen[bytes]] = []

    def start(repository: ProposedRepository, project: str) -> None:
        started.append(repository.serve(stack, project))

    yield start
    for one in started:
        one.terminate()
    for one in started:
        one.wait(timeout=60)


def judged(client: httpx.Client, number: int) -> Any:
    """Return the receipt of a job once there is one."""

    def look() -> Any:
        job = client.get(f"/jobs/{number}").json()["job"]
        assert job["state"] not in {"failed", "cancelled", "expired"}, job
        return job["verdict"]

    wait_until(look, "the verdict", PATIENCE_S)
    return client.get(f"/jobs/{number}/receipt").json()["facts"]


@pytest.mark.nightly(
    shorter=[
        "browser/machines/test_proposals.py::test_of_each_kind_of_cheat_a_patch_is_not_kept",
    ]
)
def test_of_fifty_patches_that_cheat_none_is_kept(
    stack: Stack, program: Path, tmp_path: Path, serve: Serve
) -> None:
    repository = ProposedRepository.begin(tmp_path / "box", program)
    every = cheats(repository.folder / "everybody")
    assert (len(every), len({one.kind for one in every})) == (50, 6)
    serve(repository, "cheated")
    seen = seen_of_none_kept(stack, "cheated", repository, every)
    assert seen["not kept"] + seen["unsteady"] <= 4, seen


def test_of_each_kind_of_cheat_a_patch_is_not_kept(
    stack: Stack, program: Path, tmp_path: Path, serve: Serve
) -> None:
    repository = ProposedRepository.begin(tmp_path / "box", program)
    every = {one.kind: one for one in cheats(repository.folder / "everybody")}
    assert len(every) == 6
    serve(repository, "cheated-once")
    seen_of_none_kept(stack, "cheated-once", repository, list(every.values()))


def seen_of_none_kept(
    stack: Stack, project: str, repository: ProposedRepository, every: Sequence[Cheat]
) -> Counter[str]:
    """See that no patch is kept and each is refused for its reason; return what was said."""
    with stack.client(project, Scope.TRIAGE, Scope.READ) as client:
        numbers = []
        for index, one in enumerate(every):
            asked = repository.proposal(one.library, one.file, f"{one.kind} {index}")
            answer = client.post("/jobs/proposals", json=asked)
            assert answer.status_code == 201, answer.text
            numbers.append(answer.json()["job"]["id"])
        wrong, seen = [], Counter[str]()
        for one, number in zip(every, numbers, strict=True):
            facts = judged(client, number)
            reasons = {refusal["reason"] for refusal in facts["refusals"]}
            seen.update(reasons or {facts["verdict"]})
            is_right = bool(reasons & one.reasons) if one.reasons else not reasons
            if facts["verdict"] == "kept" or not is_right:
                wrong.append((one, facts["sentence"], facts["trouble"]))
    assert not wrong, wrong
    return seen


def a_checkout(stack: Stack, folder: Path, repository: ProposedRepository) -> Shell:
    """Return somebody's checkout, with an honest patch in a file beside it."""
    key = stack.key("honest", Scope.TRIAGE, Scope.READ)
    settings = {"TIDEMARK_URL": stack.url, "TIDEMARK_KEY": key, "TIDEMARK_PROJECT": "honest"}
    folder.mkdir()
    source = str(repository.folder / "suites")
    Shell(folder, settings).git("clone", "-q", source, "checkout")
    checkout = Shell(folder / "checkout", settings)
    (checkout.home / SUITE / "library.sh").write_text(FAST)
    (folder / "patch.diff").write_text(checkout.git("diff") + "\n")
    checkout.git("checkout", "-q", ".")
    return checkout


def test_an_honest_patch_is_kept_and_anybody_can_check_its_receipt(
    stack: Stack, person: Visitor, program: Path, tmp_path: Path, serve: Serve
) -> None:
    repository = ProposedRepository.begin(tmp_path / "box", program)
    folder = tmp_path / "theirs"
    checkout = a_checkout(stack, folder, repository)
    library = checkout.home / SUITE / "library.sh"
    serve(repository, "honest")
    # three times the usual rounds: the machine may be busy, and what is kept must be beyond doubt
    words = ["--aim", "took", "--rounds", "24", "-m", "Add by a formula"]
    kept = checkout.run(
        "propose", SUITE, *words, "--patch", "../patch.diff", "--receipt", "../receipt.json"
    )
    assert (kept.code, kept.out.startswith("Kept: took is better by")) == (0, True), kept
    assert not checkout.git("status", "--porcelain")
    checked = checkout.run("verify", "../receipt.json")
    assert (checked.code, "Kept: took is better" in checked.out) == (0, True), checked
    receipt = json.loads((folder / "receipt.json").read_text())
    receipt["signed"] = receipt["signed"].replace('"kept"', '"kept" ')
    (folder / "forged.json").write_text(json.dumps(receipt))
    assert checkout.run("verify", "../forged.json").code == 1
    library.write_text(f"{FAST}sum=1\nadd() {{ operations=$1; sum=1; }}\n")
    refused = checkout.run("propose", SUITE, *words)
    assert (refused.code, refused.out.startswith("Refused: its answer differs")) == (1, True)
    with stack.client("honest") as client:
        number = receipt["facts"]["job"]
        assert len(client.get(f"/jobs/{number}").json()["runs"]) == 3
    person.open(f"{stack.url}/p/honest/jobs/{number}")
    person.see("Download receipt", timeout_s=60)
    person.keep("job-of-a-proposal")

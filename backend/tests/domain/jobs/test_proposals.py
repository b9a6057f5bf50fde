"""How often honest patches are kept, and how often patches that change nothing are."""

import numpy as np

from backend.domain.jobs.evidence import LEAST_GAIN, USUAL_ROUNDS, ProposalEvidence, VariantRows
from backend.domain.jobs.proposals import judge_evidence
from backend.domain.jobs.targets import (
    JobCommit,
    branch_of_patch,
    is_of_patch,
    name_of_patch,
)

CASES = 400
NOISE = 0.01


def kept_of(truth: float, seed: int) -> float:
    """Return the share of patches that are kept which take `truth` of the time."""
    random = np.random.default_rng(seed)
    kept = 0
    for _ in range(CASES):
        noise = np.exp(random.normal(0.0, NOISE, (USUAL_ROUNDS, 3)))
        rows = [(one, truth * two, three) for one, two, three in noise.tolist()]
        variant = VariantRows("walk", rows, rows, USUAL_ROUNDS, is_fresh=True)
        evidence = ProposalEvidence(direction="lower", by_agent=True, variants=[variant])
        kept += judge_evidence(evidence, LEAST_GAIN).finding == "kept"
    return kept / CASES


def test_of_patches_three_per_cent_faster_at_one_per_cent_of_noise_nearly_all_are_kept() -> None:
    assert kept_of(1.0 / 1.03, seed=27) >= 0.95


def test_of_patches_that_are_not_faster_by_enough_nearly_none_is_kept() -> None:
    assert kept_of(1.0, seed=27) == 0.0
    assert kept_of(1.0 / (1.0 + LEAST_GAIN), seed=28) <= 0.01


def test_a_branch_of_a_repository_is_not_taken_for_one_of_a_patch() -> None:
    named = name_of_patch("a" * 40, b"diff")
    assert is_of_patch(JobCommit(named, branch_of_patch(named)))
    assert not is_of_patch(JobCommit("b" * 40, "try/patch-cache"))

"""What goals.py claims from reports whose truth is known."""

# ruff: noqa: INP001, PT009 - run by unittest, which every Python has
import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import goals

WOBBLE = [1.00, 1.02, 0.98, 1.01, 0.99, 1.00, 1.03, 0.97]


def result(benchmark: str, arm: str, level: float) -> dict[str, object]:
    """One result of a report: samples around a level, all arms shaken by the same rounds."""
    is_split = benchmark.endswith("_rings")
    parameters = {"rings": arm} if is_split else {"allocator": arm, "threads": 2}
    shaken = [level * wobble * (3 if i % 2 else 1) for i, wobble in enumerate(WOBBLE)]
    return {
        "benchmark": benchmark,
        "metric": goals.METRIC,
        "parameters": {**parameters, "cycles": 8},
        "samples": shaken
        if arm != "ringpool"
        else [s / w for s, w in zip(shaken, WOBBLE, strict=True)],
    }


def printed(*results: dict[str, object]) -> str:
    """Let the program judge a report with these results."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        report.write_text(json.dumps({"results": results}))
        said = io.StringIO()
        words = ["goals.py", str(report)]
        with contextlib.redirect_stdout(said), mock.patch.object(sys, "argv", words):
            goals.main()
    return said.getvalue()


class Goals(unittest.TestCase):
    def row(self, said: str, goal: str) -> str:
        found = [line for line in said.splitlines() if line.startswith(goal)]
        self.assertEqual(len(found), 1, said)
        return " ".join(found[0].split())

    def test_three_verdicts_are_kept_apart(self) -> None:
        own = result("random_mixed", "ringpool", 100)
        for level, verdict in ((80, "met"), (120, "not met"), (100, "not resolved")):
            said = printed(own, result("random_mixed", "mimalloc", level))
            row = self.row(said, "random_mixed, 2 threads: above mimalloc")
            self.assertTrue(row.endswith("8 pairs " + verdict), row)

    def test_a_tenth_below_tcmalloc_is_allowed(self) -> None:
        tcmalloc = result("mid_large_mt", "tcmalloc", 100)
        for level, verdict in ((97, "met"), (80, "not met")):
            said = printed(tcmalloc, result("mid_large_mt", "ringpool", level))
            row = self.row(said, "mid_large_mt, 2 threads: 0.9 of tcmalloc")
            self.assertTrue(row.endswith("pairs " + verdict), row)

    def test_rings_are_paired_round_by_round(self) -> None:
        base = result("mid_large_mt_rings", "16/16", 100)
        said = printed(base, result("mid_large_mt_rings", "64/64", 105))
        row = self.row(said, "mid_large_mt_rings: 64/64 against 16/16")
        self.assertIn("1.050 [1.050, 1.050] 8 pairs faster", row)

    def test_few_pairs_and_absent_allocators_claim_nothing(self) -> None:
        short = result("random_mixed", "ringpool", 100)
        short["samples"] = [1.0, 1.0, 1.0]
        said = printed(short, result("random_mixed", "glibc", 50))
        for peer in ("glibc", "jemalloc"):
            row = self.row(said, f"random_mixed, 2 threads: above {peer}")
            self.assertTrue(row.endswith("too few pairs"), row)


if __name__ == "__main__":
    unittest.main()

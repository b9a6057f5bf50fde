"""Published tables without samples: what is said of them, and that it is said without a claim."""

import csv
from pathlib import Path

import numpy as np

from backend.evaluate.rows import EvaluationRow, Section
from backend.evaluate.setting import EvaluationSetting
from backend.stats.ladders import Ladder, judge_ladder
from backend.stats.splits.contrasts import from_summaries
from backend.stats.splits.net_effects import Members
from backend.stats.splits.pareto import SplitRows, resolutions
from backend.stats.splits.verdict import JudgedSplit, judge_split
from backend.stats.sweeps.answers import SweepVerdict, judge_sweep
from backend.stats.sweeps.response import response_from_summaries

TITLE = "Published tables, summaries only"
PUBLISHED = Path(__file__).parents[1] / "published"
_CORES = 10
_CLOSE = 12


def evaluate(setting: EvaluationSetting) -> Section:
    """Judge the thread sweep, the ring split and the ladder as they were published."""
    section = Section(TITLE)
    with setting.step("published tables"):
        section.rows += [*_sweep(), *_split(), *_ladder()]
    return section


def table(name: str) -> list[dict[str, str]]:
    """Read one of the published tables."""
    with (PUBLISHED / name).open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def thread_sweep() -> tuple[list[int], SweepVerdict]:
    """Return the values of the axis and what is said of the curve over them."""
    rows = table("thread_sweep.tsv")
    xs = [int(row["blocking_max_threads"]) for row in rows]
    means = np.array([float(row["mean_ms"]) for row in rows])
    counts = np.ones(means.size, dtype=np.int64)
    response = response_from_summaries(means, None, counts, "lower")
    return xs, judge_sweep(response, np.array(xs, dtype=np.float64))


def _sweep() -> list[EvaluationRow]:
    xs, judged = thread_sweep()
    best = xs[judged.best.best]
    behind = dict(zip(xs, judged.behind.tolist(), strict=True))
    told = f"optimum {best}; 12 is {behind[_CLOSE]:.1%} behind, 500 {behind[500]:.1%}"
    close = [x for x in xs if behind[x] <= judged.margin]
    return [
        EvaluationRow("thread sweep: optimum at the core count, 12 close", "10; 10 and 12", told,
            best == _CORES and close == [_CORES, _CLOSE]),
        _without_claim("thread sweep", judged.claimed, judged.warnings),
    ]  # fmt: skip


def ring_split() -> JudgedSplit:
    """Judge 64 against 16 on both benchmarks; throughput, so more is less cost."""
    old, new, _ = table("ring_split.tsv")
    costs = np.array([-np.log(float(new[name]) / float(old[name])) for name in _BENCHMARKS])
    unknown = np.full(costs.size, np.nan)
    return judge_split(Members(costs, unknown, unknown))


_BENCHMARKS = ("mid_large_mt_ops_per_s", "random_mixed_ops_per_s")


def _split() -> list[EvaluationRow]:
    judged = ring_split()
    alternatives = from_summaries(
        [[float(row[name]) for name in _BENCHMARKS] for row in table("ring_split.tsv")],
        None,
        1,
        ["higher", "higher"],
    )
    split = SplitRows(0, 1, judged.members.gains, judged.members.losses)
    (found,) = resolutions(alternatives, split)
    told = ", ".join(
        f"{name} {np.expm1(-cost):+.1%}"
        for name, cost in zip(("mid_large_mt", "random_mixed"), _costs(), strict=True)
    )
    return [
        EvaluationRow("ring 64 against 16 is a split", "split", f"{judged.verdict}: {told}",
            judged.verdict == "split"),
        _without_claim("ring split", judged.claimed, judged.warnings),
        EvaluationRow("48 and 16 resolves it", "resolves", f"{found.verdict}, keeps"
            f" {float(np.nanmax(found.kept)):.0%} of the gain", found.verdict == "resolves"),
        _without_claim("its resolution", found.claimed, judged.warnings),
    ]  # fmt: skip


def _costs() -> list[float]:
    old, new, _ = table("ring_split.tsv")
    return [-float(np.log(float(new[name]) / float(old[name]))) for name in _BENCHMARKS]


def async_ladder() -> tuple[list[dict[str, str]], Ladder]:
    """Judge the rungs in order, with the decisions that their author took."""
    rows = table("async_ladder.tsv")
    rates = [float(row["requests_per_s"]) for row in rows]
    roles = ["control" if row["rung"] == "control" else "rung" for row in rows[1:]]
    decisions = [
        "kept" if row["verdict"] == "kept" else "rejected" if row["verdict"] == "rejected" else None
        for row in rows[1:]
    ]
    alternatives = from_summaries(rates, None, 1, ["higher"])
    return rows, judge_ladder(alternatives, roles, decisions)  # type: ignore[arg-type]


def _ladder() -> list[EvaluationRow]:
    rows, ladder = async_ladder()
    gain = np.expm1(-ladder.stacked.cost)
    measured = [rung.verdict for rung in ladder.rungs]
    stands = [rung.stands for rung in ladder.rungs]
    verdicts = [row["verdict"] for row in rows[1:]]
    return [
        EvaluationRow("ladder: measured verdicts of the rungs", "3 lose, the last gains, control",
            ", ".join(measured), measured == ["rejected"] * 3 + ["kept", "control"]),
        EvaluationRow("ladder: what stands is what its author kept", "rungs 3 and 4",
            ", ".join(str(place) for place, one in enumerate(stands, start=1) if one),
            stands == [verdict == "kept" for verdict in verdicts]),
        EvaluationRow("ladder: stacked gain", "+15 %", f"{gain:+.1%}, best is rung {ladder.best}",
            round(float(gain), 2) == 0.15 and ladder.best == 4),  # noqa: PLR2004
        _without_claim("ladder", any(rung.claimed for rung in ladder.rungs), ladder.warnings),
    ]  # fmt: skip


def _without_claim(what: str, claimed: object, warnings: tuple[str, ...]) -> EvaluationRow:
    """Hold that nothing is claimed, and that this is said."""
    said = next((one for one in warnings if one), "nothing is said")
    is_said = bool(warnings) and not claimed
    return EvaluationRow(f"{what}: said to be without a claim", "no claim", f"“{said}”", is_said)

"""The budgets of the design, each met or not met on this machine, with the figure."""

from dataclasses import dataclass

from backend.bench.accepting import Accepting, Tracing
from backend.bench.agent import Rivalry
from backend.bench.living import Living
from backend.bench.reading import ReadingTimes
from backend.bench.sustaining import Fairness, Sustaining
from backend.bench.triage import Grouping, TriageTimes

SLOWER = 1.2
"""How much slower a database of 10^7 points may be than a small one."""
DOUBTFUL = 0.1
"""Foreign share of the CPU from which seconds say more about others than about us."""
US = 1e6


@dataclass(frozen=True, slots=True)
class BudgetVerdict:
    """One row: what, how much is allowed, what it was. `is_met` is None where nothing was held."""

    what: str
    budget: str
    figure: str
    is_met: bool | None
    foreign: float | None = None
    """Share of the machine that others took meanwhile, where that was watched."""


def of_accepting(one: Accepting) -> list[BudgetVerdict]:
    waits = one.waits
    p50, p99 = waits.quantile(0.5), waits.quantile(0.99)
    figure = f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, {waits.rate:.0f} reports/s"
    if one.writers == 1:
        budget, is_met = "p50 ≤ 4 ms", p50 <= 4.0  # noqa: PLR2004  docs/scale.md
    else:
        budget = "≥ 400 reports/s, p99 ≤ 120 ms"
        is_met = waits.rate >= 400.0 and p99 <= 120.0  # noqa: PLR2004  docs/scale.md
    what = f"accept, {one.writers} writers"
    return [BudgetVerdict(what, budget, figure, is_met, one.use.foreign)]


def of_tracing(one: Tracing) -> list[BudgetVerdict]:
    times = one.traced_ms / one.plain_ms
    figure = (
        f"{times:.2f} x: {one.traced_ms:.1f} ms instead of {one.plain_ms:.1f} ms,"
        f" {one.sent_bytes / 1e3:.1f} kB to the collector"
    )
    is_met = times <= 1.5  # noqa: PLR2004  the budget
    return [BudgetVerdict("accept, traced", "≤ 1.5 x untraced", figure, is_met, one.use.foreign)]


def of_fairness(one: Fairness) -> list[BudgetVerdict]:
    beside = one.beside_flood_s / one.beside_equal_s
    figure = (
        f"{one.beside_flood_s * 1e3:.0f} ms, {one.beside_equal_s * 1e3:.0f} ms beside an equal,"
        f" {one.alone_s * 1e3:.0f} ms alone"
    )
    what = "a report judged beside a project that sends 100 times as much"
    is_met = beside <= 2.0  # noqa: PLR2004  the design's
    return [BudgetVerdict(what, "≤ 2 x beside an equal", figure, is_met, one.use.foreign)]


def of_sustaining(found: list[Sustaining]) -> list[BudgetVerdict]:
    verdicts = [
        BudgetVerdict(
            f"ingest and detect at {one.points:.0e} points",
            "≥ 10,000 results/s",
            f"{one.rate:,.0f} results/s",
            one.rate >= 10_000.0,  # noqa: PLR2004  the design's
            one.use.foreign,
        )
        for one in found
    ]
    if len(found) > 1:
        first, last = found[0], found[-1]
        slower = _Slower(
            first.rate / last.rate,
            first.quiet_rate / last.quiet_rate,
            max(first.use.foreign, last.use.foreign),
        )
        verdicts.append(slower.verdict("ingest and detect, largest to smallest"))
    return verdicts


@dataclass(frozen=True, slots=True)
class _Slower:
    """How much longer the same takes in the largest database than in the smallest."""

    time: float
    cpu: float
    foreign: float

    def verdict(self, what: str) -> BudgetVerdict:
        """Judge by the clock on a quiet machine, else by CPU time."""
        slower = self.time if self.foreign <= DOUBTFUL else self.cpu
        figure = f"{self.cpu:.2f}x in CPU time, {self.time:.2f}x by the clock"
        return BudgetVerdict(what, f"≤ {SLOWER}x", figure, slower <= SLOWER, self.foreign)


def of_reading(found: list[ReadingTimes]) -> list[BudgetVerdict]:
    verdicts = []
    for series, most_ms in ((1, 3.0), (10, 15.0)):
        some = [one for one in found if one.series == series]
        for one in some:
            wire, service = one.wire.quantile(0.5), one.service.quantile(0.5)
            verdicts.append(
                BudgetVerdict(
                    f"history, {series} series, {one.points:.0e} points",
                    f"p50 ≤ {most_ms:.0f} ms",
                    f"p50 {service:.1f} ms in the service, {wire:.1f} ms over the wire"
                    f" (p99 {one.wire.quantile(0.99):.1f})",
                    service <= most_ms,
                    one.use.foreign,
                )
            )
        if len(some) > 1:
            first, last = some[0], some[-1]
            slower = _Slower(
                last.service.quantile(0.5) / first.service.quantile(0.5),
                last.use.cpu / first.use.cpu,
                max(first.use.foreign, last.use.foreign),
            )
            verdicts.append(slower.verdict(f"history, {series} series, largest to smallest"))
    return verdicts


def of_living(living: Living) -> list[BudgetVerdict]:
    if not living.change_s:
        return [BudgetVerdict("upload to visible change", "≤ 2 s", "no change was heard of", False)]
    worst = max(living.change_s)
    figure = f"worst of {len(living.change_s)}: {worst:.2f} s; a run {max(living.run_s):.2f} s"
    return [BudgetVerdict("upload to visible change", "≤ 2 s", figure, worst <= 2.0)]  # noqa: PLR2004


def of_detecting(found: dict[str, float]) -> list[BudgetVerdict]:
    families = {name: us for name, us in found.items() if name not in ("append", "screen")}
    worst = max(families, key=families.__getitem__)
    typical = families["noise only"]
    one_point = found["append"] + found["screen"]
    return [
        BudgetVerdict("detection, 1,000 points", "≤ 100 µs", f"{typical:.0f} µs", typical <= 100.0),  # noqa: PLR2004
        BudgetVerdict(
            f"the same, worst family ({worst})",
            "≤ 400 µs",
            f"{families[worst]:.0f} µs",
            families[worst] <= 400.0,  # noqa: PLR2004  the design's
        ),
        BudgetVerdict("append and screen one point", "no budget", f"{one_point:.1f} µs", None),
    ]


def of_triage(found: TriageTimes) -> list[BudgetVerdict]:
    p50 = found.wire.quantile(0.5)
    figure = (
        f"p50 {p50:.1f} ms, p99 {found.wire.quantile(0.99):.1f} ms,"
        f" CPU {found.use.cpu / len(found.wire.each) * 1e3:.1f} ms"
    )
    what = "alert groups, 25 of 4,000"
    return [BudgetVerdict(what, "≤ 20 ms", figure, p50 <= 20.0, found.use.foreign)]  # noqa: PLR2004


def of_grouping(found: Grouping) -> list[BudgetVerdict]:
    figure = (
        f"{found.seconds:.1f} s, {found.peak_mib:.0f} MiB at most, {found.groups:,} groups touched"
    )
    return [BudgetVerdict(f"{found.changes:,} changes grouped at once", "no budget", figure, None)]


def of_agent(said: dict[str, float | None] | None) -> list[BudgetVerdict]:
    if said is None:
        return [BudgetVerdict("agent's overhead", "≤ hyperfine's", "the agent is not built", None)]
    added, other = (said["agent_added_s"] or 0.0) * US, said["hyperfine_added_s"]
    figure = f"{added:.0f} µs added to a process"
    if other is None:
        # published for hyperfine, and measured for this project beside it: 35 to 50 µs
        return [BudgetVerdict("agent's overhead", "≤ 50 µs (hyperfine)", figure, added <= 50.0)]  # noqa: PLR2004
    figure += f", hyperfine {other * US:.0f} µs"
    return [BudgetVerdict("agent's overhead", "≤ hyperfine's", figure, added <= other * US)]


def of_wrap(found: Rivalry | None) -> list[BudgetVerdict]:
    name, budget = "wrap's overhead", "≤ hyperfine's"
    if found is None:
        return [
            BudgetVerdict(name, budget, "the agent is not built, or hyperfine not installed", None)
        ]
    figure = (
        f"{found.ratio:.3f} [{found.low:.3f}, {found.high:.3f}] of the time that hyperfine tells,"
        f" {found.pairs} pairs"
    )
    return [BudgetVerdict(name, budget, figure, found.low <= 1.0)]

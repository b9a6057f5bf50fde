"""What to measure next: changes confirmed or refuted, culprits bisected, sweeps thinned out."""

from dataclasses import replace

import numpy as np

from backend.evaluate.bisecting import COMMITS, KNOWN_LEVELS, QUESTION, bisect
from backend.evaluate.measurements import CV, KINDS, deviations
from backend.evaluate.parts.sweeps import FLAT, TRUTH, VALLEY, measured
from backend.evaluate.rows import EvaluationRow, Figures, Section, at_least, at_most, share_at_least
from backend.evaluate.setting import EvaluationSetting
from backend.stats.decisions.confirmation import (
    ANSWERS,
    ConfirmationAnswer,
    ConfirmationRule,
    confirm_all,
)
from backend.stats.sweeps.best_set import best_set
from backend.stats.sweeps.elimination import EliminationRule, EliminationStep, eliminate

TITLE = "What to measure next"
QUIET = 0.01
EFFECTS = (0.0, 0.01, 0.02, 0.05)
_LINES = np.arange(6.0)
GRID = (
    1.0
    + 0.03 * (np.abs(_LINES[:, None] - 2.0) + np.abs(_LINES - 3.0))
    + 0.01 * np.abs(_LINES[:, None] - _LINES + 1.0)
).ravel()
"""A bowl of 6 by 6 cells whose two parameters interact."""
SWEEPS = (
    ("eight values, two 0.5 % apart", TRUTH, 40),
    ("a valley of eight", VALLEY, 20),
    ("a grid of 6 by 6", GRID, 20),
)


def evaluate(setting: EvaluationSetting) -> Section:
    """Simulate jobs from their first measurement to their answer."""
    section = Section(TITLE)
    generator = np.random.default_rng([setting.seed, 12])
    with setting.step("changes confirmed or refuted"):
        section.rows += _confirmed(setting, generator, section)
    with setting.step("culprits among 64 commits"):
        section.rows += _bisected(setting, generator, section)
    with setting.step("sweeps with elimination"):
        section.rows += _thinned(setting, generator, section)
    section.notes.append(
        f"confirmed: at most {ConfirmationRule().most_pairs} pairs, the last good commit once more"
        f" in each; bisected: {COMMITS} commits, a step of 3 sigma of one measured commit, levels"
        f" known to 0.3 sigma unless said otherwise; swept: noise {CV:.0%}, rounds share another 3%"
    )
    return section


def _confirmed(
    setting: EvaluationSetting, generator: np.random.Generator, section: Section
) -> list[EvaluationRow]:
    rule, count = ConfirmationRule(), setting.size(5_000, 200)
    lines, false, pairs = [], {}, {}
    for cv in (QUIET, CV):
        for kind in KINDS:
            for effect in EFFECTS:
                drawn = deviations(generator, kind, (count, 3 * rule.most_pairs), cv)
                arms = [drawn[:, place::3] for place in range(3)]
                codes, used = confirm_all(rule, arms[0], arms[1] * (1.0 + effect), arms[2])
                shares = [float(np.mean(codes == place)) for place in range(len(ANSWERS))]
                of = dict(zip(ANSWERS, shares, strict=True))
                upheld, refuted = of[ConfirmationAnswer.UPHELD], of[ConfirmationAnswer.REFUTED]
                pairs[cv, kind, effect] = float(np.median(used))
                if effect == 0.0:
                    false[cv, kind] = upheld
                lines.append(
                    [
                        f"{cv:.0%}", kind, f"{effect:.0%}", f"{upheld:.2%}", f"{refuted:.1%}",
                        f"{of[ConfirmationAnswer.UNSTEADY]:.2%}",
                        f"{of[ConfirmationAnswer.SPENT]:.1%}", f"{pairs[cv, kind, effect]:.0f}",
                    ]
                )  # fmt: skip
    head = ["noise of one run", "kind", "true effect", "upheld", "refuted", "unsteady",
            "budget spent", "pairs, median"]  # fmt: skip
    section.figures.append(Figures("Answers of confirm jobs", head, lines))
    worst = max(false, key=false.__getitem__)
    what = f"no change, confirmed, worst ({worst[1]}, noise {worst[0]:.0%})"
    return [
        at_most(what, 1.0, 100 * false[worst], ".2f", " %"),
        at_most(
            "pairs until a step of 5 % at noise 1 % is upheld, median", 8,
            pairs[QUIET, "gauss", EFFECTS[-1]], ".0f",
        ),
    ]  # fmt: skip


def _bisected(
    setting: EvaluationSetting, generator: np.random.Generator, section: Section
) -> list[EvaluationRow]:
    lines, found = [], {}
    for kind in ("gauss", "heavy", "spikes"):
        for name, question in (("known", KNOWN_LEVELS), ("± 0.3 sigma", QUESTION)):
            done = bisect(generator, question, kind, setting.size(10_000, 500))
            right, plain = 100 * done.is_right.mean(), 100 * done.is_plain_right.mean()
            used = float(np.median(done.measurements))
            found[kind, name] = right, plain, used
            lines.append(
                [
                    kind, name, f"{right:.1f}%", f"{used:.0f}", f"{done.measurements.mean():.1f}",
                    f"{np.median(done.commits):.0f}", f"{plain:.1f}%",
                ]
            )  # fmt: skip
    head = ["noise", "levels", "right commit", "measurements, median", "mean",
            "different commits, median", "right by plain bisection, as many"]  # fmt: skip
    section.figures.append(Figures(f"Bisections of {COMMITS} commits", head, lines))
    right, plain, used = found["gauss", "± 0.3 sigma"]
    doubted = replace(QUESTION, doubt=0.1)
    apart = np.random.default_rng([setting.seed, 13])
    false = bisect(apart, doubted, "gauss", setting.size(4_000, 300), is_nobody=True)
    return [
        at_most("commits measured until the culprit is named, median", 9, used, ".0f"),
        at_least("the culprit named is the right one", 97.0, right, ".1f", " %"),
        at_least(
            "the same, ahead of plain bisection (share of cases)", 0.0, right - plain, "+.1f", " %"
        ),
        at_most(
            "none did it, thought as likely as 10 %: a commit is accused",
            5.0,
            100 * (1.0 - false.is_right.mean()),
            ".2f",
            " %",
        ),
    ]


def _thinned(
    setting: EvaluationSetting, generator: np.random.Generator, section: Section
) -> list[EvaluationRow]:
    count = setting.size(150, 15)
    lines, kept, shares = [], {}, {}
    for name, truth, rounds in SWEEPS:
        for kind in ("gauss", "spikes"):
            tables = [measured(generator, truth, rounds, kind) for _ in range(count)]
            whole = np.array([best_set(table, "lower").members for table in tables])
            steps = [eliminate(EliminationRule(rounds), table, "lower") for table in tables]
            thinned = np.array([step.live for step in steps])
            spent = float(np.mean([_spent(step) for step in steps]))
            best = int(truth.argmin())
            shares[name, kind] = spent / (rounds * truth.size)
            kept[name, kind] = float(thinned[:, best].mean())
            lines.append(
                [
                    name, str(rounds), kind, f"{shares[name, kind]:.0%}",
                    f"{whole[:, best].mean():.1%} / {kept[name, kind]:.1%}",
                    f"{whole.sum(axis=1).mean():.2f} / {thinned.sum(axis=1).mean():.2f}",
                ]
            )  # fmt: skip
    head = ["sweep", "rounds at most", "noise", "measurements, of the full grid",
            "best kept: full / thinned", "size of the best set: full / thinned"]  # fmt: skip
    section.figures.append(Figures("Sweeps with successive elimination", head, lines))
    equal = [measured(generator, FLAT, 40) for _ in range(setting.size(600, 15))]
    each = float(np.mean([eliminate(EliminationRule(40), one, "lower").live for one in equal]))
    usual = {name: share for (name, kind), share in shares.items() if kind == "gauss"}
    most, least = max(usual, key=usual.__getitem__), min(kept, key=kept.__getitem__)
    return [
        at_most(f"measurements, of the full grid's, worst ({most})", 50.0, 100 * usual[most],
                ".0f", " %"),
        share_at_least("eight equal values: each is kept", 95.0, 100 * each, len(equal)),
        at_least(f"true best kept, worst ({least[0]}, {least[1]})", 95.0, 100 * kept[least],
                 ".1f", " %"),
    ]  # fmt: skip


def _spent(step: EliminationStep) -> int:
    """Return how many measurements of single values a sweep took."""
    dropped = np.array(step.dropped_after)
    return int(np.where(step.live, step.after, dropped).sum())

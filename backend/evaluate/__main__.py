"""make evaluate: judge the product's own statistics, one row per claim."""

import argparse
import re
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from backend.bench.machine import described, load
from backend.evaluate import show, stated
from backend.evaluate.finders import OTAVA, library_versions, otava_in, ours
from backend.evaluate.parts import (
    bad_input,
    decisions,
    front,
    functions,
    growing,
    intervals,
    labelled,
    machines,
    made,
    online,
    pairs,
    real,
    references,
    speed,
    splits,
    sweeps,
    tails,
    turing,
)
from backend.evaluate.parts.compared import single_runs
from backend.evaluate.parts.compared import tails as compared_tails
from backend.evaluate.rows import Section
from backend.evaluate.setting import EvaluationSetting
from backend.evaluate.stated import RECORD, ROOT
from backend.settings import Settings

SEED = 1871
"""Used if none is asked for. Everybody looks at it; to accept something, draw with a fresh one."""

Part = Callable[[EvaluationSetting], Section]
PARTS: dict[str, tuple[str, Part]] = {
    "made": (made.TITLE, made.evaluate),
    "online": (online.TITLE, online.evaluate),
    "front": (front.TITLE, front.evaluate),
    "growing": (growing.TITLE, growing.evaluate),
    "tails": (tails.TITLE, tails.evaluate),
    "compared tails": (compared_tails.TITLE, compared_tails.evaluate),
    "intervals": (intervals.TITLE, intervals.evaluate),
    "turing": (turing.TITLE, turing.evaluate),
    "labelled": (labelled.TITLE, labelled.evaluate),
    "real": (real.TITLE, real.evaluate),
    "machines": (machines.TITLE, machines.evaluate),
    "pairs": (pairs.TITLE, pairs.evaluate),
    "runs": (single_runs.TITLE, single_runs.evaluate),
    "functions": (functions.TITLE, functions.evaluate),
    "sweeps": (sweeps.TITLE, sweeps.evaluate),
    "decisions": (decisions.TITLE, decisions.evaluate),
    "splits": (splits.TITLE, splits.evaluate),
    "published": (references.TITLE, references.evaluate),
    "speed": (speed.TITLE, speed.evaluate),
    "input": (bad_input.TITLE, bad_input.evaluate),
}


def main() -> int:
    """Run the parts asked for; the exit code is 0 unless `--strict` and a row is not met."""
    asked = _asked()
    began = time.monotonic()
    with otava_in(Settings().state_dir / "otava") as otava:
        setting = EvaluationSetting(asked.seed, asked.quick, _data(asked.data), otava)
        _introduce(setting)
        sections = [_run(setting, part) for part in _wanted(asked.rows)]
    closing = show.closing(sections)
    if setting.is_quick:
        setting.say("\nQuick form: small simulations, so figures near their target scatter.")
    setting.say(f"\n{closing}\nTook {time.monotonic() - began:.0f} s.")
    if asked.record and asked.rows:
        _record_some(setting, sections, asked.rows)
    elif asked.record:
        _record(setting, sections, time.monotonic() - began)
    if asked.record:
        stated.repeat()
    is_missed = any(row.is_met is False for section in sections for row in section.rows)
    return int(asked.strict and is_missed)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m backend.evaluate", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small suites, below a minute")
    parser.add_argument("--rows", default="", help="only parts whose name or title match")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of everything drawn ({SEED})")
    parser.add_argument("--data", type=Path, help="folder of real histories (../shared/data)")
    parser.add_argument("--strict", action="store_true", help="exit 1 if a row is not met")
    parser.add_argument("--record", action="store_true", help=f"write {RECORD.name}")
    return parser.parse_args()


def _data(given: Path | None) -> Path | None:
    if given and not given.is_dir():
        raise SystemExit(f"DATA={given} is not a folder.")
    folder = given or ROOT.parent / "shared" / "data"
    return folder if folder.is_dir() else None


def _wanted(pattern: str) -> list[tuple[str, Part]]:
    wanted = [
        part
        for name, part in PARTS.items()
        if re.search(pattern, f"{name} {part[0]}", re.IGNORECASE)
    ]
    if not wanted:
        names = ", ".join(PARTS)
        raise SystemExit(f"No part matches {pattern!r}; there are {names}.")
    return wanted


def _introduce(setting: EvaluationSetting) -> None:
    setting.say(f"Seed {setting.seed}; {library_versions()}.")
    if isinstance(setting.otava, str):
        setting.say(f"Apache Otava is not beside it: {setting.otava}.")
    if setting.data is None:
        setting.say("No real histories here; DATA= names a folder of them.")
    with setting.step("the detector, compiled where it is not yet"):
        ours().places(np.linspace(1.0, 2.0, 50))


def _run(setting: EvaluationSetting, part: tuple[str, Part]) -> Section:
    title, evaluate = part
    setting.say(f"\n{title}")
    section = evaluate(setting)
    setting.say(show.plain(section))
    return section


def _record(setting: EvaluationSetting, sections: list[Section], seconds: float) -> None:
    """Write the tables into the repository, with all that they depend on."""
    beside = "no other" if isinstance(setting.otava, str) else OTAVA
    lines = (
        "# Evaluation",
        "",
        f"Written by `make evaluate RECORD=1 SEED={setting.seed}` on {datetime.now(UTC):%Y-%m-%d};",
        f"{seconds:.0f} s beside other programs (load {load():.1f}).",
        f"{described().rpartition(', ')[0]}; {library_versions()}; beside it {beside}.",
        "A section that was drawn again later, with another seed, says so below its title; the",
        "counts below are of all sections as they are here.",
        "What the rows mean: `backend/evaluate/README.md`. A row is held against its target",
        "whatever chance did: with another seed, rows close to it may change sides.",
        "",
        f"```\n{show.closing(sections)}\n```",
        "",
        *map(show.markdown, sections),
    )
    RECORD.write_text("\n".join(lines))


def _record_some(setting: EvaluationSetting, sections: list[Section], rows: str) -> None:
    """Put sections into the record in place of those of before, and say when each was drawn."""
    record = RECORD.read_text(encoding="utf-8")
    for section in sections:
        section.notes.insert(
            0,
            f"Recorded later than the others, by `make evaluate RECORD=1 ROWS={rows}"
            f" SEED={setting.seed}` on {datetime.now(UTC):%Y-%m-%d} (load {load():.1f}).",
        )
        record = stated.with_section(record, section.title, show.markdown(section))
    RECORD.write_text(stated.with_closing(record), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

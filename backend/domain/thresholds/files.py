"""The file of thresholds, `.tidemark.toml`: read into rules or refused, each fault in place."""

import difflib
import math
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from backend.domain.catalogue.filters import FACETS, MOST_WORDS, SeriesFilters
from backend.domain.catalogue.matching import text_of
from backend.domain.catalogue.units import parse_unit
from backend.domain.errors import Fault, InvalidError
from backend.domain.jobs.nights import ASKED_KINDS, FOLLOWED_STATES, JobRule
from backend.domain.jobs.targets import LONGEST_BUDGET, SHORTEST_BUDGET, JobKind
from backend.domain.thresholds.bounds import Amount, Budget, Reference
from backend.domain.thresholds.rules import Sensitivity, Threshold, ThresholdRule, ThresholdRules
from backend.domain.thresholds.toml_places import Path, Places
from backend.domain.thresholds.toml_tokens import demand_modest

TABLE, RULE, REFERENCE, BUDGET, JOB = "thresholds", "rule", "reference", "budget", "job"
MOST_RULES = 200
MOST_REFERENCES = 8
"""Each costs a comparison of every suite that is measured."""
MOST_JOB_RULES = 20
MOST_VALUES = 200
LONGEST = 100_000
"""Characters of a file."""
LONGEST_NAME = 200
MOST_NAMED = 32
"""Parameters of a rule, and as many tags."""
MOST_WORDS_OF_RULES = 200
"""Different words that all rules together look for in names."""
MOST_FAULTS = 50
"""Faults that are named at once."""
LONGEST_ECHO = 80
"""Characters of what is wrong that are said again."""
LARGEST_EFFECT = 1.0
_JUDGING = ("minimum_effect", "sensitivity", "action")
_SELECTING = (*FACETS, "parameters", "tags", "text")
_OF_RULE = ("name", *_SELECTING, *_JUDGING)
_OF_REFERENCE = ("name", "commit", "tag")
_BOUNDS = ("at_most", "at_least", "worse_by")
_OF_BUDGET = ("name", *_SELECTING, *_BOUNDS, "against", "action")
_OF_JOB = ("name", *_SELECTING, "ask", "state", "minutes")
_NIGHTLY_MINUTES = 60
_ACTIONS = {"gate": True, "inform": False}
_PERCENT = re.compile(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*%\s*")
_AMOUNT = re.compile(r"([+-]?+\d++(?:\.\d++)?+)\s*+(\S.*+)?+", re.DOTALL)
_SYNTAX = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


@lru_cache(maxsize=64)
def rules_of(text: str) -> ThresholdRules:
    """Read a file; InvalidError names every fault by line and column.

    Other tables of the file are left alone: they belong to other tools.
    """
    document = _document(text)
    reading = _ThresholdsReader(text)
    try:
        rules = reading.rules(document)
    except _ManyFaultsError:
        said = f"more than {MOST_FAULTS} things"
    else:
        if not reading.faults:
            return rules
        count = len(reading.faults)
        said = "one thing" if count == 1 else f"{count} things"
    raise InvalidError(f"the thresholds were not read: {said} to correct", reading.faults)


class _ManyFaultsError(Exception):
    """Nobody reads on: the rest is looked at when these are corrected."""


def _document(text: str) -> Mapping[str, Any]:
    if len(text) > LONGEST:
        reason = f"the file is longer than {LONGEST} characters"
        raise InvalidError(reason, [Fault("/text", reason, "keep fewer rules", line=1, column=1)])
    if "\x00" in text:
        raise InvalidError("the file holds a NUL character", [Fault("/text", "NUL", "remove it")])
    demand_modest(text)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # dates that no calendar has are no TOMLDecodeError
        raise _no_toml(text, error) from error


def _no_toml(text: str, error: ValueError) -> InvalidError:
    told = _SYNTAX.fullmatch(str(error))
    said = _echo(told[1] if told else str(error), 2 * LONGEST_ECHO)
    lines = text.split("\n")
    line = int(told[2]) if told and told[2] else len(lines)
    column = int(told[3]) if told and told[3] else len(lines[-1]) + 1
    fault = Fault(
        "/text",
        f"it is no TOML: {said[:1].lower()}{said[1:]}",
        'texts stand in quotes, a rule begins with [[thresholds.rule]], as in suite = "net"',
        line=line,
        column=column,
    )
    return InvalidError("the thresholds were not read: the file is no TOML", [fault])


class _ThresholdsReader:
    """Reads one document and gathers what is wrong with it."""

    def __init__(self, text: str) -> None:
        self.faults: list[Fault] = []
        self._text_read = text

    @cached_property
    def _places(self) -> Places:
        """Read the layout only where something is wrong."""
        return Places(self._text_read)

    def rules(self, document: Mapping[str, Any]) -> ThresholdRules:
        table = document.get(TABLE)
        if table is None:
            self._no_table(document)
            return ThresholdRules()
        if not isinstance(table, dict):
            self._fault((TABLE,), "it is no table", "write [thresholds] on a line of its own")
            return ThresholdRules()
        self._know(table, (*_JUDGING, RULE, REFERENCE, BUDGET, JOB), (TABLE,))
        standard = Threshold(*self._judging(table, (TABLE,), Threshold()))
        found = self._tables(table, RULE, MOST_RULES)
        rules = tuple(self._rule(place, one) for place, one in enumerate(found))
        found = self._tables(table, REFERENCE, MOST_REFERENCES)
        references = tuple(self._reference(place, one) for place, one in enumerate(found))
        found = self._tables(table, BUDGET, MOST_RULES)
        known = [one.name for one in references]
        budgets = tuple(self._budget(place, one, known) for place, one in enumerate(found))
        found = self._tables(table, JOB, MOST_JOB_RULES)
        jobs = tuple(self._job(place, one) for place, one in enumerate(found))
        named = [[one.name for one in several] for several in (budgets, jobs)]
        for key, names in ((REFERENCE, known), (BUDGET, named[0]), (JOB, named[1])):
            for place, name in enumerate(names):
                if name in names[:place]:
                    self._fault((TABLE, key, place), f"another one is called “{name}”", "rename it")
        filters = [one.filters for one in rules] + [one.filters for one in budgets]
        filters += [one.filters for one in jobs]
        words = {word for one in filters for word in one.words()}
        if len(words) > MOST_WORDS_OF_RULES:
            reason = f"the rules look for {len(words)} words, more than {MOST_WORDS_OF_RULES}"
            self._fault((TABLE, RULE), reason, "select by suite, benchmark or metric")
        return ThresholdRules(standard, rules, references, budgets, jobs)

    def _tables(self, table: Mapping[str, Any], key: str, most: int) -> list[Mapping[str, Any]]:
        found = table.get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            self._fault((TABLE, key), f"{key}s are tables", f"begin each with [[{TABLE}.{key}]]")
            return []
        if len(found) > most:
            reason = f"{len(found)} {key}s are more than the limit of {most}"
            self._fault((TABLE, key), reason, f"keep fewer {key}s")
        return found[:most]

    def _no_table(self, document: Mapping[str, Any]) -> None:
        near = difflib.get_close_matches(TABLE, map(_echo, document), 1, 0.7) or [
            one for one in document if one == RULE
        ]
        if near:
            reason, remedy = f"there is no table “{near[0]}”", f"write [{TABLE}]"
            self._fault((near[0],), reason, remedy)
        elif document:
            self._fault((), "the file says nothing of thresholds", "begin with [thresholds]")

    def _rule(self, place: int, told: Mapping[str, Any]) -> ThresholdRule:
        path: Path = (TABLE, RULE, place)
        before = len(self.faults)
        self._know(told, _OF_RULE, path)
        filters = self._filters(told, path)
        self._demand_choice(filters, path, before)
        if not any(name in told for name in _JUDGING):
            self._fault(path, "it says nothing", f"give one of {_or(_JUDGING)}")
        name = self._text(told.get("name", ""), (*path, "name")).strip()
        return ThresholdRule(
            place + 1, name or _name_of(filters), filters, *self._judging(told, path, None)
        )

    def _filters(self, told: Mapping[str, Any], path: Path) -> SeriesFilters:
        return SeriesFilters(
            **{facet: self._values(told.get(facet, ()), (*path, facet)) for facet in FACETS},
            parameters=self._named(told.get("parameters", {}), (*path, "parameters")),
            tags=self._named(told.get("tags", {}), (*path, "tags")),
            text=self._words(told.get("text", ""), (*path, "text")),
        )

    def _demand_choice(self, filters: SeriesFilters, path: Path, before: int) -> None:
        """Refuse what selects everything; `before` is how many faults there were before it."""
        if filters.is_empty and len(self.faults) == before:
            remedy = "name a suite, benchmark, metric, …, or write it under [thresholds]"
            self._fault(path, "it matches every series", remedy)

    def _reference(self, place: int, told: Mapping[str, Any]) -> Reference:
        path: Path = (TABLE, REFERENCE, place)
        self._know(told, _OF_REFERENCE, path)
        name, commit, tag = (
            self._text(told.get(key, ""), (*path, key)).strip() for key in _OF_REFERENCE
        )
        if bool(commit) == bool(tag):
            remedy = 'give either commit = "4f2a91c" or tag = "v1.*"'
            self._fault(path, "it does not say which commit it is", remedy)
        return Reference(name or commit or tag, commit, tag)

    def _budget(self, place: int, told: Mapping[str, Any], references: Sequence[str]) -> Budget:
        path: Path = (TABLE, BUDGET, place)
        before = len(self.faults)
        self._know(told, _OF_BUDGET, path)
        filters = self._filters(told, path)
        self._demand_choice(filters, path, before)
        at_most, at_least = (
            self._amount(told[key], (*path, key)) if key in told else None
            for key in ("at_most", "at_least")
        )
        worse_by = (
            self._effect(told["worse_by"], (*path, "worse_by")) if "worse_by" in told else None
        )
        against = self._text(told.get("against", ""), (*path, "against"))
        if not any(name in told for name in _BOUNDS):
            self._fault(path, "it bounds nothing", f"give one of {_or(_BOUNDS)}")
        if "worse_by" in told and not against:
            self._fault(path, "worse_by is held against a reference", 'add against = "…"')
        elif against and against not in references:
            near = difflib.get_close_matches(against, references, 1)
            remedy = f"begin [[{TABLE}.{REFERENCE}]] with this name"
            self._fault((*path, "against"), f"no reference is called “{against}”", remedy, *near)
        name = self._text(told.get("name", ""), (*path, "name")).strip() or _name_of(filters)
        is_gate = _ACTIONS.get(
            self._choice(told.get("action", "gate"), (*path, "action"), list(_ACTIONS)) or "gate"
        )
        return Budget(
            place + 1, name, filters, at_most, at_least, worse_by, against, is_gate is not False
        )

    def _job(self, place: int, told: Mapping[str, Any]) -> JobRule:
        path: Path = (TABLE, JOB, place)
        self._know(told, _OF_JOB, path)
        filters = self._filters(told, path)
        chosen = self._choice(told.get("ask", ""), (*path, "ask"), list(ASKED_KINDS))
        ask = next((one for one in ASKED_KINDS if one == chosen), JobKind.CONFIRM)
        usual = [] if ask is JobKind.SWEEP else FOLLOWED_STATES[: 1 + (ask is not JobKind.CONFIRM)]
        said = told.get("state", list(usual))
        values = said if isinstance(said, list) else [said]
        if ask is JobKind.SWEEP and values:
            self._fault((*path, "state"), "sweeps have no state", "leave the line out")
        for one in values:
            self._choice(one, (*path, "state"), FOLLOWED_STATES)
        minutes = told.get("minutes", _NIGHTLY_MINUTES)
        is_number = isinstance(minutes, int) and not isinstance(minutes, bool)
        if not is_number or not SHORTEST_BUDGET <= minutes <= LONGEST_BUDGET:
            remedy = f"write whole minutes of a machine, {SHORTEST_BUDGET} to {LONGEST_BUDGET}"
            self._fault((*path, "minutes"), f"“{_echo(minutes)}” is no budget of a night", remedy)
        name = self._text(told.get("name", ""), (*path, "name")).strip()
        states = [one for one in FOLLOWED_STATES if one in values]
        usual_name = f"{ask} {_name_of(filters)}".strip()
        return JobRule(place + 1, name or usual_name, filters, ask, states, minutes)

    def _amount(self, told: object, path: Path) -> Amount | None:
        if isinstance(told, int | float) and not isinstance(told, bool) and math.isfinite(told):
            return Amount(float(told))
        found = _AMOUNT.fullmatch(told.strip()) if isinstance(told, str) else None
        unit = parse_unit(found[2] or "1") if found else None
        if found is None or unit is None:
            remedy = 'write "5 ms", or a number in the base unit of the series'
            self._fault(path, f"“{_echo(told)}” is no amount", remedy)
            return None
        return Amount(float(found[1]) * unit.factor, unit.base if found[2] else "")

    def _judging(
        self, told: Mapping[str, Any], path: Path, usual: Threshold | None
    ) -> tuple[Any, Any, Any]:
        """Read minimum effect, sensitivity and action; what is left out is as usual, or None."""
        least = usual.minimum_effect if usual else None
        evidence: Sensitivity | None = usual.sensitivity if usual else None
        is_gate = usual.is_gate if usual else None
        if "minimum_effect" in told:
            least = self._effect(told["minimum_effect"], (*path, "minimum_effect"))
        if "sensitivity" in told:
            chosen = self._choice(told["sensitivity"], (*path, "sensitivity"), list(Sensitivity))
            evidence = Sensitivity(chosen) if chosen else evidence
        if "action" in told:
            chosen = self._choice(told["action"], (*path, "action"), list(_ACTIONS))
            is_gate = _ACTIONS[chosen] if chosen else is_gate
        return least, evidence, is_gate

    def _effect(self, told: object, path: Path) -> float | None:
        share = _share(told)
        if share is None:
            self._fault(path, f"“{_echo(told)}” is no size of a change", 'write "5 %", or 0.05')
        elif not 0.0 <= share <= LARGEST_EFFECT:
            reason = f"{_echo(told)} is {share * 100:g} %, which is no size from 0 to 100 %"
            self._fault(path, reason, 'write "5 %", or 0.05 for it')
        return share

    def _choice(self, told: object, path: Path, known: Sequence[str]) -> str | None:
        if isinstance(told, str) and told in known:
            return told
        said = _echo(told)
        near = difflib.get_close_matches(said, known, 1)
        self._fault(path, f"“{said}” is not known", f"write {_or(known)}", *near)
        return None

    def _named(self, told: object, path: Path) -> dict[str, list[str]]:
        if not isinstance(told, dict):
            self._fault(path, "it is no table", f"write {path[-1]}.name = value")
            return {}
        if len(told) > MOST_NAMED:
            self._fault(path, f"{len(told)} names are more than {MOST_NAMED}", "give fewer")
            return {}
        return {name: self._values(value, (*path, name)) for name, value in told.items()}

    def _values(self, told: object, path: Path) -> list[str]:
        values = told if isinstance(told, list | tuple) else [told]
        if told == []:
            self._fault(path, "no value is given", "leave the line out to take any")
        if len(values) > MOST_VALUES:
            self._fault(path, f"{len(values)} values are more than {MOST_VALUES}", "give fewer")
        texts = [text_of(one) for one in values if isinstance(one, str | int | float)]
        if len(texts) < len(values):
            self._fault(path, "values are texts, numbers or booleans", 'write "…" or ["…", "…"]')
        return texts

    def _text(self, told: object, path: Path) -> str:
        if not isinstance(told, str) or len(told) > LONGEST_NAME:
            remedy = f"write a text of at most {LONGEST_NAME} characters in quotes"
            self._fault(path, "it is no short text", remedy)
            return ""
        return told

    def _words(self, told: object, path: Path) -> str:
        text = self._text(told, path)
        if len(text.split()) > MOST_WORDS:
            self._fault(path, f"it has more than {MOST_WORDS} words", "give fewer")
        return text

    def _know(self, told: Mapping[str, Any], known: Sequence[str], path: Path) -> None:
        for name in told:
            if name not in known:
                said = _echo(name)
                near = difflib.get_close_matches(said, known, 1)
                remedy = f"did you mean {near[0]}?" if near else f"known here: {', '.join(known)}"
                self._fault((*path, name), f"“{said}” is not known here", remedy, *near)

    def _fault(self, path: Path, reason: str, remedy: str, offer: str = "") -> None:
        if len(self.faults) == MOST_FAULTS:
            raise _ManyFaultsError
        line, column = self._places.find(path)
        pointer = "/text" + "".join(f"/{_echo(part)}" for part in path)
        self.faults.append(Fault(pointer, reason, remedy, offer, line=line, column=column))


def _echo(told: object, most: int = LONGEST_ECHO) -> str:
    """Say again what was written, as far as a sentence holds it."""
    said = str(told)
    return said if len(said) <= most else f"{said[: most - 1]}…"


def _share(told: object) -> float | None:
    """Read "5 %" or 0.05."""
    if isinstance(told, str):
        found = _PERCENT.fullmatch(told)
        return float(found[1]) / 100.0 if found else None
    if isinstance(told, bool) or not isinstance(told, int | float) or not math.isfinite(told):
        return None
    return float(told)


def _name_of(filters: SeriesFilters) -> str:
    """Name a rule by what it selects, where nobody named it."""
    return ", ".join(_chosen(filters))[:LONGEST_NAME]


def _chosen(filters: SeriesFilters) -> Iterator[str]:
    for facet in FACETS:
        yield from filters.chosen(facet)
    for name, values in (*filters.parameters.items(), *filters.tags.items()):
        yield f"{name}={'|'.join(values)}"
    yield from filters.words()


def _or(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"

"""What a report must satisfy beyond its shape: sizes, finite numbers, known units, no doubles."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Protocol

import msgspec

from backend.domain.catalogue.parameters import Scalar, variant_key
from backend.domain.catalogue.units import parse_unit
from backend.domain.errors import Fault
from backend.domain.plain_names import is_blank
from backend.domain.reports.claim_checks import claim_faults
from backend.domain.reports.format import Report, Result
from backend.domain.reports.profile_checks import ProfileLimits, profile_faults
from backend.domain.reports.suite_pages import page_faults
from backend.domain.reports.texts import (
    addresses_of,
    dates_too_early,
    escaped,
    messages_of,
    name_lists_of,
    names_of,
    tags_of,
)
from backend.domain.reports.time_course_checks import TimeCourseLimits, time_course_faults
from backend.domain.web_addresses import address_oddity

LARGEST = 1e150
"""Largest number in base units: its square is still finite, and spread needs squares."""
MOST_BYTES = 2_500
"""Of the name of a benchmark: an index holds no longer key."""
LARGEST_WHOLE = 2**63
"""Parameters and facts below this fit into the whole numbers of every reader."""


class ReportLimits(ProfileLimits, TimeCourseLimits, Protocol):
    """The sizes that settings allow."""

    @property
    def results(self) -> int: ...
    @property
    def samples_per_result(self) -> int: ...
    @property
    def samples(self) -> int: ...
    @property
    def histogram_bytes(self) -> int: ...
    @property
    def text(self) -> int: ...
    @property
    def benchmark(self) -> int: ...
    @property
    def message(self) -> int: ...
    @property
    def parameters(self) -> int: ...
    @property
    def attributes(self) -> int: ...
    @property
    def ancestry(self) -> int: ...
    @property
    def conditions_bytes(self) -> int: ...
    @property
    def faults(self) -> int: ...


def faults_of(report: Report, limits: ReportLimits) -> list[Fault]:
    """List what is wrong, at most `limits.faults` entries, in the order of the document."""
    found: list[Fault] = []
    for fault in _all_faults(report, limits):
        found.append(fault)
        if len(found) >= limits.faults:
            break
    return found


def _all_faults(report: Report, limits: ReportLimits) -> Iterator[Fault]:
    yield from _head_faults(report, limits)
    yield from _metric_faults(report, limits)
    for name in report.benchmarks:
        yield from _benchmark_faults(f"/benchmarks/{escaped(name)}", name, limits)
    if len(report.results) > limits.results:
        yield Fault(
            "/results",
            f"{len(report.results)} results are more than the limit of {limits.results}",
            "send them in several reports of the same commit",
        )
        return
    total = sum(len(result.samples or ()) for result in report.results)
    if total > limits.samples:
        yield Fault(
            "/results",
            f"{total} samples are more than the limit of {limits.samples} for a report",
            "send them in several reports, or as histograms",
        )
    yield from _each_result_faults(report, limits)
    for place, claim in enumerate(report.suite.claims):
        yield from claim_faults(f"/suite/claims/{place}", claim, report.suite.name)
    suite = report.suite
    yield from page_faults(suite.ladders, suite.splits, suite.sweeps)
    yield from profile_faults(report, limits)
    yield from time_course_faults(report, limits)
    if report.run.conditions is not None:
        yield from _condition_faults(msgspec.json.encode(report.run.conditions), limits)


def _each_result_faults(report: Report, limits: ReportLimits) -> Iterator[Fault]:
    sound = _SoundParts(report, limits)
    first: dict[tuple[str, str | None, bytes], int] | None = {} if _may_double(report) else None
    for index, result in enumerate(report.results):
        if not sound.make(result):
            yield from _result_faults(f"/results/{index}", result, report, limits)
        if first is None:
            continue
        identity = (result.benchmark, result.metric, variant_key(result.parameters))
        if first.setdefault(identity, index) != index:
            yield Fault(
                f"/results/{index}",
                f"the same benchmark, parameters and metric are at /results/{first[identity]}",
                "put all samples of one variant and metric into one result",
            )


def _may_double(report: Report) -> bool:
    """Tell whether two results may be of the same variant and metric; False: surely none are.

    Python takes 1, 1.0 and true for equal, so what it holds apart is no double.
    """
    identities = {
        (result.benchmark, result.metric, frozenset(result.parameters.items()))
        for result in report.results
    }
    return len(identities) != len(report.results)


class _SoundParts:
    """Names and parameters that were found without fault: the results of a report repeat them.

    It passes plain results of samples; everything else is looked at closely.
    """

    def __init__(self, report: Report, limits: ReportLimits) -> None:
        self._limits = limits
        self._benchmarks: set[str] = set()
        self._parameters: set[tuple[str, Scalar]] = set()
        self._factors = {
            name: unit.factor
            for name, declared in report.metrics.items()
            if (unit := parse_unit(declared.unit)) is not None
        }

    def make(self, result: Result) -> bool:
        """Tell whether a result is made of sound parts alone; False: look at it closely."""
        samples, limits = result.samples, self._limits
        factor = None if result.metric is None else self._factors.get(result.metric)
        if not samples or factor is None or not _has_only_samples(result):
            return False
        return (
            len(samples) <= limits.samples_per_result
            and not _is_beyond(min(samples), factor)
            and not _is_beyond(max(samples), factor)
            and len(result.parameters) <= limits.parameters
            and (result.benchmark in self._benchmarks or self._learn_benchmark(result.benchmark))
            and (
                self._parameters.issuperset(result.parameters.items())
                or self._learn_parameters(result.parameters)
            )
        )

    def _learn_benchmark(self, name: str) -> bool:
        is_sound = not any(_benchmark_faults("", name, self._limits))
        if is_sound:
            self._benchmarks.add(name)
        return is_sound

    def _learn_parameters(self, parameters: Mapping[str, Scalar]) -> bool:
        limits = self._limits
        is_sound = not any(_flat_faults("", parameters, limits.parameters, limits.text))
        if is_sound:
            self._parameters.update(parameters.items())
        return is_sound


def _has_only_samples(result: Result) -> bool:
    others = (
        result.summary, result.histogram, result.failure, result.rounds, result.binary_hash
    )  # fmt: skip
    return others == (None, None, None, None, None)


def _condition_faults(document: bytes, limits: ReportLimits) -> Iterator[Fault]:
    if len(document) > limits.conditions_bytes:
        reason = f"{len(document)} bytes are more than the limit of {limits.conditions_bytes}"
        yield Fault("/run/conditions", reason, "leave out what is said per variant")
    if b"\\u0000" in document:
        yield Fault("/run/conditions", "a text holds a NUL character", "remove it")


def _head_faults(report: Report, limits: ReportLimits) -> Iterator[Fault]:
    for pointer, text in names_of(report):
        yield from _name_faults(pointer, text, limits.text)
    for pointer, url in addresses_of(report):
        if oddity := address_oddity(url):
            yield Fault(pointer, oddity, "correct it, or leave it out")
    for pointer, text in messages_of(report):
        yield from _text_faults(pointer, text, limits.message)
    for pointer, names in name_lists_of(report):
        yield from _list_faults(pointer, names, limits)
    for pointer, date in dates_too_early(report):
        yield Fault(pointer, f"{date} is before the year 1900", "leave it out, or correct it")
    flats: dict[str, Mapping[str, Scalar]] = {
        "/environment": report.environment,
        "/machine/fingerprint": report.machine.fingerprint if report.machine else {},
        **tags_of(report),
    }
    for pointer, flat in flats.items():
        yield from _flat_faults(pointer, flat, limits.attributes, limits.message)


def _list_faults(pointer: str, names: Sequence[str], limits: ReportLimits) -> Iterator[Fault]:
    if len(names) > limits.ancestry:
        yield Fault(
            pointer,
            f"{len(names)} names are more than the limit of {limits.ancestry}",
            "send the nearest ones only; the server remembers what it has seen",
        )
        return
    for index, name in enumerate(names):
        yield from _text_faults(f"{pointer}/{index}", name, limits.text)


def _name_faults(pointer: str, name: str, limit: int) -> Iterator[Fault]:
    yield from _text_faults(pointer, name, limit)
    if name and is_blank(name):
        yield Fault(pointer, "the name holds nothing that can be seen", "name it")


def _text_faults(pointer: str, text: str, limit: int) -> Iterator[Fault]:
    if len(text) > limit:
        yield Fault(
            pointer, f"{len(text)} characters are more than the limit of {limit}", "shorten it"
        )
    if "\x00" in text:
        yield Fault(pointer, "the text holds a NUL character", "remove it")


def _benchmark_faults(pointer: str, name: str, limits: ReportLimits) -> Iterator[Fault]:
    yield from _name_faults(pointer, name, limits.benchmark)
    if len(name.encode()) > MOST_BYTES:
        yield Fault(pointer, f"the name has more than {MOST_BYTES} bytes", "shorten it")


def _flat_faults(pointer: str, flat: Mapping[str, Scalar], most: int, text: int) -> Iterator[Fault]:
    if len(flat) > most:
        yield Fault(pointer, f"{len(flat)} names are more than the limit of {most}", "send fewer")
    for name, value in flat.items():
        place = f"{pointer}/{escaped(name)}"
        yield from _text_faults(place, name, text)
        if isinstance(value, str):
            yield from _text_faults(place, value, text)
        elif not -LARGEST_WHOLE < value < LARGEST_WHOLE:
            yield Fault(place, "the number does not fit into 64 bits", "send it as text")


def _metric_faults(report: Report, limits: ReportLimits) -> Iterator[Fault]:
    for place, named in (("/metrics", report.metrics), ("/benchmarks", report.benchmarks)):
        if len(named) > limits.results:
            reason = f"{len(named)} names are more than the limit of {limits.results}"
            yield Fault(place, reason, "send fewer")
    for name, declaration in report.metrics.items():
        if parse_unit(declaration.unit) is None:
            yield Fault(
                f"/metrics/{escaped(name)}/unit",
                f"“{declaration.unit[:40]}” is not a unit",
                "use s, ms, B, KiB, op/s, 1, % or a plain word such as packets",
            )


def _result_faults(
    pointer: str, result: Result, report: Report, limits: ReportLimits
) -> Iterator[Fault]:
    yield from _benchmark_faults(f"{pointer}/benchmark", result.benchmark, limits)
    yield from _text_faults(f"{pointer}/binary_hash", result.binary_hash or "", limits.text)
    yield from _flat_faults(
        f"{pointer}/parameters", result.parameters, limits.parameters, limits.text
    )
    given = sum(
        part is not None
        for part in (result.samples, result.summary, result.histogram, result.failure)
    )
    if given != 1:
        yield Fault(
            pointer,
            f"{given} of samples, summary, histogram and failure are given",
            "give exactly one",
        )
    if result.failure is None and result.metric is None:
        yield Fault(f"{pointer}/metric", "the result names no metric", "name one of /metrics")
    if result.metric is not None and result.metric not in report.metrics:
        yield Fault(
            f"{pointer}/metric",
            f"“{result.metric[:40]}” is not declared in /metrics",
            "declare its unit and direction there",
        )
    declared = report.metrics.get(result.metric or "")
    unit = parse_unit(declared.unit) if declared else None
    yield from _number_faults(pointer, result, limits, unit.factor if unit else 1.0)


def _number_faults(
    pointer: str, result: Result, limits: ReportLimits, factor: float
) -> Iterator[Fault]:
    if result.samples is not None:
        yield from _sample_faults(f"{pointer}/samples", result.samples, limits, factor)
    if result.rounds is not None:
        yield from _round_faults(f"{pointer}/rounds", result)
    if result.summary is not None:
        yield from _summary_faults(f"{pointer}/summary", result, factor)
    if result.histogram is not None:
        ends = (result.histogram.scale * LARGEST_WHOLE,)
        yield from _size_faults(f"{pointer}/histogram/scale", ends, factor)
    if result.histogram is not None and len(result.histogram.data) > limits.histogram_bytes:
        yield Fault(
            f"{pointer}/histogram/data",
            f"{len(result.histogram.data)} bytes are more than the limit of "
            f"{limits.histogram_bytes}",
            "use fewer significant digits",
        )
    if result.failure is not None:
        yield from _text_faults(
            f"{pointer}/failure/message", result.failure.message, limits.message
        )


def _sample_faults(
    pointer: str, samples: Sequence[float], limits: ReportLimits, factor: float
) -> Iterator[Fault]:
    if not samples:
        yield Fault(pointer, "there are no samples", "send a failure if it gave none")
    elif len(samples) > limits.samples_per_result:
        reason = f"{len(samples)} samples are more than the limit of {limits.samples_per_result}"
        yield Fault(pointer, reason, "send a histogram")
    else:
        yield from _size_faults(pointer, (min(samples), max(samples)), factor)


def _round_faults(pointer: str, result: Result) -> Iterator[Fault]:
    rounds = result.rounds or []
    count = len(result.samples or ())
    if len(rounds) != count:
        reason = f"{len(rounds)} rounds are given for {count} samples"
        yield Fault(pointer, reason, "give the round of every sample, or leave them all out")
    elif any(after <= before for before, after in pairwise(rounds)):
        reason = "the rounds do not rise from sample to sample"
        yield Fault(pointer, reason, "order samples by their round, one sample of each round")


def _size_faults(pointer: str, numbers: Sequence[float], factor: float) -> Iterator[Fault]:
    if any(_is_beyond(number, factor) for number in numbers):
        yield Fault(
            pointer,
            f"a number is beyond {LARGEST:g} in base units",
            "check it: no measured quantity is that large",
        )


def _is_beyond(number: float, factor: float) -> bool:
    return abs(number * factor) > LARGEST


def _summary_faults(pointer: str, result: Result, factor: float) -> Iterator[Fault]:
    summary = result.summary
    if summary is None:
        return
    low, high = summary.low, summary.high
    given = [part for part in (summary.value, low, high, summary.sd) if part is not None]
    yield from _size_faults(pointer, given, factor)
    if low is not None and high is not None and low > high:
        yield Fault(f"{pointer}/low", f"low {low} is above high {high}", "swap them")

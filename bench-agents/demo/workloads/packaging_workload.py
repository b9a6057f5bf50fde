"""Work for `packaging`: versions, specifiers, requirements and markers.

Every answer follows from how the inputs are made, so that a release cannot be fast by being wrong.
"""

import random

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

_NUMBERS = [(n % 7, n % 11, n) for n in range(250)]
_TEXTS = ["{}.{}.{}".format(*numbers) for numbers in _NUMBERS]
_TAGGED = [f"{text}rc{number % 5}.post{number % 3}" for number, text in enumerate(_TEXTS)]
_SHUFFLED = [Version(text) for text in _TEXTS]
random.Random(1).shuffle(_SHUFFLED)  # noqa: S311 - an order, no secret
_IN_ORDER = ["{}.{}.{}".format(*numbers) for numbers in sorted(_NUMBERS)]
_MARKERS = [
    Marker("python_version >= '3.6' and os_name == 'posix'"),
    Marker("sys_platform == 'linux' or platform_machine == 'arm64' and python_version < '4'"),
]
_PLACES = [
    {"python_version": version, "os_name": os, "sys_platform": "linux", "platform_machine": "x"}
    for version in ("3.5", "3.6", "3.10")
    for os in ["posix"] * 7 + ["nt"] * 3
]
_SPECIFIERS = [f"!=2.{n % 9}.*,<6,>=1.{n}" for n in range(100)]
_REQUIREMENTS = [
    f"requests[security,socks]>=2.{n},!=2.9.*,<3; python_version>='3.6' and os_name=='posix'"
    for n in range(10)
]


def parse_versions() -> int:
    return sum(str(Version(text)) == text for text in _TEXTS + _TAGGED)


def sort_versions() -> list[str]:
    ordered = sorted(_SHUFFLED)
    return [str(ordered[place]) for place in (0, 80, 160, -1)]


def evaluate_markers() -> int:
    return sum(marker.evaluate(place) for marker in _MARKERS for place in _PLACES)


def parse_specifiers() -> int:
    return sum(len(str(SpecifierSet(text))) for text in _SPECIFIERS)


def parse_requirements() -> int:
    read = [Requirement(text) for text in _REQUIREMENTS]
    return sum(len(one.extras) + len(one.specifier) + one.name.count("q") for one in read)


IMPORT = "packaging.requirements"
BENCHMARKS = {
    "parse_versions": (parse_versions, 500),
    "sort_versions": (sort_versions, [_IN_ORDER[place] for place in (0, 80, 160, -1)]),
    "evaluate_markers": (evaluate_markers, 14 + 30),
    "parse_specifiers": (parse_specifiers, sum(map(len, _SPECIFIERS))),
    "parse_requirements": (parse_requirements, 10 * 6),
}

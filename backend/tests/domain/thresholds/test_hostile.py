"""Files of thresholds that are made to cost time and memory are refused, or read at no cost."""

import pytest

from backend.domain.errors import InvalidError
from backend.domain.thresholds.files import LONGEST, MOST_FAULTS, rules_of
from backend.testing.bounded import run_bounded

HOSTILE = {
    "dotted key": ".".join(["a"] * 45_000) + " = 1",
    "dotted key with blanks": "a" + " . a" * 24_000,
    "long head, many keys": f"[{'.'.join(['a'] * 20_000)}]\n" + "a = 1\n" * 9_000,
    "brackets": "a = [\n[" + " " * 90_000 + "\n]",
    "open bracket": "[" + " " * 90_000,
    "deep arrays": "a = " + "[" * 90_000,
    "deep arrays that end": "a = " + "[" * 40_000 + "]" * 40_000,
    "deep tables": "a = " + "{a=" * 30_000,
    "digits": "[thresholds]\nminimum_effect = " + "1" * 5_000,
    "hexadecimal digits": "[thresholds]\nminimum_effect = 0x" + "f" * 5_000,
    "a value of digits": '[[thresholds.rule]]\naction = "gate"\nparameters.a = ' + "1" * 5_000,
    "no such day": "a = 2026-02-31",
    "keys": "[thresholds]\n" + "".join(f"m{one:x} = 1\n" for one in range(9_000)),
    "parameters": '[[thresholds.rule]]\naction = "gate"\n'
    + "".join(f"parameters.m{one:x} = 1\n" for one in range(4_000)),
    "words": '[[thresholds.rule]]\naction = "gate"\ntext = "' + "a " * 100 + '"',
    "words of all rules": "".join(
        f'[[thresholds.rule]]\naction = "gate"\ntext = "a{one} b{one} c{one}"\n'
        for one in range(190)
    ),
    "quotes": "a = [\n" + '"""' * 30_000,
    "escapes": '"' + "\\a" * 40_000,
    "blanks for a size": '[thresholds]\nminimum_effect = "' + " " * 90_000 + '"',
    "long name": f'[thresholds]\n"{"a" * 90_000}" = 1',
    "long choice": f'[thresholds]\naction = "{"a" * 90_000}"',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_refused_in_a_sentence(name: str) -> None:
    assert len(HOSTILE[name]) <= LONGEST
    with pytest.raises(InvalidError) as refused:
        rules_of(HOSTILE[name])
    assert 1 <= len(refused.value.faults) <= MOST_FAULTS
    said = [part for fault in refused.value.faults for part in (fault.reason, fault.pointer)]
    assert max(map(len, said)) < 300


def test_it_costs_neither_time_nor_memory() -> None:
    """Each was quadratic, or cubic, or ended the process."""
    run_bounded("""
from backend.domain.errors import InvalidError
from backend.domain.thresholds.files import rules_of
from backend.tests.domain.thresholds.test_hostile import HOSTILE
for text in HOSTILE.values():
    try:
        rules_of(text)
    except InvalidError:
        pass
""")


def test_as_many_rules_as_may_be_are_applied_to_twenty_thousand_series() -> None:
    said = run_bounded("""
from backend.domain.catalogue.matching import SeriesDescription, SeriesTable
from backend.domain.thresholds.files import rules_of
from backend.domain.thresholds.rules import apply_rules
def rule(place):
    return f'''[[thresholds.rule]]
text = "bench of thing ing some s o e threads={place % 16} metric"
parameters.size = [{','.join(map(str, range(place, place + 60)))}]
parameters.threads = ["1", "2.0", "3e0"]
tags.area = ["a1", "a2"]
minimum_effect = 0.{place + 1:03}
'''
series = [
    SeriesDescription(
        f"suite {n % 20}", f"benchmark of something {n}", f"metric{n % 5}", f"box{n % 4}", "main",
        {"threads": n % 16, "size": n % 300}, {"area": f"a{n % 9}"},
    )
    for n in range(20_000)
]
rules = rules_of("".join(map(rule, range(199))))
print(sum(apply_rules(SeriesTable(series), rules).matched.values()))
""")
    assert int(said) > 0


def test_other_tools_may_keep_what_they_like_in_the_file() -> None:
    text = (
        '[tool."some.thing".deep.er.still]\nx = [[1, 2], [3, [4]]]\n'
        "day = 2026-01-01T10:00:00.5Z\nsaid = '''\n\"\"\" [[[ {{{\n'''\n"
        'quoted = """a "" b""""\n# [[[[[[[[[[[[[[[[[[[[[\n[thresholds]\nminimum_effect = "2 %"'
    )
    assert rules_of(text).standard.minimum_effect == 0.02

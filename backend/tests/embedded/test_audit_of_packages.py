"""What auditors print is read as known vulnerabilities, none, or no answer."""

from collections.abc import Callable, Mapping
from typing import Any

import audit
import pytest

from backend.testing.databases import ROOT

Reader = Callable[[Mapping[str, Any] | None], audit.Found]

FLASK = {"id": "PYSEC-2019-179", "fix_versions": ["1.0"]}
PIP: dict[str, Any] = {
    "dependencies": [
        {"name": "vine", "skip_reason": "not found on PyPI"},
        {"name": "flask", "version": "0.5", "vulns": [FLASK]},
    ]
}
NPM = {
    "vulnerabilities": {"minimist": {"range": "<0.2.1", "severity": "high", "fixAvailable": True}}
}
CARGO = {
    "vulnerabilities": {
        "list": [
            {
                "advisory": {"id": "RUSTSEC-2020-0071"},
                "package": {"name": "time", "version": "0.1.40"},
                "versions": {"patched": []},
            }
        ]
    }
}


@pytest.mark.parametrize(
    ("read", "answer", "known"),
    [
        (audit.of_pip_audit, PIP, "flask 0.5: PYSEC-2019-179, fixed in 1.0"),
        (audit.of_npm, NPM, "minimist <0.2.1: high, fixed in a newer version"),
        (audit.of_cargo, CARGO, "time 0.1.40: RUSTSEC-2020-0071, not fixed yet"),
    ],
)
def test_a_known_vulnerability_is_named_with_its_remedy(
    read: Reader, answer: Mapping[str, Any], known: str
) -> None:
    assert read(answer) == [known]


@pytest.mark.parametrize(
    ("read", "answer"),
    [
        (audit.of_pip_audit, {"dependencies": [{"name": "vine", "vulns": []}]}),
        (audit.of_npm, {"vulnerabilities": {}}),
        (audit.of_cargo, {"vulnerabilities": {"list": []}}),
    ],
)
def test_packages_without_a_known_vulnerability_are_none(
    read: Reader, answer: Mapping[str, Any]
) -> None:
    assert read(answer) == []


@pytest.mark.parametrize(
    "answer", [None, {}, {"dependencies": [{"name": "vine", "skip_reason": "?"}]}]
)
@pytest.mark.parametrize("read", [audit.of_pip_audit, audit.of_npm, audit.of_cargo])
def test_a_list_that_does_not_answer_is_no_all_clear(
    read: Reader, answer: Mapping[str, Any] | None
) -> None:
    assert read(answer) == audit.NO_ANSWER


FOUND: dict[str, audit.Found] = {
    "Python packages": [],
    "page packages": audit.NotAudited("no list of vulnerabilities answers here"),
}


@pytest.mark.parametrize(("must_audit", "code"), [(False, 0), (True, 1)])
def test_what_was_not_audited_is_named_and_fails_where_it_must_be(
    must_audit: bool,  # noqa: FBT001  a parameter of the test
    code: int,
) -> None:
    ended, lines = audit.judge(FOUND, must_audit=must_audit)
    assert ended == code
    said = "\n".join(lines)
    assert "not audited: no list of vulnerabilities answers here" in said
    assert "Not audited: page packages. Nothing is known of them." in said
    assert ("ALLOW_UNAUDITED=yes" in said) == must_audit


def test_a_known_vulnerability_fails_whatever_is_allowed() -> None:
    known = FOUND | {"Python packages": ["flask 0.5: PYSEC-2019-179, fixed in 1.0"]}
    ended, lines = audit.judge(known, must_audit=False)
    assert ended == 1
    assert "flask 0.5: PYSEC-2019-179, fixed in 1.0" in lines


def test_packages_that_were_audited_and_are_sound_pass() -> None:
    ended, lines = audit.judge({"Python packages": []}, must_audit=True)
    assert (ended, len(lines)) == (0, 1)


def test_ci_allows_by_name_what_cannot_be_audited_there() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert "make audit ALLOW_UNAUDITED=yes" in script

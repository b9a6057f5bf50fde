"""What is said of a judged statement and of what was published."""

import math

import msgspec

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.claims.files import read_claims
from backend.domain.claims.records import ClaimFinding, ClaimInterval, ClaimJudgement
from backend.domain.reports.claims import ClaimStatement
from backend.wording.claims import published_words, sentence_of
from backend.wording.numbers import MINUS, TIMES

TIME = SeriesLabel(1, "s", "b", {}, "time", "s", "lower", "sampled", "box", "main")


def a_statement(rest: str) -> ClaimStatement:
    head = '[[claim]]\nkey = "k"\ntitle = "t"\n[[claim.statement]]\nsuite = "s"\nbenchmark = "b"\n'
    (claim,) = read_claims(f'{head}metric = "time"\nunit = "ms"\n{rest}')
    return claim.statements[0]


def a_ratio(value: float, low: float, high: float) -> str:
    statement = a_statement(
        'kind = "ratio"\npublished = "-8 %"\n'
        'contender = { label = "pool", parameters = { x = 1 } }\n'
        'baseline = { label = "threads", parameters = { x = 2 } }\n'
    )
    found = ClaimInterval(value, low, high, 2)
    finding = ClaimFinding(["pool", "threads"], found=found, label=TIME)
    return sentence_of(statement, ClaimJudgement("refuted", value, low, high, 2, finding=finding))


def test_only_figures_have_a_unit() -> None:
    level = a_statement('kind = "level"\npublished = "204.4"\nparameters = { x = 1 }\n')
    assert published_words(level) == "204.4 ms"
    spans = msgspec.structs.replace(level, published="-2 [-3, -1]")
    assert published_words(spans) == f"{MINUS}2 [{MINUS}3, {MINUS}1] ms"
    order = 'kind = "order"\npublished = "smol is the fastest"\n'
    sides = "variant = [{ parameters = { x = 1 } }, { parameters = { x = 2 } }]\n"
    assert published_words(a_statement(order + sides)) == "smol is the fastest"
    best = 'kind = "best"\nparameter = "x"\nbest = ["cores"]\npublished = "10, the core count"\n'
    assert published_words(a_statement(best)) == "10, the core count"


def test_an_interval_over_a_factor_of_a_hundred_is_called_too_few_rounds() -> None:
    assert "[" in a_ratio(0.9, 0.85, 0.95)
    assert "Too few rounds" not in a_ratio(0.9, 0.1, 9.0)
    for low, high in ((2.1e-45, 5.6e41), (0.0, 3.0), (0.5, math.inf)):
        said = a_ratio(0.034, low, high)
        assert said.startswith(f"pool: 29.4{TIMES} faster than threads; published: {MINUS}8 %.")
        assert said.endswith("Too few rounds: the interval spans more than a factor of 100.")

"""The families of made series and what each of them consists of."""

import math

import numpy as np

FAMILIES = (
    "gauss", "lognormal", "heavy", "bimodal", "ar1", "spikes",
    "hetero", "drift", "temp", "multi", "quant", "mixed",
)  # fmt: skip
"""Their order is part of the seed of every series."""

KINDS = ("lognormal", "heavy", "bimodal", "ar1")
"""Families that are named after the kind of their noise; all others are Gaussian."""
_MIXED_KINDS = ("gauss", *KINDS)
_MIXED_TRAITS = (("spikes", 0.5), ("hetero", 0.3), ("drift", 0.25), ("temp", 0.4), ("multi", 0.4))
CORRELATED = ("ar1", "drift", "mixed")
"""Families in which neighbouring runs are alike, where a replay raises most alarms."""


def traits_of(family: str, generator: np.random.Generator) -> frozenset[str]:
    """Return what a series of this family has; `mixed` draws a kind and some traits."""
    if family != "mixed":
        return frozenset({family})
    kind = str(generator.choice(_MIXED_KINDS))
    return frozenset({kind}) | {
        trait for trait, share in _MIXED_TRAITS if generator.random() < share
    }


def kind_of(traits: frozenset[str]) -> str:
    """Return the kind of noise among the traits."""
    return next((kind for kind in KINDS if kind in traits), "gauss")


def log_uniform(generator: np.random.Generator, low: float, high: float) -> float:
    return math.exp(generator.uniform(math.log(low), math.log(high)))

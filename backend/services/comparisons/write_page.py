"""A comparison as it is sent: the end of its answer, which hangs on both sides alone."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import orjson

from backend.services.comparisons.page import ComparisonPage, MetricMean

AS_ROWS = orjson.OPT_UTC_Z | orjson.OPT_SERIALIZE_NUMPY
COUNTED = ("regression", "improvement", "change", "same", "unknown", "same_binary")


def write_page(page: ComparisonPage) -> bytes:
    """Write the rest of `Comparison`, which follows its beginning; no number becomes null."""
    suite = page.suite
    told = {
        "false_discoveries": suite.false_discoveries,
        "sentence": page.sentence,
        "precision": page.precision,
        "counts": {name: suite.counts[name.replace("_", " ")] for name in COUNTED},
        "compared": len(suite.keys),
        "only_baseline": len(suite.only_baseline),
        "only_contender": len(suite.only_contender),
        "not_compared": len(suite.failed),
        "means": [_mean(one) for one in page.means],
        "mean_reach": page.mean_reach,
        "noise": suite.noise,
        "matching": page.matching,
        "folded": page.folded,
        "rows": page.rows,
        "columns": page.columns,
        "one_sided": page.one_sided,
        "failed": page.failed,
    }
    return b"," + orjson.dumps(told, option=AS_ROWS)[1:]


def _mean(one: MetricMean) -> Mapping[str, Any]:
    own = {name: getattr(one, name) for name in ("suite", "metric", "unit", "direction")}
    return own | asdict(one.mean) | {"sentence": one.sentence}

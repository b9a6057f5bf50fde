"""The axes that a benchmark was swept over: those of its suite with two values or more."""

from typing import LiteralString

SWEPT_AXES: LiteralString = """
array(
    select axis
    from unnest({benchmark}.sweep_axes) with ordinality as named (axis, place)
    where (
        select count(distinct v.parameters -> axis) from variant v
        where v.project_id = {benchmark}.project_id and v.benchmark_id = {benchmark}.id
    ) > 1
    order by place
)
"""
"""One value is no sweep: there is nothing to hold it against. Format it with the table's name."""

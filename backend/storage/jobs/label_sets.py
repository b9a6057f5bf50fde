"""The sets of labels that waiting jobs ask for, one by one: each is the next in the index.

A file of its own: what waits for work is loaded by each process of the API, and the queue is not.
"""

from typing import LiteralString

LABEL_SETS: LiteralString = """
with recursive asked (place, set, labels) as (
    (select places.place, first.* from {places} as places (place)
     cross join lateral (
        select hash_array_extended(labels, 0), labels from job
        where project_id = %(project)s and coalesce(testbed_id, 0) = places.place
          and state = 'queued'
        order by hash_array_extended(labels, 0) limit 1) as first)
    union all
    select asked.place, next.* from asked cross join lateral (
        select hash_array_extended(labels, 0), labels from job
        where project_id = %(project)s and coalesce(testbed_id, 0) = asked.place
          and state = 'queued' and hash_array_extended(labels, 0) > asked.set
        order by hash_array_extended(labels, 0) limit 1) as next
)
"""

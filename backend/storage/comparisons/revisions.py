"""What tells whether a comparison that was judged before would be judged the same now.

It hangs on the results of its runs, on what is known of the noise of their series, and on their
names. Results come, move and go together with states of series, each write of which leaves a stamp
(`storage/commits/series_writes.py`); names are corrected under a number of the project; summaries
take the place of samples together with a mark of the run. All of that is a few rows, however many
series are compared.
"""

from collections.abc import Sequence
from typing import LiteralString

from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection
from backend.storage.packed_columns import listed

Revision = tuple[str, int, str]
"""The stamps of the project, how often its names were corrected, and the rows of the runs."""
REVISION: LiteralString = """
select coalesce((select string_agg(stamp::text, ' ' order by backend)
                 from series_write where project_id = %(project)s), ''),
       (select catalogue_revision from project where id = %(project)s),
       (select coalesce(sum(hashtidextended(ctid, xmin::text::bigint)), 0)::text
        from run
        where project_id = %(project)s and id = any(array(select unnest(%(runs)s::bigint[]))))
"""


def read_revision(session: Session, project_id: int, run_ids: Sequence[int]) -> Revision:
    """Return the revision of what compares these runs; to be asked for before anything else."""
    asked = {"project": project_id, "runs": listed(run_ids)}
    row = raw_connection(session).execute(REVISION, asked).fetchone()
    return (row[0], row[1], row[2]) if row else ("", 0, "")

"""date fingerprints by their runs

They were dated by the upload of the first report under them.
"""

from collections.abc import Sequence

from alembic import op

revision: str = '0027'
down_revision: str | None = '0026'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

EARLIEST = """
update fingerprint set first_seen_at = seen.at
from (
    select project_id, fingerprint_id, min(started_at) as at
    from run where fingerprint_id is not null
    group by project_id, fingerprint_id
) as seen
where fingerprint.project_id = seen.project_id and fingerprint.id = seen.fingerprint_id
  and fingerprint.first_seen_at > seen.at
"""


def upgrade() -> None:
    op.execute(EARLIEST)


def downgrade() -> None:
    """The times stay: they say when it was."""

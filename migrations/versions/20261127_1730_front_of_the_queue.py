"""index by which an agent reads the front of the queue"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0160"
down_revision: str | None = "0130"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

QUEUED = sa.text("state = 'queued'")
HELD = sa.text("state in ('leased', 'running')")
PRIORITY = sa.text("priority desc")


def upgrade() -> None:
    place, labels = sa.text("coalesce(testbed_id, 0)"), sa.text("hash_array_extended(labels, 0)")
    front = ["project_id", place, labels, PRIORITY, "turn", "id"]
    op.create_index("ix_job_front", "job", front, postgresql_where=QUEUED)
    op.create_index("ix_job_held_on", "job", ["project_id", "measured_on"], postgresql_where=HELD)
    op.drop_index("ix_job_queue", table_name="job")
    queue = ["project_id", PRIORITY, "turn", "id"]
    op.create_index("ix_job_queue", "job", queue, postgresql_where=QUEUED)


def downgrade() -> None:
    op.drop_index("ix_job_queue", table_name="job")
    queue = ["project_id", "testbed_id", PRIORITY, "turn", "id"]
    op.create_index("ix_job_queue", "job", queue, postgresql_where=QUEUED)
    op.drop_index("ix_job_held_on", table_name="job")
    op.drop_index("ix_job_front", table_name="job")

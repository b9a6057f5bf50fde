"""fill machine readings from the runs that there are, a batch per transaction"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = '0012'
down_revision: str | None = '0011'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

BATCH = 2_000
FILL = sa.text("""
with batch as (
    select id from run where project_id = :project and id > :after order by id limit :most
), filled as (
    insert into machine_reading
        (project_id, run_id, machine_id, measured_at, score, low, high, verdict, works, warnings)
    select project_id, id, machine_id, started_at,
           (conditions -> 'noise' ->> 'score')::float8, (conditions -> 'noise' ->> 'low')::float8,
           (conditions -> 'noise' ->> 'high')::float8, conditions -> 'control' ->> 'verdict',
           coalesce(conditions -> 'control' -> 'works', '[]'),
           (select count(*) from jsonb_array_elements(conditions -> 'preflight' -> 'checks')
                                 as checked
            where checked ->> 'state' = 'warning')
    from run
    where project_id = :project and id in (select id from batch) and machine_id is not null
      and (conditions ? 'noise' or conditions ? 'control' or conditions ? 'preflight')
    on conflict do nothing
)
select max(id) from batch
""")


def upgrade() -> None:
    with op.get_context().autocommit_block():
        connection = op.get_bind()
        for (project,) in connection.execute(sa.text('select id from project')).all():
            after: int | None = 0
            while after is not None:
                asked = {'project': project, 'after': after, 'most': BATCH}
                after = connection.execute(FILL, asked).scalar_one()


def downgrade() -> None:
    """Readings stay: they say what their runs say."""

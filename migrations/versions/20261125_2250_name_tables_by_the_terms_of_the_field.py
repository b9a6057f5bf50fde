"""name tables by the terms of the field"""

from collections.abc import Sequence

from alembic import op

revision: str = '0037'
down_revision: str | None = '0036'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = (
    ('alert_deed', 'alert_activity', 'project_id_group_id'),
    ('course', 'time_course', 'project_id_run_id'),
)
COLUMNS = (
    ('channel', ('address', 'secret')),
    ('forge_connection', ('token', 'app_key', 'secret')),
)
TASKS = (
    ('forge.tell', 'forge.update_pull_requests'),
    ('maintenance.watch_for_silence', 'maintenance.detect_outages'),
    ('maintenance.hand_over_left_work', 'maintenance.redeliver_outbox'),
    ('maintenance.look_at_stored_suites', 'maintenance.backfill_splits'),
)


def upgrade() -> None:
    for old, new, columns in TABLES:
        _rename_table(old, new, columns)
    for table, names in COLUMNS:
        for name in names:
            op.alter_column(table, f'sealed_{name}', new_column_name=f'encrypted_{name}')
    for old, new in TASKS:
        op.execute(f"update outbox set task = '{new}' where task = '{old}'")


def downgrade() -> None:
    for old, new, columns in TABLES:
        _rename_table(new, old, columns)
    for table, names in COLUMNS:
        for name in names:
            op.alter_column(table, f'encrypted_{name}', new_column_name=f'sealed_{name}')
    for old, new in TASKS:
        op.execute(f"update outbox set task = '{old}' where task = '{new}'")


def _rename_table(old: str, new: str, columns: str) -> None:
    op.rename_table(old, new)
    op.execute(f'alter index pk_{old} rename to pk_{new}')
    op.execute(f'alter index ix_{old}_{columns} rename to ix_{new}_{columns}')
    op.execute(f'alter sequence {old}_id_seq rename to {new}_id_seq')

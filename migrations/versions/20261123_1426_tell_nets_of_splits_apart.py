"""tell nets of splits apart

Summaries in the list were made while seconds and bytes were added up. Every suite is looked at
once more, which brings its open splits in line with their pages.
"""

from collections.abc import Sequence

from alembic import op

revision: str = '0029'
down_revision: str | None = '0028'
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.execute('update suite set splits_looked_at = null')


def downgrade() -> None:
    """Nothing to take back: a look is only a look."""

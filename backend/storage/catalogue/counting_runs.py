"""Runs that count: not excluded, and of nothing that is archived."""

from typing import LiteralString

COUNTS: LiteralString = """
not exists (select from run_exclusion gone
            where gone.project_id = run.project_id and gone.run_id = run.id)
and not exists (select from suite where suite.project_id = run.project_id
                and suite.id = run.suite_id and suite.archived_at is not null)
and not exists (select from testbed where testbed.project_id = run.project_id
                and testbed.id = run.testbed_id and testbed.archived_at is not null)
and not exists (select from branch where branch.project_id = run.project_id
                and branch.id = run.branch_id and branch.archived_at is not null)
"""
"""Condition on rows of `run`."""

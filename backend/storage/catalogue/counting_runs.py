"""Runs that count: not excluded, and of nothing that is archived."""

from typing import LiteralString

# what is archived is read once, not for each run: a project with many runs has few of the others
COUNTS: LiteralString = """
not exists (select from run_exclusion gone
            where gone.project_id = run.project_id and gone.run_id = run.id)
and run.suite_id not in (select a.id from suite a where a.project_id = %(project)s
                         and a.archived_at is not null)
and run.testbed_id not in (select a.id from testbed a where a.project_id = %(project)s
                           and a.archived_at is not null)
and run.branch_id not in (select a.id from branch a where a.project_id = %(project)s
                          and a.archived_at is not null)
"""
"""Condition on rows of `run` of the project %(project)s."""

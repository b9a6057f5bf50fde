"""views for reading by SQL"""

from collections.abc import Sequence

from alembic import op

revision: str = "0062"
down_revision: str | None = "0047"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NAMES = """
    project.slug as project, s.id as series, suite.name as suite, benchmark.name as benchmark,
    variant.parameters, metric.name as metric, metric.unit, metric.direction,
    testbed.name as testbed, branch.name as branch
"""
SERIES = """
    series s
    join project on project.id = s.project_id
    join suite on suite.project_id = s.project_id and suite.id = s.suite_id
    join benchmark on benchmark.project_id = s.project_id and benchmark.id = s.benchmark_id
    join variant on variant.project_id = s.project_id and variant.id = s.variant_id
    join metric on metric.project_id = s.project_id and metric.id = s.metric_id
    join testbed on testbed.project_id = s.project_id and testbed.id = s.testbed_id
    join branch on branch.project_id = s.project_id and branch.id = s.branch_id
"""
RESULT = """
    join result on result.project_id = s.project_id and result.series_id = s.id
    join commit on commit.project_id = s.project_id and commit.id = result.commit_id
"""
VIEWS = {
    "series": f"select s.project_id, {NAMES}, s.created_at from {SERIES}",
    "results": f"""
        select s.project_id, {NAMES}, commit.name as commit, commit.time as commit_time,
            result.position, result.run_id as run, result.measured_at, result.value, result.low,
            result.high, result.sd, result.n as sample_count, result.spread, result.spread_low,
            result.spread_high
        from {SERIES} {RESULT}""",
    "samples": f"""
        select s.project_id, {NAMES}, commit.name as commit, result.position,
            result.run_id as run, one.number::integer as sample, one.value
        from {SERIES} {RESULT}
        cross join lateral unnest(result.samples) with ordinality as one (value, number)""",
    "changes": f"""
        select s.project_id, {NAMES}, change.id as change, change.kind, change.state, change.cause,
            change.verdict, change.ratio, change.low, change.high, change.before, change.after,
            change.before_n, change.after_n, at.name as commit, at.time as commit_time,
            earlier.name as previous_commit, change.position, change.detected_at,
            change.confirmed_at, change.acknowledged_at
        from {SERIES}
        join change_point change on change.project_id = s.project_id and change.series_id = s.id
        join commit at on at.project_id = s.project_id and at.id = change.commit_id
        left join commit earlier
            on earlier.project_id = s.project_id and earlier.id = change.previous_commit_id""",
    "runs": """
        select run.project_id, project.slug as project, run.id as run, suite.name as suite,
            testbed.name as testbed, branch.name as branch, commit.name as commit,
            commit.time as commit_time, run.started_at, run.finished_at, run.received_at,
            run.trigger, run.mode, run.agent, run.suite_version, run.tags, run.result_count,
            run.failure_count, exclusion.reason as excluded
        from run
        join project on project.id = run.project_id
        join suite on suite.project_id = run.project_id and suite.id = run.suite_id
        join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
        join branch on branch.project_id = run.project_id and branch.id = run.branch_id
        join commit on commit.project_id = run.project_id and commit.id = run.commit_id
        left join run_exclusion exclusion
            on exclusion.project_id = run.project_id and exclusion.run_id = run.id""",
}
MAY_READ = """
do $$ begin
    if exists (select from pg_roles where rolname = 'tidemark_app') then
        grant usage on schema reading to tidemark_app;
        grant select on all tables in schema reading to tidemark_app;
    end if;
end $$
"""


def upgrade() -> None:
    op.execute("create schema reading")
    for name, asked in VIEWS.items():
        op.execute(f"create view reading.{name} as {asked}")
    op.execute("revoke all on schema reading from public")
    op.execute(MAY_READ)


def downgrade() -> None:
    op.execute("drop schema reading cascade")

"""Every row of one project: out of one database as JSON, and into another under the same ids.

Ids are unique within a project only, so they stay as they are: addresses, references and the order
of lists go with them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

import psycopg
from psycopg import Connection, sql

from backend.domain.errors import InvalidError
from backend.domain.people.projects import PROJECT_KEPT

KEPT: tuple[LiteralString, ...] = (
    "suite", "benchmark", "variant", "metric", "name_alias", "testbed", "machine", "fingerprint",
    "environment", "commit", "commit_parent", "branch", "branch_commit", "report",
    "sent_file_content", "sent_file", "run",
    "run_exclusion", "result", "excluded_result", "failed_result", "profile_content", "profile",
    "function_change", "time_course", "report_mapping", "deletion", "deleted_row", "series",
    "series_state", "machine_reading", "self_comparison", "self_comparison_progress",
    "machine_quarantine",
    "change_point", "change_note", "alert_group", "alert_member", "alert_activity", "alert_event",
    "alert_mute", "outage", "threshold_version", "dry_run", "split", "split_event", "ladder",
    "rung", "claim", "claim_verdict", "agent", "agent_key", "job", "job_event", "job_log",
    "job_round", "job_run", "job_proposal",
    "forge_connection", "pull_request", "webhook", "acceptance", "saved_view", "short_link",
    "outbox",
)  # fmt: skip
"""Tables of an archive; each stands behind those that its rows refer to."""
LEFT_OUT: dict[str, str] = {
    "address_import": "a secret of its sender is in it while it is under way",
    "address_page": "of an import that is under way",
    "api_key": "a secret of the installation",
    "agent_enrolment": "lets agents into the installation",
    "ci_rule": "lets jobs into the installation",
    "invitation": "lets people into the installation",
    "membership": "people of the installation",
    "feed_token": "a secret of a person",
    "seen_mark": "of a person",
    "series_write": "of connections to this database",
    "change_write": "of connections to this database",
    "audit_event": "says what was done here; it would prove nothing elsewhere",
    "channel": "its address is a secret of the installation",
    "subscription": "of a channel",
    "notice": "of a channel",
    "delivery": "of a channel",
}
"""Tables with rows of projects that stay, and why."""
PERSON = "(select a.id from user_account a where a.email = %(people)s::json ->> {}::text)"
ANY_NAME = "replace(gen_random_uuid()::text, '-', '')"
REPLACED: dict[str, dict[str, str]] = {
    "agent_key": {"api_key_id": "null"},
    "report": {"key_id": "null", "user_id": PERSON.format("user_id"), "ci_rule_id": "null"},
    "change_note": {"user_id": PERSON.format("user_id")},
    "alert_activity": {"user_id": PERSON.format("user_id")},
    "alert_mute": {"user_id": PERSON.format("user_id")},
    "alert_group": {"assignee_id": PERSON.format("assignee_id")},
    "deleted_row": {"content": "jsonb_set(content, '{project_id}', to_jsonb(%(project)s::bigint))"},
    "forge_connection": {
        "hook": ANY_NAME, "encrypted_token": "null", "encrypted_app_key": "null",
        "encrypted_secret": "''::bytea", "removed_at": "coalesce(removed_at, now())",
    },
    "pull_request": {"picture": ANY_NAME, "claimed_until": "null"},
}  # fmt: skip
"""Columns that mean something else in another installation, and what stands there instead."""
GIVEN_HERE = {"outbox": {"id"}}
"""Columns that the database numbers over all projects."""
TAKEN_ELSEWHERE = {"short_link"}
"""Tables with names that another project may have already; its rows stay as they are."""
AT_ONCE = 500
MOST_BYTES = 4_000_000
SPARE_IDS = 10_000
"""Ids that others may take while a sequence is set."""
GONE_WITH_IT = (*reversed(KEPT), *reversed([one for one in LEFT_OUT if one != "audit_event"]))
"""Tables in the order in which the rows of a project go; what was done to it stays on record."""
# places are those of one part of a table; another row at the same place is of the project too
_SOME = """
delete from {table} where project_id = %(project)s and ctid = any(array(
    select ctid from {table} where project_id = %(project)s limit %(most)s))
"""
_OLD: LiteralString = """
select id from project where deleted_at <= now() - %s::interval order by deleted_at limit 1
for update skip locked
"""
_PEOPLE: LiteralString = """
select distinct a.id::text, a.email from user_account a
join (select user_id as id from report where project_id = %(project)s
      union select user_id from change_note where project_id = %(project)s
      union select user_id from alert_activity where project_id = %(project)s
      union select user_id from alert_mute where project_id = %(project)s
      union select assignee_id from alert_group where project_id = %(project)s) said using (id)
"""
_COLUMNS: LiteralString = """
select column_name from information_schema.columns
where table_schema = current_schema() and table_name = %s order by ordinal_position
"""
_SEQUENCE: LiteralString = "select pg_get_serial_sequence(%s, 'id')"


@dataclass(frozen=True, slots=True)
class Destination:
    """Where rows go: the project there, and who of the people is known by an address."""

    project_id: int
    people: str
    """Addresses of people by their ids in the archive, as JSON."""


def people_of(connection: Connection[Any], project_id: int) -> dict[str, str]:
    """Return the addresses of the people that rows of a project name, by their ids."""
    return dict(connection.execute(_PEOPLE, {"project": project_id}).fetchall())


def rows_as_json(connection: Connection[Any], table: str, project_id: int) -> Iterator[str]:
    """Yield each row of a table as an object, without the project."""
    columns = [name for name in columns_of(connection, table) if name != "project_id"]
    asked = sql.SQL(
        "select row_to_json(one)::text from"
        " (select {} from {} where project_id = %s order by {}) one"
    ).format(
        sql.SQL(", ").join(map(sql.Identifier, columns)),
        sql.Identifier(table),
        sql.SQL(", ").join(map(sql.Identifier, _key_of(connection, table))),
    )
    with connection.cursor(name=f"archive_{table}") as cursor:
        cursor.itersize = AT_ONCE
        for (row,) in cursor.execute(asked, (project_id,)):
            yield row


def columns_of(connection: Connection[Any], table: str) -> list[str]:
    return [name for (name,) in connection.execute(_COLUMNS, (table,)).fetchall()]


def _key_of(connection: Connection[Any], table: str) -> list[str]:
    found = connection.execute(
        "select a.attname from pg_index i"
        " join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)"
        " where i.indrelid = %s::regclass and i.indisprimary"
        " order by array_position(i.indkey::int2[], a.attnum)",
        (table,),
    )
    return [name for (name,) in found.fetchall()]


def add_rows(
    connection: Connection[Any], table: str, names: Sequence[str], to: Destination
) -> "RowWriter":
    """Return what adds rows with these columns; InvalidError for a column that is not known."""
    known = set(columns_of(connection, table))
    if strange := sorted({*names} - known):
        raise InvalidError(f"{table} of the archive has a column {strange[0]!r}, unknown here")
    kept = [name for name in names if name not in GIVEN_HERE.get(table, set())]
    replaced = REPLACED.get(table, {})
    values = [
        sql.SQL(replaced[name]) if name in replaced else sql.Identifier(name) for name in kept
    ]
    statement = sql.SQL(
        "insert into {table} (project_id, {columns}) select %(project)s, {values}"
        " from json_populate_recordset(null::{table}, %(rows)s::json) {conflict}"
    ).format(
        conflict=sql.SQL("on conflict do nothing" if table in TAKEN_ELSEWHERE else ""),
        table=sql.Identifier(table),
        columns=sql.SQL(", ").join(map(sql.Identifier, kept)),
        values=sql.SQL(", ").join(values),
    )
    return RowWriter(connection, statement, {"project": to.project_id, "people": to.people})


@dataclass(slots=True)
class RowWriter:
    """Adds rows to one table, some at a time."""

    connection: Connection[Any]
    statement: sql.Composed
    given: Mapping[str, Any]

    def add(self, rows: Sequence[str]) -> None:
        """Add rows, each an object; InvalidError where one does not fit."""
        try:
            self.connection.execute(
                self.statement, {**self.given, "rows": f"[{','.join(rows)}]"}, prepare=False
            )
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            said = error.diag.message_primary or type(error).__name__
            raise InvalidError(f"a row of the archive does not fit: {said}") from error


def pass_ids(connection: Connection[Any], project_id: int) -> None:
    """Let the ids that are given next lie behind those that came in."""
    for table in KEPT:
        if table in GIVEN_HERE or "id" not in columns_of(connection, table):
            continue
        named = connection.execute(_SEQUENCE, (table,)).fetchone()
        if named is None or named[0] is None:
            continue
        highest = sql.SQL("select max(id) from {} where project_id = %s")
        most = connection.execute(highest.format(sql.Identifier(table)), (project_id,)).fetchone()
        sequence = sql.SQL("select last_value from {}").format(sql.SQL(named[0]))
        last = connection.execute(sequence).fetchone()
        if most and last and most[0] is not None and most[0] >= last[0]:
            connection.execute("select setval(%s, %s)", (named[0], most[0] + SPARE_IDS))


def purge_some(connection: Connection[Any], most: int) -> int:
    """Remove some rows of a project that nobody can bring back any more, and itself at the end.

    Returns how many these were.
    """
    old = connection.execute(_OLD, (PROJECT_KEPT,)).fetchone()
    if old is None:
        return 0
    gone = 0
    for table in GONE_WITH_IT:
        asked = sql.SQL(_SOME).format(table=sql.Identifier(table))
        found = connection.execute(asked, {"project": old[0], "most": most - gone})
        gone += found.rowcount
        if gone >= most:
            return gone
    connection.execute("delete from project where id = %s", old)
    return gone + 1

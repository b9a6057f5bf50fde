"""The two roles of an installation: the owner, who changes the schema, and the application.

Neither is a superuser. Whoever takes over the application can read and write rows, as it does, but
can neither read files of the database's machine, nor run programs there, nor drop a table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import LiteralString

import psycopg
from psycopg import Connection, sql

OWNER: LiteralString = "tidemark_owner"
APPLICATION: LiteralString = "tidemark_app"
PLAIN = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls"

OWNED_BY_OTHERS = """
select format('alter %%s %%s owner to %%I', case when c.relkind = 'S' then 'sequence'
              when c.relkind = 'v' then 'view' else 'table' end, c.oid::regclass, %(owner)s::text)
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
  and pg_get_userbyid(c.relowner) <> %(owner)s::text
  -- a sequence of a column follows its table
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i')
                  and c.relkind = 'S')
union all
select format('alter type %%s owner to %%I', t.oid::regtype, %(owner)s::text)
from pg_type t
where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
  and pg_get_userbyid(t.typowner) <> %(owner)s::text
union all
select format('alter routine %%s owner to %%I', p.oid::regprocedure, %(owner)s::text)
from pg_proc p
where p.pronamespace = 'public'::regnamespace and pg_get_userbyid(p.proowner) <> %(owner)s::text
"""
"""Of older installations, whose tables the superuser made."""
READING: LiteralString = f"""
do $$ declare view text; begin
    if to_regnamespace('reading') is null then return; end if;
    alter schema reading owner to {OWNER};
    for view in select oid::regclass from pg_class where relnamespace = 'reading'::regnamespace
    loop execute format('alter view %s owner to {OWNER}', view); end loop;
    grant usage on schema reading to {APPLICATION};
    grant select on all tables in schema reading to {APPLICATION};
end $$
"""  # noqa: S608  names of ours
"""The views for reading by SQL, which an installation has after its first migrations."""


@dataclass(frozen=True, slots=True)
class RolePasswords:
    """What the two roles sign in with."""

    owner: str
    application: str


def make_roles(superuser_url: str, passwords: RolePasswords) -> None:
    """Make both roles, give the database to the owner, and rows to the application.

    May run again and again: passwords and rights become what they should be.
    """
    with psycopg.connect(superuser_url) as connection:
        _make_role(connection, OWNER, passwords.owner)
        _make_role(connection, APPLICATION, passwords.application)
        for statement in _grants(connection.info.dbname):
            connection.execute(statement)
        found = connection.execute(OWNED_BY_OTHERS, {"owner": OWNER}).fetchall()
        for (statement,) in found:
            connection.execute(statement)
        for statement in _rows():
            connection.execute(statement)
        connection.execute(READING)


def _make_role(connection: Connection[tuple[object, ...]], name: str, password: str) -> None:
    found = connection.execute("select from pg_roles where rolname = %s", [name]).fetchone()
    verb = sql.SQL("create role {} " if found is None else "alter role {} ")
    signs_in = sql.SQL(PLAIN + " password ") + sql.Literal(password)
    connection.execute(verb.format(sql.Identifier(name)) + signs_in)


def _grants(database: str) -> Iterator[sql.Composed]:
    names = {
        "database": sql.Identifier(database),
        "owner": sql.Identifier(OWNER),
        "application": sql.Identifier(APPLICATION),
    }
    for text in (
        "alter database {database} owner to {owner}",
        "alter schema public owner to {owner}",
        "revoke all on database {database} from public",
        "grant connect on database {database} to {application}",
        "revoke all on schema public from public",
        "grant usage on schema public to {application}",
    ):
        yield sql.SQL(text).format(**names)


def _rows() -> Iterator[sql.Composed]:
    """Give rows of what is there, and of what the owner will make."""
    owner, application = sql.Identifier(OWNER), sql.Identifier(APPLICATION)
    rights: tuple[tuple[LiteralString, LiteralString], ...] = (
        ("select, insert, update, delete", "tables"),
        ("usage, select, update", "sequences"),
    )
    for right, kind in rights:
        given = sql.SQL(f"grant {right} on all {kind} in schema public to {{}}")
        yield given.format(application)
        coming = sql.SQL(
            "alter default privileges for role {} in schema public "
            f"grant {right} on {kind} to {{}}"
        )
        yield coming.format(owner, application)

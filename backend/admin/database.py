"""The roles of a database outside."""

import argparse

from sqlalchemy.engine import make_url

from backend.settings import database_roles
from backend.storage.database_roles import APPLICATION, OWNER, RolePasswords, make_roles


def _database_roles(_options: argparse.Namespace) -> None:
    given = database_roles()
    superuser = make_url(given.superuser_url).set(
        drivername="postgresql", password=given.superuser_password_file.read_text().strip()
    )
    passwords = RolePasswords(
        given.owner_password.get_secret_value(), given.application_password.get_secret_value()
    )
    make_roles(superuser.render_as_string(hide_password=False), passwords)
    print(f"{OWNER} owns the database, {APPLICATION} may read and write its rows.")


COMMANDS = {"database-roles": _database_roles}

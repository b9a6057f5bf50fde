"""Addresses of databases: for SQLAlchemy, for the driver, and what they say of a pooler."""

from urllib.parse import urlsplit

from backend.domain.errors import InvalidError

POOLER = "pooler="
BY_TRANSACTION = f"{POOLER}transaction"


def read_url(given: str) -> tuple[str, bool]:
    """Return the address for SQLAlchemy, and whether a pooler lends a connection per transaction.

    `…/tidemark?pooler=transaction` says so: nothing of one transaction is there in the next.
    """
    address, _, query = given.partition("?")
    options = [option for option in query.split("&") if option]
    said = {option for option in options if option.startswith(POOLER)}
    if said - {BY_TRANSACTION}:
        raise ValueError(f"the address of the database may say {BY_TRANSACTION}, nothing else")
    others = "&".join(option for option in options if option not in said)
    return (f"{address}?{others}" if others else address), bool(said)


def driver_url(given: str) -> str:
    """Return the address as the driver and PostgreSQL's own programs read it."""
    return read_url(given)[0].replace("+psycopg", "", 1)


def place_of(given: str) -> str:
    """Return where a database is, for people: host, port and name, and no password."""
    there = urlsplit(read_url(given)[0])
    return f"{there.hostname}:{there.port or 5432}{there.path}"


def demand_no_pooler(given: str, what: str) -> str:
    """Return the address; InvalidError where it is a pooler's, which cannot serve for this."""
    if read_url(given)[1]:
        raise InvalidError(
            f"{what} needs the database itself: TIDEMARK_DATABASE_URL names a pooler, so let"
            " TIDEMARK_DATABASE_DIRECT_URL name the database"
        )
    return given

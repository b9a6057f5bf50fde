"""What services really write before they end, and the sentence a person reads instead."""

from pathlib import Path

import pytest

from backend.embedded.faults import explain

PLACE, LOG = Path("/state/postgres"), Path("/state/logs/postgres.log")

FULL = (
    "2026-11-20 15:00:00.000 UTC [12] PANIC:  could not write to file "
    '"pg_wal/xlogtemp.12": No space left on device\n'
)
CHECKPOINT = (
    "2026-11-20 15:00:00.000 UTC [12] LOG:  invalid checkpoint record\n"
    "2026-11-20 15:00:00.000 UTC [12] PANIC:  could not locate a valid checkpoint record at 0/1\n"
    "2026-11-20 15:00:00.001 UTC [11] LOG:  startup process (PID 12) was terminated by signal 6\n"
)
OWNER = (
    "2026-11-20 15:00:00.000 UTC [12] FATAL:  data directory "
    '"/state/postgres" has wrong ownership\n'
)
TAKEN = (
    '2026-11-20 15:00:00.000 UTC [12] LOG:  could not bind IPv4 address "127.0.0.1": '
    "Address already in use\n"
)
MEMORY = (
    "2026-11-20 15:00:00.000 UTC [12] FATAL:  could not map anonymous shared memory: "
    "Cannot allocate memory\n"
)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (FULL, "The disk that holds /state/postgres is full"),
        (CHECKPOINT, "damaged (could not locate a valid checkpoint record at 0/1)"),
        (OWNER, "give its files back to this account"),
        (MEMORY, "could not get memory"),
        ("", "PostgreSQL ended: it wrote nothing"),
        ("something new\n", "PostgreSQL ended: something new (log: /state/logs/postgres.log)."),
    ],
    ids=["full", "damaged", "owner", "memory", "silent", "unknown"],
)
def test_the_last_words_of_a_service_become_one_sentence(text: str, sentence: str) -> None:
    fault = explain("PostgreSQL", text, PLACE, LOG)
    assert sentence in fault.sentence
    assert "\n" not in fault.sentence


def test_a_lost_race_for_a_port_is_told_apart_from_damage() -> None:
    fault = explain("PostgreSQL", TAKEN, PLACE, LOG)
    assert fault.kind == "port"

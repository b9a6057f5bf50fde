"""An installation that is backed up while it runs, deleted, and brought back on its own machine."""

from pathlib import Path

import pytest

from backend.tests.embedded.installation import Tidemark


def admin(tidemark: Tidemark, *words: str) -> tuple[int, str]:
    return tidemark.command("tidemark", "--", *words)


@pytest.mark.nightly(
    shorter=[
        (
            "services/keeping/test_backup.py"
            "::test_a_backup_taken_under_load_gives_the_same_pages_elsewhere"
        ),
        "services/keeping/test_backup.py::test_an_encrypted_backup_opens_with_its_passphrase_alone",
    ]
)
def test_what_was_deleted_comes_back_from_its_backup(tidemark: Tidemark, tmp_path: Path) -> None:
    file = str(tmp_path / "tidemark.backup")
    tidemark.up()
    assert admin(tidemark, "key", "--project", "kept")[0] == 0
    code, said = admin(tidemark, "backup", file)
    assert code == 0, said
    code, said = admin(tidemark, "restore", file)
    assert (code, "already runs" in said) == (1, True), said
    tidemark.end()
    assert tidemark.command("reset", "--force")[0] == 0
    code, said = admin(tidemark, "doctor")
    assert (code, "the database does not answer" in said) == (1, True), said
    code, said = admin(tidemark, "restore", file)
    assert code == 0, said
    tidemark.up()
    with tidemark.connect() as connection:
        slugs = connection.execute("select slug from project order by slug").fetchall()
    assert slugs == [("kept",), ("main",)]

"""A table of somebody's own goes from a suggestion to results, from a shell."""

import json
from pathlib import Path

from backend.testing.stack import Stack
from backend.tests.cli.shell import Shell

TABLE = "case,threads,note,ms\nwalk,1,a,12.5\nwalk,4,b,13\n"
PLACE = ("--commit", "c1", "--time", "2026-05-01T00:00:00Z", "--branch", "tables", "--testbed", "b")


def test_a_table_is_suggested_tried_saved_and_reported(
    server: Stack, shell: Shell, tmp_path: Path
) -> None:
    assert server.url
    table, mapping = tmp_path / "load.csv", tmp_path / "load.json"
    table.write_text(TABLE)
    suggested = shell.run("mappings", "suggest", str(table))
    assert ("2 rows" in suggested.err, suggested.json["benchmark"]) == (True, ["case"])
    draft = suggested.json | {
        "parameters": {"threads": "threads"},
        "metrics": [{"value": "ms", "metric": "=latency", "unit": "=ms"}],
    }
    mapping.write_text(json.dumps(draft))
    tried = shell.run("mappings", "try", str(mapping), str(table))
    assert ("These 2 rows would become 2 results" in tried.out, "walk" in tried.out) == (True, True)
    assert shell.run("mappings", "save", "load", str(mapping)).code == 0
    assert "load" in shell.run("mappings").out
    assert shell.run("mappings", "show", "load").json["parameters"] == {"threads": "threads"}
    sent = shell.run("report", str(table), "--mapping", "load", *PLACE)
    assert (sent.code, "the mapping “load”" in sent.err) == (0, True), sent
    missing = shell.run("report", str(table), "--mapping", "lod", *PLACE)
    assert (missing.code, "There are: load" in missing.err) == (2, True), missing
    assert shell.run("mappings", "remove", "load").code == 0
    assert shell.run("mappings", "remove", "load").code == 2

"""What a child wrote to its log as JSON is shown to people in plain words."""

import subprocess
import sys

from backend.embedded.application import ROOT
from backend.embedded.children import last_line, plain_words

FAILS = """
import logging
from backend import log
log.configure("info")
log.adopt_libraries("INFO")
print("a banner")
logging.getLogger("uvicorn.error").info("Child process [%s] died", 7)
try:
    raise ValueError('no "port" is free')
except ValueError:
    logging.getLogger("celery").exception("cannot start")
print('{"project": "main"}')
print("{half a line")
"""


def test_events_and_tracebacks_are_shown_as_they_were_raised() -> None:
    done = subprocess.run(
        [sys.executable, "-u", "-c", FAILS], cwd=ROOT, check=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    said = plain_words(done.stdout).splitlines()
    assert said[:3] == ["a banner", "Child process [7] died", "cannot start"]
    assert said[-3:] == ['ValueError: no "port" is free', '{"project": "main"}', "{half a line"]
    assert last_line("\n".join(said[:-2])) == 'ValueError: no "port" is free'

"""What a large program does with malloc: many sizes, threads, children, growing lists."""

# ruff: noqa: INP001, T201 - a program that is run, not imported
import collections
import hashlib
import json
import re
import subprocess
import sys
import threading

digests: dict[int, str] = {}


def work(thread: int) -> None:
    """Build, sort, encode and drop objects of many sizes."""
    digest = hashlib.sha256()
    for turn in range(15):
        count = 200 * (turn + 1)
        words = [f"{thread}-{number * 7919 % 10007}" * (number % 40) for number in range(count)]
        text = json.dumps(collections.Counter(sorted(words)))
        digest.update(re.sub("[0-7]", "x", text).encode())
        digest.update(bytes(turn * 300_000))
    digests[thread] = digest.hexdigest()


threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
for one in threads:
    one.start()
child = subprocess.run(
    [sys.executable, "-c", "print(sum(len(str(n)) for n in range(300000)))"],
    capture_output=True,
    check=True,
    text=True,
)
for one in threads:
    one.join()
print(child.stdout.strip(), sorted(digests.items()))

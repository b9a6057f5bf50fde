"""What a checkout changes, as a patch of a commit that others have; the checkout stays as it is."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from backend.cli.environment import environment
from backend.cli.exits import CommandError

EMAIL = "try@tidemark.invalid"
"""Of the commit that agents make: nobody's address is sent."""
LARGEST = 650_000
"""Bytes of a patch: the server takes no more."""
MOST_NEW = 10 * LARGEST
"""Bytes of new files, which compressed may still fit."""
LONGEST_NAME, LONGEST_SUBJECT = 100, 150
PATIENCE_S = 120


@dataclass(frozen=True, slots=True)
class Patch:
    """A commit that no repository has, by its difference from one that others have."""

    base: str
    commit: str
    author: str
    subject: str
    at: datetime
    diff: bytes
    new_files: Sequence[str] = ()
    """That git did not know: named, since whoever may ask for jobs can read them."""


def patch_of(
    base: str, subject: str = "", folder: Path | None = None, *, file: Path | None = None
) -> Patch:
    """Return what commits since `base`, changed files and new files make of it.

    With a file, that is the patch, and the checkout is not looked at.

    The commit is written beside the repository, into objects of its own, so that nothing of the
    checkout changes: no index, no branch, no object.
    """
    with tempfile.TemporaryDirectory() as scratch:
        git = _Git(folder, Path(scratch))
        tree = git.tree() if file is None else git.tree_of(base, file)
        if tree == git.say("rev-parse", f"{base}^{{tree}}"):
            raise CommandError(
                f"nothing differs from {base[:12]}",
                "change something, or name another base: --base REVISION",
            )
        author = (_plain(git.say("config", "user.name", is_must=False)) or "nobody")[:LONGEST_NAME]
        named = (_plain(subject) or f"Patch of {base[:8]}")[:LONGEST_SUBJECT]
        at = datetime.now(UTC).replace(microsecond=0)
        commit = git.commit(tree, base, (author, named, at))
        # not `git diff`: that obeys what people like to look at (prefixes, lines of context)
        diff = git.read("diff-tree", "-p", "--binary", "--full-index", "--no-renames", base, commit)
    if len(diff) > LARGEST:
        raise CommandError(
            f"the patch has {len(diff)} bytes; {LARGEST} can be sent",
            "commit and push it, then have both commits measured",
        )
    return Patch(base, commit, author, named, at, diff, git.new_files if file is None else ())


class _Git:
    """git with an index and objects of its own; what the repository has, it reads."""

    def __init__(self, folder: Path | None, scratch: Path) -> None:
        self.env: Mapping[str, str] = {**environment(), "GIT_DIFF_OPTS": ""}
        self.folder = folder
        top = self.say("rev-parse", "--show-toplevel")
        own = Path(self.say("rev-parse", "--path-format=absolute", "--git-path", "index"))
        objects = self.say("rev-parse", "--path-format=absolute", "--git-path", "objects")
        self.folder = Path(top)
        self.new_files = self._new_files()
        index = scratch / "index"
        if own.is_file():
            # with what git knows of each file, so that few are read; and with its time, before
            # which git believes that knowledge
            shutil.copy2(own, index)
        known = [objects, self.env.get("GIT_ALTERNATE_OBJECT_DIRECTORIES", "")]
        (scratch / "objects").mkdir()
        self.env = {
            **self.env,
            "GIT_INDEX_FILE": str(index),
            "GIT_OBJECT_DIRECTORY": str(scratch / "objects"),
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": os.pathsep.join(one for one in known if one),
        }

    def _new_files(self) -> list[str]:
        """List what git neither knows nor ignores; refused where it is far too much to send."""
        listed = self.read("ls-files", "--others", "--exclude-standard", "-z").split(b"\0")
        names = [os.fsdecode(one) for one in listed if one]
        sizes = [(self.folder or Path()).joinpath(one).lstat().st_size for one in names]
        if sum(sizes) > MOST_NEW:
            largest = names[sizes.index(max(sizes))]
            raise CommandError(
                f"new files of {sum(sizes)} bytes, such as {largest}, are too much for a patch",
                "let git ignore what is not to be measured",
            )
        return names

    def tree(self) -> str:
        """Return the tree of the files as they are, new ones included, ignored ones not."""
        self.say("add", "--all")
        return self.say("write-tree")

    def tree_of(self, base: str, file: Path) -> str:
        """Return the tree that a patch makes of a commit."""
        self.say("read-tree", base)
        self.say("apply", "--cached", "--whitespace=nowarn", str(file.absolute()))
        return self.say("write-tree")

    def commit(self, tree: str, base: str, named: tuple[str, str, datetime]) -> str:
        author, subject, at = named
        who = f"{int(at.timestamp())} +0000"
        for role in ("AUTHOR", "COMMITTER"):
            given = {f"GIT_{role}_NAME": author, f"GIT_{role}_EMAIL": EMAIL}
            self.env = {**self.env, **given, f"GIT_{role}_DATE": who}
        utf8 = "i18n.commitEncoding=UTF-8"  # another one would be a part of the hash
        return self.say("-c", utf8, "commit-tree", tree, "-p", base, "-m", subject)

    def say(self, *words: str, is_must: bool = True) -> str:
        return self.read(*words, is_must=is_must).decode(errors="replace").strip()

    def read(self, *words: str, is_must: bool = True) -> bytes:
        said = _run(words, self.folder, self.env)
        if said.returncode and is_must:
            why = said.stderr.decode(errors="replace").strip().splitlines() or ["no word"]
            raise CommandError(f"git: {why[-1]}", "run this in a checkout of the suite")
        return said.stdout if not said.returncode else b""


def _run(
    words: Sequence[str], folder: Path | None, env: Mapping[str, str]
) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ["git", *words], cwd=folder, env=dict(env), capture_output=True, timeout=PATIENCE_S,
            check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except FileNotFoundError as error:
        raise CommandError("there is no git here", "install it") from error
    except subprocess.TimeoutExpired as error:
        raise CommandError(f"git {words[0]} took more than {PATIENCE_S} s", "") from error


def _plain(text: str) -> str:
    """Return a text without what git would drop from a name, and without line ends."""
    return " ".join("".join(one for one in text if one not in "<>").split()).strip(".,:;\"'")

"""Fail where a name or a sentence for users says what the field does not say."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator

from product import Source, sources

FIELD_TERMS = {
    "anew": "again",
    "beside": "other, context, side",
    "besides": "also, extra",
    "deed": "activity, action",
    "deeds": "activity, actions",
    "doer": "actor",
    "doers": "actors",
    "heap": "bucket",
    "heaps": "buckets",
    "hear": "receive, record",
    "heard": "received, recorded",
    "herald": "client, notifier",
    "keep": "store, save, retain, update",
    "kept": "stored, saved, retained",
    "kin": "grouping key",
    "nursery": "fork server",
    "obey": "run, execute",
    "obeyed": "outcome",
    "patient": "timeout, keepalive",
    "seal": "encrypt, cipher",
    "sealed": "encrypted",
    "sealing": "encryption",
    "sighting": "input, use",
    "sightings": "inputs, uses",
    "signpost": "index",
    "signposts": "index",
    "stories": "activity, message bodies",
    "story": "activity, message body",
    "tell": "record, notify, publish, report",
    "telling": "primary, order, update",
    "told": "significant, reported, notified",
    "untold": "without, unreported",
    "vigil": "watchdog",
}
"""A banned word, and what the field says instead; a name is split at underscores and capitals."""
PHRASES = {
    "as observed": "summary only",
    "cannot be told": "not distinguishable, inconclusive, not known",
    "cannot tell yet": "inconclusive",
    "in front": "first",
    "told apart": "distinguishable, differ significantly",
    "be told from": "distinguishable from",
    "Keep as": "Save",
    "Keep the": "Save",
    "Keep this": "Save",
    "last sign": "last seen",
    "lie apart": "do not overlap",
    "Make an": "Create, Invite, Grant",
    "and no claim": "no significance test",
    ", no claim": "no significance test",
    "now and lately": "Activity",
    "processor time": "CPU time",
    "series moved": "series changed",
    "takes care": "assignee, unassigned",
    "way out": "alternative",
    "who pays": "regressions",
    "would tell": "decides, is needed",
}
"""A banned phrase of pages, commands, mails and agents, and what to say instead."""
EACH_PHRASE = {
    phrase: re.compile(rf"(?<!\w){re.escape(phrase)}\b", re.IGNORECASE) for phrase in PHRASES
}
ANY_PHRASE = re.compile("|".join(map(re.escape, PHRASES)), re.IGNORECASE)
COMMENT = re.compile(r"^\s*(?:\*|/\*|//|\{/\*)|\s//\s")
FROM_FRAMEWORKS = frozenset({"keep_subprocess_alive"})
"""Methods that override those of a library."""
RUST_DEFINITION = re.compile(r"\b(?:fn|struct|enum|trait|mod)\s+(\w+)")
WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")


def main() -> int:
    """Print each fault; return the exit code."""
    found = list(faults(sources()))
    for fault in found:
        print(fault)
    return 1 if found else 0


def faults(found: Iterable[Source]) -> Iterator[str]:
    """Yield each banned word of a name and phrase of a text, with its place and what to say."""
    for source in found:
        if source.is_test:
            continue
        yield from _phrases(source)
        if source.language not in ("Python", "Rust"):
            continue
        for line, name in _names(source):
            for word in banned_words(name):
                yield f"{source.path}:{line} {name}: not {word!r} but {FIELD_TERMS[word]}"


def banned_words(name: str) -> list[str]:
    """Return the banned words of a name."""
    if name in FROM_FRAMEWORKS:
        return []
    words = [word.lower() for word in WORDS.findall(name)]
    return [word for word in words if word in FIELD_TERMS]


def _phrases(source: Source) -> Iterator[str]:
    for number, said in _said(source):
        if ANY_PHRASE.search(said) is None:  # of most texts, one look is enough
            continue
        for phrase, one in EACH_PHRASE.items():
            if one.search(said):
                yield f"{source.path}:{number} not {phrase!r} but {PHRASES[phrase]}"


def _said(source: Source) -> Iterator[tuple[int, str]]:
    """Yield what users may read; comments are for those who read the code."""
    if source.language == "Python":
        if source.path.parts[0] != "scripts":
            yield from _python_texts(ast.parse(source.text), "cli" in source.path.parts)
        return
    product, _, _tests = source.text.partition("#[cfg(test)]")
    for number, line in enumerate(product.splitlines(), 1):
        # what documents an option of the agent is printed as its help
        said = line.replace("///", "") if source.path.name == "cli.rs" else line
        yield number, COMMENT.split(said, maxsplit=1)[0]


def _python_texts(tree: ast.Module, is_cli: bool) -> Iterator[tuple[int, str]]:  # noqa: FBT001
    """Yield strings, and of what documents code the help of commands."""
    notes = {
        id(statement.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and not (is_cli and isinstance(node, ast.FunctionDef) and node.decorator_list)
        for statement in node.body
        if isinstance(statement, ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
            yield node.lineno, " ".join(node.value.split())


def _names(source: Source) -> Iterator[tuple[int, str]]:
    yield 1, source.path.stem
    if source.language == "Rust":
        product, _, _tests = source.text.partition("#[cfg(test)]")
        for number, line in enumerate(product.splitlines(), 1):
            for name in RUST_DEFINITION.findall(line):
                yield number, name
        return
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name


if __name__ == "__main__":
    sys.exit(main())

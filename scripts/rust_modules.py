"""Which module of the agent uses which, read from its sources, and what breaks the declared order.

A path is followed through re-exports to the file that defines the item, so that a `mod.rs` that
only lists what its folder offers takes part in no cycle. Tests inside a module count like it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from places import ROOT

AGENT = ROOT / "bench-agents" / "agent" / "src"
LAYERS = (
    "base", "statistics", "machine", "process", "suite", "results", "measure", "profile", "report",
    "delivery", "run", "serve", "wrap", "commands", "main",
)  # fmt: skip
"""A folder may use those before it: the drawing in the agent's README."""
MOST_ENTRIES = 15
UNREAD = re.compile(
    r"""//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|'(?:\\[^u]|\\u\{\w+\}|[^'\\])'""",
    re.DOTALL,
)
USE = re.compile(r"\buse\s+([^;]+);")
INNER = re.compile(r"\bmod\s+\w+\s*\{")
PATH = re.compile(r"(?<![\w:])[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+")
MOST_STEPS = 10
"""Through so many re-exports a path is followed."""

Name: TypeAlias = tuple[str, ...]
"""A module by its path from the crate, `("machine", "noise")`; the crate itself is empty."""


@dataclass(slots=True)
class Module:
    """One file: the path behind each imported name, and every path that it mentions."""

    imports: dict[str, Name] = field(default_factory=dict)
    mentions: set[Name] = field(default_factory=set)


def faults(source: Path, layers: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each cycle at any depth and each use against the order of layers."""
    used = uses(source)
    for folder in sorted({name[:depth] for name in used for depth in range(len(name))}):
        for group in _cycles(_entries(folder, used)):
            yield f"{'/'.join(('src', *folder))}: {', '.join(sorted(group))} use each other."
    order = list(layers)
    for entry, targets in sorted(_entries((), used).items()):
        if entry not in order:
            yield f"src/{entry} has no place in the order of layers."
            continue
        for target in sorted(targets & set(order[order.index(entry) :])):
            yield f"src/{entry} uses {target}, which comes after it in the order of layers."


def uses(source: Path) -> dict[Name, set[Name]]:
    """Return for each module the modules that define what it uses."""
    modules = {_name(source, file): _read(file.read_text()) for file in source.rglob("*.rs")}
    used: dict[Name, set[Name]] = {}
    for name, module in modules.items():
        definers = (_definer(modules, name, path) for path in module.mentions)
        used[name] = {definer for definer in definers if definer is not None} - {name}
    return used


def _name(source: Path, file: Path) -> Name:
    parts = file.relative_to(source).with_suffix("").parts
    return parts[:-1] if parts[-1] in {"mod", "main"} else parts


def _read(text: str) -> Module:
    module = Module()
    for part, is_inner in _parts(UNREAD.sub(" ", text)):
        for tree in USE.findall(part):
            for path, name in _leaves("", tree):
                full = _from_file(tuple(re.findall(r"\w+", path)), is_inner=is_inner)
                module.mentions.add(full)
                if name != "*":
                    module.imports.setdefault(name, full)
        for path in PATH.findall(USE.sub(" ", part)):
            module.mentions.add(_from_file(tuple(path.split("::")), is_inner=is_inner))
    return module


def _from_file(path: Name, *, is_inner: bool) -> Name:
    """Within a module inside a file, `super` is the file itself."""
    return ("self", *path[1:]) if is_inner and path[0] == "super" else path


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the text in turns: the file's own, and what stands in modules inside it."""
    end = 0
    for begin in INNER.finditer(text):
        if begin.start() < end:
            continue
        yield text[end : begin.start()], False
        end = _closing(text, begin.end())
        yield text[begin.end() : end], True
    yield text[end:], False


def _closing(text: str, place: int) -> int:
    """Return where the brace ends that was opened before `place`."""
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        place += 1
    return place


def _leaves(prefix: str, tree: str) -> Iterator[tuple[str, str]]:
    """Yield each path of a `use` with the name that it gets here."""
    head, brace, rest = tree.strip().partition("{")
    if brace:
        for branch in _branches(rest[: rest.rindex("}")]):
            yield from _leaves(prefix + head.strip(), branch)
        return
    path, _, alias = head.partition(" as ")
    path = (prefix + path.strip()).removesuffix("::self")
    yield path, alias.strip() or path.rpartition("::")[2]


def _branches(inside: str) -> Iterator[str]:
    """Split at the commas that stand in no further braces."""
    depth, begin = 0, 0
    for place, sign in enumerate(f"{inside},"):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if sign == "," and not depth:
            if branch := inside[begin:place].strip():
                yield branch
            begin = place + 1


def _definer(modules: Mapping[Name, Module], here: Name, path: Name, steps: int = 0) -> Name | None:
    """Return the module that defines what a path names; None for a module and for other crates."""
    begin = _begin(modules, here, path)
    if begin is None or steps > MOST_STEPS:
        return None
    at, rest = begin
    for place, part in enumerate(rest):
        if (*at, part) in modules:
            at = (*at, part)
            continue
        onward = modules[at].imports.get(part)
        if onward is None or onward == path:
            return at
        return _definer(modules, at, (*onward, *rest[place + 1 :]), steps + 1)
    return None


def _begin(modules: Mapping[Name, Module], here: Name, path: Name) -> tuple[Name, Name] | None:
    """Return the module where a path begins and what follows; None where another crate begins."""
    head, rest = path[0], path[1:]
    if head == "crate":
        return (), rest
    if head == "self":
        return here, rest
    at, rest = here, path
    while rest and rest[0] == "super":
        at, rest = at[:-1], rest[1:]
    is_known = head == "super" or (*at, head) in modules or head in modules[at].imports
    return (at, rest) if is_known else None


def _entries(folder: Name, used: Mapping[Name, Iterable[Name]]) -> dict[str, set[str]]:
    """Return the uses between the entries of one folder; its own file is an entry, too."""
    depth = len(folder)
    own = "mod" if folder else "main"
    edges: dict[str, set[str]] = {}
    for name, targets in used.items():
        if name[:depth] == folder:
            inside = {target for target in targets if target[:depth] == folder}
            entry = "".join(name[depth : depth + 1]) or own
            ends = {"".join(target[depth : depth + 1]) or own for target in inside}
            edges.setdefault(entry, set()).update(ends - {entry})
    return edges


def _cycles(edges: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """Return the groups of entries that reach each other."""
    reached = {name: _reached(name, edges) for name in edges}
    groups = {
        frozenset(other for other in reached[name] if name in reached.get(other, ()))
        for name in edges
    }
    return [set(group) for group in sorted(groups, key=sorted) if group]


def _reached(name: str, edges: Mapping[str, Iterable[str]]) -> set[str]:
    reached: set[str] = set()
    ahead = list(edges[name])
    while ahead:
        if (entry := ahead.pop()) not in reached:
            reached.add(entry)
            ahead += edges.get(entry, ())
    return reached

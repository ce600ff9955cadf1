# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Which modules of the package import which, and so which tests a change in a room may affect.

    python tests/testlib/rooms.py place translator/text       the test files, a line each

A room is a folder or module below ``pointerchain/`` (``place``, ``translator/text``, ``ptx/flow.py``), one of
``templates`` and ``microbench``, or a folder or file below ``tests/``.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "pointerchain"
TESTS = ROOT / "tests"
DATA = {"include": "include", "templates": "templates", "microbench": "microbench", "cmake": "cmake"}
"""Rooms that hold no Python: a word that every test has that uses them."""
WHOLE = {"test_architecture.py", "test_documentation.py", "test_catalogue.py"}
"""Tests that read all of the project's files."""


def name_of(path: Path) -> str:
    """``pointerchain.cli.cc`` for its file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def walked(tree: ast.AST) -> tuple[ast.AST, ...]:
    """All nodes of a tree, which nobody changes."""
    return tuple(ast.walk(tree))


def imports(tree: ast.AST, modules: Mapping[str, object]) -> Iterator[str]:
    """The modules of the package that a module imports, wherever in it that stands.

    Imports in functions and those for annotations count. So does the full name of a module as a string, with
    which the command line finds its commands. That Python loads a package before what lies in it does not
    count: it says nothing about who needs whom.
    """
    for node in walked(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None and not node.level, "the house's imports are absolute"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in modules:
                    yield inner
                elif node.module in modules:
                    yield node.module
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
            if node.value in modules:
                yield node.value


@cache
def trees() -> dict[str, ast.Module]:
    """Each module of the package, parsed, by its name."""
    return {name_of(path): ast.parse(path.read_text(), str(path)) for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def graph() -> dict[str, set[str]]:
    """By module: the modules of the package that it imports."""
    return {name: set(imports(tree, trees())) - {name} for name, tree in trees().items()}


def closure(start: Iterable[str], edges: Mapping[str, set[str]]) -> set[str]:
    """What can be reached from ``start``, which is part of it."""
    reached: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += edges.get(name, ())
    return reached


def affected(rooms: Iterable[str]) -> list[Path]:
    """The test files that a change in the rooms may affect; raises ``ValueError`` where a room is none.

    Those are a room's own folder of tests, and every test that imports, itself or through what tests share, a
    module from which the imports lead to the room, or that names a command from which they do.
    """
    chosen: set[Path] = set()
    for room in rooms:
        found = _of_tests(room) | _of_package(room)
        if not found:
            raise ValueError(f"'{room}' is no folder or module of pointerchain/ nor of tests/")
        chosen |= found
    return sorted(chosen)


def _of_tests(room: str) -> set[Path]:
    """A room's own tests: a folder or a file, with or without what pytest looks for in its name."""
    path = TESTS / room.removeprefix("tests/")
    if path.is_dir():
        own = set(path.rglob("test_*.py"))
        # Data of a test beside the folder: cases, stages.
        return own or {each for each in TESTS.glob("test_*.py") if Path(room).parts[0] in each.stem}
    names = (
        path,
        path.with_suffix(".py"),
        path.with_name(f"test_{path.name}.py"),
        path.with_name(f"test_{path.name}"),
    )
    return {each for each in names if each.is_file() and each.name.startswith("test_")}


def _of_package(room: str) -> set[Path]:
    name = ".".join(("pointerchain", *Path(room).with_suffix("").parts))
    inside = {each for each in graph() if each == name or each.startswith(name + ".")}
    top = Path(room).parts[0]
    if not inside and top not in DATA:
        return set()
    users: set[str] = set()
    if inside:
        back: dict[str, set[str]] = {}
        for module, found in graph().items():
            if module != "pointerchain.cli":  # which finds commands by their names
                for each in found:
                    back.setdefault(each, set()).add(module)
        users = closure(inside, back)
    commands = {
        each.removeprefix("pointerchain.cli.") for each in users if each.startswith("pointerchain.cli.")
    }
    words = {each for command in commands for each in (command, command.split("_")[0])} & _commands()
    return {
        path
        for path in TESTS.rglob("test_*.py")
        if path.name in WHOLE
        or users & _imported(path)
        or words & _commands_in(path)
        or (top in DATA and any(DATA[top] in word for word in _texts(path)))
    }


@cache
def _commands() -> set[str]:
    text = (PACKAGE / "cli" / "__init__.py").read_text()
    return set(re.findall(r'^    "(\w+)": "pointerchain\.cli\.', text, re.M))


@cache
def _shared() -> dict[str, Path]:
    """What tests import of each other, by the name that they import it by."""
    shared = {}
    for path in TESTS.rglob("*.py"):
        if not path.name.startswith("test_"):
            parts = path.relative_to(TESTS).with_suffix("").parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            shared[".".join(parts)] = shared[parts[-1] if parts else ""] = path
    return shared


@cache
def _files(path: Path) -> frozenset[Path]:
    """A test's file, and those of tests that it imports, to the end."""
    waiting: list[Path] = [path]
    seen: set[Path] = set()
    while waiting:
        each = waiting.pop()
        if each not in seen:
            seen.add(each)
            waiting += _own_shared(each)
    return frozenset(seen)


@cache
def _own_shared(file: Path) -> frozenset[Path]:
    return frozenset(_shared()[name] for name in imports(_tree(file), _shared()))


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), str(path))


@cache
def _own_imports(file: Path) -> frozenset[str]:
    return frozenset(imports(_tree(file), trees()))


@cache
def _own_texts(file: Path) -> frozenset[str]:
    return frozenset(
        node.value
        for node in walked(_tree(file))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@cache
def _imported(path: Path) -> set[str]:
    return {name for file in _files(path) for name in _own_imports(file)}


def _texts(path: Path) -> set[str]:
    """The strings in a test, and in what it imports of tests."""
    return {text for file in _files(path) for text in _own_texts(file)}


@cache
def _commands_in(path: Path) -> set[str]:
    """The commands that a test runs: words of a list, or of a line for a shell."""
    texts = _texts(path)
    spelled = (word for text in texts for word in re.findall(r"\bpointerchain +(\w+)", text))
    return (_commands() & texts) | (_commands() & set(spelled))


if __name__ == "__main__":
    try:
        found = affected(sys.argv[1:])
    except ValueError as error:
        sys.exit(f"rooms: {error}")
    print("\n".join(str(path.relative_to(ROOT)) for path in found))

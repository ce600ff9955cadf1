# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Kernels of the cases and examples under ``pointerchain guard``: what it stops, a warning has named before.

A kernel that follows a pointer of the host's is named by ``unhoisted-chain``, ``host-function`` or
``pointer-not-copied`` when its source is translated; without one of these it has to run.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from testlib import build
from testlib.compilers import separate_memory

import pointerchain
from pointerchain.guard.launch import run
from pointerchain.toolchain import Clang, Installation

pytestmark = [pytest.mark.separate_memory, pytest.mark.long]

TESTS = Path(__file__).parent.parent
NAMED = frozenset(("unhoisted-chain", "host-function", "pointer-not-copied"))
"""Warnings of what a device would follow that leads to the host."""
_KERNEL = re.compile(rb"^[ \t]*#[ \t]*pragma[ \t]+omp[ \t]+target(?![ \t]+(?:data|enter|exit|update))", re.M)
_MAIN = re.compile(rb"\bint[ \t]+main[ \t]*\(")


def sources() -> list[Path]:
    """The cases and examples that are programs with kernels."""
    folders = (TESTS / "cases", TESTS / "separate_memory" / "cases", TESTS.parent / "examples")
    found = (path for folder in folders for path in sorted(folder.rglob("*.c*")) if path.is_file())
    programs = (path for path in found if path.suffix in (".c", ".cpp") and ".expected" not in path.name)
    texts = ((path, path.read_bytes()) for path in programs)
    return [path for path, text in texts if _KERNEL.search(text) and _MAIN.search(text)]


def words(source: Path) -> list[str]:
    """How a source is read."""
    standard = "-std=c++17" if source.suffix == ".cpp" else "-std=gnu11"
    return [standard, "-fopenmp", f"-I{source.parent}", f"-I{TESTS / 'separate_memory'}"]


def stopped(source: Path, folder: Path, command: str) -> str:
    """What the guard stops in a translation of which no warning says that it would; '' where nothing."""
    made = pointerchain.translate(source.read_bytes(), str(source), words(source))
    if made.text is None or any(each.code in NAMED for each in made.diagnostics):
        return ""
    folder.mkdir()
    text = folder / source.name
    text.write_bytes(made.text)
    language = ["-x", "c++"] if source.suffix == ".cpp" else ["-x", "c"]
    offload = ["-fopenmp-targets=x86_64-pc-linux-gnu", "-w", "-g", "-O1", "-D__pointerchain=1"]
    libraries = ["-lstdc++", "-lm"] if source.suffix == ".cpp" else ["-lm"]
    program = build([command, *language, *words(source), *offload, text, "-o", "program", *libraries], folder)
    if program.returncode:
        return ""  # what this compiler does not take, or needs other sources
    fault = run([str(folder / "program")]).report.fault
    return f"{source.name}: {fault}" if fault is not None else ""


def test_what_the_guard_stops_is_named(tmp_path: Path) -> None:
    """Once for all, as most of it is the compiler's time."""
    separate_memory()
    found = Clang().find()
    assert isinstance(found, Installation)
    programs = sources()
    assert len(programs) > 40
    faults = [stopped(each, tmp_path / str(at), found.commands["c"]) for at, each in enumerate(programs)]
    assert not any(faults), "\n".join(filter(None, faults))

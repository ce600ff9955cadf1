# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""LLVM's text of an instrumented source -> the accesses in it that clang's instrumentation leaves out.

ThreadSanitizer instruments accesses of 1, 2, 4, 8 and 16 bytes, and atomics on integers::

    %1 = load x86_fp80, ptr %p, !dbg !7                          -> 'x86_fp80' at the place of !7
    %2 = atomicrmw fadd ptr %q, double 1.0 monotonic, !dbg !8    -> 'atomicrmw fadd' at that of !8

Loads and stores that lead to a variable of the function itself are no loss: it is on the stack.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from pointerchain.lazy import NamedTuple, lazy_pattern

_TYPE = r"(<[^>]*>|\[[^]]*\]|\{.*\}|%?[\w.]+)"
_LOAD = lazy_pattern(rf"= load (?:volatile )?{_TYPE}, ptr (\S+?),")
_STORE = lazy_pattern(rf"^ +store (?:volatile )?{_TYPE} .+?, ptr (\S+?),")
_RMW = lazy_pattern(r"= atomicrmw (?:volatile )?(\w+) ptr (\S+?),")
_SPECIAL = lazy_pattern(r"call .*@llvm\.(masked\.(?:load|store|gather|scatter)|vp\.\w+)")
_ALLOCA = lazy_pattern(r"^ +(%\S+) = alloca ")
_SLOT = lazy_pattern(r"^ +(%\S+) = getelementptr (?:inbounds )?.*?, ptr (%\S+?),")
_DEBUG = lazy_pattern(r"!dbg !(\d+)")
_LOCATION = lazy_pattern(r"^!(\d+) = (?:distinct )?!DILocation\(line: (\d+), column: (\d+), scope: !(\d+)")
_SCOPE = lazy_pattern(r"^!(\d+) = .*?!DI(?:Subprogram|LexicalBlock|LexicalBlockFile)\((.*)\)$")
_FILE = lazy_pattern(r'^!(\d+) = !DIFile\(filename: "([^"]*)"')
_COUNTED = {"xchg", "add", "sub", "and", "or", "xor", "nand"}
_COUNTED_BYTES = {1, 2, 4, 8, 16}
_SCALARS = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "x86_fp80": 80, "fp128": 128, "ptr": 64}


class Uncounted(NamedTuple):
    """An access in the source that is not counted; ``line`` is 0 where its place is not known."""

    file: str
    line: int
    column: int
    what: str


def uncounted(ir: str, source: str, known: Collection[int]) -> list[Uncounted]:
    """What is left out in ``ir``; atomics in the ``known`` lines of the source are counted by marks."""
    found: list[Uncounted] = []
    rows = [(what, debug) for what, debug in _accesses(ir)]
    if not rows:
        return found
    places = _Places(ir)
    for what, debug in rows:
        file, line, column = places.of(debug)
        name = source if not file or source.endswith(file) or file.endswith(source) else file
        if what.startswith("atomicrmw f") and name == source and line in known:
            continue
        found.append(Uncounted(name, line, column, what))
    return found


def _accesses(ir: str) -> Iterator[tuple[str, str]]:
    """What is left out, and the number of its place."""
    own: set[str] = set()
    instrumented = False
    for text in ir.splitlines():
        if text.startswith("define "):
            own, instrumented = set(), True
        elif text.startswith("}"):
            instrumented = False
        if not instrumented:
            continue
        if (slot := _ALLOCA.match(text)) is not None:
            own.add(slot[1])
            continue
        if (inner := _SLOT.match(text)) is not None:
            if inner[2] in own:
                own.add(inner[1])
            continue
        what = ""
        if (match := _LOAD.search(text) or _STORE.match(text)) is not None:
            size = bytes_of(match[1])
            if size not in _COUNTED_BYTES and match[2] not in own:
                what = match[1]
        elif (match := _RMW.search(text)) is not None:
            if match[1] not in _COUNTED and match[2] not in own:
                what = f"atomicrmw {match[1]}"
        elif (match := _SPECIAL.search(text)) is not None:
            what = match[1]
        if what:
            debug = _DEBUG.search(text)
            yield what, debug[1] if debug else ""


def bytes_of(kind: str) -> int | None:
    """The bytes that an access of an LLVM type stores; None where that is not told by its name."""
    bits = _SCALARS.get(kind)
    if bits is None and re.fullmatch(r"i\d+", kind):
        bits = int(kind[1:])
    if bits is not None:
        return (bits + 7) // 8
    if (match := re.fullmatch(r"[<\[](\d+) x (\S+)[>\]]", kind)) is not None:
        inner = _SCALARS.get(match[2]) or (int(match[2][1:]) if re.fullmatch(r"i\d+", match[2]) else None)
        return None if inner is None else (int(match[1]) * inner + 7) // 8
    return None


class _Places:
    """The debug information's places."""

    def __init__(self, ir: str) -> None:
        self._locations: dict[str, tuple[int, int, str]] = {}
        self._scopes: dict[str, str] = {}
        self._files: dict[str, str] = {}
        for text in ir.splitlines():
            if not text.startswith("!"):
                continue
            if (match := _LOCATION.match(text)) is not None:
                self._locations[match[1]] = int(match[2]), int(match[3]), match[4]
            elif (match := _SCOPE.match(text)) is not None:
                self._scopes[match[1]] = match[2]
            elif (match := _FILE.match(text)) is not None:
                self._files[match[1]] = match[2]

    def of(self, debug: str) -> tuple[str, int, int]:
        """File, line and column, of which the file may be empty."""
        line, column, scope = self._locations.get(debug, (0, 0, ""))
        file = re.search(r"\bfile: !(\d+)", self._scopes.get(scope, ""))
        return self._files.get(file[1], "") if file else "", line, column

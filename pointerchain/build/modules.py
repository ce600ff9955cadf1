# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directives where nothing is translated: in modules, and in languages that are made of C and C++.

A compile of a module of C++, or of Objective-C, is passed on; one that leads to a directive is refused. So is
one for which Clang makes a module of headers with directives by itself, where that is imported by its name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from pointerchain import files
from pointerchain.build.command_line import CXX, PREPROCESSED, CommandLine
from pointerchain.build.includes import STANDARD_INPUT, File, Program, Search, is_file
from pointerchain.build.job import reached
from pointerchain.build.leftover import Leftover, pragmas
from pointerchain.files import WORD
from pointerchain.lazy import lazy_pattern

_PRAGMA = lazy_pattern(rb"^[ \t]*(?:#|%:)[ \t]*pragma\b[^\n]*\bpointerchain\b", re.MULTILINE)
# An include line leads to a module, too, but its header is read and translated here.
_IMPORT = lazy_pattern(rb"(?:#|%:)[ \t]*pragma[ \t]+clang[ \t]+module[ \t]+(?:import|load)\b|@import\b")
_PRECOMPILED = lazy_pattern(
    rb'^[ \t]*#[ \t]*pragma[ \t]+GCC[ \t]+pch_preprocess[ \t]+"([^"\n]+)"', re.MULTILINE
)
_HEADER = lazy_pattern(r'\bheader\s+"([^"\n]+)"')
_UMBRELLA = lazy_pattern(r'\bumbrella\s+"([^"\n]+)"')
_EXTERN = lazy_pattern(r'\bextern\s+module\s+[\w.]+\s+"([^"\n]+)"')
_NAMES = ("module.modulemap", "module.map", "module.private.modulemap")


def in_others(command: CommandLine, standard_input: bytes | None) -> tuple[list[Leftover], str, str]:
    """The directives that ``command`` would pass on with files that are not translated.

    One of them may be ``standard_input``. Beside them what these files are, and why there may be more that
    were not seen.
    """
    doubt = ""
    for source in command.others:
        if source.language == PREPROCESSED:
            left, more = _in_preprocessed(source.path, standard_input)
            if left:
                return left, PREPROCESSED, ""
            doubt = doubt or more
            continue
        program = Program(Search(command, CXX), command.defines)
        names = [command.words[at] for at in command.forced]
        forced = [(name, -1) if is_file(name) else program.find_forced(name) for name in names]
        found: list[File] = []
        data = standard_input if source.path == "-" else None
        path = STANDARD_INPUT if data is not None else source.path
        try:
            found.append(program.add(path, data))
        except OSError:
            continue  # the compiler says it better
        for path, place in filter(None, forced):
            try:
                found.append(program.add(path, None, place))
            except OSError:
                continue  # the compiler says it better
        doubt = doubt or program.unsure()
        if any(file.has_directives for file in found):
            return _places(found), source.language, ""
    return [], "", doubt


def _in_preprocessed(path: str, standard_input: bytes | None) -> tuple[list[Leftover], str]:
    """The directives in a preprocessed text, all of which a compiler reads, and why there may be more."""
    try:
        text = standard_input if path == "-" else files.read(path)
    except OSError:
        return [], ""  # the compiler says it better
    text = text or b""
    # Of '-fdirectives-only', which leaves macros for later.
    later = WORD in text and b"_Pragma" in text
    return [*pragmas(text), *_precompiled(path, text)], "it holds '_Pragma'" if later else ""


def _precompiled(path: str, text: bytes) -> list[Leftover]:
    """The lines by which gcc reads a precompiled header with directives ('-fpch-preprocess')."""
    if b"pch_preprocess" not in text:
        return []
    from pointerchain.build.precompiled import may_hold_directives

    return [
        Leftover(path, text.count(b"\n", 0, found.start()) + 1)
        for found in _PRECOMPILED.finditer(text)
        if may_hold_directives(os.fsdecode(found[1]))
    ]


def in_imports(command: CommandLine, read: Iterable[File]) -> list[Leftover]:
    """The directives in headers of which Clang may make a module for what a file that was ``read`` says."""
    made = any(command.words[at].endswith(".modulemap") for at in command.inputs)
    if not made and not any(_IMPORT.search(file.data) for file in read):
        return []
    search = Search(command, CXX)
    program = Program(search, command.defines)
    search.widen()
    maps = list(command.module_maps)
    for directory in search.directories:
        maps += [os.path.join(directory, name) for name in _NAMES]
    found: list[File] = []
    seen: set[str] = set()
    while maps:
        path = maps.pop()
        if os.path.realpath(path) in seen:
            continue
        seen.add(os.path.realpath(path))
        try:
            with open(path, encoding="utf-8", errors="surrogateescape") as file:
                text = file.read()
        except OSError:
            continue
        folder = os.path.dirname(path)
        maps += [os.path.join(folder, name) for name in _EXTERN.findall(text)]
        headers = [os.path.join(folder, name) for name in _HEADER.findall(text)]
        for name in _UMBRELLA.findall(text):
            for top, _, names in os.walk(os.path.join(folder, name)):
                headers += [os.path.join(top, each) for each in names]
        for header in headers:
            try:
                found.append(program.add(header))
            except OSError:
                continue
    return _places(file for file in found if file.has_directives)


def _places(found: Iterable[File]) -> list[Leftover]:
    """Where the files' directives stand, as far as that is seen without a preprocessor."""
    out: dict[Leftover, None] = {}
    for file in reached(list(found)):
        if file.marked:
            starts = [each.start() for each in _PRAGMA.finditer(file.data)]
            for start in starts or [max(0, file.data.find(WORD))]:
                out[Leftover(file.path, file.data.count(b"\n", 0, start) + 1)] = None
    return list(out)

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What directives and statements name in a function -> whether it means the same everywhere there."""

from __future__ import annotations

import re

from pointerchain.place.apply.frame import Frame
from pointerchain.place.apply.maps import words_in
from pointerchain.place.apply.uses import is_read
from pointerchain.translator.clang.libclang import Kind

_SECTION = re.compile(rb"[\[\]\w\s:+*/%()-]*")


def is_initialised(frame: Frame, key: int) -> bool:
    """Whether a variable has a value from its declaration on."""
    for node in frame.function.node.inside:
        if node.kind == Kind.PARAMETER and node.location() == key:
            return True
        if node.kind == Kind.VARIABLE and node.location() == key:
            return any(each.kind >= Kind.UNEXPOSED_EXPR for each in node.below)
    return False


def is_stable(frame: Frame, section: bytes) -> bool:
    """Whether a section's text means the same everywhere in a function: numbers and variables of its own.

    The variables are read and no more; macros have one definition, of such things.
    """
    if not _SECTION.fullmatch(section) or re.search(rb"\w\s*\(", section):
        return False
    waiting, seen = set(words_in(section)), set()
    while waiting:
        word = waiting.pop()
        seen.add(word)
        name = word.decode()
        if not frame.unit.parsed.could_be_macro(name):
            if not _is_only_read(frame, name):
                return False
            continue
        bodies = frame.unit.parsed.macro_definitions(name)
        if len(bodies) != 1 or not _SECTION.fullmatch(bodies[0][len(name) :]):
            return False
        waiting |= words_in(bodies[0][len(name) :]) - seen
    return True


def _is_only_read(frame: Frame, name: str) -> bool:
    """Whether a name is a variable of a function that has one value: its text holds nothing but reads."""
    function, code = frame.function.node, frame.unit.code
    places, reads = set(), set()
    for node in function.inside:
        if node.kind in (Kind.VARIABLE, Kind.PARAMETER) and node.name() == name:
            places.add(node.location())
        elif node.kind == Kind.DECL_REF and node.name() == name and is_read(node):
            reads.add(node.start)
    word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name.encode()))
    found = {each.start() for each in word.finditer(code, function.start, function.end)}
    macros = (words_in(each.body or b"") for each in frame.unit.parsed.expansions(function.span))
    return len(places) == 1 and found <= reads | places and not any(name.encode() in each for each in macros)

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What directives name in a function -> whether it means the same everywhere there.

``a[0:n]``  ->  the same elements at each place, where nothing stores ``n``: ``analysis`` says what statements
store, ``dialects`` what clauses do.
"""

from __future__ import annotations

import re

from pointerchain.analysis.environment.listed import items_of
from pointerchain.lazy import lazy_pattern
from pointerchain.place.apply.frame import Frame
from pointerchain.place.apply.frames import Frames
from pointerchain.place.apply.maps import words_in
from pointerchain.translator.clang.libclang import INTEGER_TYPES, Kind

_SECTION = lazy_pattern(rb"[\[\]\w\s:+*/%()-]*")


def is_initialised(frame: Frame, key: int) -> bool:
    """Whether a variable has a value from its declaration on."""
    for node in frame.function.node.inside:
        if node.kind == Kind.PARAMETER and node.location() == key:
            return True
        if node.kind == Kind.VARIABLE and node.location() == key:
            return any(each.kind >= Kind.UNEXPOSED_EXPR for each in node.below)
    return False


def is_stable(frames: Frames, frame: Frame, section: bytes) -> bool:
    """Whether a section's text means the same wherever it stands in one call of a function.

    It is made of numbers, and of integers of the function's own that nothing stores; macros have one
    definition, of such things.
    """
    if not _SECTION.fullmatch(section) or re.search(rb"\w\s*\(", section):
        return False
    waiting, seen = set(words_in(section)), set()
    while waiting:
        word = waiting.pop()
        seen.add(word)
        name = word.decode()
        if not frame.unit.parsed.could_be_macro(name):
            if not _has_one_value(frames, frame, word):
                return False
            continue
        bodies = frame.unit.parsed.macro_definitions(name)
        if len(bodies) != 1 or not _SECTION.fullmatch(bodies[0][len(name) :]):
            return False
        waiting |= words_in(bodies[0][len(name) :]) - seen
    return True


def _has_one_value(frames: Frames, frame: Frame, word: bytes) -> bool:
    """Whether a name is an integer of a function that neither statements nor directives store there."""
    function, unit = frame.function.node, frame.unit
    name = word.decode()
    declared = [
        node
        for node in function.inside
        if node.kind in (Kind.VARIABLE, Kind.PARAMETER) and node.name() == name
    ]
    if len(declared) != 1 or declared[0].type_kind not in INTEGER_TYPES:
        return False
    variable = declared[0]
    if variable.declared().lasting or variable.type.volatile:
        return False
    for construct in unit.constructs_in(function.span):
        if any(item.effect.writes and word in words_in(item.written) for item in items_of(construct)):
            return False
    return not frames.shared.world.stores.may_store(unit, function, variable)

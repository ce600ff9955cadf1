# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What words macros stand for, by the texts of their definitions.

``#define CURRENT list[at]`` in the chain ``CURRENT->n`` is harmless in a region that says neither ``list``
nor ``at``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pointerchain.translator.facts import Expansion

_WORD = re.compile(rb"(?<![\w$])[A-Za-z_$][\w$]*")
_HEAD = re.compile(rb"([\w$]+)(\([^)]*\))?")

_Definitions = Callable[[str], Sequence[bytes]]
"""The texts that define a macro, from its name on; none for what is no macro."""


def clashing(
    expansions: Sequence[Expansion], chain: bytes, region: bytes, definitions: _Definitions
) -> Expansion | None:
    """The first expansion of a macro that a chain names and whose words its region says, too."""
    named = {word.decode("utf-8", "replace") for word in _WORD.findall(chain)}
    for each in expansions:
        if each.name in named and each.body is not None:
            own = _meant(each.name.encode(), definitions)
            if own & _meant(region, definitions, without=each.name):
                return each
    return None


def _meant(text: bytes, definitions: _Definitions, without: str = "") -> set[bytes]:
    """The identifiers of a text and of what macros among them stand for, without the macros' names."""
    seen: set[bytes] = {without.encode()}
    found: set[bytes] = set()
    left = [set(_WORD.findall(text))]
    while left:
        for word in left.pop() - seen:
            seen.add(word)
            bodies = definitions(word.decode("utf-8", "replace"))
            left += map(_body_words, bodies)
            found |= set() if bodies else {word}
    return found


def _body_words(definition: bytes) -> set[bytes]:
    """The identifiers of a macro's definition, without its name and its parameters."""
    head = _HEAD.match(definition)
    if head is None:
        return set(_WORD.findall(definition))
    own = {head.group(1), *_WORD.findall(head.group(2) or b"")}
    return set(_WORD.findall(definition, head.end())) - own

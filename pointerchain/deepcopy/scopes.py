# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Scopes: what a length means at one place, so that it means the same at another.

A length is written at its shape and computed where the descriptors stand, which may be another namespace
or another state of the macros. ``shape(Mesh: cells[n * K])`` in ``namespace a``  ->  ``n * ::a::K``
"""

from __future__ import annotations

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.clang.scopes import returned
from pointerchain.translator.clang.tree import Node

_OFFSET = lazy_pattern(r"@\d+(?=@)")
_QUALIFIER = lazy_pattern(r"(?:\b\w+)?::")
_LONE = lazy_pattern(r"\((\w+)\)")
_SELF = "pc_self"
OWN_NAMES = frozenset((_SELF, "pc_row", "pc_strlen"))
"""What a function that computes a length calls its parameters."""


class Meaning(NamedTuple):
    """What an expression is without macros, and the declarations that it names."""

    text: str
    declared: tuple[str, ...]

    def shown(self) -> str:
        """The text as messages show it."""
        bare = self.text.replace("0LL + ", "").replace(f"{_SELF}->", "")
        return _LONE.sub(r"\1", bare).removeprefix("(").removesuffix(")")


def meaning(function: Node) -> Meaning:
    """What a function that computes a length returns."""
    found = returned(function)
    # a USR holds offsets in the parsed text only for what has no linkage
    declared = {
        f"{each.spelling} ({_OFFSET.sub('', each.identity)})"
        for each in found.names
        if each.spelling not in OWN_NAMES
    }
    text = found.text.removeprefix("(long long)")
    return Meaning(_QUALIFIER.sub("", text), tuple(sorted(declared)))

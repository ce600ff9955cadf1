# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Alias: two expressions -> whether accesses to them may be to one object, as far as their types tell.

``*p``, an ``unsigned``, and ``s->n``, an ``int``  ->  they may: the types are of one alias class.
"""

from __future__ import annotations

from pointerchain.translator.clang.alias_classes import meets
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node


class Alias:
    """Answers for one source."""

    def __init__(self, cxx: bool, strict: bool) -> None:
        """``strict``: whether its compile lets objects of different types be different objects."""
        self.strict, self.storage = strict, Storage(cxx)

    def may_alias(self, one: Node, other: Node) -> bool:
        """Whether accesses to two expressions of scalar types may be to one object (C11 6.5 paragraph 7)."""
        return not self.strict or meets(self.storage.alias_of(one), {self.storage.alias_of(other)})

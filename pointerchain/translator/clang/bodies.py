# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Bodies: calls of functions that headers define, whose bodies a parse leaves out -> what they change.

``static inline double at(struct sim *s) { return s->x[0]; }`` in a header  ->  nothing. The text is parsed
once more for that, with all bodies, when somebody asks.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pointerchain.translator.clang.effects import Effects, Library
from pointerchain.translator.clang.libclang import FUNCTIONS, callee_of, usr_of
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.tree import Node, Tree


class Bodies:
    """Answers for one parse; declarations have Clang's names (USR), which are the same in another one."""

    def __init__(self, parsed: Parsed, cxx: bool, library: Library) -> None:
        self.parsed, self.cxx, self.library = parsed, cxx, library
        self._known: dict[str, frozenset[str] | None] = {}

    def changes(self, call: Node) -> frozenset[str] | None:
        """The members and variables that a called function changes with all that it calls; None for any."""
        target = callee_of(call.clang_cursor, self.parsed.tu)
        if target is None or target._kind_id not in FUNCTIONS:
            return None
        name = usr_of(target)
        if name not in self._known:
            self._known[name] = self._of(name)
        return self._known[name]

    def _of(self, name: str) -> frozenset[str] | None:
        function = self._functions.get(name)
        if function is None:
            return None
        effect = self._effects.of(function)
        return None if effect.unseen else frozenset(map(self._effects.references.usr, effect.changes))

    @cached_property
    def _whole(self) -> Parsed:
        return Session(self.parsed.filename, self.parsed.args).parse_all(self.parsed.data)

    @cached_property
    def _effects(self) -> Effects:
        return Effects(References(Tree(self._whole)), self.cxx, self.library)

    @cached_property
    def _functions(self) -> dict[str, Any]:
        """The functions of the program's own headers, by name."""
        return {usr_of(cursor): cursor for cursor in self._whole.included_functions(inline=True)}

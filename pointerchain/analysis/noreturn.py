# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""No return: a statement -> the parts of it from which control never comes back.

``if (!p) { report(); exit(1); }``  ->  the block: whatever is done there, nothing that follows sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pointerchain.analysis.library import library_function
from pointerchain.source import Span
from pointerchain.translator.clang.callees import Callees, Knowledge
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Tree

_STATEMENTS = frozenset(
    (Kind.COMPOUND, Kind.IF, Kind.FOR, Kind.WHILE, Kind.DO, Kind.SWITCH, Kind.CASE, Kind.DEFAULT, Kind.LABEL)
)
RETURNING_TWICE = frozenset(f"{head}setjmp" for head in ("", "_", "__builtin_", "sig", "__sig"))
"""Functions to whose calls control comes back by a jump from a function that is called later."""
UNWINDING = frozenset(
    (
        *(name.replace("set", "long") for name in RETURNING_TWICE),
        *("setcontext", "pthread_exit", "thrd_exit"),
    )
)
"""Functions that leave the one that calls them, and perhaps its callers, but not the program."""
_JUMPS = frozenset((Kind.GOTO, Kind.INDIRECT_GOTO, Kind.CONTINUE, Kind.BREAK, Kind.RETURN))


def noreturn_parts(tree: Tree, body: int, leaves: Callable[[int], bool]) -> Iterator[Span]:
    """The outermost statements in a body for which ``leaves`` is true, as ranges of the tree."""
    index, end = body, tree.after[body]
    while index < end:
        kind, after = tree.kinds[index], tree.after[index]
        if index != body and leaves(index):
            yield Span(index, after)
            index = after
        elif kind in _STATEMENTS:
            index += 1
        else:
            index = after


def ends_program(tree: Tree, index: int, callees: Callees) -> bool:
    """Whether a statement is a call that ends the program, or a block that no way leaves but by one."""
    if tree.kinds[index] != Kind.COMPOUND:
        return is_end(tree, index, callees)
    last = [*tree.children(index)][-1:]
    if not last or any(kind in _JUMPS for kind in tree.kinds[index : tree.after[index]]):
        return False
    return ends_program(tree, last[0], callees)


def is_end(tree: Tree, index: int, callees: Callees) -> bool:
    """Whether a statement is a call of a function of the library that never returns."""
    if tree.kinds[index] != Kind.CALL:
        return False
    callee = callees.of(tree.node(index))
    row = library_function(callee.name) if callee.knowledge is Knowledge.SYSTEM else None
    return row is not None and row.noreturn

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Lifetimes: what must not end with the block that a region is put in.

``{ int *p = &k; ... }`` is harmless where ``k`` was declared before the region, and not where the region's
own block declares it: its life would end before the source's does.
"""

from __future__ import annotations

from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.snapshot import Snapshot
from pointerchain.translator.proof.paths import ADDRESS, CAST, Paths
from pointerchain.translator.proof.uses import is_unevaluated


def ends_early(marked: Snapshot, paths: Paths, begin: int, end: int) -> tuple[str, int] | None:
    """Of a region that becomes a block, between its two marks: an object that could be missed after it."""
    kinds, marks = marked.kinds, marked.marks
    variables: set[object] = set()
    at = marked.after[begin]
    while at < end:
        if kinds[at] == Kind.DECL_STMT:
            for each in marked.children(at):
                if kinds[each] == Kind.VARIABLE and marked.is_automatic(each):
                    if marked.has_destructor(each):
                        return "an object with a destructor ends with the region", each
                    variables.add(marked.number_of(each))
        at = marked.after[at]
    for node in range(begin, end) if variables else ():
        if kinds[node] == Kind.DECL_REF and marks[node] in variables and _leaves(marked, paths, node):
            return "the address of what ends with the region is taken", node
    return None


def _leaves(marked: Snapshot, paths: Paths, node: int) -> bool:
    """Whether an object's address, or that of a part of it, is more than followed at once."""
    top, path = paths.climb(node, paths.roots[marked.marks[node]])[-1]
    if any(path.through):
        return False
    taken = any(op[0] == ADDRESS for op in path.ops)
    if not taken and path.ops and path.ops[-1][0] == CAST:
        return False
    return (taken or (marked.type(top).array and not _is_whole(marked, top))) and not is_unevaluated(
        marked, node
    )


def _is_whole(marked: Snapshot, array: int) -> bool:
    """Whether an array is not made a pointer of."""
    above = marked.parents[array]
    while marked.kinds[above] == Kind.PAREN:
        above = marked.parents[above]
    return marked.kinds[above] != Kind.UNEXPOSED_EXPR or marked.type(above).array

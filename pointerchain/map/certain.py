# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Certain: consecutive statements -> which constructs among them run each time, if loops have iterations.

``for (int k = 0; k < steps; k++) { kernel; if (c) other; }``  ->  the first one, if ``steps > 0``. What a
kernel that runs accesses is there; of what another one would access nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from pointerchain.analysis.chains import Key
from pointerchain.analysis.counting import counted, key_of, leaves
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.conversions import ignoring_parens_and_implicit_casts
from pointerchain.translator.clang.libclang import EXPRESSIONS, Binary, Kind
from pointerchain.translator.clang.tree import Node

_TESTING = frozenset((Kind.IF, Kind.WHILE))
"""Statements that begin with a test."""
_PARTLY = frozenset((Kind.CONDITIONAL, Kind.STATEMENT_EXPR, Kind.LAMBDA, Kind.SIZEOF, Kind.GENERIC))
_LOGICAL = frozenset((Binary.LOGICAL_AND, Binary.LOGICAL_OR))
_PLAIN = lazy_pattern(rb"[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*)*")


class Certain(NamedTuple):
    """A statement that runs for certain where some loops, the outer first, have iterations."""

    node: Node
    loops: tuple[Node, ...]


class Condition(NamedTuple):
    """What has to hold so that a loop has iterations."""

    text: str
    """How C says it; empty where it holds."""
    variables: tuple[Key, ...] = ()
    """What is named in it."""


def certain_in(
    statements: Iterable[Node],
    wanted: Collection[int],
    ends: Callable[[Node], bool],
    loops: tuple[Node, ...] = (),
) -> Iterator[Certain]:
    """The statements of some that run for certain once control comes to the first one.

    ``ends`` says whether control may not come behind a statement; ``loops`` are those around.
    """
    for each in statements:
        if each.index in wanted:
            yield Certain(each, loops)
        elif each.kind == Kind.COMPOUND:
            yield from certain_in(each.below, wanted, ends, loops)
        elif each.kind == Kind.DO:
            yield from certain_in(each.below[:1], wanted, ends, loops)
        elif each.kind == Kind.FOR and counted(each) is not None:
            yield from certain_in(each.below[3:], wanted, ends, (*loops, each))
        else:
            first = each.below[:1] if each.kind in _TESTING else [each]
            yield from (Certain(node, loops) for part in first for node in _evaluated(part, wanted))
        if leaves(each) or ends(each):
            return


def _evaluated(node: Node, wanted: Collection[int]) -> Iterator[Node]:
    """The nodes of some that are evaluated each time that an expression, or a declaration, is."""
    if node.index in wanted:
        yield node
    if node.kind in EXPRESSIONS - _PARTLY or node.kind in (Kind.DECL_STMT, Kind.VARIABLE):
        if node.kind != Kind.BINARY or node.binary_operator not in _LOGICAL:
            for each in node.below:
                yield from _evaluated(each, wanted)


def condition_of(loop: Node, times: int) -> Condition | None:
    """What has to hold so that a counting loop runs so often, 1 or 2 times; None where nobody can say it."""
    counts = counted(loop)
    if counts is None or not counts.below or (times > 1 and counts.step != 1):
        return None
    first, bound = (semantics.integer_value(each) for each in (counts.first, counts.bound))
    least = times - counts.equal
    if first is not None and bound is not None:
        return Condition("") if bound - first >= least else None
    named = ignoring_parens_and_implicit_casts(counts.bound)
    text = bytes(named.parsed.data[named.start : named.end])
    if (
        first is None
        or named.macro
        or named.kind not in (Kind.DECL_REF, Kind.MEMBER)
        or not _PLAIN.fullmatch(text)
    ):
        return None
    declared = [each.declaration() for each in (named, *named.inside) if each.kind == Kind.DECL_REF]
    keys = tuple(key_of(each) for each in declared if each is not None)
    return Condition(f"{text.decode()} > {first + least - 1}", keys)

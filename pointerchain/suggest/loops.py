# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Loops: Clang's tree of a function -> its loops, and the accesses in them that begin with a chain.

``for (int i = 0; i < s->n; i++) s->a->x[i] += dt;``  ->  the loop, its head's parts, and in it ``s->n`` and
``s->a->x``.
"""

from __future__ import annotations

from collections.abc import Iterator

from pointerchain.analysis.access import AccessPath, Paths, Step, StepKind, index_variable
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import EXPRESSIONS, LOOPS, UNDECIDED_TYPES, Kind
from pointerchain.translator.clang.ranges import range_of
from pointerchain.translator.clang.references import Reference, References
from pointerchain.translator.clang.tree import BODY, FOREIGN, OPENED, PLACELESS, Node, Tree
from pointerchain.translator.text.expand import reached
from pointerchain.translator.text.lex import (
    Lexed,
    closing,
    skip_space,
    statement_end,
)

_STATEMENT = lazy_pattern(rb"[;{}#]|<%|%>|\?\?|_Pragma")
"""What a macro says that may be more than a value."""
ELSEWHERE = BODY | OPENED | FOREIGN | PLACELESS
"""Flags of a node whose text is not the source's own."""


class Loop(NamedTuple):
    """A loop, or a block that a directive governs. The parts are indices of Clang's tree, -1 for none."""

    place: int
    kind: int
    span: Span
    """From its keyword to the end of its statement, in the source."""
    head: Span
    """From its keyword to the parenthesis that closes its head; of a ``do`` the keyword."""
    begun: int
    """The initialisation of a ``for``, or what it goes over."""
    test: int
    next: int
    """The expression that a ``for`` evaluates behind each iteration."""
    body: int
    parent: int
    """The number of the loop around it, or -1."""
    depth: int
    """1 for an outermost one; of a block that of the loop around it, or 0."""
    written: bool
    """Whether the source itself spells it where it stands, no macro."""

    @property
    def is_block(self) -> bool:
        """Whether it is a directive's block."""
        return self.kind == Kind.COMPOUND


class Use(NamedTuple):
    """An access in loops: where its tree ends, its path, the numbers of the loops around it, outer first."""

    place: int
    path: AccessPath
    loops: tuple[int, ...]


def loops_of(tree: Tree, lexed: Lexed, blocks: frozenset[int] = frozenset()) -> tuple[Loop, ...]:
    """The loops of a tree, each behind the one around it; ``blocks`` are places of blocks of directives."""
    found: list[Loop] = []
    numbers: dict[int, int] = {}
    for index in range(1, len(tree)):
        kind = tree.kinds[index]
        block = kind == Kind.COMPOUND and tree.starts[index] in blocks and not tree.flags[index] & ELSEWHERE
        if kind not in LOOPS and not block:
            continue
        above = tree.parents[index]
        while above > 0 and above not in numbers:
            above = tree.parents[above]
        parent = numbers.get(above, -1)
        depth = (found[parent].depth if parent >= 0 else 0) + (not block)
        found.append(_loop(tree, index, lexed, parent, depth))
        numbers[index] = len(found) - 1
    return tuple(found)


def _loop(tree: Tree, index: int, lexed: Lexed, parent: int, depth: int) -> Loop:
    kind, start = tree.kinds[index], tree.starts[index]
    code = lexed.code
    inside = list(tree.children(index))
    written = not tree.flags[index] & ELSEWHERE or _ends_in_value(tree, index, lexed)
    unread = Loop(
        index, kind, Span(start, tree.ends[index]), Span(start, start), -1, -1, -1, -1, parent, depth, False
    )
    if kind == Kind.COMPOUND:
        span = Span(start, statement_end(code, start))
        return unread._replace(span=span, body=index, written=span.end > start)
    over = range_of(tree.node(index)) if kind == Kind.FOR_RANGE else None
    if not written or not inside or (kind == Kind.FOR_RANGE and over is None):
        return unread
    end = statement_end(code, start)
    span = Span(start, end)
    if kind == Kind.DO:
        word = Span(start, start + 2)
        return unread._replace(span=span, head=word, body=inside[0], written=code[start : start + 2] == b"do")
    at = skip_space(code, start + (5 if kind == Kind.WHILE else 3))
    if code[at : at + 1] != b"(":
        return unread
    close = closing(code, at)
    head = Span(start, close)
    body = inside[-1]
    if close < 0 or tree.starts[body] < close or end < close:
        return unread
    rest = inside[:-1]
    if kind == Kind.WHILE:
        test = rest[0] if len(rest) == 1 else -1
        return unread._replace(span=span, head=head, test=test, body=body, written=True)
    cuts = _semicolons(code, at + 1, close)
    if over is not None:
        alone = not cuts and not tree.flags[over.index] & ELSEWHERE
        return unread._replace(span=span, head=head, begun=over.index, body=body, written=alone)
    if len(cuts) != 2:
        return unread
    parts = {0: -1, 1: -1, 2: -1}
    for each in rest:
        where = sum(tree.starts[each] > cut for cut in cuts)
        if parts[where] >= 0:
            return unread  # a variable in the condition
        parts[where] = each
    return unread._replace(
        span=span, head=head, begun=parts[0], test=parts[1], next=parts[2], body=body, written=True
    )


def _ends_in_value(tree: Tree, index: int, lexed: Lexed) -> bool:
    """Whether a macro says no more of a loop's begin and end than the last value in it, ``x[i] * DT;``."""
    parsed = tree.parsed
    if tree.flags[index] & ELSEWHERE != BODY or parsed is None:
        return False
    start, behind = tree.starts[index], tree.ends[index]
    end = statement_end(lexed.code, start)
    if end < behind or lexed.code[behind:end].strip() != b";":
        return False
    _, *bodies = reached([lexed.code[start:end]], parsed.macro_definitions)
    return not any(_STATEMENT.search(text) or not _is_balanced(text) for text in bodies)


def _is_balanced(text: bytes) -> bool:
    return text.count(b"(") == text.count(b")") and text.count(b"[") == text.count(b"]")


def _semicolons(code: bytes, start: int, end: int) -> list[int]:
    """The places of the semicolons that are in no further bracket."""
    found, depth = [], 0
    for at in range(start, end):
        sign = code[at : at + 1]
        depth += (sign in (b"(", b"[", b"{")) - (sign in (b")", b"]", b"}"))
        if sign == b";" and not depth:
            found.append(at)
    return found


def uses_of(tree: Tree, references: References, paths: Paths, loops: tuple[Loop, ...]) -> Iterator[Use]:
    """The whole accesses in loops that lead through a pointer from a variable or ``this``."""
    around: dict[int, tuple[int, ...]] = {}
    for number, loop in enumerate(loops):
        above = around.get(loops[loop.parent].place, ()) if loop.parent >= 0 else ()
        around[loop.place] = (*above, number)
    stack: list[tuple[int, tuple[int, ...]]] = []
    seen: set[int] = set()
    for index in range(1, len(tree)):
        while stack and index >= tree.after[stack[-1][0]]:
            stack.pop()
        if index in around:
            stack.append((index, around[index]))
        if not stack or tree.flags[index] & (FOREIGN | PLACELESS):
            continue
        if not _begins(tree, references, index):
            continue
        whole = paths.whole_of(index)
        if whole in seen:
            continue
        seen.add(whole)
        path = paths.of(whole)
        if path.known and any(step.kind is StepKind.DEREFERENCE for step in path.steps):
            yield Use(whole, path, stack[-1][1])


def undecided_of(tree: Tree, loops: tuple[Loop, ...]) -> Iterator[tuple[Node, int]]:
    """The accesses in loops of which a template's argument decides what they lead to, and their loops."""
    assert tree.parsed is not None
    for number, loop in enumerate(loops):
        for index in range(loop.place, tree.after[loop.place]):
            if tree.kinds[index] != Kind.MEMBER or tree.flags[index] & ELSEWHERE:
                continue
            above = tree.parents[index]
            node = tree.node(index)
            if tree.kinds[above] == Kind.MEMBER or node.type_kind not in UNDECIDED_TYPES:
                continue
            if tree.kinds[above] == Kind.CALL and index == above + 1:
                node = next(iter(node.below), node)  # what is called is no chain
            inner = any(each.parent == number and _is_in(index, each, tree) for each in loops)
            arrow = b"->" in tree.parsed.data[node.start : node.end]
            if arrow and node.kind == Kind.MEMBER and not inner:
                yield node, number


def _is_in(index: int, loop: Loop, tree: Tree) -> bool:
    return loop.place < index < tree.after[loop.place]


def _begins(tree: Tree, references: References, index: int) -> bool:
    kind = tree.kinds[index]
    if kind in (Kind.DECL_REF, Kind.THIS):
        return True
    return kind == Kind.MEMBER and not any(tree.kinds[each] in EXPRESSIONS for each in tree.children(index))


def candidates(path: AccessPath, tree: Tree) -> Iterator[int]:
    """How many of a path's steps make a chain, the most first: one ends in a member behind a pointer."""
    last = 0
    for size, step in enumerate(path.steps, 1):
        if not _is_simple(step):
            break
        last = size
    for size in range(last, 0, -1):
        steps = path.steps[:size]
        if steps[-1].kind is StepKind.MEMBER and any(step.kind is StepKind.DEREFERENCE for step in steps):
            if not tree.flags[path.places[size]] & ELSEWHERE:
                yield size


def _is_simple(step: Step) -> bool:
    """Whether a step is one that a chain may have: a member, a pointer, or a subscript that is a variable."""
    if step.kind is StepKind.MEMBER:
        return bool(step.key[0] == "member")
    if step.kind in (StepKind.DEREFERENCE, StepKind.ELEMENT):
        return isinstance(step.key, int) or index_variable(step) is not None
    return False


def variables_of(path: AccessPath, size: int) -> tuple[int, ...]:
    """The variables that a chain names: its root, and its subscripts'."""
    named = [index_variable(step) for step in path.steps[:size] if step.kind is not StepKind.MEMBER]
    root = [path.root[1]] if path.root[0] == "variable" else []
    return tuple(root + [each for each in named if each is not None])


def is_declared_in(loop: Loop, key: int, tree: Tree, references: References) -> bool:
    """Whether a variable is declared inside a loop, so that nothing before the loop names it."""
    index = references.variable_of(Reference(Kind.VARIABLE, key))
    return loop.place < index < tree.after[loop.place]


def node_of(tree: Tree, path: AccessPath, size: int) -> Node:
    """The node in which the first steps of a path end."""
    return tree.node(path.places[size])

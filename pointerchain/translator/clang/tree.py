# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Tree: Clang's tree of a parsed text, or of a part of it, in flat arrays.

``a = s->n;``  ->  in preorder ``(BINARY, 0, 8) (DECL_REF, 0, 1) (UNEXPOSED_EXPR, 4, 8) ...``: kind, start
and end of each node in the parsed text. A :class:`Node` is a view of one place of the arrays, made when
somebody asks.

One visit with raw cursors takes about 1.5 us a node, so that whole functions are looked at and no
token decides what is seen. A node without text of its own stands where the text that brought it stands:
what a macro's body spells at the macro's name, what an ``#include`` brings at the end of what came before.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import clang.cindex as cx

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import (
    CONTINUE,
    DECLARATIONS,
    FUNCTIONS,
    MACRO_BIT,
    NOWHERE,
    RECORDS,
    RECURSE,
    Kind,
    RawLocation,
    RawVisitor,
    binary_kind,
    binary_sign,
    calls_result,
    canonical_cursor,
    canonical_type,
    children_of,
    cursor_of,
    hides_first,
    location_of,
    raw_canonical_type,
    raw_extent,
    raw_file_location,
    raw_location,
    raw_of,
    raw_referenced,
    raw_type,
    raw_visit,
    referenced_by,
    type_of,
    unary_kind,
    unary_sign,
)
from pointerchain.translator.clang.parsed import Declaration, Parsed

MACRO, BODY, OPENED, FOREIGN, PLACELESS = 1, 2, 4, 8, 16
"""Flags of a node: a macro gave part of its text; a macro's body gave its first or last token, or has two
arguments in it; it gave its first one; another file gave its text; it has no text (Clang made it up)."""

_CAPTURE, _COMPOUND = 50, int(Kind.COMPOUND)
_SIGN = lazy_pattern(rb"[][(){},]")
_HIDING = frozenset((Kind.SWITCH, Kind.FOR_RANGE))


class TypeFact(NamedTuple):
    """A type as the stages need it. ``key`` is the same for the same canonical type of one parse."""

    spelling: str
    canonical: str
    kind: cx.TypeKind
    key: int
    const: bool
    volatile: bool
    dependent: bool


def type_fact(raw: Any) -> TypeFact:
    """What the stages need of a type of libclang's."""
    canonical = canonical_type(raw)
    spelling = str(raw.spelling)
    kind = canonical.kind
    shown = str(canonical.spelling)
    return TypeFact(
        spelling,
        shown,
        kind,
        canonical.data[0] or 0,
        bool(canonical.is_const_qualified()),
        bool(canonical.is_volatile_qualified()) or kind == cx.TypeKind.ATOMIC,
        kind in (cx.TypeKind.DEPENDENT, cx.TypeKind.UNEXPOSED) or "<dependent type>" in spelling,
    )


_TAGS = frozenset((Kind.STRUCT, Kind.UNION, Kind.ENUM, Kind.CLASS))


class Node:
    """A view of one node; spans are those of the parsed text."""

    __slots__ = ("_cursor", "_fact", "_referenced", "end", "flags", "index", "kind", "start", "tree")

    def __init__(self, tree: Tree, index: int) -> None:
        self.tree, self.index = tree, index
        self.kind, self.start, self.end = tree.kinds[index], tree.starts[index], tree.ends[index]
        self.flags = tree.flags[index]
        self._cursor: Any = None
        self._fact: TypeFact | None = None
        self._referenced: tuple[Declaration | None] | None = None

    @property
    def parsed(self) -> Parsed:
        """The text that the node is of."""
        assert self.tree.parsed is not None
        return self.tree.parsed

    @property
    def clang_cursor(self) -> Any:
        """libclang's cursor; for this room alone."""
        if self._cursor is None:
            raw = self.tree.raws[self.index]
            self._cursor = self.parsed.root if raw is None else cursor_of(raw, self.parsed.tu)
        return self._cursor

    @property
    def parent(self) -> Node | None:
        """The node around, None for the outermost."""
        above = self.tree.parents[self.index]
        return self.tree.node(above) if above >= 0 else None

    @property
    def ordinal(self) -> int:
        """Which child of its parent it is."""
        return sum(1 for each in self.tree.children(self.tree.parents[self.index]) if each < self.index)

    @property
    def below(self) -> list[Node]:
        """The children."""
        return [self.tree.node(each) for each in self.tree.children(self.index)]

    @property
    def inside(self) -> list[Node]:
        """All nodes below, in preorder."""
        return [self.tree.node(each) for each in range(self.index + 1, self.tree.after[self.index])]

    def holds(self, index: int) -> bool:
        """Whether it is the node of an index, or around that."""
        return self.index <= index < self.tree.after[self.index]

    @property
    def macro(self) -> bool:
        """Whether a macro gave any of its text."""
        return bool(self.flags & MACRO)

    @property
    def body(self) -> bool:
        """Whether its first or last token comes from a macro's body."""
        return bool(self.flags & BODY)

    @property
    def opened(self) -> bool:
        """Whether its first one does."""
        return bool(self.flags & OPENED)

    @property
    def joined(self) -> bool:
        """Whether it joins two arguments of a macro's."""
        return self.body and _joins(self.parsed.data[self.start : self.end])

    @property
    def foreign(self) -> bool:
        """Whether another file gave its text."""
        return bool(self.flags & FOREIGN)

    @property
    def span(self) -> Span:
        """Byte range in the parsed text."""
        return Span(self.start, self.end)

    @property
    def type(self) -> TypeFact:
        """The type of an expression or declaration."""
        if self._fact is None:
            self._fact = type_fact(type_of(self.clang_cursor))
        return self._fact

    @property
    def type_kind(self) -> int:
        """CXTypeKind of the canonical type, without the rest of :attr:`type`."""
        return int(raw_canonical_type(raw_type(self.tree.raws[self.index])).kind)

    @property
    def binary_operator(self) -> int:
        """CXBinaryOperatorKind, as :class:`Binary` names them."""
        return int(binary_kind(self.clang_cursor))

    @property
    def unary_operator(self) -> int:
        """CXUnaryOperatorKind, as :class:`Unary` names them."""
        return int(unary_kind(self.clang_cursor))

    @property
    def hides_first(self) -> bool:
        """Whether it is a ``switch`` or range-``for`` whose first statement is not in the tree."""
        return hides_first(self.kind, self.tree.raws[self.index].b)

    @property
    def operator_sign(self) -> str:
        """The operator of an expression as it is written; that of a fold is not known."""
        if self.kind == Kind.UNARY:
            return unary_sign(self.unary_operator)
        if self.kind in (Kind.BINARY, Kind.COMPOUND_ASSIGN):
            return binary_sign(self.binary_operator)
        return "[]" if self.kind == Kind.SUBSCRIPT else ""

    def name(self) -> str:
        """The spelling of a declaration or reference, '' of a call of what another call gives."""
        cursor = self.clang_cursor
        of_call = self.kind == Kind.CALL and calls_result(cursor, self.parsed.tu)
        return "" if of_call else str(cursor.spelling)

    def declaration(self) -> Declaration | None:
        """What a reference refers to."""
        if self._referenced is None:
            target = referenced_by(self.clang_cursor)
            found = None if target._kind_id in NOWHERE else self.parsed.declaration(target)
            self._referenced = (found,)
        return self._referenced[0]

    def declared(self) -> Declaration:
        """What a declaration declares."""
        return self.parsed.declaration(self.clang_cursor)

    def record(self) -> str:
        """The record that a member is of which a node names, or declares, as its type is spelled."""
        field = self.clang_cursor if self.kind == Kind.FIELD else referenced_by(self.clang_cursor)
        return self.parsed.record_of(field)

    def location(self) -> int:
        """Offset of a declaration's name in the parsed text; outside of it where it is elsewhere."""
        return int(location_of(self.clang_cursor).int_data - self.parsed.base)

    def origin(self) -> tuple[str, int]:
        """The file that a node's text stands in, and where; a macro's is where it is expanded."""
        place = self.clang_cursor.location
        return (str(place.file.name) if place.file else "", int(place.offset))

    def reach(self) -> Span:
        """Where its text stands in the file that it is of; a macro's is where it is expanded."""
        place = self.clang_cursor.extent
        return Span(int(place.start.offset), int(place.end.offset))

    def is_redeclaration(self) -> bool:
        """Whether a declaration names an object that was declared before: a block's ``extern``."""
        return int(location_of(canonical_cursor(self.clang_cursor)).int_data) != int(
            location_of(self.clang_cursor).int_data
        )

    def is_external(self) -> bool:
        """Whether other sources may name what is declared, or referred to, here."""
        return bool(referenced_by(self.clang_cursor).linkage == cx.LinkageKind.EXTERNAL)

    def names_type(self) -> bool:
        """Whether a call's callee is a type: a conversion or construction."""
        first = self.child_cursors()[:1]
        return bool(first) and first[0]._kind_id == Kind.TYPE_REF

    def ancestors(self) -> list[Node]:
        """The nodes around this one, innermost first."""
        out = []
        node = self.parent
        while node is not None:
            out.append(node)
            node = node.parent
        return out

    def within(self, kinds: frozenset[int]) -> Node | None:
        """The innermost ancestor of one of ``kinds``."""
        node = self.parent
        while node is not None and node.kind not in kinds:
            node = node.parent
        return node

    def child_cursors(self) -> list[Any]:
        """All child cursors, asked for anew; for the few nodes whose inside matters."""
        return children_of(self.clang_cursor, self.parsed.tu)


class Beside(NamedTuple):
    """Blocks that only the parsed text has, by where they start; the tree is as if they were not there."""

    asides: frozenset[int] = frozenset()
    """Those that are left out with all that they hold; :meth:`Tree.extended` has them."""
    wrappers: frozenset[int] = frozenset()
    """Those whose statements stand in the block around."""


NOTHING = Beside()


class Tree:
    """The nodes of a visit in preorder. Index 0 is what the visit began at, and has no text."""

    def __init__(self, parsed: Parsed | None) -> None:
        self.parsed = parsed
        size = len(parsed.data) if parsed is not None else 0
        self.kinds: list[int] = [Kind.TRANSLATION_UNIT]
        self.starts: list[int] = [0]
        self.ends: list[int] = [size]
        self.parents: list[int] = [-1]
        self.after: list[int] = [1]
        """The index behind the last node below each."""
        self.flags: list[int] = [0]
        self.raws: list[Any] = [None]
        self.asides: list[tuple[Any, int]] = []
        """What was left out: its cursor, and the index of what it stands in."""
        self._nodes: dict[int, Node] = {}
        self._by_start: dict[int, list[int]] | None = None

    def __len__(self) -> int:
        return len(self.kinds)

    def node(self, index: int) -> Node:
        """The view of a place; the same object each time."""
        found = self._nodes.get(index)
        if found is None:
            found = self._nodes[index] = Node(self, index)
        return found

    @property
    def nodes(self) -> Iterator[Node]:
        """All nodes but the root, in preorder."""
        return map(self.node, range(1, len(self.kinds)))

    def of_kinds(self, kinds: frozenset[int]) -> Iterator[Node]:
        """The nodes of some kinds, in preorder."""
        return (self.node(index) for index, kind in enumerate(self.kinds) if kind in kinds)

    def children(self, index: int) -> Iterator[int]:
        """The places of a node's children, in order."""
        at, end = index + 1, self.after[index]
        while at < end:
            yield at
            at = self.after[at]

    def extended(self) -> Tree:
        """A tree of the same nodes, at the same places, and behind them those that were left out."""
        assert self.parsed is not None
        walk = Walk(self.parsed)
        made = walk.tree
        for name in ("kinds", "starts", "ends", "parents", "after", "flags", "raws"):
            setattr(made, name, list(getattr(self, name)))
        first = len(made)
        walk.into_all([raw for raw, _ in self.asides])
        for _, above in self.asides:
            if first < len(made):
                made.parents[first], first = above, made.after[first]
        return made

    # --- by text ----------------------------------------------------------------------------------

    def starting_at(self, start: int) -> list[int]:
        """The places of the nodes whose text starts at an offset, outermost first."""
        if self._by_start is None:
            self._by_start = {}
            for index, at in enumerate(self.starts):
                if index:
                    self._by_start.setdefault(at, []).append(index)
        return self._by_start.get(start, [])

    def at(self, span: Span) -> list[Node]:
        """The nodes whose text is exactly ``span``, outermost first."""
        ends, end = self.ends, span.end
        return [self.node(index) for index in self.starting_at(span.start) if ends[index] == end]

    def hides(self, word: str, own: int = -1) -> bool:
        """Whether a function declares a word of a type as something else than what is declared at ``own``.

        The word may be a tag, ``struct atoms``, which only another tag hides.
        """
        bare = word.rpartition(" ")[2]
        return any(tag or bare == word for tag, place in self._local_names.get(bare, ()) if place != own)

    @cached_property
    def _local_names(self) -> dict[str, list[tuple[bool, int]]]:
        """What functions declare, by name: whether it is a tag, and where its name stands."""
        found: dict[str, list[tuple[bool, int]]] = {}
        for index in range(1, len(self.kinds)):
            kind = self.kinds[index]
            if kind in DECLARATIONS and kind != Kind.FIELD and self.parents[index] > 0:
                node = self.node(index)
                found.setdefault(node.name(), []).append((kind in _TAGS, node.location()))
        return found

    def hiding_beside(self, index: int) -> Node | None:
        """A statement that hides its first one in the outermost function around a node."""
        if not self._hiding:
            return None
        function, above = 0, index
        while above > 0:
            function = above if self.kinds[above] in FUNCTIONS else function
            above = self.parents[above]
        end = self.after[function] if function else len(self)
        return next((node for node in self._hiding if function <= node.index < end), None)

    @cached_property
    def _hiding(self) -> tuple[Node, ...]:
        return tuple(node for node in self.of_kinds(_HIDING) if node.hides_first)

    def declarations(self, block: Node) -> list[Node]:
        """What the statements of a block declare."""
        found = []
        for statement in self.children(block.index):
            if self.kinds[statement] == Kind.DECL_STMT:
                found += [self.node(each) for each in self.children(statement)]
        return found


class Walk:
    """One visit of a parsed text; :meth:`into` may be called for several cursors."""

    def __init__(self, parsed: Parsed, points: Sequence[int] | None = None, beside: Beside = NOTHING) -> None:
        """With ``points``, sorted, only what holds one of them is looked into."""
        self.parsed, self.points, self.beside = parsed, points, beside
        self.tree = Tree(parsed)

    def into(self, cursor: Any) -> None:
        """Add a declaration and all below it."""
        self.into_all([raw_of(cursor)])

    def into_all(self, raws_: Sequence[Any]) -> None:
        """The same of declarations or statements as libclang hands them to visitors."""
        parsed, tree, points = self.parsed, self.tree, self.points
        asides, wrappers = self.beside
        blocks = asides | wrappers
        stands_for: dict[int, int] = {}  # wrappers: what is around them, as keys of parents
        base, size = parsed.base, len(parsed.data)
        kinds, starts, ends, parents = tree.kinds, tree.starts, tree.ends, tree.parents
        after, flags, raws = tree.after, tree.flags, tree.raws
        extent, located = raw_extent, self._located
        keys: list[int] = [0]
        stack: list[int] = [0]
        failure: list[BaseException] = []
        expansion_ends = parsed.expansion_ends
        reached = 0
        captured: set[int] = set()  # what was seen in captures, which libclang shows again in part
        inside_capture = False

        def visit(raw: Any, parent: Any, data: Any) -> int:
            nonlocal reached, inside_capture
            try:
                if inside_capture:
                    captured.add(raw.b)
                elif captured and raw.b in captured:
                    return CONTINUE
                reach = extent(raw)
                first, last = reach.begin, reach.end
                flag = 0
                key = parent.b
                if key < 2:
                    key = parent.a
                if stands_for:
                    key = stands_for.get(key, key)
                lost = False
                if keys[-1] != key and len(stack) > 1:
                    depth = len(keys) - 1
                    while depth and keys[depth] != key:
                        depth -= 1
                    if depth:
                        here = len(kinds)
                        while len(keys) > depth + 1:
                            keys.pop()
                            after[stack.pop()] = here
                    else:
                        lost = True
                above = stack[-1]
                if (first | last) & MACRO_BIT:
                    start, end, flag = located(reach, reached)
                else:
                    start, end = first - base, last - base
                    if start < 0 or start > size:
                        if first:
                            start = end = max(reached, starts[above])
                            flag = FOREIGN
                        else:
                            start, end, flag = self._placeless(raw, above)
                    elif end in expansion_ends:
                        flag = BODY  # libclang moves an end out of a macro's body to the expansion's end
                if lost:  # a parent that was itself not visited: what encloses the node stands for it
                    here = len(kinds)
                    while len(stack) > 2 and not starts[stack[-1]] <= start <= end <= ends[stack[-1]]:
                        keys.pop()
                        after[stack.pop()] = here
                    above = stack[-1]
                reached = max(reached, start)
                kind = raw.kind
                if kind == _COMPOUND and start in blocks:
                    if start in asides:
                        tree.asides.append((raw, above))
                        return CONTINUE
                    stands_for[raw.b if raw.b > 1 else raw.a] = keys[-1]
                    return RECURSE
                if points is not None:
                    at = bisect_left(points, start)
                    if at >= len(points) or points[at] >= end:
                        return CONTINUE
                nested = kind == _CAPTURE and self._is_declared(raw)
                if nested:
                    raw = raw_referenced(raw)
                    kind = raw.kind
                index = len(kinds)
                kinds.append(kind)
                starts.append(start)
                ends.append(end)
                parents.append(above)
                after.append(index + 1)
                flags.append(flag)
                raws.append(raw)
                key = raw.b
                keys.append(key if key > 1 else raw.a)
                stack.append(index)
                if nested:  # libclang shows '[n = s->n]' as a name alone
                    inside_capture = True
                    raw_visit(raw, callback, None)
                    inside_capture = False
                    return CONTINUE
                return RECURSE
            except BaseException as error:
                failure.append(error)
                return 0

        callback = RawVisitor(visit)
        root = raw_of(parsed.root)
        for each in raws_:
            if visit(each, root, None) == RECURSE:
                raw_visit(each, callback, None)
            if failure:
                raise failure[0]
            here = len(kinds)
            for index in stack:
                after[index] = here
            keys[1:], stack[1:] = [], []
            reached = 0

    def _is_declared(self, capture: Any) -> bool:
        """Whether a lambda's capture declares a variable of its own: ``[n = s->n]``."""
        return bool(raw_location(raw_referenced(capture)).at == raw_location(capture).at)

    def _placeless(self, raw: Any, above: int) -> tuple[int, int, int]:
        """Where a node stands that Clang gives no extent: an abbreviated template at its name."""
        place = raw_location(raw).at
        start = place - self.parsed.base
        if place and not place & MACRO_BIT and 0 <= start <= len(self.parsed.data):
            return start, len(self.parsed.data), 0
        return self.tree.starts[above], self.tree.ends[above], PLACELESS

    # --- macros -----------------------------------------------------------------------------------

    def _located(self, reach: Any, reached: int) -> tuple[int, int, int]:
        """Text range and flags of a node that a macro took part in."""
        expanded = self.parsed.expanded
        start, start_body = self._place(reach, reach.begin, True)
        if reach.begin & MACRO_BIT and expanded.rescan(start):
            start, start_body = self._place(reach, reach.begin, True)
        end, end_body = self._place(reach, reach.end, False)
        moved = -1 if reach.end & MACRO_BIT else expanded.end_of_rescanned(start, end)
        if moved >= 0:
            end, end_body = moved, True
        if start < 0 or end < 0:
            at = start if start >= 0 else end if end >= 0 else reached
            return at, at, MACRO | BODY | OPENED | FOREIGN
        # pasted tokens are placed in an argument: a node that enters an expansion is its body's, too
        start, end = min(start, end), max(start, end)
        body = (
            start_body
            or end_body
            or end in expanded.ends
            or expanded.around(start) != expanded.around(end - 1)
            or _joins(self.parsed.data[start:end])
        )
        return start, end, MACRO | (BODY if body else 0) | (OPENED if start_body else 0)

    def _place(self, reach: Any, raw: int, first: bool) -> tuple[int, bool]:
        parsed = self.parsed
        if not raw & MACRO_BIT:
            offset = raw - parsed.base
            return (offset, False) if 0 <= offset <= len(parsed.data) else (-1, False)
        location = RawLocation(reach.p, reach.q, raw)
        file, found = ctypes.c_void_p(), ctypes.c_uint()
        raw_file_location(location, ctypes.byref(file), None, None, ctypes.byref(found))
        if file.value != parsed.file_pointer:
            return -1, False
        offset = found.value
        # a token of a body is placed at its macro's name, one of an argument where it is written
        starts, rows = parsed.expanded.starts, parsed.expanded.rows
        index = bisect_left(starts, offset)
        if index < len(starts) and starts[index] == offset:
            return (offset if first else rows[index][1]), True
        index = bisect_right(starts, offset) - 1
        if index >= 0 and offset == rows[index][1]:
            return (rows[index][0] if first else offset), True
        return offset, False


def _joins(text: bytes) -> bool:
    """Whether a text holds a comma between a macro's arguments: ``y, k`` of ``MEMBER(y, k)``."""
    if b"," not in text:
        return False
    depth = 0
    for sign in _SIGN.findall(text):
        depth += {b"(": 1, b"[": 1, b"{": 1, b",": 0}.get(sign, -1)
        if sign == b"," and not depth:
            return True
    return False


def whole(parsed: Parsed, places: Sequence[int], beside: Beside = NOTHING) -> Tree:
    """The tree of every function, or other outermost declaration, that holds one of the sorted places.

    Namespaces and classes are looked into only where they hold a place.
    """
    walk, rows = Walk(parsed, None, beside), parsed.declarations
    records = {start: end for start, end, cursor in rows if cursor._kind_id in RECORDS}
    for start, end, cursor in rows:
        named = cursor._kind_id in (Kind.VARIABLE, Kind.TYPEDEF)
        first = records.get(start, start) if named else start  # 'struct s { ... } v;' are two declarations
        _enter(walk, first, end, cursor, places)
    return walk.tree


def _enter(walk: Walk, start: int, end: int, cursor: Any, places: Sequence[int]) -> None:
    at = bisect_left(places, start)
    if at < len(places) and places[at] < end:
        walk.into(cursor)


def tops(parsed: Parsed) -> Iterator[Tree]:
    """The tree of each declaration that stands outermost in the file, one after the other."""
    for _, _, cursor in parsed.declarations:
        walk = Walk(parsed)
        walk.into(cursor)
        if len(walk.tree) > 1:
            yield walk.tree


def included_tops(parsed: Parsed, kinds: frozenset[int]) -> Iterator[Tree]:
    """The trees of what included files declare, but for the system's; their nodes have no text."""
    for cursor in parsed.included_declarations(kinds):
        walk = Walk(parsed)
        walk.into(cursor)
        yield walk.tree


def pruned(parsed: Parsed, points: Sequence[int]) -> Tree:
    """The nodes whose text holds one of the sorted ``points``: for questions about known places."""
    walk = Walk(parsed, points)
    for start, end, cursor in parsed.declarations:
        _enter(walk, start, end, cursor, points)
    return walk.tree

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Nodes: the part of Clang's tree that lies on branches of interest, found by its text.

``tree.at(Span(40, 52))`` are the nodes whose text is exactly those bytes of the parsed text.
:meth:`facts.Unit.tree` grows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import clang.cindex as cx

from pointerchain.source import Span
from pointerchain.translator.libclang import (
    Kind,
    binary_kind,
    canonical_cursor,
    canonical_type,
    children_of,
    location_of,
    referenced_by,
    type_of,
    unary_kind,
)

if TYPE_CHECKING:
    from pointerchain.translator.facts import Unit


class TypeFact(NamedTuple):
    """A type as the stages need it. ``key`` is the same for the same canonical type of one parse."""

    spelling: str
    canonical: str
    kind: cx.TypeKind
    key: int
    const: bool
    volatile: bool
    dependent: bool


class Declaration(NamedTuple):
    """A declaration: name and place; ``main`` where it stands in the parsed file."""

    name: str
    file: str
    offset: int
    main: bool
    kind: int
    record: str = ""
    """For a field: its struct's type."""
    lasting: bool = False
    """Whether it is a variable with static storage duration."""


class Node:
    """A node of Clang's tree on a branch of interest; spans are those of the parsed text."""

    __slots__ = (
        "body",
        "cursor",
        "end",
        "fact",
        "kind",
        "macro",
        "opened",
        "ordinal",
        "parent",
        "seen",
        "start",
        "unit",
    )

    def __init__(self, unit: Unit, cursor: Any, kind: int, start: int, end: int) -> None:
        self.unit, self.cursor, self.kind, self.start, self.end = unit, cursor, kind, start, end
        self.parent: Node | None = None
        self.ordinal = self.seen = 0
        self.macro = False
        self.body = False
        """Whether the node's first or last token comes from a macro's body."""
        self.opened = False
        """Whether its first one does."""
        self.fact: TypeFact | None = None

    @property
    def span(self) -> Span:
        """Byte range in the parsed text."""
        return Span(self.start, self.end)

    @property
    def type(self) -> TypeFact:
        """The type of an expression or declaration."""
        if self.fact is None:
            self.fact = type_fact(type_of(self.cursor))
        return self.fact

    @property
    def binary_operator(self) -> int:
        """CXBinaryOperatorKind; 22 is ``=``, 23 and above are compound, the last is the comma."""
        return int(binary_kind(self.cursor))

    @property
    def unary_operator(self) -> int:
        """CXUnaryOperatorKind: 1 to 4 are ``++`` and ``--``, 5 is ``&``, 6 is ``*``."""
        return int(unary_kind(self.cursor))

    def name(self) -> str:
        """The spelling of a declaration or reference."""
        return str(self.cursor.spelling)

    def declaration(self) -> Declaration | None:
        """What a reference refers to."""
        target = referenced_by(self.cursor)
        return None if target._kind_id in (70, 0) else self.unit.declaration(target)

    def location(self) -> int:
        """Offset of a declaration's name in the parsed text; outside of it where it is elsewhere."""
        return int(location_of(self.cursor).int_data - self.unit.base)

    def is_redeclaration(self) -> bool:
        """Whether a declaration names an object that was declared before: a block's ``extern``."""
        return int(location_of(canonical_cursor(self.cursor)).int_data) != int(
            location_of(self.cursor).int_data
        )

    def names_type(self) -> bool:
        """Whether a call's callee is a type: a conversion or construction."""
        first = self.children()[:1]
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

    def children(self) -> list[Any]:
        """All child cursors, asked for anew; for the few nodes whose inside matters."""
        return children_of(self.cursor, self.unit.tu)


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


class Tree:
    """The recorded nodes in preorder, found by their text."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self._by_span: dict[tuple[int, int], list[Node]] = {}
        self._by_start: dict[int, list[Node]] | None = None
        self._by_end: dict[int, list[Node]] | None = None
        self._declared: dict[int, list[Node]] | None = None
        for node in nodes:
            self._by_span.setdefault((node.start, node.end), []).append(node)

    def at(self, span: Span) -> list[Node]:
        """The nodes whose text is exactly ``span``, outermost first."""
        return self._by_span.get((span.start, span.end), [])

    def starting(self, start: int) -> list[Node]:
        """The nodes whose text starts at an offset, outermost first."""
        if self._by_start is None:
            self._by_start = {}
            for node in self.nodes:
                self._by_start.setdefault(node.start, []).append(node)
        return self._by_start.get(start, [])

    def declarations(self, block: Node) -> list[Node]:
        """What the statements of a block declare, for a block whose children were recorded."""
        if self._declared is None:
            self._declared = {}
            for node in self.nodes:
                statement = node.parent if node.kind < 40 else None
                if (
                    statement is not None
                    and statement.kind == Kind.DECL_STMT
                    and statement.parent is not None
                ):
                    self._declared.setdefault(id(statement.parent), []).append(node)
        return self._declared.get(id(block), [])

    def ending(self, end: int) -> list[Node]:
        """The nodes whose text ends at an offset, outermost first."""
        if self._by_end is None:
            self._by_end = {}
            for node in self.nodes:
                self._by_end.setdefault(node.end, []).append(node)
        return self._by_end.get(end, [])

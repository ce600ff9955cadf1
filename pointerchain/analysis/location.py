# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Locations: an expression -> the object that it names, as far as its path and its types tell.

``s->a->e.x``  ->  behind the pointer ``s->a`` the members ``e`` and ``x`` of their records, an ``int``. What
two of them have to do with each other says :mod:`~pointerchain.analysis.alias`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pointerchain.analysis.access import AccessPath, StepKind, index_variable
from pointerchain.translator.clang import types
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.tree import Node

if TYPE_CHECKING:
    from typing import Protocol

    from pointerchain.translator.clang.references import References
    from pointerchain.translator.clang.storage import Storage
    from pointerchain.translator.clang.tree import Tree

    class Source(Protocol):
        """A tree with what answers for it: a :class:`Context`, or an ``Aside``."""

        @property
        def tree(self) -> Tree:
            """The tree."""

        @property
        def references(self) -> References:
            """What its nodes name."""


OUT = frozenset((StepKind.DEREFERENCE, StepKind.OPERATOR))
"""Steps that lead to another object."""
NO_RECORD = -1


class Location(NamedTuple):
    """The members that lead to an object from where the last pointer points, and what lies in the object.

    Records stand by their declarations' numbers: several may have one name.
    """

    keys: tuple[int, ...]
    records: tuple[int, ...]
    """The record that each member is of."""
    record: int = 0
    """The record that the object is, ``NO_RECORD`` of another type; 0 where that is not known."""
    holds: frozenset[int] = frozenset()
    """That and all that lie in it."""


class Locations:
    """The locations of one tree's expressions."""

    def __init__(self, context: Source) -> None:
        self.context = context
        self._held: dict[int, tuple[int, frozenset[int]]] = {}
        self._links: dict[AccessPath, tuple[Location, ...]] = {}

    def of(self, node: Node, path: AccessPath) -> Location:
        """What an expression names."""
        if not self.context.references.is_record(node.index):
            return self._location(_last(path))
        key = self.context.references.type_key(node.index)
        if key not in self._held:
            self._held[key] = types.record_of(node), types.records_in(node)
        return self._location(_last(path), *self._held[key])

    def behind(self, node: Node, path: AccessPath) -> Location:
        """What a pointer expression points to."""
        address = bool(path.steps) and path.steps[-1].kind is StepKind.ADDRESS
        record = types.record_behind(node) or NO_RECORD
        return self._location(_last(path) if address else [], record, types.records_behind(node))

    def elements(self, node: Node, path: AccessPath) -> Location:
        """What a section of a pointer or an array names."""
        if self.context.references.is_array_behind(node.index) or types.is_variable_array(node):
            return self._location(_last(path), holds=types.records_in(node))
        return self.behind(node, path)

    def of_links(self, path: AccessPath) -> tuple[Location, ...]:
        """The object that a path ends in, then the links on the way."""
        if path not in self._links:
            keys: list[Any] = []
            links: list[Location] = []
            for step in path.steps:
                if step.kind is StepKind.MEMBER:
                    keys.append(step.key)
                elif step.kind in OUT:
                    links.append(self._location(keys))
                    keys = []
            own = self.of(self.context.tree.node(path.places[-1]), path)
            self._links[path] = own, *(link for link in links if link.keys)
        return self._links[path]

    def _location(self, keys: list[Any], record: int = 0, holds: frozenset[int] = frozenset()) -> Location:
        known = tuple(key[1] for key in keys if key[0] == "member")
        return Location(known, tuple(map(self.context.references.holder, known)), record, holds)


def _last(path: AccessPath) -> list[Any]:
    """The members that a path names after the last pointer that it follows."""
    first = max((at + 1 for at, step in enumerate(path.steps) if step.kind in OUT), default=0)
    return [step.key for step in path.steps[first:] if step.kind is StepKind.MEMBER]


# --- what the evaluation of a chain reads ------------------------------------------------------------


class Link(NamedTuple):
    """An object that is read: in a variable, or a member, or by a pointer alone."""

    variable: str
    member: str
    alias: str
    fixed: bool = False
    """Whether it is a const variable."""
    over: frozenset[str] = frozenset()
    """The alias classes of all that lies over it in unions: what is stored there changes it."""

    def named(self, names: dict[str, str]) -> str:
        """How a message calls it."""
        return names.get(self.member or self.variable, "what the chain reads")


class Linker:
    """Finds the links of chains of one tree."""

    def __init__(self, tree: Tree, references: References, storage: Storage) -> None:
        self.tree, self.references, self.storage = tree, references, storage
        self.names: dict[str, str] = {}
        """By USR: how a declaration is called."""

    def links(self, path: AccessPath, size: int) -> tuple[Link, ...]:
        """What a chain of ``size`` steps reads."""
        found: list[Link] = []
        variable, member = self.root(path), ""
        over: frozenset[str] = frozenset()
        fixed = bool(variable) and self._is_const(path.root[1])
        for at, step in enumerate(path.steps[:size]):
            if step.kind is StepKind.MEMBER:
                member = self._member(step.key[1])
                over |= self.storage.overlaid(self.tree.node(path.places[at + 1]))
                if self._is_reference(step.key[1]):
                    variable, member, fixed = "", "", False  # it is a name of an object that is elsewhere
                continue
            subscript = index_variable(step)
            if subscript is not None:
                found.append(self._subscript(subscript))
            if step.kind is StepKind.DEREFERENCE:
                if at or path.root[0] == "variable":
                    alias = self.storage.alias_of_pointer(self.tree.node(path.places[at]))
                    found.append(Link(variable, member, alias, fixed and not member, over))
                variable, member, fixed, over = "", "", False, frozenset()
        end = self.tree.node(path.places[size])
        if self.storage.is_value(end):
            found.append(Link(variable, member, self.storage.alias_of(end), over=over))
        return tuple(found)

    def root(self, path: AccessPath) -> str:
        """The variable that a chain begins at; '' where it begins at no variable's own name."""
        named = path.root[0] == "variable" and not self._is_reference(path.root[1])
        return self._variable(path.root[1]) if named else ""

    def pointers(self, path: AccessPath, size: int) -> tuple[Link, ...]:
        """What the first steps read up to the object that the last of them leads to."""
        found = self.links(path, size)
        end = self.tree.node(path.places[size])
        return found[:-1] if self.storage.is_value(end) else found

    def _subscript(self, key: int) -> Link:
        if self._is_reference(key):
            return Link("", "", ANY)
        alias = self.storage.alias_of_declared(self.references, key)
        return Link(self._variable(key), "", alias, self._is_const(key))

    def _is_reference(self, key: int) -> bool:
        """Whether a name is of an object that has others: a reference's, a structured binding's."""
        return self.references.declares_reference(key) or self.references.is_binding(key)

    def _is_const(self, key: int) -> bool:
        return self.references.is_const_variable(key)

    def _variable(self, key: int) -> str:
        name = self.references.usr(key)
        self.names[name] = self.references.fact(key).name
        return name

    def _member(self, key: int) -> str:
        name = self.storage.member(self.references, key)
        self.names[name] = self.references.fact(key).name
        return name

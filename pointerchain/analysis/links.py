# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Links: a chain -> the objects that its evaluation reads, and whether statements may change one of them.

``s->a->x``  ->  the variable ``s``, the member ``a``, the member ``x``.
"""

from __future__ import annotations

from pointerchain.analysis.access import AccessPath, StepKind, index_variable
from pointerchain.analysis.alias import AliasResult, of_classes
from pointerchain.analysis.effects import Accesses, MemoryEffects
from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Tree


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


class Aliasing(NamedTuple):
    """What the compile says of aliasing, and the function of its variables."""

    strict: bool
    """Whether objects of different types are different objects."""
    escaping: frozenset[str]
    """The variables to which a pointer may lead."""
    second_names: bool = False
    """Whether a variable that lasts may have another name (``alias``, an assembler's name)."""


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


def changed(link: Link, effects: MemoryEffects, aliasing: Aliasing, root: str) -> str:
    """Why statements may change a link, in one word; '' where they cannot.

    ``root`` is the variable that the chain begins at: what a ``restrict`` parameter leads to, and is stored
    by it, is reached by no other (C11 6.7.3.1).
    """
    return _met(link, effects.mod, bool(effects.unknown), aliasing, root)


def accessed(link: Link, effects: MemoryEffects, aliasing: Aliasing, root: str) -> str:
    """Why statements may change or read a link, in one word; '' where they cannot."""
    unknown = bool(effects.unknown or effects.reads)
    return _met(link, effects.mod | effects.ref, unknown, aliasing, root)


def _met(link: Link, accesses: Accesses, unknown: bool, aliasing: Aliasing, root: str) -> str:
    """Why a link may be among the objects that are accessed; ``unknown``: whether any other object may be."""
    if link.variable:
        if link.fixed:
            return ""
        for variable, member in accesses.variables:
            if variable == link.variable and (not member or not link.member or member == link.member):
                return "assigned"
        if link.variable not in aliasing.escaping:
            return ""
        if aliasing.second_names and (accesses.aliases or accesses.given):
            return "alias"
    if unknown:
        return "opaque"
    if link.member and link.member in accesses.members:
        return "assigned"
    through = accesses.by_pointers(root)
    if not aliasing.strict:
        return "alias" if through or accesses.members or accesses.aliases else ""
    named = (link.member or link.variable) and link.alias != ANY and not aliasing.second_names
    pairs = [(link.alias, through if named else through | accesses.aliases)]
    pairs += ((each, through | accesses.aliases) for each in link.over)
    met = any(of_classes(each, others, strict=True) is not AliasResult.NO for each, others in pairs)
    return "alias" if met else ""


def first_change(
    links: tuple[Link, ...], effects: MemoryEffects, aliasing: Aliasing, root: str
) -> tuple[Link, str] | None:
    """The first link that statements may change, and how."""
    for link in links:
        how = changed(link, effects, aliasing, root)
        if how:
            return link, how
    return None

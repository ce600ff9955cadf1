# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""References: what the nodes of a tree refer to, and the few facts of an expression that a path needs.

Each is asked of libclang once; a declaration is known by a number that is the same wherever it is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import permutations
from typing import Any

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.clang.alias_classes import AliasClasses, meets
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    FUNCTIONS,
    LIB,
    NOWHERE,
    POINTER_TYPE,
    RECORD_TYPE,
    RECORDS,
    REFERENCE_TYPES,
    UNDECIDED_TYPES,
    Kind,
    TypeKind,
    children_of,
    constant_value,
    cursor_of,
    declaration_key,
    raw_binary,
    raw_canonical,
    raw_canonical_type,
    raw_is_const,
    raw_of,
    raw_referenced,
    raw_type,
    raw_unary,
    referenced_by,
    usr_of,
    without_arrays,
)
from pointerchain.translator.clang.parsed import Declaration, Parsed
from pointerchain.translator.clang.tree import Node, Tree
from pointerchain.translator.clang.types import declared_records

_ARROW = lazy_pattern(rb"(?:[\s)]|\\\r?\n|/\*[\s\S]*?\*/|//[^\n]*\n)*->")
_SCOPES = RECORDS | {Kind.NAMESPACE, Kind.LINKAGE}
_LAYING = frozenset((Kind.C_CAST, Kind.REINTERPRET_CAST, Kind.FUNCTIONAL_CAST))
_NO_LINKAGE = 1
"""CXLinkage_NoLinkage."""
_ACCESS_OPERATORS = frozenset(("operator->", "operator*", "operator[]"))
_LAST_WORD = lazy_pattern(rb"([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)\s*(?:<[^<>]*>)?\s*\Z")


class Reference(NamedTuple):
    """A declaration that a node names: its kind, and a number that stands for it in this parse."""

    kind: int
    key: int


class References:
    """Answers for one tree."""

    def __init__(self, tree: Tree, like: References | None = None) -> None:
        """Declarations have the numbers that they have in ``like``, which is of the same parse."""
        self.tree = tree
        self._of: dict[int, Reference | None] = {}
        self._canonical: dict[int, Reference | None] = like._canonical if like is not None else {}
        self._raws: dict[int, Any] = like._raws if like is not None else {}
        self._facts: dict[int, Declaration] = like._facts if like is not None else {}
        self._holders: dict[int, int] = like._holders if like is not None else {}
        self._types: dict[int, tuple[int, int]] = {}
        self._operators: dict[int, str] = {}
        self._variables: dict[int, int] | None = None
        self._bindings: dict[int, tuple[int, int | None]] | None = None
        self._shared: dict[tuple[int, int], bool] = {}
        self._in_unions: dict[int, bool] = {}
        self._over: dict[int, frozenset[int]] = {}
        self._unions: list[dict[str, int]] | None = None

    @property
    def parsed(self) -> Parsed:
        """The text that the tree is of."""
        assert self.tree.parsed is not None
        return self.tree.parsed

    # --- declarations ----------------------------------------------------------------------------------

    def of(self, index: int) -> Reference | None:
        """What a node names; None where a template's argument decides, or nothing is named."""
        if index not in self._of:
            self._of[index] = self.known(raw_referenced(self.tree.raws[index]))
        return self._of[index]

    def known(self, raw: Any) -> Reference | None:
        """The declaration that a cursor is."""
        if raw.kind in NOWHERE:
            return None
        first = raw.a
        if first not in self._canonical:
            canonical = raw_canonical(raw)
            self._canonical[first] = Reference(canonical.kind, canonical.a)
            self._raws[canonical.a] = canonical
        return self._canonical[first]

    def declared(self, index: int) -> Reference | None:
        """The declaration that a declaration's node is."""
        return self.known(self.tree.raws[index])

    def bound_to(self, target: Reference) -> int:
        """The tree's index of the expression that a variable of reference type is bound to, or -1."""
        index = self.variable_of(target)
        if index < 0 or raw_type(self.tree.raws[index]).kind not in REFERENCE_TYPES:
            return -1
        return next((each for each in self.tree.children(index) if 100 <= self.tree.kinds[each] < 200), -1)

    def declares_reference(self, key: int) -> bool:
        """Whether a declaration declares a reference."""
        return raw_type(self._raws[key]).kind in REFERENCE_TYPES

    def declares_pointer(self, key: int) -> bool:
        """Whether a declaration declares a pointer."""
        return bool(raw_canonical_type(raw_type(self._raws[key])).kind == POINTER_TYPE)

    def is_binding(self, key: int) -> bool:
        """Whether a declaration is a structured binding."""
        return bool(self._raws[key].kind == Kind.UNEXPOSED_DECL)

    def is_const_variable(self, key: int) -> bool:
        """Whether a declaration declares a const object."""
        return bool(raw_is_const(raw_canonical_type(raw_type(self._raws[key]))))

    def declaration(self, key: int) -> Any:
        """A declaration, as a cursor of libclang's."""
        return cursor_of(self._raws[key], self.parsed.tu)

    def is_of_thread(self, key: int) -> bool:
        """Whether a declaration declares a variable that each thread has for itself."""
        return bool(self.declaration(key).tls_kind.value)

    def is_lasting(self, key: int) -> bool:
        """Whether a declaration declares a variable that lasts as long as the program."""
        declared = self.declaration(key)
        return bool(declared.linkage.value > _NO_LINKAGE) or declared.storage_class.name == "STATIC"

    def usr(self, key: int) -> str:
        """Clang's name for a declaration, the same in every source."""
        return usr_of(self.declaration(key))

    def members_of(self, node: Node) -> frozenset[int]:
        """The members of the struct that an expression is, or points to, those of structs in it included."""
        of = node.clang_cursor.type.get_canonical()
        return self._members(of.get_pointee().get_canonical() if of.kind == TypeKind.POINTER else of)

    def _members(self, of: Any) -> frozenset[int]:
        of = without_arrays(of)
        if of.kind != TypeKind.RECORD or LIB.clang_Location_isInSystemHeader(of.get_declaration().location):
            return frozenset()
        found: set[int] = set()
        for field in of.get_fields():
            known = self.known(raw_of(field))
            found |= {known.key} if known is not None else set()
            found |= self._members(field.type.get_canonical())
        return frozenset(found)

    def is_reference_name(self, index: int) -> bool:
        """Whether a node names a variable that is a reference."""
        target = self.of(index)
        return target is not None and target.kind == Kind.VARIABLE and self.declares_reference(target.key)

    def bound_variable(self, target: Reference) -> Reference | None:
        """The variable that a reference outside the tree is bound to, a namespace's or a class's."""
        if target.kind != Kind.VARIABLE or not self.declares_reference(target.key):
            return None
        cursor = cursor_of(self._raws[target.key], self.parsed.tu)
        cursor = cursor.get_definition() or cursor
        while cursor is not None and cursor._kind_id != Kind.DECL_REF:
            inside = [each for each in children_of(cursor, self.parsed.tu) if each._kind_id >= 100]
            direct = cursor._kind_id in (Kind.VARIABLE, Kind.UNEXPOSED_EXPR, Kind.PAREN) and len(inside) == 1
            cursor = inside[0] if direct else None
        return self.known(raw_of(referenced_by(cursor))) if cursor is not None else None

    def binding(self, target: Reference) -> tuple[int, int | None] | None:
        """The expression that a structured binding takes apart, and the member that it is, where known.

        None for a binding to a copy.
        """
        if self._bindings is None:
            self._bindings = {}
            for index, kind in enumerate(self.tree.kinds):
                if kind == Kind.UNEXPOSED_DECL:
                    self._read_binding(index)
        return self._bindings.get(target.key)

    def _read_binding(self, index: int) -> None:
        tree, found = self.tree, self._bindings
        assert found is not None
        inside = list(tree.children(index))
        names = [each for each in inside if tree.kinds[each] == Kind.UNEXPOSED_DECL]
        value = next((each for each in inside if 100 <= tree.kinds[each] < 200), -1)
        if not names or value < 0 or raw_type(tree.raws[index]).kind not in REFERENCE_TYPES:
            return
        fields = list(cursor_of(tree.raws[value], self.parsed.tu).type.get_canonical().get_fields())
        for at, each in enumerate(names):
            known = self.declared(each)
            field = self.known(raw_of(fields[at])) if len(fields) == len(names) else None
            if known is not None:
                found[known.key] = value, field.key if field is not None else None

    def variable_of(self, target: Reference) -> int:
        """The tree's index of a variable's declaration, or -1."""
        if self._variables is None:
            self._variables = {}
            for index, kind in enumerate(self.tree.kinds):
                if kind == Kind.VARIABLE:
                    known = self.declared(index)
                    if known is not None:
                        self._variables.setdefault(known.key, index)
        return self._variables.get(target.key, -1)

    def fact(self, key: int) -> Declaration:
        """Name and place of a declaration."""
        if key not in self._facts:
            self._facts[key] = self.parsed.declaration(cursor_of(self._raws[key], self.parsed.tu))
        return self._facts[key]

    def holder(self, key: int) -> int:
        """The record that a member is of, by its declaration's number; 0 for what is no member."""
        if key not in self._holders:
            cursor = self.declaration(key)
            member = cursor._kind_id == Kind.FIELD
            self._holders[key] = declaration_key(cursor.semantic_parent) if member else 0
        return self._holders[key]

    def holder_name(self, key: int) -> str:
        """The same as its type is spelled, as in descriptors of deep copies."""
        return self.parsed.record_of(self.declaration(key))

    def member_name(self, key: tuple[str, Any]) -> str:
        """The name of a member that a step of a path names."""
        if key[0] == "?":
            return self.parsed.data[self.tree.starts[key[1]] : self.tree.ends[key[1]]].decode(
                "utf-8", "replace"
            )
        return self.fact(key[1]).name if key[0] == "member" else str(key[1])

    def is_unnamed(self, key: int) -> bool:
        """Whether a member is an unnamed struct or union, whose members are named without it."""
        name = self.fact(key).name
        return not name or "(" in name

    def spelled_member(self, index: int) -> str | None:
        """The name of a member that a template's argument decides about; None where a macro spells it."""
        node = self.tree.node(index)
        found = _LAST_WORD.search(self.parsed.data, node.start, node.end) if not node.body else None
        return found.group(1).decode("utf-8", "replace") if found is not None else None

    def callee_name(self, index: int) -> str:
        """The name of the function that a call calls, where it is known."""
        target = self.of(index)
        if target is None or target.kind not in FUNCTIONS:
            return ""
        return self.fact(target.key).name

    def names_function(self, index: int) -> bool:
        """Whether an expression is a function's name: the callee of an operator."""
        tree = self.tree
        while tree.kinds[index] in (Kind.UNEXPOSED_EXPR, Kind.PAREN) and tree.after[index] > index + 1:
            index += 1
        if tree.kinds[index] not in (Kind.DECL_REF, Kind.MEMBER):
            return False
        target = self.of(index)
        return target is not None and target.kind in FUNCTIONS

    def operator_name(self, index: int) -> str:
        """The overloaded ``->``, ``*`` or ``[]`` that a call calls, '' for other calls."""
        if index not in self._operators:
            name = self.tree.node(index).name()
            self._operators[index] = name if name in _ACCESS_OPERATORS else ""
        return self._operators[index]

    def qualifier(self, index: int, base: int) -> int:
        """The class under whose name a member is accessed where that matters, or 0.

        It matters where the member's class is a base of the object's class by several ways, or a template's
        argument decides.
        """
        tree = self.tree
        named = next((each for each in tree.children(index) if tree.kinds[each] == Kind.TYPE_REF), -1)
        if named < 0:
            return 0
        target, field = self.of(named), self.of(index)
        key = target.key if target is not None else -1
        if field is None or target is None or base < 0:
            return 0 if field is not None else key
        owner = cursor_of(self._raws[field.key], self.parsed.tu).semantic_parent
        object_type = tree.node(base).clang_cursor.type.get_canonical()
        if object_type.kind == TypeKind.POINTER:
            object_type = object_type.get_pointee().get_canonical()
        return key if self._ways(object_type.get_declaration(), owner, 0) > 1 else 0

    def _ways(self, record: Any, owner: Any, depth: int) -> int:
        """In how many ways a class is another, or has it as its base."""
        if record == owner:
            return 1
        if depth > 8:
            return 2
        bases = [child for child in children_of(record, self.parsed.tu) if child._kind_id == Kind.BASE]
        found = (base.type.get_canonical().get_declaration() for base in bases)
        return sum(self._ways(each, owner, depth + 1) for each in found)

    # --- types and operators ---------------------------------------------------------------------------

    def unary(self, index: int) -> int:
        """CXUnaryOperatorKind."""
        return int(raw_unary(self.tree.raws[index]))

    def binary(self, index: int) -> int:
        """CXBinaryOperatorKind."""
        return int(raw_binary(self.tree.raws[index]))

    def _type(self, index: int) -> tuple[int, int]:
        if index not in self._types:
            canonical = raw_canonical_type(raw_type(self.tree.raws[index]))
            self._types[index] = canonical.kind, canonical.a
        return self._types[index]

    def type_of(self, index: int) -> tuple[int, int]:
        """Kind of an expression's canonical type, and a number that stands for it with its qualifiers."""
        return self._type(index)

    def type_key(self, index: int) -> int:
        """A number that stands for an expression's canonical type."""
        return self._type(index)[1]

    def is_address(self, index: int) -> bool:
        """Whether an expression is a pointer or an array."""
        kind = self._type(index)[0]
        return kind == POINTER_TYPE or kind in ARRAY_TYPES

    def is_record(self, index: int) -> bool:
        """Whether an expression is a struct, union or class."""
        return self._type(index)[0] == RECORD_TYPE

    def is_undecided(self, index: int) -> bool:
        """Whether a template's argument decides what type an expression has."""
        return self._type(index)[0] in UNDECIDED_TYPES

    def is_reference(self, index: int) -> bool:
        """Whether a variable's or member's declaration declares a reference."""
        return raw_type(self.tree.raws[index]).kind in REFERENCE_TYPES

    def is_array_behind(self, index: int) -> bool:
        """Whether what a pointer was converted from is an array."""
        tree = self.tree
        while tree.kinds[index] in (Kind.UNEXPOSED_EXPR, Kind.PAREN) and tree.after[index] > index + 1:
            index += 1
        return self._type(index)[0] in ARRAY_TYPES

    def is_const(self, index: int) -> bool:
        """Whether an expression's type is const."""
        return bool(raw_is_const(raw_type(self.tree.raws[index])))

    def is_arrow(self, index: int, base: int) -> bool:
        """Whether a member is accessed through a pointer; the text decides where the type depends."""
        kind = self._type(base)[0]
        if kind == POINTER_TYPE:
            return True
        if kind not in UNDECIDED_TYPES:
            return kind in ARRAY_TYPES
        return _ARROW.match(self.parsed.data, self.tree.ends[base], self.tree.ends[index]) is not None

    def constant(self, index: int) -> int | None:
        """The value of an integer constant expression."""
        return constant_value(cursor_of(self.tree.raws[index], self.parsed.tu))

    # --- storage ---------------------------------------------------------------------------------------

    def share_storage(self, one: int, other: int) -> bool:
        """Whether two members lie in one union, over each other."""
        if one == other:
            return False
        key = (min(one, other), max(one, other))
        if key not in self._shared:
            self._shared[key] = self._share(one, other)
        return self._shared[key]

    def is_in_union(self, key: int) -> bool:
        """Whether a member lies in a union: others may share its storage (:meth:`share_storage`)."""
        if key not in self._in_unions:
            holder = cursor_of(self._raws[key], self.parsed.tu).semantic_parent
            while holder is not None and holder._kind_id in RECORDS and holder._kind_id != Kind.UNION:
                holder = holder.semantic_parent
            self._in_unions[key] = holder is not None and holder._kind_id == Kind.UNION
        return self._in_unions[key]

    def _share(self, one: int, other: int) -> bool:
        tu = self.parsed.tu
        holder = cursor_of(self._raws[one], tu).semantic_parent
        while holder is not None and holder._kind_id in RECORDS:
            if holder._kind_id == Kind.UNION:
                branches = [self._fields_in(child) for child in children_of(holder, tu)]
                mine = next((k for k, found in enumerate(branches) if one in found), -1)
                theirs = next((k for k, found in enumerate(branches) if other in found), -1)
                if mine >= 0 and theirs >= 0:
                    return mine != theirs
            holder = holder.semantic_parent
        return False

    def over(self, key: int) -> frozenset[int]:
        """The members that lie over one: in unions that it is in, or its record, and by casts of the tree."""
        if key not in self._over:
            tu, found, around = self.parsed.tu, set[int](), set[int]()
            holder = cursor_of(self._raws[key], tu).semantic_parent
            while holder is not None and holder._kind_id in RECORDS:
                around.add(declaration_key(holder))
                if holder._kind_id == Kind.UNION:
                    branches = (self._fields_in(child) for child in children_of(holder, tu))
                    found = found.union(*(each for each in branches if key not in each))
                holder = holder.semantic_parent
            for rows in self._holding_unions:
                if not all(around.isdisjoint(records) for _, records in rows):
                    found.update(*(fields for fields, records in rows if around.isdisjoint(records)))
            mine = self._classes.of(self.declaration(key).type) if self._laid_over else ""
            for records, other in self._laid_over:
                if not around.isdisjoint(records):
                    found |= {each for each, alias in self._scalars(other) if meets(alias, {mine})}
            self._over[key] = frozenset(found)
        return self._over[key]

    @cached_property
    def _classes(self) -> AliasClasses:
        return AliasClasses(cxx=True)

    @cached_property
    def _laid_over(self) -> list[tuple[frozenset[int], Any]]:
        """Records with those in them, and a record that a cast of the tree lays over them."""
        found = list[tuple[frozenset[int], Any]]()
        casts = list(self.tree.of_kinds(_LAYING))
        if not casts:
            return found
        from pointerchain.translator.clang.conversions import laid_over  # few functions have casts

        for node in casts:
            for one, other in permutations(laid_over(node) or (), 2):
                found.append((frozenset(declared_records(one, self.parsed.tu)), other))
        return found

    def _scalars(self, record: Any) -> Iterator[tuple[int, str]]:
        """The scalar members of a record and of those that lie in it, with their alias classes."""
        for field in record.get_fields():
            of = without_arrays(field.type.get_canonical())
            if of.kind == TypeKind.RECORD:
                yield from self._scalars(of)
            else:
                known = self.known(raw_of(field))
                yield (known.key if known is not None else 0), self._classes.of(of)

    @cached_property
    def _holding_unions(self) -> list[list[tuple[set[int], frozenset[int]]]]:
        """Of each union that has structs for members: its members, each with the records that lie in it."""
        found, waiting = list[list[tuple[set[int], frozenset[int]]]](), [self.parsed.root]
        while waiting and self.parsed.mentions(b"union"):
            cursor = waiting.pop()
            for child in children_of(cursor, self.parsed.tu):
                if child._kind_id not in _SCOPES or LIB.clang_Location_isInSystemHeader(child.location):
                    continue
                waiting.append(child)
                if child._kind_id == Kind.UNION:
                    rows = [
                        (self._fields_in(each), frozenset(declared_records(each.type, self.parsed.tu)))
                        for each in children_of(child, self.parsed.tu)
                        if each._kind_id == Kind.FIELD
                    ]
                    if any(records for _, records in rows):
                        found.append(rows)
        return found

    def _fields_in(self, cursor: Any) -> set[int]:
        if cursor._kind_id == Kind.FIELD:
            known = self.known(raw_of(cursor))
            return {known.key} if known is not None else set()
        found: set[int] = set()
        if cursor._kind_id in RECORDS:
            for child in children_of(cursor, self.parsed.tu):
                found |= self._fields_in(child)
        return found

    def names_share(self, one: str, other: str) -> bool:
        """Whether a union of the program has members of two names: which, a template's argument decides."""
        if self._unions is None:
            self._unions = []
            if self.parsed.mentions(b"union"):
                self._find_unions(self.parsed.root)
        found = ((union.get(one), union.get(other)) for union in self._unions)
        return any(a is not None and b is not None and a != b for a, b in found)

    def _find_unions(self, cursor: Any) -> None:
        """Add per union which of its branches each name is of."""
        assert self._unions is not None
        for child in children_of(cursor, self.parsed.tu):
            if child._kind_id not in RECORDS and child._kind_id != Kind.NAMESPACE:
                continue
            if LIB.clang_Location_isInSystemHeader(child.location):
                continue
            if child._kind_id == Kind.UNION:
                branches = (self._names_in(inner) for inner in children_of(child, self.parsed.tu))
                self._unions.append({name: at for at, names in enumerate(branches) for name in names})
            self._find_unions(child)

    def _names_in(self, cursor: Any) -> list[str]:
        if cursor._kind_id == Kind.FIELD:
            return [str(cursor.spelling)]
        if cursor._kind_id not in RECORDS or not cursor.is_anonymous():
            return []
        return [name for child in children_of(cursor, self.parsed.tu) for name in self._names_in(child)]

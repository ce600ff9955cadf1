# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Access paths: an expression of Clang's tree -> the declaration it begins at and the steps from there.

``(*sim).atoms->r[i]``  ->  root ``sim``, steps *dereference, atoms, dereference, r, dereference at i*

Declarations are compared, not names; parentheses, implicit conversions and the spelling of a step make no
difference: ``p->f`` is ``(*p).f`` is ``p[0].f``, ``*(p + i)`` is ``p[i]``, ``(&x)->f`` is ``x.f``,
``*(&p[1] - 1)`` is ``*p``.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.libclang import EXPRESSIONS, FUNCTIONS, RECORDS, Binary, Kind, Unary
from pointerchain.translator.clang.references import Reference, References
from pointerchain.translator.clang.tree import Tree

_UNIQUE = "?"
_TRANSPARENT = frozenset((Kind.PAREN, Kind.UNEXPOSED_EXPR))
_ONE = _TRANSPARENT | {Kind.MEMBER}
_NAMED_CASTS = frozenset(
    (Kind.STATIC_CAST, Kind.DYNAMIC_CAST, Kind.REINTERPRET_CAST, Kind.CONST_CAST, Kind.FUNCTIONAL_CAST)
)
CAST_KINDS = _NAMED_CASTS | {Kind.C_CAST}
ACCESS_KINDS = frozenset(
    (Kind.MEMBER, Kind.SUBSCRIPT, Kind.DECL_REF, Kind.UNARY, Kind.CALL, Kind.THIS, Kind.BINARY)
)
_ADDRESS_OF, _DEREFERENCE = Unary.ADDRESS_OF, Unary.DEREFERENCE
_MEMBER_OF, _MEMBER_THROUGH, _ADD, _SUBTRACT = Binary.MEMBER_OF, Binary.MEMBER_AT, Binary.ADD, Binary.SUBTRACT
_VARIABLES = frozenset(
    (Kind.VARIABLE, Kind.PARAMETER, Kind.UNEXPOSED_DECL, Kind.TYPE_PARAMETER, Kind.VALUE_PARAMETER)
)
"""Kinds of declarations that hold a value: structured bindings are not exposed."""


class StepKind(IntEnum):
    """An operation of a path."""

    DEREFERENCE = 1  # of a pointer, at an index
    MEMBER = 2
    ELEMENT = 3  # of an array, at an index
    OPERATOR = 4  # an overloaded '->', '*' or '[]'
    CAST = 5
    ADDRESS = 6  # '&', not yet undone by a dereference
    OFFSET = 7  # pointer arithmetic, not yet dereferenced


class Step(NamedTuple):
    """One operation. ``key`` is an index, a member's declaration or name, a type, an operator's name."""

    kind: StepKind
    key: Any


class AccessPath(NamedTuple):
    """A root and its steps. ``places[k]`` is the tree's index of the node that the first ``k`` steps end in.

    Equal roots are one declaration. A root that no declaration names is unlike any other.
    """

    root: tuple[Any, ...]
    steps: tuple[Step, ...]
    places: tuple[int, ...]
    bare: tuple[Step, ...] = ()
    """The steps without casts."""

    @property
    def known(self) -> bool:
        """Whether it begins at a variable or at ``this``."""
        return bool(self.root[0] != _UNIQUE)


class Relation(IntEnum):
    """How one path lies to another."""

    DIFFERENT = 0
    SAME = 1
    PREFIX = 2  # a link of the other
    EXTENSION = 3  # the other is a link of it
    SHARED = 4  # the same storage under another member's name
    APART = 5  # the same but for constant subscripts that differ


class Comparison(NamedTuple):
    """``certain``: no subscript decides at run time. ``alike``: no cast and no class's name differs."""

    relation: Relation
    certain: bool = True
    alike: bool = True
    size: int = 0
    """How many steps of the first path the other has, casts apart."""


DIFFERENT = Comparison(Relation.DIFFERENT)


class Paths:
    """The access paths of one tree, each computed once."""

    def __init__(
        self,
        tree: Tree,
        references: References,
        named_by_macro: Callable[[int], str | None] = lambda index: None,
    ) -> None:
        """``named_by_macro`` tells the only member that the macro around a node names."""
        self.tree, self.references, self.named_by_macro = tree, references, named_by_macro
        self._known: dict[int, AccessPath] = {}
        self._bound: dict[int, int] = {}
        self._bases: dict[int, int] = {}
        self._steps: dict[tuple[str, Any], Step] = {}
        """One object a member, so that most comparisons compare no more than that."""

    def of(self, index: int) -> AccessPath:
        """The path of an expression, read through parentheses and implicit conversions."""
        chain: list[int] = []
        at = index
        while at not in self._known:
            chain.append(at)
            base = self.base_of(at)
            if base < 0:
                break
            at = base
        for each in reversed(chain):
            self._known[each] = self._path(each)
        return self._known[index]

    # --- the structure of an access ------------------------------------------------------------------

    def expressions(self, index: int) -> list[int]:
        """The children of a node that are expressions."""
        kinds, after = self.tree.kinds, self.tree.after
        at, end = index + 1, after[index]
        if at < end and after[at] == end:  # an only child, as most have
            return [at] if kinds[at] in EXPRESSIONS else []
        out = []
        while at < end:
            if kinds[at] in EXPRESSIONS:
                out.append(at)
            at = after[at]
        return out

    def base_of(self, index: int) -> int:
        """The expression that an access goes out from, or -1."""
        base = self._bases.get(index)
        if base is None:
            kinds, after, first = self.tree.kinds, self.tree.after, index + 1
            if kinds[index] in _ONE and first < after[index] == after[first]:  # an only child, as most have
                base = first if kinds[first] in EXPRESSIONS else -1
            else:
                base = self._base(index)
            self._bases[index] = base
        return base

    def _base(self, index: int) -> int:
        tree = self.tree
        kind = tree.kinds[index]
        if kind in (Kind.DECL_REF, Kind.THIS):
            return -1
        first = index + 1
        if kind in _TRANSPARENT or kind == Kind.MEMBER:
            inside = self.expressions(index)
            if kind == Kind.MEMBER:
                return inside[0] if inside else -1
            return inside[0] if len(inside) == 1 else -1
        if kind == Kind.UNARY:
            operator = self.references.unary(index)
            return first if operator in (_DEREFERENCE, _ADDRESS_OF) and tree.after[index] > first else -1
        if kind == Kind.SUBSCRIPT:
            inside = self.expressions(index)
            if len(inside) != 2:
                return -1
            return inside[0] if self._is_address(inside[0]) or not self._is_address(inside[1]) else inside[1]
        if kind in CAST_KINDS:
            inside = self.expressions(index)
            return inside[-1] if inside else -1
        if kind == Kind.CALL:
            inside = self.expressions(index)
            name = self.references.operator_name(index)
            return inside[0] if name and inside and inside[0] != self._callee(inside) else -1
        if kind == Kind.BINARY:
            inside = self.expressions(index)
            operator = self.references.binary(index)
            if operator in (_MEMBER_OF, _MEMBER_THROUGH):
                return inside[0] if len(inside) == 2 else -1
            if operator not in (_ADD, _SUBTRACT):
                return -1
            if len(inside) == 2 and self._is_address(inside[0]):
                return inside[0]
            if len(inside) == 2 and self.references.binary(index) == _ADD and self._is_address(inside[1]):
                return inside[1]
        return -1

    def _callee(self, inside: list[int]) -> int:
        """The child that names the operator: not the object where it is spelled ``s->p.operator->()``."""
        return inside[0] if self.tree.kinds[inside[0]] == Kind.MEMBER and len(inside) == 1 else -1

    def _is_address(self, index: int) -> bool:
        return bool(self.references.is_address(index))

    def whole_of(self, index: int) -> int:
        """The access that begins with a name, as far as it goes: to a member function, or a last ``&``."""
        tree, whole, at = self.tree, index, index
        while tree.parents[at] >= 0 and self.base_of(tree.parents[at]) == at:
            at = tree.parents[at]
            kind = tree.kinds[at]
            if kind == Kind.UNARY and self.references.unary(at) == _ADDRESS_OF:
                continue  # one that is followed again is a detour: '(&*s)->n'
            target = self.references.of(at) if kind == Kind.MEMBER else None
            if target is not None and target.kind in FUNCTIONS:
                break
            if kind not in _TRANSPARENT and kind not in CAST_KINDS:
                whole = at
        return whole

    # --- paths ---------------------------------------------------------------------------------------

    def _opaque(self, index: int) -> AccessPath:
        return AccessPath((_UNIQUE, index), (), (index,))

    def _path(self, index: int) -> AccessPath:
        tree = self.tree
        kind = tree.kinds[index]
        if kind == Kind.DECL_REF:
            return self._variable(index)
        if kind == Kind.THIS:
            return AccessPath(("this", self._class_around(index)), (), (index,))
        base = self.base_of(index)
        if kind == Kind.MEMBER:
            return self._member(index, base)
        if base < 0:
            return self._opaque(index)
        path = self._known[base]
        if kind in _TRANSPARENT:
            return path
        if kind == Kind.UNARY:
            if self.references.unary(index) == _ADDRESS_OF:
                return _then(path, Step(StepKind.ADDRESS, 0), index)
            return self._dereferenced(path, base, 0, index)
        if kind == Kind.SUBSCRIPT:
            other = next(each for each in self.expressions(index) if each != base)
            return self._dereferenced(path, base, self.key(other), index)
        if kind in CAST_KINDS:
            return _then(path, Step(StepKind.CAST, self.references.type_key(index)), index)
        if kind == Kind.CALL:
            inside = self.expressions(index)
            arguments = tuple(
                self.key(each) for each in inside[1:] if not self.references.names_function(each)
            )
            name = self.references.operator_name(index)
            return _then(path, Step(StepKind.OPERATOR, (name, arguments)), index)
        other = next(each for each in self.expressions(index) if each != base)
        operator = self.references.binary(index)
        if operator in (_MEMBER_OF, _MEMBER_THROUGH):
            if operator == _MEMBER_THROUGH:
                path = self._dereferenced(path, base, 0, index)
            return _then(path, Step(StepKind.MEMBER, self._pointed_member(other)), index)
        key = self.key(other)
        if operator == _SUBTRACT:
            key = -key if isinstance(key, int) else ("-", key)
        of_array = self.references.is_array_behind(base)
        if path.steps and path.steps[-1].kind is StepKind.OFFSET:
            of_array, before = path.steps[-1].key
            path, key = _without_last(path), _sum(before, key)
        return _then(path, Step(StepKind.OFFSET, (of_array, key)), index)

    def _variable(self, index: int) -> AccessPath:
        target = self.references.of(index)
        if target is None or target.kind not in _VARIABLES:
            return self._opaque(index)
        return AccessPath(("variable", self.variable(target)), (), (index,))

    def variable(self, target: Reference) -> int:
        """The variable that a variable names: a local reference's is the one that it is bound to.

        A reference that is bound to more than a variable is one of its own: links could have changed since.
        """
        if target.key not in self._bound:
            self._bound[target.key] = target.key
            initializer = self.references.bound_to(target)
            path = self.of(initializer) if initializer >= 0 else None
            if path is not None and path.root[0] == "variable" and not path.steps:
                self._bound[target.key] = path.root[1]
            outside = self.references.bound_variable(target) if path is None else None
            if outside is not None and outside.kind in _VARIABLES:
                self._bound[target.key] = self.variable(outside)
        return self._bound[target.key]

    def bound_path(self, key: int) -> AccessPath | None:
        """What a reference or a structured binding is a name of, where that is more than a variable."""
        target = Reference(Kind.VARIABLE, key)
        initializer = self.references.bound_to(target)
        if initializer >= 0:
            return self.of(initializer)
        binding = self.references.binding(target)
        if binding is None:
            return None
        value, field = binding
        path = self.of(value)
        return path if field is None else _then(path, Step(StepKind.MEMBER, ("member", field)), value)

    def behind(self, path: AccessPath) -> AccessPath | None:
        """A path from a reference as one from what that is bound to; None where its root is no such."""
        bound = self.bound_path(path.root[1]) if path.root[0] == "variable" else None
        if bound is None or not bound.known:
            return None
        places = (*bound.places, *path.places[1:])
        return AccessPath(bound.root, (*bound.steps, *path.steps), places, (*bound.bare, *path.bare))

    def _pointed_member(self, index: int) -> tuple[str, Any]:
        """The member that a pointer to a member names where it is spelled in place: ``&A::n``."""
        while self.tree.kinds[index] in _TRANSPARENT:
            index = self.expressions(index)[0]
        inside = self.expressions(index)
        if self.tree.kinds[index] == Kind.UNARY and self.references.unary(index) == _ADDRESS_OF and inside:
            target = self.references.of(inside[0])
            if target is not None and target.kind == Kind.FIELD:
                return ("member", target.key)
        return (_UNIQUE, index)

    def _class_around(self, index: int) -> int:
        """The local class whose member function an expression is in, 0 for that around the whole tree."""
        tree, above = self.tree, self.tree.parents[index]
        while above > 0:
            if tree.kinds[above] in RECORDS:
                return above if tree.kinds[tree.parents[above]] == Kind.DECL_STMT else 0
            above = tree.parents[above]
        return 0

    def _member(self, index: int, base: int) -> AccessPath:
        target = self.references.of(index)
        if target is not None and target.kind == Kind.OVERLOADED_REF and not self._is_called(index):
            target = None  # 'using base<T>::n;' names what a template's argument decides about
        if target is not None and target.kind == Kind.VARIABLE:
            return AccessPath(("variable", target.key), (), (index,))  # a static member
        if target is not None and target.kind not in (Kind.FIELD, Kind.UNEXPOSED_DECL):
            return self._opaque(index)
        key = ("member", target.key) if target is not None else self._named(index)
        if base < 0:
            path = AccessPath(("this", self._class_around(index)), (), (index,))
            path = _then(path, _FOLLOWED, index)
        else:
            path = self._known[base]
            if (
                path.steps
                and path.steps[-1].kind is StepKind.OPERATOR
                and path.steps[-1].key[0] == "operator->"
            ):
                path = _then(_without_last(path), Step(StepKind.OPERATOR, ("operator*", ())), index)
            elif self.references.is_arrow(index, base):
                path = self._dereferenced(path, base, 0, index)
        if key[0] == "member" and self.references.is_unnamed(key[1]):
            return path  # libclang shows only some of the unnamed structs and unions on the way
        qualifier = self.references.qualifier(index, base)
        if qualifier:
            path = _then(path, Step(StepKind.CAST, ("class", qualifier)), index)
        step = self._steps.get(key)
        if step is None:
            step = self._steps[key] = Step(StepKind.MEMBER, key)
        return _then(path, step, index)

    def _is_called(self, index: int) -> bool:
        """Whether a member is the callee of a call."""
        tree, above = self.tree, self.tree.parents[index]
        calls = tree.kinds[above] == Kind.CALL and above + 1 == index
        return calls and tree.starts[above] == tree.starts[index]

    def _named(self, index: int) -> tuple[str, Any]:
        """A member that a template's argument decides about, by its name; any, where a macro hides that."""
        name = self.references.spelled_member(index) or self.named_by_macro(index)
        return ("name", name) if name else (_UNIQUE, index)

    def _dereferenced(self, path: AccessPath, base: int, key: Any, index: int) -> AccessPath:
        last = path.steps[-1] if path.steps else None
        if last is not None and last.kind is StepKind.OFFSET:
            of_array, before = last.key
            inner, key = _without_last(path), _sum(before, key)
            path, last = inner, inner.steps[-1] if inner.steps else None
            if last is None or last.kind is not StepKind.ADDRESS:
                kind = StepKind.ELEMENT if of_array else StepKind.DEREFERENCE
                return _then(path, Step(kind, key), index)
        if last is not None and last.kind is StepKind.ADDRESS and key == 0:
            inner = _without_last(path)
            return inner._replace(places=(*inner.places[:-1], index))
        if last is not None and last.kind is StepKind.ADDRESS and len(path.steps) > 1:
            kind, before = path.steps[-2]
            if kind in (StepKind.DEREFERENCE, StepKind.ELEMENT):  # '(&p[i])[k]' is 'p[i + k]'
                return _then(_without_last(_without_last(path)), Step(kind, _sum(before, key)), index)
        if self.references.is_array_behind(base):
            return _then(path, Step(StepKind.ELEMENT, key), index)
        followed = _FOLLOWED if key == 0 and isinstance(key, int) else Step(StepKind.DEREFERENCE, key)
        return _then(path, followed, index)

    # --- subscripts ----------------------------------------------------------------------------------

    def key(self, index: int) -> Any:
        """A subscript as it is compared: its value where it is constant, else its structure.

        Structures name declarations. What cannot be compared is unlike all others.
        """
        tree = self.tree
        while tree.kinds[index] in _TRANSPARENT:
            inside = self.expressions(index)
            if len(inside) != 1:
                break
            index = inside[0]
        kind = tree.kinds[index]
        if kind == Kind.DECL_REF:
            target = self.references.of(index)
            if target is not None and target.kind in _VARIABLES and not self.references.is_const(index):
                return ("variable", target.key)
        value = self.references.constant(index)
        if value is not None:
            return value
        if kind in (Kind.DECL_REF, Kind.MEMBER, Kind.SUBSCRIPT, Kind.THIS):
            path = self.of(index)
            return ("path", path.root, path.steps) if path.known else (_UNIQUE, index)
        inside = self.expressions(index)
        if kind == Kind.BINARY:
            operator = self.references.binary(index)
            if operator < Binary.ASSIGN and len(inside) == 2:
                return ("binary", operator, self.key(inside[0]), self.key(inside[1]))
        if kind == Kind.UNARY:
            operator = self.references.unary(index)
            if operator == _DEREFERENCE:
                path = self.of(index)
                return ("path", path.root, path.steps) if path.known else (_UNIQUE, index)
            if operator > Unary.PRE_DECREMENT and operator != _ADDRESS_OF and inside:
                return ("unary", operator, self.key(inside[0]))
        if kind in CAST_KINDS and inside:
            return ("cast", self.references.type_key(index), self.key(inside[-1]))
        if kind == Kind.CONDITIONAL and len(inside) == 3:
            return ("conditional", *map(self.key, inside))
        return (_UNIQUE, index)

    def read_in(self, index: int) -> list[int]:
        """The outermost accesses that a subscript, or any expression, reads."""
        tree = self.tree
        kind = tree.kinds[index]
        if kind in ACCESS_KINDS:
            path = self.of(index)
            if path.known and not (path.steps and path.steps[-1].kind in (StepKind.ADDRESS, StepKind.OFFSET)):
                found = [index]
                at = index
                while at >= 0:
                    base = self.base_of(at)
                    for each in self.expressions(at):
                        if each != base and not self.references.names_function(each):
                            found += self.read_in(each)
                    at = base
                return found
        return [each for child in self.expressions(index) for each in self.read_in(child)]


class Aside(NamedTuple):
    """A tree that holds directives' operands, too, and what answers for it."""

    tree: Tree
    references: References
    paths: Paths


def _sum(one: Any, other: Any) -> Any:
    if isinstance(one, int) and isinstance(other, int):
        return one + other
    return one if other == 0 else other if one == 0 else ("+", one, other)


def end_of(path: AccessPath, size: int) -> int:
    """The tree's index of the node that the first ``size`` steps, casts apart, end in."""
    at = count = 0
    while count < size:
        count += path.steps[at].kind is not StepKind.CAST
        at += 1
    return path.places[at]


def _then(path: AccessPath, step: Step, index: int) -> AccessPath:
    bare = path.bare if step.kind is StepKind.CAST else (*path.bare, step)
    return AccessPath(path.root, (*path.steps, step), (*path.places, index), bare)


_FOLLOWED = Step(StepKind.DEREFERENCE, 0)


def _without_last(path: AccessPath) -> AccessPath:
    bare = path.bare if path.steps[-1].kind is StepKind.CAST else path.bare[:-1]
    return AccessPath(path.root, path.steps[:-1], path.places[:-1], bare)


def plain(path: AccessPath) -> tuple[Step, ...]:
    """The steps without casts."""
    return path.bare


def same_key(one: Any, other: Any) -> bool | None:
    """Whether two subscripts are equal; None where only the run can tell."""
    if one == other:
        return None if _holds_unknown(one) else True
    (mine, first), (theirs, second) = _offset(one), _offset(other)
    if mine == theirs and first != second and not _holds_unknown(mine):
        return False
    return None


def _offset(key: Any) -> tuple[Any, int]:
    """A subscript as a term and a constant that is added to it."""
    if isinstance(key, int):
        return 0, key
    if isinstance(key, tuple) and key[0] == "binary" and isinstance(key[3], int):
        if key[1] == Binary.ADD:
            return key[2], key[3]
        if key[1] == Binary.SUBTRACT:
            return key[2], -key[3]
    return key, 0


def under_class_name(path: AccessPath) -> bool:
    """Whether a member is accessed under its class's name, ``s->base::n``."""
    return any(step.kind is StepKind.CAST and isinstance(step.key, tuple) for step in path.steps)


def _holds_unknown(key: Any) -> bool:
    if isinstance(key, tuple):
        return (bool(key) and key[0] == _UNIQUE) or any(map(_holds_unknown, key))
    return False


def is_unnamed(step: Step) -> bool:
    """Whether nothing tells which member it is of."""
    return step.kind is StepKind.MEMBER and step.key[0] == _UNIQUE


def compare(path: AccessPath, other: AccessPath, references: References) -> Comparison:
    """How ``path`` lies to ``other``: whether it is the same, a link of it, or goes on where it ends."""
    if path.root != other.root or not path.known:
        return DIFFERENT
    mine, theirs = path.bare, other.bare
    certain, at = True, -1
    for one, two in zip(mine, theirs, strict=False):
        at += 1
        if one is two or one == two:
            if one is _FOLLOWED or one.kind is StepKind.MEMBER or not _holds_unknown(one.key):
                continue
        if one.kind is StepKind.MEMBER and two.kind is StepKind.MEMBER:
            if _UNIQUE in (one.key[0], two.key[0]):
                certain = False  # a pointer to a member decides
                continue
            if one.key[0] == "name" or two.key[0] == "name":
                names = references.member_name(one.key), references.member_name(two.key)
                if names[0] == names[1]:
                    continue
                if references.names_share(*names):
                    return Comparison(Relation.SHARED, False, True, at)
                return DIFFERENT
            if references.share_storage(one.key[1], two.key[1]):
                return Comparison(Relation.SHARED, certain, True, at)
            return DIFFERENT
        if one.kind is two.kind and one.kind in (StepKind.DEREFERENCE, StepKind.ELEMENT):
            equal = same_key(one.key, two.key)
            if equal is False:
                return Comparison(Relation.APART, certain, True, at)
            certain = certain and equal is True
            continue
        if one.kind is two.kind is StepKind.OPERATOR and one.key[0] == two.key[0]:
            pairs = zip(one.key[1], two.key[1], strict=False)
            results = [same_key(a, b) for a, b in pairs]
            if False in results:
                return Comparison(Relation.APART, certain, True, at)
            certain = certain and None not in results
            continue
        if is_unnamed(one) or is_unnamed(two):  # a macro in a template hides even its arrow
            return Comparison(Relation.SAME, False, True, at)
        return Comparison(Relation.DIFFERENT, False, _casts(path) == _casts(other), at)
    size = min(len(mine), len(theirs))
    alike = mine is path.steps and theirs is other.steps
    alike = alike or (len(mine) == len(path.steps) and len(theirs) == len(other.steps))
    alike = alike or _casts(path, size) == _casts(other, size)
    if len(mine) == len(theirs):
        return Comparison(Relation.SAME, certain, alike, size)
    relation = Relation.PREFIX if len(mine) < len(theirs) else Relation.EXTENSION
    return Comparison(relation, certain, alike, size)


def index_variable(step: Step) -> int | None:
    """The variable that a subscript is, by its declaration's key."""
    key = step.key
    if isinstance(key, tuple) and len(key) == 3 and key[0] == "path" and not key[2]:
        key = key[1]
    if isinstance(key, tuple) and len(key) == 2 and key[0] == "variable":
        return int(key[1])
    return None


def lie_apart(path: AccessPath, other: AccessPath, references: References) -> bool:
    """Whether two paths end in different members of one object, to which both lead by the same steps."""
    if path.root != other.root or not path.known:
        return False
    mine, theirs = path.bare, other.bare
    at = 0
    while at < min(len(mine), len(theirs)) and mine[at] == theirs[at] and not _holds_unknown(mine[at].key):
        at += 1
    rests = mine[at:], theirs[at:]
    if not all(rest and rest[0].kind is StepKind.MEMBER and rest[0].key[0] == "member" for rest in rests):
        return False
    if any(step.kind not in (StepKind.MEMBER, StepKind.ELEMENT) for rest in rests for step in rest):
        return False
    return not references.share_storage(mine[at].key[1], theirs[at].key[1])


def _casts(path: AccessPath, size: int = -1) -> tuple[tuple[int, Any], ...]:
    """The casts among the first ``size`` other steps: how many of those come before, and the type."""
    out, count = [], 0
    for step in path.steps:
        if step.kind is StepKind.CAST:
            out.append((count, step.key))
        else:
            if count == size:
                break
            count += 1
    return tuple(out)


def describe(path: AccessPath, references: References) -> str:
    """A path as a message shows it where no text of the region spells it: ``s->list[...]``."""
    text = references.fact(path.root[1]).name if path.root[0] == "variable" else "this"
    pointer = False
    for step in path.steps:
        if step.kind is StepKind.MEMBER:
            text += ("->" if pointer else ".") + references.member_name(step.key)
            pointer = False
            continue
        if pointer:
            text = f"(*{text})"
        pointer = step.kind is StepKind.DEREFERENCE and step.key == 0
        pointer = pointer or (step.kind is StepKind.OPERATOR and step.key[0] != "operator[]")
        if not pointer and step.kind is not StepKind.CAST:
            text += f"[{step.key if isinstance(step.key, int) else '...'}]"
    return f"*{text}" if pointer else text

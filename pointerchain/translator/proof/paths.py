# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Paths: an access expression of Clang's tree -> the variable it begins at and the steps from there.

``(*s).list[2]->n``  ->  ``Path(s, ([0], .list, [2], [0], .n))``. ``*p``, ``p->`` and ``p[0]`` are one
step, overloaded or not; ``*(p + i)`` is ``p[i]``; ``&`` and ``*`` cancel, and
``*(&p[i] + k)`` is ``p[i + k]``; parentheses and Clang's conversions are no steps. A variable is its
declaration. An index is its value where that is constant, else its expression.
"""

from __future__ import annotations

from enum import Enum

from pointerchain.translator.clang.libclang import DECLARATIONS, EXPRESSIONS, Binary, Kind, Unary
from pointerchain.translator.clang.snapshot import (
    ANY_DECLARATION,
    CASTS,
    OVERLOADED_REF,
    POINTER,
    RECORD,
    Snapshot,
)

Op = tuple[object, ...]
FIELD, INDEX, CAST, ADDRESS, ANY_FIELD = ".", "[", "(", "&", "?"
THIS = "this"
_DEREF: Op = (INDEX, 0)
_ADDRESS_OF, _DEREFERENCE = Unary.ADDRESS_OF, Unary.DEREFERENCE
_PLUS, _MINUS = Binary.ADD, Binary.SUBTRACT
_MEMBER_POINTER = (Binary.MEMBER_OF, Binary.MEMBER_AT)
_VARIABLES = frozenset((Kind.VARIABLE, Kind.PARAMETER, Kind.FIELD, ANY_DECLARATION, Kind.VALUE_PARAMETER))
_NAMES = DECLARATIONS | frozenset(range(40, 100))
"""Declarations and references, which are no values."""
WRAPPERS = frozenset((Kind.UNEXPOSED_EXPR, Kind.PAREN))


class Path:
    """Root and steps; ``through`` says of each step whether it leaves the object before it.

    ``p->n`` goes through ``p`` and stays in ``*p``. There is one object for each path that was met, made by
    :meth:`then` from a :class:`Roots`, so that equal paths are the same object.
    """

    __slots__ = ("_next", "_uncast", "before", "ops", "root", "through")

    def __init__(
        self, root: object, ops: tuple[Op, ...], through: tuple[bool, ...], before: Path | None
    ) -> None:
        self.root, self.ops, self.through, self.before = root, ops, through, before
        self._next: dict[Op, Path] = {}
        self._uncast: Path | None = None

    def then(self, op: Op, through: bool) -> Path:
        """One step further; ``&`` and a following ``*`` cancel."""
        found = self._next.get(op)
        if found is None:
            if op == _DEREF and self.ops and self.ops[-1][0] == ADDRESS and self.before is not None:
                return self.before
            if op[0] == INDEX and self.before is not None and self.ops[-1][0] == ADDRESS:
                place = self.before
                if place.before is not None and place.ops[-1][0] == INDEX:
                    index = _sum(place.ops[-1][1], op[1])
                    found = self._next[op] = place.before.then((INDEX, index), place.through[-1])
                    return found
            found = self._next[op] = Path(self.root, (*self.ops, op), (*self.through, through), self)
        return found

    @property
    def uncast(self) -> Path:
        """The path without casts, which leave the object where it is."""
        if self._uncast is None:
            self._uncast = self
            if self.before is not None:
                before, op = self.before.uncast, self.ops[-1]
                self._uncast = before if op[0] == CAST else before.then(op, self.through[-1])
        return self._uncast


def _sum(one: object, other: object) -> object:
    """The sum of two indices; one that only the run can tell is like no other."""
    return one + other if isinstance(one, int) and isinstance(other, int) else object()


class Roots(dict[object, Path]):
    """The paths without a step, by their root; shared by the trees that are compared."""

    def __missing__(self, root: object) -> Path:
        found = self[root] = Path(root, (), (), None)
        return found


class Relation(Enum):
    """How one path lies to another."""

    SAME = "same"
    PREFIX = "prefix"
    EXTENSION = "extension"
    UNION = "another member of a union"
    MAYBE = "maybe"
    APART = "apart"


def relation(one: Path, other: Path, unions: dict[object, dict[int, int]]) -> tuple[Relation, int]:
    """How ``one`` lies to ``other``, both without casts, and the number of steps that they share."""
    if one.root != other.root:
        return Relation.APART, 0
    for index, (a, b) in enumerate(zip(one.ops, other.ops, strict=False)):
        if a == b:
            continue
        if a[0] == INDEX and b[0] == INDEX:
            fixed = isinstance(a[1], int) and isinstance(b[1], int)
            return (Relation.APART if fixed else Relation.MAYBE), index
        if a[0] == FIELD and b[0] == FIELD:
            mine, theirs = unions.get(a[1], {}), unions.get(b[1], {})
            if any(theirs.get(union, branch) != branch for union, branch in mine.items()):
                return Relation.UNION, index
            return Relation.APART, index
        return Relation.MAYBE, index
    shared = min(len(one.ops), len(other.ops))
    if len(one.ops) == len(other.ops):
        return Relation.SAME, shared
    return (Relation.PREFIX if len(one.ops) < len(other.ops) else Relation.EXTENSION), shared


class Paths:
    """The access paths of a tree whose parse lives. ``stands_for``: the paths of the locals in it."""

    def __init__(self, marked: Snapshot, roots: Roots) -> None:
        self.marked, self.roots = marked, roots
        self.arrows: dict[Path, bool] = {}
        self.stands_for: dict[object, Path] = {}
        self.unions: dict[object, dict[int, int]] = {}
        """Per member that was met: the unions that it is a branch of."""
        self.bound: dict[object, object] = marked.bound_outside() if marked.cxx else {}
        """Per reference that is bound to a variable: that variable."""
        for node, kind in enumerate(marked.kinds) if marked.cxx else ():
            if kind == Kind.VARIABLE and marked.type(node).reference:
                self._bind(node)

    def _bind(self, variable: int) -> None:
        marked = self.marked
        inside = [each for each in marked.children(variable) if marked.kinds[each] in EXPRESSIONS]
        target = marked.peeled(inside[-1]) if inside else -1
        mark = marked.marks[target]
        if target >= 0 and marked.kinds[target] == Kind.DECL_REF and isinstance(mark, int):
            if marked.declared.kinds[mark] in _VARIABLES:
                self.bound[marked.number_of(variable)] = self.bound.get(mark, mark)

    def of(self, index: int) -> Path | None:
        """The path of an expression, or None where it is no access."""
        marked = self.marked
        down: list[tuple[int, int]] = []
        at = marked.peeled(index)
        while (path := self.root(at)) is None:
            base = self._base(at)
            if base < 0:
                return None
            down.append((at, base))
            at = marked.peeled(base)
        for node, base in reversed(down):
            stepped = self.step(path, node, base)
            if stepped is None:
                return None
            path = stepped
        return path

    def root(self, at: int) -> Path | None:
        """The path that a node begins: of a variable, ``this``, a member without an object before it."""
        marked = self.marked
        kind, mark = marked.kinds[at], marked.marks[at]
        if kind == Kind.DECL_REF:
            if mark in self.stands_for:
                return self.stands_for[mark]
            if isinstance(mark, int) and marked.declared.kinds[mark] not in _VARIABLES:
                return None
            return self.roots[self.bound.get(mark, mark)]
        if kind == Kind.THIS:
            return self.roots[THIS]
        if kind == Kind.MEMBER and isinstance(mark, int):
            if marked.declared.kinds[mark] == Kind.VARIABLE:
                return self.roots[mark]  # a static member is one object, whatever stands before it
            if not any(marked.kinds[child] not in _NAMES for child in marked.children(at)):
                return self.step(self.roots[THIS].then(_DEREF, True), at, -1)
        inside = marked.children(at) if kind == Kind.MEMBER and isinstance(mark, str) else []
        if inside and all(marked.kinds[child] == OVERLOADED_REF for child in inside):
            # 'n' of 'using base<T>::n;'
            return None if self._is_called(at) else self.step(self.roots[THIS].then(_DEREF, True), at, -1)
        return None

    def _base(self, at: int) -> int:
        """The child in which an access expression begins, or -1."""
        marked = self.marked
        kind, mark = marked.kinds[at], marked.marks[at]
        inside = [child for child in marked.children(at) if marked.kinds[child] not in _NAMES]
        if not inside:
            return -1
        if kind == Kind.SUBSCRIPT and len(inside) == 2:
            return inside[1] if self._is_number(inside[0]) else inside[0]
        if kind == Kind.UNARY and mark == _DEREFERENCE:
            both = self._summands(inside[0])
            return both[0] if both else inside[0]
        if kind == Kind.BINARY and mark in _MEMBER_POINTER:
            return inside[0]
        if kind in CASTS:
            return inside[-1]
        if kind == Kind.MEMBER:
            both = self._summands(inside[0])
            return both[0] if both else inside[0]
        if kind == Kind.CALL or (kind == Kind.UNARY and mark == _ADDRESS_OF):
            return inside[0]
        return -1

    def _summands(self, index: int) -> list[int]:
        """Of ``p + i``, ``i + p`` or ``p - i``: the pointer and the number; nothing for all else."""
        marked = self.marked
        sum_ = marked.peeled(index)
        if marked.kinds[sum_] != Kind.BINARY or marked.marks[sum_] not in (_PLUS, _MINUS):
            return []
        both = marked.children(sum_)
        if marked.marks[sum_] == _MINUS and not self._is_number(both[1]):
            return []
        return both[::-1] if self._is_number(both[0]) else both

    def _summand(self, number: int) -> object:
        """The number of a sum, as an index is compared."""
        term = self.term(number)
        if self.marked.marks[self.marked.parents[number]] != _MINUS:
            return term
        return -term if isinstance(term, int) else ("-", term)

    def _is_number(self, at: int) -> bool:
        of = self.marked.type(at)
        return not of.dependent and not of.array and of.kind not in (POINTER, RECORD)

    def step(self, path: Path, node: int, base: int) -> Path | None:
        """The path of ``node``, whose child ``base`` has ``path``; None where ``node`` is no access."""
        marked = self.marked
        kind, mark = marked.kinds[node], marked.marks[node]
        if kind == Kind.MEMBER:
            return self._member(path, node, base)
        inside = [child for child in marked.children(node) if marked.kinds[child] not in _NAMES]
        if kind == Kind.SUBSCRIPT and len(inside) == 2:
            number = inside[0] if inside[1] == base else inside[1]
            return path.then((INDEX, self.term(number)), not marked.type(marked.peeled(base)).array)
        if kind == Kind.UNARY:
            if mark == _ADDRESS_OF:
                return path.then((ADDRESS,), False)
            if mark != _DEREFERENCE:
                return None
            both = self._summands(inside[0])
            op = (INDEX, self._summand(both[1])) if both else _DEREF
            return path.then(op, not marked.type(marked.peeled(base)).array)
        if kind == Kind.BINARY and mark in _MEMBER_POINTER:
            target = marked.peeled(inside[1])
            if marked.kinds[target] == Kind.UNARY and marked.marks[target] == _ADDRESS_OF:
                target = marked.peeled(target + 1)
            before = path if mark == 1 else path.then(_DEREF, True)
            meant = marked.marks[target] if marked.kinds[target] == Kind.DECL_REF else 0
            known = isinstance(meant, int) and marked.declared.kinds[meant] == Kind.FIELD
            return self._field(before, meant) if known else before.then((ANY_FIELD,), False)
        if kind in CASTS and inside and inside[-1] == base:
            return path.then((CAST, marked.type(node).text), False)
        if kind == Kind.CALL:
            return self._operator(path, node, base, inside)
        return None

    def _member(self, path: Path, node: int, base: int) -> Path | None:
        marked = self.marked
        mark = marked.marks[node]
        if isinstance(mark, int):
            if marked.declared.kinds[mark] != Kind.FIELD:
                return None
        elif mark is None or self._is_called(node):
            return None
        elif base >= 0 and marked.kinds[marked.peeled(base)] == Kind.THIS:
            mark = marked.own_field(marked.peeled(base), str(mark)) or mark
        if base >= 0 and self._is_arrow(path, node, base):
            first = next(child for child in marked.children(node) if marked.kinds[child] not in _NAMES)
            both = self._summands(first)
            op = (INDEX, self._summand(both[1])) if both else _DEREF
            path = path.then(op, not marked.type(marked.peeled(base)).array)
        if path.ops and path.ops[-1][0] == ADDRESS:
            return None
        return self._field(path, mark)

    def _field(self, path: Path, mark: object) -> Path:
        if self.marked.is_anonymous(mark):
            return path
        if mark not in self.unions:
            self.unions[mark] = self.marked.union_branches(mark)
        return path.then((FIELD, mark), False)

    def _is_called(self, node: int) -> bool:
        marked, above = self.marked, self.marked.parents[node]
        return (
            marked.kinds[above] == Kind.CALL
            and above + 1 == node
            and marked.starts[above] == marked.starts[node]  # not the argument of 'double(s->n)'
        )

    def _is_arrow(self, path: Path, node: int, base: int) -> bool:
        """Whether a member is accessed through a pointer, which the path before it decides."""
        marked = self.marked
        if marked.kinds[base] == Kind.CALL:
            return marked.type(base).kind == POINTER
        known = self.arrows.get(path)
        if known is None:
            of = marked.type(base)
            known = of.kind == POINTER
            if of.dependent and not known:
                known = marked.data[marked.ends[base] : marked.ends[node]].lstrip().startswith(b"->")
            self.arrows[path] = known
        return known

    def _operator(self, path: Path, node: int, base: int, inside: list[int]) -> Path | None:
        """An overloaded ``->``, ``*`` or ``[]``."""
        marked = self.marked
        mark = marked.marks[node]
        name = marked.declared.names[mark] if isinstance(mark, int) else str(mark or "")
        if not name.startswith("operator") or not inside or inside[0] != base:
            return None
        name = name.partition("(")[0]
        of = marked.type(marked.peeled(base))
        # what a plain class's operator leads to may lie in the object
        through = not marked.is_plain(of)
        if name == "operator->":
            return path
        if name == "operator*" and len(inside) == 2:
            return path.then(_DEREF, through)
        if name == "operator[]" and len(inside) == 3:
            return path.then((INDEX, self.term(inside[2])), through)
        return None

    def term(self, index: int, depth: int = 0) -> object:
        """An index as it is compared: its value, or its expression."""
        marked = self.marked
        at = marked.peeled(index)
        kind, mark = marked.kinds[at], marked.marks[at]
        if kind == Kind.INTEGER and isinstance(mark, bytes) and mark.isdigit() and mark[:1] != b"0":
            return int(mark)
        if kind not in (Kind.DECL_REF, Kind.MEMBER) or marked.type(at).const:
            value = marked.constant(at)
            if value is not None:
                return value
        elif isinstance(mark, int) and marked.declared.kinds[mark] == Kind.ENUMERATOR:
            return marked.constant(at)
        path = self.of(at)
        if path is not None:
            return path
        if depth > 100:
            return object()
        return (kind, mark, *(self.term(child, depth + 1) for child in marked.children(at)))

    def climb(self, leaf: int, path: Path, ends: frozenset[Path] = frozenset()) -> list[tuple[int, Path]]:
        """The access expressions that begin with a root, innermost first, each with its path.

        A pointer in ``ends`` is not followed where its value is read.
        """
        marked = self.marked
        kinds, parents, after = marked.kinds, marked.parents, marked.after
        out = [(leaf, path)]
        at = leaf
        while True:
            above = parents[at]
            if kinds[above] in WRAPPERS and at == above + 1 and after[at] == after[above]:
                if path in ends and kinds[above] == Kind.UNEXPOSED_EXPR:
                    return out
                at = above
                continue
            node, base = above, at
            if kinds[above] == Kind.MEMBER and at == above + 1:
                stepped = self._member(path, above, at)
                if stepped is None:
                    return out
                at, path = above, stepped
                out.append((above, stepped))
                continue
            if kinds[above] == Kind.BINARY and marked.marks[above] in (_PLUS, _MINUS):
                node = self._reader(above)
            if kinds[node] not in EXPRESSIONS or self._base(node) != base:
                return out
            stepped = self.step(path, node, base)
            if stepped is None:
                return out
            at, path = node, stepped
            out.append((node, path))

    def _reader(self, sum_: int) -> int:
        """What stands around a sum: the ``*`` of ``*(p + i)``, or the ``->`` of ``(p + i)->n``."""
        marked = self.marked
        above = marked.parents[sum_]
        while marked.kinds[above] in WRAPPERS:
            above = marked.parents[above]
        return above if marked.kinds[above] in (Kind.UNARY, Kind.MEMBER) else 0

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Lockstep: the tree before and the tree after, node by node.

``s->n + 1``  ~  ``pc_n + 1`` where ``s->n`` is the chain whose local is ``pc_n``, by declaration. All else
has to be the same, but for the frames of regions and the ways out of them (:mod:`frames`).
"""

from __future__ import annotations

from pointerchain.translator.clang.libclang import DECLARATIONS, FUNCTIONS, LOOPS, Binary, Kind, Unary
from pointerchain.translator.clang.snapshot import OVERLOADED_REF, VARIABLE_REF, Snapshot
from pointerchain.translator.proof.before import EXITS, Access, Problem
from pointerchain.translator.proof.comparison import LABELS, Comparison, Item, Refused, Scope, refused
from pointerchain.translator.proof.frames import Frames
from pointerchain.translator.proof.paths import WRAPPERS
from pointerchain.translator.proof.uses import Use
from pointerchain.translator.text.lex import closing

_COMPARISONS = {"operator==": Binary.EQUAL, "operator!=": Binary.UNEQUAL}
_NAMES = (Kind.DECL_REF, Kind.MEMBER, Kind.CALL)
_PLAIN = ("operator bool", "get", "data")
"""The functions of a container or smart pointer that give the pointer itself."""


def compare(comparison: Comparison) -> list[Problem]:
    """Compare two trees; of each function the first difference that is not accepted."""
    return Lockstep(comparison).run()


class Lockstep:
    """Walks both trees; the work is a list, so that a deep expression needs no deep stack."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison, self.frames = comparison, Frames(comparison)
        self.before, self.old, self.new = comparison.before, comparison.old, comparison.new
        self.work = comparison.work

    def run(self) -> list[Problem]:
        """The first difference of each function."""
        old, new = self.old.children(0), self.new.children(0)
        if len(old) != len(new):
            return [Problem("another number of functions", old[0] if old else 0)]
        problems = []
        for b, a in zip(old, new, strict=True):
            self.work[:] = [(b, a, Scope())]
            try:
                while self.work:
                    self._pair(*self.work.pop())
            except Refused as error:
                problems.append(error.problem)
        return problems

    # --- nodes ---------------------------------------------------------------------------------------

    def _pair(self, b: int, a: int, scope: Scope) -> None:
        old, new = self.old, self.new
        outer_b, outer_a = b, a
        if old.kinds[b] in WRAPPERS:
            b = old.peeled(b)
        if new.kinds[a] in WRAPPERS:
            a = new.peeled(a)
        access = self.before.accesses.get(b)
        if access is not None and self._stands(access, b, a, outer_a):
            return
        kind = old.kinds[b]
        if kind == Kind.CALL and self._through(b, a, scope):
            return
        unequal = self._rewritten(b) if kind == Kind.UNARY else -1
        if unequal >= 0 and self._through(unequal, a, scope, "operator!="):
            return
        if kind in EXITS and self.frames.leave(b, a, scope):
            return
        if kind in LABELS or (kind == Kind.COMPOUND and self.before.is_inserted(b)):
            self._sequence([outer_b], [outer_a], scope)
            return
        if kind != new.kinds[a]:
            raise refused("Clang sees another kind of expression or statement", b)
        if not self._means(b, a):
            raise refused(f"Clang sees another {_what(old, b)}", b)
        inside, other = old.children(b), new.children(a)
        if kind == Kind.COMPOUND:
            self._keeps_value(b)
            self._sequence(inside, other, scope)
            return
        if kind == Kind.LAMBDA:
            self._captures(b, a)
            inside, other = self._lambda(b, inside, other)
        elif inside and old.kinds[inside[-1]] == OVERLOADED_REF and old.marks[b] != new.marks[a]:
            inside.pop()
        if len(inside) != len(other):
            raise refused("something is added or left out", b)
        scope = _inner(scope, kind)
        dirty = self.before.dirty
        for one, two in zip(inside, other, strict=True):
            if dirty[one] or not self._equal(one, two):
                self.work.append((one, two, scope))

    def _equal(self, b: int, a: int) -> bool:
        """Whether two trees that hold no chain, region or way out are the same, node for node."""
        old, new = self.old, self.new
        end_b, end_a = old.after[b], new.after[a]
        return (
            old.kinds[b:end_b] == new.kinds[a:end_a]
            and old.marks[b:end_b] == new.marks[a:end_a]
            and old.shape[b + 1 : end_b] == new.shape[a + 1 : end_a]
        )

    def _means(self, b: int, a: int) -> bool:
        """Whether two nodes say the same; what a template left open may be settled by a local's type."""
        one, two = self.old.marks[b], self.new.marks[a]
        if one == two:
            return True
        if isinstance(one, int) or not isinstance(two, int) or self.old.kinds[b] not in _NAMES:
            return False
        inside = self.old.children(b)
        if one is None and inside and self.old.kinds[inside[-1]] == OVERLOADED_REF:
            one = self.old.marks[inside[-1]]
        return one == self.new.called(a) or (one is None and self.old.kinds[b] == Kind.CALL)

    # --- accesses --------------------------------------------------------------------------------------

    def _stands(self, access: Access, b: int, a: int, outer_a: int) -> bool:
        """Whether the local stands where the chain stood; False where the access is rightly left alone."""
        chain, new = access.chain, self.new
        if self.comparison.is_local(a, chain):
            of = new.type(a if access.bare else outer_a)
            if of.text != access.shown and not (chain.type.dependent or of.dependent or access.any_type):
                raise refused("the local has another type than the chain here", b)
            if chain.planned.written and access.in_lambda:
                raise refused("a lambda keeps a copy of what the region changes", b)
            self.comparison.matched.append(b)
            return True
        if new.kinds[a] == Kind.DECL_REF and new.marks[a] in self.comparison.locals:
            raise refused("another local stands for the chain", b)
        if chain.planned.reference:
            return False  # either name of an object will do
        if access.unevaluated or (access.operand and not chain.planned.written):
            return False
        if access.constant and chain.type.array:
            return False
        if chain.type.array and (
            access.use not in (Use.READ, Use.DECAY)
            or (self.old.starts[b], self.old.ends[b]) in self.before.unevaluated
        ):
            return False
        if not chain.planned.written:
            if access.beside:
                return False
            if access.stringized or access.detour or chain.promotes:
                return False
        raise refused("a use of the chain is not replaced", b)

    def _rewritten(self, b: int) -> int:
        """The call of ``operator==`` that ``!=`` is the opposite of (C++20, [over.match.oper]), or -1."""
        old = self.old
        call = old.peeled(b + 1) if old.after[b] > b + 1 else -1
        negated = old.marks[b] == Unary.LOGICAL_NOT and old.data.startswith(b"!=", old.starts[b])
        return call if negated and old.kinds[call] == Kind.CALL and old.called(call) == "operator==" else -1

    def _through(self, b: int, a: int, scope: Scope, named: str = "") -> bool:
        """Whether an operator of a container or smart pointer became that of the local pointer."""
        old, new = self.old, self.new
        inside, other, name = old.children(b), new.children(a), named or old.called(b)
        if not inside or not name:
            return False
        held = [old.peeled(each) for each in inside]
        if len(held) == 1 and old.kinds[held[0]] == Kind.MEMBER and old.after[held[0]] > held[0] + 1:
            held = [old.peeled(held[0] + 1)] if name in _PLAIN else []
        at = next((k for k, each in enumerate(held) if self._is_handle(each)), -1)
        if at < 0:
            return False
        chain = self.before.accesses[held[at]].chain
        kind, sign = new.kinds[a], new.marks[a]
        if name in _PLAIN or name == "operator->":
            fits = self.comparison.is_local(a, chain)
        elif len(held) == 2:
            fits = name == "operator*" and kind == Kind.UNARY and sign == Unary.DEREFERENCE
            fits = fits and self.comparison.is_local(other[0], chain)
        else:
            compares = kind == Kind.BINARY and sign == _COMPARISONS.get(name)
            indexes = kind == Kind.SUBSCRIPT and name == "operator[]" and at == 0
            fits = (compares or indexes) and len(held) == 3 and at in (0, 2)
            side = at // 2
            if fits and compares and not self.comparison.is_local(other[side], chain):
                side = 1 - side  # C++20 finds 'x == s->p' for 's->p == x'
            fits = fits and self.comparison.is_local(other[side], chain)
            if fits:
                self.work.append((held[2 - at], new.peeled(other[1 - side]), scope))
        if fits:
            self.comparison.matched.append(held[at])
        return fits

    def _is_handle(self, b: int) -> bool:
        access = self.before.accesses.get(b)
        return access is not None and bool(access.chain.planned.accessor)

    def _captures(self, b: int, a: int) -> None:
        """Refuse a lambda that would copy an object, where the chain's root was captured."""
        new, locals_ = self.new, self.comparison.locals
        body = range(new.children(a)[-1], new.after[a])
        marks = {new.marks[n] for n in body if new.kinds[n] == Kind.DECL_REF}
        named = [locals_[mark].planned for mark in marks if mark in locals_]
        start = new.starts[a]
        listed = new.data[start + 1 : max(start + 1, closing(new.data, start))].split(b",")
        items = [item.strip() for item in listed] if new.data[start : start + 1] == b"[" else []
        for planned in named:
            name = planned.local.encode()
            by_default = items[:1] == [b"&"] and name not in items
            if planned.reference and not by_default and b"&" + name not in items:
                raise refused("the lambda copies an object", b)

    def _lambda(self, b: int, inside: list[int], other: list[int]) -> tuple[list[int], list[int]]:
        """A lambda may capture locals, and need not capture a root that it no longer names."""
        old, new = self.old, self.new
        captured = {old.marks[each] for each in inside if old.kinds[each] == VARIABLE_REF}
        for each in other:
            if new.kinds[each] == VARIABLE_REF and new.marks[each] not in captured:
                if new.marks[each] not in self.comparison.locals:
                    raise refused("the lambda captures something else", b)
        kept = {new.marks[each] for each in other if new.kinds[each] == VARIABLE_REF}
        body = range(other[-1], new.after[other[-1]]) if other else ()
        if any(new.kinds[each] == Kind.DECL_REF and new.marks[each] in captured - kept for each in body):
            raise refused("the lambda captures something that it names in another way", b)
        self.comparison.lambdas.append(b)
        return _without_captures(old, inside), _without_captures(new, other)

    # --- statements -------------------------------------------------------------------------------------

    def _sequence(self, b: list[int], a: list[int], scope: Scope) -> None:
        old, new = self.comparison.items(b, self.old), self.comparison.items(a, self.new)
        i, j = self._run(old, 0, new, 0, scope, -1)
        if i < len(old):
            raise refused("a region ends in another block", old[i].node)
        if j < len(new):
            raise refused("a statement is added", new[j].node, True)

    def _keeps_value(self, b: int) -> None:
        """Refuse a region at the end of ``({ ... })``, whose value its last statement is."""
        if self.old.kinds[self.old.parents[b]] == Kind.STATEMENT_EXPR:
            last = self.comparison.items(self.old.children(b), self.old)[-1:]
            number = self.before.ends.get(last[0].node) if last else None
            if number is not None and self.before.extents[number].chains:
                raise refused("a region ends where a statement expression has its value", last[0].node)

    def _run(
        self, old: list[Item], i: int, new: list[Item], j: int, scope: Scope, region: int
    ) -> tuple[int, int]:
        """Compare statements up to the end of a region, or of the block."""
        before = self.before
        while i < len(old):
            node, label = old[i]
            if node in before.ends:
                number = before.ends[node]
                if number == region or before.extents[number].chains:
                    return i, j
                i += 1
            elif node in before.begins:
                number = before.begins[node]
                i += 1
                if before.extents[number].chains:
                    i, j = self._region(number, old, i, new, j, scope)
            elif node in before.reloads:
                j = self._reload(node, new, j, scope)
                i += 1
            else:
                if j >= len(new) or label != new[j].label:
                    raise refused("a statement or label is left out", node)
                if label:
                    self._label(node, new[j].node, scope)
                elif before.dirty[node] or not self._equal(node, new[j].node):
                    self.work.append((node, new[j].node, scope))
                i, j = i + 1, j + 1
        return i, j

    def _reload(self, mark: int, new: list[Item], j: int, scope: Scope) -> int:
        """``local = chain;`` for each local that is loaded again, in the order that is planned."""
        for number, local in self.before.reloads[mark]:
            if number not in scope.regions:
                raise refused("a local is loaded again outside of its region", mark)
            chain = next(c for c in self.before.extents[number].chains if c.planned.local == local)
            node = new[j].node if j < len(new) and not new[j].label else -1
            if node < 0 or not self.frames.loads(node, chain, scope.regions):
                raise refused(f"chain '{chain.planned.text}' is not loaded again", mark)
            j += 1
        return j

    def _region(
        self, number: int, old: list[Item], i: int, new: list[Item], j: int, scope: Scope
    ) -> tuple[int, int]:
        """A region: its frame, and in it its statements."""
        extent = self.before.extents[number]
        block, at, flat = new, j, extent.planned.flat
        if not flat:
            if j >= len(new) or new[j].label or self.new.kinds[new[j].node] != Kind.COMPOUND:
                raise refused("the region has no block", extent.begin)
            block, at = self.comparison.items(self.new.children(new[j].node), self.new), 0
        inner = scope._replace(regions=(number, *scope.regions))
        at = self.frames.prologue(extent, block, at, scope)
        first = i
        i, at = self._run(old, i, block, at, inner, number)
        if i >= len(old) or self.before.ends.get(old[i].node) != number:
            raise refused("the region does not end in its block", extent.begin)
        last = old[i - 1].node if i > first else -1
        at = self.frames.epilogue(extent, block, at, inner, last)
        if flat:
            return i + 1, at
        if at < len(block):
            raise refused("a statement is added to the region", block[at].node, True)
        return i + 1, j + 1

    def _label(self, b: int, a: int, scope: Scope) -> None:
        old, new = self.old, self.new
        if old.kinds[b] != new.kinds[a] or old.marks[b] != new.marks[a]:
            raise refused("a label is another", b)
        if old.kinds[b] == Kind.LABEL:
            return
        if set(scope.regions) - set(scope.switch):
            raise refused("a 'case' is a way into the region past its beginning", b)
        one, two = old.children(b)[:-1], new.children(a)[:-1]
        if len(one) != len(two):
            raise refused("a label is another", b)
        for x, y in zip(one, two, strict=True):
            self.work.append((x, y, scope))


def _without_captures(tree: Snapshot, nodes: list[int]) -> list[int]:
    """What a lambda holds beside its captures, which are names and their copies."""
    return [each for each in nodes if tree.kinds[each] in DECLARATIONS or tree.kinds[each] == Kind.COMPOUND]


def _inner(scope: Scope, kind: int) -> Scope:
    """The scope in a loop, ``switch`` or function."""
    here = scope.regions
    if kind in LOOPS:
        return scope._replace(loop=here, breaks=here)
    if kind == Kind.SWITCH:
        return scope._replace(switch=here, breaks=here)
    if kind in FUNCTIONS or kind == Kind.LAMBDA:
        return Scope(here, here, here, here, here)
    return scope


def _what(tree: Snapshot, node: int) -> str:
    kind, mark = tree.kinds[node], tree.marks[node]
    if kind in DECLARATIONS:
        return "declaration"
    if isinstance(mark, bytes):
        return "literal"
    if kind in (Kind.BINARY, Kind.UNARY, Kind.COMPOUND_ASSIGN):
        return "operator"
    name = tree.declared.names[mark] if isinstance(mark, int) and mark < len(tree.declared.names) else ""
    return f"declaration than '{name}'" if name else "expression or statement"

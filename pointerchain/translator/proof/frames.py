# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Frames: what a translation adds around a region and on the ways out of it, read from the tree after.

``{ int pc_n = s->n; ... s->n = pc_n; }`` and ``{ s->n = pc_n; return; }``: each local is declared once, with
its chain; each changed one goes back to its chain, or through the address taken at the begin, once.
"""

from __future__ import annotations

from pointerchain.translator.clang.libclang import EXPRESSIONS, Binary, Kind, Unary
from pointerchain.translator.clang.snapshot import LITERALS, POINTER, TypeOf
from pointerchain.translator.proof.before import EXITS, Problem
from pointerchain.translator.proof.chains import Chain, Extent
from pointerchain.translator.proof.comparison import Comparison, Item, Refused, Scope, refused

_SIGNS = (Unary.PLUS, Unary.MINUS, Unary.NOT, Unary.LOGICAL_NOT)
_ASSIGN, _ADDRESS_OF, _DEREFERENCE = Binary.ASSIGN, Unary.ADDRESS_OF, Unary.DEREFERENCE
_CONSTANT = LITERALS | {Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.UNARY}


class Frames:
    """The frames of one comparison."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.before, self.old, self.new = comparison.before, comparison.old, comparison.new
        self.homes: dict[tuple[int, str], int] = {}
        self.guards: dict[int, int] = {}

    # --- the begin ---------------------------------------------------------------------------------------

    def prologue(self, extent: Extent, block: list[Item], at: int, scope: Scope) -> int:
        """Read the declarations at a region's begin; the place of the first statement behind them."""
        new, cxx, outer = self.new, self.comparison.cxx, scope.regions
        locals_ = {chain.planned.local: chain for chain in extent.chains}
        homes = {chain.planned.home: chain for chain in extent.chains if chain.planned.home}
        written = [chain for chain in extent.chains if chain.planned.written]
        guarded = False
        while at < len(block) and not block[at].label and new.is_added(block[at].node):
            node = block[at].node
            inside = new.children(node)
            if new.kinds[node] == Kind.DECL_STMT and len(inside) == 1:
                name = new.name(inside[0])
                if name in locals_:
                    self._local(locals_.pop(name), inside[0], outer)
                elif name in homes and homes[name].planned.local not in locals_:
                    self._home(homes.pop(name), inside[0], outer)
                else:
                    raise refused("a declaration is added", node, True)
            elif new.kinds[node] == Kind.DECL_STMT and cxx and written and not guarded:
                self._guard(extent, node, written, outer)
                guarded = True
            elif not self._is_mention(node, inside, extent):
                break
            at += 1
        if locals_:
            raise refused("a local is not declared where its region begins", extent.begin)
        if written and (not guarded if cxx else any(chain.planned.home in homes for chain in written)):
            raise refused("the way back of what the region changes is not declared", extent.begin)
        return at

    def _local(self, chain: Chain, variable: int, outer: tuple[int, ...]) -> None:
        """A local's declaration: the chain is its value, and its type the chain's."""
        new, comparison = self.new, self.comparison
        name = f"the local '{chain.planned.local}'"
        inside = new.children(variable)
        if not inside or new.kinds[inside[-1]] not in EXPRESSIONS:
            raise refused(f"{name} has no value", variable, True)
        value = source = new.peeled(inside[-1])
        accessor = chain.planned.accessor
        if accessor:
            source = self._called_on(value, accessor)
        elif new.kinds[value] == Kind.CALL and new.is_copy(value):
            source = value + 1
        if not comparison.is_chain(source, chain, outer):
            raise refused(f"{name} has another value than its chain", variable, True)
        of = new.type(variable)
        if chain.planned.reference:
            fits = of.reference and new.pointee(of).text == chain.type.text
        elif chain.type.array:
            fits = of.kind == POINTER and new.pointee(of).text == chain.element
        elif accessor:
            fits = of.kind == POINTER and self._points_alike(new.pointee(of).text, new.type(value))
        else:
            fits = of.text == chain.type.text or (chain.promotes and of.text in ("int", "unsigned int"))
        if not fits and (of.dependent or chain.type.dependent):
            # another type would convert what an instance of the template has, or copy an object to it
            fits = new.declared_type(variable).removeprefix("const ").startswith("auto")
        if not fits:
            what = f"{name} has another type than its chain"
            raise Refused(Problem(what, variable, True, chain.planned, new.declared_type(variable)))
        number = new.number_of(variable)
        if number in comparison.locals:
            raise refused(f"{name} is declared twice", variable, True)
        comparison.locals[number] = chain
        comparison.numbers[chain.region, chain.planned.local] = number

    def _points_alike(self, shown: str, value: TypeOf) -> bool:
        """Whether a local points to what a value, or array, does; maybe to it as const."""
        to = self.new.element(value) if value.array else self.new.pointee(value)
        return shown in (to.text, f"const {to.text}")

    def _called_on(self, call: int, accessor: str) -> int:
        """What ``.data()`` or ``.get()`` is called on, or ``._data`` is a member of."""
        new = self.new
        if not accessor.endswith("()"):
            of = new.kinds[call] == Kind.MEMBER and new.after[call] > call + 1
            return call + 1 if of and f".{new.name(call)}" == accessor else call
        member = new.peeled(call + 1) if new.after[call] > call + 1 else call
        alone = new.kinds[call] == Kind.CALL and new.after[call] == new.after[call + 1]
        if not alone or new.kinds[member] != Kind.MEMBER or f".{new.called(member)}()" != accessor:
            return call
        return member + 1

    def _home(self, chain: Chain, variable: int, outer: tuple[int, ...]) -> None:
        """The pointer through which a chain is written back."""
        new = self.new
        value = new.peeled(new.children(variable)[-1])
        taken = new.kinds[value] == Kind.UNARY and new.marks[value] == _ADDRESS_OF
        if not taken or not self.comparison.is_chain(value + 1, chain, outer):
            raise refused(f"the way back of '{chain.planned.local}' leads elsewhere", variable, True)
        self.homes[chain.region, chain.planned.home] = new.number_of(variable)

    def _is_mention(self, node: int, inside: list[int], extent: Extent) -> bool:
        """Whether a statement is ``(void)local;`` or ``(void)sizeof(...)``, which do nothing."""
        new = self.new
        if new.kinds[node] != Kind.C_CAST or new.type(node).text != "void" or len(inside) != 1:
            return False
        value = new.peeled(inside[0])
        local = any(self.comparison.is_local(value, chain) for chain in extent.chains)
        return local or new.kinds[value] == Kind.SIZEOF

    # --- C++: the object that writes back ----------------------------------------------------------------

    def _guard(self, extent: Extent, node: int, written: list[Chain], outer: tuple[int, ...]) -> None:
        """A guard: its members are bound to chains and locals, its destructor copies the latter."""
        new, kinds = self.new, self.new.kinds
        inside = new.children(node)
        if [kinds[each] for each in inside] != [Kind.STRUCT, Kind.VARIABLE]:
            raise refused("a declaration is added", node, True)
        record, variable = inside
        fields = [each for each in new.children(record) if kinds[each] == Kind.FIELD]
        values = [new.peeled(each) for each in new.children(variable)]
        given = [child for each in values if kinds[each] == Kind.INIT_LIST for child in new.children(each)]
        if len(given) != len(fields):
            raise refused("the guard does not hold each chain and local", node, True)
        members = {
            new.number_of(each): value
            for each, value in zip(fields, given, strict=True)
            if new.type(each).reference
        }
        left = list(written)
        for to, from_ in self._stores(record, members, node):
            stored = next(
                (
                    chain
                    for chain in left
                    if self.comparison.is_chain(to, chain, outer) and self.comparison.is_local(from_, chain)
                ),
                None,
            )
            if stored is None:
                raise refused("the guard writes something else back", node, True)
            left.remove(stored)
        if left:
            raise refused(f"the guard does not write chain '{left[0].planned.text}' back", node, True)
        self.guards[extent.planned.number] = new.number_of(variable)

    def _stores(self, record: int, members: dict[int, int], node: int) -> list[tuple[int, int]]:
        """What the guard's destructor assigns to what, as they are given to the guard."""
        new, kinds, marks = self.new, self.new.kinds, self.new.marks
        functions = [each for each in new.children(record) if kinds[each] != Kind.FIELD]
        if not any(kinds[each] == Kind.DESTRUCTOR for each in functions):
            raise refused("the guard has no destructor", node, True)
        out = []
        for each in (inner for function in functions for inner in range(function, new.after[function])):
            inside = new.children(each)
            assigns = kinds[each] == Kind.BINARY and marks[each] == _ASSIGN
            if assigns or (kinds[each] == Kind.CALL and new.called(each) == "operator=" and len(inside) == 3):
                to, from_ = (marks[new.peeled(child)] for child in (inside[0], inside[-1]))
                if isinstance(to, int) and isinstance(from_, int) and to in members and from_ in members:
                    out.append((members[to], members[from_]))
                    continue
                if kinds[inside[-1]] == Kind.BOOLEAN:
                    continue  # 'on = false'
            elif kinds[each] == Kind.CALL and new.called(new.peeled(each + 1)) == "out":
                continue
            if kinds[each] in (Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.UNARY, Kind.CALL):
                raise refused("the guard does something else", node, True)
        return out

    # --- the end -----------------------------------------------------------------------------------------

    def epilogue(self, extent: Extent, block: list[Item], at: int, scope: Scope, last: int) -> int:
        """Read what a region does at its end; the place behind it. ``last`` is its last statement."""
        written = [chain for chain in extent.chains if chain.planned.written]
        if not written:
            return at
        if self.comparison.cxx:
            return self._out(extent, block, at) if extent.planned.flat else at
        if last >= 0 and extent.planned.number in self.regions_left(last, scope):
            return at  # which writes back itself
        return self._write_backs(written, block, at, scope.regions[1:], extent.end)

    def _out(self, extent: Extent, block: list[Item], at: int) -> int:
        """``guard.out();`` at the end of a region without a block."""
        new = self.new
        if at < len(block) and new.kinds[block[at].node] == Kind.CALL:
            member = block[at].node + 1
            guard = new.marks[new.peeled(member + 1)] if new.after[member] > member + 1 else None
            named = new.kinds[member] == Kind.MEMBER and new.called(member) == "out"
            if named and guard is not None and guard == self.guards.get(extent.planned.number):
                return at + 1
        raise refused("the region's end does not write back", extent.end)

    def _write_backs(
        self, written: list[Chain], block: list[Item], at: int, outer: tuple[int, ...], place: int
    ) -> int:
        """One assignment to each chain from its local, in any order."""
        left = list(written)
        while left:
            node = block[at].node if at < len(block) and not block[at].label else -1
            found = next((c for c in left if node >= 0 and self._writes(node, c, outer)), None)
            if found is None:
                raise refused(f"chain '{left[0].planned.text}' is not written back", place)
            left.remove(found)
            at += 1
        return at

    def _writes(self, node: int, chain: Chain, outer: tuple[int, ...]) -> bool:
        """Whether a statement is ``chain = local;`` or ``*home = local;``."""
        new = self.new
        inside = new.children(node)
        if new.kinds[node] != Kind.BINARY or new.marks[node] != _ASSIGN or len(inside) != 2:
            return False
        if not self.comparison.is_local(inside[1], chain):
            return False
        if not chain.planned.home:
            return self.comparison.is_chain(inside[0], chain, outer)
        target = new.peeled(inside[0])
        if new.kinds[target] != Kind.UNARY or new.marks[target] != _DEREFERENCE:
            return False
        home = self.homes.get((chain.region, chain.planned.home))
        return home is not None and new.marks[new.peeled(target + 1)] == home

    def loads(self, node: int, chain: Chain, around: tuple[int, ...]) -> bool:
        """Whether a statement is ``local = chain;``, with the chain as memory has it."""
        new = self.new
        inside = new.children(node)
        if new.kinds[node] != Kind.BINARY or new.marks[node] != _ASSIGN or len(inside) != 2:
            return False
        if chain.planned.written or chain.planned.reference or chain.planned.accessor:
            return False
        return self.comparison.is_local(inside[0], chain) and self.comparison.is_chain(
            new.peeled(inside[1]), chain, around[around.index(chain.region) + 1 :]
        )

    # --- ways out ----------------------------------------------------------------------------------------

    def regions_left(self, b: int, scope: Scope) -> list[int]:
        """The regions that a way out leaves and that write back there, innermost first; none in C++."""
        kind, old = self.old.kinds[b], self.old
        if kind not in EXITS:
            return []
        outside = scope.function
        if kind == Kind.BREAK:
            outside = scope.breaks
        elif kind == Kind.CONTINUE:
            outside = scope.loop
        elif kind == Kind.GOTO:
            outside = self.before.labels.get(old.marks[b + 1], ())
            if set(outside) - set(scope.regions):
                raise refused("a 'goto' is a way into the region past its beginning", b)
        elif kind == Kind.INDIRECT_GOTO:
            outside = ()
        if self.comparison.cxx:
            return []
        return [
            number
            for number in scope.regions
            if number not in outside and any(c.planned.written for c in self.before.extents[number].chains)
        ]

    def leave(self, b: int, a: int, scope: Scope) -> bool:
        """Compare a way out of regions; False where it leaves none that writes back."""
        left = self.regions_left(b, scope)
        if not left:
            return False
        new = self.new
        if new.kinds[a] != Kind.COMPOUND or not new.is_added(a):
            raise refused("nothing is written back on this way out", b)
        self.comparison.left.append(b)
        block = self.comparison.items(new.children(a), new)
        value = self.old.children(b) if self.old.kinds[b] == Kind.RETURN else []
        at = result = 0
        stored = len(block) > 1 and new.kinds[block[0].node] == Kind.DECL_STMT
        kept = bool(value) and (stored or not self._is_constant(value[0]))
        if kept:
            result = self._result(b, value[0], block[0].node if block else 0, scope)
            at = 1
        for number in left:
            outer = scope.regions[scope.regions.index(number) + 1 :]
            written = [c for c in self.before.extents[number].chains if c.planned.written]
            at = self._write_backs(written, block, at, outer, b)
        if len(block) != at + 1 or new.kinds[block[at].node] != self.old.kinds[b]:
            raise refused("the way out is another", b)
        inside = new.children(block[at].node)
        if kept:
            if result:
                same = len(inside) == 1 and new.marks[new.peeled(inside[0])] == result
            else:
                same = not inside
            if not same:
                raise refused("another value is returned", b)
            return True
        if len(inside) != len(self.old.children(b)):
            raise refused("the way out is another", b)
        for one, two in zip(self.old.children(b), inside, strict=True):
            self.comparison.work.append((one, two, scope))
        return True

    def _result(self, b: int, value: int, first: int, scope: Scope) -> int:
        """``T result = (value);``: the declaration; 0 where the value is void and stands by itself."""
        new, shown = self.new, self.before.returned[b]
        inside = new.children(first)
        if shown == "void" and new.kinds[first] != Kind.DECL_STMT:
            self.comparison.work.append((value, first, scope))
            return 0
        if new.kinds[first] != Kind.DECL_STMT or len(inside) != 1 or new.after[inside[0]] == inside[0] + 1:
            raise refused("the returned value is not evaluated first", b)
        if new.type(inside[0]).text != shown:
            raise refused("the name of the function's result type means something else here", b)
        kept = new.children(inside[0])[-1]
        self.comparison.work.append((value, kept, scope))
        return new.number_of(inside[0])

    def _is_constant(self, node: int) -> bool:
        """Whether a value is the same after the write-backs as before: it is made of literals."""
        old = self.old
        inside = range(node, old.after[node])
        return all(old.kinds[each] in _CONSTANT for each in inside) and not any(
            old.kinds[each] == Kind.UNARY and old.marks[each] not in _SIGNS for each in inside
        )

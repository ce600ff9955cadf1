# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Control flow graph builder: a function of Clang's tree -> the vertices and edges of its graph.

``while (c) f();``  ->  ``c`` with edges to ``f()`` and behind the loop, and one from ``f()`` to ``c``.

What is not understood may evaluate its parts in any order, none or often, and leave the function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pointerchain.analysis.library import library_function
from pointerchain.analysis.noreturn import RETURNING_TWICE, UNWINDING
from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.libclang import EXPRESSIONS, STATEMENTS, Binary, Kind
from pointerchain.translator.clang.tree import FOREIGN, OPENED, PLACELESS, Node, Tree

ENTRY, RETURN, UNWIND, END = range(4)
"""Where a function begins, and how control leaves it: to its caller, to one of its callers by an exception or
``longjmp``, or for ever: the program ends, or a loop does not."""
WAYS_OUT, TO_CALLERS = frozenset((RETURN, UNWIND, END)), frozenset((RETURN, UNWIND))

_CASTS = frozenset(
    (
        *(Kind.C_CAST, Kind.STATIC_CAST, Kind.DYNAMIC_CAST, Kind.REINTERPRET_CAST, Kind.CONST_CAST),
        Kind.FUNCTIONAL_CAST,
    )
)
_SIMPLE = _CASTS | frozenset(
    (
        *(Kind.DECL_REF, Kind.MEMBER, Kind.PAREN, Kind.UNARY, Kind.SUBSCRIPT, Kind.BINARY),
        *(Kind.COMPOUND_ASSIGN, Kind.COMPOUND_LITERAL, Kind.INIT_LIST, Kind.INTEGER, Kind.FLOATING),
        *(Kind.IMAGINARY, Kind.STRING, Kind.CHARACTER, Kind.BOOLEAN, Kind.NULLPTR, Kind.GNU_NULL, Kind.THIS),
        *(Kind.ADDR_LABEL, Kind.UNEXPOSED_EXPR, Kind.SIZEOF, Kind.TYPEID),
    )
)
"""Expressions that go on behind them: they evaluate what is in them, or nothing of it."""
_UNEVALUATED = frozenset((Kind.SIZEOF, Kind.TYPEID))
_WORDS = (
    b"noexcept",
    b"decltype",
    b"alignof",
    b"_Alignof",
    b"__alignof",
    b"typeof",
    b"__typeof",
    b"__builtin",
)
"""Operators whose kind libclang does not tell, and which leave their operand alone."""
_LOGICAL = frozenset((Binary.LOGICAL_AND, Binary.LOGICAL_OR))
EVALUATED = EXPRESSIONS | STATEMENTS
_NO_TEXT = OPENED | FOREIGN | PLACELESS
_COMMENT = lazy_pattern(rb"/\*.*?\*/|//[^\n]*", re.S)


class Builder:
    """Makes the graph of one function.

    The methods for expressions and statements take the vertex that control is at, and give the next.
    """

    def __init__(self, tree: Tree, function: int, is_system: Callable[[Node], bool]) -> None:
        self.tree, self.function, self.is_system = tree, function, is_system
        self.successors: list[list[int]] = []
        self.nodes: list[tuple[int, ...]] = []
        self.owners: list[int] = []
        self.before: dict[int, int] = {}
        self.behind: dict[int, int] = {}
        self.leavers: dict[int, tuple[int, ...]] = {}
        self.caught: dict[int, set[int]] = {}
        self.vertices: dict[int, int] = {}
        self.endless = False
        self._inside = [function]
        self._breaks: list[int] = []
        self._continues: list[int] = []
        self._switches: list[int] = []
        self._labels: dict[str, list[int]] = {}
        self._gotos: list[tuple[int, str | None]] = []
        self._landings: set[int] = set()
        self._returning_twice: list[int] = []
        self._special = self._count()
        for _ in range(4):
            self._vertex()

    def _count(self) -> list[int]:
        """By node: how many before it are more than simple expressions."""
        tree, first = self.tree, self.function
        found, count = [0], 0
        for index in range(first, tree.after[first]):
            kind = tree.kinds[index]
            if kind in EVALUATED and (kind not in _SIMPLE or self._is_special(index, kind)):
                count += 1
            found.append(count)
        return found

    def _is_special(self, index: int, kind: int) -> bool:
        if kind == Kind.BINARY:
            return self.tree.node(index).binary_operator in _LOGICAL
        tree, first = self.tree, index + 1
        alone = first < tree.after[index] == tree.after[first] if first < len(tree) else False
        return kind == Kind.UNEXPOSED_EXPR and not (alone and tree.kinds[first] in EVALUATED)

    def _is_simple(self, index: int) -> bool:
        first = self.function
        return self._special[index - first] == self._special[self.tree.after[index] - first]

    def build(self) -> None:
        """All of the function."""
        at = ENTRY
        for part in parts_of(self.tree, self.function):
            at = self._statement(part, at)
        self._edge(at, RETURN)
        for vertex, name in self._gotos:
            labels = [each for row in self._labels.values() for each in row]
            targets = labels if name is None else self._labels.get(name, labels)
            for target in targets or WAYS_OUT:
                self._edge(vertex, target)
            if any(target <= vertex for target in targets):
                self._edge(vertex, END)
                self.endless = True
        for vertex in self.leavers if self._returning_twice else ():
            for each in self._returning_twice:
                self._edge(vertex, each)

    # --- vertices ----------------------------------------------------------------------------------------

    def _vertex(self, *before: int, nodes: tuple[int, ...] = (), depth: int = -1) -> int:
        """A vertex behind others; ``depth``: which of the nodes around owns it, from the innermost."""
        self.successors.append([])
        self.nodes.append(nodes)
        self.owners.append(self._inside[depth])
        made = len(self.successors) - 1
        for each in before:
            self._edge(each, made)
        return made

    def _edge(self, one: int, other: int) -> None:
        if other not in self.successors[one]:
            self.successors[one].append(other)

    def _own(self, index: int, *before: int) -> int:
        """The vertex at which a node is evaluated whose parts have been, and from which control may leave."""
        made = self._vertex(*before, nodes=(index,))
        self.vertices[index] = made
        self.leavers[made] = (index,)
        return made

    # --- expressions -------------------------------------------------------------------------------------

    def _expression(self, index: int, at: int) -> int:
        kind = self.tree.kinds[index]
        if self._is_simple(index):
            return self._simple(index, at)
        self._inside.append(index)
        behind = self._special_expression(index, kind, at)
        self._inside.pop()
        return behind

    def _simple(self, index: int, at: int) -> int:
        """An expression that is evaluated as one."""
        made = self._vertex(at, nodes=tuple(self._evaluated(index)))
        self.vertices[index] = made
        self.owners[made] = index
        return made

    def _evaluated(self, index: int) -> Iterator[int]:
        """The nodes of a simple expression that are evaluated."""
        tree = self.tree
        waiting = [index]
        while waiting:
            at = waiting.pop()
            yield at
            waiting += reversed(self._operands(at, tree.kinds[at]))

    def _operands(self, index: int, kind: int) -> list[int]:
        """The parts of an expression that are evaluated with it."""
        if kind in _UNEVALUATED or kind == Kind.DECL_REF:
            return []
        parts = parts_of(self.tree, index)
        if kind in _CASTS or kind == Kind.COMPOUND_LITERAL:
            return parts[-1:]  # what stands before is of the type: '(__typeof__(s->n))x'
        if kind == Kind.MEMBER:
            return parts[:1]
        if kind == Kind.UNEXPOSED_EXPR and self._is_unevaluated(index):
            return []
        return parts

    def _is_unevaluated(self, index: int) -> bool:
        """Whether an operator whose kind libclang does not tell leaves its operand alone."""
        tree = self.tree
        return tree.parsed is not None and tree.parsed.data.startswith(_WORDS, tree.starts[index])

    def _special_expression(self, index: int, kind: int, at: int) -> int:
        tree = self.tree
        parts = self._operands(index, kind)
        if kind == Kind.BINARY and tree.node(index).binary_operator in _LOGICAL and len(parts) == 2:
            left = self._expression(parts[0], at)
            return self._join(index, left, self._expression(parts[1], left))
        if kind == Kind.CONDITIONAL and len(parts) == 3:
            test = self._expression(parts[0], at)
            return self._join(index, *(self._expression(each, self._vertex(test)) for each in parts[1:]))
        if kind == Kind.STATEMENT_EXPR:
            for each in parts:
                at = self._statement(each, at)
            return self._join(index, at)
        if kind == Kind.BINARY and tree.node(index).binary_operator == Binary.COMMA:
            for each in parts:
                at = self._expression(each, at)
            return self._join(index, at)
        if kind == Kind.GENERIC:
            return self._join(index, at, *(self._expression(each, self._vertex(at)) for each in parts))
        if kind == Kind.UNEXPOSED_EXPR and self._is_unevaluated(index):
            return self._join(index, at)
        if kind == Kind.LAMBDA:
            return self._own(index, at)
        if kind == Kind.CALL:
            return self._call(index, parts, at)
        if kind == Kind.THROW:
            thrown = self._own(index, self._unsequenced(parts, at))
            self._edge(thrown, UNWIND)
            return self._vertex()
        if kind == Kind.UNEXPOSED_EXPR and len(parts) != 1:
            return self._not_understood(index, parts, at)
        if kind in _SIMPLE:
            return self._join(index, self._unsequenced(parts, at))
        if kind in (Kind.NEW, Kind.DELETE):
            return self._own(index, self._unsequenced(parts, at))
        return self._not_understood(index, parts, at)

    def _join(self, index: int, *before: int) -> int:
        """Behind an expression whose parts are not all evaluated."""
        made = self._vertex(*before, nodes=(index,))
        self.vertices[index] = made
        return made

    def _call(self, index: int, parts: list[int], at: int) -> int:
        name = self.tree.node(index).name()
        row = library_function(name)
        if row is not None and row.unevaluated:
            return self._own(index, at)
        called = self._own(index, self._unsequenced(parts, at))
        if name in RETURNING_TWICE:
            self._returning_twice.append(called)
        ends = END if row is not None and row.noreturn else UNWIND if name in UNWINDING else -1
        if ends < 0 or not self.is_system(self.tree.node(index)):
            return called
        self._edge(called, ends)
        return self._vertex()

    def _unsequenced(self, parts: list[int], at: int) -> int:
        """Operands in any order (C11 6.5 paragraph 3): what may not come back may be the first."""
        special = [each for each in parts if not self._is_simple(each)]
        if len(special) > 1:
            at = self._vertex(at)
            self.leavers[at] = tuple(
                index
                for each in special[1:]
                for index in range(each, self.tree.after[each])
                if self.tree.kinds[index] in EVALUATED and self.tree.kinds[index] not in _SIMPLE
            )
        for each in (*special, *(part for part in parts if part not in special)):
            at = self._expression(each, at)
        return at

    def _not_understood(self, index: int, parts: list[int], at: int) -> int:
        """What may evaluate its parts in any order, none or often, and leave the function."""
        made = self._own(index, at)
        for each in parts:
            self._edge(self._statement(each, made), made)
        for way_out in WAYS_OUT:
            self._edge(made, way_out)
        return made

    # --- statements --------------------------------------------------------------------------------------

    def _statement(self, index: int, at: int) -> int:
        kind = self.tree.kinds[index]
        self._inside.append(index)
        self.before[index] = self.vertices[index] = at = self._vertex(at)
        if kind in EXPRESSIONS:
            at = self._expression(index, at)
        else:
            at = _STATEMENTS.get(kind, Builder._other)(self, index, at)
        self._inside.pop()
        self.behind[index] = at = self._vertex(at)
        return at

    def _other(self, index: int, at: int) -> int:
        return self._not_understood(index, parts_of(self.tree, index), at)

    def _compound(self, index: int, at: int) -> int:
        for each in parts_of(self.tree, index):
            at = self._statement(each, at)
        return at

    def _declarations(self, index: int, at: int) -> int:
        tree = self.tree
        for each in tree.children(index):
            if tree.kinds[each] not in (Kind.VARIABLE, Kind.UNEXPOSED_DECL):
                continue
            at = self._declaration(each, at)
        return at

    def _declaration(self, index: int, at: int) -> int:
        """A variable with what it begins with; what stands before its name is of its type."""
        tree = self.tree
        node = tree.node(index)
        name = node.location()
        parts = [each for each in parts_of(self.tree, index) if tree.kinds[each] in EXPRESSIONS]
        once = tree.kinds[index] == Kind.VARIABLE and semantics.is_static(node)
        for each in parts:
            if once or tree.starts[each] < name:
                at = self._vertex(at, self._expression(each, self._vertex(at)))
            else:
                at = self._expression(each, at)
        return self._own(index, at)

    def _if(self, index: int, at: int) -> int:
        begun, test, branches = if_parts(self.tree, index)
        if test < 0:
            return self._other(index, at)
        for each in begun:
            variable = self.tree.kinds[each] == Kind.VARIABLE
            at = self._declaration(each, at) if variable else self._statement(each, at)
        at = self._statement(test, at)
        ends = [self._statement(each, at) for each in branches]
        return self._vertex(*ends, *([at] if len(branches) < 2 else []))

    def _switch(self, index: int, at: int) -> int:
        parts = parts_of(self.tree, index)
        for each in self.tree.children(index):
            if self.tree.kinds[each] == Kind.VARIABLE:
                at = self._declaration(each, at)
        if len(parts) != 2:
            return self._other(index, at)
        at = self._statement(parts[0], at)
        behind = self._over()
        self._breaks.append(behind)
        self._switches.append(at)
        self._edge(self._statement(parts[1], self._vertex()), behind)
        self._switches.pop()
        self._breaks.pop()
        inside = self.tree.kinds[index : self.tree.after[index]]
        if Kind.DEFAULT not in inside or inside.count(Kind.SWITCH) > 1:
            self._edge(at, behind)
        return behind

    def _case(self, index: int, at: int) -> int:
        parts = parts_of(self.tree, index)
        at = self._vertex(at)
        if self._switches:
            self._edge(self._switches[-1], at)
        return self._statement(parts[-1], at) if parts else at

    def _label(self, index: int, at: int) -> int:
        at = self._vertex(at)
        self._labels.setdefault(self.tree.node(index).name(), []).append(at)
        for each in parts_of(self.tree, index):
            at = self._statement(each, at)
        return at

    # --- loops -------------------------------------------------------------------------------------------

    def _body(self, body: int, at: int, again: int, behind: int) -> None:
        self._breaks.append(behind)
        self._continues.append(again)
        self._edge(self._statement(body, at), again)
        self._continues.pop()
        self._breaks.pop()

    def _test(self, test: int, at: int, behind: int, again: int) -> int:
        """A loop's condition, or none: where it is true; where it is not, control is behind the loop.

        One that is a constant may be true for ever, ``again`` and ``again``; others are false in the end (C11
        6.8.5 paragraph 6).
        """
        value: int | None = 1
        if test >= 0:
            at = self._statement(test, at)
            value = semantics.integer_value(self.tree.node(test))
        if value:
            self._edge(again, END)
            self.endless = True
        else:
            self._edge(at, behind)
        return at

    def _over(self) -> int:
        """Where a loop or ``switch`` is over, which is no part of it."""
        return self._vertex(depth=-2)

    def _while(self, index: int, at: int) -> int:
        parts = parts_of(self.tree, index)
        if len(parts) != 2:
            return self._other(index, at)
        head, again, behind = self._vertex(at), self._vertex(), self._over()
        at = head
        for each in self.tree.children(index):
            if self.tree.kinds[each] == Kind.VARIABLE:
                at = self._declaration(each, at)
        self._body(parts[1], self._test(parts[0], at, behind, again), again, behind)
        self._edge(again, head)
        return behind

    def _do(self, index: int, at: int) -> int:
        parts = parts_of(self.tree, index)
        if len(parts) != 2:
            return self._other(index, at)
        first, test, again, behind = self._vertex(at), self._vertex(), self._vertex(), self._over()
        self._body(parts[0], first, test, behind)
        self._edge(self._test(parts[1], test, behind, again), again)
        self._edge(again, first)
        return behind

    def _for(self, index: int, at: int) -> int:
        heads, body = for_parts(self.tree, index)
        if body < 0:
            return self._other(index, at)
        begun, test, then = heads
        if begun >= 0:
            at = self._statement(begun, at)
        head, again, behind = self._vertex(at), self._vertex(), self._over()
        self._body(body, self._test(test, head, behind, again), again, behind)
        self._edge(self._statement(then, again) if then >= 0 else again, head)
        return behind

    def _for_range(self, index: int, at: int) -> int:
        parts = parts_of(self.tree, index)
        variables = [each for each in self.tree.children(index) if self.tree.kinds[each] == Kind.VARIABLE]
        if len(parts) != 2 or len(variables) != 1:
            return self._other(index, at)
        head, behind = self._own(index, self._statement(parts[0], at)), self._over()
        self._edge(head, behind)
        self._body(parts[1], self._declaration(variables[0], head), head, behind)
        return behind

    # --- jumps -------------------------------------------------------------------------------------------

    def _break(self, index: int, at: int) -> int:
        return self._jump(at, self._breaks[-1:])

    def _continue(self, index: int, at: int) -> int:
        return self._jump(at, self._continues[-1:])

    def _return(self, index: int, at: int) -> int:
        for each in parts_of(self.tree, index):
            at = self._expression(each, at)
        return self._jump(at, [RETURN])

    def _jump(self, at: int, to: list[int]) -> int:
        for each in to or WAYS_OUT:
            self._edge(at, each)
        return self._vertex()

    def _goto(self, index: int, at: int) -> int:
        names = [each.name() for each in self.tree.node(index).inside if each.kind == Kind.LABEL_REF]
        self._gotos.append((at, names[0] if len(names) == 1 and names[0] else None))
        return self._vertex()

    def _computed_goto(self, index: int, at: int) -> int:
        for each in parts_of(self.tree, index):
            at = self._expression(each, at)
        self._gotos.append((at, None))
        return self._vertex()

    def _assembly(self, index: int, at: int) -> int:
        behind = self._not_understood(index, parts_of(self.tree, index), at)
        if semantics.is_asm_goto(self.tree.node(index)):
            self._gotos.append((behind, None))
        return behind

    def _try(self, index: int, at: int) -> int:
        """What may not come back in the statement of a ``try`` may throw, which is caught or not."""
        parts = parts_of(self.tree, index)
        first = self._vertex(at)
        ends = [self._statement(parts[0], first)] if parts else [first]
        landing = self._vertex()
        for vertex in range(first, landing):
            if vertex in self.leavers or vertex in self._landings:
                self._edge(vertex, landing)
                if UNWIND not in self.successors[vertex]:
                    self.caught.setdefault(vertex, set()).add(landing)
        self._landings.add(landing)
        self._edge(landing, UNWIND)
        ends += [self._statement(each, landing) for each in parts[1:]]
        return self._vertex(*ends)


def parts_of(tree: Tree, index: int) -> list[int]:
    """What is in a node, without types and names."""
    return [each for each in tree.children(index) if tree.kinds[each] in EVALUATED]


def if_parts(tree: Tree, index: int) -> tuple[list[int], int, list[int]]:
    """What an ``if`` begins with, its condition and its branches; no condition where none is seen."""
    begun = [each for each in tree.children(index) if tree.kinds[each] == Kind.VARIABLE]
    parts = parts_of(tree, index)
    if len(parts) == 2:
        return begun, parts[0], parts[1:]
    if len(parts) == 4:
        return [*begun, parts[0]], parts[1], parts[2:]
    if len(parts) != 3:
        return [], -1, []
    if tree.kinds[parts[0]] not in EXPRESSIONS:
        return [*begun, parts[0]], parts[1], parts[2:]
    if tree.kinds[parts[1]] not in EXPRESSIONS:
        return begun, parts[0], parts[1:]
    between = _text(tree, index, tree.ends[parts[0]], tree.starts[parts[1]])
    if between.startswith(b")"):
        return begun, parts[0], parts[1:]
    return ([*begun, parts[0]], parts[1], parts[2:]) if between.startswith(b";") else ([], -1, [])


def for_parts(tree: Tree, index: int) -> tuple[list[int], int]:
    """The three parts of a loop's head, -1 for what is left out, and its body; -1 where they are not seen."""
    parts = parts_of(tree, index)
    heads, found, at, number = parts[:-1], [-1, -1, -1], tree.starts[index], 0
    if not parts or len(list(tree.children(index))) != len(parts):
        return found, -1  # a variable in the condition
    if len(heads) == 3:
        return heads, parts[-1]
    for each in heads:
        number += _text(tree, index, at, tree.starts[each]).count(b";")
        if number > 2 or found[number] >= 0:
            return found, -1
        found[number] = each
        at = tree.ends[each]
        number += tree.kinds[each] == Kind.DECL_STMT  # its text has the semicolon
    number += _text(tree, index, at, tree.starts[parts[-1]]).count(b";")
    return found, parts[-1] if number == 2 else -1


def _text(tree: Tree, index: int, start: int, end: int) -> bytes:
    """The text between parts of a statement, without comments; nothing of one that a macro gave."""
    if tree.parsed is None or tree.flags[index] & _NO_TEXT:
        return b""
    return b"".join(_COMMENT.sub(b" ", tree.parsed.data[start:end]).split())


_STATEMENTS: dict[int, Callable[[Builder, int, int], int]] = {
    Kind.COMPOUND: Builder._compound,
    Kind.CATCH: Builder._compound,
    Kind.NULL: Builder._compound,
    Kind.DECL_STMT: Builder._declarations,
    Kind.IF: Builder._if,
    Kind.SWITCH: Builder._switch,
    Kind.CASE: Builder._case,
    Kind.DEFAULT: Builder._case,
    Kind.LABEL: Builder._label,
    Kind.WHILE: Builder._while,
    Kind.DO: Builder._do,
    Kind.FOR: Builder._for,
    Kind.FOR_RANGE: Builder._for_range,
    Kind.BREAK: Builder._break,
    Kind.CONTINUE: Builder._continue,
    Kind.RETURN: Builder._return,
    Kind.GOTO: Builder._goto,
    Kind.INDIRECT_GOTO: Builder._computed_goto,
    Kind.ASM: Builder._assembly,
    Kind.TRY: Builder._try,
}
"""How the statements are made that are understood."""

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Sizes: the sources of a program -> how many bytes variables lead to, at places of its functions.

``double *x = malloc(n * sizeof *x); scale(x, n);``  ->  ``8 * n`` behind the allocation, and ``8 * m`` in
``scale(double *a, int m)``, if every call of that is seen and says the same. These are available expressions
(Aho et al., 9.2.6): what holds on each way to a place, of sizes and of the values of numbers. What may
change otherwise than by a plain assignment is not followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, product

from pointerchain.analysis.cfg import Cfg, ControlFlow
from pointerchain.analysis.cfg_builder import ENTRY
from pointerchain.analysis.chains import Chain, Key
from pointerchain.analysis.counting import SHORTEST, key_of
from pointerchain.analysis.effects import MemoryEffects
from pointerchain.analysis.escape import arguments_of
from pointerchain.analysis.points_to import PointsTo
from pointerchain.analysis.sections import Polynomial, Symbol, TooLong
from pointerchain.analysis.summaries import Summaries
from pointerchain.lazy import lazy_pattern
from pointerchain.map.allocations import Numbers
from pointerchain.map.changes import Change, Changes, member_key, words_in
from pointerchain.map.extents import by_members
from pointerchain.map.host import chain_of, summaries_of
from pointerchain.map.source import Unit, unit_of
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.conversions import (
    ignoring_parens_and_casts,
    ignoring_parens_and_implicit_casts,
)
from pointerchain.translator.clang.extents import element_size, is_array, is_in_union, is_pointer, is_unsigned
from pointerchain.translator.clang.libclang import (
    EXPRESSIONS,
    FUNCTIONS,
    INTEGER_TYPES,
    Kind,
    Unary,
)
from pointerchain.translator.clang.semantics import is_null_constant
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.clang.vectors import element_size_of, is_vector, vector_of

Values = frozenset[Polynomial]
"""What a number equals, or how many bytes a pointer leads to: all ways that are known to say it."""
_NAME = lazy_pattern(r"[A-Za-z_]\w*")
_MOST = 12
"""How many expressions are kept of one variable."""
_SCOPES = frozenset((Kind.COMPOUND, Kind.FOR, Kind.IF, Kind.WHILE, Kind.SWITCH, Kind.CATCH, *FUNCTIONS))
"""What a declaration's name ends with."""
_FACTORS = 3
"""How many parameters a size is looked for as a product of."""


class Sizes:
    """Answers for the sources of a program."""

    def __init__(self, units: Sequence[Unit], points_to: PointsTo) -> None:
        self.units, self.points_to = units, points_to
        self._frames: dict[str, Frame | None] = {}
        self._summaries: dict[int, Summaries] = {}
        self._returned: dict[str, tuple[list[Node], list[Polynomial]]] = {}
        self._functions: dict[str, list[tuple[Unit, Node]]] = {}
        for unit in units:
            for node in unit.bodies:
                self._functions.setdefault(unit.storage.usr(node), []).append((unit, node))

    def of(self, unit: Unit, variable: Key, at: int) -> list[Polynomial]:
        """How many bytes a variable leads to at a place of a source: all ways that are known to say it."""
        function = unit.function_around(at)
        frame = self.frame(unit.storage.usr(function)) if function is not None else None
        return frame.sizes_at(variable, at) if frame is not None else []

    def frame(self, function: str) -> Frame | None:
        """What is known of a function; None where it has several bodies, or while it is found out."""
        if function not in self._frames:
            self._frames[function] = None
            self._frames[function] = self._made(function, lambda *row: self._given(function, *row))
        return self._frames[function]

    def _made(self, function: str, given: Callable[[Unit, Node], dict[Key, Values]]) -> Frame | None:
        rows = self._functions.get(function, [])
        if len(rows) != 1:
            return None
        callees = rows[0][0].callees
        if callees.has_body(function) and callees.is_shared(function):
            return None
        frame = Frame(self, *rows[0])
        if not frame.is_known:
            return None
        frame.flow(given(*rows[0]))
        return frame

    def effects(self, unit: Unit, call: Node) -> MemoryEffects | None:
        """What a call of a function of the program's does; None where nobody knows."""
        key = unit.callees.of(call).key
        rows = self._functions.get(key, [])
        unit = rows[0][0] if len(rows) == 1 else unit
        if id(unit) not in self._summaries:
            self._summaries[id(unit)] = summaries_of(unit)
        return self._summaries[id(unit)].of(key) if key else None

    # --- parameters ---------------------------------------------------------------------------------------

    def _given(self, function: str, unit: Unit, node: Node) -> dict[Key, Values]:
        """How many bytes each pointer that is a parameter leads to, in every call of a function."""
        if node.kind != Kind.FUNCTION or not self.points_to.is_called_here_only(function):
            return {}
        parameters = [each for each in node.below if each.kind == Kind.PARAMETER]
        if not any(map(is_pointer, parameters)):
            return {}
        known: dict[Key, Values] | None = None
        for caller, call in self._calls(function, node.name()):
            frame = self._of_caller(caller, call)
            given = frame.given(call, parameters) if frame is not None else {}
            known = given if known is None else _both(known, given)
            if not known:
                return {}
        return known or {}

    def _calls(self, function: str, name: str) -> Iterator[tuple[Unit, Node]]:
        """The calls of a function; one in a header has no text."""
        for unit in self.units:
            for tree in (*unit.trees, *unit.included_trees):
                for node in tree.of_kinds(frozenset((Kind.CALL,))):
                    if node.name() == name and unit.callees.of(node).key == function:
                        yield unit, node

    def _of_caller(self, unit: Unit, call: Node) -> Frame | None:
        function = call.within(FUNCTIONS)
        return self.frame(unit.storage.usr(function)) if function is not None and not call.foreign else None

    # --- what functions return ----------------------------------------------------------------------------

    def of_call(self, unit: Unit, call: Node, numbers: Numbers) -> list[Polynomial]:
        """How many bytes the value of a call leads to: the function's parameters are what arguments are."""
        parameters, sizes = self._returned_by(unit, call)
        arguments = arguments_of(call)
        if len(parameters) != len(arguments):
            return []
        values = {
            each.name(): numbers.number(argument)
            for each, argument in zip(parameters, arguments, strict=True)
            if each.type_kind in INTEGER_TYPES
        }
        return [made for each in sizes if (made := _renamed(each, values)) is not None]

    def _returned_by(self, unit: Unit, call: Node) -> tuple[list[Node], list[Polynomial]]:
        """The parameters of a called function, and how many bytes its value leads to, by their names."""
        callee = unit.callees.of(call) if call.kind == Kind.CALL else None
        if callee is None or callee.knowledge not in (Knowledge.SEEN, Knowledge.NAMED):
            return [], []
        if callee.key not in self._returned:
            self._returned[callee.key] = [], []
            frame = self._made(callee.key, lambda unit, node: {})
            if frame is not None:
                self._returned[callee.key] = frame.parameters, frame.returned()
        return self._returned[callee.key]


class Frame(Numbers):
    """One function: what holds at each of its vertices."""

    def __init__(self, sizes: Sizes, unit: Unit, function: Node) -> None:
        self.sizes, self.unit, self.function, self.tree = sizes, unit, function, function.tree
        self.changes = Changes(unit, function, partial(sizes.effects, unit))
        self.is_known = self.changes.is_known
        self.parameters = [each for each in function.below if each.kind == Kind.PARAMETER]
        self._scopes = {key_of(each.declared()): _scope(each) for each in self._variables()}
        names = [key.name for key in self._scopes]
        self._hidden = {key for key in self._scopes if names.count(key.name) > 1} | self.changes.hidden
        self._before: dict[int, dict[Key, Values]] = {}
        self._now: dict[Key, Values] = {}
        """What holds where an expression is looked at."""
        self._given_at = -1
        """Where a call stands whose arguments are looked at: variables of the file are what they are then."""

    def _variables(self) -> Iterator[Node]:
        return (each for each in self.function.inside if each.kind in (Kind.VARIABLE, Kind.PARAMETER))

    @property
    def cfg(self) -> Cfg:
        """The function's control flow."""
        return ControlFlow(self.tree, self.unit.callees.is_system).of(self.function.index)

    # --- the flow -----------------------------------------------------------------------------------------

    def flow(self, given: dict[Key, Values]) -> None:
        """Find out what holds before each vertex; ``given`` holds where the function begins."""
        self._cfg = self.cfg
        rows = {key: values for key, values in given.items() if key not in self._hidden}
        names = {key.name for key in self._hidden} if rows else set()
        hidden = frozenset(each for each in names if not self.unit.is_settled(each, self.function))
        self._before = {ENTRY: _without(rows, hidden, False)}
        changes = [self.changes.of([self.tree.node(each) for each in row]) for row in self._cfg.nodes]
        waiting = [ENTRY]
        while waiting:
            vertex = waiting.pop()
            after = self._after(self._before[vertex], changes[vertex])
            for each in self._cfg.successors[vertex]:
                if each < 0:
                    continue
                state = after if each not in self._before else _both(self._before[each], after)
                if each not in self._before or state != self._before[each]:
                    self._before[each] = state
                    waiting.append(each)

    def _after(self, before: dict[Key, Values], changes: Sequence[Change]) -> dict[Key, Values]:
        if not changes:
            return before
        self._now = before
        only = changes[0] if len(changes) == 1 else None
        gets = frozenset[Polynomial]()
        if only is not None and only.variable is not None and only.value is not None:
            gets = self._gets(only.variable, only.value)
        words = frozenset(word for each in changes for word in each.words())
        behind = any(each.behind for each in changes)
        words |= self.changes.references if behind else set()
        state = _without(before, words, behind)
        for each in changes:
            if each.variable is not None:
                state.pop(each.variable, None)
        if only is not None and only.variable is not None and gets:
            kept = frozenset(each for each in gets if not _is_named(each, words, behind))
            if kept:
                state[only.variable] = kept
        for each in changes:
            number = self.number(each.elements) if each.elements is not None else None
            size = self._size_of(each.vector) if each.vector is not None else None
            if number is not None and size is not None and not _is_named(number, words, behind):
                state[Key(size.text, "", -1)] = frozenset((number,))
        return state

    def _gets(self, variable: Key, value: Node) -> Values:
        """What a variable equals, or how many bytes it leads to, once it has a value."""
        if not self._is_followed(variable):
            return frozenset()
        if value.type_kind not in INTEGER_TYPES and (
            is_pointer(value) or ignoring_parens_and_casts(value).kind in (Kind.NEW, Kind.CALL)
        ):
            sizes = self.sizes_of(value)
            return self._most(sizes if any(map(_asks_vector, sizes)) else self._expanded(sizes))
        number = self.number(value)
        return frozenset((number,)) if number is not None else frozenset()

    def _is_followed(self, variable: Key) -> bool:
        """Whether nothing but what is seen sets a variable, or the member of one."""
        root = next((key for key in self._scopes if key[1:] == variable[1:]), None)
        return root is not None and root not in self._hidden

    @staticmethod
    def _most(rows: Sequence[Polynomial]) -> Values:
        return frozenset(sorted(dict.fromkeys(rows), key=_plainness)[:_MOST])

    # --- expressions --------------------------------------------------------------------------------------

    def named(self, node: Node) -> Polynomial | None:
        """A variable, or a member that one leads to, as a symbol."""
        chain = chain_of(node)
        declared = node.declaration()
        if chain is None or declared is None or chain.root in self._hidden or chain.root not in self._scopes:
            value = semantics.integer_value(node) if node.kind == Kind.DECL_REF else None
            if value is not None:
                return Polynomial.of(value)
            return self.unit.file_number(node, self._given_at) if self._given_at >= 0 else None
        if declared.lasting or node.type.volatile or is_in_union(node):
            return None
        return Polynomial.of(Symbol(chain.text, unsigned=is_unsigned(node)))

    def counted(self, call: Node) -> Polynomial | None:
        """How many elements a vector has: ``v.size()``."""
        function = call.below[0] if call.below else None
        if call.name() != "size" or function is None or function.kind != Kind.MEMBER or not function.below:
            return None
        size = self._size_of(function.below[0]) if is_vector(function.below[0]) else None
        return Polynomial.of(size) if size is not None else None

    def _size_of(self, vector: Node) -> Symbol | None:
        """How many elements a vector has that is a variable, or a member, as a symbol."""
        if vector.kind == Kind.VARIABLE:
            chain = Chain(key_of(vector.declared()))
            lasting = vector.declared().lasting
        else:
            named, declared = chain_of(vector), vector.declaration()
            if named is None or declared is None:
                return None
            chain, lasting = named, declared.lasting
        if lasting or chain.root in self._hidden or chain.root not in self._scopes:
            return None
        if chain.members and not self.changes.shared.isdisjoint(each.key.name for each in chain.members):
            return None
        return Symbol(f"{chain.text}.size()", unsigned=True)

    def sizes_of(self, node: Node) -> list[Polynomial]:
        """How many bytes an expression leads to, where that is looked at."""
        node = ignoring_parens_and_casts(node)
        vector = vector_of(node)
        if vector is not None:
            count, each = self._size_of(vector), Polynomial.of(element_size_of(vector))
            return [Polynomial.of(count) * each] if count is not None else []
        if is_array(node):
            size = semantics.size(node)
            return [Polynomial.of(size)] if size > 0 else []
        if node.kind == Kind.UNARY and node.unary_operator == Unary.ADDRESS_OF:
            return self._of_address(ignoring_parens_and_implicit_casts(node.below[0]))
        made = self.allocated(self.unit, node)
        if made is not None:
            return [made]
        if node.kind == Kind.CALL:
            return self.sizes.of_call(self.unit, node, self)
        chain = chain_of(node) if node.kind in (Kind.DECL_REF, Kind.MEMBER) else None
        if chain is None or not is_pointer(node):
            return []
        if not chain.members:
            return list(self._now.get(chain.root, ())) or self._of_variable(node)
        if chain.root in self._hidden or chain.root not in self._scopes:
            return []
        member = member_key(chain)
        if member is not None and member in self._now:
            return list(self._now[member])
        known = self.unit.lengths(chain.members[-1].key, element_size(node))
        each = Polynomial.of(element_size(node))
        return [by_members(chain, known) * each] if known is not None else []

    def _of_variable(self, named: Node) -> list[Polynomial]:
        """How many bytes a variable of the file leads to, where a call is given it."""
        if self._given_at < 0:
            return []
        size = element_size(named)
        known = self.unit.variable_length(named, size, self._given_at)
        return [known * Polynomial.of(size)] if known is not None else []

    def _of_address(self, named: Node) -> list[Polynomial]:
        """The same of ``&x[0]``, and of the address of a variable."""
        if named.kind == Kind.SUBSCRIPT:
            below = [each for each in named.below if each.kind in EXPRESSIONS]
            return self.sizes_of(below[0]) if semantics.integer_value(below[1]) == 0 else []
        size = semantics.size(named) if named.kind == Kind.DECL_REF else 0
        return [Polynomial.of(size)] if size > 0 else []

    def returned(self) -> list[Polynomial]:
        """How many bytes the function's value leads to, by the names of its parameters."""
        known: list[Polynomial] | None = None
        names = {each.name() for each in self.parameters}
        unset = {each for each in names if each not in self._set}
        for node in self.function.inside:
            if (
                node.kind != Kind.RETURN
                or not node.below
                or is_null_constant(ignoring_parens_and_casts(node.below[0]))
            ):
                continue
            self._now = self._before.get(self._cfg.vertex(node.index), {})
            rows = self._expanded(self.sizes_of(node.below[0]))
            mine = [each for each in rows if {symbol.text for symbol in each.symbols} <= unset]
            known = mine if known is None else [each for each in known if each in mine]
        return known or []

    @property
    def _set(self) -> set[str]:
        """The names of the parameters that the function sets."""
        rows = self.changes.of([self.function, *self.function.inside])
        return {each.variable.name for each in rows if each.variable is not None} | {
            key.name for key in self._hidden
        }

    # --- answers ------------------------------------------------------------------------------------------

    def sizes_at(self, variable: Key, at: int) -> list[Polynomial]:
        """How many bytes a variable leads to at a place of the text, in names that are known there."""
        self._now = self._before.get(self._cfg.place(at), {})
        rows = self._expanded(list(self._now.get(variable, ())))
        return [each for each in rows if all(self._is_in_scope(symbol, at) for symbol in each.symbols)]

    def _is_in_scope(self, symbol: Symbol, at: int) -> bool:
        name = next(iter(_NAME.findall(symbol.text)), "")
        if any(key.name == name and scope[0] <= at < scope[1] for key, scope in self._scopes.items()):
            return True
        return name == symbol.text and self.unit.is_settled(name, self.function)

    def _expanded(self, rows: Sequence[Polynomial]) -> list[Polynomial]:
        """The plainest ways to say a number first, then those with variables' values in their place."""
        out = dict.fromkeys(sorted(rows, key=_plainness))
        values = {key.name: rows for key, rows in self._now.items() if key not in self._hidden}
        waiting = list(out)
        while waiting and len(out) < _MOST:
            each = waiting.pop(0)
            known = [symbol for symbol in sorted(each.symbols) if values.get(symbol.text)]
            for some in (known, *([symbol] for symbol in known if len(known) > 1)):
                equal = {symbol: sorted(values[symbol.text], key=_plainness) for symbol in some}
                for made in _replaced(each, some, equal) if some else ():
                    if made not in out and len(out) < _MOST:
                        out[made] = None
                        waiting.append(made)
        return list(out)

    def given(self, call: Node, parameters: Sequence[Node]) -> dict[Key, Values]:
        """How many bytes parameters lead to in a call of the function's, by the names of parameters."""
        self._given_at = call.start
        try:
            return self._as_given(call, parameters)
        finally:
            self._given_at = -1

    def _lasts(self, size: Polynomial, function: Node) -> bool:
        """Whether a called function may say a number as the caller does: by variables of a file."""
        own = {key.name for key in self._scopes}
        names = {symbol.text for symbol in size.symbols}
        unit = unit_of(self.sizes.units, function)
        return (
            bool(names) and own.isdisjoint(names) and all(unit.is_settled(each, function) for each in names)
        )

    def _as_given(self, call: Node, parameters: Sequence[Node]) -> dict[Key, Values]:
        self._now = self._before.get(self._cfg.vertex(call.index), {})
        rows = list(zip(parameters, arguments_of(call), strict=False))
        values: dict[str, list[Polynomial]] = {}
        roots: dict[str, str] = {}
        for parameter, argument in rows:
            if parameter.type_kind in INTEGER_TYPES and semantics.size(parameter) >= SHORTEST:
                number = self.number(argument)
                if number is not None:
                    values[parameter.name()] = self._expanded([number])
            elif is_pointer(parameter):
                roots |= _root_of(parameter.name(), argument)
        unsigned = {each.name(): is_unsigned(each) for each in parameters}
        function = parameters[0].parent if parameters else None
        out: dict[Key, Values] = {}
        for parameter, argument in rows:
            if is_pointer(parameter):
                sizes = self._expanded(self.sizes_of(argument))
                each = element_size(parameter)
                made = [
                    said for size in sizes for said in _by_parameters(size, each, values, roots, unsigned)
                ]
                if not made and function is not None:
                    made = [size for size in sizes if self._lasts(size, function)]
                if made:
                    out[key_of(parameter.declared())] = self._most(made)
        return out


def _scope(declaration: Node) -> tuple[int, int]:
    """Where in the text a variable may be named."""
    for each in declaration.ancestors():
        if each.kind in _SCOPES:
            return declaration.end, each.end
    return declaration.end, declaration.end


def _plainness(value: Polynomial) -> tuple[int, bool, int, str]:
    """An order in which what has fewer terms comes first, and names before numbers."""
    return len(value.terms), value.constant is not None, len(value.symbols), value.text()


def _both(one: Mapping[Key, Values], other: Mapping[Key, Values]) -> dict[Key, Values]:
    """What holds on both of two ways."""
    rows = ((key, values & other[key]) for key, values in one.items() if key in other)
    return {key: values for key, values in rows if values}


def _is_named(value: Polynomial, words: frozenset[str], behind: bool) -> bool:
    """Whether one of some words, or an arrow, is in an expression."""
    return any(_is_changed(each, words, behind) for each in value.symbols)


def _asks_vector(value: Polynomial) -> bool:
    """Whether an expression asks a vector for its size, which may grow where its elements are."""
    return any(each.text.endswith("()") for each in value.symbols)


def _is_changed(symbol: Symbol, words: frozenset[str], behind: bool) -> bool:
    return (behind and "->" in symbol.text) or not words.isdisjoint(words_in(symbol.text))


def _without(state: Mapping[Key, Values], words: frozenset[str], behind: bool) -> dict[Key, Values]:
    """What still holds where words change: what equals them takes their places."""
    if not words and not behind:
        return dict(state)
    equal: dict[Symbol, list[Polynomial]] = {}
    changed = {
        symbol
        for values in state.values()
        for each in values
        for symbol in each.symbols
        if _is_changed(symbol, words, behind)
    }
    for symbol in changed:
        itself = Polynomial.of(symbol)
        for key, values in state.items():
            if itself in values and key.name not in words:
                equal.setdefault(symbol, []).append(Polynomial.of(Symbol(key.name, -1, symbol.unsigned)))
            if key.name == symbol.text:
                equal.setdefault(symbol, []).extend(
                    each for each in values if not _is_named(each, words, behind)
                )
    out: dict[Key, Values] = {}
    for key, values in state.items():
        if not key.name.isidentifier() and _is_changed(Symbol(key.name), words, behind):
            continue  # a member's, or a vector's number of elements
        kept = {each for each in values if not _is_named(each, words, behind)}
        for each in (row for row in values - kept if not _asks_vector(row)):
            kept.update(_replaced(each, [symbol for symbol in each.symbols if symbol in changed], equal))
        kept.discard(Polynomial.of(Symbol(key.name)))
        kept.discard(Polynomial.of(Symbol(key.name, -1, True)))
        if kept:
            out[key] = frozenset(sorted(kept, key=_plainness)[:_MOST])
    return out


def _replaced(
    value: Polynomial, symbols: Sequence[Symbol], equal: Mapping[Symbol, Sequence[Polynomial]]
) -> list[Polynomial]:
    """An expression with what equals some symbols in their places."""
    rows = [value]
    for symbol in symbols:
        rows = [
            made
            for each in rows
            for other in equal.get(symbol, ())
            if (made := _put(each, symbol, other)) is not None
        ]
    return rows[:_MOST]


def _put(value: Polynomial, symbol: Symbol, other: Polynomial) -> Polynomial | None:
    """An expression with another one in a symbol's place."""
    try:
        return value.substituted(symbol, other) if value.coefficient(symbol) is not None else None
    except TooLong:
        return None


def _renamed(value: Polynomial, values: Mapping[str, Polynomial | None]) -> Polynomial | None:
    """An expression with values in the places of all its symbols, which are names."""
    try:
        return value.mapped(lambda symbol: values.get(symbol.text))
    except TooLong:
        return None


def _root_of(parameter: str, argument: Node) -> dict[str, str]:
    """What begins names behind a pointer in the caller, and in the function: ``&s``  ->  ``s.``, ``p->``."""
    node = ignoring_parens_and_casts(argument)
    if node.kind == Kind.UNARY and node.unary_operator == Unary.ADDRESS_OF:
        named = ignoring_parens_and_implicit_casts(node.below[0])
        return {f"{named.name()}.": f"{parameter}->"} if named.kind == Kind.DECL_REF else {}
    return {f"{node.name()}->": f"{parameter}->"} if node.kind == Kind.DECL_REF else {}


def _by_parameters(
    size: Polynomial,
    element: int,
    values: Mapping[str, Sequence[Polynomial]],
    roots: Mapping[str, str],
    unsigned: Mapping[str, bool],
) -> Iterator[Polynomial]:
    """How the parameters of a function say a number of a caller's: the bytes of elements of a size."""
    if size.constant is not None:
        yield size
    names: dict[str, Polynomial | None] = {}
    for symbol in size.symbols:
        known = [name for name, rows in sorted(values.items()) if Polynomial.of(symbol) in rows]
        led = [mine + symbol.text[len(own) :] for own, mine in roots.items() if symbol.text.startswith(own)]
        name = known[0] if known else led[0] if led else ""
        word = Symbol(name, -1, unsigned.get(name, symbol.unsigned))
        names[symbol.text] = Polynomial.of(word) if name else None
    if size.symbols and (made := _renamed(size, names)) is not None:
        yield made
    factors = [name for name, rows in sorted(values.items()) if rows[-1].constant not in (0, 1)]
    for count in range(1, _FACTORS + 1):
        for some in combinations(factors, count):
            said = Polynomial.of(1)
            for each in some:
                said *= Polynomial.of(Symbol(each, -1, unsigned[each]))
            for rows in product(*(values[each] for each in some)):
                times = _times(size, _multiplied(rows))
                if times is not None and (size.constant is None or times == element):
                    yield said * Polynomial.of(times)


def _multiplied(rows: Sequence[Polynomial]) -> Polynomial:
    out = Polynomial.of(1)
    try:
        for each in rows:
            out *= each
    except TooLong:
        return Polynomial()
    return out


def _times(one: Polynomial, other: Polynomial) -> int | None:
    """How often one number is the other, where that is a whole number."""
    if not one.terms or not other.terms or one.terms[0][1] % other.terms[0][1]:
        return None
    times = one.terms[0][1] // other.terms[0][1]
    return times if times > 0 and one == other * Polynomial.of(times) else None

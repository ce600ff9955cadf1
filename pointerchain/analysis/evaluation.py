# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Evaluation: the expressions of a kernel -> their values over symbols.

``at - g->cols`` where ``at`` is ``r * g->cols + c``  ->  ``r * g->cols + c - g->cols``. What conditions say
is known in their branches; functions that are called are evaluated in their place. What expressions name,
and what is noted of it, is below, in :mod:`places`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence

from pointerchain.analysis.chains import (
    Among,
    Chain,
    Element,
    Inside,
    Key,
    Named,
    Numbers,
    Own,
    Place,
    Pointer,
    ToLocal,
    Value,
    among_of,
    chains_of,
    combined,
    joined,
    only,
)
from pointerchain.analysis.counting import (
    SHORTEST,
    addressed_in,
    key_of,
    lent_in,
    stripped_of_parens,
)
from pointerchain.analysis.escape import arguments_of
from pointerchain.analysis.library import library_function
from pointerchain.analysis.places import Places, is_named
from pointerchain.analysis.sections import ONE, Guards, Polynomial, Symbol
from pointerchain.analysis.uses import ElementUse
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.conversions import (
    CASTS,
    ignoring_parens_and_casts,
    ignoring_parens_and_implicit_casts,
)
from pointerchain.translator.clang.extents import (
    have_same_elements,
    holds_pointers,
    is_array,
    is_unsigned,
)
from pointerchain.translator.clang.libclang import (
    EXPRESSIONS,
    INCREMENTS,
    INTEGER_TYPES,
    POINTER_TYPE,
    POSTFIX,
    RECORD_TYPE,
    Binary,
    Kind,
    TypeKind,
    Unary,
)
from pointerchain.translator.clang.tree import Node

_MAKING = frozenset((Kind.BINARY, Kind.CALL, Kind.INTEGER, Kind.FLOATING, Kind.CONDITIONAL))
"""What makes a value, or reads one of two."""
_COMPARED = frozenset(
    (Binary.LESS, Binary.GREATER, Binary.LESS_EQUAL, Binary.GREATER_EQUAL, Binary.EQUAL, Binary.UNEQUAL)
)
_DIVIDING = frozenset((Binary.DIVIDE, Binary.REMAINDER))
_ARITHMETIC = frozenset((Binary.ADD, Binary.SUBTRACT, Binary.MULTIPLY))
_UNSURE = Guards(exact=False)
Uses = set[tuple[Chain, ElementUse]]
"""Accesses to elements, with what has them."""


CONVERTING = frozenset((*CASTS, Kind.C_CAST, Kind.STATIC_CAST, Kind.FUNCTIONAL_CAST))
"""Casts that a kernel may have."""


class Evaluation(Places):
    """The expressions of one statement."""

    # --- values -------------------------------------------------------------------------------------------

    def value(self, node: Node, followed: bool = False) -> Value:
        """The value of an expression; all that it accesses is noted."""
        value = self._value(node, followed)
        integer = node.type_kind in INTEGER_TYPES and semantics.size(node) >= SHORTEST
        if isinstance(value, frozenset) and not integer:
            return None
        return value

    def _value(self, node: Node, followed: bool) -> Value:
        kind = node.kind
        if kind in (Kind.INTEGER, Kind.CHARACTER, Kind.SIZEOF, Kind.BOOLEAN):
            value = semantics.integer_value(node)
            wraps = value is not None and is_unsigned(node) and value >= 1 << 8 * semantics.size(node) - 1
            return frozenset((Polynomial.of(value),)) if value is not None and not wraps else None
        if node.type_kind == POINTER_TYPE and semantics.is_null_constant(node):
            return Among()
        if kind in (Kind.FLOATING, Kind.STRING, Kind.NULLPTR, Kind.GNU_NULL, Kind.IMAGINARY):
            return None
        if kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
            return self._converted(node, followed)
        if kind == Kind.DECL_REF and (constant := self._constant(node)) is not None:
            return frozenset((Polynomial.of(constant),))
        if is_named(node):
            return self.load(self.place(node), node, followed)
        if kind == Kind.UNARY:
            return self._unary(node)
        if kind == Kind.BINARY:
            return self._binary(node)
        if kind == Kind.COMPOUND_ASSIGN:
            return self._changed(node)
        if kind == Kind.CONDITIONAL:
            return self._either(node)
        if kind in CONVERTING:
            return self._cast(node)
        if kind == Kind.CALL:
            return self._call(node)
        if kind in (Kind.INIT_LIST, Kind.COMPOUND_LITERAL):
            for each in node.below:
                if each.kind >= Kind.UNEXPOSED_EXPR:
                    self.value(each)
            return None
        raise self.refuse(node, f"'{self._text(node)}'")

    def _constant(self, node: Node) -> int | None:
        declared = node.declaration()
        if declared is not None and declared.kind == Kind.ENUMERATOR:
            return semantics.integer_value(node)
        return None

    def _converted(self, node: Node, followed: bool) -> Value:
        below = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
        if len(below) != 1:
            raise self.refuse(node, f"'{self._text(node)}'")
        inner = below[0]
        value = self.value(inner, followed)
        if node.type_kind == POINTER_TYPE and isinstance(value, (Pointer, Inside, Among)):
            return self.pointed(node, inner, value)
        if node.type_kind != POINTER_TYPE:
            self._note_tested(inner)
        return value

    def pointed(self, node: Node, inner: Node, value: Value) -> Value:
        """A pointer that is converted: one to elements of another size may lead anywhere in the objects."""
        if inner.type_kind != POINTER_TYPE or have_same_elements(node, inner):
            return value
        among = among_of(value)
        plain = among is not None and not among.linked
        return (
            among.moved if among and plain and not (holds_pointers(node) or holds_pointers(inner)) else None
        )

    def _cast(self, node: Node) -> Value:
        below = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
        if not below:
            raise self.refuse(node, f"'{self._text(node)}'")
        value = self.value(below[-1])
        if node.type_kind in INTEGER_TYPES and _is_led(below[-1]):
            raise self.refuse(
                node, f"'{self._text(node)}' is the number of a pointer, another on the device."
            )
        if isinstance(value, (Pointer, Inside, Among, ToLocal)):
            return (
                self.pointed(node, ignoring_parens_and_implicit_casts(below[-1]), value)
                if node.type_kind == POINTER_TYPE
                else None
            )
        return value

    def _unary(self, node: Node) -> Value:
        operator, operand = node.unary_operator, node.below[0]
        if operator == Unary.ADDRESS_OF:
            return self._address(node, operand)
        if operator in INCREMENTS:
            place = self.place(operand)
            before = self.load(place, ignoring_parens_and_implicit_casts(operand))
            up = operator in (Unary.POST_INCREMENT, Unary.PRE_INCREMENT)
            after = self._moved(before, frozenset((ONE,)), Binary.ADD if up else Binary.SUBTRACT)
            self.store(place, ignoring_parens_and_implicit_casts(operand), after)
            return before if operator in POSTFIX else after
        if operator == Unary.LOGICAL_NOT:
            self._test(node)
            return None
        value = self.value(operand)
        if operator in (Unary.PLUS, Unary.EXTENSION):
            return value
        if operator == Unary.MINUS and isinstance(value, frozenset):
            return frozenset(-each for each in value)
        return None

    def _address(self, node: Node, operand: Node) -> Value:
        named = ignoring_parens_and_implicit_casts(operand)
        if named.kind == Kind.DECL_REF and named.type_kind in (
            TypeKind.FUNCTIONPROTO.value,
            TypeKind.FUNCTIONNOPROTO.value,
        ):
            raise self.refuse(node, "a pointer to a function")
        place = self.place(operand)
        if isinstance(place, Own):
            if place.key is not None:
                self.values[place.key] = None
            return ToLocal(place.key)
        if isinstance(place, Among):
            return place if self._is_element(named) else place.moved
        if isinstance(place, Named):
            raise self.refuse(node, f"the address of '{place.chain.text}', which is another on the device,")
        if place.whole and not place.inner:
            return Pointer(place.chain, place.offset)
        return Inside(place.chain, place.offset)

    @staticmethod
    def _is_element(node: Node) -> bool:
        """Whether an expression names all of an element that a pointer leads to."""
        if node.kind == Kind.SUBSCRIPT:
            return not any(is_array(ignoring_parens_and_implicit_casts(each)) for each in node.below)
        return node.kind == Kind.UNARY

    def _moved(self, value: Value, by: Numbers | None, operator: int) -> Value:
        if isinstance(value, Pointer):
            return Pointer(value.chain, combined(value.offset, by, operator))
        if isinstance(value, Inside):
            return Inside(value.chain, None)
        if isinstance(value, Among):
            return self._beyond(value, by, operator)
        return value if isinstance(value, ToLocal) else combined(value, by, operator)

    def _binary(self, node: Node) -> Value:
        operator = node.binary_operator
        left, right = node.below
        if operator == Binary.ASSIGN:
            value = self.value(right)
            place = self.place(left)
            known = only(value)
            constant = known.constant if known is not None else None
            self.store(place, ignoring_parens_and_implicit_casts(left), value, constant)
            return value
        if operator == Binary.COMMA:
            self.value(left)
            return self.value(right)
        if operator in (Binary.LOGICAL_AND, Binary.LOGICAL_OR) or operator in _COMPARED:
            self._test(node)
            return None
        one, two = self.value(left), self.value(right)
        self._check_compared(node, one, two)
        if node.type_kind == POINTER_TYPE:
            if isinstance(two, (Pointer, Inside, Among, ToLocal)):
                one, two = two, one
            return self._moved(one, two if isinstance(two, frozenset) else None, operator)
        if (
            operator == Binary.MULTIPLY
            and node.type_kind in INTEGER_TYPES
            and semantics.size(node) > SHORTEST
        ):
            self.found.wide = True
        if operator == Binary.SHIFT_LEFT and isinstance(two, frozenset) and len(two) == 1:
            by = next(iter(two)).constant
            if by is not None and 0 <= by < 32:
                two, operator = frozenset((Polynomial.of(1 << by),)), Binary.MULTIPLY
        if operator in _DIVIDING:
            return self._divided(node, one, two)
        if operator in _ARITHMETIC and isinstance(one, frozenset) and isinstance(two, frozenset):
            return combined(one, two, operator)
        return None

    def _divided(self, node: Node, one: Value, two: Value) -> Value:
        """A quotient or remainder of what does not change in the kernel: a number that is not known."""
        left, right = only(one), only(two)
        if left is None or right is None or any(each.loop >= 0 for each in left.symbols | right.symbols):
            return None
        parts = (
            each.text() if each.text().isidentifier() or each.text().isdigit() else f"({each.text()})"
            for each in (left, right)
        )
        text = f"({f' {node.operator_sign} '.join(parts)})"
        return frozenset((Polynomial.of(Symbol(text, unsigned=is_unsigned(node))),))

    def _changed(self, node: Node) -> Value:
        """``x += y``."""
        target, operand = node.below
        by = self.value(operand)
        place = self.place(target)
        before = self.load(place, ignoring_parens_and_implicit_casts(target))
        after: Value = None
        if node.operator_sign in ("+=", "-="):
            operator = Binary.ADD if node.operator_sign == "+=" else Binary.SUBTRACT
            after = self._moved(before, by if isinstance(by, frozenset) else None, operator)
        self.store(place, ignoring_parens_and_implicit_casts(target), after)
        return after

    def _either(self, node: Node) -> Value:
        condition, one, two = (each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR)
        true, false = self._test(condition)
        values: list[Value] = []
        start = dict(self.values)
        first = self.branch(true, lambda: values.append(self.value(one)))
        own, self.values = self.values, dict(start)
        second = self.branch(false, lambda: values.append(self.value(two)))
        self._join(own)
        self.note_both(first, second)
        return joined(*values)

    # --- conditions ---------------------------------------------------------------------------------------

    def _assume(self, said: Guards) -> None:
        self.said = self.said.joined_with(said)
        self.certain = self.certain and said.exact

    def branch(self, said: Guards, evaluate: Callable[[], None]) -> Uses:
        """Evaluate what runs under a condition; returns what it certainly accesses, as if it always ran."""
        before = self.said, self.certain
        marks = {chain: len(rows) for chain, rows in self.found.elements.items()}
        self.said, self.certain = self.said.joined_with(said), True
        inside, sure = self.said, before[1] and said.exact
        evaluate()
        always: Uses = set()
        for chain, rows in self.found.elements.items():
            for number in range(marks.get(chain, 0), len(rows)):
                use = rows[number]
                levels = [use.access, *use.inner]
                if all(each.certain and each.guards == inside for each in levels):
                    always.add((chain, use.under(before[0], before[1])))
                rows[number] = use.only_if(sure)
        self.said, self.certain = before
        return always

    def note_both(self, first: Uses, second: Uses) -> None:
        """Note what is accessed whether a condition is true or false."""
        places = {(chain, use.unplaced): use for chain, use in second}
        for chain, use in sorted(first, key=lambda row: row[1].where):
            if (chain, use.unplaced) in places:
                self.found.elements[chain].append(use)

    def _test(self, node: Node) -> tuple[Guards, Guards]:
        """Evaluate a condition: what holds where it is true, and where it is false."""
        node = stripped_of_parens(node)
        if node.kind == Kind.UNEXPOSED_EXPR and len(node.below) == 1:
            return self._test(node.below[0])
        if node.kind == Kind.UNARY and node.unary_operator == Unary.LOGICAL_NOT:
            true, false = self._test(node.below[0])
            return false, true
        operator = node.binary_operator if node.kind == Kind.BINARY else -1
        if operator in (Binary.LOGICAL_AND, Binary.LOGICAL_OR):
            both = operator == Binary.LOGICAL_AND
            first = self._test(node.below[0])
            before = self.said, self.certain
            self._assume(first[0] if both else first[1])
            second = self._test(node.below[1])
            self.said, self.certain = before
            if both:
                return first[0].joined_with(second[0]), _UNSURE
            return _UNSURE, first[1].joined_with(second[1])
        if operator in _COMPARED:
            return self._compared(node, operator)
        self.value(node)
        self._note_tested(node)
        return _UNSURE, _UNSURE

    def _note_tested(self, node: Node) -> None:
        """Note that a pointer is asked whether it is null."""
        if node.type_kind == POINTER_TYPE:
            self.found.tested.append((node, self._text(node), self.where(node)))

    def _compared(self, node: Node, operator: int) -> tuple[Guards, Guards]:
        one, two = (self.value(each) for each in node.below)
        self._check_compared(node, one, two)
        if not (isinstance(one, frozenset) and isinstance(two, frozenset)) or len(one) > 1 or len(two) > 1:
            return _UNSURE, _UNSURE
        left, right = next(iter(one)), next(iter(two))
        if any(map(is_unsigned, node.below)) and not (left.is_count and right.is_count):
            return _UNSURE, _UNSURE  # a difference of unsigned numbers is none where it would be negative
        if operator in (Binary.GREATER, Binary.GREATER_EQUAL):
            left, right = right, left
            operator = Binary.LESS if operator == Binary.GREATER else Binary.LESS_EQUAL
        less, more = right - left, left - right
        if operator == Binary.LESS:
            return Guards((less - ONE,)), Guards((more,))
        if operator == Binary.LESS_EQUAL:
            return Guards((less,)), Guards((more - ONE,))
        equal, unequal = Guards((less, more)), Guards((), (less,))
        return (equal, unequal) if operator == Binary.EQUAL else (unequal, equal)

    def _check_compared(self, node: Node, one: Value, two: Value) -> None:
        """Refuse the difference of pointers, or a comparison, of which the device may move only one."""
        if not all(_is_led(each) for each in node.below):
            return
        if any(_is_null(each) for each in node.below):
            for each in node.below:
                self._note_tested(each)
            return
        if isinstance(one, ToLocal) and isinstance(two, ToLocal):
            return
        chains = [chains_of(each) for each in (one, two)]
        if not all(chains) or len(chains[0] | chains[1]) > 1:
            text = self._text(node)
            raise self.refuse(
                node, f"'{text}' compares pointers, of which the device has others: use an index."
            )

    def _join(self, other: Mapping[Key, Value]) -> None:
        """Put the variables' values of another way to the same place beside those of this one."""
        for key in {*self.values, *other}:
            self.values[key] = joined(self.values.get(key), other.get(key))

    # --- calls --------------------------------------------------------------------------------------------

    def _call(self, node: Node) -> Value:
        callee = self.callees.of(node)
        arguments = arguments_of(node)
        if callee.knowledge is Knowledge.SYSTEM:
            row = library_function(callee.name)
            pointed = any(each.type_kind == POINTER_TYPE for each in arguments)
            if row is None or not row.is_pure or row.unevaluated or pointed:
                raise self.refuse(node, f"a call of '{callee.name}'")
            for each in arguments:
                self.value(each)
            return None
        if self.callees.copies_bytes(node) and (copied := self._copied(node)):
            return copied[0]
        if callee.knowledge is not Knowledge.SEEN or self.callees.is_shared(callee.key):
            why = (
                "a call through a pointer"
                if not callee.name
                else f"a call of '{callee.name}', whose body is not seen,"
            )
            raise self.refuse(node, why)
        if callee.key in self.keys:
            raise self.refuse(node, f"the recursion of '{callee.name}'")
        return self._inlined(node, callee.key, callee.name, arguments)

    def _copied(self, node: Node) -> tuple[Value] | None:
        """The value of a call that is a copy of plain data, as in C: what it copies is read, and stored."""
        operands = [each for each in node.below if each.kind in EXPRESSIONS]
        if node.name() != "operator=":
            values = [self.value(each) for each in operands]
            return (values[0] if len(values) == 1 else None,)
        if len(operands) != 3:
            return None
        target, _, given = operands
        value = self.value(given)
        self.store(self.place(target), ignoring_parens_and_implicit_casts(target), value)
        return (value,)

    def _inlined(self, node: Node, key: str, name: str, arguments: Sequence[Node]) -> Value:
        """The value of a call of a function whose body is seen."""
        tree = self.callees.tree(key)
        body = next((tree.node(at) for at in tree.children(1) if tree.kinds[at] == Kind.COMPOUND), None)
        parameters = [tree.node(at) for at in tree.children(1) if tree.kinds[at] == Kind.PARAMETER]
        if body is None or len(parameters) != len(arguments) or Kind.LAMBDA in tree.kinds:
            raise self.refuse(node, f"a call of '{name}'")
        if types.returns_reference(node):
            raise self.refuse(node, f"a call of '{name}', which returns a reference,")
        self.found.calls.setdefault(name, self.where(node))
        where = self.where(node)
        bound: dict[Key, Place] = {}
        values: dict[Key, Value] = {}
        for parameter, argument in zip(parameters, arguments, strict=True):
            own = key_of(parameter.declared())
            if not types.is_reference(parameter):
                values[own] = self.value(argument)
                continue
            bound[own] = self._bound(parameter, argument, name) or Own(own)
            if bound[own] == Own(own):
                value = self.value(argument)
                one_of_two = ignoring_parens_and_implicit_casts(argument).kind == Kind.CONDITIONAL
                values[own] = None if one_of_two else value
        self.bound |= bound
        self.addressed.update((*addressed_in(body), *lent_in(body)))
        for own, value in values.items():
            self.own.add(own)
            known = None if own in self.addressed else value
            self.values[own] = known._replace(direct=False) if isinstance(known, Pointer) else known
        before = self.said, self.certain, self.keys
        self.calls.append((name, where))
        self.keys = (*self.keys, key)
        self.returned.append([])
        self.statement(body)
        self.calls.pop()
        self.said, self.certain, self.keys = before
        results = self.returned.pop()
        result: Value = results[0] if results else None
        for each in results[1:]:
            result = joined(result, each)
        return result

    def _bound(self, parameter: Node, argument: Node, name: str) -> Place | None:
        """What a parameter refers to; None where it is a constant of its own, with the argument's value."""
        named, constant = ignoring_parens_and_implicit_casts(argument), types.refers_to_constant(parameter)
        alike = types.refers_to_its_like(parameter, named)
        if is_named(named):
            place = self.place(named) if alike else None
            if isinstance(place, Element):
                return place._replace(direct=False)
            if place is not None and (constant or not isinstance(place, Named)):
                return place
        copied = named.kind in _MAKING or (not alike and named.type_kind != RECORD_TYPE)
        if not constant or not copied:
            raise self.refuse(argument, f"what is given to '{name}', which takes a reference,")
        return None

    @abstractmethod
    def statement(self, node: Node) -> None:
        """Evaluate a statement, as :mod:`constructs` does."""


def _is_led(node: Node) -> bool:
    """Whether an expression is a pointer or an array."""
    return node.type_kind == POINTER_TYPE or is_array(ignoring_parens_and_implicit_casts(node))


def _is_null(node: Node) -> bool:
    """Whether an expression is a null pointer, however that is written."""
    plain = ignoring_parens_and_casts(node)
    return plain.kind in (Kind.NULLPTR, Kind.GNU_NULL) or semantics.integer_value(plain) == 0

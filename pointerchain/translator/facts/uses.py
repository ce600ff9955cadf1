# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Usage: a node of Clang's tree -> what the program does with the object it names.

``s->n += 2`` writes it, ``f(s->n)`` reads it or, through a reference parameter, writes it,
``&s->n`` takes its address, ``sizeof(s->n)`` does not evaluate it.

Whatever is not known to be one of these is ``OTHER``, which the checks refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from enum import Enum

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.libclang import (
    EXPRESSIONS,
    FUNCTIONS,
    INCREMENTS,
    POSTFIX,
    Binary,
    Kind,
    TypeKind,
    Unary,
)
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.operators import Change, changes, is_passed

ASSIGN, COMMA, THREE_WAY = Binary.ASSIGN, Binary.COMMA, Binary.THREE_WAY
DEPENDENT = "dependent"
"""The detail of an address that a template's argument may take."""
BINDING = "binding"
"""The detail of an address that a structured binding takes."""
UNKNOWN, ARRAY_TYPE, RANGE, CAPTURE, ARROW = "", "array type", "for", "capture", "->"
"""The details of OTHER, beside the keyword or operator that an object is an operand of."""
OPERATOR = "operator"
"""The detail of a use by an operator or conversion that a template's argument may make a class's own.

An address may be taken by it; it hardly changes what it reads."""
_OPERATORS = frozenset((Kind.UNARY, Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.SUBSCRIPT, Kind.UNEXPOSED_EXPR))
_ASSIGNED = lazy_pattern(rb"\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)")
_WORD = lazy_pattern(rb"[A-Za-z_$][\w$]*")
_BUILTIN = frozenset(b"const void bool char short int long float double signed unsigned".split())
_LAST_WORD = lazy_pattern(rb"[A-Za-z_$][\w$]*\Z")
_OFFSETS = (Binary.ADD, Binary.SUBTRACT)
ADDRESS_OF, REAL, IMAG = Unary.ADDRESS_OF, Unary.REAL, Unary.IMAG

ARRAYS = frozenset((TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.DEPENDENTSIZEDARRAY))
REFERENCES = frozenset((TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE))
CASTS = frozenset(
    (
        Kind.C_CAST,
        Kind.STATIC_CAST,
        Kind.DYNAMIC_CAST,
        Kind.REINTERPRET_CAST,
        Kind.CONST_CAST,
        Kind.FUNCTIONAL_CAST,
    )
)


class Use(Enum):
    """What happens to an object."""

    READ = "read"
    WRITE = "changed"
    ADDRESS = "address"
    UNEVALUATED = "unevaluated"
    METHOD = "method"
    OTHER = "other"


class Usage(NamedTuple):
    """One use: what it is, at which node, and for OTHER and METHOD a keyword, operator or name."""

    use: Use
    node: Node
    detail: str = ""


def usage(node: Node, cxx: bool, hoisted: Set[int] = frozenset()) -> Usage:
    """How the object that ``node`` names is used; ``hoisted`` has the subscripts of hoisted chains."""
    return _Ascent(node, cxx, hoisted).usage()


def _is_array(node: Node) -> bool:
    return node.type.kind in ARRAYS


class _Ascent:
    """The way up from an object's name to the node that decides how it is used, and what is known on it.

    For each kind of parent a transfer function of ``_TRANSFER`` gives the usage, or the next node to look at.
    """

    __slots__ = ("assigned", "bound_const", "called", "converted", "cxx", "hoisted", "part", "start")

    def __init__(self, start: Node, cxx: bool, hoisted: Set[int]) -> None:
        self.start, self.cxx, self.hoisted = start, cxx, hoisted
        self.part = False
        """The expression is a member of the object, not the object."""
        self.bound_const = False
        """It is bound to a reference to const."""
        self.assigned: Node | None = None
        """The assignment whose value is used further, or the call (C++)."""
        self.called = False
        """It is the result of a call, which may be a reference to the object."""
        self.converted: Node | None = None
        """The conversion to a dependent type, which may be a reference or hold one."""

    def usage(self) -> Usage:
        """The usage of the object."""
        expr = self.start
        while (parent := expr.parent) is not None:
            step = _overloaded(self, expr, parent) if self.cxx and parent.kind in _OPERATORS else None
            if step is None:
                step = _TRANSFER.get(parent.kind, _other)(self, expr, parent)
            if isinstance(step, Usage):
                return step
            expr = step
        return self.done(Use.OTHER, self.start, UNKNOWN)

    def done(self, use: Use, node: Node, detail: str = "") -> Usage:
        """The usage at a node, as the way to it allows to say it."""
        if (self.called or self.converted is not None) and use in (Use.METHOD, Use.WRITE):
            return Usage(Use.ADDRESS, self.start)
        if self.assigned is not None and use is Use.READ:
            return Usage(Use.WRITE, self.assigned)
        if self.converted is not None and use is Use.READ:
            return Usage(use, self.converted, OPERATOR)
        return Usage(use, node, detail)

    def address(self, detail: str = "") -> Usage:
        """The object's address is taken."""
        return Usage(Use.ADDRESS, self.start, detail)

    def convert(self, expr: Node, conversion: Node) -> Node:
        """Go on behind a conversion to a dependent type."""
        self.converted = None if expr.type.const else conversion
        return conversion


_Step = Usage | Node
"""What a transfer function gives: the usage, or the node whose parent is looked at next."""


def _overloaded(way: _Ascent, expr: Node, parent: Node) -> _Step | None:
    """An operator that a template's argument may make a class's own; None where it is the built-in one."""
    change = changes(parent, expr, way.hoisted)
    const = way.bound_const or expr.type.const
    if change is not Change.NEVER and semantics.is_bit_field(way.start):
        return way.done(Use.READ, parent)  # no reference could be bound to it
    if change is Change.LIKELY:
        if way.converted is not None and not is_passed(parent):
            return way.done(Use.READ, parent)  # a value was made of it
        if _is_array(expr):
            return way.done(Use.OTHER, parent, ARRAY_TYPE)
        if not const:
            return Usage(Use.ADDRESS, parent, OPERATOR)
        way.called = True
        return parent
    if change is Change.UNUSUAL and not const:
        if expr.ordinal != 0 or parent.kind != Kind.COMPOUND_ASSIGN:
            return way.done(Use.READ, parent, OPERATOR)
    return None


def _parentheses(way: _Ascent, expr: Node, parent: Node) -> _Step:
    return parent


def _implicit(way: _Ascent, expr: Node, parent: Node) -> _Step:
    """A conversion that nobody spells."""
    if _is_array(expr) and _is_array(parent):
        way.bound_const = True  # bound to a reference to a const array
        return parent
    if _is_array(expr):
        if not way.part:
            return way.done(Use.READ, parent)
        above = _outside_parentheses(parent)
        if above is not None and above.kind == Kind.SUBSCRIPT:
            return above
        return way.done(Use.ADDRESS, way.start)
    if not way.cxx:
        return way.done(Use.READ, parent)
    if expr.type.dependent or not parent.type.spelling:
        return parent  # without a type: a list in parentheses, which initialises something
    if parent.type.const and not expr.type.const:
        way.bound_const = True
        return parent
    if expr.type.kind == TypeKind.RECORD and parent.type.kind == TypeKind.RECORD:
        return parent  # derived to base, or a temporary of the same class
    if way.called and _is_bound(parent):
        return way.address()  # no conversion to a value, but the end of temporaries
    return way.done(Use.READ, parent)


def _unary(way: _Ascent, expr: Node, parent: Node) -> _Step:
    operator = parent.unary_operator
    if operator in INCREMENTS:
        if not way.cxx or operator in POSTFIX:  # a postfix one's value is the old one's copy
            return Usage(Use.WRITE, parent)
        way.assigned = parent
        return parent
    if operator == ADDRESS_OF:
        return way.done(Use.ADDRESS, parent)
    if operator in (REAL, IMAG):
        way.part = True
        return parent
    return way.done(Use.READ, parent)


def _binary(way: _Ascent, expr: Node, parent: Node) -> _Step:
    operator = parent.binary_operator
    left = expr.ordinal == 0
    if left and (parent.kind == Kind.COMPOUND_ASSIGN or operator == ASSIGN):
        if way.converted is not None:
            return way.address(DEPENDENT)
        if not way.cxx:
            return Usage(Use.WRITE, parent)
        way.assigned = parent
        return parent
    if operator == COMMA and not left and way.cxx:
        return parent
    if operator in (Binary.MEMBER_OF, Binary.MEMBER_AT) and left:
        return way.done(Use.OTHER, parent, ".*")
    return way.done(Use.READ, parent)


def _conditional(way: _Ascent, expr: Node, parent: Node) -> _Step:
    return way.done(Use.READ, parent) if expr.ordinal == 0 or not way.cxx else parent


def _member(way: _Ascent, expr: Node, parent: Node) -> _Step:
    if _is_dependent_callee(parent):
        return way.done(Use.METHOD, parent, _spelled(parent))
    if "bound member function" in parent.type.spelling or parent.type.kind == TypeKind.FUNCTIONPROTO:
        return way.done(Use.METHOD, parent, parent.name())
    way.part = True
    return parent


def _read(way: _Ascent, expr: Node, parent: Node) -> _Step:
    return way.done(Use.READ, parent)


def _call(way: _Ascent, expr: Node, parent: Node) -> _Step:
    if way.called and semantics.is_elided_copy(parent):
        return parent
    if way.assigned is not None and not way.called:
        return way.address()
    if call_of(parent) in ("__builtin_va_start", "__builtin_c23_va_start") and expr.ordinal > 1:
        return way.done(Use.UNEVALUATED, parent)
    if way.cxx and not parent.type.dependent and _is_conversion(parent):
        return way.done(Use.READ, parent)
    if parent.type.dependent and parent.names_type():
        return way.convert(expr, parent)
    const = way.bound_const or expr.type.const
    argument = _argument(expr, parent, way.cxx, const, way.start)
    if argument is not None:
        if way.assigned is None or argument.use is Use.ADDRESS:
            return argument
        return Usage(Use.WRITE, way.assigned)
    # what the call refers to may be the object: what happens to that happens to the object
    way.called = True
    way.assigned = way.assigned if const else way.assigned or parent
    return parent


def _initialised(way: _Ascent, expr: Node, parent: Node) -> _Step:
    """A variable or field that the object initialises."""
    if _is_array(expr) and not expr.type.dependent:
        return way.done(Use.OTHER, parent, ARRAY_TYPE)
    if types.is_reference(parent):
        return way.address()
    if not way.cxx:
        return way.done(Use.READ, parent)
    if parent.type.kind == TypeKind.RECORD and expr.type.spelling in ("", "void"):
        return way.address(DEPENDENT)  # braces in which a template's argument decides
    if way.start.type.kind != TypeKind.RECORD and types.is_of_local_class(parent):
        return way.address(DEPENDENT)  # its constructor shows where it is no template's
    if types.is_dependent(parent) and not types.is_plain_auto(parent):
        return way.address(DEPENDENT)
    return way.done(Use.READ, parent)


def _parameter(way: _Ascent, expr: Node, parent: Node) -> _Step:
    """The length in a prototype's parameter."""
    return way.done(Use.OTHER, parent, UNKNOWN) if way.cxx else way.done(Use.UNEVALUATED, parent)


def _returned(way: _Ascent, expr: Node, parent: Node) -> _Step:
    """A returned object: where the function returns a reference, its address escapes."""
    if _is_array(expr):
        return Usage(Use.OTHER, parent, ARRAY_TYPE)
    function = parent.within(FUNCTIONS | {Kind.LAMBDA})
    if way.cxx and function is not None and not _returns_value(function):
        return way.address()
    return Usage(Use.WRITE, way.assigned) if way.assigned is not None else Usage(Use.READ, parent)


def _cast(way: _Ascent, expr: Node, parent: Node) -> _Step:
    written = parent.parsed.data[parent.start : expr.start]
    if way.cxx and parent.type.dependent:
        return way.convert(expr, parent)
    if way.cxx and way.start.type.kind != TypeKind.RECORD and types.is_of_local_class(parent):
        return way.address(DEPENDENT)
    referred = b"&" in written and b"&&" not in written and parent.type.kind != TypeKind.VOID
    if way.cxx and (referred or _names_reference(parent)):
        return parent
    if not way.cxx or b"&" not in written or parent.type.kind == TypeKind.VOID:
        return way.done(Use.READ, parent)  # a template's casts show no conversion to a value
    return way.address()


def _size(way: _Ascent, expr: Node, parent: Node) -> _Step:
    return way.done(Use.UNEVALUATED, parent)


def _list(way: _Ascent, expr: Node, parent: Node) -> _Step:
    if way.cxx and parent.type.kind != TypeKind.RECORD and parent.type.kind not in ARRAYS:
        return parent  # a list of dependent type, or of one value: what it initialises decides
    if not way.cxx or not types.has_reference_field(parent):
        return way.done(Use.READ, parent)
    return way.address()


def _declaration(way: _Ascent, expr: Node, parent: Node) -> _Step:
    if way.cxx and semantics.binds(parent):
        return way.address(BINDING)
    return way.done(Use.OTHER, parent, UNKNOWN)


def _range(way: _Ascent, expr: Node, parent: Node) -> _Step:
    if parent.below[-1].index == expr.index:
        return way.done(Use.READ, parent)  # the loop's body
    return way.done(Use.OTHER, parent, RANGE)


def _captured(way: _Ascent, expr: Node, parent: Node) -> _Step:
    initial = _initialiser(expr, parent)
    return way.done(initial, parent) if initial is not None else way.done(Use.OTHER, parent, CAPTURE)


def _new(way: _Ascent, expr: Node, parent: Node) -> _Step:
    if parent.type.dependent or _is_dependent_pointer(parent):
        return way.address(DEPENDENT)
    return way.done(Use.OTHER, parent, UNKNOWN)


def _statement(way: _Ascent, expr: Node, parent: Node) -> _Step:
    if _is_array(expr):
        return way.done(Use.OTHER, parent, ARRAY_TYPE)
    return way.done(Use.READ, parent)


def _operand(way: _Ascent, expr: Node, parent: Node) -> _Step:
    return way.done(Use.OTHER, parent, _KEYWORDS[parent.kind])


def _other(way: _Ascent, expr: Node, parent: Node) -> _Step:
    """A statement, or a kind that the table does not know."""
    if Kind.UNEXPOSED_STMT <= parent.kind <= Kind.DECL_STMT:
        return _statement(way, expr, parent)
    return way.done(Use.OTHER, parent, UNKNOWN)


_KEYWORDS = {Kind.ASM: "asm", Kind.GENERIC: "_Generic", Kind.TYPEID: "typeid"}
_TRANSFER: dict[int, Callable[[_Ascent, Node, Node], _Step]] = {
    Kind.PAREN: _parentheses,
    Kind.UNEXPOSED_EXPR: _implicit,
    Kind.UNARY: _unary,
    Kind.BINARY: _binary,
    Kind.COMPOUND_ASSIGN: _binary,
    Kind.CONDITIONAL: _conditional,
    Kind.MEMBER: _member,
    Kind.SUBSCRIPT: _read,
    Kind.CALL: _call,
    Kind.VARIABLE: _initialised,
    Kind.FIELD: _initialised,
    Kind.PARAMETER: _parameter,
    Kind.RETURN: _returned,
    **dict.fromkeys(CASTS, _cast),
    Kind.SIZEOF: _size,
    Kind.INIT_LIST: _list,
    Kind.UNEXPOSED_DECL: _declaration,
    Kind.FOR_RANGE: _range,
    **dict.fromkeys(_KEYWORDS, _operand),
    Kind.LAMBDA: _captured,
    Kind.VARIABLE_REF: _captured,
    Kind.NEW: _new,
    Kind.THROW: _statement,
    Kind.DELETE: _statement,
}
"""What each kind of parent does to an object."""


def call_of(call: Node) -> str:
    """The name of the function that a call calls."""
    return call.name()


def _names_reference(cast: Node) -> bool:
    """Whether a cast is to a reference that another name stands for: ``(R)s->n``."""
    return any(each.kind == Kind.TYPE_REF and each.type.kind in REFERENCES for each in cast.below)


def _is_dependent_callee(member: Node) -> bool:
    """Whether a member whose object depends on a template's argument is called."""
    above = member.parent
    if above is None or above.kind != Kind.CALL or not member.type.dependent:
        return False
    return member.start == above.start and member.ordinal == 0 and member.declaration() is None


def _is_conversion(call: Node) -> bool:
    """Whether a call is a conversion to a built-in type in a template: ``double(s->n)``."""
    below = call.below
    return (
        bool(below)
        and below[0].kind in EXPRESSIONS
        and below[0].start > call.start
        and call.declaration() is None
    )


def _is_dependent_pointer(new: Node) -> bool:
    return types.pointee(new).dependent


def _spelled(member: Node) -> str:
    """The name of a member that a template's argument decides about."""
    text = member.parsed.data[member.start : member.end]
    found = _LAST_WORD.search(text)
    return found.group().decode("utf-8", "replace") if found else member.name()


def _initialiser(expr: Node, capture: Node) -> Use | None:
    """What ``[n = s->n]`` and its kind do to what they name; None where a capture has no initializer.

    Clang's tree leaves out the outermost operator of an initializer: its text tells whether it changes.
    """
    around = capture.parent if capture.kind == Kind.VARIABLE_REF else capture
    data = expr.parsed.data
    start = data.find(b"[", around.start if around is not None else 0, expr.start)
    head = data[start + 1 : expr.start].rpartition(b",")[2].strip()
    if expr.macro or not any(sign in head + data[expr.start : expr.start + 1] for sign in (b"=", b"{", b"(")):
        return None
    tail = data[expr.end : data.find(b"]", expr.end)].partition(b",")[0]
    if head.startswith(b"&"):
        return Use.ADDRESS
    changes = b"++" in head + tail or b"--" in head + tail or _ASSIGNED.match(tail) or head.endswith(b"&")
    return Use.WRITE if changes else Use.READ


def _outside_parentheses(node: Node) -> Node | None:
    above = node.parent
    while above is not None and above.kind == Kind.PAREN:
        above = above.parent
    return above


def _argument(expr: Node, call: Node, cxx: bool, const: bool, start: Node) -> Usage | None:
    """An object that stands directly in a call: C++ binds it to a reference, or copies a class.

    None where the call's value may be a reference to the object.
    """
    if _is_array(expr):
        return Usage(Use.OTHER, call, ARRAY_TYPE)
    if expr.type.kind == TypeKind.RECORD and not cxx:
        return Usage(Use.READ, call)
    if expr.ordinal == 0 and expr.type.dependent:
        return Usage(Use.READ, call)
    if expr.type.kind == TypeKind.RECORD and semantics.is_by_value(call, expr):
        return Usage(Use.READ, expr)
    plain = Usage(Use.READ, call) if const else Usage(Use.WRITE, call)
    if semantics.is_constructor(call):
        if semantics.is_reading_copy(call):
            return Usage(Use.READ, call)
        keeps = not semantics.is_copy(call, expr) and semantics.could_hold(call, expr, const=const)
        return Usage(Use.ADDRESS, start) if keeps else plain
    if _is_dropped(call):
        return plain
    referred = semantics.result_may_refer(call, expr, const=const)
    if referred is None:
        return Usage(Use.ADDRESS, start)
    return None if referred else plain


def _is_dropped(call: Node) -> bool:
    """Whether nothing is left of a call's value at the end of its statement: ``tie(a, b) = f();``."""
    above, expr = outside_wrappers(call)
    if above is not None and above.kind == Kind.CALL and above.name() == "operator=" and expr.ordinal == 0:
        above, expr = outside_wrappers(above)
    statement = above is not None and Kind.UNEXPOSED_STMT <= above.kind < Kind.DECL_STMT
    return statement and above is not None and above.kind != Kind.RETURN


def _is_bound(node: Node) -> bool:
    """Whether a reference is initialised with an expression."""
    above, _ = outside_wrappers(node)
    if above is not None and above.kind == Kind.RETURN:
        function = above.within(FUNCTIONS | {Kind.LAMBDA})
        return function is not None and not _returns_value(function)
    return above is not None and above.kind == Kind.VARIABLE and types.is_reference(above)


def _returns_value(function: Node) -> bool:
    """Whether a function or lambda returns a copy; one whose type a template decides may not."""
    if function.kind != Kind.LAMBDA:
        return types.returns_value(function)
    text = function.parsed.data[function.start : function.end]
    _, arrow, result = text[: text.find(b"{")].rpartition(b"]")[2].rpartition(b"->")
    return not arrow or (b"&" not in result and all(w in _BUILTIN for w in _WORD.findall(result)))


def outside_wrappers(node: Node) -> tuple[Node | None, Node]:
    """What is around an expression, and that with its parentheses and implicit conversions."""
    expr = node
    while expr.parent is not None and expr.parent.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
        expr = expr.parent
    return expr.parent, expr


def subscripted(node: Node) -> Node:
    """The element of an array that is subscripted at once; else the array."""
    while True:
        above = outside_wrappers(node)[0]
        if above is None or above.kind != Kind.SUBSCRIPT or not _is_array(node):
            return node
        node = above


def is_copied(use: Usage) -> bool:
    """Whether an object is read there and then, and not given to a function by reference."""
    if use.use is not Use.READ:
        return False
    return use.node.kind != Kind.CALL or semantics.is_constructor(use.node) or use.node.name() == "operator="


def passed_to_call(node: Node) -> tuple[Node, Node] | None:
    """The call that gets the value of ``node`` as an argument, and the argument as it is passed."""
    expr = node
    while True:
        parent = expr.parent
        if parent is None:
            return None
        if parent.kind == Kind.CALL:
            if (
                expr.ordinal == 0
                and expr.span == node.span
                and parent.start == node.start
                and parent.end > node.end
            ):
                # the callee itself, unless a constructor or conversion wraps the object
                return None if expr.type.kind == TypeKind.POINTER else (parent, expr)
            return parent, expr
        if not passes_on(parent, expr):
            return None
        expr = parent


def kept_address(node: Node) -> Node | None:
    """The expression whose value, an address that leads to ``node``, a variable or an object gets."""
    expr = node
    while expr.parent is not None:
        parent = expr.parent
        is_assigned = parent.kind == Kind.BINARY and parent.binary_operator == ASSIGN and expr.ordinal == 1
        if is_assigned or parent.kind in (Kind.VARIABLE, Kind.INIT_LIST):
            return expr
        if not passes_on(parent, expr):
            return None
        expr = parent
    return None


def listed_in(node: Node) -> tuple[Node, Node] | None:
    """The outermost list in braces that gets the value of ``node``, and its element in the inner one."""
    expr, element, found = node, node, None
    while expr.parent is not None:
        parent = expr.parent
        if parent.kind == Kind.INIT_LIST:
            element, found = (expr, parent) if found is None else (element, parent)
        elif not passes_on(parent, expr):
            break
        expr = parent
    return None if found is None else (found, element)


def passes_on(node: Node, part: Node) -> bool:
    """Whether an expression is, or leads into, the object that a part of it is or leads to."""
    kind = node.kind
    if kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.STATEMENT_EXPR) or kind in CASTS:
        return True
    if kind == Kind.CONDITIONAL:
        return part.ordinal > 0
    if kind == Kind.BINARY:
        operator = node.binary_operator
        if operator in _OFFSETS:
            return bool(node.type.kind == TypeKind.POINTER)
        return bool(operator == ASSIGN or (operator == COMMA and part.ordinal > 0))
    if kind == Kind.COMPOUND:
        return part.ordinal == len(node.below) - 1 and _is_value(node)
    if kind == Kind.UNARY and node.unary_operator != Unary.DEREFERENCE:
        return node.unary_operator == ADDRESS_OF or node.unary_operator in INCREMENTS
    if kind == Kind.COMPOUND_ASSIGN:
        return part.ordinal == 0
    inside = kind in (Kind.UNARY, Kind.MEMBER) or (kind == Kind.SUBSCRIPT and part.ordinal == 0)
    return inside and not _is_read(node)


def _is_value(block: Node) -> bool:
    return block.parent is not None and block.parent.kind == Kind.STATEMENT_EXPR


def _is_read(node: Node) -> bool:
    """Whether Clang reads a number there, so that its object goes no further."""
    if node.type.kind in (TypeKind.RECORD, TypeKind.POINTER) or _is_array(node) or node.type.dependent:
        return False
    return node.parent is not None and node.parent.kind == Kind.UNEXPOSED_EXPR


def shows_type(node: Node, cxx: bool) -> bool:
    """Whether a value is used where its own type shows: it is not promoted, converted or stored as another's.

    A bit-field has its member's type there, not the type that it promotes to: ``throw``, ``_Generic``, the
    operands of ``?:`` and of a comma, what ``auto`` or a template deduces from.
    """
    expr = node
    while True:
        parent = expr.parent
        if parent is None:
            return True
        kind = parent.kind
        if kind == Kind.UNEXPOSED_EXPR:
            if parent.type.canonical.removeprefix("const ") != expr.type.canonical.removeprefix("const "):
                above, arm = outside_wrappers(parent)
                # g++ gives a conditional with one bit-field the type that its member is declared with
                if above is not None and above.kind == Kind.INIT_LIST:
                    return cxx  # braces do not narrow
                return above is not None and above.kind == Kind.CONDITIONAL and arm.ordinal != 0
            expr = parent
        elif kind == Kind.PAREN:
            expr = parent
        elif kind in (Kind.BINARY, Kind.COMPOUND_ASSIGN):
            operator = parent.binary_operator
            if operator == COMMA:
                return expr.ordinal != 0
            return operator == THREE_WAY  # else promoted, or converted to what it is assigned to
        elif kind == Kind.UNARY or kind in CASTS:
            return False
        elif kind == Kind.CONDITIONAL:
            return expr.ordinal != 0
        elif kind == Kind.VARIABLE:
            return parent.type.dependent or types.is_deduced(parent)
        elif kind == Kind.RETURN:
            function = parent.within(FUNCTIONS | {Kind.LAMBDA})
            return function is None or function.kind != Kind.FUNCTION or types.result_deduced(function)
        elif kind == Kind.CALL:
            return cxx
        elif kind == Kind.INIT_LIST:
            return cxx  # braces do not narrow
        elif kind == Kind.SUBSCRIPT:
            return False
        elif kind == Kind.COMPOUND:
            return parent.parent is not None and parent.parent.kind == Kind.STATEMENT_EXPR
        else:
            return kind not in (Kind.IF, Kind.WHILE, Kind.DO, Kind.FOR, Kind.SWITCH)

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Code: Clang's tree of a function -> what is executed, taken apart by this room alone.

``s->t[i] += 2``  ->  ``update '+' (index (member 't' (deref (var s))) (var i)) (const 2)``. What is not in
the table becomes ``unknown``, which nobody can execute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.extents import element_size, is_array, is_pointer, ordered_members
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    DECLARATIONS,
    EXPRESSIONS,
    FUNCTIONS,
    POINTER_TYPE,
    RECORD_TYPE,
    Kind,
    kind_name,
)
from pointerchain.translator.clang.parsed import Declaration, is_system
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.clang.types import is_plain_data, is_reference, pointee

Key = tuple[str, int, str]
"""A declaration: file, offset and name."""
NUMBER, OTHER, POINTER, ARRAY, RECORD = "number", "other", "pointer", "array", "record"
_WHOLE = range(3, 21)  # CXType_Bool and the whole numbers behind it
_ENUM = 106
_SIZED = (*range(3, 40), _ENUM, RECORD_TYPE, *ARRAY_TYPES)
"""The types of which Clang tells bytes: it fails for that of a member function."""


class Code(NamedTuple):
    """An expression or statement."""

    op: str
    at: int
    parts: tuple[Code | None, ...] = ()
    name: Any = None
    """A sign, a member, a declaration's key, a value, or a directive."""
    kind: str = OTHER
    size: int = 0
    """The bytes of its type."""
    target: int = 0
    """The bytes of what it leads to, for a pointer or an array."""
    text: str = ""
    """A chain as it is written, without white space."""
    flag: bool = False
    """Of a pointer: what it leads to is constant. Of a variable: it is ``const``, or promised to be alone."""


class Function(NamedTuple):
    """A function with a body: its parameters, and what it executes."""

    name: str
    parameters: tuple[Code, ...]
    body: Code
    is_static: bool


_PASSED = frozenset((Kind.PAREN, Kind.UNEXPOSED_EXPR))
_CASTS = frozenset(
    (Kind.C_CAST, Kind.STATIC_CAST, Kind.REINTERPRET_CAST, Kind.CONST_CAST, Kind.FUNCTIONAL_CAST)
)
_VALUES = frozenset((Kind.INTEGER, Kind.CHARACTER, Kind.BOOLEAN, Kind.SIZEOF))
_NAMING = frozenset(("var", "member", "index", "deref"))
_WORDS = {
    Kind.ASM: "inline assembly",
    Kind.GENERIC: "'_Generic'",
    Kind.GOTO: "a 'goto'",
    Kind.LABEL: "a label",
    Kind.STATEMENT_EXPR: "a statement expression",
    Kind.UNEXPOSED_EXPR: "an expression that Clang's library does not show",
    Kind.UNEXPOSED_STMT: "a statement that Clang's library does not show",
}
_PLAIN = {Kind.BREAK: "break", Kind.CONTINUE: "continue", Kind.NULL: "null", Kind.COMPOUND: "block"}


class Reader:
    """Reads the trees of one text; ``directives`` are those in the place of which loops stand, by offset."""

    def __init__(
        self,
        data: bytes,
        code: bytes,
        directives: Mapping[int, tuple[Any, int]],
    ) -> None:
        self.data, self.code, self.directives = data, code, directives

    def function(self, node: Node) -> Function:
        """A function with a body."""
        parameters = tuple(self.variable(each) for each in node.below if each.kind == Kind.PARAMETER)
        body = next(each for each in node.below if each.kind == Kind.COMPOUND)
        return Function(node.name(), parameters, self.statement(body), not node.is_external())

    def variable(self, node: Node) -> Code:
        """A variable's declaration, with what it is initialised by."""
        declared = node.declared()
        kind, size, target = self._kind(node)
        first = next((each for each in reversed(node.below) if each.kind in EXPRESSIONS), None)
        if first is not None and kind == ARRAY and first.kind != Kind.INIT_LIST:
            first = None if first.kind != Kind.STRING else first
        if is_reference(node):
            return Code("unknown", node.start, (), "a reference")
        if _is_computed(node, kind, target):
            return Code("unknown", node.start, (), _COMPUTED)
        parts = (self.expression(first) if first is not None else None,)
        text = self.data[node.start : node.end]
        alone = b"restrict" in text if kind == POINTER else node.type.const or b"const" in text.split(b"=")[0]
        static = semantics.is_static(node) and node.kind == Kind.VARIABLE
        key = (declared.file, declared.offset, declared.name)
        return Code("static" if static else "decl", node.start, parts, key, kind, size, target, flag=alone)

    # --- statements ---------------------------------------------------------------------------------------

    def statement(self, node: Node) -> Code:
        """A statement, or an expression that stands as one."""
        kind, at = node.kind, node.start
        if kind in EXPRESSIONS:
            return self.expression(node)
        if kind == Kind.FOR and at in self.directives:
            return self._directive(node)
        below = [each for each in node.below if each.kind not in range(400, 500)]
        if kind in _PLAIN:
            return Code(_PLAIN[kind], at, tuple(self.statement(each) for each in below))
        if kind == Kind.DECL_STMT:
            variables = tuple(self.variable(each) for each in below if each.kind == Kind.VARIABLE)
            plain = all(each.kind in DECLARATIONS for each in below)
            return Code("block", at, variables, "open") if plain else self._unknown(node)
        if kind == Kind.IF and len(below) in (2, 3) and below[0].kind in EXPRESSIONS:
            test, *ways = below
            return Code("if", at, (self.expression(test), *map(self.statement, ways)))
        if kind == Kind.WHILE and below[0].kind in EXPRESSIONS:
            return Code("for", at, (None, self.expression(below[0]), None, self.statement(below[1])))
        if kind == Kind.DO:
            return Code("do", at, (self.statement(below[0]), self.expression(below[1])))
        if kind == Kind.FOR:
            return self._for(node, below)
        if kind == Kind.RETURN:
            return Code("return", at, tuple(map(self.expression, below)))
        if kind == Kind.SWITCH and len(below) == 2:
            return Code("switch", at, (self.expression(below[0]), self.statement(below[1])))
        if kind in (Kind.CASE, Kind.DEFAULT):
            return Code("case", at, (self.statement(below[-1]),))
        return self._unknown(node)

    def _for(self, node: Node, below: list[Node]) -> Code:
        """The parts of a ``for``, of which Clang's tree leaves out those that are empty."""
        body = below[-1]
        open_ = self.code.find(b"(", node.start)
        ends, depth = [], 0
        for at in range(open_, body.start):
            sign = self.code[at : at + 1]
            depth += (sign in b"([{") - (sign in b")]}") if sign else 0
            if sign == b";" and depth == 1:
                ends.append(at)
        if node.macro or len(ends) != 2:
            return self._unknown(node)
        parts: list[Code | None] = [None, None, None]
        for each in below[:-1]:
            number = 0 if each.start <= ends[0] else 1 if each.start <= ends[1] else 2
            parts[number] = self.statement(each)
        return Code("for", node.start, (*parts, self.statement(body)))

    def _directive(self, node: Node) -> Code:
        """The loop that stands for a directive: what its clauses evaluate, and its statement."""
        directive, count = self.directives[node.start]
        first, body = node.below[0], node.below[-1]
        items: list[Code] = []
        for _ in range(count):
            items.append(self.expression(first.below[1]))
            first = first.below[0]
        return Code("directive", node.start, (self.statement(body), *reversed(items)), directive)

    # --- expressions --------------------------------------------------------------------------------------

    def expression(self, node: Node) -> Code:
        """An expression, without what Clang converts."""
        kind, at = node.kind, node.start
        if kind in _PASSED:
            below = node.below
            return self.expression(below[0]) if len(below) == 1 else self._unknown(node)
        if kind in _VALUES:
            return Code("const", at, (), semantics.integer_value(node), NUMBER, semantics.size(node))
        if kind in (Kind.FLOATING, Kind.STRING, Kind.NULLPTR, Kind.GNU_NULL):
            empty = kind in (Kind.NULLPTR, Kind.GNU_NULL)
            return Code("null" if empty else "other", at, (), None, POINTER if empty else OTHER)
        if kind == Kind.DECL_REF:
            return self._name(node)
        if kind == Kind.CALL:
            return self._call(node)
        made: Callable[..., Code] | None = _TABLE.get(kind)
        return made(self, node) if made is not None else self._unknown(node)

    def _unknown(self, node: Node) -> Code:
        word = kind_name(node.kind).lower().replace("_", " ")
        article = "an" if word[0] in "aeiou" else "a"
        return Code("unknown", node.start, (), _WORDS.get(node.kind, f"{article} {word}"))

    def _made(self, op: str, node: Node, parts: tuple[Node, ...], name: Any = None) -> Code:
        kind, size, target = self._kind(node)
        if _is_computed(node, kind, target):
            return Code("unknown", node.start, (), _COMPUTED)
        text = ""
        if op in ("member", "var") and not node.macro:
            text = b"".join(self.data[node.start : node.end].split()).decode("utf-8", "replace")
        flag = kind == POINTER and node.type_kind == POINTER_TYPE and pointee(node).const
        return Code(op, node.start, tuple(map(self.expression, parts)), name, kind, size, target, text, flag)

    def _kind(self, node: Node) -> tuple[str, int, int]:
        """What the type of a node is, its bytes, and those of what it leads to."""
        of = node.type_kind
        if is_array(node):
            return ARRAY, semantics.size(node), element_size(node)
        if of == POINTER_TYPE or is_pointer(node):
            return POINTER, 8, element_size(node)
        size = max(0, semantics.size(node)) if of in _SIZED else 0
        if of in ARRAY_TYPES or of == RECORD_TYPE:
            return RECORD, size, 0
        return (NUMBER if of in _WHOLE or of == _ENUM else OTHER), size, 0

    def _name(self, node: Node) -> Code:
        declared = node.declaration()
        if declared is None:
            return self._unknown(node)
        if declared.kind == Kind.ENUMERATOR:
            return Code("const", node.start, (), semantics.integer_value(node), NUMBER, 4)
        key = (declared.file, declared.offset, declared.name)
        if declared.kind in FUNCTIONS:
            return Code("function", node.start, (), key)
        if declared.kind not in (Kind.VARIABLE, Kind.PARAMETER):
            return self._unknown(node)
        return self._made("var", node, (), key)

    def _member(self, node: Node) -> Code:
        below = node.below
        if len(below) != 1 or "union" in below[0].type.canonical:
            return self._unknown(node)
        made = self._made("member", node, (below[0],), node.name())
        (base,) = made.parts
        assert base is not None
        if base.kind == POINTER:
            made = made._replace(parts=(Code("deref", base.at, (base,), None, RECORD, base.target),))
        return made

    def _unary(self, node: Node) -> Code:
        sign = node.operator_sign
        (inner,) = node.below
        if sign == "&":
            return self._made("address", node, (inner,))
        if sign == "*":
            return self._made("deref", node, (inner,))
        if sign in ("++", "--"):
            return self._made("update", node, (inner,), sign)
        return (
            self.expression(inner) if sign == "__extension__" else self._made("unary", node, (inner,), sign)
        )

    def _binary(self, node: Node) -> Code:
        sign = node.operator_sign
        one, other = node.below
        if sign == "=":
            return self._made("assign", node, (one, other))
        if node.kind == Kind.COMPOUND_ASSIGN:
            return self._made("update", node, (one, other), sign[:-1])
        op = {",": "comma", "&&": "logic", "||": "logic"}.get(sign, "binary")
        return self._made(op, node, (one, other), sign)

    def _subscript(self, node: Node) -> Code:
        one, other = node.below
        return self._made("index", node, (one, other))

    def _conditional(self, node: Node) -> Code:
        test, one, other = node.below
        return self._made("choice", node, (test, one, other))

    def _cast(self, node: Node) -> Code:
        return self._made("cast", node, tuple(each for each in node.below if each.kind in EXPRESSIONS)[-1:])

    def _list(self, node: Node) -> Code:
        """An initialiser's values, each with the member or the number that it is for.

        A member that is named is followed by the one behind it. A list that leaves braces of its members out
        says nothing of members from there on.
        """
        parts = []
        members = ordered_members(node) if node.type_kind == RECORD_TYPE else ()
        names, at = [name for name, _ in members], 0
        for number, each in enumerate(node.below):
            named = each.kind == Kind.UNEXPOSED_EXPR and each.below and each.below[0].kind == Kind.MEMBER_REF
            value = each.below[-1] if named else each
            name: Any = each.below[0].name() if named else number
            if named:
                at = names.index(name) + 1 if name in names else len(names)
            elif at < len(names) and _is_all_of(members[at][1], value):
                name, at = names[at], at + 1
            else:
                at = len(names)
            parts.append(Code("entry", each.start, (self.expression(value),), name))
        return Code("list", node.start, tuple(parts))

    def _call(self, node: Node) -> Code:
        callee = node.below[0] if node.below else None
        declared = node.declaration()
        is_operator = declared is not None and declared.name.startswith("operator")
        if (
            declared is not None
            and declared.kind in FUNCTIONS
            and (declared.kind != Kind.FUNCTION or is_operator)
        ):
            return self._of_class(node, declared)
        if callee is None:
            return self._unknown(node)
        made = self._made("call", node, tuple(node.below))
        first = made.parts[0]
        assert first is not None
        arguments = tuple(
            part._replace(flag=pointee(each).const)
            if part is not None and each.type_kind == POINTER_TYPE
            else part
            for part, each in zip(made.parts[1:], node.below[1:], strict=True)
        )
        name = first.name if first.op == "function" else None
        if name is None and declared is not None and declared.kind == Kind.FUNCTION:
            name = (declared.file, declared.offset, declared.name)
        return made._replace(name=name, parts=arguments)

    def _of_class(self, node: Node, declared: Declaration) -> Code:
        """A member function, a constructor, or a template: of the library's, or of plain data."""
        if semantics.is_constructor(node) and is_plain_data(node):
            return self.expression(node.below[0]) if node.below else Code("other", node.start)
        if not is_system(declared.file):
            return self._unknown(node)
        operands: list[Code] = []
        for each in node.below:
            inner = each.below[0] if each.kind == Kind.MEMBER and each.below else each
            if inner.kind not in EXPRESSIONS:
                continue
            made = self.expression(inner)
            if made.op != "function":
                operands.append(made._replace(flag=inner.kind not in _PASSED and made.op in _NAMING))
            elif declared.name != made.name[2]:
                return self._unknown(node)
        kind, size, _ = self._kind(node)
        return Code("library", node.start, tuple(operands), declared.name, kind, size)

    def _new(self, node: Node) -> Code:
        counts = tuple(each for each in node.below if each.kind in EXPRESSIONS)[:1]
        is_array_ = b"[" in self.data[node.start : node.end]
        return self._made("new", node, counts if is_array_ else ())


_COMPUTED = "an array of arrays whose length is computed"


def _is_computed(node: Node, kind: str, target: int) -> bool:
    """Whether nobody knows the bytes of an array, or of the arrays that a pointer leads to."""
    return (kind == ARRAY and target < 0) or (kind == POINTER and target < 0 and "[" in node.type.canonical)


def _is_all_of(parts: str, value: Node) -> bool:
    """Whether a value of an initialiser's list is that of a whole member, which has some ``parts``."""
    if not parts or value.kind == Kind.INIT_LIST:
        return True
    return (
        value.type_kind == RECORD_TYPE
        if parts == "members"
        else value.kind == Kind.STRING and parts == "numbers"
    )


_TABLE: dict[int, Callable[[Reader, Node], Code]] = {
    Kind.MEMBER: Reader._member,
    Kind.SUBSCRIPT: Reader._subscript,
    Kind.UNARY: Reader._unary,
    Kind.BINARY: Reader._binary,
    Kind.COMPOUND_ASSIGN: Reader._binary,
    Kind.CONDITIONAL: Reader._conditional,
    Kind.INIT_LIST: Reader._list,
    Kind.NEW: Reader._new,
    **dict.fromkeys(_CASTS, Reader._cast),
}

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Guards: a loop -> its own first test as text, to be evaluated once more before the loop.

``for (int i = lo; i < n; i++)``  ->  ``int pc_first_i = lo; if (pc_first_i < n)``. Only what has no effect
but the initialisation's own can be evaluated once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pointerchain.analysis.effects import MemoryEffects
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.suggest.constructs import Variables
from pointerchain.suggest.loops import Loop
from pointerchain.translator.clang.libclang import (
    INCREMENTS,
    INTEGER_TYPES,
    POINTER_TYPE,
    Binary,
    Kind,
    TypeKind,
)
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.tree import MACRO, Tree
from pointerchain.translator.text.lex import Lexed

_SCALARS = INTEGER_TYPES | {POINTER_TYPE, TypeKind.FLOAT.value, TypeKind.DOUBLE.value}

_PLAIN = {
    TypeKind.SHORT.value: b"short",
    TypeKind.USHORT.value: b"unsigned short",
    TypeKind.INT.value: b"int",
    TypeKind.UINT.value: b"unsigned",
    TypeKind.LONG.value: b"long",
    TypeKind.ULONG.value: b"unsigned long",
    TypeKind.LONGLONG.value: b"long long",
    TypeKind.ULONGLONG.value: b"unsigned long long",
}
"""How a type of loop variables is spelled."""


class Guard(NamedTuple):
    """What stands before a loop: statements that make what its first test reads, and that test."""

    begun: bytes
    test: bytes


def guard_of(
    loop: Loop,
    tree: Tree,
    references: References,
    lexed: Lexed,
    does: MemoryEffects,
    escaping: Callable[[int], bool],
    variables: Variables,
) -> Guard | None:
    """The first test of a loop; None where it cannot be evaluated once more without a difference.

    ``does`` is what the initialisation and the test do by themselves and by their calls; ``escaping`` tells
    of a variable's name whether anything but that name may lead to the variable. ``variables``
    says to whose variables the initialisation assigns.
    """
    if loop.kind not in (Kind.FOR, Kind.WHILE) or not loop.written or loop.test < 0:
        return None
    if does.calls or does.unknown or does.leaves or does.frees:
        return None
    assert tree.parsed is not None
    if tree.parsed.redefines_keywords:
        return None
    parts = [part for part in (loop.begun, loop.test) if part >= 0]
    if _counts_expansions(parts, tree):
        return None
    if not _changes_nothing(loop.test, tree):
        return None
    if _has_line(lexed, loop.head):
        return None
    renamed: dict[int, bytes] = {}
    begun = b""
    if loop.begun >= 0:
        kind = tree.kinds[loop.begun]
        if kind == Kind.DECL_STMT:
            renamed = _declared(loop.begun, tree, references, lexed)
            if not renamed or not all(_changes_nothing(each, tree) for each in _values(loop.begun, tree)):
                return None
        elif not _assigns_plainly(loop.begun, tree, references, escaping):
            return None
        elif variables is Variables.UNKNOWN:
            return None
        elif variables is Variables.PRIVATE:
            return _privately(loop, tree, references, lexed, escaping)
        if b"{" in lexed.code[tree.starts[loop.begun] : tree.ends[loop.begun]]:
            return None  # a type is defined there
        if _hides(parts, tree, references, renamed):
            return None
        text = _text(loop.begun, tree, references, lexed, renamed)
        begun = text.rstrip().rstrip(b";") + b"; "
    return Guard(begun, _text(loop.test, tree, references, lexed, renamed))


def _privately(
    loop: Loop, tree: Tree, references: References, lexed: Lexed, escaping: Callable[[int], bool]
) -> Guard | None:
    """The guard with variables of its own in place of those that the initialisation assigns to."""
    begun, renamed = b"", {}
    rows = list(_assignments(loop.begun, tree))
    for target, _ in rows:
        node, known = tree.node(target), references.of(target)
        spelling = _PLAIN.get(node.type_kind)
        if known is None or spelling is None or node.type.volatile or escaping(target):
            return None
        renamed[known.key] = _fresh(node.name(), lexed)
    if _hides([loop.begun, loop.test], tree, references, renamed):
        return None
    for target, value in rows:
        known = references.of(target)
        assert known is not None
        spelling = _PLAIN[tree.node(target).type_kind]
        begun += spelling + b" " + renamed[known.key] + b" = "
        begun += _text(value, tree, references, lexed, {}) + b"; "
    return Guard(begun, _text(loop.test, tree, references, lexed, renamed))


def _fresh(name: str, lexed: Lexed) -> bytes:
    out = f"pc_first_{name}".encode()
    while out in lexed.data:
        out += b"_"
    return out


def _counts_expansions(parts: list[int], tree: Tree) -> bool:
    """Whether a macro may give another text where it is expanded once more."""
    assert tree.parsed is not None
    flags = [flag for part in parts for flag in tree.flags[part : tree.after[part]]]
    return any(flag & MACRO for flag in flags) and tree.parsed.mentions(b"__COUNTER__")


def _has_line(lexed: Lexed, span: Span) -> bool:
    return any(span.start <= line.span.start < span.end for line in lexed.lines)


def _changes_nothing(part: int, tree: Tree) -> bool:
    """Whether an expression stores nothing by itself; what it calls is looked at elsewhere."""
    for index in range(part, tree.after[part]):
        kind = tree.kinds[index]
        node = tree.node(index)
        if kind in (Kind.COMPOUND_ASSIGN, Kind.STATEMENT_EXPR, Kind.LAMBDA, Kind.CALL, Kind.NEW):
            return False
        if kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN:
            return False
        if kind == Kind.UNARY and node.unary_operator in INCREMENTS:
            return False
    return True


def _values(begun: int, tree: Tree) -> list[int]:
    return [
        value
        for each in tree.children(begun)
        for value in tree.children(each)
        if tree.kinds[value] >= Kind.UNEXPOSED_EXPR
    ]


def _assigns_plainly(begun: int, tree: Tree, references: References, escaping: Callable[[int], bool]) -> bool:
    """``i = 0``, or several of them: doing all of it once more makes no difference.

    No value reads a variable that is assigned there, by its name or, where its address goes anywhere, from
    memory.
    """
    rows = list(_assignments(begun, tree))
    targets, values = [row[0] for row in rows], [row[1] for row in rows]
    if not rows or any(tree.kinds[target] != Kind.DECL_REF for target in targets):
        return False
    if not all(_changes_nothing(value, tree) for value in values):
        return False
    named = {references.of(target) for target in targets}
    if None in named or len(named) < len(targets):
        return False
    exposed = any(escaping(target) for target in targets)
    for value in values:
        for index in range(value, tree.after[value]):
            if tree.kinds[index] == Kind.DECL_REF and (references.of(index) in named or exposed):
                return False
            if exposed and tree.kinds[index] in (Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY):
                return False
    return True


def _assignments(begun: int, tree: Tree) -> Iterator[tuple[int, int]]:
    """The target and the value of each part of a list of assignments; what is none gives no target."""
    node = tree.node(begun)
    if node.kind == Kind.PAREN:
        for each in tree.children(begun):
            yield from _assignments(each, tree)
    elif node.kind == Kind.BINARY and node.binary_operator == Binary.COMMA:
        for each in tree.children(begun):
            yield from _assignments(each, tree)
    elif node.kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN:
        target, value = tree.children(begun)
        yield target, value
    else:
        yield begun, begun


def _declared(begun: int, tree: Tree, references: References, lexed: Lexed) -> dict[int, bytes]:
    """By declaration: the name that a variable of the head has in the guard; none where one has no value."""
    names: dict[int, bytes] = {}
    for each in tree.children(begun):
        node = tree.node(each)
        known = references.declared(each)
        scalar = node.type_kind in _SCALARS
        if node.kind != Kind.VARIABLE or known is None or not scalar:
            return {}
        if references.is_lasting(known.key) or references.is_of_thread(known.key):
            return {}  # it has its value once
        if not any(tree.kinds[value] >= Kind.UNEXPOSED_EXPR for value in tree.children(each)):
            return {}
        names[known.key] = _fresh(node.name(), lexed)
    return names


def _hides(parts: list[int], tree: Tree, references: References, renamed: dict[int, bytes]) -> bool:
    """Whether a macro, or another file, spells a name that the guard gives another."""
    for part in parts:
        for index in range(part, tree.after[part]):
            if tree.kinds[index] in (Kind.DECL_REF, Kind.VARIABLE):
                variable = tree.kinds[index] == Kind.VARIABLE
                named = references.declared(index) if variable else references.of(index)
                if named is not None and named.key in renamed and tree.flags[index] and not variable:
                    return True
                if variable and not _spelled(tree, index):
                    return True
    return False


def _spelled(tree: Tree, index: int) -> bool:
    """Whether a declaration's name stands in the source where Clang says it does."""
    node = tree.node(index)
    at, name = node.location(), node.name().encode()
    assert tree.parsed is not None
    return at >= 0 and tree.parsed.data[at : at + len(name)] == name


def _text(part: int, tree: Tree, references: References, lexed: Lexed, renamed: dict[int, bytes]) -> bytes:
    """The text of a part of the head on one line, with the guard's own names."""
    start, end = tree.starts[part], tree.ends[part]
    places: list[tuple[int, int, bytes]] = []
    for index in range(part, tree.after[part]):
        kind = tree.kinds[index]
        if kind == Kind.DECL_REF:
            named = references.of(index)
            if named is not None and named.key in renamed:
                places.append((tree.starts[index], tree.ends[index], renamed[named.key]))
        elif kind == Kind.VARIABLE:
            known = references.declared(index)
            if known is not None and known.key in renamed:
                at = tree.node(index).location()
                places.append((at, at + len(tree.node(index).name().encode()), renamed[known.key]))
    out, at = [], start
    for first, last, name in sorted(set(places)):
        out += [_code(lexed, at, first), name]
        at = last
    out.append(_code(lexed, at, end))
    return b" ".join(b"".join(out).split())


def _code(lexed: Lexed, start: int, end: int) -> bytes:
    """The source's text with its comments blanked: literals are those of the source."""
    code, data = lexed.code[start:end], lexed.data[start:end]
    return bytes(theirs if mine in b"\"'" else mine for mine, theirs in zip(code, data, strict=True))

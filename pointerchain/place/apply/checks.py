# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Whether what stands in a function, and what it calls, is understood: by the tables of what is."""

from __future__ import annotations

import re

from pointerchain import dialects
from pointerchain.analysis.formats import stores_nothing
from pointerchain.analysis.library import LibraryFunction, ModRefInfo
from pointerchain.lazy import lazy_pattern
from pointerchain.place.apply.known import (
    DECLARED,
    IN_VALUES,
    NODES,
    READ,
    WRITE,
)
from pointerchain.place.apply.maps import words_in
from pointerchain.place.apply.reading import Function, Unit
from pointerchain.place.apply.states import NotFollowed
from pointerchain.translator.clang.libclang import Binary, Kind, kind_name
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.clauses import argument_of, row_of
from pointerchain.translator.text.directives import Clause, Construct
from pointerchain.translator.text.roles import EVALUATED, parts_of

_CODE = lazy_pattern(rb"[\w\s.+\-*/%()<>=!&|^~]*")
"""What a macro may be that directives name: a number, or one that is computed."""
_WHAT = {
    Kind.GOTO: "a 'goto'",
    Kind.INDIRECT_GOTO: "a 'goto'",
    Kind.LABEL: "a label",
    Kind.ASM: "assembly",
    Kind.TRY: "a 'try'",
}
_NAMING = frozenset((Kind.MEMBER, Kind.MEMBER_REF))


def check_node(unit: Unit, node: Node, function: Function) -> None:
    """Only what is understood stands in a function that has to do with the object."""
    if node.kind not in NODES:
        shown = _WHAT.get(node.kind, f"what Clang calls {kind_name(node.kind)}")
        raise NotFollowed(node.start, f"{shown} in '{function.name}' is not followed")
    if node.kind == Kind.STATEMENT_EXPR:
        other = next((each for each in node.inside if each.kind not in IN_VALUES), None)
        if other is not None:
            shown = kind_name(other.kind)
            raise NotFollowed(other.start, f"a statement expression that holds {shown} is not followed")
        if unit.constructs_in(node.span):
            raise NotFollowed(node.start, "a statement expression that holds directives is not followed")


def check_mentions(unit: Unit, function: Function, words: frozenset[bytes]) -> None:
    """Wherever the text has a variable's name, the tree has a node: nothing of it is overlooked."""
    span, code = function.node.span, unit.code
    inside = function.node.inside
    places = {node.start for node in inside if node.kind in (Kind.DECL_REF, Kind.TYPE_REF)}
    places |= {node.location() for node in inside if node.kind in DECLARED | _NAMING}
    for name in words:
        word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name))
        for found in word.finditer(code, span.start, span.end):
            if found.start() not in places and not unit.is_skipped(found.start()):
                raise NotFollowed(
                    found.start(), f"Clang does not show what is done with '{name.decode()}' here"
                )
        for each in unit.parsed.expansions(span):
            body = each.body or b""
            parameters = re.match(rb"[\w$]+\(([^)]*)\)", body)
            own = words_in(parameters[1]) if parameters is not None else frozenset()
            if name in words_in(body) - own:
                raise NotFollowed(each.span.start, f"the macro '{each.name}' names '{name.decode()}'")


def check_directive(unit: Unit, construct: Construct, words: frozenset[bytes], *, used: bool) -> None:
    """Directives and clauses are understood where they have to do with the object.

    ``words`` are the names of its pointers, and it is ``used`` where they stand in the directive's statement.
    """
    where, row, shown = construct.pragma.span.start, construct.directive, construct.spelling
    if row is None:
        raise NotFollowed(where, f"'{shown}' is not known")
    named = unit.names_in(construct)
    keywords = _keywords(construct)
    for word in sorted(named):
        why = _macro(unit, word.decode("utf-8", "replace"), words, keywords)
        if why:
            raise NotFollowed(where, f"the macro '{why}' in '{shown}' is not followed")
    if not used and not words & named:
        return
    kind = kind_of(construct)
    if not kind:
        raise NotFollowed(where, f"it is used in '{shown}', which is not followed")
    for clause in construct.clauses:
        if not _is_understood(construct, clause, kind):
            which = "its kernel" if kind == "kernel" else f"'{shown}'"
            raise NotFollowed(where, f"{which} has the clause '{clause.name.decode()}'")


def _keywords(construct: Construct) -> frozenset[bytes]:
    """The words of a directive that are its own, and stand for nothing of the program's."""
    base, text = construct.pragma.body.start, bytearray(construct.pragma.text)
    for part in parts_of(construct):
        if part.role in EVALUATED:
            text[part.span.start - base : part.span.end - base] = b" " * (part.span.end - part.span.start)
    return words_in(bytes(text))


def _is_understood(construct: Construct, clause: Clause, kind: str) -> bool:
    """Whether a clause leaves a construct of some kind what it is, whatever it does to what it lists.

    No row of the dialect says of what is new that it does.
    """
    row = row_of(construct, clause)
    if row is None or construct.directive is None:
        return False
    text = argument_of(construct, clause)
    if row.name == b"default":
        effect = dialects.default_effect(construct.directive, row.name, text)
        named = effect is not None and (effect.shares or effect.finds)
        return kind != "data" and row.form == "words" and (named or text == b"none")
    effect = dialects.effect_of(construct.directive, row, text)
    if effect.attaches or row.effect.orders:
        return False
    if kind == "host":
        return row.form in _SPOKEN and not (is_of_device(effect) or effect.device_address)
    if kind == "data":
        return is_of_device(effect) and not effect.device_address
    listed = effect.reads or effect.writes or effect.private or effect.shares or is_of_device(effect)
    return row.schedules or (listed and not effect.broadcasts)


_SPOKEN = frozenset(("none", "words", "expression", "list", "tailed"))
"""The forms of clauses that hold no directives and declarations."""


def is_of_device(effect: dialects.Effect) -> bool:
    """Whether a clause makes, deletes, copies or finds the device's copy of what it lists."""
    return effect.creates or effect.deletes or effect.to_device or effect.from_device or effect.finds


def _macro(unit: Unit, name: str, words: frozenset[bytes], keywords: frozenset[bytes], depth: int = 0) -> str:
    """The name where a directive's word is a macro of the program that is more than a number."""
    if not unit.parsed.could_be_macro(name):
        return ""
    if name.encode() in keywords or depth > 8:
        return name
    for text in unit.parsed.macro_definitions(name):
        body = re.sub(rb"\A\([^)]*\)", b"", text[len(name) :])
        below = words_in(body)
        if not _CODE.fullmatch(body) or below & words:
            return name
        if any(_macro(unit, word.decode(), words, keywords, depth + 1) for word in below - {name.encode()}):
            return name
    return ""


def kind_of(construct: Construct) -> str:
    """Whether a directive is a kernel's, of data, or of the host's; '' where it is none that is followed.

    One of the host's divides its statement among threads, or orders them; it may stand in a kernel, too.
    """
    row = construct.directive
    if row is None or row.task:
        return ""
    if row.data:
        return "data" if (row.enters or row.exits or row.updates) and not row.declarative else ""
    if row.compute:
        return "kernel"
    return "host" if row.parallel or row.binds else ""


def library(unit: Unit, call: Node, row: LibraryFunction, index: int) -> int:
    """What a function of the C library does to what an argument points to; 0 where that is not known."""
    if row.calls or row.frees or row.noreturn or row.unevaluated:
        return 0
    if index > row.format >= 0 and not stores_nothing(call.below[row.format + 1]):
        shown = unit.data[call.start : call.end].partition(b"(")[0].decode()
        raise NotFollowed(call.start, f"'{shown}' may write what is passed to it, by '%n'")
    done = row.argument(index)
    return (READ if done & ModRefInfo.REF else 0) | (WRITE if done & ModRefInfo.MOD else 0)


def is_plain(node: Node) -> bool:
    """Whether what stands in an expression is computed whenever the expression is."""
    if node.kind == Kind.BINARY:
        return node.binary_operator == Binary.COMMA
    return node.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.C_CAST)

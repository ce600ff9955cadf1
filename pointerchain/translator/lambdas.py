# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Lambdas: one that uses a chain -> whether a copy of the local in it is the same, or why not.

``auto f = [&] { return s->a->n; };`` used after the region  ->  error ``lambda-capture``: the original
would read what the member is by then.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pointerchain.translator import semantics
from pointerchain.translator.analysis import Analysis
from pointerchain.translator.chains import Resolved, Shape
from pointerchain.translator.lex import closing, word_before
from pointerchain.translator.libclang import Kind, TypeKind
from pointerchain.translator.nodes import Node
from pointerchain.translator.paths import DEREF, canonical
from pointerchain.translator.regions import Region
from pointerchain.translator.scan import Hoist, implicit_this
from pointerchain.translator.usage import ASSIGN, CASTS

if TYPE_CHECKING:
    from pointerchain.translator.macros import Macros

_INTRODUCER = re.compile(rb"\[([^\][]*)\]")
_KEEPERS = frozenset(
    "push_back emplace_back push_front emplace_front push emplace insert assign try_emplace swap reset "
    "insert_or_assign emplace_hint emplace_after insert_after".split()
)
_STORING = b"(?:" + "|".join(sorted(_KEEPERS)).encode() + rb")\s*\("
_HOLDERS = re.compile(
    r"\(lambda|\b(?:function|move_only_function|packaged_task|future|shared_future|thread|jthread|any)\b"
)
_THROUGH = CASTS | {Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.INIT_LIST, Kind.NEW, Kind.MEMBER, Kind.LAMBDA}


class Captures(NamedTuple):
    """A lambda's captures: the text between its brackets, and where the ``]`` is.

    -1 where a macro's body wrote them.
    """

    text: bytes
    close: int

    @property
    def by_copy(self) -> bool:
        """Whether what is not listed is captured by copy."""
        return self.text.startswith(b"=")

    def items(self) -> list[bytes]:
        """The captures, one by one; commas in initialisers split them further, which does no harm."""
        return [item.strip() for item in self.text.split(b",")]


def captures(analysis: Analysis, macros: Macros, node: Node) -> Captures:
    """What a lambda captures."""
    start = analysis.probe.back(node.start)
    code = analysis.lexed.code
    if code[start : start + 1] == b"[":
        close = closing(code, start)
        return Captures(code[start + 1 : close].strip(), close)
    for expansion in reversed(analysis.expansions_at(start)):
        found = _INTRODUCER.search(macros.transitive(expansion))
        if found is not None:
            return Captures(found.group(1).strip(), -1)
    return Captures(b"", -1)


def objection(analysis: Analysis, hoist: Hoist, resolved: Resolved, node: Node, listed: Captures) -> str:
    """Why a lambda cannot have the local instead of the chain, as a message goes on; '' where it can."""
    path = implicit_this(hoist.path)
    for item in listed.items():
        named = re.match(rb"&?\s*(?:\.\.\.\s*)?([A-Za-z_]\w*)\s*(?:[={(]|\Z)", item)
        if named and named.group(1) == path.root and item.strip(b"& ") != path.root:
            return "whose capture declares the root's name anew"
    if listed.close < 0 and not listed.by_copy:
        return "whose captures come from a macro and are none by copy"
    if _copies_object(hoist, resolved, listed):
        return "that has a copy of the object, with elements of its own"
    return kept(analysis, analysis.regions[hoist.region], node)


def _copies_object(hoist: Hoist, resolved: Resolved, listed: Captures) -> bool:
    """Whether the elements that a chain leads to are copied with a captured object."""
    own = resolved.shape is Shape.ARRAY or (
        resolved.shape is Shape.CONTAINER
        and not resolved.shown.removeprefix("const ").startswith("std::span")
    )
    path = implicit_this(hoist.path)
    if not own or DEREF in canonical(path.ops):
        return False
    items = [item.replace(b" ", b"") for item in listed.items()]
    if resolved.root is None or resolved.root.kind == Kind.FIELD:
        return b"*this" in items
    if resolved.file_scope or b"&" + path.root in items:
        return False
    return listed.by_copy or path.root in items


def kept(analysis: Analysis, region: Region, node: Node) -> str:
    """How a lambda, or what holds it, could be called after a region, as a message goes on; '' where not."""
    expr = node
    while expr.parent is not None:
        parent = expr.parent
        kind = parent.kind
        if kind == Kind.CALL:
            name = parent.name()
            if name in ("operator=", "operator+="):
                return "" if expr.ordinal == 0 else "that may outlive the region"
            if name == "operator()" and expr.ordinal == 0:
                return ""  # called at once
            if name in _KEEPERS and not _is_inside(analysis, region, semantics.callee_object(parent)):
                return "that may outlive the region"
            if not _could_hold(parent):
                return ""
        elif kind in (Kind.RETURN, Kind.THROW):
            return "that outlives the region"
        elif kind == Kind.BINARY:
            stored = parent.binary_operator == ASSIGN and expr.ordinal == 1
            return "that may outlive the region" if stored else ""
        elif kind in (Kind.VARIABLE, Kind.FIELD):
            return _held(analysis, region, parent)
        elif kind not in _THROUGH:
            return _yielded(analysis, parent)
        expr = parent
    return ""


def _yielded(analysis: Analysis, statement: Node) -> str:
    text = analysis.lexed.code
    word = word_before(text, analysis.probe.back(statement.start))
    return "that outlives the region" if word in (b"co_return", b"co_yield") else ""


def _could_hold(call: Node) -> bool:
    """Whether a call's value could hold a lambda that the call was given."""
    fact = call.type
    if fact.dependent:
        return True
    if fact.kind != TypeKind.RECORD:
        return False
    return bool(_HOLDERS.search(fact.canonical)) or not semantics.is_library_type(call)


def _held(analysis: Analysis, region: Region, variable: Node) -> str:
    """What becomes of a variable that holds a lambda."""
    kinds = (TypeKind.RECORD, TypeKind.UNEXPOSED, TypeKind.DEPENDENT, TypeKind.AUTO)
    if variable.type.kind not in kinds:
        return ""  # a value that was computed with it
    at = analysis.probe.back(variable.start)
    if at < region.span.start or semantics.is_static(variable):
        return "that may outlive the region"
    blocks = analysis.lexed.blocks
    if region.construct is None and blocks.block(at) == region.block:
        name = re.compile(rb"(?<![\w$])" + re.escape(variable.name().encode()) + rb"(?![\w$])")
        if name.search(analysis.lexed.code, region.end.end, blocks.ends[region.block]):
            return "that is used after the region"
    if semantics.has_own_destructor(variable):
        return "whose holder's destructor may call it after the region"
    word = re.escape(variable.name().encode()) + rb"(?![\w$])(?!\s*\()"
    end = analysis.probe.back(variable.end)
    passed_on = re.compile(rb"(?:return\b|=|" + _STORING + rb")\s*(?:std\s*::\s*move\s*\(\s*)?" + word)
    return (
        "that may outlive the region" if passed_on.search(analysis.lexed.code, end, region.span.end) else ""
    )


def _is_inside(analysis: Analysis, region: Region, root: int | None) -> bool:
    """Whether an object is declared in the region of a hoist, in a block that ends in it."""
    if root is None:
        return False
    at = analysis.probe.back(root)
    inside = region.span.start <= at < region.span.end
    return inside and analysis.lexed.blocks.block(at) != region.block

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Attached: the chain of a root -> C for the address of the pointer that it reads, if an object holds it.

``sim->atoms->x``  ->  ``(const char *)(sim->atoms) + offsetof(struct atoms, x)``
``sim->rows[i]``   ->  ``(sim->rows) + (i)``

The chain itself does not stand behind ``&``: a pointerchain region around it may keep it in a local.
"""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain.deepcopy.expressions import Expression, opening
from pointerchain.deepcopy.reading import Chain
from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.libclang import EXPRESSIONS, Kind
from pointerchain.translator.clang.records import POINTER, RECORD, REFERENCE, Reader, Record
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.lex import Token


class Address(NamedTuple):
    """C for the address of a pointer; ``loud`` where compilers warn of an ``offsetof`` in it."""

    text: str
    loud: bool = False


class _Way(NamedTuple):
    """The object that holds a member, as C, and how the member is reached from its beginning."""

    start: str
    record: Record
    path: tuple[str, ...]


def address(chain: Chain, reader: Reader) -> Address:
    """Where the pointer lies that a chain is; :data:`NOWHERE` for what is none, or one of no object."""
    node = chain.node
    assert node is not None
    toks = chain.section.chain.toks
    while node.kind == Kind.PAREN and toks[0].text == b"(":
        node, toks = node.below[0], toks[1:-1]
    if reader.type_of(node).kind != POINTER:
        return NOWHERE
    if node.kind == Kind.SUBSCRIPT and toks[-1].text == b"]":
        at = opening(toks, len(toks) - 1)
        return Address(f"({_text(toks[:at])}) + ({_text(toks[at + 1 : -1])})")
    declared = node.declaration() if node.kind == Kind.MEMBER else None
    if declared is None or declared.kind != Kind.FIELD:
        return NOWHERE
    base = _base(node)
    if base is not None and (record := _record(base, reader)) is not None:
        member = reader.find(record, node.name())
        if member is not None and member.type.kind == REFERENCE:
            return NOWHERE
    way = _way(node, toks, reader)
    if way is None:
        return Address(f"&({_text(toks)})")
    start = f"reinterpret_cast<const char *>({way.start})" if reader.cxx else f"(const char *){way.start}"
    offset = "__builtin_offsetof" if "," in way.record.spelling else "offsetof"
    return Address(f"{start} + {offset}({way.record.elaborated}, {'.'.join(way.path)})", not way.record.plain)


def _way(node: Node, toks: Sequence[Token], reader: Reader) -> _Way | None:
    """How ``offsetof`` names the member; None where it cannot."""
    path: tuple[str, ...] = ()
    found: _Way | None = None
    while node.kind == Kind.MEMBER and toks[-1].text == node.name().encode():  # else a macro gives it
        base, name = _base(node), node.name()
        path = (name, *path)
        if base is None:
            record = reader.around(node)
            named = record is not None and len(toks) == 1
            return _Way("this", record, path) if named and record is not None else None
        record = _record(base, reader)
        if record is None or len(toks) < 3 or toks[-2].text not in (b".", b"->"):
            return None
        member = reader.find(record, name)
        if path[1:] and member is not None and member.type.kind == REFERENCE:
            break
        arrow, toks, node = toks[-2].text == b"->", toks[:-2], base
        text = _text(toks)
        if arrow:
            calls = _arrows(base)
            start = f"({text})" + ".operator->()" * calls if calls or not reader.cxx else text
        else:
            start = f"__builtin_addressof({text})" if record.takes_address else f"&({text})"
        found = _Way(start, record, path) if record.spelling and not record.local else None
        if arrow:
            break
    return found


def _arrows(base: Node) -> int:
    """How many functions of classes an arrow behind an object calls, one with the result of another."""
    count = 0
    call: Node | None = base
    while call is not None and call.kind == Kind.CALL and call.name() == "operator->":
        count, call = count + 1, _base(call)
    return count


def _base(node: Node) -> Node | None:
    """What a member, or a call of an operator, is of; None for a member of an unwritten ``this``."""
    base = next((each for each in node.below if each.kind in EXPRESSIONS), None)
    while base is not None and base.kind == Kind.UNEXPOSED_EXPR and len(base.below) == 1:
        base = base.below[0]
    return base


def _record(base: Node, reader: Reader) -> Record | None:
    kind = reader.type_of(base)
    target = kind.target if kind.kind in (POINTER, REFERENCE) else kind
    return reader.record(target.record) if target is not None and target.kind == RECORD else None


def _text(toks: Sequence[Token]) -> str:
    return Expression(tuple(toks)).text


NOWHERE = Address("NULL")
"""What a root has that is no pointer in an object."""

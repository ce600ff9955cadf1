# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""An object of an advice -> the call in a source that allocates it, and the variable that it is given to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pointerchain.lazy import lazy_pattern
from pointerchain.place.apply.reading import Function, Remark, Unit
from pointerchain.place.apply.states import NotFollowed
from pointerchain.place.apply.uses import Copied, Kept, value_uses
from pointerchain.source import Source
from pointerchain.translator.clang.conversions import parent_ignoring_parens_and_casts
from pointerchain.translator.clang.libclang import Binary, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.lex import closing

ALLOCATORS = frozenset(("malloc", "calloc"))
_OWN = lazy_pattern(rb"\bpc_place_\w+\s*[(<]")
_APPLIED = lazy_pattern(
    rb"\b(?:pc_place_new(?:_zeroed)?<[^;]*?, )?(pc_place_(?:pinned|managed|resident))(?:(?:_zeroed)?\s*\(|\))"
)


class Changed(Exception):
    """The source is not the one that was profiled; ``line`` is where that is seen."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line, self.why = line, why


def stale(source: Source, changed: Changed) -> Remark:
    """What is said of a source that is not the one that was profiled."""
    line = min(changed.line, len(source.line_starts))
    text = f"this line is not what it was when it was profiled: {changed.why}; profile again"
    return Remark("error", source.name, source.line_starts[line - 1], text)


@dataclass(frozen=True, slots=True)
class Wanted:
    """An object of an advice, as far as a source is concerned."""

    id: int
    name: str | None
    file: str
    line: int
    column: int | None
    allocation: str
    advice: str
    structure: bool = False
    """Whether ``deepcopy`` directives copy it."""

    @property
    def label(self) -> str:
        """What messages call it."""
        return self.name or f"object {self.id}"


@dataclass(frozen=True, slots=True)
class Site:
    """Where an object is allocated: ``variable`` is the place of the name of what it is given to.

    Where that outlives its function, or is a member, it is -1; ``kept`` is what is assigned, ``why`` what is
    said where it is not followed.
    """

    function: Function
    call: Node
    variable: int
    name: str
    kept: Node | None = None
    why: str = ""


def wanted(advice: Mapping[str, Any]) -> tuple[Wanted, ...]:
    """The objects of an advice that have a site."""
    return tuple(
        Wanted(
            each["id"],
            each["name"],
            each["site"]["file"],
            each["site"]["line"],
            each["site"].get("column"),
            each["allocation"],
            each["advice"],
            "parts" in each,
        )
        for each in advice["objects"]
        if each["site"] is not None
    )


def is_applied(unit: Unit, of: Wanted) -> str | None:
    """The call that an earlier run has written for an object; None where there is none.

    Where several stand on its line, it is the one that the object's variable is given to.
    """
    text = _line(unit, of.line)
    if not text:
        return None
    start = unit.source.line_starts[of.line - 1]
    # A 'new' may go on behind its line.
    behind = unit.data[start : start + len(text) + 2000]
    found = [each for each in _APPLIED.finditer(behind) if each.start() < len(text)]
    if of.name is not None:
        given = re.compile(rb"\b%s\s*=[^=;,]*\Z" % re.escape(of.name.encode()))
        found = [each for each in found if given.search(text[: each.start()])]
    return found[0][1].decode() if found else None


def find(unit: Unit, of: Wanted) -> Site:
    """The object's allocation.

    Raises :class:`Changed` where its line holds none, :class:`NotFollowed` where it is of another kind.
    """
    moved = _OWN.search(_line(unit, of.line)) is not None  # an earlier run has put calls there
    calls = [
        node
        for node in unit.nodes()
        if node.kind in (Kind.CALL, Kind.NEW)
        and not node.foreign
        and unit.line_column(node.start)[0] == of.line
        and (of.column is None or moved or unit.line_column(node.start)[1] == of.column or node.macro)
    ]
    if moved and of.name is not None:
        calls = [node for node in calls if _name_given(unit, node) == of.name] or calls
    named = of.name or ""
    start = unit.source.line_starts[of.line - 1] if of.line <= len(unit.source.line_starts) else -1
    if start < 0:
        raise Changed(of.line, "the source ends before it")
    found = [node for node in calls if _allocates(unit, node)]
    if not found:
        return _not_there(unit, of, calls, start)
    if len(found) > 1:
        raise NotFollowed(start, "several allocations stand on its line, and the advice has no column")
    call = found[0]
    if call.macro:
        raise NotFollowed(call.start, "a macro makes the call that allocates it")
    if call.kind == Kind.NEW:
        check_new(unit, call)
    elif re.search(rb"\b%s\b" % re.escape(call.name().encode()), unit.code[call.start : call.end]) is None:
        raise NotFollowed(call.start, "the call that allocates it is not written there")
    function = unit.function_around(call)
    if function is None or function.node.kind != Kind.FUNCTION:
        raise NotFollowed(call.start, "it is allocated in a member function, a template or a lambda")
    variable, name, kept, why = _given(unit, call)
    given = [each for each in value_uses(call) if isinstance(each, (Copied, Kept))]
    if len(given) != 1 or len(given) != len(value_uses(call)):
        raise NotFollowed(call.start, f"what '{name}' gets there is given on in the same expression")
    if named and name != re.split(r"->|\.", named)[-1]:
        raise Changed(of.line, f"it allocates '{name}' there, not '{named}'")
    return Site(function, call, variable, name, kept, why)


def _allocates(unit: Unit, node: Node) -> bool:
    return node.kind == Kind.NEW or (node.name() in ALLOCATORS and not unit.functions.get(node.name()))


ARRAY_NEW = lazy_pattern(rb"new\s+([A-Za-z_][\w:]*(?:\s+[A-Za-z_][\w:]*)*)\s*\[")
"""The head of a ``new`` that allocates an array of a type that has a name."""
_ARITHMETIC = lazy_pattern(
    r"(?:(?:un)?signed )?(?:char|short|int|long|long long|__int128)"
    r"|bool|float|double|long double|wchar_t|char\d+_t"
)


def check_new(unit: Unit, new: Node) -> None:
    """Refuse a ``new`` but for an array of numbers, with no values or zeros, that the language allocates."""
    element = new.type.canonical.removesuffix("*").strip()
    if _ARITHMETIC.fullmatch(element) is None:
        raise NotFollowed(
            new.start, f"'new' allocates '{element}' there; it is placed where it allocates numbers"
        )
    head = ARRAY_NEW.match(unit.code, new.start, new.end)
    end = closing(unit.code, head.end() - 1) if head is not None else -1
    if end < 0 or re.fullmatch(rb"\s*(?:[({]\s*[)}])?", unit.code[end + 1 : new.end]) is None:
        raise NotFollowed(new.start, "this 'new' is not written as 'new T[n]' or 'new T[n]()'")
    own = unit.own_new
    if own is not None:
        raise NotFollowed(own, "the program has its own 'operator new'")


def _not_there(unit: Unit, of: Wanted, calls: list[Node], start: int) -> Site:
    others = [node for node in calls if node.name()]
    if others and of.column is not None:
        name = others[0].name()
        raise NotFollowed(
            others[0].start,
            f"it is allocated by '{name}', "
            + (
                "a function of the program: its 'malloc' may have other callers"
                if unit.functions.get(name)
                else "which is none of 'malloc', 'calloc' and 'new'"
            ),
        )
    if of.name and re.search(rb"\b%s\b" % re.escape(of.name.encode()), _line(unit, of.line)):
        for node in unit.nodes():
            if (
                node.kind == Kind.CALL
                and unit.line_column(node.start)[0] == of.line
                and node.name() in ALLOCATORS
            ):
                raise Changed(of.line, "the allocation is not where it stood")
        raise NotFollowed(
            start, "it is not allocated there, but declared or mapped: its memory stays where it is"
        )
    raise Changed(of.line, f"it does not allocate '{of.label}'")


def _name_given(unit: Unit, call: Node) -> str:
    """The name of the variable that a call's result is given to; '' where that is not followed."""
    try:
        return _given(unit, call)[1] if _allocates(unit, call) else ""
    except NotFollowed:
        return ""


def _given(unit: Unit, call: Node) -> tuple[int, str, Node | None, str]:
    """The variable or member that a call's result is given to: a site's, from ``variable`` on."""
    node = parent_ignoring_parens_and_casts(call)
    if node is not None and node.kind == Kind.VARIABLE:
        if node.declared().lasting:
            raise NotFollowed(node.start, f"'{node.name()}' is static or global, so others may change it")
        return node.location(), node.name(), None, ""
    if node is not None and node.kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN:
        target = node.below[0]
        while target.kind == Kind.PAREN:
            target = target.below[0]
        declared = target.declaration() if target.kind == Kind.DECL_REF else None
        if declared is not None and declared.main and declared.kind in (Kind.VARIABLE, Kind.PARAMETER):
            if declared.lasting:
                why = f"'{declared.name}' is static or global, so others may change it"
                return -1, declared.name, target, why
            return declared.offset, declared.name, None, ""
        shown = " ".join(unit.data[target.start : target.end].decode("utf-8", "replace").split())
        why = f"it is kept in '{shown}', which is no variable of its own"
        if target.kind == Kind.MEMBER or (declared is not None and declared.kind == Kind.VARIABLE):
            return -1, target.name(), target, why
        raise NotFollowed(call.start, why)
    if node is not None and node.kind == Kind.RETURN:
        raise NotFollowed(call.start, "it is returned by the function that allocates it")
    raise NotFollowed(call.start, "it is given to no variable where it is allocated")


def _line(unit: Unit, line: int) -> bytes:
    return unit.source.line_text(line) if line <= len(unit.source.line_starts) else b""

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Declarations of variables and components, read by fparser2.

``real(dp), pointer :: p(:), q => null()`` -> an :class:`Entity` for each of ``p`` and ``q``. fparser2 reads
the grammar; attributes that its classes of Fortran 2003 do not know are taken off before.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from pointerchain.lazy import NamedTuple, lazy_pattern

INTRINSIC, TYPE, CLASS, PROCEDURE = "intrinsic", "type", "class", "procedure"


class Entity(NamedTuple):
    """A variable or component, as declared.

    ``base`` is one of the words above; ``type_name`` the name between the parentheses of ``type(...)`` or
    ``class(...)``, '*' for ``class(*)``; ``spelling`` the type as written. ``rank`` counts its dimensions,
    -1 where it is of assumed rank. ``attributes`` are lower-case words without arguments, and
    ``intent(in)`` and its kind. ``parameters``
    says that the type has actual parameters, ``initialised`` that it has an initialisation, ``deferred``
    that its character length is ``:``.
    """

    name: str
    base: str
    type_name: str
    spelling: str
    rank: int
    attributes: frozenset[str]
    parameters: bool = False
    initialised: bool = False
    deferred: bool = False
    coarray: bool = False


class Unreadable(Exception):
    """A declaration that fparser2 does not understand; the message is the statement."""


@lru_cache(maxsize=1)
def _grammar() -> Any:
    from fparser.two import Fortran2003
    from fparser.two.parser import ParserFactory

    ParserFactory().create(std="f2008")
    return Fortran2003


def split(text: str, separator: str = ",") -> list[tuple[int, int]]:
    """The pieces of ``text`` between separators that stand in no bracket or literal, as (start, end)."""
    out, depth, start, quote = [], 0, 0, ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        elif char == separator and depth == 0:
            out.append((start, at))
            start = at + 1
    out.append((start, len(text)))
    return out


def closing(code: str, at: int) -> int:
    """Behind the bracket that closes the one at ``at``; -1 where none does."""
    depth, quote = 0, ""
    for index in range(at, len(code)):
        char = code[index]
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
            if not depth:
                return index + 1
    return -1


_UNKNOWN_TO_FPARSER = lazy_pattern(
    r"(contiguous|codimension\s*\[.*\]|asynchronous|volatile|protected|bind\s*\(.*\)|device|managed|pinned)$",
    re.IGNORECASE | re.DOTALL,
)
_CODIMENSION = lazy_pattern(r"\[[^\]]*\]\s*$")


def entities(text: str, component: bool) -> tuple[Entity, ...]:
    """What a declaration statement declares; raises :class:`Unreadable`."""
    attributes, rest = _attributes(text)
    head, _, tail = rest.partition("::") if "::" in rest else (rest, "", "")
    coarrays: set[str] = set()
    if tail:
        items = []
        for start, end in split(tail):
            item = tail[start:end]
            if found := re.search(
                r"\[", re.sub(r"'[^']*'|\"[^\"]*\"|\([^()]*\)|=.*", lambda m: "_" * len(m[0]), item)
            ):
                name = re.match(r"\s*(\w+)", item)
                coarrays.add(name[1].lower() if name else "")
                item = item[: found.start()] + re.sub(r"^\[[^\]]*\]", "", item[found.start() :])
            items.append(item)
        rest = f"{head}::{','.join(items)}"
    f = _grammar()
    try:
        if component and re.match(r"procedure\b", text, re.IGNORECASE):
            return _procedures(text)
        node = f.Data_Component_Def_Stmt(rest) if component else f.Type_Declaration_Stmt(rest)
        spec, attrs, declared = node.children
        words = {str(each).lower() for each in (attrs.children if attrs is not None else ())}
    except Unreadable:
        raise
    except Exception:  # fparser2 raises what it happens to meet, assertions among it
        raise Unreadable(text) from None
    common = {re.sub(r"\s*\(.*", "", word, flags=re.DOTALL) for word in words} | attributes
    common |= {re.sub(r"\s+", "", word) for word in words if word.startswith("intent")}
    dimension = next((word for word in words if word.startswith("dimension")), "")
    kind, type_name, parameters = _type(spec, f)
    spelling = str(spec)
    out = []
    for each in declared.children:
        name, shape, length, init = (*each.children, None, None, None)[:4]
        shape_text = str(shape) if shape is not None else dimension[len("dimension") :].strip()[1:-1].strip()
        spelled_length = str(length) if length is not None else spelling
        out.append(
            Entity(
                str(name).lower(),
                kind,
                type_name,
                spelling,
                _rank(shape_text),
                frozenset(common),
                parameters,
                init is not None,
                kind == INTRINSIC and "CHARACTER" in spelling.upper() and _deferred(spelled_length),
                "codimension" in common or str(name).lower() in coarrays,
            )
        )
    return tuple(out)


def _attributes(text: str) -> tuple[frozenset[str], str]:
    """Take off the attributes that fparser2 does not know."""
    at = text.find("::")
    if at < 0:
        return frozenset(), text
    head, tail = text[:at], text[at:]
    kept: list[str] = []
    found: set[str] = set()
    for start, end in split(head):
        piece = head[start:end].strip()
        if kept and _UNKNOWN_TO_FPARSER.match(piece):
            found.add(re.split(r"[\s(\[]", piece.lower())[0])
        else:
            kept.append(piece)
    return frozenset(found), f"{', '.join(kept)} {tail}"


def _procedures(text: str) -> tuple[Entity, ...]:
    head, _, tail = text.partition("::")
    if not tail:
        raise Unreadable(text)
    words = frozenset(head[a:b].strip().lower() for a, b in split(head)[1:])
    out = []
    for start, end in split(tail):
        item = tail[start:end]
        name = re.match(r"\s*(\w+)\s*(=>)?", item)
        if name is None:
            raise Unreadable(text)
        out.append(
            Entity(
                name[1].lower(),
                PROCEDURE,
                "",
                head.split(",")[0].strip(),
                0,
                words,
                initialised=bool(name[2]),
            )
        )
    return tuple(out)


def _type(spec: Any, f: Any) -> tuple[str, str, bool]:
    if not isinstance(spec, f.Declaration_Type_Spec):
        return INTRINSIC, "", False
    word, name = spec.children[0], str(spec.children[1])
    bare = name.split("(", maxsplit=1)[0].strip().lower()
    intrinsic = re.match(r"(integer|real|complex|logical|character|double)\b", bare)
    if word.upper() == "TYPE" and intrinsic:
        return INTRINSIC, "", False
    return (CLASS if word.upper() == "CLASS" else TYPE), bare, "(" in name


def _rank(shape: str) -> int:
    if not shape:
        return 0
    return -1 if shape.strip() == ".." else len(split(shape))


def _deferred(length: str) -> bool:
    return re.search(r"[(*=]\s*:\s*[,)]?", length.replace(" ", "")) is not None

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Elements: a class of the program's -> the pointer that the subscripts of its objects go through.

``struct Buf { T *p; T &operator[](size_t i) { return p[i]; } };``  ->  ``.p``. What an ``operator[]``
does is read from its text: libclang is not given the bodies of included functions.
"""

from __future__ import annotations

import re
from typing import Any

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.clang.libclang import (
    ARRAYS,
    LIB,
    NOWHERE,
    Kind,
    TypeKind,
    children_of,
    raw_of,
    specialized_template,
)
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.clang.types import REFERENCES, unqualified

_PUBLIC = 1
_INDICES = frozenset(
    (TypeKind.INT, TypeKind.UINT, TypeKind.LONG, TypeKind.ULONG, TypeKind.LONGLONG, TypeKind.ULONGLONG)
)
_COMMENT = lazy_pattern(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
_WORD = lazy_pattern(rb"[A-Za-z_$][\w$]*")
_NAMES = rb"(?:const|noexcept|&|\s)*"
_ASSERTS = rb"(?:assert\s*\((?:[^;{}()=+\-]|[=!<>]=|->)*\)\s*;\s*)*"
"""Those that call nothing and change nothing."""
_SUBSCRIPT = lazy_pattern(
    rb"operator\s*\[\s*\]\s*\([\w\s:]*?\b(\w+)\s*\)" + _NAMES + rb"\{\s*" + _ASSERTS + rb"return\s+"
    rb"(?:this\s*->\s*)?(\w+)\s*\[\s*\1\s*\]\s*;\s*\}"
)
_GETTER = lazy_pattern(
    rb"\w+\s*\(\s*(?:void)?\s*\)" + _NAMES + rb"\{\s*return\s+(?:this\s*->\s*)?(\w+)\s*;\s*\}"
)
_LONGEST = 2000


class Elements(NamedTuple):
    """What gives an object's elements, or why nothing does."""

    accessor: str = ""
    """What is written behind the object: ``.data()``, ``._data``."""
    member: int = -1
    """The key of the member that it is, or returns; -1 where that is an array, which stays where it is."""
    const: bool = False
    """Whether a subscript gives an element that is const, though the pointer's is not."""
    why: str = ""


def elements(node: Node, wanted: str, references: References) -> Elements:
    """How the elements of an object of a class are reached; ``wanted`` is a member, or ``data()``."""
    return _Class(node, references).elements(wanted)


class _Class:
    """A class as it is written: for a template's instance the template."""

    def __init__(self, node: Node, references: References) -> None:
        self.parsed: Parsed = node.parsed
        self.references = references
        self.kind = node.clang_cursor.type.get_canonical()
        self.const = bool(self.kind.is_const_qualified())
        declared = self.kind.get_declaration()
        template = specialized_template(declared)
        written = template if template._kind_id not in NOWHERE else declared
        self.members = children_of(written, self.parsed.tu)

    def elements(self, wanted: str) -> Elements:
        called = wanted.endswith("()")
        name = wanted.removesuffix("()")
        own = Kind.METHOD if called else Kind.FIELD
        found = [each for each in self.members if each._kind_id == own and each.spelling == name]
        if not found:
            return Elements(why=f"its class has no {'function' if called else 'member'} '{name}' of its own")
        if any(LIB.clang_getCXXAccessSpecifier(each) != _PUBLIC for each in found):
            return Elements(why=f"'{name}' is not public")
        given = {self._returned(each) for each in found} if called else {name}
        member = given.pop()
        if given or not member:
            return Elements(why=f"the text of '{wanted}' is not seen to be 'return member;'")
        field = next((each for each in self.kind.get_fields() if each.spelling == member), None)
        of = field.type.get_canonical() if field is not None else None
        if field is None or of is None or (of.kind != TypeKind.POINTER and of.kind not in ARRAYS):
            return Elements(why=f"'{member}' is no pointer or array of its class")
        if field.is_mutable_field():
            return Elements(why=f"'{member}' is mutable, so that any function may change it")
        why, const = self._subscripts(member)
        key = self.references.known(raw_of(field)) if of.kind == TypeKind.POINTER else None
        return Elements(f".{wanted}", key.key if key is not None else -1, const, why)

    def _subscripts(self, member: str) -> tuple[str, bool]:
        """Why a subscript of an object is not that of its member; whether its element is const."""
        operators = [each for each in self.members if each.spelling == "operator[]"]
        if not operators:
            return "its class has no 'operator[]' of its own", False
        field = next(each for each in self.members if each._kind_id == Kind.FIELD and each.spelling == member)
        of = field.type.get_canonical()
        of = of.element_type if of.kind in ARRAYS else of.get_pointee()
        gives: dict[bool, bool] = {}
        for each in operators:
            given = list(each.get_arguments()) if each._kind_id == Kind.METHOD else []
            if len(given) != 1 or given[0].type.get_canonical().kind not in _INDICES:
                return "an 'operator[]' of its class does not take an 'int' or longer", False
            result = each.result_type.get_canonical()
            if each.is_virtual_method() or result.kind not in REFERENCES:
                return "an 'operator[]' of its class is virtual, or gives no reference to an element", False
            result = result.get_pointee()
            found = _SUBSCRIPT.match(self._text(each))
            if found is None or found.group(2) != member.encode() or unqualified(result) != unqualified(of):
                return f"the text of its 'operator[]' is not seen to be 'return {member}[index];'", False
            gives[bool(each.is_const_method())] = bool(result.is_const_qualified())
        chosen = gives.get(True) if self.const or False not in gives else gives[False]
        return "", bool(chosen) and not of.is_const_qualified()

    def _returned(self, method: Any) -> str:
        """The member that a function returns and does nothing else, '' where that is not seen."""
        found = _GETTER.match(self._text(method))
        return found.group(1).decode() if found is not None else ""

    def _text(self, method: Any) -> bytes:
        """A function's text from its name on, b'' where it has none or a macro could change it."""
        at = (method.get_definition() or method).location
        file = at.file.name if at.file is not None else ""
        text = self.parsed.data if file == self.parsed.filename else self.parsed.text_of(file)
        text = _COMMENT.sub(b" ", text[at.offset : at.offset + _LONGEST])
        body = text[: text.find(b"}") + 1]
        words = {word.decode("utf-8", "replace") for word in _WORD.findall(body)}
        if "assert" in words and not any(file.endswith("assert.h") for file in self.parsed.included):
            return b""
        return b"" if any(map(self.parsed.could_be_macro, words)) else body

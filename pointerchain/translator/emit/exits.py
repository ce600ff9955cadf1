# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Exits: the text that does a scope's work where control leaves the scope. Nothing is looked at or judged.

In C++ the destructor of a local object does it; in C it stands before each statement that leaves, when the
value that is returned is known:
``return f(s);``  ->  ``{ int pc_result = (f(s)); s->n = pc_n; return pc_result; }``

A scope is a block. In flat form, where what it declares is needed after it, it is none.
"""

from __future__ import annotations

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.emit.declarators import declare
from pointerchain.translator.emit.rewrite import Edit, keeping_lines

_NAMED = lazy_pattern(
    r"\b(?!(?:void|char|short|int|long|float|double|signed|unsigned|const|_Bool|_Complex|__int128|"
    r"struct|union|restrict|__restrict)\b)(?<!struct )(?<!union )[A-Za-z_]\w*"
)


def opened(flat: bool, label_before: bool) -> list[str]:
    """How a scope begins: a label wants a statement, which a declaration is not."""
    return ([";"] if label_before else []) if flat else ["{"]


def closed(work: str, flat: bool, label_at_end: bool) -> str:
    """How a scope ends, with what is to be done there."""
    last = [work] if work else [";"] if label_at_end else []
    return " ".join(last if flat else [*last, "}"])


class Guard(NamedTuple):
    """A local object whose destructor does the work on every way out, an exception included.

    In flat form it outlives the scope, whose end is to say :attr:`end`.
    """

    kind: str
    name: str
    members: str
    """Declarations; ``values`` initialise them."""
    work: str
    values: str
    sign: str = ""
    """What stands between the name and the values."""

    def text(self, flat: bool) -> str:
        """The class and the object."""
        if not flat:
            parts = f"{self.members} ~{self.kind}() {{ {self.work} }}"
            return f"struct {self.kind} {{ {parts} }} {self.name}{self.sign}{{{self.values}}};"
        out = f"bool on; void out() {{ if (on) {{ on = false; {self.work} }} }} ~{self.kind}() {{ out(); }}"
        return f"struct {self.kind} {{ {self.members} {out} }} {self.name}{self.sign}{{{self.values}, true}};"

    @property
    def end(self) -> str:
        """The statement that does the work before the object's life ends."""
        return f"{self.name}.out();"


class Kept(NamedTuple):
    """A value to be known before the work is done: its text, the function's result type, a name for it."""

    value: Span
    result: str
    name: str
    simple: bool = False
    """Whether it is no comma operator for certain, which would need parentheses."""


def leave(data: bytes, span: Span, work: str, kept: Kept | None) -> list[Edit]:
    """Do the work before the statement of a span leaves."""
    start, end = span
    if kept is None:
        semicolon = "" if data[end - 1 : end] == b";" else ";"
        return [Edit(start, start, _encoded(f"{{ {work} ")), Edit(end, end, _encoded(f"{semicolon} }}"), -1)]
    first, last = "{ ", f"; {work} return; }}"
    if kept.result != "void":
        left, right = ("", "") if kept.simple else ("(", ")")
        first = f"{{ {declare(kept.result, kept.name)} = {left}"
        last = f"{right}; {work} return {kept.name}; }}"
    head, tail = Span(start, kept.value.start), Span(kept.value.end, end)
    return [keeping_lines(data, *head, _encoded(first)), keeping_lines(data, *tail, _encoded(last), 1)]


def is_named(kind: str) -> bool:
    """Whether a type's text holds a name that a declaration can hide."""
    return bool(_NAMED.search(kind))


def same_type(name: str, one: str, two: str) -> str:
    """C: a declaration that compiles only where two types are one."""
    return f"extern char {name}[__builtin_types_compatible_p({one}, {two}) ? 1 : -1];"


def same_result(name: str, result: str, canonical: str) -> str:
    """C: the same for a result type where a value is kept, nothing where its text can hide nothing."""
    if not is_named(result) or "(" in result + canonical:
        return ""
    return same_type(name, result, canonical)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Kernels: the compute constructs of a function that use a pointer which its own copy does not hold.

``enter(a[1:n])`` copies what begins behind ``a``. A construct that names ``a`` in no clause looks the
address in ``a`` up on the device, does not find it, and is given the host's. ``enter(v->x[0:n])`` copies the
elements and not ``*v``: a construct that names ``v`` in no clause reads the host's ``v->x``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from pointerchain.deepcopy.directives import Action
from pointerchain.deepcopy.expressions import Section
from pointerchain.deepcopy.reading import Reading, numbered
from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import ARRAY_TYPES, Kind, TypeKind
from pointerchain.translator.clang.tree import Node, Tree
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.regions import construct_span, is_compute

_POINTER = int(TypeKind.POINTER.value)
_ROOT = lazy_pattern(r"[(*\s]*([A-Za-z_$][\w$]*)")
_DATA_PRAGMA = lazy_pattern(rb"^[ \t]*#[ \t]*pragma[ \t]+(?:omp|acc)\b(?:[^\n]*\\\n)*[^\n]*", re.M)


def _leads(node: Node) -> bool:
    return node.type_kind == _POINTER or node.type_kind in ARRAY_TYPES


def _plain(chain: str) -> str:
    """A chain without parentheses, spaces and leading stars."""
    return re.sub(r"[()\s]", "", chain).lstrip("*")


class Kernels:
    """Looks at the constructs of one source."""

    def __init__(
        self, reading: Reading, tree: Tree, constructs: Sequence[Construct], functions: Mapping[int, Span]
    ) -> None:
        self.reading, self.tree, self.functions = reading, tree, functions
        self.given = constructs
        self.numbers = {id(section): number for number, _, section in numbered(reading.directives)}

    @cached_property
    def constructs(self) -> list[tuple[Construct, Span | None]]:
        """The constructs with their statements."""
        return [(each, construct_span(self.reading.blanked, each)) for each in self.given]

    def find(self, ends: Mapping[int, int]) -> Iterator[Diagnostic]:
        """A warning for each construct that uses such a pointer; ``ends`` leads from a region to its end."""
        for index, directive in enumerate(self.reading.directives):
            if index not in self.functions or not isinstance(directive, Action):
                continue
            for section in directive.sections if directive.verb in ("enter", "begin") else ():
                pointer = self._pointer(section)
                if pointer is not None:
                    span = Span(directive.pragma.span.end, self._end(index, section, ends))
                    yield from self._uses(pointer, section, span)
                member = self._member(section)
                if member is not None:
                    span = Span(directive.pragma.span.end, self._end(index, section, ends))
                    yield from self._member_uses(member, section, span, self.functions[index])

    def _pointer(self, section: Section) -> Node | None:
        """The pointer or array whose section begins behind its first element: ``a[1:n]``, ``(a + 1)[:n]``."""
        node = self.reading.chains[self.numbers[id(section)]].node
        behind = section.start is not None and section.start.text != "0"
        if node is None:
            return None
        if node.kind != Kind.DECL_REF and node.kind not in (Kind.MEMBER, Kind.SUBSCRIPT):
            named = [each for each in node.inside if each.kind == Kind.DECL_REF and _leads(each)]
            moved = any(each.kind in (Kind.BINARY, Kind.SUBSCRIPT) for each in (node, *node.inside))
            whole = any(each.kind in (Kind.MEMBER, Kind.CALL) for each in node.inside)
            return named[0] if len(named) == 1 and moved and not whole else None
        return node if behind and node.kind == Kind.DECL_REF and _leads(node) else None

    def _member(self, section: Section) -> Node | None:
        """The pointer member of an object that the section's own copy does not hold."""
        node = self.reading.chains[self.numbers[id(section)]].node
        if node is None or node.kind != Kind.MEMBER or node.type_kind != _POINTER:
            return None
        return node if _ROOT.match(section.chain.text) else None

    def _member_uses(
        self, member: Node, section: Section, copied: Span, function: Span
    ) -> Iterator[Diagnostic]:
        match = _ROOT.match(section.chain.text)
        assert match is not None
        root, declared = match[1], member.declaration()
        if root == "this" or self._holder_copied(section, copied):
            return
        word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(root.encode("utf-8", "surrogateescape")))
        for construct, span in self.constructs:
            inside = span is not None and copied.start <= construct.pragma.span.start < copied.end
            if span is None or not inside or not is_compute(construct) or self._named(root, construct, span):
                continue
            before = self.reading.lexed.data[function.start : construct.pragma.span.start]
            if any(word.search(each[0]) for each in _DATA_PRAGMA.finditer(before)):
                continue  # which may have mapped the object
            text = self.reading.composed.span(span)
            uses = (
                each
                for each in self.tree.of_kinds(frozenset((Kind.MEMBER,)))
                if text.start <= each.start < text.end and each.declaration() == declared
            )
            if next(uses, None) is not None:
                yield self._not_copied(construct, section, section.chain.text)

    def _holder_copied(self, section: Section, copied: Span) -> bool:
        """Whether another section before the end of a copy holds the object that has the member."""
        own = _plain(section.chain.text)
        for directive in self.reading.directives:
            if not isinstance(directive, Action) or directive.pragma.span.start >= copied.end:
                continue
            for other in directive.sections if directive.verb in ("enter", "begin") else ():
                held = _plain(other.chain.text)
                if own != held and own.startswith((f"{held}->", f"{held}.", f"{held}[")):
                    return True
        return False

    def _not_copied(
        self, construct: Construct, section: Section, pointer: str, *, array: bool = False
    ) -> Diagnostic:
        omp = construct.dialect == "omp"
        text = section.text if section.chain.text == pointer else f"{pointer}[...]"
        fields = {
            "construct": construct.spelling,
            "pointer": pointer,
            "text": section.text,
            "clause": f"map(alloc: {text})" if omp else f"present({text})",
        }
        note = Note("the copy is here", Place(self.reading.file, section.span))
        return diagnostic(
            "pointer-not-copied",
            self.reading.file,
            construct.pragma.span,
            (note,),
            None,
            "array" if array else "",
            **fields,
        )

    def _end(self, index: int, section: Section, ends: Mapping[int, int]) -> int:
        """Where the copy ends, as far as the text of the function tells."""
        directives, function = self.reading.directives, self.functions[index]
        if index in ends:
            return directives[ends[index]].pragma.span.start
        for after, directive in enumerate(directives[index + 1 :], index + 1):
            if self.functions.get(after) != function or not isinstance(directive, Action):
                continue
            if directive.verb == "exit" and section.text in (each.text for each in directive.sections):
                return directive.pragma.span.start
        return function.end

    def _uses(self, pointer: Node, section: Section, copied: Span) -> Iterator[Diagnostic]:
        name = pointer.name()
        declared, names = pointer.declaration(), {name}
        if len(section.chain.toks) == 1:
            names.add(section.chain.text)  # a macro that stands for it
        if any(self._copied_whole(each, copied) for each in names):
            return
        for construct, span in self.constructs:
            inside = span is not None and copied.start <= construct.pragma.span.start < copied.end
            if span is None or not inside or not is_compute(construct):
                continue
            if any(self._named(each, construct, span) for each in names):
                continue
            text = self.reading.composed.span(span)
            uses = (
                each
                for each in self.tree.of_kinds(frozenset((Kind.DECL_REF,)))
                if text.start <= each.start < text.end and each.declaration() == declared
            )
            if next(uses, None) is None:
                continue
            array = pointer.type_kind in ARRAY_TYPES
            yield self._not_copied(construct, section, name, array=array)

    def _copied_whole(self, name: str, copied: Span) -> bool:
        """Whether another directive before the end of a copy copies from where the pointer points."""
        for directive in self.reading.directives:
            if not isinstance(directive, Action) or directive.pragma.span.start >= copied.end:
                continue
            for section in directive.sections if directive.verb in ("enter", "begin") else ():
                start = section.start is None or section.start.text == "0"
                if start and section.chain.text == name:
                    return True
        return False

    def _named(self, name: str, construct: Construct, span: Span) -> bool:
        """Whether a construct's clauses name the pointer, or those of a data construct around it do."""
        word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name.encode("utf-8", "surrogateescape")))
        for other, around in self.constructs:
            text = self.reading.lexed.data[slice(*other.pragma.span)]
            outer = around is not None and around.start <= construct.pragma.span.start < around.end
            counts = outer and (other.dialect == "acc" or b"use_device" in text)
            if (other is construct or counts) and word.search(text):
                return True
        return False

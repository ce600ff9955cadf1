# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A source -> :class:`Unit`: Clang's tree of its functions, its directives, and its text as tokens."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from pointerchain.lazy import lazy_pattern
from pointerchain.place.apply.maps import words_in
from pointerchain.place.apply.sources import other_devices, strange
from pointerchain.place.documents import PlaceError
from pointerchain.source import Source, Span
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.callees import Callees
from pointerchain.translator.clang.libclang import FUNCTIONS, RECORDS, Kind
from pointerchain.translator.clang.parsed import Parsed, ParseFailure, is_system
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.tree import Node, Tree, included_tops, tops
from pointerchain.translator.text.directives import Construct, read_directives
from pointerchain.translator.text.lex import Lexed, lex, skip_space

_PACKAGE = os.path.realpath(Path(__file__).parents[2])
_INCLUDE = f"{_PACKAGE}/include"
_HEADER = (
    *("place_objects.h", "detail/attributes.h", "detail/place_openmp.h", "detail/place_apart.h"),
    *("detail/place_openacc.h", "detail/place_nowhere.h"),
)
"""What the result includes."""


_OWN_NEW = lazy_pattern(rb"\boperator\s+(?:new|delete)\b")
_OWN_DECLARED = lazy_pattern(
    rb"\bvoid\s*\*?\s*operator\s+(?:new|delete)\b|#\s*define[^\n]*\boperator\s+(?:new|delete)\b"
)
"""In headers: those of the C++ library call them, too."""


class NotReadable(PlaceError):
    """Clang does not understand the source."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function with a body; ``parameters`` are the places of the parameters' names."""

    name: str
    node: Node
    body: Node
    parameters: tuple[int, ...]
    unit: Unit = field(compare=False, repr=False)

    @property
    def key(self) -> tuple[str, int]:
        """Which function of all sources it is."""
        return self.unit.path, self.node.start


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said of a source: ``severity`` is 'error', 'warning' or 'note'; ``where`` an offset."""

    severity: str
    path: str
    where: int
    text: str


class Unit:
    """One source. Questions only; nothing in it changes."""

    def __init__(self, path: str, data: bytes, args: Sequence[str], language: str | None = None) -> None:
        """Read it; raises :class:`NotReadable` where Clang finds errors in it."""
        self.path, self.data = path, data
        self.source = Source(path, data)
        clang = clang_arguments(path, args, language)
        self._given, self.args = _given(args), tuple(args)
        self._clang = clang.args
        self.cxx = clang.cxx
        self.lexed: Lexed = lex(data, self.cxx)
        self.code = self.lexed.code
        self.parsed = self.parsed_again(data)
        self.skipped: tuple[Span, ...] = self.parsed.skipped_ranges()
        directives, _ = read_directives(self.lexed, path, self.cxx)
        self.constructs = tuple(
            each
            for each in directives
            if isinstance(each, Construct)
            and each.dialect in ("omp", "acc")
            and not self.is_skipped(each.pragma.span.start)
        )
        self._governing: dict[int, list[Construct]] = {}
        for each in self.constructs:
            if each.directive is not None and each.directive.has_statement:
                start = skip_space(self.code, each.pragma.span.end)
                self._governing.setdefault(start, []).append(each)
        self._tops = tuple(tops(self.parsed))
        self.functions: dict[str, list[Function]] = {}
        for tree in self._tops:
            for node in tree.of_kinds(FUNCTIONS):
                made = self._function(node)
                if made is not None:
                    self.functions.setdefault(made.name, []).append(made)

    def parsed_again(self, data: bytes) -> Parsed:
        """Another text in the source's place; raises :class:`NotReadable` where Clang finds errors in it."""
        try:
            parsed = Session(self.path, self._clang).parse(data)
        except ParseFailure as failure:
            raise NotReadable(f"Clang cannot read it: {failure}") from None
        for each in parsed.messages():
            if each.severity >= 3:
                where = f"{each.where.file}:{each.where.line}: " if each.where.file else ""
                raise NotReadable(f"{where}{each.where.message}")
        return parsed

    # --- places --------------------------------------------------------------------------------------

    def line_column(self, offset: int) -> tuple[int, int]:
        """One-based line and column of an offset."""
        return self.source.line_column(offset)

    def is_skipped(self, offset: int) -> bool:
        """Whether the preprocessor leaves a place out."""
        return any(each.start <= offset < each.end for each in self.skipped)

    def skipped_mention(self, name: str, span: Span) -> int:
        """Where text that the preprocessor leaves out in ``span`` names a variable, or -1."""
        word = re.compile(rb"\b%s\b" % re.escape(name.encode()))
        for each in self.skipped:
            if span.start <= each.start < span.end:
                for found in word.finditer(self.code, each.start, each.end):
                    return found.start()
                for pragma in (line for line in self.lexed.lines if line.keyword == b"pragma"):
                    inside = each.start <= pragma.span.start < each.end
                    mention = word.search(self.data, pragma.span.start, pragma.span.end)
                    if inside and mention is not None:
                        return mention.start()
        return -1

    def nodes(self) -> Iterator[Node]:
        """All nodes of the source."""
        for tree in self._tops:
            yield from tree.nodes

    @cached_property
    def included_trees(self) -> tuple[Tree, ...]:
        """What the program's headers declare, with the bodies of their functions: nodes without text."""
        if all(is_system(name) for name in self.parsed.included):
            return ()
        parsed = Session(self.path, self._clang).parse_all(self.data)
        return tuple(included_tops(parsed, RECORDS | FUNCTIONS | {Kind.VARIABLE, Kind.TYPEDEF}))

    def included_nodes(self) -> Iterator[Node]:
        """All nodes of the program's headers."""
        for tree in self.included_trees:
            yield from tree.nodes

    def all_nodes(self) -> Iterator[Node]:
        """All nodes of the source and of its own headers."""
        yield from self.nodes()
        yield from self.included_nodes()

    def starting_at(self, offset: int) -> list[Node]:
        """The nodes whose text starts at an offset, outermost first."""
        return [tree.node(each) for tree in self._tops for each in tree.starting_at(offset)]

    def function_around(self, node: Node) -> Function | None:
        """The innermost function that a node is in; None in a class's or lambda's."""
        for each in node.ancestors():
            if each.kind == Kind.LAMBDA:
                return None
            if each.kind in FUNCTIONS:
                return self._function(each)
        return None

    def _function(self, node: Node) -> Function | None:
        below = node.below
        body = next((each for each in below if each.kind == Kind.COMPOUND), None)
        if body is None or body.foreign or body.macro:
            return None
        parameters = tuple(each.location() for each in below if each.kind == Kind.PARAMETER)
        return Function(node.name(), node, body, parameters, self)

    def definition(self, name: str) -> Function | None:
        """The one function of a name that is defined here, None where there is none or are several."""
        found = self.functions.get(name, [])
        return found[0] if len(found) == 1 else None

    @cached_property
    def callees(self) -> Callees:
        """Which functions calls call. Bodies in headers are not seen."""
        return Callees(self.parsed)

    # --- directives ----------------------------------------------------------------------------------

    def governing(self, node: Node) -> list[Construct]:
        """The constructs whose statement a node is, the outermost first."""
        return self._governing.get(node.start, [])

    def constructs_in(self, span: Span) -> list[Construct]:
        """The directives in a span."""
        return [each for each in self.constructs if span.start <= each.pragma.span.start < span.end]

    def names_in(self, construct: Construct) -> frozenset[bytes]:
        """The words of a directive's text."""
        return words_in(construct.pragma.text)

    @cached_property
    def strange(self) -> tuple[int, str] | None:
        """What is not understood in the source or in a file of its own that it includes, with the place.

        The place is 0 for what an included file holds.
        """
        if self.pragma_macro is not None:
            return self.pragma_macro[0], f"the macro '{self.pragma_macro[1]}' may make directives"
        taken = next((name for name in _words_of_header() if self.parsed.could_be_macro(name)), None)
        if taken is not None:
            return 0, f"the program's macro '{taken}' has a name that '<pointerchain/place_objects.h>' uses"
        found = strange(self.headers, self.cxx, self._given, self.lexed)
        return None if found is None else (found.where if found.own else 0, found.why)

    @cached_property
    def other_devices(self) -> tuple[int, str] | None:
        """What may change which device kernels run on, by the source or its headers, with the place."""
        found = other_devices(self.headers, self.cxx, self.lexed)
        return None if found is None else (found.where if found.own else 0, found.why)

    @cached_property
    def headers(self) -> tuple[tuple[str, bytes], ...]:
        """The paths and texts of the program's own files that the source includes."""
        places = map(os.path.realpath, self.parsed.included)
        own = [name for name in places if not is_system(name) and not name.startswith(_PACKAGE)]
        return tuple((os.path.relpath(name), _text(name)) for name in own)

    @cached_property
    def header_constructs(self) -> tuple[tuple[str, Construct], ...]:
        """The directives of the program's own files that the source includes, with their paths."""
        return tuple(
            (name, each)
            for name, text in self.headers
            for each in read_directives(lex(text, self.cxx), name, self.cxx)[0]
            if isinstance(each, Construct) and each.dialect in ("omp", "acc")
        )

    @cached_property
    def own_new(self) -> int | None:
        """Where an ``operator new`` or ``delete`` of the program's own is named; 0 where a header does."""
        found = _OWN_NEW.search(self.code)
        if found is not None:
            return found.start()
        places = map(os.path.realpath, self.parsed.included)
        others = (name for name in places if not (is_system(name) and "/c++/" in name))
        return 0 if any(_OWN_DECLARED.search(_text(name)) for name in others) else None

    @property
    def pragma_macro(self) -> tuple[int, str] | None:
        """A macro that may make pragmas and is expanded here, with the place."""
        makers = self.parsed.pragma_macros
        for start, _, cursor in self.parsed.expansion_rows:
            if str(cursor.spelling) in makers:
                return start, str(cursor.spelling)
        return None


@cache
def _words_of_header() -> tuple[str, ...]:
    """The names in what the result includes that a macro of the program would change; ``PC_`` is our own."""
    code = b"".join(lex(_text(f"{_INCLUDE}/pointerchain/{name}"), False).code for name in _HEADER)
    return tuple(sorted(word.decode() for word in words_in(code) if not word.startswith(b"PC_")))


def _text(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


def _given(args: Sequence[str]) -> list[bytes]:
    """The macros that a compiler's arguments define or undefine."""
    words = iter(args)
    texts = [
        next(words, "") if each in ("-D", "-U") else each[2:] for each in words if each[:2] in ("-D", "-U")
    ]
    return [text.partition("=")[0].partition("(")[0].encode() for text in texts]

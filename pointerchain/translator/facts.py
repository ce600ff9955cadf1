# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Facts: source bytes and Clang arguments -> what Clang knows at the places that were asked about.

It parses, hands out diagnostics, skipped ranges and
macro expansions, and grows a :class:`Tree`: Clang's tree with every branch cut off that no place
of interest lies on. Visiting only those branches is what keeps the translator as fast as a parse.

Raw source locations are read from libclang's structures (the wheel is pinned for that): within one
file they are consecutive, and the high bit marks a place inside a macro's expansion.
"""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import clang.cindex as cx

from pointerchain.source import Span
from pointerchain.translator.libclang import (
    CONTINUE,
    DETAILED_RECORD,
    EXCLUDE_PREAMBLE,
    FUNCTIONS,
    LIMIT_SKIP_TO_PREAMBLE,
    MACRO_BIT,
    PREAMBLE,
    PREAMBLE_FIRST,
    RECURSE,
    SKIP_BODIES,
    STORE_PREAMBLES_IN_MEMORY,
    VISITOR,
    IndexOptions,
    Kind,
    canonical_cursor,
    dispose_unit,
    extent_of,
    file_location,
    function,
    location_for_offset,
    location_of,
    specialized_template,
    visit_children,
)
from pointerchain.translator.nodes import Declaration, Node, Tree


class ClangNote(NamedTuple):
    """One message of Clang's with its place; ``offset`` is in the parsed text where ``main``."""

    message: str
    file: str
    line: int
    offset: int
    main: bool


class ClangMessage(NamedTuple):
    """A diagnostic of Clang's. ``severity``: 2 warning, 3 error, 4 fatal."""

    severity: int
    option: str
    where: ClangNote
    notes: tuple[ClangNote, ...]


class Expansion(NamedTuple):
    """A macro's expansion in the parsed file, and its definition's text."""

    span: Span
    name: str
    body: bytes | None
    """The definition from the macro's name on; None where the compiler itself defines it."""
    file: str
    """The file of the definition; none of the command line's."""
    body_span: Span


class Session:
    """Everything that is asked of Clang about one source."""

    def __init__(self, filename: str, args: Sequence[str]) -> None:
        # Visits leave out what the headers declare and define: ten thousand macros, in a C++ source.
        bits = EXCLUDE_PREAMBLE | STORE_PREAMBLES_IN_MEMORY
        options = IndexOptions(ctypes.sizeof(IndexOptions), bits=bits)
        create = function("clang_createIndexWithOptions", ctypes.c_void_p, ctypes.POINTER(IndexOptions))
        index = create(ctypes.byref(options))
        pointer = ctypes.cast(index, cx.c_object_p) if index else None
        self.index = cx.Index(pointer) if pointer else cx.Index.create()
        self.filename, self.args = filename, list(args)

    def parse(self, data: bytes) -> Unit:
        """Parse ``data`` under the source's name, bodies in headers left out.

        Raises :class:`ParseFailure` where libclang gives no tree at all.
        """
        flags = DETAILED_RECORD | PREAMBLE | PREAMBLE_FIRST | SKIP_BODIES | LIMIT_SKIP_TO_PREAMBLE
        return Unit(self, self._open(data, flags), data)

    def skipped_ranges(self, data: bytes) -> tuple[Span, ...]:
        """What the preprocessor skips in ``data``; no function body is parsed for it."""
        unit = Unit(self, self._open(data, DETAILED_RECORD | SKIP_BODIES), data)
        spans = unit.skipped_ranges()
        unit.close()
        return spans

    def _open(self, data: bytes, flags: int) -> Any:
        try:
            return cx.TranslationUnit.from_source(
                self.filename, self.args, [(self.filename, data)], flags, self.index
            )
        except cx.TranslationUnitLoadError as error:
            raise ParseFailure(str(error)) from error


class ParseFailure(Exception):
    """libclang gave no translation unit."""


class Unit:
    """One parsed text."""

    def __init__(self, session: Session, tu: Any, data: bytes) -> None:
        self.session, self.tu, self.data = session, tu, data
        self._locate()

    def _locate(self) -> None:
        self.file = self.tu.get_file(self.session.filename)
        self.base = location_for_offset(self.tu.obj, self.file.obj, 0).int_data

    def reparse(self, data: bytes) -> None:
        """Parse another text in place; the headers' part is reused."""
        self.data = data
        for known in ("top", "included", "_defined"):
            self.__dict__.pop(known, None)
        try:
            self.tu.reparse([(self.session.filename, data)])
        except cx.TranslationUnitLoadError as error:
            raise ParseFailure(str(error)) from error
        self._locate()

    def close(self) -> None:
        """Free the tree; nothing of it may be used afterwards."""
        if self.tu is not None:
            dispose_unit(self.tu.obj)
            self.tu.obj = None
            # the binding's own finaliser would free it again
            self.tu.__class__ = _Closed
            self.tu = None

    # --- messages ---------------------------------------------------------------------------

    def messages(self, least: int = 2) -> tuple[ClangMessage, ...]:
        """Clang's diagnostics of at least that severity."""
        out = []
        for diag in self.tu.diagnostics:
            if diag.severity < least:
                continue
            notes = tuple(self._note(child) for child in diag.children)
            out.append(ClangMessage(diag.severity, diag.option or "", self._note(diag), notes))
        return tuple(out)

    def _note(self, diag: Any) -> ClangNote:
        place = diag.location
        name = place.file.name if place.file else ""
        return ClangNote(diag.spelling, name, place.line, place.offset, name == self.session.filename)

    def skipped_ranges(self, name: str | None = None) -> tuple[Span, ...]:
        """The text of the parsed file, or of an included one, that conditional inclusion leaves out."""
        file = self.file if name is None else self.tu.get_file(name)
        base = location_for_offset(self.tu.obj, file.obj, 0).int_data

        class RangeList(ctypes.Structure):
            _fields_ = (("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cx.SourceRange)))

        get = function("clang_getSkippedRanges", ctypes.POINTER(RangeList), ctypes.c_void_p, ctypes.c_void_p)
        free = function("clang_disposeSourceRangeList", None, ctypes.POINTER(RangeList))
        found = get(self.tu.obj, file.obj)
        if not found:
            return ()
        spans = []
        for index in range(found.contents.count):
            item = found.contents.ranges[index]
            spans.append(Span(item.begin_int_data - base, item.end_int_data - base))
        free(found)
        return tuple(spans)

    # --- declarations and macros --------------------------------------------------------------

    def declaration(self, cursor: Any) -> Declaration:
        """Name and place of a declaration's cursor."""
        cursor = canonical_cursor(cursor)
        raw = location_of(cursor)
        offset = raw.int_data - self.base
        cursor._tu = self.tu
        if not raw.int_data & MACRO_BIT and 0 <= offset <= len(self.data):
            return Declaration(
                cursor.spelling,
                self.session.filename,
                offset,
                True,
                cursor._kind_id,
                _record(cursor),
                _lasts(cursor),
            )
        place = cursor.location
        name = place.file.name if place.file else ""
        main = name == self.session.filename
        return Declaration(
            cursor.spelling, name, place.offset, main, cursor._kind_id, _record(cursor), _lasts(cursor)
        )

    @cached_property
    def top(self) -> _Top:
        """The outermost declarations, macro expansions and inclusions of the file, from one visit."""
        expansions: list[tuple[int, int, Any]] = []
        declarations: list[tuple[int, int, Any]] = []
        inclusions: list[tuple[int, Any]] = []
        base, size = self.base, len(self.data)

        def keep(cursor: Any, parent: Any, data: Any) -> int:
            kind = cursor._kind_id
            if kind == Kind.MACRO_DEFINITION:
                return CONTINUE
            reach = extent_of(cursor)
            first, last = reach.begin_int_data, reach.end_int_data
            if not first:  # an abbreviated template's extent has no place: its name has
                first, last = int(location_of(cursor).int_data), base + size
            start, end = first - base, last - base
            if (first | last) & MACRO_BIT:
                declarations.append((0, size, cursor))  # looked into wherever something is asked
            elif 0 <= start <= size:
                if kind == Kind.MACRO_EXPANSION:
                    expansions.append((start, end, cursor))
                elif kind == Kind.INCLUSION:
                    inclusions.append((start, cursor))
                else:
                    declarations.append((start, end, cursor))
            return CONTINUE

        callback = VISITOR(keep)
        visit_children(self.tu.cursor, callback, None)
        expansions.sort(key=lambda item: (item[0], -item[1]))
        for row in declarations:
            row[2]._tu = self.tu
        return _Top(
            _without_instances(declarations, size), expansions, [item[0] for item in expansions], inclusions
        )

    def includes(self) -> dict[int, tuple[str, bytes]]:
        """Path and text of the files that the parsed file includes, by the offset of the directive's line."""
        return {self.data.rfind(b"\n", 0, start) + 1: (name, _read(name)) for name, start in self._inclusions}

    def expansions(self, span: Span) -> tuple[Expansion, ...]:
        """The macro expansions that begin in ``span``."""
        top = self.top
        first, last = bisect_left(top.starts, span.start), bisect_left(top.starts, span.end)
        return tuple(
            self._expansion(Span(start, end), cursor) for start, end, cursor in top.expansions[first:last]
        )

    def _expansion(self, span: Span, cursor: Any) -> Expansion:
        cursor._tu = self.tu
        definition = cursor.referenced
        name = str(cursor.spelling)
        extent = definition.extent if definition is not None else None
        if extent is None or extent.start.file is None:
            given = self._given(name)
            return Expansion(span, name, given[-1] if given else None, "", Span(0, 0))
        start, end = extent.start.offset, extent.end.offset
        file = extent.start.file.name
        text = self.data if file == self.session.filename else _read(file)
        return Expansion(span, name, text[start:end], file, Span(start, end))

    @cached_property
    def included(self) -> tuple[str, ...]:
        """The files whose text is part of the parsed text's, each once.

        libclang's list leaves out what is included directly behind a condition that is skipped; those
        include lines are visited, the others are the precompiled preamble's.
        """
        names = dict.fromkeys(str(row.include.name) for row in self.tu.get_includes())
        names.update(dict.fromkeys(name for name, _ in self._inclusions))
        return tuple(names)

    @staticmethod
    def text_of(file: str) -> bytes:
        """A file's text, or nothing where it cannot be read."""
        return _read(file)

    @property
    def _inclusions(self) -> Iterator[tuple[str, int]]:
        """The file and the place of each include line that is visited."""
        for start, cursor in self.top.inclusions:
            cursor._tu = self.tu
            try:
                file = cursor.get_included_file()
            except AssertionError:  # the binding's way to say that there is none
                continue
            if file is not None:
                yield str(file.name), start

    def macro_definitions(self, name: str) -> list[bytes]:
        """What any file, or the command line, defines a macro as, from its name on.

        Read from the files: visits leave out what headers define. Definitions that the preprocessor
        skips are among them.
        """
        found = self._defined.get(name.encode(), ())
        return [*self._given(name), *(_logical_line(text, start) for text, start in found)]

    def _given(self, name: str) -> list[bytes]:
        """The command line's definitions of a macro, as a source would spell them."""
        out = []
        arguments = self.session.args
        for index, given in enumerate(arguments):
            bare = given == "-D" and index + 1 < len(arguments)
            text = arguments[index + 1] if bare else given[2:] if given.startswith("-D") else ""
            if re.match(re.escape(name) + r"(?![\w$])", text):
                out.append(text.replace("=", " ", 1).encode())
        return out

    @cached_property
    def _defined(self) -> dict[bytes, list[tuple[bytes, int]]]:
        """Per macro: the texts that define it, and where in them its name stands."""
        out: dict[bytes, list[tuple[bytes, int]]] = {}
        for text in (self.data, *map(_read, self.included)):
            for found in _DEFINE.finditer(text):
                out.setdefault(found.group(1), []).append((text, found.start(1)))
        return out

    # --- types ----------------------------------------------------------------------------------

    def tree(self, points: Sequence[int], spread: Callable[[Node], bool]) -> Tree:
        """Visit every node whose text holds one of the sorted ``points``.

        ``spread(node)`` is asked of recorded nodes: True records the declarations in them too,
        though no point lies there.
        """
        nodes: list[Node] = []
        base, size, count = self.base, len(self.data), len(points)
        ends = {row[1] for row in self.top.expansions}
        root = Node(self, self.tu.cursor, Kind.TRANSLATION_UNIT, 0, size)
        stack: list[tuple[int, int, Node, bool]] = [(*_identity(self.tu.cursor), root, False)]
        failure: list[BaseException] = []
        extent, identity = extent_of, _identity

        def visit(cursor: Any, parent: Any, data: Any) -> int:
            try:
                reach = extent(cursor)
                first, last = reach.begin_int_data, reach.end_int_data
                macro = (first | last) & MACRO_BIT
                body = opened = False
                if macro:
                    located = self._unfold(reach, first, last)
                    if located is None:
                        return CONTINUE
                    start, end, body, opened = located
                else:
                    if not first:  # an abbreviated template's extent has no place: its name has
                        first, last = int(location_of(cursor).int_data), base + size
                    start, end = first - base, last - base
                    if start < 0 or start > size:
                        return CONTINUE
                one, two = identity(parent)
                depth = len(stack) - 1
                while depth and (stack[depth][0] != one or stack[depth][1] != two):
                    depth -= 1
                if depth:
                    del stack[depth + 1 :]
                elif parent._kind_id == Kind.TRANSLATION_UNIT:
                    del stack[1:]
                else:  # a parent that was itself not visited: what encloses the node stands for it
                    while len(stack) > 1 and not stack[-1][2].start <= start < stack[-1][2].end:
                        stack.pop()
                above, wide = stack[-1][2], stack[-1][3]
                ordinal = above.seen
                above.seen = ordinal + 1
                at = bisect_left(points, start)
                inside = at < count and points[at] < end
                kind = cursor._kind_id
                if not inside and not (wide and (kind == Kind.DECL_STMT or above.kind == Kind.DECL_STMT)):
                    return CONTINUE
                node = Node(self, cursor, kind, start, end)
                # libclang moves an end out of a macro's body to the expansion's end
                node.parent, node.ordinal, node.macro = above, ordinal, bool(macro)
                node.body, node.opened = body or end in ends, opened
                nodes.append(node)
                wider = spread(node)
                if not inside and not wider:
                    return CONTINUE
                one, two = identity(cursor)
                stack.append((one, two, node, wider))
                return RECURSE
            except BaseException as error:
                failure.append(error)
                return 0

        callback = VISITOR(visit)
        for start, end, cursor in self.top.declarations:
            at = bisect_left(points, start)
            if at < count and points[at] < end and not failure:
                # the declaration itself first, as a visit of the whole unit would
                if visit(cursor, self.tu.cursor, None) == RECURSE:
                    visit_children(cursor, callback, None)
        if failure:
            raise failure[0]
        for node in nodes:
            node.cursor._tu = self.tu
        return Tree(nodes)

    def _unfold(self, reach: Any, first: int, last: int) -> tuple[int, int, bool, bool] | None:
        """Text range of a node that a macro took part in; whether a body gave an edge, or its first token."""
        start, start_body = self._place(reach, first, True)
        end, end_body = self._place(reach, last, False)
        if start < 0 or end < 0:
            return None
        # pasted tokens are placed in an argument: a node that enters an expansion is its body's, too
        start, end = min(start, end), max(start, end)
        body = start_body or end_body or self._around(start) != self._around(end - 1)
        return start, end, body, start_body

    def _around(self, offset: int) -> int:
        """Number of the innermost expansion around an offset, or -1.

        Only so many expansions before the offset are looked at: a wrong -1 makes a refusal, no more.
        """
        top = self.top
        last = bisect_right(top.starts, offset) - 1
        for index in range(last, max(-1, last - 64), -1):
            if top.expansions[index][1] > offset:
                return index
        return -1

    def _place(self, reach: Any, raw: int, first: bool) -> tuple[int, bool]:
        if not raw & MACRO_BIT:
            offset = raw - self.base
            return (offset, False) if 0 <= offset <= len(self.data) else (-1, False)
        location = cx.SourceLocation()
        location.ptr_data[0], location.ptr_data[1] = reach.ptr_data[0], reach.ptr_data[1]
        location.int_data = raw
        file, found = ctypes.c_void_p(), ctypes.c_uint()
        file_location(location, ctypes.byref(file), None, None, ctypes.byref(found))
        if file.value != _pointer(self.file):
            return -1, False
        offset = found.value
        # a token of a body is placed at its macro's name, one of an argument where it is written
        top = self.top
        index = bisect_left(top.starts, offset)
        if index < len(top.starts) and top.starts[index] == offset:
            return (offset if first else top.expansions[index][1]), True
        index = bisect_right(top.starts, offset) - 1
        if index >= 0 and offset == top.expansions[index][1]:
            return (top.expansions[index][0] if first else offset), True
        return offset, False


def _record(cursor: Any) -> str:
    return str(cursor.semantic_parent.type.get_canonical().spelling) if cursor._kind_id == Kind.FIELD else ""


def _lasts(cursor: Any) -> bool:
    if cursor._kind_id != Kind.VARIABLE:
        return False
    static = cursor.storage_class in (cx.StorageClass.STATIC, cx.StorageClass.EXTERN)
    return static or cursor.semantic_parent._kind_id not in FUNCTIONS


def _without_instances(rows: list[tuple[int, int, Any]], size: int) -> list[tuple[int, int, Any]]:
    """The declarations in order, without the instances of templates and of generic lambdas.

    Where a visit leaves out the headers' part, libclang shows an instance beside what it is made from.
    """
    functions = [row[2] for row in rows if row[2]._kind_id in FUNCTIONS]
    instances = {id(cursor) for cursor in functions if specialized_template(cursor)._kind_id not in (0, 70)}
    written = {location_of(cursor).int_data for cursor in functions if id(cursor) not in instances}
    out: list[tuple[int, int, Any]] = []
    reach = 0
    for row in sorted(rows, key=lambda row: (row[0], -row[1], id(row[2]) in instances)):
        _, end, cursor = row
        exact = end < size  # an abbreviated template ends nowhere
        if cursor._kind_id in FUNCTIONS and exact and end <= reach:
            continue
        if id(cursor) in instances and (location_of(cursor).int_data in written or _in_lambda(cursor)):
            continue
        if exact:
            reach = max(reach, end)
        out.append(row)
    return out


def _in_lambda(cursor: Any) -> bool:
    return str(cursor.semantic_parent.spelling).startswith("(lambda")


class _Top(NamedTuple):
    """What stands outermost in a file: (start, end, cursor) each."""

    declarations: list[tuple[int, int, Any]]
    expansions: list[tuple[int, int, Any]]
    starts: list[int]
    """Of the expansions."""
    inclusions: list[tuple[int, Any]]


class _Closed:
    """A translation unit whose memory is freed already."""


def _pointer(file: Any) -> int | None:
    return ctypes.cast(file.obj, ctypes.c_void_p).value


def _identity(cursor: Any) -> tuple[int, int]:
    data = cursor.data
    return data[0] or 0, data[1] or 0


_BLANK = rb"(?:[ \t]|\\\r?\n|/\*(?:[^*]|\*(?!/))*\*/)"
_DEFINE = re.compile(rb"#" + _BLANK + rb"*define" + _BLANK + rb"+([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)")
_TO_LINE_END = re.compile(rb"(?:[^\n\\/]|\\\r?\n|\\|/\*[\s\S]*?\*/|/)*")


def _logical_line(text: bytes, start: int) -> bytes:
    """The text from an offset to the end of its line, continued lines and comments over lines included."""
    found = _TO_LINE_END.match(text, start)
    return found.group() if found is not None else b""


_FILES: dict[str, bytes] = {}


def _read(file: str) -> bytes:
    if file not in _FILES:
        try:
            with open(file, "rb") as stream:
                _FILES[file] = stream.read()
        except OSError:
            _FILES[file] = b""
    return _FILES[file]

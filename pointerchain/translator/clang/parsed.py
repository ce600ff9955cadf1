# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Parsed: one text as libclang read it: messages, skipped text, macros, inclusions, outermost declarations.

Raw source locations are read from libclang's structures (the wheel is pinned for that): within one
file they are consecutive, and the high bit marks a place inside a macro's expansion.
"""

from __future__ import annotations

import ctypes
import os
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

import clang.cindex as cx

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.expansions import Expansions, Row, Unrecorded
from pointerchain.translator.clang.libclang import (
    CONTINUE,
    FUNCTIONS,
    MACRO_BIT,
    NOWHERE,
    SKIP_BODIES,
    VISITOR,
    Kind,
    RawLocation,
    canonical_cursor,
    children_of,
    dispose_unit,
    extent_of,
    function,
    location_for_offset,
    location_of,
    raw_file_location,
    specialized_template,
    visit_children,
)
from pointerchain.translator.clang.unsaved import encoded, unsaved


class ParseFailure(Exception):
    """libclang gave no translation unit."""


class Declaration(NamedTuple):
    """A declaration: name and place; ``main`` where it stands in the parsed file."""

    name: str
    file: str
    offset: int
    main: bool
    kind: int
    lasting: bool = False
    """Whether it is a variable that outlives its block: a static one, or a thread's."""


@lru_cache(maxsize=4096)
def is_system(file: str) -> bool:
    """Whether a file is the system's or the compiler's, which names nothing of a user's.

    libclang may find headers of C++'s library by paths as ``/../lib/gcc/x/12/../../../../include/c++/12``.
    """
    real = os.path.realpath(file) if file.startswith("/") and "/../" in file else file
    return real.startswith(("/usr/include/", "/usr/lib/", "/usr/local/lib/", "/opt/"))


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

    def definitions(self, others: Callable[[str], list[bytes]]) -> Callable[[str], list[bytes]]:
        """What macros are defined as where this one is expanded: of its own definitions one counts."""
        own = [self.body] if self.body is not None else None
        return lambda name: own if name == self.name and own is not None else others(name)


class Parsed:
    """One parsed text. Its tree is grown by :mod:`tree`."""

    def __init__(self, filename: str, args: Sequence[str], tu: Any, data: bytes) -> None:
        self.filename, self.args, self.tu, self.data = filename, args, tu, data
        self._asked: dict[tuple[str, int], bool] = {}
        """Whether macros are defined, by name and place."""
        self._locate()

    def _locate(self) -> None:
        self.file = self.tu.get_file(self.filename)
        self.base = int(location_for_offset(self.tu.obj, self.file.obj, 0).int_data)
        self.file_pointer = _pointer(self.file)
        self.root = self.tu.cursor

    def reparse(self, data: bytes) -> None:
        """Parse another text in place; the headers' part is reused."""
        self.data = data
        self._asked.clear()
        for known in (
            "_top",
            "included",
            "include_lines",
            "included_at",
            "_defined",
            "pragma_macros",
            "reorders_storage",
            "has_second_names",
            "redefines_keywords",
            "_own_defines",
            "_users",
            "expanded",
        ):
            self.__dict__.pop(known, None)
        try:
            self.tu.reparse(unsaved(self.filename, data))
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
        return ClangNote(diag.spelling, name, place.line, place.offset, name == self.filename)

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
                self.filename,
                offset,
                True,
                cursor._kind_id,
                _lasts(cursor),
            )
        place = cursor.location
        name = place.file.name if place.file else ""
        main = name == self.filename
        return Declaration(cursor.spelling, name, place.offset, main, cursor._kind_id, _lasts(cursor))

    def record_of(self, member: Any) -> str:
        """The record that a member's cursor is of, as its type is spelled."""
        cursor = canonical_cursor(member)
        cursor._tu = self.tu
        return str(cursor.semantic_parent.type.get_canonical().spelling)

    @cached_property
    def _top(self) -> _Top:
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
                if self._is_own(reach):
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
        for row in declarations:
            row[2]._tu = self.tu
        return _Top(_without_instances(declarations, size), expansions, inclusions)

    def _is_own(self, reach: Any) -> bool:
        """Whether a macro that the file itself expands gave a range."""
        location = RawLocation(reach.ptr_data[0] or 0, reach.ptr_data[1] or 0, reach.begin_int_data)
        file = ctypes.c_void_p()
        raw_file_location(location, ctypes.byref(file), None, None, None)
        return file.value == self.file_pointer

    def included_functions(self, inline: bool) -> list[Any]:
        """The functions that included files define, ``inline`` ones if asked for, but for the system's."""
        lib = cx.conf.lib
        return [
            cursor
            for cursor in self.included_declarations(frozenset((Kind.FUNCTION,)))
            if lib.clang_isCursorDefinition(cursor)
            and (inline or not lib.clang_Cursor_isFunctionInlined(cursor))
        ]

    def included_declarations(self, kinds: frozenset[int]) -> list[Any]:
        """What stands outermost in included files, but for the system's headers."""
        found: list[Any] = []
        lib = cx.conf.lib

        def keep(cursor: Any, parent: Any, data: Any) -> int:
            if cursor._kind_id not in kinds:
                return CONTINUE
            raw = location_of(cursor)
            if not raw.int_data & MACRO_BIT and 0 <= raw.int_data - self.base <= len(self.data):
                return CONTINUE
            if not lib.clang_Location_isInSystemHeader(cursor.location):
                cursor._tu = self.tu
                found.append(cursor)
            return CONTINUE

        visit_children(self.tu.cursor, VISITOR(keep), None)
        return found

    @cached_property
    def enumerators(self) -> frozenset[str]:
        """The names of the constants of the source's enumerations, and of those of its headers."""
        rows = [cursor for _, _, cursor in self.declarations if cursor._kind_id == Kind.ENUM]
        rows += self.included_declarations(frozenset((Kind.ENUM,)))
        return frozenset(str(each.spelling) for row in rows for each in children_of(row, self.tu))

    @property
    def declarations(self) -> list[tuple[int, int, Any]]:
        """What stands outermost in the file: start, end and cursor of each."""
        return self._top.declarations

    @cached_property
    def expanded(self) -> Expansions:
        """The macro expansions."""
        return Expansions(self.data, self._top.expansions, self._defined_as, self.macro_definitions)

    def _defined_as(self, cursor: Any) -> bytes | None:
        return self._expansion(Span(0, 0), cursor).body

    @property
    def expansion_rows(self) -> list[Row]:
        """The macro expansions in order: start, end and cursor of each, the outer before the inner."""
        return self.expanded.rows

    @property
    def expansion_starts(self) -> list[int]:
        """Where the expansions start."""
        return self.expanded.starts

    @property
    def expansion_ends(self) -> frozenset[int]:
        """Where expansions end."""
        return self.expanded.ends

    def includes(self) -> dict[int, tuple[str, bytes]]:
        """Path and text of the files that the parsed file includes, by the offset of the directive's line."""
        return {self.data.rfind(b"\n", 0, start) + 1: (name, _read(name)) for name, start in self._inclusions}

    def expansions(self, span: Span) -> tuple[Expansion, ...]:
        """The macro expansions that begin in ``span``."""
        starts, rows = self.expansion_starts, self.expansion_rows
        first, last = bisect_left(starts, span.start), bisect_left(starts, span.end)
        return tuple(self._expansion(Span(start, end), cursor) for start, end, cursor in rows[first:last])

    def _expansion(self, span: Span, cursor: Any) -> Expansion:
        if isinstance(cursor, Unrecorded):
            return Expansion(span, cursor.spelling, cursor.definition, "", Span(0, 0))
        cursor._tu = self.tu
        definition = cursor.referenced
        name = str(cursor.spelling)
        extent = definition.extent if definition is not None else None
        if extent is None or extent.start.file is None:
            given = self._given.get(name, [])
            return Expansion(span, name, given[-1] if given else None, "", Span(0, 0))
        start, end = extent.start.offset, extent.end.offset
        file = extent.start.file.name
        text = self.data if file == self.filename else _read(file)
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

    @cached_property
    def include_lines(self) -> tuple[tuple[str, int, str], ...]:
        """For each file that is read: who includes it (nobody for ``-include``), where, and its name."""
        rows = ((row, str(row.include.name)) for row in self.tu.get_includes())
        return tuple(
            (str(row.source.name), int(row.location.offset), name)
            if row.source is not None
            else ("", 0, name)
            for row, name in rows
        )

    @cached_property
    def included_at(self) -> dict[str, int]:
        """For each included file the place of the parsed text's include line that first leads to it."""
        inside: dict[str, list[str]] = {}
        first: list[tuple[int, str]] = [(start, name) for name, start in self._inclusions]
        for includer, start, name in self.include_lines:
            if includer in ("", self.filename):
                first.append((start, name))
            else:
                inside.setdefault(includer, []).append(name)
        found: dict[str, int] = {}
        for start, name in sorted(first):
            waiting = [name]
            while waiting:
                if (each := waiting.pop()) not in found:
                    found[each] = start
                    waiting += inside.get(each, ())
        return found

    @cached_property
    def own_texts(self) -> tuple[tuple[str, bytes], ...]:
        """The path and text of the source, and of each included file that is no header of the system's."""
        out = [(self.filename, self.data)]
        for name in self.included:
            file = cx.File.from_name(self.tu, name)
            place = location_for_offset(self.tu.obj, file.obj, 0)
            if not cx.conf.lib.clang_Location_isInSystemHeader(place):
                out.append((name, _read(name)))
        return tuple(out)

    @staticmethod
    def text_of(file: str) -> bytes:
        """A file's text, or nothing where it cannot be read."""
        return _read(file)

    @property
    def _inclusions(self) -> Iterator[tuple[str, int]]:
        """The file and the place of each include line that is visited."""
        for start, cursor in self._top.inclusions:
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
        return [*self._given.get(name, []), *(_logical_line(text, start) for text, start in found)]

    def is_users_macro(self, name: str, at: int) -> bool:
        """Whether the program makes a macro of a name that is seen at an offset.

        Macros of the system's headers do not count. Clang is asked only where lines let suspect one.
        """
        lines = self._own_defines.get(name.encode(), ())
        index = bisect_left(lines, (at, False)) - 1
        suspected = any(defined for _, defined in lines[: index + 1]) or bool(self._given.get(name))
        if not suspected and name.encode() not in self._users:
            return False
        return self._is_defined(name, self.data.rfind(b"\n", 0, at) + 1)

    def could_be_macro(self, name: str) -> bool:
        """Whether the program makes a macro of a name anywhere."""
        word = name.encode()
        return word in self._own_defines or name in self._given or word in self._users

    def _is_defined(self, name: str, at: int) -> bool:
        """Whether a macro is defined at the beginning of a line."""
        if (name, at) not in self._asked:
            question = b"\n#ifdef %s\n#error %s\n#endif\n" % (name.encode(), _DEFINED)
            files = unsaved(self.filename, self.data[:at] + question)
            try:
                unit = cx.TranslationUnit.from_source(self.filename, encoded(self.args), files, SKIP_BODIES)
            except cx.TranslationUnitLoadError as error:
                raise ParseFailure(str(error)) from error
            self._asked[name, at] = any(_DEFINED.decode() in said.spelling for said in unit.diagnostics)
        return self._asked[name, at]

    @cached_property
    def _users(self) -> frozenset[bytes]:
        """The macros that included files define which are not the system's."""
        texts = [_read(file) for file in self.included if not is_system(file)]
        return frozenset(found.group(1) for text in texts for found in _DEFINE.finditer(text))

    def mentions(self, word: bytes) -> bool:
        """Whether the text, or one that it includes and that is not the system's, holds a word."""
        return word in self.data or any(word in _read(file) for file in self.included if not is_system(file))

    @cached_property
    def reorders_storage(self) -> bool:
        """Whether gcc may keep a struct's numbers in another order of bytes, of which Clang knows nothing."""
        given = any("scalar_storage_order" in each or "-fsso-struct" in each for each in self.args)
        return given or self.mentions(b"scalar_storage_order")

    @cached_property
    def has_second_names(self) -> bool:
        """Whether the program's own files may give a variable or function another name for the linker."""
        texts = [self.data, *(_read(file) for file in self.included if not is_system(file))]
        return any(_SECOND_NAME.search(text) for text in texts)

    @cached_property
    def redefines_keywords(self) -> bool:
        """Whether the program's own files, or its flags, may make macros of the words of a guard."""
        texts = [self.data, *(_read(file) for file in self.included if not is_system(file))]
        given = ("if", "int", "short", "long", "unsigned")
        return any(_KEYWORD.search(text) for text in texts) or any(name in self._given for name in given)

    @cached_property
    def pragma_macros(self) -> frozenset[str]:
        """The macros of the program, the system's apart, that a ``_Pragma`` may come from."""
        if not self.mentions(b"_Pragma") and not any(
            b"_Pragma" in text for rows in self._given.values() for text in rows
        ):
            return frozenset()
        bodies = {
            name.decode("utf-8", "replace"): b"\n".join(_logical_line(text, start) for text, start in rows)
            for name, rows in self._defined.items()
            if name in self._own_defines or name in self._users
        }
        bodies.update({name: b"\n".join(rows) for name, rows in self._given.items()})
        found = _leading(bodies, ("_Pragma", "__pragma"))
        if found:  # what puts names together may make the name of one
            found |= {name for name, body in bodies.items() if b"##" in body or b"%:%:" in body}
            found |= _leading(bodies, found)
        return frozenset(found)

    def macros_leading_to(self, words: Iterable[str]) -> frozenset[str]:
        """The macros of all files and of the command line that come to one of some words."""
        names = {name.decode("utf-8", "replace") for name in self._defined} | set(self._given)
        bodies = {name: b"\n".join(self.macro_definitions(name)) for name in names}
        return frozenset(_leading(bodies, words))

    @cached_property
    def _own_defines(self) -> dict[bytes, list[tuple[int, bool]]]:
        """Per macro: where the text's own lines define it (True) or undefine it, in order."""
        out: dict[bytes, list[tuple[int, bool]]] = {}
        for found in _DEFINE_OR_UNDEF.finditer(self.data):
            out.setdefault(found.group(2), []).append((found.start(), found.group(1) == b"define"))
        return out

    @property
    def given_macros(self) -> frozenset[bytes]:
        """The macros that the command line defines or takes away."""
        words = [a + b if a == "-U" else b for a, b in zip(("", *self.args), self.args, strict=False)]
        taken = (each[2:].encode() for each in words if each.startswith("-U"))
        return frozenset((*map(str.encode, self._given), *taken))

    @cached_property
    def _given(self) -> dict[str, list[bytes]]:
        """By name: the command line's definitions of a macro, as a source would spell them."""
        out: dict[str, list[bytes]] = {}
        arguments = self.args
        for index, given in enumerate(arguments):
            bare = given == "-D" and index + 1 < len(arguments)
            text = arguments[index + 1] if bare else given[2:] if given.startswith("-D") else ""
            if name := _LEADING_WORD.match(text):
                out.setdefault(name.group(), []).append(text.replace("=", " ", 1).encode())
        return out

    @cached_property
    def _defined(self) -> dict[bytes, list[tuple[bytes, int]]]:
        """Per macro: the texts that define it, and where in them its name stands."""
        out: dict[bytes, list[tuple[bytes, int]]] = {}
        for text in (self.data, *map(_read, self.included)):
            for found in _DEFINE.finditer(text):
                out.setdefault(found.group(1), []).append((text, found.start(1)))
        return out


def _lasts(cursor: Any) -> bool:
    if cursor._kind_id != Kind.VARIABLE:
        return False
    static = cursor.storage_class in (cx.StorageClass.STATIC, cx.StorageClass.EXTERN)
    static = static or cursor.tls_kind != cx.TLSKind.NONE
    return static or cursor.semantic_parent._kind_id not in FUNCTIONS


def _without_instances(rows: list[tuple[int, int, Any]], size: int) -> list[tuple[int, int, Any]]:
    """The declarations in order, without the instances of templates and of generic lambdas.

    Where a visit leaves out the headers' part, libclang shows an instance beside what it is made from.
    """
    functions = [row[2] for row in rows if row[2]._kind_id in FUNCTIONS]
    instances = {id(cursor) for cursor in functions if specialized_template(cursor)._kind_id not in NOWHERE}
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
    """Those that libclang records."""
    inclusions: list[tuple[int, Any]]


class _Closed:
    """A translation unit whose memory is freed already."""


def _pointer(file: Any) -> int | None:
    return ctypes.cast(file.obj, ctypes.c_void_p).value


_KEYWORD = lazy_pattern(rb"#[ \t]*define[ \t]+(?:if|int|short|long|unsigned)\b")
_SECOND_NAME = lazy_pattern(
    rb"alias(?!ed|ing|es)|weakref|redefine_extname|pragma\s+weak|\"[^\"\n]*\.(?:set|equ|equiv|symver)\b|[\w)\]]\s*\b(?:__)?asm(?:__)?\s*\(\s*(?:\"|[A-Za-z_]\w*\s*[()\"])"
)
_BLANK = rb"(?:[ \t]|\\\r?\n|/\*(?:[^*]|\*(?!/))*\*/)"
_LEADING_WORD = lazy_pattern(r"[A-Za-z_$][\w$]*")
_DEFINE_OR_UNDEF = lazy_pattern(
    rb"(?m)^[ \t]*(?:#|%:)[ \t]*(define|undef)[ \t]+([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)"
)
_DEFINE = lazy_pattern(
    rb"(?m)^"
    + _BLANK
    + rb"*(?:#|%:)"
    + _BLANK
    + rb"*define"
    + _BLANK
    + rb"+([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)"
)
_TO_LINE_END = lazy_pattern(rb"(?:[^\n\\/]|\\\r?\n|\\|/\*[\s\S]*?\*/|/)*")


def _leading(bodies: Mapping[str, bytes], words: Iterable[str]) -> set[str]:
    """The macros, by their definitions from the name on, that come to one of some words."""
    found: set[str] = set()
    while True:
        named = "|".join(map(re.escape, [*words, *sorted(found)]))
        leads = re.compile(rb"(?<![\w$])(?:%s)(?![\w$])" % named.encode())
        rest = ((name, body) for name, body in bodies.items() if name not in found)
        more = {name for name, body in rest if leads.search(body[len(name) :])}
        if not more:
            return found
        found |= more


def _logical_line(text: bytes, start: int) -> bytes:
    """The text from an offset to the end of its line, continued lines and comments over lines included."""
    found = _TO_LINE_END.match(text, start)
    return found.group() if found is not None else b""


_FILES: dict[str, tuple[tuple[int, ...], bytes]] = {}
"""What files held, with what the system said of them then."""
_DEFINED = b"pointerchain: defined"


def _read(file: str) -> bytes:
    try:
        said = os.stat(file)
        state = (said.st_dev, said.st_ino, said.st_size, said.st_mtime_ns)
        known = _FILES.get(file)
        if known is None or known[0] != state:
            with open(file, "rb") as stream:
                _FILES[file] = known = state, stream.read()
    except OSError:
        return b""
    return known[1]

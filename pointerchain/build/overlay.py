# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A source and those of its headers that lead to directives: joined to be translated, parted to be compiled.

A header's directives mean what they mean where the header is included, so the translator is given the source
with such headers in the place of their include lines. It keeps line N on line N: by counting lines the result
is parted again, one text a header and inclusion::

    a.c:  #include "types.h"      ->  a.c:   #line 1 "a.c"
          #include "force.h"                 #include "/src/types.h"
          ...                                #include "<overlay>/1/force.h"
                                      force.h: #line 1 "force.h" ...

A file of the overlay lies elsewhere than the user's, so an include that was found beside it is given by its
absolute path; all others are found along the same directories as before. The including lines name the
overlay's headers, which every compiler understands and no other include line can reach by mistake.
"""

from __future__ import annotations

import contextlib
import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from pointerchain.build.guards import Lines, read_lines
from pointerchain.build.includes import File, Include, Program, beside, is_file, joined
from pointerchain.diagnostics import Diagnostic, Place
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Source, Span
from pointerchain.translator.text.lex import Line, lex, line_text

_BOM = b"\xef\xbb\xbf"
_INCLUDE = lazy_pattern(rb'#\s*(include|include_next|import)\b\s*(?:"([^"\n]+)"|<([^>\n]+)>|([A-Za-z_]\w*))')
_MARK = b"/**/"
"""What stands around the text of a file that is in its include line's place.

What there is of the line would be blank otherwise, and a translation may fill blank lines. It is taken
away again.
"""
_HAS_INCLUDE = lazy_pattern(rb'(__has_include\s*\(\s*)"([^"\n]+)"')
_PLAINLY_ASKED = lazy_pattern(
    rb'\b__has_include\s*\(\s*(?:"[^"\n]+"|<[^>\n]+>)\s*\)|\bdefined\s*\(?\s*__has_include(?:_next)?\b'
)
_DEPTH = 200
_RETURN = lazy_pattern(rb"\r(?!\n)")
_TRIGRAPH = lazy_pattern(rb"^[ \t\v\f]*\?\?=[ \t\v\f]*(?:include|import)", re.MULTILINE)
_SYSTEM = b"#pragma GCC system_header\n"


class OverlayError(Exception):
    """Files that cannot be joined; the message is fit for the user."""


class Piece:
    """One inclusion of one file: its text before, and after the translation.

    ``name`` is what a compiler calls the file, ``system`` whether it counts as a system header. ``kept`` are
    lines (from 0) that the joined text leaves blank and that come back afterwards. ``guard`` are the
    lines before a file that may be read only once, by whatever name: ``#pragma once`` and ``#import``.
    """

    def __init__(self, file: File, number: int, system: bool) -> None:
        self.file, self.number, self.system = file, number, system
        self.name = file.path
        self.guard = b""
        self.also: set[tuple[str, bool]] = set()
        """Other names by which it is included, where the compiler lists them, and whether as the system's."""
        self.kept: dict[int, bytes] = {}
        self.parts: list[bytes | int | None] = []
        """The file in order: None for a run of its own lines, a number for a piece that is included."""
        self.imports: set[int] = set()
        """Which of these are included by '#import', of which gcc warns."""

    @property
    def data(self) -> bytes:
        """The bytes of the file, without a byte order mark."""
        return self.file.data.removeprefix(_BOM)


class Chunk(NamedTuple):
    """A run of lines of the joined text: whose they are, and where they stand there.

    ``cut`` tells that a line end was added behind the last one.
    """

    piece: Piece | None
    first: int
    lines: int
    cut: bool


class Joined:
    """A source with its headers in place; ``text`` is what is translated."""

    def __init__(
        self,
        program: Program,
        cxx: bool,
        system_directories: Sequence[str],
        certain: bool,
        by_content: bool = False,
        wraps: bool = True,
    ) -> None:
        """``by_content``: whether equal files with '#pragma once' are one, as they are for gcc.

        ``wraps``: whether what is run as the compiler may define macros of any name.
        """
        self._program, self._cxx, self._system = program, cxx, system_directories
        self._certain, self._by_content, self._wraps = certain, by_content, wraps
        self._same: dict[tuple[int, int], tuple[int, int]] = {}
        self._imported: set[tuple[int, int]] = set()
        self._names: dict[tuple[int, int], str] = {}
        self._out: list[bytes] = []
        self._read: dict[tuple[int, int], Lines] = {}
        self._first: dict[tuple[int, int], Piece] = {}
        self._seen: set[tuple[int, int]] = set()
        self._guards: dict[tuple[int, int], bytes] = {}
        self._cwd = os.getcwd()
        self._main_directory = ""
        self.pieces: list[Piece] = []
        self.chunks: list[Chunk] = []
        self.directories: dict[str, str] = {}
        """Absolute directories that include lines now name, and what they were called before."""
        self._named_paths: set[str] = set()
        self._asked_paths: set[str] = set()
        self.text = b""
        self.raw = ""
        """A file with directives that is left as it is where it is included within itself."""

    def join(self, main: File, forced: Sequence[tuple[str, File | None]]) -> None:
        """Build the text; ``forced`` are the files of ``-include`` with what is known of them."""
        self._main_directory = os.path.dirname(main.path)
        self._find_imported()
        before: list[tuple[str, File | None]] = [
            (os.path.join(self._cwd, file.path), None) for file in self._program.precompiled
        ]
        for path, file in [*before, *forced]:
            if file is not None and file.has_directives:
                # Compilers find it in the working directory, and say so.
                name = os.path.join(".", path) if file.place < 0 else ""
                self._add(file, (), False, main=False, name=name)
            else:
                where = path if file is None else os.path.join(self._cwd, file.path)
                self._generated(b"#include " + (named(where) or b'"' + os.fsencode(where) + b'"') + b"\n")
        self._add(main, (), False, main=True)
        self.text = b"".join(self._out)

    # --- joining --------------------------------------------------------------------------

    def _generated(self, text: bytes) -> None:
        self._out.append(text)
        self.chunks.append(Chunk(None, 0, text.count(b"\n"), False))

    def _add(
        self,
        file: File,
        chain: tuple[tuple[int, int], ...],
        conditional: bool,
        *,
        main: bool,
        system: bool = False,
        name: str = "",
        imported: bool = False,
    ) -> Piece:
        """Put a file's text where the joined one ends now; ``name`` is what it is called, if not its path.

        ``imported``: whether an '#import' names it here.
        """
        if _RETURN.search(file.data):
            raise OverlayError(
                f"'{file.path}' ends lines by carriage returns alone, which compilers read otherwise"
            )
        spelled = _TRIGRAPH.search(file.data)
        if spelled is not None:
            number = file.data.count(b"\n", 0, spelled.start()) + 1
            raise OverlayError(
                f"'{file.path}', line {number}, has an include line that begins with a trigraph"
            )
        if len(chain) > _DEPTH:
            raise OverlayError(f"'{file.path}' is included too deeply")
        # What a system header includes is one, too.
        system = system or file.place >= self._program.search.system_from
        piece = Piece(file, len(self.pieces), system)
        piece.name = name or file.path
        if not self._by_content:
            # Clang calls a file by the name that it met first.
            piece.name = self._names.get(file.identity, piece.name)
            if not conditional:
                self._names.setdefault(file.identity, piece.name)
        self.pieces.append(piece)
        lines, identity = self._lines(file), self._identity(file)
        if not main and not conditional and self._enters_once(file, lines):
            self._first[identity] = piece
        elif not main and self._once(file, lines):
            name_of = self._guards.setdefault(identity, _identifier(file.path))
            piece.guard = _guard(name_of, once=lines.once, imported=imported)
            self._generated(piece.guard)
        self._seen.add(identity)
        unsure = bool(lines.guard or piece.guard) and self._first.get(identity) is not piece
        self._walk(piece, lines, (*chain, file.identity), conditional or unsure)
        if piece.guard:
            self._generated(b"#endif\n")
        return piece

    def _find_imported(self) -> None:
        """See which files '#import' names: from the first one on, such a file is not read again."""
        for file in list(self._program.files.values()):
            if b"import" not in file.data:
                continue
            data = file.data.removeprefix(_BOM)
            for line in self._lines(file).lexed.lines:
                if line.keyword == b"import":
                    with contextlib.suppress(OverlayError):  # which the line's own place raises again
                        include = self._named(data, line)
                        target, _ = self._target(file, include) if include is not None else (None, "")
                        if target is not None:
                            self._imported.add(target.identity)

    def _once(self, file: File, lines: Lines) -> bool:
        """Whether a file may be read only once, for what it says or for how it is included."""
        return lines.once or file.identity in self._imported

    def _identity(self, file: File) -> tuple[int, int]:
        """What a file is to the compiler: for gcc equal '#pragma once' files of one time are one."""
        known = self._same.get(file.identity)
        if known is None:
            known = file.identity
            if self._by_content and self._once(file, self._lines(file)):
                for other in self._program.files.values():
                    if other.identity in self._same and other.data == file.data and _same_time(other, file):
                        known = self._same[other.identity]
                        break
            self._same[file.identity] = known
        return known

    def stands_for(self, file: File) -> bool:
        """Whether another file was read in a file's place, being the same to the compiler."""
        return self._identity(file) in self._seen

    def copies(self) -> list[tuple[Piece, int]]:
        """Pieces that are copies of a file that the compiler lists once, and the first of these copies."""
        copies: dict[tuple[int, int], list[Piece]] = {}
        for piece in self.pieces if self._by_content else ():
            if piece.guard:
                copies.setdefault(self._identity(piece.file), []).append(piece)
        groups = [group for group in copies.values() if len(group) > 1]
        return [(piece, group[0].number) for group in groups for piece in group]

    @property
    def only_asked(self) -> set[str]:
        """Paths that system headers ask for, and no file of the user's names."""
        return self._asked_paths - self._named_paths

    def _enters_once(self, file: File, lines: Lines) -> bool:
        """Whether this inclusion is read and no other is, whatever the other files say."""
        if not self._certain or self._identity(file) in self._seen:
            return False
        name = lines.guard
        if lines.once and not name:
            return True
        if os.fsdecode(name) in self._program.defined:
            return False
        return bool(name) and not any(
            name in other.data for other in self._program.files.values() if other.identity != file.identity
        )

    def _is_empty_within(self, file: File) -> bool:
        """Whether a file that is included within itself says nothing there."""
        lines = self._lines(file)
        return bool(lines.guard) and not any(
            b"undef" in each.data and lines.guard in each.data for each in self._program.files.values()
        )

    def _walk(
        self, piece: Piece, lines: Lines, chain: tuple[tuple[int, int], ...], conditional: bool
    ) -> None:
        data = piece.data
        entered = self._first.get(self._identity(piece.file)) is piece
        at, line_number, depth = 0, 0, 0
        edits: list[tuple[int, int, bytes]] = []
        for number, line in enumerate(lines.lexed.lines):
            guarding = bool(lines.guard) and number in (lines.opening, lines.closing)
            if guarding:
                if entered:
                    where = data.count(b"\n", 0, line.span.start)
                    start = data.rfind(b"\n", 0, line.span.start) + 1
                    end = line.span.end
                    if b"\n" not in data[start:end]:
                        piece.kept[where] = data[start:end]
                        edits.append((start, end, b""))
            elif line.keyword in (b"if", b"ifdef", b"ifndef"):
                depth += 1
            elif line.keyword == b"endif":
                depth -= 1
            if line.keyword in (b"if", b"elif") and not guarding:
                edits += self._has_include(piece, line)
            elif line.keyword in (b"include", b"include_next", b"import"):
                include = self._named(data, line)
                if include is None:
                    continue
                target, path = self._target(piece.file, include)
                if target is None or not target.has_directives or target.identity in chain:
                    changed = self._elsewhere(piece, include)
                    if target is not None and target.has_directives:
                        imported = line.keyword == b"import"
                        if imported or self._lines(target).once:
                            changed = b""  # the file that stands there is another one to the compiler
                        elif not self._is_empty_within(target):
                            self.raw = self.raw or target.path
                    if changed is not None:
                        if line.keyword == b"import":
                            changed = changed.replace(b"#include", b"#import", 1)
                        span = line.span
                        tail = b"\n" * data.count(b"\n", span.start, span.end)
                        edits.append((span.start, span.end, changed + tail))
                    continue
                edits.append((line.span.start, line.span.start, _MARK))
                at, line_number = self._emit(piece, at, line.span.start, line_number, edits, True)
                edits = []
                first = self._first.get(self._identity(target))
                skipped = conditional or depth > 0
                name = self._called_beside(piece, include) if target.place < 0 else path
                child = first or self._add(
                    target,
                    chain,
                    skipped,
                    main=False,
                    system=piece.system,
                    name=name,
                    imported=line.keyword == b"import",
                )
                if name != child.name and not (self._by_content and self._once(target, self._lines(target))):
                    of_system = piece.system or target.place >= self._program.search.system_from
                    child.also.add((name, of_system))
                if line.keyword == b"import":
                    piece.imports.add(len(piece.parts))
                piece.parts.append(child.number)
                piece.parts.append(b"\n" * data.count(b"\n", line.span.start, line.span.end))
                line_number += data.count(b"\n", at, line.span.end)
                at = line.span.end
                edits.append((at, at, _MARK))
        self._emit(piece, at, len(data), line_number, edits, not data.endswith(b"\n"))

    def _emit(
        self,
        piece: Piece,
        start: int,
        end: int,
        line_number: int,
        edits: Sequence[tuple[int, int, bytes]],
        cut: bool,
    ) -> tuple[int, int]:
        """Append a part of a piece; the offset and line behind it."""
        data, out, at = piece.data, [], start
        for first, last, text in edits:
            out += [data[at:first], text]
            at = last
        out.append(data[at:end])
        text = b"".join(out)
        if cut:
            text += b"\n"
        count = text.count(b"\n")
        piece.parts.append(None)
        self._out.append(text)
        self.chunks.append(Chunk(piece, line_number, count, cut))
        return end, line_number + data.count(b"\n", start, end)

    # --- include lines --------------------------------------------------------------------

    def guarding(self, piece: Piece) -> bytes | None:
        """The macro that only keeps a piece from being read again, or nothing if '#pragma once' does.

        None where it cannot be told that the piece is read, and once, or where the macro says more.
        """
        lines = self._lines(piece.file)
        if self._first.get(self._identity(piece.file)) is not piece:
            return None
        return lines.guard if not lines.guard or piece.data.count(lines.guard) == 2 else None

    def _lines(self, file: File) -> Lines:
        known = self._read.get(file.identity)
        if known is None:
            known = self._read[file.identity] = read_lines(lex(file.data.removeprefix(_BOM), self._cxx))
        return known

    def _named(self, data: bytes, line: Line) -> Include | None:
        found = _INCLUDE.match(line_text(data, line).strip())
        if found is None:
            return None
        how, quoted, angled, name = found.groups()
        if name:
            named = self._program.names().get(name, set())
            if not named and not self._wraps and self._program.leaves_undefined(name):
                return None  # the line is skipped, or an error
            if len(named) != 1:
                raise OverlayError(
                    f"an include line names its file by the macro '{os.fsdecode(name)}', "
                    "and which file that is cannot be told: give the name itself"
                )
            text, in_quotes = next(iter(named))
            return Include(os.fsdecode(text), in_quotes, False)
        return Include(os.fsdecode(quoted or angled), bool(quoted), how == b"include_next")

    def _target(self, includer: File, include: Include) -> tuple[File | None, str]:
        """The file that an include line leads to, if it was read, and the path by which it does."""
        found = self._program.search.resolve(include, includer)
        if found is None:
            return None, ""
        search = self._program.search
        if search.after_from <= found[1] < search.own_from and self._system_header(include.name):
            return None, ""  # the compiler's own directories come before those of '-idirafter'
        return self._program.known(*found), found[0]

    def _elsewhere(self, piece: Piece, include: Include) -> bytes | None:
        """The include line for a file that stays where it is, or None where the line may stay too."""
        name = include.name
        if os.path.isabs(name):
            return None
        if include.following:
            found = self._program.search.resolve(include, piece.file) or self._system_header(name)
            return None if found is None else self._line(piece, found[0])
        if not include.quoted:
            return None
        own = beside(piece.file.path, name)
        if is_file(own):
            return self._line(piece, own, self._called_beside(piece, include))
        # Where the source, or this copy, now lies another file must not be found first.
        hijacked = is_file(joined(self._main_directory, name) if self._main_directory else name)
        if hijacked or name == os.path.basename(piece.file.path):
            found = self._program.search.resolve(include, piece.file)
            return self._line(piece, found[0]) if found is not None else b"#include <%s>" % os.fsencode(name)
        return None

    def _system_header(self, name: str) -> tuple[str, int] | None:
        """A header of the compiler's own, for the '#include_next' of a file that stood before it."""
        for directory in self._system:
            path = joined(directory, name)
            if is_file(path):
                return path, -1
        return None

    def _called_beside(self, piece: Piece, include: Include) -> str:
        """What the compiler calls a file that it finds in the directory of its includer."""
        if os.path.isabs(include.name):
            return include.name
        called = beside(piece.name, include.name)
        # Clang names the working directory, where gcc leaves it out.
        return called if self._by_content or os.path.dirname(piece.name) else "./" + called

    def _line(self, piece: Piece, path: str, called: str = "") -> bytes:
        whole = self._absolute(path, called)
        name = named(whole)
        if name is None:
            raise OverlayError(f"the name '{path}' cannot stand in an include line")
        if not piece.system:
            self._named_paths.add(whole)
        return b"#include " + name

    def _absolute(self, path: str, called: str = "") -> str:
        # Not 'abspath': it would change what 'link/..' means.
        whole = os.path.join(self._cwd, path)
        if whole != path:
            self.directories.setdefault(os.path.dirname(whole), os.path.dirname(called or path))
        return whole

    def _has_include(self, piece: Piece, line: Line) -> list[tuple[int, int, bytes]]:
        """A file beside is named absolutely in a condition that asks for it: the copy stands elsewhere."""
        condition = piece.data[line.span.start : line.span.end]
        if b"__has_include" not in condition and b'"' not in condition:
            return []
        text = line_text(piece.data, line)
        rest = _PLAINLY_ASKED.sub(b"", text)
        hidden = len(_HAS_INCLUDE.findall(text)) != len(_HAS_INCLUDE.findall(condition))
        if hidden or b"__has_include" in rest or b'"' in rest:
            number = piece.data.count(b"\n", 0, line.span.start) + 1
            raise OverlayError(
                f"'{piece.name}', line {number}, asks whether a file is there by a macro, a comment, or "
                "'__has_include_next': write '__has_include' with the name"
            )
        edits = []
        for found in _HAS_INCLUDE.finditer(piece.data, line.span.start, line.span.end):
            own = beside(piece.file.path, os.fsdecode(found.group(2)))
            if not os.path.isabs(os.fsdecode(found.group(2))) and is_file(own):
                path = self._absolute(own)
                name = named(path)
                if name is not None:
                    (self._asked_paths if piece.system else self._named_paths).add(path)
                    edits.append((found.start(2) - 1, found.end(2) + 1, name))
        return edits

    def numbered(self) -> Iterator[tuple[Chunk, int]]:
        """Each chunk with the number of its first line in the text."""
        at = 0
        for chunk in self.chunks:
            yield chunk, at
            at += chunk.lines

    # --- parting --------------------------------------------------------------------------

    def part(self, text: bytes) -> list[list[bytes | int | None]] | None:
        """The translated text, one list of parts a piece; a number stands for a piece that is included.

        None where a line that had to stay blank did not. Raises ``ValueError`` where lines were lost.
        """
        lines = split_lines(text)
        expected = sum(chunk.lines for chunk in self.chunks)
        if len(lines) != expected:
            raise ValueError(f"the translation has {len(lines)} lines, not {expected}")
        out: list[list[bytes | int | None]] = [list(piece.parts) for piece in self.pieces]
        place = [0] * len(self.pieces)
        for chunk, at in self.numbered():
            own = lines[at : at + chunk.lines]
            piece = chunk.piece
            if piece is None:
                continue
            for number, kept in piece.kept.items():
                if chunk.first <= number < chunk.first + chunk.lines:
                    blank = own[number - chunk.first]
                    if blank.strip():
                        return None
                    own[number - chunk.first] = kept + blank
            body = b"".join(own)
            if chunk.cut:
                body = body[:-1]
            parts = out[piece.number]
            spot = place[piece.number]
            while parts[spot] is not None:
                spot += 1
            if spot > 1 and isinstance(parts[spot - 2], int):
                body = body.removeprefix(_MARK)
            parts[spot] = body.removesuffix(_MARK) if chunk.cut else body
            place[piece.number] = spot + 1
        return out

    # --- diagnostics ----------------------------------------------------------------------

    def places(self, filename: str) -> Callable[[Place], Place]:
        """A function that takes a place in the joined text to the place in the user's file."""
        joined_source = Source(filename, self.text)
        starts = [at for _, at in self.numbered()]
        sources = {piece.number: Source(piece.name, piece.file.data) for piece in self.pieces}

        def offset(at: int) -> tuple[Piece, int] | None:
            line, column = joined_source.line_column(min(at, len(self.text)))
            index = bisect_right(starts, line - 1) - 1
            while self.chunks[index].lines == 0 and index:
                index -= 1
            chunk = self.chunks[index]
            if chunk.piece is None:
                return None
            source = sources[chunk.piece.number]
            number = chunk.first + line - 1 - starts[index]
            bom = len(_BOM) if number == 0 and source.data.startswith(_BOM) else 0
            number = min(number, len(source.line_starts) - 1)
            length = len(source.line_text(number + 1))
            # The rest of an include's line stands on a line of its own in the joined text.
            return chunk.piece, source.line_starts[number] + min(column - 1 + bom, length)

        def place(given: Place) -> Place:
            if given.file != filename:
                return Place(self._as_called(given.file), given.span)
            if given.span.start < 0:
                return given
            start = offset(given.span.start)
            if start is None:
                return Place(filename, Span(0, 0))
            end = offset(given.span.end)
            last = end[1] if end is not None and end[0] is start[0] else start[1]
            return Place(start[0].name, Span(start[1], max(start[1], last)))

        return place

    def _as_called(self, path: str) -> str:
        directory = os.path.dirname(path)
        called = self.directories.get(directory)
        if called is None:
            return path
        return os.path.join(called, os.path.basename(path))


def moved(diagnostics: Sequence[Diagnostic], place: Callable[[Place], Place]) -> tuple[Diagnostic, ...]:
    """Diagnostics of the joined text as those of the user's files, each once."""
    return tuple(dict.fromkeys(each.moved(place) for each in diagnostics))


def named(path: str) -> bytes | None:
    """An absolute path as an include line names it; None where none can."""
    if "\n" in path or ('"' in path and ">" in path):
        return None
    return os.fsencode(f"<{path}>" if '"' in path else f'"{path}"')


def line_marker(name: str, system: bool) -> bytes:
    """The lines that give a file of the overlay the name of the user's."""
    text = name.replace("\\", "\\\\").replace('"', '\\"')
    # What ends a line, and what is no UTF-8, of which Clang warns.
    text = re.sub(r"[\0-\x1f\x7f\udc80-\udcff]", lambda each: f"\\{os.fsencode(each[0])[0]:03o}", text)
    # A marker that says so ('# 1 "a.h" 3') is an extension, which '-pedantic-errors' refuses.
    return (_SYSTEM if system else b"") + b'#line 1 "%s"\n' % os.fsencode(text)


def _guard(name: bytes, *, once: bool, imported: bool) -> bytes:
    """The lines before a file that may be read only once; '#endif' closes them.

    An '#include' reads it unless one with '#pragma once' was read or an '#import' named it, an '#import'
    unless it was read at all (gcc's ``should_stack_file``, Clang's ``ShouldEnterIncludeFile``).
    """
    read, closed = b"POINTERCHAIN_ONCE_" + name, b"POINTERCHAIN_IMPORTED_" + name
    if once:
        return b"#ifndef %s\n#define %s\n" % (read, read)
    if imported:
        return b"#define %s\n#ifndef %s\n#define %s\n" % (closed, read, read)
    # The line between the two keeps Clang from taking them for a guard whose name is misspelled.
    return b"#ifndef %s\n#undef %s\n#define %s\n" % (closed, read, read)


def _same_time(one: File, other: File) -> bool:
    """Whether two files are of the same second, as far as that can be told."""
    try:
        return int(os.stat(one.path).st_mtime) == int(os.stat(other.path).st_mtime)
    except OSError:
        return False


def _identifier(path: str) -> bytes:
    return "".join(
        char if char.isascii() and char.isalnum() else f"_{ord(char):X}_" for char in path
    ).encode()


def split_lines(text: bytes) -> list[bytes]:
    """Lines that end in a line feed only."""
    lines = [line + b"\n" for line in text.split(b"\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines

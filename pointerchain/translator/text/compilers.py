# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Conditions of a program's own files -> those that compilers may answer in different ways.

``#if __GNUC__ > 4`` and ``#ifdef _MSC_VER`` are such, ``#ifdef __linux__`` is not; ``#ifdef QUIET`` is one
where ``#define QUIET`` stands under another. Nothing here names what is dangerous: a reserved word that no
table holds is one in which compilers may differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.text.lex import Lexed, line_text


def _words(text: str) -> frozenset[bytes]:
    return frozenset(text.encode().split())


SAME = _words(
    "__linux__ __linux __unix__ __unix __APPLE__ __MACH__ _WIN32 _WIN64 __x86_64__ __aarch64__ "
    "_GNU_SOURCE _POSIX_C_SOURCE _XOPEN_SOURCE _DEFAULT_SOURCE _FILE_OFFSET_BITS"
)
"""Reserved macros that all compilers of a machine define alike."""
DEFINED = _words("_OPENMP _OPENACC __cplusplus __STDC__ __STDC_VERSION__")
"""Reserved macros that are defined alike, whatever their values are."""
OF_DIRECTIVES = _words("_OPENMP _OPENACC")
"""Those of them that an option of the compiler defines: ``-fopenmp``, ``-fopenacc``."""
ASKED = _words(
    "__has_builtin __has_attribute __has_cpp_attribute __has_c_attribute __has_feature __has_extension "
    "__has_warning __GNUC_PREREQ __GLIBC_PREREQ"
)
"""Questions with an argument whose answers are known of a compiler that was asked for its macros."""
NAMES = rb"clang|GNUC|GNUG|VERSION__|INTEL|ICC|ICL|NVCOMPILER|NVCC|PGI|IBM|xlC|CRAYC|llvm"
"""How macros go on behind ``__`` by which compilers tell who they are."""
OF_COMPILERS = lazy_pattern(rb"__(?:%s|has_|is_|CUDA|MINGW)\w*|_CRAYC|_MSC_\w+" % NAMES)
"""What compilers are known by: where a program defines such a name, too, some have it before that."""
_OPERATORS = _words("defined and or not xor bitand bitor compl true false")
_OPENING, _OTHER = (b"if", b"ifdef", b"ifndef"), (b"elif", b"elifdef", b"elifndef")
_WORD = lazy_pattern(rb"(?<![\w$])[A-Za-z_$][\w$]*")
_RESERVED = lazy_pattern(rb"_[A-Z_]")
_HEAD = lazy_pattern(rb"\A#[ \t]*\w*")
_TESTED = lazy_pattern(rb"(?<!\w)defined\s*\(?\s*\Z")
_GUARD = lazy_pattern(rb"\A(?:ifndef\s+(\w+)|if\s*!\s*defined\s*\(?\s*(\w+)\s*\)?)\s*\Z")
_DEFINITION = lazy_pattern(rb"([A-Za-z_$][\w$]*)((?:\([^()]*\))?)(.*)", re.DOTALL)


class Condition(NamedTuple):
    """One line of conditional inclusion: its keyword, and what is behind that."""

    keyword: bytes
    text: bytes


class _Definition(NamedTuple):
    """One ``#define`` or ``#undef``, and the conditions that let it in."""

    name: bytes
    body: bytes
    under: tuple[Condition, ...]
    taken: bool
    """Whether it takes a definition away."""


class Compilers:
    """Answers for the files of one program."""

    def __init__(
        self,
        files: Sequence[Lexed],
        given: Iterable[bytes] = (),
        *,
        asked: bool = False,
        defined: frozenset[bytes] = DEFINED,
    ) -> None:
        """``given`` are the macros that the command line defines, ``defined`` those that all may have.

        With ``asked`` the files were read with the macros of the very compiler, but with other headers.
        """
        self._given, self._asked, self._known = frozenset(given), asked, defined
        rows = [row for lexed in files for row in _definitions(lexed)]
        self._own = {row.name for row in rows}
        self._asks: dict[Condition, tuple[tuple[bytes, bytes, bool], ...]] = {}
        self._settled: set[bytes] = set()
        self._defined: set[bytes] = set()
        self._valued: set[bytes] = set()
        by_name: dict[bytes, list[_Definition]] = {}
        for row in rows:
            by_name.setdefault(row.name, []).append(row)
        # First every reserved name is one that compilers may have, too; each that is not is found by and by.
        while True:
            self._spread(rows)
            more = {
                name
                for name, each in by_name.items()
                if _RESERVED.match(name)
                and name not in self._settled
                and not OF_COMPILERS.fullmatch(name)
                and not any(row.taken or self._let_in(row) for row in each)
            }
            if not more:
                break
            self._settled |= more

    def unlike(self, condition: Condition) -> bytes:
        """The first word of a condition in which compilers may differ; nothing where they agree."""
        if condition not in self._asks:
            self._asks[condition] = tuple(self._words_of(*condition))
        return next((each[0] for each in self._asks[condition] if not self._agree(*each)), b"")

    def _words_of(self, keyword: bytes, text: bytes) -> Iterator[tuple[bytes, bytes, bool]]:
        """The words of a condition that compilers may have, what follows each, and if it is only tested."""
        for found in _WORD.finditer(text):
            if found[0] not in _OPERATORS and (found[0] in self._own or _RESERVED.match(found[0])):
                tested = keyword not in (b"if", b"elif") or _TESTED.search(text, 0, found.start()) is not None
                yield found[0], text[found.end() :], tested

    def _agree(self, word: bytes, behind: bytes, tested: bool) -> bool:
        """Whether compilers agree in a word, or where it is ``tested`` in whether it is defined at all."""
        if word in (self._defined if tested else self._valued):
            return False
        if not _RESERVED.match(word) or word in self._given or word in SAME or word in self._settled:
            return True
        if tested and word in self._known:
            return True
        return self._asked and _is_answered(word, behind)

    def _let_in(self, row: _Definition) -> bool:
        """Whether compilers may differ in whether a definition is there."""
        return any(self.unlike(each) for each in row.under)

    def _spread(self, rows: list[_Definition]) -> None:
        """Find the macros that differ since what their definitions stand under, or say, does."""
        self._defined, self._valued = set(), set()
        size = -1
        while size < len(self._defined) + len(self._valued):
            size = len(self._defined) + len(self._valued)
            for row in rows:
                if self._let_in(row):
                    self._defined.add(row.name)
                    self._valued.add(row.name)
                elif self.unlike(Condition(b"if", row.body)):
                    self._valued.add(row.name)


def _is_answered(word: bytes, behind: bytes) -> bool:
    """Whether a compiler that was asked for its macros has told what a reserved word is."""
    if word in (b"__has_include", b"__has_include_next"):
        return re.match(rb"\s*\(\s*\"", behind) is not None  # the program's own files are there for both
    called = behind.lstrip().startswith(b"(")
    return word in ASKED or not (called or word.startswith((b"__has_", b"__is_", b"__building_")))


class Row(NamedTuple):
    """One preprocessor line: what is behind its keyword, and the conditions on its way.

    The conditions of a branch are those of the branches before it, too.
    """

    number: int
    keyword: bytes
    rest: bytes
    before: tuple[Condition, ...]
    """Those that let in the code before it."""
    under: tuple[Condition, ...]
    """Those that let it in: of a line that opens, parts or ends branches, the ones around these."""


def rows_of(lexed: Lexed) -> Iterator[Row]:
    """The preprocessor lines of a file."""
    stack: list[tuple[Condition, ...]] = []
    for number, line in enumerate(lexed.lines):
        word = line.keyword
        rest = _HEAD.sub(b"", line_text(lexed.data, line)).strip()
        before = tuple(each for row in stack for each in row)
        mine: tuple[Condition, ...] = ()
        if (word in _OTHER or word in (b"else", b"endif")) and stack:
            mine = stack.pop()
        yield Row(number, word, rest, before, before[: len(before) - len(mine)])
        if word in _OPENING:
            stack.append((Condition(word, rest),))
        elif word in _OTHER:
            stack.append((*mine, Condition(word, rest)))
        elif word == b"else":
            stack.append(mine)


def _definitions(lexed: Lexed) -> Iterator[_Definition]:
    for _, word, rest, _, under in rows_of(lexed):
        found = _DEFINITION.match(rest) if word in (b"define", b"undef") else None
        if found is None:
            continue
        name, parameters, body = found[1], found[2], found[3].strip()
        if word == b"undef":
            yield _Definition(name, b"", under, True)
        elif parameters or body not in (b"", b"1"):
            yield _Definition(name, found[3], under, False)
        else:
            # What keeps a text from being read twice: behind it the macro is defined, whoever reads.
            yield _Definition(name, body, tuple(each for each in under if not _keeps_out(each, name)), False)


def _keeps_out(condition: Condition, name: bytes) -> bool:
    found = _GUARD.match(b" ".join(condition))
    return found is not None and name in found.groups()

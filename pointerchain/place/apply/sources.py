# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A program's own files -> the first thing in their text that is not understood.

What is read here is what Clang's tree does not show: directives between functions, pragmas, attributes, and
conditions that another compiler answers in another way than the Clang that reads the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pointerchain import dialects
from pointerchain.analysis.library import returning_twice
from pointerchain.dialects.routines import is_neutral
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.place.apply.known import ATTRIBUTE_NAMES, LINES, PRAGMAS
from pointerchain.place.apply.maps import pieces
from pointerchain.translator.text.compilers import Compilers, Condition
from pointerchain.translator.text.directives import Construct, pragmas_of, read_directives
from pointerchain.translator.text.lex import Lexed, Line, closing, lex, line_text, skip_space

_WORD = lazy_pattern(rb"(?<![\w$])[A-Za-z_$][\w$]*")
_ATTRIBUTE = lazy_pattern(rb"(?<![\w$])(?:__attribute(?:__)?|__declspec)(?![\w$])|(?=\[\s*\[)")
_DEFINITION = lazy_pattern(rb"#\s*define\s+([A-Za-z_$][\w$]*)")
_TRIGRAPH = lazy_pattern(rb"\?\?[=/'()!<>-]")
_ASKED = lazy_pattern(rb"(?<![\w$])(?:omp|ompx|acc|llvm_omp|__kmpc|__tgt)_\w+")


class Strange(NamedTuple):
    """What is not understood, and where: the offset in its file, the source itself where ``own``."""

    where: int
    why: str
    own: bool


def strange(
    texts: Sequence[tuple[str, bytes]], cxx: bool, given: Sequence[bytes], seen: Lexed
) -> Strange | None:
    """The first such thing in the source, whose tokens are ``seen``, and its own included files ``texts``.

    ``given`` are the macros that the command line defines.
    """
    files = [("", seen), *((name, lex(text, cxx)) for name, text in texts)]
    defined = set(given)
    for _, lexed in files:
        for line in lexed.lines:
            found = _DEFINITION.match(line_text(lexed.data, line))
            if found is not None:
                defined.add(found[1])
    compilers = Compilers([lexed for _, lexed in files], given)
    for name, lexed in files:
        for where, why in _of_file(lexed, cxx, frozenset(defined), compilers):
            return Strange(where, f"{why}, in '{name}'" if name else why, not name)
    return None


def other_devices(texts: Sequence[tuple[str, bytes]], cxx: bool, seen: Lexed) -> Strange | None:
    """The first thing in the same files that may change which device kernels run on, or what one has."""
    for name, lexed in (("", seen), *((name, lex(text, cxx)) for name, text in texts)):
        defines = [line for line in lexed.lines if line.keyword == b"define"]
        codes = [(0, lexed.code), *((line.span.start, line_text(lexed.data, line)) for line in defines)]
        directives = read_directives(lexed, "", cxx)[0]
        rows = [
            *(row for start, code in codes for row in _runtime(code, start)),
            *(row for each in directives if isinstance(each, Construct) for row in _unexplained(each)),
        ]
        for where, why in rows:
            return Strange(where, f"{why}, in '{name}'" if name else why, not name)
    return None


def _of_file(
    lexed: Lexed, cxx: bool, defined: frozenset[bytes], compilers: Compilers
) -> Iterator[tuple[int, str]]:
    trigraph = _TRIGRAPH.search(lexed.data)
    if trigraph is not None:
        yield trigraph.start(), "trigraphs are not followed"
    for line in lexed.lines:
        yield from _line(lexed, line, defined, compilers)
    yield from _pragmas(lexed)
    directives, _ = read_directives(lexed, "", cxx)
    for each in directives:
        if isinstance(each, Construct) and each.dialect in ("omp", "acc"):
            yield from _directive(each)
    yield from _code(lexed.code, 0, defined)


def _code(code: bytes, start: int, defined: frozenset[bytes]) -> Iterator[tuple[int, str]]:
    """What is not understood in code, or in a macro's definition; ``start`` is where it stands."""
    for at, why in _attributes(code, defined):
        yield start + at, why
    twice = returning_twice(code)
    if twice is not None:
        yield start + twice.start(), f"'{twice[1].decode()}' may leave statements out"
    yield from _runtime(code, start)


def _runtime(code: bytes, start: int) -> Iterator[tuple[int, str]]:
    for found in _ASKED.finditer(code):
        if not is_neutral(found[0]):
            yield start + found.start(), f"'{found[0].decode()}' may change what a device or a copy is"


# --- preprocessor lines -------------------------------------------------------------------------------------


def _line(
    lexed: Lexed, line: Line, defined: frozenset[bytes], compilers: Compilers
) -> Iterator[tuple[int, str]]:
    word = line.keyword.decode("utf-8", "replace")
    if line.keyword not in LINES:
        yield line.span.start, f"the preprocessor line '#{word}' is not known"
        return
    text = line_text(lexed.data, line)
    if line.keyword == b"define":
        yield from _code(text, line.span.start, defined)
    elif line.keyword == b"include":
        if not re.search(rb"include\s*[<\"]", text):
            yield line.span.start, "a macro says which file is included"
    elif line.keyword in (b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef"):
        start = re.search(rb"[a-z]\w*", text)
        asked = Condition(line.keyword, text[start.end() if start is not None else 0 :])
        odd = compilers.unlike(asked).decode("utf-8", "replace")
        if odd:
            yield line.span.start, f"compilers may differ in '{odd}', and so in what this condition lets in"


# --- pragmas and directives ---------------------------------------------------------------------------------


def _pragmas(lexed: Lexed) -> Iterator[tuple[int, str]]:
    for pragma in pragmas_of(lexed):
        words = b" ".join(_WORD.findall(pragma.text)[:2]).decode("utf-8", "replace")
        if not any(
            words == each or words.startswith(each + " ") or words.split(" ")[0] == each for each in PRAGMAS
        ):
            yield pragma.span.start, f"the pragma '{words}' is not known"


def _directive(construct: Construct) -> Iterator[tuple[int, str]]:
    where, row = construct.pragma.span.start, construct.directive
    shown = construct.spelling
    if row is None or row.association == "meta":
        yield where, f"'{shown}' is not known"
        return
    if row.association in ("declarative", "delimited") and not row.declares:
        yield where, f"'{shown}' may change what directives and functions do"
    yield from _unexplained(construct)
    for clause in construct.clauses:
        if dialects.clause(row, clause.name) is None:
            yield where, f"the clause '{clause.name.decode()}' of '{shown}' is not known"


def _unexplained(construct: Construct) -> Iterator[tuple[int, str]]:
    """A directive without a statement of which no row says what it does, as 'acc set'."""
    row = construct.directive
    if row is not None and row.standalone and not (row.data or row.binds or row.waits):
        yield construct.pragma.span.start, f"'{construct.spelling}' may change what a device or a copy is"


# --- attributes ---------------------------------------------------------------------------------------------


def _attributes(code: bytes, defined: frozenset[bytes]) -> Iterator[tuple[int, str]]:
    for found in _ATTRIBUTE.finditer(code):
        at = skip_space(code, found.end())
        close = closing(code, at) if code[at : at + 1] in (b"(", b"[") else -1
        inner = skip_space(code, at + 1)
        if close < 0:
            yield found.start(), "an attribute is not understood"
            continue
        if code[inner : inner + 1] in (b"(", b"["):
            inner, close = inner + 1, closing(code, inner)
        else:
            inner = at + 1
        for first, last in pieces(code, inner, close):
            name = re.match(rb"\s*(?:using\s+\w+\s*:\s*)?(?:\w+\s*::\s*)?(\w*)", code[first:last])
            word = name[1] if name is not None else b""
            known = word.strip(b"_") in ATTRIBUTE_NAMES and word not in defined
            if not known and code[first:last].strip():
                yield found.start(), f"the attribute '{word.decode()}' is not known"

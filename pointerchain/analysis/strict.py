# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Strict aliasing: a compile's options and texts -> whether objects of two types are different objects.

``__attribute__((optimize("O1")))``, ``#pragma clang optimize off``, ``-Wp,-fno-strict-aliasing``  ->  they
are not, as compilers have it. A spelling that is not understood counts as one of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.arguments import keeps_types_apart
from pointerchain.translator.clang.parsed import Parsed

_NOT_STRICT = (b"may_alias", b"no-strict-aliasing")
_LOOSE = lazy_pattern(r"may_alias|(?<!-fpointer-)tbaa|relaxed-aliasing|[,=]-[f-]no-strict-aliasing")
"""Options of Clang, and a macro of the command line."""
_OF_PREPROCESSOR = lazy_pattern(
    r"-(?:[ACDHIMPUWYvw]|d[DIMNU]|i[a-z]|nostdinc|remap|std=|trigraphs|undef)|[^-@]"
)
"""What ``-Wp,`` and ``-Xpreprocessor`` may hand on: gcc gives all of it to its compiler."""
_OF_CODE = lazy_pattern(r"-O|-disable-(?:llvm|O0)")
"""What ``-Xclang`` hands on behind all levels of the command."""

_CONTINUED = lazy_pattern(rb"\\[ \t]*\r?\n")
_TEXT = lazy_pattern(
    rb"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)"
    rb'|(?<!\w)(?:u8|[uUL])?R"([^ ()\\\t\v\f\r\n]{0,16})\(([\s\S]*?)(?:\)\1"|\Z)'
    rb"|\"(?:[^\"\\\n]|\\.)*\"|(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\.)*'"
)
_MENTION = lazy_pattern(rb"(?<!\w)_*(optimize|optnone)_*(?!\w)")
_LINE = lazy_pattern(rb"(?:#|%:)\s*([a-z_]+)(?:\s+(\w+))?")
_DEFINE = lazy_pattern(rb"(?m)^[ \t]*(?:#|%:)[ \t]*define[ \t]+(\w+)(.*)")
_WORD = lazy_pattern(rb"[A-Za-z_]\w*")
_ATTRIBUTE = lazy_pattern(rb"_Pragma|__attribute|__declspec|##|\[\s*\[|<:\s*<:")
_PRAGMA_BEFORE = lazy_pattern(rb"\b(?:GCC|clang)\s+\Z")
_BRACKETS = lazy_pattern(rb"(?:\[|<:)\s*(?:\[|<:)(?:(?!\]\s*\]|:>\s*:>)[^;{}])*\Z")
_DIRECTIVES = (b"omp", b"acc", b"pointerchain")
_ITEM = rb'(?:"[^"\\\n]*"|\d+\b)'
_ITEMS = rb"%s(?:\s*,\s*%s)*" % (_ITEM, _ITEM)
_PLAIN = lazy_pattern(
    rb"\s*(?:\(\s*(?P<inner>%s)\s*\)|(?P<bare>%s)[ \t\r]*(?:\"\s*\)|\n)|(?P<on>on)\b)" % (_ITEMS, _ITEMS)
)
_LONG = 4000
"""Bytes behind the word that are looked at."""
_LEVEL = lazy_pattern(rb"-?O(?:[2-9]|s|fast)|[2-9]")
_OPTION = lazy_pattern(rb"(?:-f|f)?(?:no-)?([a-z-]+)")
_UNRELATED = frozenset(
    b"associative-math fast-math finite-math-only inline inline-functions ivopts math-errno "
    b"omit-frame-pointer peel-loops prefetch-loop-arrays reciprocal-math signed-zeros split-loops "
    b"stack-protector trapping-math tree-loop-distribute-patterns tree-loop-vectorize tree-slp-vectorize "
    b"tree-vectorize unroll-all-loops unroll-loops unsafe-math-optimizations".split()
)
"""Options of gcc that say nothing of aliasing, without ``-f`` and ``no-``."""


def is_strict(args: Sequence[str], parsed: Parsed) -> bool:
    """Whether a compile lets objects of different types be different objects (``-fstrict-aliasing``).

    Clang from version 20 on has ``-fno-pointer-tbaa``, for pointers alone; who says that wants no less care
    of all types.
    """
    if not keeps_types_apart(args) or any(map(parsed.mentions, _NOT_STRICT)):
        return False
    if any(map(_LOOSE.search, args)) or _hands_on(args):
        return False
    return not says_level([*(text for _, text in parsed.own_texts), *_defined(args)])


def _defined(args: Sequence[str]) -> Iterator[bytes]:
    """The macros of a command line, as lines of a source."""
    for arg in args:
        for word in arg[4:].split(",") if arg.startswith("-Wp,") else [arg]:
            name, equals, body = word.removeprefix("--define-macro=").removeprefix("-D").partition("=")
            if equals:
                yield f"#define {name} {body}".encode("utf-8", "surrogateescape")


def _hands_on(args: Sequence[str]) -> bool:
    """Whether a driver hands on an option to its compiler that may say how functions are compiled."""
    for before, arg in zip(("", *args), args, strict=False):
        of_clang = arg if before == "-Xclang" else arg[8:] if arg.startswith("-Xclang=") else ""
        if _OF_CODE.match(of_clang):
            return True
        handed = arg[4:].split(",") if arg.startswith("-Wp,") else [arg] if before == "-Xpreprocessor" else []
        if not all(_OF_PREPROCESSOR.match(each) for each in handed if each):
            return True
    return False


def says_level(texts: Sequence[bytes]) -> bool:
    """Whether an attribute, a pragma or a macro may say of functions how they are compiled.

    Calls and variables of the names ``optimize`` and ``optnone`` do not, nor does what raises the level.
    """
    joined = [_CONTINUED.sub(b"", text) + b"\n" for text in texts]
    if not any(_MENTION.search(text) for text in joined):
        return False
    plain = [_TEXT.sub(_without_comments, text) for text in joined]
    makers = _makers(plain)
    return any(_may_lower(text, found, makers) for text in plain for found in _MENTION.finditer(text))


def _without_comments(found: re.Match[bytes]) -> bytes:
    """A comment as a blank, and a raw string as another one."""
    text = found.group()
    if found[2] is not None:
        return b'"%s"' % found[2].replace(b"\n", b" ").replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    return b" " if text[:2] in (b"//", b"/*") else text


def _makers(texts: Sequence[bytes]) -> frozenset[bytes]:
    """The macros by which an attribute or a pragma may come about, from their arguments, too."""
    found = {b"__attribute__", b"__attribute", b"_Pragma", b"__pragma"}
    bodies = [(name, body) for text in texts for name, body in _DEFINE.findall(text)]
    known = 0
    while known != len(found):
        known = len(found)
        found |= {
            name
            for name, body in bodies
            if _ATTRIBUTE.search(body) or not found.isdisjoint(_WORD.findall(body))
        }
    return frozenset(found)


def _may_lower(text: bytes, found: re.Match[bytes], makers: frozenset[bytes]) -> bool:
    """Whether a mention of the word is in an attribute, pragma or macro that may lower the level."""
    begun = text.rfind(b"\n", 0, found.start()) + 1
    before = text[begun : found.start()]
    line = _LINE.match(before.lstrip())
    pragma = _PRAGMA_BEFORE.search(before) is not None
    if line is not None and line[1] == b"pragma":
        pragma = pragma or line[2] not in _DIRECTIVES
    elif line is not None and line[1] != b"define":
        return False
    elif not pragma and _is_in_string(before):
        return False
    elif not pragma and line is not None:
        pragma = line[2] is not None  # elsewhere than in the macro's own name
    if not pragma and not _is_argument(text, found.start(), makers):
        return False
    return found[1] == b"optnone" or not _is_harmless(text[found.end() : found.end() + _LONG])


def _is_in_string(before: bytes) -> bool:
    """Whether a place is in a string that begins in the same line."""
    return b'"' in _TEXT.sub(b"", before)


def _is_argument(text: bytes, at: int, makers: frozenset[bytes]) -> bool:
    """Whether a place is in the parentheses of an attribute, or of a macro that may make one."""
    if _BRACKETS.search(text, max(0, at - 1000), at):
        return True
    return any(word in makers for word in _callers(text, at))


def _callers(text: bytes, at: int) -> Iterator[bytes]:
    """The words before the parentheses that are open at a place of a statement."""
    depth = 0
    while at > 0:
        at -= 1
        sign = text[at : at + 1]
        if sign == b")":
            depth += 1
        elif sign in b";{}" and depth == 0:
            return
        elif sign == b"(" and depth:
            depth -= 1
        elif sign == b"(":
            words = _WORD.findall(text[max(0, at - 200) : at].rstrip())
            if words and text[:at].rstrip().endswith(words[-1]):
                yield words[-1]


def _is_harmless(behind: bytes) -> bool:
    """Whether all that is said behind the word is a level from ``-O2`` on, or has no say in aliasing."""
    found = _PLAIN.match(behind.replace(b'\\"', b'"'))
    if found is None:
        return False
    if found["on"]:
        return True
    items = (found["inner"] or found["bare"]).replace(b'"', b"").split(b",")
    return all(_says_nothing(item.strip()) for item in items)


def _says_nothing(item: bytes) -> bool:
    option = _OPTION.fullmatch(item)
    return _LEVEL.fullmatch(item) is not None or (option is not None and option[1] in _UNRELATED)

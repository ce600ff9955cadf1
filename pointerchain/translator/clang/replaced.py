# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Replaced: pragmas and attributes -> the functions that a call by their name may not reach.

Beside them what the linker of a shared library leaves open (:func:`are_interposable`).

``#pragma weak f``, ``redefine_extname f g`` and ``omp declare variant`` leave no trace in libclang's tree.
Of a function with versions for several processors libclang shows one where it is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_PRAGMA = re.compile(rb"^[ \t]*(?:#|%:|\?\?=)[ \t]*pragma[ \t]+([^\n]*)", re.MULTILINE)
_OPERATOR = re.compile(rb"\b_Pragma\s*\(\s*(?:(?:u8|[uUL])?\"((?:[^\"\\\n]|\\.)*)\")?")
_NAME = re.compile(rb"[A-Za-z_$][\w$]*")
_SPLICE = re.compile(rb"\\[ \t]*\r?\n")
_VERSIONS = re.compile(rb"target(?:__)?\s*\(\s*\"default\"")
_OF_PROCESSORS = re.compile(rb"\b(?:__)?(?:target_version|cpu_dispatch|cpu_specific)(?:__)?\b")
_POSITIONS = re.compile(r"-f(?:no-)?(?:pic|PIC|pie|PIE)")
_INTERPOSED = "-fsemantic-interposition"
_WORDS = re.compile(rb"\b(?:weak|redefine_extname|variant)\b")


def replaced_functions(texts: Iterable[bytes]) -> frozenset[str] | None:
    """The functions that texts name in such pragmas; None where it may be any function."""
    names: set[str] = set()
    for text in texts:
        text = _SPLICE.sub(b"", text)  # noqa: PLW2901
        if _OF_PROCESSORS.search(text):
            return None  # of the function's versions one has no attribute
        if not _WORDS.search(text):
            continue
        pragmas = list(_PRAGMA.findall(text))
        for inside in _OPERATOR.findall(text):
            if inside:
                pragmas.append(inside.replace(b'\\"', b'"'))
            else:
                return None  # a macro makes it
        for pragma in pragmas:
            first, *words = [word.decode("latin-1") for word in _NAME.findall(pragma)] or [""]
            if first in ("weak", "redefine_extname"):
                names.update(words[:1])
            elif first == "omp" and "variant" in words:
                return None
    return frozenset(names)


def are_interposable(arguments: Sequence[str]) -> bool:
    """Whether arguments make code in which another object may replace what is visible (ELF interposition).

    That is gcc's ``-fPIC`` where no ``-fno-semantic-interposition`` is said; Clang heeds it at ``-O0`` alone.
    """
    code = [word for word in arguments if _POSITIONS.fullmatch(word)]
    said = [word for word in arguments if word in (_INTERPOSED, _INTERPOSED.replace("-f", "-fno-"))]
    return bool(code) and code[-1] in ("-fpic", "-fPIC") and (not said or said[-1] == _INTERPOSED)


def has_versions(texts: Iterable[bytes]) -> bool:
    """Whether a ``target`` attribute may make one of several versions of a function: one is the default."""
    return any(_VERSIONS.search(text) for text in texts)

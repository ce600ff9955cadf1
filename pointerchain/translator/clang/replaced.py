# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Replaced: pragmas -> the functions that a call by their name may not reach.

``#pragma weak f``, ``redefine_extname f g`` and ``omp declare variant`` leave no trace in libclang's tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_PRAGMA = re.compile(rb"^[ \t]*(?:#|%:|\?\?=)[ \t]*pragma[ \t]+([^\n]*)", re.MULTILINE)
_OPERATOR = re.compile(rb"\b_Pragma\s*\(\s*(?:(?:u8|[uUL])?\"((?:[^\"\\\n]|\\.)*)\")?")
_NAME = re.compile(rb"[A-Za-z_$][\w$]*")
_SPLICE = re.compile(rb"\\[ \t]*\r?\n")
_WORDS = re.compile(rb"\b(?:weak|redefine_extname|variant)\b")


def replaced_functions(texts: Iterable[bytes]) -> frozenset[str] | None:
    """The functions that texts name in such pragmas; None where it may be any function."""
    names: set[str] = set()
    for text in texts:
        text = _SPLICE.sub(b"", text)  # noqa: PLW2901
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

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a preprocessor may make of a source that is read as it stands: macros, and what ``#include`` brings.

The source that is translated is preprocessed before. Others are read with the lines of each branch of an
``#if``, and what their macros stand for is not looked into.
"""

from __future__ import annotations

import re

from pointerchain import files
from pointerchain.fortran.sources import PREPROCESSED, candidates
from pointerchain.lazy import NamedTuple, lazy_pattern

_DEFINE = lazy_pattern(r"[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?(.*)", re.DOTALL)
_INCLUDE = lazy_pattern(r"[ \t]*#[ \t]*include[ \t]*(?:[\"<]([^\">]*)[\">])?")
# A macro for one of these changes nothing by being read.
_VALUE = lazy_pattern(r"\s*\(?\s*[-+]?(\d[\w.]*([ed][-+]\d+)?|'[^']*'|\"[^\"]*\"|\.\w+\.)?\s*\)?\s*", re.I)
_LINE = lazy_pattern(r"^[ \t]*#(?:\\\r?\n|[^\n])*", re.MULTILINE)
_CODE = lazy_pattern(r"^(?![ \t\r]*(!|//|$)).+", re.MULTILINE)


class Hidden(NamedTuple):
    """``macros`` are the names of those that stand for more than a value, and ``values`` of the others, in
    lower case; ``includes`` the offsets of each ``#include`` that may bring statements; ``unknown`` says that
    there may be other macros."""

    macros: frozenset[str]
    values: frozenset[str]
    includes: tuple[int, ...]
    unknown: bool


NOTHING = Hidden(frozenset(), frozenset(), (), unknown=False)


def hidden(source: str, name: str, directories: tuple[str, ...], seen: tuple[str, ...] = ()) -> Hidden:
    """What the preprocessor lines of a source may hide."""
    macros: set[str] = set()
    values: set[str] = set()
    includes: list[int] = []
    lines = list(_LINE.finditer(source))
    for found in lines:
        if defined := _DEFINE.match(found[0]):
            if defined[2] or not _VALUE.fullmatch(defined[3]):
                macros.add(defined[1])
            else:
                values.add(defined[1].lower())
        elif included := _INCLUDE.match(found[0]):
            inner = _header(included[1] or "", name, directories, seen)
            if inner is None:
                includes.append(found.start())
            else:
                macros |= inner.macros
                values |= inner.values
    unknown = bool(lines) or name.endswith(PREPROCESSED)
    return Hidden(frozenset(macros), frozenset(values), tuple(includes), unknown)


def _header(name: str, of: str, directories: tuple[str, ...], seen: tuple[str, ...]) -> Hidden | None:
    """What an included file hides; None where it is not found, or holds more than preprocessor lines."""
    found = candidates(name, of, directories) if name else []
    if len(found) != 1 or found[0] in seen:
        return None
    try:
        text = files.read(found[0]).decode("latin-1")
    except OSError:
        return None
    plain = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    if _CODE.search(_LINE.sub("", plain)):
        return None
    held = hidden(plain, found[0], directories, (*seen, found[0]))
    return None if held.includes else held

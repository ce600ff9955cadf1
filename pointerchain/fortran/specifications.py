# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A declaration -> where in it the lengths and bounds stand that are evaluated when its procedure begins.

``character(len=f(n), kind=1) :: c(2:m)`` has ``f(n)`` and ``2:m``; kinds and initial values are constants.
"""

from __future__ import annotations

import re

from pointerchain.fortran.declarations import closing, split
from pointerchain.lazy import NamedTuple, lazy_pattern

_CONSTANTS = lazy_pattern(r"(data|parameter|namelist|common|equivalence|save|bind|external|intrinsic)\b")
_PREFIX = lazy_pattern(
    r"(?:(?:pure|elemental|impure|recursive|non_recursive|module)\s+)*"
    r"(?:integer|real|complex|logical|character|type|class|procedure|intent)"
)
_NO_BOUNDS = frozenset("integer real complex logical type class procedure intent bind".split())


class Expressions(NamedTuple):
    """Pieces of a declaration's text that are evaluated, and what of it is not understood."""

    places: tuple[tuple[int, int], ...]
    odd: str


def expressions(code: str, at: int, end: int) -> Expressions:
    """The lengths and bounds of a declaration, or of what stands before the word ``function``.

    ``code`` is in lower case with blanked literals.
    """
    out: list[tuple[int, int]] = []
    odd = ""
    head, _, _ = code[at:end].partition("::")
    constant = re.search(r",\s*parameter\b", head) or _CONSTANTS.match(code[at:])
    for start, stop in () if constant else _parenthesised(code, at):
        before = code[at:start].rstrip()
        found = re.search(r"[a-z]\w*$", before)
        word = found[0] if found else ""
        in_head = start < at + len(head) and (head != code[at:end] or _PREFIX.fullmatch(before) is not None)
        if start >= end or code[start + 1 : stop - 1].strip() == "..":
            continue
        if in_head and word in _NO_BOUNDS:
            if word in ("type", "class") and "(" in code[start + 1 : stop - 1]:
                odd = "a type with parameters"
            continue
        if not in_head and "=" in _last_item(before.rpartition("::")[2]):
            continue  # the value that a variable begins with
        for number, (a, b) in enumerate(split(code[start + 1 : stop - 1])):
            begin, finish = start + 1 + a, start + 1 + b
            if word == "character" and in_head:
                keyword = re.match(r"\s*(len|kind)\s*=", code[begin:finish])
                if (keyword and keyword[1] == "kind") or (number and not keyword):
                    continue
                begin += keyword.end() if keyword else 0
            out.append((begin, finish))
    return Expressions(tuple(out), odd)


def unparenthesised(code: str, at: int) -> str:
    """What stands from an offset on outside of all parentheses."""
    inside = _parenthesised(code, at)
    return "".join(code[n] for n in range(at, len(code)) if not any(a <= n < b for a, b in inside))


def _parenthesised(code: str, at: int) -> list[tuple[int, int]]:
    """The parentheses from an offset on that stand in no others, with what they enclose."""
    out: list[tuple[int, int]] = []
    while (start := code.find("(", at)) >= 0:
        close = closing(code, start)
        if close < 0:
            break
        out.append((start, close))
        at = close
    return out


def _last_item(text: str) -> str:
    """What stands behind the last comma, without what stands in parentheses."""
    start, end = split(text)[-1]
    inside = _parenthesised(text, start)
    return "".join(text[n] for n in range(start, end) if not any(a <= n < b for a, b in inside))

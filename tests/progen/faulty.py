# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Written directives -> the same with one fault each: what is left out, shortened, or goes the other way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_DIRECTIVE = re.compile(r"[ \t]*#pragma (?:omp|acc) (?:\\\n|[^\n])*\n")
_MOVES = re.compile(r"\b(?:map|copyin|copy|copyout|create|delete|update|device|self)\b")
_CLAUSE = re.compile(r"\b(map\((?:to|from|tofrom|alloc|release): |to\(|from\(|copyin\(|copy\(|copyout\()")
_OTHER_WAY = (
    ("map(to: ", "map(alloc: "),
    ("map(tofrom: ", "map(to: "),
    ("map(tofrom: ", "map(from: "),
    ("map(from: ", "map(release: "),
    ("copyin(", "create("),
    ("copyout(", "create("),
)


class Mutant(NamedTuple):
    """A text with a fault, and what that is."""

    what: str
    line: int
    text: str


def mutants(text: str) -> Iterator[Mutant]:
    """All mutants of the directives of a text."""
    for found in _DIRECTIVE.finditer(text):
        whole, start = found.group(), found.start()
        if not _MOVES.search(whole):
            continue
        line = text.count("\n", 0, start) + 1

        def made(what: str, new: str, start: int = start, end: int = found.end(), line: int = line) -> Mutant:
            return Mutant(what, line, text[:start] + new + text[end:])

        if " update " in whole or " exit data" in whole:
            yield made("left out", "\n" * whole.count("\n"))
        for old, new in _OTHER_WAY:
            if old in whole and not (new.startswith("map(release") and " exit data" not in whole):
                yield made(f"{old}... {new}...", whole.replace(old, new, 1))
        for clause in _CLAUSE.finditer(whole):
            end = _closing(whole, clause.end())
            items = _items(whole[clause.end() : end])
            for number, item in enumerate(items):
                rest = [each for at, each in enumerate(items) if at != number]
                head, tail = whole[: clause.end()], whole[end:]
                without = (
                    head + ", ".join(rest) + tail if rest else whole[: clause.start()] + whole[end + 1 :]
                )
                if "to(" in without or "from(" in without or "(" in without:
                    yield made(f"without {item}", without)
                shorter = re.sub(r":((?:[^:\[\]]|\[[^]]*\]|\?[^:]*:)*)\]$", r":(\1) - 1]", item)
                if shorter != item:
                    parts = [shorter if at == number else each for at, each in enumerate(items)]
                    yield made(f"shorter {item}", head + ", ".join(parts) + tail)


def _closing(text: str, at: int) -> int:
    depth = 1
    while depth:
        depth += (text[at] in "([") - (text[at] in ")]")
        at += 1
    return at - 1


def _items(text: str) -> list[str]:
    out, depth = [""], 0
    for sign in text.replace("\\\n", " "):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and not depth:
            out.append("")
        else:
            out[-1] += sign
    return [" ".join(each.split()) for each in out]

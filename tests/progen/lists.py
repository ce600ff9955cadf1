# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Lists of directives: ``s->a->x, s->a->n``, now and then as ``s->a->{x, n}``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from progen.choices import Choices

_WAY = re.compile(r"->|\.(?=[A-Za-z_])")


def joined(choices: Choices, entries: Sequence[str], percent: int = 12) -> str:
    """The entries in one list; ``percent`` is how often some of them stand in braces."""
    texts = list(entries)
    if choices.chance(percent):
        first = choices.pick(texts)
        ways = prefixes(first)
        if ways:
            way = choices.pick(ways)
            inside = [
                text for text in texts if text in (first,) or (way in prefixes(text) and choices.chance(80))
            ]
            outside = [text for text in texts if text not in inside]
            at = choices.integer(0, len(outside))
            parts = [text[len(way) :] for text in inside]
            outside.insert(at, f"{way}{{{joined(choices, parts, 40)}}}")
            texts = outside
    return choices.pick((", ", ",")).join(texts)


def prefixes(text: str) -> list[str]:
    """The beginnings of an entry's chain that end in ``->`` or ``.``, outside of brackets."""
    end = next((at for at, c in enumerate(text) if c == "{"), len(text))
    out = []
    for found in _WAY.finditer(text, 0, end):
        before = text[: found.start()]
        if before.strip() and all(before.count(a) == before.count(b) for a, b in ("()", "[]")):
            out.append(text[: found.end()])
    return out

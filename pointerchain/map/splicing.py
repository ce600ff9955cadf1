# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Splicing: a source, and which of its headers have constructs -> the source with these headers in it.

A header that one source alone includes, once, is a part of that. What the program's other sources include
means the same to each of them only where it stays the file that it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from pointerchain.map.source import Unit, Unreadable
from pointerchain.map.spliced import splice

_DEEPEST = 20


def with_headers(unit: Unit, units: Iterable[Unit]) -> Unit:
    """A source with the headers in it that have constructs without data, as far as they are its own."""
    others = [each for each in units if each.path != unit.path]
    foreign = {each.real for each in others}
    foreign |= {os.path.realpath(name) for each in others for name in each.parsed.included}
    made = unit
    for _ in range(_DEEPEST):
        wanted = {name for name, _ in made.constructs_in_headers}
        for _ in range(_DEEPEST):
            wanted |= {includer for includer, _, name in made.parsed.include_lines if name in wanted} - {
                "",
                unit.path,
            }
        wanted = {name for name in wanted if os.path.realpath(name) not in foreign}
        source = splice(made.source, made.parsed, wanted) if wanted else None
        if source is None:
            return made
        try:
            made = Unit(unit.path, source.data, unit.args, unit.language, source)
        except Unreadable:  # a header may be read twice, which its name has prevented
            return unit
    return made

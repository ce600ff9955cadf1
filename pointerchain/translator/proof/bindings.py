# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Bindings: the names of a function that are other names of places -> the place of each.

``auto &[s, k] = pair;``  ->  ``s`` is ``pair.s``. Only places that stay where they are count: those in a
variable, reached through no pointer.
"""

from __future__ import annotations

from pointerchain.translator.clang.libclang import EXPRESSIONS, Kind
from pointerchain.translator.clang.snapshot import ANY_DECLARATION, Snapshot
from pointerchain.translator.proof.paths import FIELD, Path, Paths


def places(marked: Snapshot, paths: Paths) -> dict[object, Path]:
    """By the number of a reference, or of a structured binding by reference: the path of what it names."""
    found: dict[object, Path] = {}
    for node, kind in enumerate(marked.kinds) if marked.cxx else ():
        if kind not in (Kind.VARIABLE, ANY_DECLARATION) or not marked.type(node).reference:
            continue
        inside = marked.children(node)
        value = next((each for each in inside if marked.kinds[each] in EXPRESSIONS), -1)
        path = paths.of(value) if value >= 0 else None
        if path is None or any(path.through):
            continue
        names = [each for each in inside if marked.kinds[each] == ANY_DECLARATION]
        if kind == Kind.VARIABLE and path.ops:
            found[marked.number_of(node)] = path
        fields = marked.fields(value) if names else []
        for name, field in zip(names, fields, strict=False) if len(names) == len(fields) else ():
            found[marked.number_of(name)] = path.then((FIELD, field), False)
    return found

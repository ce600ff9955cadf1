# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Table: records, shapes and policies -> the pointers of each record, with kind and lengths.

``struct Mesh { int n; struct { double *x; } at; };`` and ``shape(Mesh: at.x[n])``  ->
``Row("at.x", owned, target double, lengths (n,))``

What a deep copy cannot know is a :class:`Problem` of the record, said only where something asks for it.
"""

from __future__ import annotations

from pointerchain.deepcopy.policies import Policies
from pointerchain.deepcopy.rows import Rows
from pointerchain.deepcopy.walk import Walk
from pointerchain.translator.clang.records import Reader


class Table(Policies):
    """The records of one source under its shapes and policies."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader)
        self._known: dict[tuple[str, str], Rows] = {}

    def rows(self, key: str, name: str = "") -> Rows:
        """The rows of a record by its shape of a name, in the order of their offsets."""
        found = self._known.get((key, name))
        if found is None:
            found = self._known[key, name] = Walk(self, key, name).read()
        return found

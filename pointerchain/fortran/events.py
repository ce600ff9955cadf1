# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a statement or a called procedure does: events, each of one designator.

``a%n = b%x(i)`` reads ``b%x`` and ``i`` and writes ``a%n``; ``allocate(a%x(3))`` and ``p => q`` point. What
is not understood is an event of its own kind, never silence.
"""

from __future__ import annotations

from pointerchain.fortran.designators import Use
from pointerchain.fortran.meanings import Meaning
from pointerchain.lazy import NamedTuple

READ, WRITE, POINT, OBJECT, ADDRESS = "read", "write", "point", "object", "address"
UNSEEN, MAY_READ, ODD = "unseen", "may read", "odd"


class Event(NamedTuple):
    """``use`` is an index into the statement's designators, -1 where the event is of none of them.

    ``number`` is the statement's, ``through`` the call in it by which something else did that, and ``place``
    the file and line where.
    """

    kind: str
    meaning: Meaning
    use: int
    number: int
    why: str = ""
    through: str = ""
    place: str = ""


class Effects(NamedTuple):
    """A statement's designators, what each means, and the events; ``whole`` are the designators for which
    nothing else can stand: a call may take them as they are, or a pointer."""

    uses: tuple[Use, ...]
    meanings: tuple[Meaning, ...]
    events: tuple[Event, ...]
    whole: frozenset[int]

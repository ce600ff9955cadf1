# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the PTX reader finds: functions, their instructions, and what else stands in a body."""

from __future__ import annotations

from pointerchain.lazy import NamedTuple

# The place of what concerns a file as a whole.
WHOLE_FILE = -1


class PtxError(Exception):
    """The text is not PTX.

    ``at`` is the byte offset of the first thing that is wrong, or WHOLE_FILE. ``note`` is
    another place and what is to be said of it.
    """

    def __init__(self, at: int, message: str, note: tuple[int, str] | None = None) -> None:
        super().__init__(message)
        self.at, self.message, self.note = at, message, note


class Loc(NamedTuple):
    """The source place of the last ``.loc``: number of a ``.file``, one-based line, column."""

    file: int
    line: int
    column: int


class Instruction(NamedTuple):
    """One instruction: ``@guard opcode operands;``.

    ``opcode`` holds the modifiers (``ld.global.nc.u64``), ``guard`` is empty or a
    predicate with its ``!``, ``operands`` the text without comments. ``at`` is the
    byte offset of the first character, ``scope`` the number of the ``{}`` block it
    stands in (0 is the body).
    """

    opcode: str
    operands: str
    guard: str
    at: int
    scope: int
    loc: Loc | None


class Item(NamedTuple):
    """What stands in a body and is no instruction.

    ``kind`` is ``label`` (``text`` is its name), ``open`` or ``close`` (a nested
    block), ``loc`` or ``directive`` (``text`` is all of it, its ``;`` included). ``before`` is
    the number of instructions before it, ``scope`` the block it stands in; for
    ``open`` and ``close`` it is the nested block's own number.
    """

    kind: str
    text: str
    before: int
    scope: int
    at: int


class Module(NamedTuple):
    """The last ``.version``, ``.target`` and ``.address_size`` (in bits, 0: not said) before a function."""

    version: str
    target: str
    address_size: int


class Function(NamedTuple):
    """A kernel (``kind`` is ``entry``) or device function (``func``) with its body.

    ``header`` is everything from the linkage to the ``{``, without comments.
    ``parents`` gives for each scope the one around it; that of scope 0 is -1.
    """

    kind: str
    name: str
    header: str
    instructions: list[Instruction]
    items: list[Item]
    parents: list[int]
    at: int
    module: Module

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Model: what is found in a source's loops, and what is said of it."""

from __future__ import annotations

from typing import NamedTuple

from pointerchain.source import Span

HOISTED, GUARDED, LEFT = "hoisted", "guarded", "left"
"""What becomes of a chain: hoisted before a loop, the same behind the loop's own first test, or left alone."""


class Verdict(NamedTuple):
    """What is found out about one chain in one function: ``s->atoms->x`` in the loops that use it."""

    function: str
    chain: str
    places: tuple[Span, ...]
    """Where it is used, in the source."""
    state: str
    loop: Span
    """The head of the loop before which it is hoisted, or of the innermost loop that uses it first."""
    depth: int
    """Of that loop: 1 for an outermost one."""
    nest: int
    """The loops, from that one inward, around the deepest use."""
    links: int
    """Pointers that one use follows."""
    code: str = ""
    """Why it is left, in one word."""
    why: str = ""
    """The same as a sentence says it, behind 'because'."""
    where: Span | None = None
    """The place that is the reason."""
    notes: tuple[str, ...] = ()
    """Further ways to say why, for the loops around."""

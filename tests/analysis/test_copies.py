# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What becomes of an object's two copies: a row of directives and stores, one letter each."""

from __future__ import annotations

from testlib import table

from pointerchain.analysis.environment.copies import Copies
from pointerchain.dialects.table import COPY_IN, DELETE, UPDATE_DEVICE, UPDATE_HOST

FROM = DELETE._replace(writes=True, from_device=True)


def behind(steps: str) -> Copies:
    """Enter, exit (x; with a copy back f, s of a part), update (to, back, p: a part), stores (h, d)."""
    copies = Copies()
    for step in steps:
        if step == "e":
            copies = copies.entered()
        elif step in "xfs":
            copies = copies.left(COPY_IN if step == "x" else FROM, whole=step != "s")
        elif step in "tbp":
            copies = copies.updated(UPDATE_HOST if step == "b" else UPDATE_DEVICE, whole=step != "p")
        else:
            copies = copies.stored(on_device=step == "d")
    return copies


STEPS = {
    "": (True, True, 0),
    "e": (True, True, 1),
    "eh": (True, False, 1),
    "ed": (False, True, 1),
    "ehd": (False, False, 1),
    "eht": (True, True, 1),
    "ehp": (True, False, 1),
    "edb": (True, True, 1),
    "ehdb": (False, False, 1),
    "edx": (False, True, 0),
    "edf": (True, True, 0),
    "eds": (False, True, 0),
    "es": (True, True, 0),
    "ehf": (False, False, 0),
    "eedf": (False, True, 1),
    "eedff": (True, True, 0),
    "eehe": (True, False, 3),
    "he": (True, True, 1),
    "ht": (True, False, 0),
    "edxe": (False, False, 1),
}


@table("steps", list(STEPS))
def test_copies(steps: str) -> None:
    assert behind(steps) == STEPS[steps]


def test_ways_that_meet() -> None:
    assert behind("eh").joined(behind("ed")) == (False, False, 1)
    assert behind("e").joined(behind("ed")) == (False, True, 1)
    assert behind("e").joined(behind("ee")) is None

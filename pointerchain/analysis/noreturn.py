# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""No return: the functions that do not come back where they were called, or more than once.

``longjmp``  ->  it leaves the function that calls it; ``exit``, by its row of :mod:`library`, the program.
"""

from __future__ import annotations

RETURNING_TWICE = frozenset(f"{head}setjmp" for head in ("", "_", "__builtin_", "sig", "__sig"))
"""Functions to whose calls control comes back by a jump from a function that is called later."""
UNWINDING = frozenset(
    (
        *(name.replace("set", "long") for name in RETURNING_TWICE),
        *("setcontext", "pthread_exit", "thrd_exit"),
    )
)
"""Functions that leave the one that calls them, and perhaps its callers, but not the program."""

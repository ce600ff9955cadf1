# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Stack: work beside the main thread, on a stack that a deeply nested source does not exhaust.

libclang's visits recurse in C, with Python between, and its parses need no interpreter.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

_DEEP_STACK = 512 * 1024 * 1024
_T = TypeVar("_T")


def start(work: Callable[[], _T]) -> Callable[[], _T]:
    """Begin ``work``; the call that waits for its end and gives its result."""
    done: list[_T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:
            failure.append(error)

    def finish() -> _T:
        thread.join()
        if failure:
            raise failure[0]
        return done[0]

    before = threading.stack_size(_DEEP_STACK)
    try:
        thread = threading.Thread(target=run)
        thread.start()
    except RuntimeError:  # no room for such a stack under the process's limits
        return work
    finally:
        threading.stack_size(before)
    return finish

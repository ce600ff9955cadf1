# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Threads: the variables of which each thread has its own.

``#pragma omp threadprivate(k)`` or ``_Thread_local int k;``  ->  ``k`` is one, be it in an included file.
"""

from __future__ import annotations

import re

from pointerchain.translator.facts.context import Context

_OF_A_THREAD = rb"(?:_Thread_local|__thread|thread_local)\b[^;{}]*?(?<![\w$])%s(?![\w$])\s*[;=\[,)]"
_THREADPRIVATE = rb"\bthreadprivate\b(?:[^\n\\]|\\\r?\n)*?(?<![\w$])%s(?![\w$])"


class Threads:
    """Answers for one source, each found once."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.known: dict[bytes, bool] = {}

    def has_own(self, name: bytes) -> bool:
        """Whether a variable of a name is a thread's own, as a declaration or a directive somewhere says."""
        if name not in self.known:
            word = re.escape(name)
            pattern = re.compile(_OF_A_THREAD % word + b"|" + _THREADPRIVATE % word)
            texts = [self.context.lexed.data]
            texts += [self.context.parsed.text_of(file) for file in self.context.parsed.included]
            self.known[name] = any(
                (b"hread" in text) and name in text and pattern.search(text) is not None for text in texts
            )
        return self.known[name]

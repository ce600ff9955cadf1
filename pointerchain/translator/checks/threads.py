# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Threads: the variables of which each thread has its own.

``#pragma omp threadprivate(k)`` or ``_Thread_local int k;``  ->  ``k`` is one, be it in an included file.
"""

from __future__ import annotations

import re
from functools import cached_property

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.facts.context import Context

_DECLARING, _LISTING = ("_Thread_local", "__thread", "thread_local"), "threadprivate"
_OF_A_THREAD = rb"(?<![\w$])(?:%s)(?![\w$])[^;{}]*?(?<![\w$])%s(?![\w$])\s*[;=\[,)]"
_THREADPRIVATE = rb"(?<![\w$])(?:%s)(?![\w$])(?:[^\n\\]|\\\r?\n)*?(?<![\w$])%s(?![\w$])"
_DEFINES = lazy_pattern(rb"#[ \t]*define[ \t](?:[^\n\\]|\\\r?\n|\\.)*")


class Threads:
    """Answers for one source, each found once."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.known: dict[bytes, bool] = {}
        self._spelled: dict[tuple[str, ...], bytes] = {}

    def has_own(self, name: bytes) -> bool:
        """Whether a variable of a name is a thread's own, as a declaration or a directive somewhere says."""
        if name not in self.known:
            word = re.escape(name)
            declared = re.compile(_OF_A_THREAD % (self._words_of(_DECLARING), word))
            listed = re.compile(_THREADPRIVATE % (self._words_of((*_DECLARING, _LISTING)), word))
            said = [text for text in self._texts if name in text]
            self.known[name] = any(
                listed.search(text) or declared.search(_DEFINES.sub(b"", text)) for text in said
            )
        return self.known[name]

    @cached_property
    def _texts(self) -> list[bytes]:
        parsed = self.context.parsed
        return [self.context.lexed.data, *(parsed.text_of(file) for file in parsed.included)]

    def _words_of(self, words: tuple[str, ...]) -> bytes:
        """Words that make a variable a thread's own, with the macros that spell one of them."""
        if words not in self._spelled:
            spelled = {*words, *self.context.parsed.macros_leading_to(words)}
            self._spelled[words] = "|".join(map(re.escape, sorted(spelled))).encode()
        return self._spelled[words]

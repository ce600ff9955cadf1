# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a compiler says of files in the cache is held back until it has ended.

It may say that they are not there, since the cache was removed under it: the source is translated again then.
Or it quotes an include line that names one: it is shown as the user wrote it. Lines are passed on as they
come, up to one that names a directory of the cache. A terminal is left to the compiler, which asks it for
colours and its width.
"""

from __future__ import annotations

import _thread
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress

from pointerchain import files
from pointerchain.lazy import lazy_pattern

# What gcc and Clang say before a message, of where its file is included.
_BEGINS = (b"In file included from ", b"                 from ")
# An include line that is quoted, and names a file by its path.
_INCLUDES = lazy_pattern(
    rb"^(?: *\d+ \| *| *)(?:#|%:|\?\?=) *(?:include|include_next|import) *(?:\x1b\[[0-9;]+m)?[\"<]/"
)
# A process that a compiler left behind may keep its standard error open.
_PATIENCE = 5.0
_SIZE = 1 << 16


def start_reader(function: Callable[[], None]) -> None:
    """Start a thread to which no signal comes: they are for the one that waits for the compiler."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        _thread.start_new_thread(function, ())
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Relay:
    """Standard error of what runs within the block. Raises ``OSError`` where it cannot be taken over."""

    def __init__(self, directories: Sequence[str]) -> None:
        """``directories`` are those that only messages to hold back name."""
        self._marks = [os.fsencode(each) for each in directories]
        self._own = -1
        self._held: list[bytes] = []
        self._begun: list[bytes] = []
        self._last = b""
        self._done = _thread.allocate_lock()

    def __enter__(self) -> Relay:
        if os.isatty(2):
            return self
        reading, writing = os.pipe()
        self._own = os.dup(2)
        os.dup2(writing, 2)
        os.close(writing)
        self._done.acquire()
        start_reader(lambda: self._pass_on(reading))
        return self

    def __exit__(self, *exception: object) -> None:
        if self._own >= 0:
            os.dup2(self._own, 2)
            self._done.acquire(timeout=_PATIENCE)

    def deliver(self, renamed: Callable[[bytes, bytes], bytes]) -> None:
        """Say what was held back, as ``renamed`` has it, which is given the line before it, too."""
        if self._held:
            with suppress(OSError):
                files.write(2, renamed(self._last, b"".join(self._held)))

    def _pass_on(self, reading: int) -> None:
        rest = b""
        try:
            while data := os.read(reading, _SIZE):
                *lines, rest = (rest + data).split(b"\n")
                self._take([line + b"\n" for line in lines])
            self._take([rest] if rest else [])
            self._say(self._begun)
        finally:
            self._done.release()

    def _take(self, lines: Sequence[bytes]) -> None:
        """Pass lines on, or keep them: all from the one that names a directory of the cache."""
        now: list[bytes] = []
        for line in lines:
            if self._held or any(mark in line for mark in self._marks) or _INCLUDES.match(line):
                self._held += [*self._begun, line]
                self._begun = []
            elif line.startswith(_BEGINS):
                self._begun.append(line)
            else:
                now += [*self._begun, line]
                self._begun = []
        self._say(now)

    def _say(self, lines: Sequence[bytes]) -> None:
        self._last = lines[-1] if lines else self._last
        with suppress(OSError):  # whoever reads has gone: the compiler is to end all the same
            files.write(self._own, b"".join(lines))

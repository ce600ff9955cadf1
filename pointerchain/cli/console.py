# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The standard streams of a command, and the exceptions and exit codes it ends with.

Both streams are written through their descriptors, at once and unbuffered, so
that a full disk or a closed pipe is met here and not while the interpreter
shuts down. Every command starts by loading this, so it imports next to nothing.
"""

from __future__ import annotations

import errno
import os
import sys

from pointerchain import files

REMARKS = "-Rpointerchain"
"""The option of 'translate' and 'cc' that says what becomes of chains without directives."""
EXIT_CLEAN, EXIT_ERRORS, EXIT_USAGE, EXIT_FAULT = 0, 1, 2, 123
EXIT_INTERRUPTED = 128 + 2
EXIT_BROKEN_PIPE = 128 + 13


class UsageError(Exception):
    """The command line is wrong; the message says how to put it right. Exit code 2."""


class InputError(Exception):
    """An input of the whole run cannot be used; the message is fit for the user. Exit code 1."""


class OutputError(Exception):
    """Standard output cannot be written to."""

    def __init__(self, error: OSError) -> None:
        super().__init__(files.reason(error))
        self.broken_pipe = isinstance(error, BrokenPipeError)


def put(output: str | bytes) -> None:
    """Write to standard output; raises :class:`OutputError`."""
    data = output if isinstance(output, bytes) else encoded(output)
    try:
        if data and sys.stdout is None:
            # The descriptor is closed, or by now another file's.
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        files.write(1, data)
    except OSError as error:
        raise OutputError(error) from None


def deliver(output: str | None, text: str) -> None:
    """Write to the file ``output``, or to standard output where that is None or '-'."""
    if output in (None, "-"):
        put(text)
        return
    try:
        files.write_whole(output, encoded(text))
    except OSError as error:
        raise InputError(f"cannot write '{output}': {files.reason(error)}") from None


def put_error(text: str) -> None:
    """Write to standard error; where that cannot be there is nobody to tell."""
    if sys.stderr is not None:
        try:  # noqa: SIM105 -- contextlib is not loaded yet
            files.write(2, encoded(text))
        except OSError:
            pass


def say(message: str) -> None:
    """A line of the tool itself on standard error."""
    put_error(f"pointerchain: {message}\n")


def shows_colour(descriptor: int) -> bool:
    """Whether what is written to ``descriptor`` may be coloured."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return os.isatty(descriptor)


def asks_for_help(words: list[str]) -> bool:
    """Whether ``-h`` or ``--help`` stands among ``words``, before any ``--``."""
    own = words[: words.index("--")] if "--" in words else words
    return "-h" in own or "--help" in own


def encoded(text: str) -> bytes:
    """The bytes of a text that may hold a file name, whatever that is made of."""
    return text.encode("utf-8", "surrogateescape")

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A translator that does what words in the source tell it, for tests of everything around the real one.

``HOIST`` is replaced by ``hoisted``, ``BAD`` is an error and ``WARN`` a warning at the
word, ``RAISE`` an exception, ``DIE`` the end of the process by a signal, and at
``SLEEP`` it waits to be killed. Run as a script it is the command line on that
translator.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.source import Span
from pointerchain.translator.result import Translation

SCRIPT = Path(__file__)


def translate(
    source: bytes | str,
    filename: str,
    args: Sequence[str] = (),
    *,
    language: str | None = None,
    verify: bool = True,
    check_promises: bool = False,
) -> Translation:
    data = source.encode() if isinstance(source, str) else source
    if b"DIE" in data:
        os.kill(os.getpid(), signal.SIGKILL)
    if b"RAISE" in data:
        raise KeyError("no such thing")
    if b"SLEEP" in data:
        print("asleep", flush=True)
        time.sleep(600)
    if b"SHOW" in data:
        told = " ".join([language or "none", str(verify), *args])
        return Translation(data.replace(b"SHOW", told.encode()), (), True)
    diagnostics: list[Diagnostic] = []
    for word, code, fields in (
        (b"BAD", "call-in-chain", {"chain": "s->f()"}),
        (b"WARN", "unused-declare", {"chain": "s->a"}),
    ):
        at = data.find(word)
        if at >= 0:
            start = Place(filename, Span(0, 1))
            diagnostics.append(
                diagnostic(
                    code, filename, Span(at, at + len(word)), (Note("the file begins here", start),), **fields
                )
            )
    refused = any(each.severity == "error" for each in diagnostics)
    text = data.replace(b"HOIST", b"hoisted")
    return Translation(None if refused else text, tuple(diagnostics), text != data)


def main() -> int:
    import pointerchain.translator
    from pointerchain.cli import main as command_line

    pointerchain.translator.translate = translate
    return command_line()


if __name__ == "__main__":
    sys.exit(main())

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Judge: the stages that need Clang: probe, parse, and what :mod:`verdict` makes of it.

Loaded only for a source that holds an active directive.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from pointerchain.diagnostics import diagnostic
from pointerchain.source import Span
from pointerchain.translator import probe as probes
from pointerchain.translator.arguments import ClangArguments
from pointerchain.translator.directives import Directive
from pointerchain.translator.facts import ParseFailure, Session
from pointerchain.translator.lex import Lexed
from pointerchain.translator.regions import Layout
from pointerchain.translator.scan import Scan

if TYPE_CHECKING:
    from pointerchain.translator.verdict import Verdict

_DEEP_STACK = 512 * 1024 * 1024
_T = TypeVar("_T")


def judge(
    lexed: Lexed,
    directives: Sequence[Directive],
    layout: Layout,
    scan: Scan,
    file: str,
    clang: ClangArguments,
) -> Verdict:
    """Have Clang parse the probe, check everything, and plan the edits where nothing is refused."""
    probe = probes.build(lexed, directives, layout, scan)
    session = Session(file, clang.args)
    parsed = _start(lambda: session.parse(probe.text))
    # libclang needs no interpreter: the rest is loaded meanwhile
    from pointerchain.translator import verdict

    try:
        unit = parsed()
    except ParseFailure as error:
        what = f"Clang cannot read the source: {error}"
        return verdict.refusal(diagnostic("source-error", file, Span(0, 0), what=what))
    return _start(lambda: verdict.reach(lexed, directives, layout, scan, probe, unit, clang.cxx))()


def _start(work: Callable[[], _T]) -> Callable[[], _T]:
    """Begin ``work`` on a stack that a deeply nested source does not exhaust; the call that ends it.

    libclang's visits recurse in C, with Python between.
    """
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

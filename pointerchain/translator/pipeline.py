# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The stages in a row.

::

    #pragma pointerchain declare(s->atoms->x{double*:restrict}, s->atoms->n)
    #pragma pointerchain region begin
      for (int i = 0; i < m; i++) s->atoms->n += s->atoms->x[i] > 0;
    #pragma pointerchain region end

becomes, line for line::

    (blank)
    { double *__restrict pc_atoms_x = s->atoms->x; int pc_atoms_n = s->atoms->n;
      for (int i = 0; i < m; i++) pc_atoms_n += pc_atoms_x[i] > 0;
    s->atoms->n = pc_atoms_n; }
"""

from __future__ import annotations

import gc
import re
from collections.abc import Sequence
from typing import NamedTuple

from pointerchain.diagnostics import Diagnostic, Severity, diagnostic
from pointerchain.source import Span
from pointerchain.translator.arguments import ClangArguments, clang_arguments, is_cxx
from pointerchain.translator.conditionals import decide
from pointerchain.translator.directives import Begin, Construct, Declare, Directive, End, read_directives
from pointerchain.translator.lex import Lexed, lex
from pointerchain.translator.regions import lay_out
from pointerchain.translator.rewrite import rewrite
from pointerchain.translator.scan import scan

_WORD = b"pointerchain"
_DEEP = re.compile(rb"pointerchain(?:\s|\\\r?\n|/\*.*?\*/)+(?:deepcopy|shape|policy)\b", re.S)
"""What a source with deep-copy directives holds; they are lowered to calls before all else."""


class Translation(NamedTuple):
    """What :func:`translate` gives back: the text, or None where an error refused it.

    ``changed`` says whether the text differs from the source; ``chains_hoisted`` counts the locals
    that were introduced, one a chain and region. ``headers`` are the included files whose shapes and
    policies hold here, as Clang names them, or None where Clang could not read the source. ``settled``
    says that text behind the source could not change what it means: it is C, or no region stands in a
    template or a lambda, which later code may instantiate.
    """

    text: bytes | None
    diagnostics: tuple[Diagnostic, ...]
    changed: bool = False
    chains_hoisted: int = 0
    headers: tuple[str, ...] | None = ()
    settled: bool = False


def translate(
    source: bytes | str,
    filename: str,
    args: Sequence[str] = (),
    *,
    language: str | None = None,
    verify: bool = True,
) -> Translation:
    """Translate one source; ``args`` are its compiler arguments, ``language`` is 'c', 'c++' or None.

    Never raises for what a source holds: problems are diagnostics, and then the text is None.
    ``verify`` parses the result again and refuses it where Clang finds a problem that the source
    did not have.
    """
    data = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
    collects = gc.isenabled()
    try:
        # nothing but trees of objects is made, which a collector only walks again and again
        gc.disable()
        if _WORD in data and _DEEP.search(data) and b"\0" not in data:
            from pointerchain.deepcopy.lower import translate_deep

            made = translate_deep(data, filename, args, language, verify, _hoist)
            return made._replace(settled=made.settled and not is_cxx(filename, args, language))
        return _hoist(data, filename, args, language, verify)
    finally:
        if collects:
            gc.enable()


def _hoist(
    data: bytes, filename: str, args: Sequence[str], language: str | None, verify: bool
) -> Translation:
    """Translate a source's regions."""
    if _WORD not in data:
        return Translation(data, ())
    if b"\0" in data:
        at = data.index(b"\0")
        what = "the source holds a NUL byte"
        return Translation(None, (diagnostic("encoding", filename, Span(at, at + 1), what=what),))
    clang = clang_arguments(filename, args, language)
    lexed = lex(data, clang.cxx)
    directives, problems = read_directives(lexed, filename, clang.cxx)
    lexed, directives, problems = _active(lexed, directives, problems, filename, clang)
    if not _asks(directives):
        return _outcome(data, data, problems, 0, settled=True)
    layout, more = lay_out(lexed, directives, filename)
    problems += more
    found = scan(lexed, layout, clang.cxx)

    from pointerchain.translator.judge import judge

    verdict = judge(lexed, directives, layout, found, filename, clang)
    problems += verdict.diagnostics
    if not _errors(problems):
        problems += tuple(
            diagnostic(
                "unused-declare", filename, row.item.span, chain=row.item.text.decode("utf-8", "replace")
            )
            for row in (hoist.declared for hoist in found.idle)
        )
        # in a region without chains of its own those of the regions around it are hoisted all the same
        problems += tuple(
            diagnostic("empty-region", filename, region.keyword)
            for region in layout.regions
            if region.parent is None and not region.chains and region.construct is None
        )
    if verdict.plan is None or _errors(problems):
        return _outcome(data, None, problems, 0)
    problems += verdict.plan.diagnostics
    text = rewrite(data, verdict.plan.edits)
    if verify and not _errors(problems):
        problems += verdict.verify(text)
    return _outcome(data, text, problems, verdict.plan.hoisted, settled=verdict.settled)


def _asks(directives: Sequence[Directive]) -> bool:
    return any(not isinstance(d, Construct) or d.clause is not None for d in directives)


def _active(
    lexed: Lexed,
    directives: tuple[Directive, ...],
    problems: tuple[Diagnostic, ...],
    filename: str,
    clang: ClangArguments,
) -> tuple[Lexed, tuple[Directive, ...], tuple[Diagnostic, ...]]:
    """Leave out what conditional inclusion skips: directives, their problems and the code around."""
    pragmas = [d.pragma.span.start for d in directives] + [p.place.span.start for p in problems]
    skipped, ask = decide(lexed, clang.cxx, pragmas)
    if ask:
        from pointerchain.translator.facts import Session

        skipped = Session(filename, clang.args).skipped_ranges(lexed.data)
    if not skipped:
        return lexed, directives, problems

    def is_active(at: int) -> bool:
        return not any(span.start <= at < span.end for span in skipped)

    code = bytearray(lexed.code)
    for span in skipped:
        code[span.start : span.end] = b" " * (span.end - span.start)
    return (
        Lexed(lexed.data, bytes(code), lexed.lines, lexed.operators, lexed.splices),
        tuple(d for d in directives if is_active(d.pragma.span.start)),
        tuple(p for p in problems if is_active(p.place.span.start)),
    )


def _errors(problems: Sequence[Diagnostic]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)


def _outcome(
    data: bytes, text: bytes | None, problems: Sequence[Diagnostic], hoisted: int, *, settled: bool = False
) -> Translation:
    ordered = sorted(problems, key=lambda p: (p.place.span.start, p.place.span.end))
    if _errors(ordered):
        return Translation(None, tuple(ordered))
    return Translation(text, tuple(ordered), text != data, hoisted, settled=settled)


__all__ = ["Begin", "Declare", "End", "Translation", "translate"]

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
from typing import TYPE_CHECKING

from pointerchain.diagnostics import Diagnostic, Severity, diagnostic
from pointerchain.files import has_word
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.arguments import ClangArguments, clang_arguments, is_cxx
from pointerchain.translator.result import Outcome, RegionReport, Translation, Use
from pointerchain.translator.text.conditionals import decide
from pointerchain.translator.text.directives import Begin, Construct, Declare, Directive, End, read_directives
from pointerchain.translator.text.lex import Lexed, blank_splice, lex
from pointerchain.translator.text.nolint import shown
from pointerchain.translator.text.regions import pair_regions

if TYPE_CHECKING:
    from pointerchain.analysis.effects import Resolver

_RETURN = lazy_pattern(rb"\r(?!\n)")
UNUSED = frozenset(("unused-declare", "empty-region"))
"""What is not said of a source that is refused."""
_GAP = rb"(?:\s|\\\r?\n|/\*.*?\*/)"
DEEP = lazy_pattern(
    rb"pointerchain(?:%s+(?:deepcopy|shape|policy)|%s*\(%s*deep)\b" % (_GAP, _GAP, _GAP), re.S
)
"""What a source with deep-copy directives or clauses holds; they are lowered to calls before all else."""


def translate(
    source: bytes | str,
    filename: str,
    args: Sequence[str] = (),
    *,
    language: str | None = None,
    verify: bool = True,
    check_promises: bool = False,
    compiled: bool = False,
    elsewhere: Resolver | None = None,
) -> Translation:
    """Translate one source; ``args`` are its compiler arguments, ``language`` is 'c', 'c++' or None.

    Never raises for what a source holds: problems are diagnostics, and then the text is None.
    ``verify`` parses the result again and refuses it where Clang finds a problem that the source
    did not have. With ``check_promises`` the text also checks, when it runs, what its regions promise; it is
    to be compiled with ``-include pointerchain/promises.h``. A text that only a compiler will see is
    ``compiled``: that finds the types of locals, and fails where it takes a branch that Clang skipped.
    ``elsewhere`` says what functions of other sources do: calls of them are doubted less.
    """
    data = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
    use = Use(check_promises, compiled, elsewhere)
    collects = gc.isenabled()
    try:
        # nothing but trees of objects is made, which a collector only walks again and again
        gc.disable()
        if has_word(data):
            splice = blank_splice(data, is_cxx(filename, args, language))
            if splice is not None:
                problem = diagnostic("unreadable-token", filename, splice, form="blank")
                return Translation(None, (problem,))
        made = _translate(data, filename, args, language, verify, use)
        return made._replace(diagnostics=shown(made.diagnostics, data, filename))
    finally:
        if collects:
            gc.enable()


def _translate(
    data: bytes, filename: str, args: Sequence[str], language: str | None, verify: bool, use: Use
) -> Translation:
    if not DEEP.search(data) or b"\0" in data:
        return _hoist(data, filename, args, language, verify, use)
    from pointerchain.deepcopy.lower import translate_deep

    def rest(text: bytes, file: str, args: Sequence[str], language: str | None, verify: bool) -> Translation:
        return _hoist(text, file, args, language, verify, use)

    return translate_deep(data, filename, args, language, verify, rest)


def _hoist(
    data: bytes,
    filename: str,
    args: Sequence[str],
    language: str | None,
    verify: bool,
    use: Use,
    whole: bool = False,
) -> Translation:
    """Translate a source's regions; where it is ``whole``, headers have nothing to say to them."""
    if not has_word(data):
        return Translation(data, ())
    if b"\0" in data:
        at = data.index(b"\0")
        what = "the source holds a NUL byte"
        return Translation(None, (diagnostic("encoding", filename, Span(at, at + 1), what=what),))
    if lone := _RETURN.search(data):
        what = "the source ends a line by a carriage return alone, which compilers read otherwise"
        return Translation(None, (diagnostic("encoding", filename, Span(*lone.span()), what=what),))
    clang = clang_arguments(filename, args, language)
    lexed, directives, problems = read_source(data, filename, clang)
    if not _asks(directives):
        return _outcome(data, data, problems, 0)
    layout, more = pair_regions(lexed, directives, filename)
    problems += more

    from pointerchain.translator.hoist import hoist

    made = hoist(lexed, directives, layout, filename, clang, verify, use, whole or use.compiled)
    if isinstance(made, str):
        what = f"Clang cannot read the source: {made}"
        problems += (diagnostic("source-error", filename, Span(0, 0), what=what),)
        return _outcome(data, None, problems, 0)
    if isinstance(made, Diagnostic):
        return _outcome(data, None, (*problems, made), 0)
    if isinstance(made, Outcome):
        if _errors(problems):
            made = made._replace(diagnostics=tuple(d for d in made.diagnostics if d.code not in UNUSED))
        return _outcome(data, made.text, problems + made.diagnostics, made.hoisted, made.regions)
    of_all = _hoist(made.text, filename, args, language, verify, use, whole=True)
    regions = tuple(each.moved(made.span) for each in of_all.regions)
    said = made.moved(of_all.diagnostics)
    return _outcome(data, of_all.text, said, of_all.chains_hoisted, regions)


def read_source(
    data: bytes, filename: str, clang: ClangArguments
) -> tuple[Lexed, tuple[Directive, ...], tuple[Diagnostic, ...]]:
    """The directives of a source that conditional inclusion does not skip, and what is wrong with others."""
    lexed = lex(data, clang.cxx)
    directives, problems = read_directives(lexed, filename, clang.cxx)
    return _active(lexed, directives, problems, filename, clang)


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
        from pointerchain.translator.clang.session import Session

        skipped = lexed.skipped = Session(filename, clang.args).skipped_ranges(lexed.data)
    if not skipped:
        return lexed, directives, problems

    def is_active(at: int) -> bool:
        return not any(span.start <= at < span.end for span in skipped)

    code = bytearray(lexed.code)
    for span in skipped:
        code[span.start : span.end] = b" " * (span.end - span.start)
    return (
        Lexed(lexed.data, bytes(code), lexed.lines, lexed.operators, lexed.splices, lexed.skipped),
        tuple(d for d in directives if is_active(d.pragma.span.start)),
        tuple(p for p in problems if is_active(p.place.span.start)),
    )


def _errors(problems: Sequence[Diagnostic]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)


def _outcome(
    data: bytes,
    text: bytes | None,
    problems: Sequence[Diagnostic],
    hoisted: int,
    regions: tuple[RegionReport, ...] = (),
) -> Translation:
    ordered = sorted(problems, key=lambda p: (p.place.span.start, p.place.span.end))
    if _errors(ordered):
        return Translation(None, tuple(ordered))
    return Translation(text, tuple(ordered), text != data, hoisted, regions=regions)


__all__ = ["Begin", "Declare", "End", "Translation", "translate"]

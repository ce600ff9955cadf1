# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Readings: a source of a compile database -> its text as the compiler reads it that the database names.

``#ifdef __INTEL_COMPILER`` is read here as gcc reads it, which was asked and has no such macro. What is run
is a compiler that the user's path has by that name, for a database may come from anywhere: nothing that lies
beside it is started, and no compile with options that load other code. A script may give another answer the
next time, so that none is asked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import lru_cache

from pointerchain.build.asked import configured, may_be_clang, may_wrap, place, question, recall
from pointerchain.build.asked import kept_in as kept_answer
from pointerchain.build.command_line import CXX, MACRO, MORE_VARIABLES, find_program, shortened

_TELLING = (
    r"-[DU].+|-std=.+|--std=.+|-ansi|-O\w*|-pthread|-m(?!llvm)[\w.=+,-]+|-Wp(?:,-[DU][^,]*)+|-x(?:c|c\+\+|Host)|"
    r"-f(?!plugin|pass-plugin|dump|module|openmp-targets|sanitize-|profile)[\w.=+,-]+|-qopenmp|--target=.+|"
    r"-mp(?:=\w+)?|-acc(?:=[\w,]+)?|-gpu=[\w,]+|-Minfo(?:=[\w,]+)?"
)
"""Options that may change what macros a compiler has, and do nothing else where it only preprocesses."""
_SILENT = (
    r"-[IFLl].+|-(?:isystem|iquote|idirafter).+|--sysroot=.+|-stdlib=.+|-W(?!p,).*|-g[\w-]*|-pg?|-w|-pipe|-v|-s|"
    r"-pedantic(?:-errors)?|-static|-shared|-no-pie|-rdynamic"
)
"""Options that change none."""
_TELLING_NEXT = ("-D", "-U", "-x", "-target", "--param")
_SILENT_NEXT = ("-I", "-F", "-L", "-l", "-isystem", "-iquote", "-idirafter", "-include")


@lru_cache(maxsize=256)
def state(compiler: str, language: str) -> str:
    """A word for the compiler of a database, another where that is another; empty if it is not asked."""
    program = find_program(compiler) if compiler else None
    own = find_program(os.path.basename(compiler)) if program else None
    if program is None or own is None or not (os.path.isabs(program) and os.path.isabs(own)):
        return ""
    if os.path.realpath(program) != os.path.realpath(own):
        return ""
    if os.path.basename(os.path.realpath(program)).startswith("nvcc") or may_wrap([program]):
        return ""
    if any(os.environ.get(name) for name in MORE_VARIABLES) or _reads_options(program, language):
        return ""
    asked = question((program,), language)
    return asked.hex() if asked is not None else ""


def _reads_options(program: str, language: str) -> bool:
    """Whether it is a Clang that has options from a file by itself."""
    if not may_be_clang([program]):
        return False
    from pointerchain.build.compiler import ask

    asked = question((program,), language)
    known = recall(kept_answer(place(), asked)) if asked is not None else None
    places = known[4] if known is not None else ask((program,), language, place()).places
    return not places or bool(configured(places))


def told(
    files: Sequence[tuple[str, bytes]], source: str, compiler: str, arguments: Sequence[str], language: str
) -> tuple[dict[str, bytes], tuple[str, ...]] | None:
    """The texts of files, by their paths, and the options with which Clang reads them as that compiler does.

    None where that is not to be known.
    The process is where the command runs.
    """
    import tempfile

    from pointerchain.build.reserved import (
        Unknown,
        compiler_has,
        differs_here,
        exchanged,
        exchanges,
        names_in,
    )

    if not state(compiler, language):
        return None
    words = _bare(arguments)
    if words is None:
        return None
    texts = [text for _, text in files]
    names = names_in(texts, os.path.basename(compiler).startswith("mpi"))
    try:
        with tempfile.TemporaryDirectory(prefix="pointerchain-") as work:
            path = os.path.join(work, "macros." + ("cc" if language == CXX else "c"))
            theirs = compiler_has([compiler, MACRO, *words], language, names, path)
        of, options = exchanges(differs_here(theirs, source, words, language), theirs, texts)
    except (Unknown, OSError):
        return None
    return {path: exchanged(text, of) for path, text in files}, options


def _bare(arguments: Sequence[str]) -> list[str] | None:
    """The arguments by which macros are told; None where one may have other code run, or is not known."""
    out: list[str] = []
    words = iter(shortened(list(arguments)))
    for word in words:
        if word in _TELLING_NEXT:
            out += [word, next(words, "")]
        elif word in _SILENT_NEXT:
            next(words, "")
        elif re.fullmatch(_TELLING, word):
            out.append(word)
        elif not re.fullmatch(_SILENT, word):
            return None
    return out

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Macros that the compiler has of its own, and Clang's library has otherwise.

``#if __GNUC__ >= 5``, ``#ifdef __OPTIMIZE__`` and ``__has_builtin(...)`` may choose the type of what a chain
leads to. The system's headers need the library's own answers, but the user's files need not: there such a
name stands as another one of the same length, which is defined as the compiler has it::

    #if __GNUC__ >= 5   ->   #if Z_GNUC__ >= 5        -DZ_GNUC__=12

Only names that are read in the user's files are asked for, of both, and only those that differ are exchanged.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence

from pointerchain.build.command_line import CXX, MACRO
from pointerchain.build.includes import File
from pointerchain.build.job import Job
from pointerchain.build.options import without_outputs
from pointerchain.build.overlay import OverlayError
from pointerchain.build.reserved import Unknown, compiler_has, differs_here, exchanged, exchanges, names_in
from pointerchain.lazy import NamedTuple, lazy_pattern

# As a number in code it changes no type.
_LEVEL = lazy_pattern(
    rb"^[ \t]*(?:#|%:)[^\n]*\b__INCLUDE_LEVEL__|\[[^\]\n]*\b__INCLUDE_LEVEL__", re.MULTILINE
)


class Aliases(NamedTuple):
    """Names and questions of the user's files, with what stands in their places for the library.

    ``options`` define that; ``headers`` are the texts of the files that are not in the source's own.
    """

    of: Mapping[bytes, bytes]
    options: tuple[str, ...]
    headers: Mapping[str, bytes]

    def put(self, text: bytes) -> bytes:
        """The text as the library is to read it."""
        return exchanged(text, self.of)

    def take(self, text: bytes) -> bytes:
        """The user's names back in a translation."""
        return exchanged(text, {alias: name for name, alias in self.of.items()})


NO_ALIASES = Aliases({}, (), {})


def aliases(job: Job, read: Iterable[File], inline: Iterable[File]) -> Aliases:
    """What is to be exchanged for a source that comes to the files ``read``; those ``inline`` are its text.

    Raises :class:`Unknown`, :class:`OverlayError`, and ``OSError`` where nothing can be written.
    """
    own = [file for file in read if file.place < job.program.search.system_from]
    for file in own:
        if _LEVEL.search(file.data):
            raise OverlayError(f"'{file.path}' asks for '__INCLUDE_LEVEL__', which a translation changes")
    names = names_in((file.data for file in own), job.context.wraps)
    if not names:
        return NO_ALIASES
    theirs = _compiler_has(job, names)
    differing = differs_here(theirs, job.main.path, job.arguments, job.source.language)
    if not differing:
        return NO_ALIASES
    of, options = exchanges(differing, theirs, [file.data for file in own])
    within = {file.identity for file in inline}
    changed = {file.path: exchanged(file.data, of) for file in own if file.identity not in within}
    headers = {file.path: text for file in own if (text := changed.get(file.path, file.data)) != file.data}
    return Aliases(of, options, headers)


def may_choose_others(job: Job, texts: Sequence[bytes]) -> bool:
    """Whether the compiler may read another branch of these texts than the library, by macros of its own.

    It does not by a macro that both have, where it is only asked whether there is one.
    """
    names = names_in(texts, job.context.wraps)
    if not names:
        return False
    try:
        theirs = _compiler_has(job, names)
    except Unknown:
        return True
    tested = {
        name: b"defined" if value is not None and _is_only_tested(name, texts) else value
        for name, value in theirs.items()
    }
    return bool(differs_here(tested, job.main.path, job.arguments, job.source.language))


def _is_only_tested(name: bytes, texts: Sequence[bytes]) -> bool:
    mention = re.compile(
        rb"(?:((?:#|%%:)[ \t]*ifn?def[ \t]+|\bdefined[ \t]*\(?[ \t]*)|(?<!\w))%s(?!\w)" % re.escape(name)
    )
    return all(found[1] for text in texts for found in mention.finditer(text))


def _compiler_has(job: Job, asked: Sequence[bytes]) -> dict[bytes, bytes | None]:
    """What the command's compiler has for each name and question, by :func:`compiler_has`."""
    command = job.context.command
    path = os.path.join(job.context.scratch(), "macros." + ("cc" if job.source.language == CXX else "c"))
    words: list[str | None] = list(command.words)
    for at in command.inputs:
        words[at] = None
    for value in (*command.forced, *command.precompiled):
        for at in command.words_of(value):
            words[at] = None
    given = [word for word in without_outputs(words) if word != "--"]
    return compiler_has([command.compiler[-1], MACRO, *given], job.source.language, asked, path)

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
from typing import NamedTuple

from pointerchain import files
from pointerchain.build.asked import may_wrap
from pointerchain.build.command_line import CXX, MACRO
from pointerchain.build.includes import File
from pointerchain.build.job import Job
from pointerchain.build.options import quiet_environment, without_outputs
from pointerchain.build.overlay import OverlayError

_NAME = re.compile(rb"\b_[_A-Z]\w*")
_ANY = re.compile(rb"\b[A-Za-z_]\w*")
_HAS = re.compile(
    rb"\b__has_(?:builtin|attribute|cpp_attribute|c_attribute|feature|extension|warning)\s*\(\s*[\w:]+\s*\)"
)
# What is no macro, or means something else in each place, or is the same in both.
_NEVER = re.compile(
    rb"__(?:FILE|LINE|DATE|TIME|TIMESTAMP|COUNTER|BASE_FILE|FILE_NAME|FUNCTION|VA_ARGS|VA_OPT|func|cplusplus)_*\Z|"
    rb"__(?:INCLUDE_LEVEL__|has_\w+|builtin_\w+|attribute_*|pointerchain)\Z|_Pragma\Z|"
    rb"(?:defined|and|and_eq|bitand|bitor|compl|not|not_eq|or|or_eq|xor|xor_eq)\Z"
)
# As a number in code it changes no type.
_LEVEL = re.compile(rb"^[ \t]*(?:#|%:)[^\n]*\b__INCLUDE_LEVEL__|\[[^\]\n]*\b__INCLUDE_LEVEL__", re.MULTILINE)
_ANSWER = re.compile(rb"^[ \t]*pc_(\d+)_is\b[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)
_NUMBER = re.compile(rb"[-+]?(?:0[xX][\da-fA-F]+|\d+)[uUlL]*\Z")
_LETTERS = (b"Z", b"Y", b"X", b"W", b"V")


class Aliases(NamedTuple):
    """Names and questions of the user's files, with what stands in their places for the library.

    ``options`` define that; ``headers`` are the texts of the files that are not in the source's own.
    """

    of: Mapping[bytes, bytes]
    options: tuple[str, ...]
    headers: Mapping[str, bytes]

    def put(self, text: bytes) -> bytes:
        """The text as the library is to read it."""
        return _exchanged(text, self.of)

    def take(self, text: bytes) -> bytes:
        """The user's names back in a translation."""
        return _exchanged(text, {alias: name for name, alias in self.of.items()})


NO_ALIASES = Aliases({}, (), {})


class Unknown(Exception):
    """The compiler does not say what its macros are."""


def aliases(job: Job, read: Iterable[File], inline: Iterable[File]) -> Aliases:
    """What is to be exchanged for a source that comes to the files ``read``; those ``inline`` are its text.

    Raises :class:`Unknown`, :class:`OverlayError`, and ``OSError`` where nothing can be written.
    """
    own = [file for file in read if file.place < job.program.search.system_from]
    for file in own:
        if _LEVEL.search(file.data):
            raise OverlayError(f"'{file.path}' asks for '__INCLUDE_LEVEL__', which a translation changes")
    asked: dict[bytes, None] = {}
    # A wrapper, or a file of options, may define any name.
    command = job.context.command
    wraps = may_wrap(command.compiler) or command.driver.startswith("mpi") or command.more_options
    pattern = _ANY if wraps else _NAME
    for file in own:
        asked.update(dict.fromkeys(name for name in pattern.findall(file.data) if not _NEVER.match(name)))
        asked.update(dict.fromkeys(_HAS.findall(file.data)))
    if not asked:
        return NO_ALIASES
    theirs = _compiler_has(job, list(asked))
    differing = _library_differs(job, theirs)
    if not differing:
        return NO_ALIASES
    texts = [file.data for file in own]
    for letter in _LETTERS:
        of = {name: letter + re.sub(rb"\W", b"_", name[1:]) for name in differing}
        if len(set(of.values())) == len(of) and not any(
            alias in text for alias in of.values() for text in texts
        ):
            break
    else:
        raise Unknown
    values = ((of[name], theirs[name]) for name in of)
    options = [f"-D{alias.decode()}={os.fsdecode(value)}" for alias, value in values if value is not None]
    within = {file.identity for file in inline}
    changed = {file.path: _exchanged(file.data, of) for file in own if file.identity not in within}
    headers = {file.path: text for file in own if (text := changed.get(file.path, file.data)) != file.data}
    return Aliases(of, tuple(options), headers)


def _exchanged(text: bytes, names: Mapping[bytes, bytes]) -> bytes:
    if not names:
        return text
    longest = sorted(names, key=len, reverse=True)
    pattern = re.compile(rb"(?<!\w)(?:" + b"|".join(map(re.escape, longest)) + rb")(?!\w)")
    return pattern.sub(lambda found: names[found.group()], text)


def _guarded(question: bytes, then: bytes) -> bytes:
    """Lines of which ``then`` is read where a question is answered with yes."""
    name = question.partition(b"(")[0].strip()
    return b"#ifdef %s\n#if %s\n%s\n#endif\n#endif\n" % (name, question, then)


def _compiler_has(job: Job, asked: Sequence[bytes]) -> dict[bytes, bytes | None]:
    """What the compiler puts in the place of each name, None for those that are no macros of its own.

    A question has '1' or '0' there.
    """
    from subprocess import DEVNULL, PIPE, SubprocessError, run

    lines = []
    for number, name in enumerate(asked):
        if name.endswith(b")"):
            lines.append(_guarded(name, b"pc_%d_is 1" % number))
        else:
            lines.append(b"#ifdef %s\npc_%d_is %s\n#endif\n" % (name, number, name))
    command = job.context.command
    path = os.path.join(job.context.scratch(), "macros." + ("cc" if job.source.language == CXX else "c"))
    files.write_whole(path, b"".join(lines))
    words: list[str | None] = list(command.words)
    for at in command.inputs:
        words[at] = None
    for value in (*command.forced, *command.precompiled):
        for at in command.words_of(value):
            words[at] = None
    given = [word for word in without_outputs(words) if word != "--"]
    call = [command.compiler[-1], MACRO, *given, "-E", "-x", job.source.language, path]
    try:
        done = run(
            call,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=DEVNULL,
            check=True,
            env=quiet_environment(job.source.language),
        )
    except (OSError, SubprocessError):
        raise Unknown from None
    found = {int(number): value for number, value in _ANSWER.findall(done.stdout)}
    return {
        name: found.get(number, b"0" if name.endswith(b")") else None) for number, name in enumerate(asked)
    }


def _library_differs(job: Job, theirs: Mapping[bytes, bytes | None]) -> list[bytes]:
    """The names of which Clang's library has something else than the compiler."""
    from pointerchain.translator.clang.arguments import clang_arguments
    from pointerchain.translator.clang.session import Session

    lines = []
    for number, (name, value) in enumerate(theirs.items()):
        error = b"#error pc_%d" % number
        if name.endswith(b")"):
            lines.append(b"#define PC_HAS 0\n" + _guarded(name, b"#undef PC_HAS\n#define PC_HAS 1"))
            lines.append(b"#if PC_HAS != %s\n%s\n#endif\n#undef PC_HAS\n" % (value or b"0", error))
        elif value is None:
            lines.append(b"#ifdef %s\n%s\n#endif\n" % (name, error))
        else:
            lines.append(b"#ifndef %s\n%s\n" % (name, error))
            if _NUMBER.match(value):
                lines.append(b"#elif (%s + 0) != (%s)\n%s\n" % (name, value, error))
            lines.append(b"#endif\n")
    clang = clang_arguments(job.main.path, job.arguments, job.source.language)
    parsed = Session("macros.h", clang.args).parse(b"".join(lines))
    said = {message.where.message for message in parsed.messages(3)}
    parsed.close()
    return [name for number, name in enumerate(theirs) if f"pc_{number}" in said]

# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Reserved: names in texts -> what a compiler has in their place, and Clang's library has otherwise."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence

from pointerchain import files
from pointerchain.build.options import quiet_environment
from pointerchain.lazy import lazy_pattern

_NAME = lazy_pattern(rb"\b_[_A-Z]\w*")
_ANY = lazy_pattern(rb"\b[A-Za-z_]\w*")
_HAS = lazy_pattern(
    rb"\b__has_(?:builtin|attribute|cpp_attribute|c_attribute|feature|extension|warning)\s*\(\s*[\w:]+\s*\)"
)
_HAVE = lazy_pattern(
    rb"(?<![\w$])(?:(?:el)?ifn?def[ \t]+|defined[ \t]*(\([ \t]*)?)__(?:has|is|building)_\w+(?(1)[ \t]*\))"
)
"""Whether there is an operator of the preprocessor, as a condition says it."""
# What is no macro, or means something else in each place, or is the same in both.
_NEVER = lazy_pattern(
    rb"__(?:FILE|LINE|DATE|TIME|TIMESTAMP|COUNTER|BASE_FILE|FILE_NAME|FUNCTION|VA_ARGS|VA_OPT|func|cplusplus)_*\Z|"
    rb"__(?:INCLUDE_LEVEL__|has_\w+|builtin_\w+|attribute_*|pointerchain)\Z|_Pragma\Z|"
    rb"(?:defined|and|and_eq|bitand|bitor|compl|not|not_eq|or|or_eq|xor|xor_eq)\Z"
)
_ANSWER = lazy_pattern(rb"^[ \t]*pc_(\d+)_is\b[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)
_NUMBER = lazy_pattern(rb"[-+]?(?:0[xX][\da-fA-F]+|\d+)[uUlL]*\Z")
_TIMEOUT = 60
_LETTERS = (b"Z", b"Y", b"X", b"W", b"V")


class Unknown(Exception):
    """The compiler does not say what its macros are."""


def names_in(texts: Iterable[bytes], every: bool) -> list[bytes]:
    """The names and questions in texts that may be a compiler's; with ``every`` all names."""
    found: dict[bytes, None] = {}
    pattern = _ANY if every else _NAME
    for text in texts:
        found.update(dict.fromkeys(name for name in pattern.findall(text) if not _NEVER.match(name)))
        found.update(dict.fromkeys(_HAS.findall(text)))
        found.update(dict.fromkeys(each.group() for each in _HAVE.finditer(text)))
    return list(found)


def _is_question(name: bytes) -> bool:
    """Whether something is asked, and is no name of a macro."""
    return name.endswith(b")") or _HAVE.fullmatch(name) is not None


def _other(name: bytes, letter: bytes) -> tuple[bytes, bytes]:
    """What stands in the place of a name or question, of its length, and the macro in that."""
    keyword, _, rest = name.partition(b"if")
    if _HAVE.fullmatch(name) and rest:  # of 'ifdef __has_feature', say, 'if ' and a macro
        alias = letter + re.sub(rb"\W", b"_", rest[2:])
        return keyword + b"if " + alias, alias
    alias = letter + re.sub(rb"\W", b"_", name[1:])
    return alias, alias


def exchanges(
    differing: Sequence[bytes], theirs: Mapping[bytes, bytes | None], texts: Sequence[bytes]
) -> tuple[dict[bytes, bytes], tuple[str, ...]]:
    """What stands in texts for names that differ, and options that define it; raises :class:`Unknown`."""
    for letter in _LETTERS:
        others = {name: _other(name, letter) for name in differing}
        macros = {macro for _, macro in others.values()}
        if len(macros) == len(others) and not any(macro in text for macro in macros for text in texts):
            break
    else:
        raise Unknown
    values = ((macro, theirs[name]) for name, (_, macro) in others.items())
    options = (f"-D{macro.decode()}={os.fsdecode(value)}" for macro, value in values if value is not None)
    return {name: other for name, (other, _) in others.items()}, tuple(options)


def exchanged(text: bytes, names: Mapping[bytes, bytes]) -> bytes:
    """A text with other names."""
    if not names:
        return text
    longest = sorted(names, key=len, reverse=True)
    pattern = re.compile(rb"(?<!\w)(?:" + b"|".join(map(re.escape, longest)) + rb")(?!\w)")
    return pattern.sub(lambda found: names[found.group()], text)


def _guarded(question: bytes, then: bytes) -> bytes:
    """Lines of which ``then`` is read where a question is answered with yes."""
    if _HAVE.fullmatch(question):
        condition = (
            b"#if " + question if question.startswith(b"defined") else b"#" + question.removeprefix(b"el")
        )
        return b"%s\n%s\n#endif\n" % (condition, then)
    name = question.partition(b"(")[0].strip()
    return b"#ifdef %s\n#if %s\n%s\n#endif\n#endif\n" % (name, question, then)


def compiler_has(
    call: Sequence[str], language: str, asked: Sequence[bytes], path: str
) -> dict[bytes, bytes | None]:
    """What a compiler puts in the place of each name, None for those that are no macros of its own.

    A question has '1' or '0' there. ``call`` starts the compiler, which reads a file, written to ``path``.
    Raises :class:`Unknown` where it cannot be run or fails, and ``OSError`` where nothing can be written.
    """
    from subprocess import DEVNULL, PIPE, SubprocessError, run

    lines = []
    for number, name in enumerate(asked):
        if _is_question(name):
            lines.append(_guarded(name, b"pc_%d_is 1" % number))
        else:
            lines.append(b"#ifdef %s\npc_%d_is %s\n#endif\n" % (name, number, name))
    lines.append(b"pc_%d_is asked\n" % len(asked))
    files.write_whole(path, b"".join(lines))
    try:
        done = run(
            [*call, "-E", "-x", language, path],
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=DEVNULL,
            check=True,
            timeout=_TIMEOUT,
            env=quiet_environment(language),
        )
    except (OSError, SubprocessError):
        raise Unknown from None
    found = {int(number): value for number, value in _ANSWER.findall(done.stdout)}
    if found.get(len(asked)) != b"asked":
        raise Unknown  # whatever that was, it was no preprocessor
    return {
        name: found.get(number, b"0" if _is_question(name) else None) for number, name in enumerate(asked)
    }


def differs_here(
    theirs: Mapping[bytes, bytes | None], filename: str, arguments: Sequence[str], language: str | None
) -> list[bytes]:
    """The names of which Clang's library has something else than the compiler."""
    from pointerchain.translator.clang.arguments import clang_arguments
    from pointerchain.translator.clang.session import Session

    lines = []
    for number, (name, value) in enumerate(theirs.items()):
        error = b"#error pc_%d" % number
        if _is_question(name):
            lines.append(b"#define PC_HAS 0\n" + _guarded(name, b"#undef PC_HAS\n#define PC_HAS 1"))
            lines.append(b"#if PC_HAS != %s\n%s\n#endif\n#undef PC_HAS\n" % (value or b"0", error))
        elif value is None:
            lines.append(b"#ifdef %s\n%s\n#endif\n" % (name, error))
        else:
            lines.append(b"#ifndef %s\n%s\n" % (name, error))
            if _NUMBER.match(value):
                lines.append(b"#elif (%s + 0) != (%s)\n%s\n" % (name, value, error))
            lines.append(b"#endif\n")
    clang = clang_arguments(filename, arguments, language)
    parsed = Session("macros.h", clang.args).parse(b"".join(lines))
    said = {message.where.message for message in parsed.messages(3)}
    parsed.close()
    return [name for number, name in enumerate(theirs) if f"pc_{number}" in said]

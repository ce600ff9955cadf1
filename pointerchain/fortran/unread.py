# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What would be passed over without a word: text that is not read, directives that are none, included files.

``x = 1  !$pointerchain region begin`` and ``!$omp parallel do pointerchain(s%x)`` are comment and an unknown
clause to a compiler, and ``include 'd.inc'`` brings what stands in another file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from hashlib import sha1

from pointerchain import files
from pointerchain.diagnostics import Diagnostic, diagnostic
from pointerchain.fortran.fixed import free_form
from pointerchain.fortran.includes import INCLUDE, included
from pointerchain.fortran.lines import SENTINEL as WORD
from pointerchain.fortran.modules import SourceFile

SENTINEL = re.compile(rb"^[ \t]*[!c*]\$pointerchain", re.IGNORECASE | re.MULTILINE)
_INCLUDE = re.compile(
    rb"^[ \t]*(?:#[ \t]*include[ \t]*([^\r\n]*)|include[ \t]*(['\"][^'\"\r\n]*['\"]))", re.I | re.M
)


def source_problems(file: SourceFile, *, every_type: bool) -> list[Diagnostic]:
    """Why nothing of a source can be understood: it is text for a preprocessor, or cannot be written in free
    form."""
    if b"$pointerchain" not in file.data.lower() and not every_type:
        return []
    if file.text.preprocessor:
        return [diagnostic("not-in-fortran", file.name, file.text.preprocessor[0], form="preprocessor")]
    return [diagnostic("unreadable-fortran", file.name, each.span, what=each.what) for each in file.problems]


def unread(file: SourceFile, directories: tuple[str, ...], *, converts: bool) -> list[Diagnostic]:
    """What looks like a directive and is none, clauses, and directives in included files.

    ``converts`` says that included files in fixed form will be written in free form as well.
    """
    out: list[Diagnostic] = []
    for like in file.text.lookalikes:
        if like.trailing:
            out.append(
                diagnostic("misplaced-directive", file.name, like.span, form="unread", word="pointerchain")
            )
        else:
            form, word = "pragma", like.word
            out.append(diagnostic("unknown-word", file.name, like.span, form=form, word=word, near=WORD))
    for pragma in file.text.pragmas:
        words = re.sub(r"'[^']*'|\"[^\"]*\"", lambda literal: " " * len(literal[0]), pragma.source.text)
        if pragma.dialect in ("omp", "acc") and (found := re.search(r"\bpointerchain\b", words)):
            span = pragma.source.part(found.start(), found.end())
            out.append(diagnostic("not-in-fortran", file.name, span, form="construct"))
    for statement in file.text.statements:
        line = INCLUDE.match(statement.text) if not statement.included else None
        path = included(line[3], file.name, directories) if line else ""
        if path:  # else it is the compiler's own, or an error that the compiler tells
            data = files.read(path)
            held = path if SENTINEL.search(data) else included_directive(path, data, directories)
            text = data.decode("latin-1")
            if held and held != "?":
                out.append(
                    diagnostic("not-in-fortran", file.name, statement.span, form="included", word=held)
                )
            elif file.fixed and not converts and free_form(text, file.form.width).text != text:
                out.append(diagnostic("not-in-fortran", file.name, statement.span, form="fixed", word=path))
    return out


def included_directive(path: str, data: bytes, directories: tuple[str, ...]) -> str:
    """An included file that holds a directive, or '?' where a name cannot be followed; empty where none
    does."""
    seen: set[str] = set()
    waiting = [(path, data)]
    unknown = ""
    while waiting:
        name, text = waiting.pop()
        for cpp, plain in _INCLUDE.findall(text):
            spelled = (cpp or plain).strip()
            match = re.match(rb"['\"<]([^'\">]*)['\">]", spelled)
            if match is None:
                unknown = "?"
                continue
            wanted = os.fsdecode(match[1])
            found = included(wanted, name, directories)
            if not found:
                continue  # the compiler's own, or an error that the compiler tells
            if os.path.realpath(found) in seen:
                continue
            seen.add(os.path.realpath(found))
            try:
                inner = files.read(found)
            except OSError:
                continue
            if SENTINEL.search(inner):
                return found
            waiting.append((found, inner))
    return unknown


def converted(text: bytes, of: str, directories: Iterable[str], width: int) -> tuple[bytes, dict[str, bytes]]:
    """A translation in free form, and the files in fixed form that it includes, in free form, by new names.

    What is not found stays, for the compiler. Raises ValueError where one cannot be written.
    """
    made: dict[str, bytes] = {}

    def renamed(of: str, text: str) -> str:
        def name(line: re.Match[str]) -> str:
            path = included(line[3], of, directories)
            if not path:
                return line[0]
            new = f"pc_{hash_of(path)}.inc"
            if new not in made:
                made[new] = b""
                free = free_form(files.read(path).decode("latin-1"), width)
                if free.problems:
                    raise ValueError(f"'{path}' cannot be written in free form: {free.problems[0].what}")
                made[new] = renamed(path, free.text).encode("latin-1")
            return f"{line[1]}{line[2]}{new}{line[2]}"

        return INCLUDE.sub(name, text)

    return renamed(of, text.decode("latin-1")).encode("latin-1"), made


def hash_of(path: str) -> str:
    """A word for a path."""
    return sha1(os.path.realpath(path).encode("utf-8", "surrogateescape")).hexdigest()[:12]

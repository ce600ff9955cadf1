# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``include 'commons.inc'`` -> the file, and a source's text with what the file holds."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from pointerchain import files
from pointerchain.build.asked import digest
from pointerchain.fortran.fixed import Form, free_form
from pointerchain.fortran.lines import Text, read
from pointerchain.fortran.sources import candidates
from pointerchain.lazy import lazy_pattern

SENTINEL = lazy_pattern(rb"^[ \t]*[!c*]\$pointerchain", re.IGNORECASE | re.MULTILINE)
_INCLUDE = lazy_pattern(
    rb"^[ \t]*(?:#[ \t]*include[ \t]*([^\r\n]*)|include[ \t]*(['\"][^'\"\r\n]*['\"]))", re.I | re.M
)
INCLUDE = lazy_pattern(r"^([ \t\d]*include[ \t]*)(['\"])([^'\"\r\n]*)\2", re.IGNORECASE | re.MULTILINE)


def included(name: str, of: str, directories: Iterable[str]) -> str:
    """The path of an included file; empty where none is found, or several that differ.

    Compilers look into the same directories in other orders.
    """
    found = candidates(name, of, directories)
    if len(found) > 1 and len({files.read(path) for path in found}) > 1:
        return ""
    return found[0] if found else ""


class Resolver:
    """Reads what a source includes; ``fixed`` says in which form."""

    def __init__(self, directories: tuple[str, ...], form: Form, *, fixed: bool) -> None:
        self.directories, self.form, self.fixed = directories, form, fixed
        self.paths: set[str] = set()
        """The files that were read."""

    def text(self, source: str, name: str, seen: tuple[str, ...] = ()) -> Text:
        """The text of a source with what it includes in its place."""

        def resolve(statement: str) -> Text | None:
            found = INCLUDE.match(statement)
            path = included(found[3], name, self.directories) if found else ""
            if not path or path in seen:
                return None
            try:
                inner = files.read(path).decode("latin-1")
            except OSError:
                return None
            self.paths.add(path)
            if self.fixed:
                free = free_form(inner, self.form.width)
                if free.problems:
                    return None
                inner = free.text
            text = self.text(inner, path, (*seen, path))
            beside = os.path.realpath(os.path.dirname(path)) == os.path.realpath(os.path.dirname(name))
            return None if text.preprocessor else text._replace(searched=not beside)

        return read(source, resolve)


def included_directive(path: str, data: bytes, directories: tuple[str, ...]) -> str:
    """An included file that holds a directive, or '?' where a name cannot be followed; empty where none
    does."""
    return included_files(path, data, directories)[0]


def included_files(
    path: str, data: bytes, directories: tuple[str, ...]
) -> tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The same, the files that a source may include, and each name as it is spelled with the file that spells
    it, as far as no directive is found."""
    seen: set[str] = set()
    spelled_in: set[tuple[str, str]] = set()
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
            spelled_in.add((wanted, name))
            # what is not found is the compiler's own, or an error that the compiler tells
            for found in candidates(wanted, name, directories):
                if os.path.realpath(found) in seen:
                    continue
                seen.add(os.path.realpath(found))
                try:
                    inner = files.read(found)
                except OSError:
                    continue
                if SENTINEL.search(inner):
                    return found, (), ()
                waiting.append((found, inner))
    return unknown, tuple(sorted(seen)), tuple(sorted(spelled_in))


def converted(text: bytes, of: str, directories: Iterable[str], width: int) -> tuple[bytes, dict[str, bytes]]:
    """A translation in free form, and the files in fixed form that it includes, in free form, by new names.

    What is not found stays, for the compiler. Raises ValueError where one cannot be written.
    """
    made: dict[str, bytes] = {}
    directories = (os.path.dirname(of), *directories)

    def renamed(of: str, text: str) -> str:
        def name(line: re.Match[str]) -> str:
            path = included(line[3], of, directories)
            if not path and candidates(line[3], of, directories):
                raise ValueError(f"'{of}': several files that differ are called '{line[3]}'")
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
    return digest(os.path.realpath(path).encode("utf-8", "surrogateescape")).hex()[:12]

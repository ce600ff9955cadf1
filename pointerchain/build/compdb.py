# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``compile_commands.json``: the arguments with which a build compiles a file.

The arguments come back as the build lists them, less what names the compiler,
the input and the outputs; paths that depend on the build's directory are made
absolute. What Clang does not know of them is not sorted out here.
"""
# Build tools write paths to be read word by word, for which pathlib has no 'normpath'.
# ruff: noqa: PTH100, PTH110, PTH113, PTH118, PTH119, PTH120, PTH122, PTH123

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from functools import cached_property

from pointerchain.build.command_line import find_program
from pointerchain.files import is_header
from pointerchain.lazy import NamedTuple

# Options whose value is a path that the compiler resolves in the build's directory.
_PATH_OPTIONS = (
    *("-isystem", "-iquote", "-idirafter", "-isysroot", "-imacros", "-include", "-iframework"),
    *("-ivfsoverlay", "-cxx-isystem", "-I", "-F"),
)
_LONG_PATH_OPTIONS = ("--sysroot", "--include-directory", "--include", "--imacros")
# Looked for in the build's directory first, and along the include path after that.
_FORCED_INCLUDES = ("-include", "-imacros", "--include", "--imacros")
# Outputs, dependency files among them: a translation must never write one.
_OUTPUT_OPTIONS = ("-o", "-MF", "-MT", "-MQ", "-MJ")
_OUTPUT_SWITCHES = ("-c", "-MD", "-MMD", "-M", "-MM", "-MP", "-MG", "--")
_LANGUAGES = {"c": "c", "c-header": "c", "c++": "c++", "c++-header": "c++", "cu": "c++", "cuda": "c++"}
_RESPONSE_DEPTH = 8


class DatabaseError(Exception):
    """A database that cannot be used; the message is fit for the user."""


class CompileFlags(NamedTuple):
    """How a file is compiled.

    ``language`` is given where the file's own name would tell another. ``lender``
    is None for a file that the database lists; for another it is the listed file
    whose arguments these are. ``compiler`` is the program proper, as the command names it.
    """

    arguments: tuple[str, ...]
    language: str | None
    lender: str | None
    compiler: str = ""
    responses: tuple[str, ...] = ()
    """The response files that were read for the arguments."""


class _Entry(NamedTuple):
    """One command of a database; ``file`` is absolute."""

    file: str
    directory: str
    command: str | None
    arguments: tuple[str, ...]

    def words(self, responses: list[str]) -> list[str]:
        """The command as a list of words, the compiler first; the response files that were read are added."""
        words = list(self.arguments) if self.command is None else shlex.split(self.command)
        return list(_expand(words, self.directory, _RESPONSE_DEPTH, responses))


class Database:
    """A compile database, read whole; entries are taken apart when they are asked for."""

    def __init__(self, path: str) -> None:
        """Read the database at ``path``; raises :class:`DatabaseError`."""
        self.path = path
        try:
            document = json.loads(_read(path))
        except OSError as error:
            raise DatabaseError(f"cannot read '{path}': {(error.strerror or str(error)).lower()}") from None
        except (ValueError, RecursionError) as error:
            raise DatabaseError(f"'{path}' is not JSON: {error}") from None
        if not isinstance(document, list):
            raise DatabaseError(f"'{path}' is not a compile database: it holds no list")
        self._entries = tuple(self._entry(item, number) for number, item in enumerate(document, 1))

    def _entry(self, item: object, number: int) -> _Entry:
        """Check one item of the list."""
        where = f"entry {number} of '{self.path}'"
        if not isinstance(item, dict):
            raise DatabaseError(f"{where} is not an object")
        file, directory = item.get("file"), item.get("directory", "")
        command, arguments = item.get("command"), item.get("arguments")
        if not isinstance(file, str) or not isinstance(directory, str):
            raise DatabaseError(f"{where} has no 'file'")
        if isinstance(arguments, list) and all(isinstance(word, str) for word in arguments):
            command = None
        elif not isinstance(command, str):
            raise DatabaseError(f"{where} has neither 'command' nor 'arguments'")
        # A relative directory is taken from where the database lies.
        directory = _absolute(directory, os.path.dirname(os.path.abspath(self.path)))
        return _Entry(_absolute(file, directory), directory, command, tuple(arguments or ()))

    @cached_property
    def _by_path(self) -> dict[str, _Entry]:
        return {entry.file: entry for entry in reversed(self._entries)}

    @cached_property
    def _by_real_path(self) -> dict[str, _Entry]:
        return {os.path.realpath(entry.file): entry for entry in reversed(self._entries)}

    @property
    def files(self) -> tuple[str, ...]:
        """The sources that are listed, each once, in order."""
        return tuple(dict.fromkeys(entry.file for entry in self._entries))

    def spells(self, path: str) -> bool:
        """Whether an entry has a file by this very path, and not by another one, through links, alone."""
        return os.path.abspath(path) in self._by_path

    def commands(self) -> tuple[tuple[str, str, CompileFlags], ...]:
        """Each source with each way in which it is compiled, and where: two targets may do that differently.

        Raises :class:`DatabaseError` where an entry's command cannot be read.
        """
        rows = (
            (entry.file, entry.directory, self._flags(entry, entry.file, None)) for entry in self._entries
        )
        return tuple(dict.fromkeys(rows))

    def flags(self, path: str) -> CompileFlags | None:
        """The arguments for ``path``, those of the nearest entry where it is not listed, or None.

        Raises :class:`DatabaseError` where the entry's command cannot be read.
        """
        wanted = os.path.abspath(path)
        entry = self._by_path.get(wanted) or self._by_real_path.get(os.path.realpath(wanted))
        if entry is not None:
            return self._flags(entry, wanted, None)
        near = self._nearest(wanted)
        return None if near is None else self._flags(near, wanted, near.file)

    def _nearest(self, wanted: str) -> _Entry | None:
        """The entry that most likely is compiled as ``wanted`` is.

        One of the same stem, or for a header one that includes a file of its name, or one of its directory.
        """
        directory, stem = os.path.dirname(wanted), _stem(wanted)
        # A header is compiled in whatever language its users are; a source only in its own.
        entries = [
            entry
            for entry in self._entries
            if is_header(wanted) or _suffix_language(entry.file) == _suffix_language(wanted)
        ]
        same_stem = [entry for entry in entries if _stem(entry.file) == stem]
        if same_stem:
            return max(same_stem, key=lambda entry: len(os.path.commonpath([entry.file, wanted])))
        beside = (entry for entry in entries if os.path.dirname(entry.file) == directory)
        return self._including(wanted) or next(beside, None)

    def _including(self, wanted: str) -> _Entry | None:
        """The first source that includes a header of that name itself."""
        if not is_header(wanted):
            return None
        name = re.escape(os.fsencode(os.path.basename(wanted)))
        line = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<](?:[^"<>\n]*/)?' + name + rb'[">]', re.MULTILINE)
        for entry in self._entries:
            try:
                found = line.search(_read(entry.file))
            except (DatabaseError, OSError):
                continue
            if found:
                return entry
        return None

    def _flags(self, entry: _Entry, wanted: str, lender: str | None) -> CompileFlags:
        responses: list[str] = []
        try:
            words = entry.words(responses)
        except (OSError, ValueError) as error:
            raise DatabaseError(
                f"the command for '{entry.file}' in '{self.path}' cannot be read: {error}"
            ) from None
        compiler, rest = _split_compiler(words, entry)
        arguments = tuple(_clean(rest, entry))
        language = _language(os.path.basename(compiler), arguments, entry.file)
        told_by_name = language == _suffix_language(wanted) and not is_header(wanted)
        shown = None if told_by_name else language
        return CompileFlags(arguments, shown, lender, compiler, tuple(responses))


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def _absolute(path: str, directory: str) -> str:
    # normpath alone would change the meaning of 'link/..', but so would every build tool that writes these.
    return os.path.normpath(os.path.join(directory, path))


def _expand(words: Sequence[str], directory: str, depth: int, responses: list[str]) -> Iterator[str]:
    """Put in place of each ``@file`` (and nvcc's ``--options-file file``) the words it holds."""
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in ("--options-file", "-optf") and at < len(words):
            file, at = words[at], at + 1
        elif word.startswith("@") and len(word) > 1:
            file = word[1:]
        else:
            yield word
            continue
        path = _absolute(file, directory)
        if word.startswith("@") and not os.path.isfile(path):
            yield word  # as gcc has it: an argument that happens to begin so
        elif depth == 0:
            raise ValueError(f"response files are nested too deeply at '{file}'")
        else:
            text = os.fsdecode(_read(path))
            responses.append(path)
            yield from _expand(shlex.split(text), directory, depth - 1, responses)


def _split_compiler(words: Sequence[str], entry: _Entry) -> tuple[str, Sequence[str]]:
    """The compiler and its arguments; a launcher before it (``ccache``, ``pointerchain cc``) goes too."""
    count = 0
    while count < len(words) and not words[count].startswith("-") and not _is_input(words[count], entry):
        count += 1
    if count > 1 and words[count - 1] == "cc" and os.path.basename(words[count - 2]) == "pointerchain":
        # Behind our own launcher's options and their values comes the first program.
        behind = range(count, len(words))
        at = next((n for n in behind if words[n][:1] != "-" and find_program(words[n])), None)
        if at is not None:
            return _split_compiler(words[at:], entry)
    return (words[count - 1] if count else ""), words[count:]


def _is_input(word: str, entry: _Entry) -> bool:
    if os.path.basename(word) != os.path.basename(entry.file):
        return False
    path = _absolute(word, entry.directory)
    return path == entry.file or os.path.realpath(path) == os.path.realpath(entry.file)


def _clean(words: Sequence[str], entry: _Entry) -> Iterator[str]:
    """Drop input and outputs, and make paths absolute."""
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        following = words[at] if at < len(words) else None
        if word in _OUTPUT_OPTIONS:
            at += 1
        elif word in _OUTPUT_SWITCHES or _is_joined_output(word) or _is_input(word, entry):
            continue
        elif word in _PATH_OPTIONS or word in _LONG_PATH_OPTIONS:
            yield word
            if following is not None:
                yield _resolve(word, following, entry.directory)
                at += 1
        else:
            yield _resolve_joined(word, entry.directory)


def absolute_paths(words: Sequence[str], directory: str) -> list[str]:
    """Options with the paths in them taken from ``directory``."""
    return list(_clean(words, _Entry("", os.path.abspath(directory), None, ())))


def _is_joined_output(word: str) -> bool:
    """``-ofile``, ``-MFfile``; not ``-openmp`` or ``-objcmt...``, which are options of their own."""
    return word.startswith(("-MF", "-MT", "-MQ", "-Wp,-M")) or (
        word.startswith("-o") and os.path.splitext(word)[1] in (".o", ".obj", ".lo")
    )


def _resolve_joined(word: str, directory: str) -> str:
    """``-Idir`` and ``--sysroot=dir`` with the path made absolute; any other word as it is."""
    name, equals, value = word.partition("=")
    if equals and name in (*_LONG_PATH_OPTIONS, "-isystem"):
        return f"{name}={_resolve(name, value, directory)}"
    for option in _PATH_OPTIONS:
        if word.startswith(option):
            return option + _resolve(option, word[len(option) :], directory)
    return word


def _resolve(option: str, value: str, directory: str) -> str:
    if value.startswith("=") or value.startswith("$SYSROOT"):
        return value  # a place below the system root
    path = _absolute(value, directory)
    if option in _FORCED_INCLUDES and not os.path.exists(path):
        return value
    return path


def _language(driver: str, arguments: Sequence[str], file: str) -> str:
    """The language in which a compiler takes a file: ``-x``, then the driver's name, then the file's."""
    chosen = None
    for at, word in enumerate(arguments):
        if word == "-x" and at + 1 < len(arguments):
            chosen = _LANGUAGES.get(arguments[at + 1])
        elif word.startswith("-x"):
            chosen = _LANGUAGES.get(word[2:])
    if chosen is not None:
        return chosen
    if "++" in driver or driver.startswith(("mpicxx", "icpx", "CC")):
        return "c++"
    return _suffix_language(file)


def _suffix_language(file: str) -> str:
    return "c" if file.endswith((".c", ".h")) else "c++"

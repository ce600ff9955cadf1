# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A command that was run before -> the command that compiles its translations, without reading its sources.

    gfortran -Isrc -c src/mesh.F90    ->    gfortran -Isrc -c TOP/0/mesh.f90 -Isrc -ICACHE/fortran/...

That holds while the sources, what they include and the compiler are what they were, and no file came that
would be included in another one's place. Loaded in every compile, so it imports next to nothing.
"""

from __future__ import annotations

import os

from pointerchain import __version__, files
from pointerchain.build.asked import digest, place
from pointerchain.build.command_line import find_program
from pointerchain.build.entries import HIT, limit, look, note_event, path_of
from pointerchain.fortran.sources import SUFFIXES, candidates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pointerchain.fortran.launch import Command

# What changes where a compiler looks, and what it makes of a source's text.
_SEARCHED = ("CPATH", "C_INCLUDE_PATH", "FORTRAN_INCLUDE_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH")
_MORE: tuple[str, ...] = (
    "@",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-nostdinc",
    "-B",
)
_MORE += ("-specs", "--specs", "--config", "-Xpreprocessor", "-Wp,")
_OBJECTS = (".o", ".a", ".so", ".obj", ".lo")
_TIMES = (b"__DATE__", b"__TIME__", b"__TIMESTAMP__")


class Recalled:
    """The command, the texts to write below a directory by their names there, and what was said of them."""

    __slots__ = ("said", "texts", "words")

    def __init__(self, words: list[str], texts: dict[str, bytes], said: str) -> None:
        self.words, self.texts, self.said = words, texts, said


def key_of(words: Sequence[str], options: Sequence[str]) -> str:
    """The key of a command; empty where more than can be known tells what it does."""
    program = find_program(words[0])
    if (
        program is None
        or any(word.startswith(_MORE) for word in words)
        or any(map(os.environ.get, _SEARCHED))
    ):
        return ""
    program = os.path.realpath(program)
    name = os.path.basename(program)
    if "gfortran" not in name and "flang" not in name:
        return ""  # a wrapper
    state = os.stat(program)
    try:
        where = os.getcwd()
    except OSError:
        return ""
    known = (
        __version__,
        where,
        program,
        state.st_size,
        state.st_mtime_ns,
        words,
        options,
        tool(),
        _objects(words),
    )
    return digest(repr(known).encode("utf-8", "surrogateescape")).hex()


def _objects(words: Sequence[str]) -> list[tuple[int, int]]:
    """The states of the objects of a command: what they need of the runtime is linked."""
    found: list[tuple[int, int]] = []
    for word in words:
        if word.endswith(_OBJECTS) and os.path.exists(word):
            state = os.stat(word)
            found.append((state.st_size, state.st_mtime_ns))
    return found


def tool() -> str:
    """The state of the modules that make a translation, so that a changed tool uses no old one."""
    with os.scandir(os.path.dirname(__file__)) as entries:
        found = ((each.name, each.stat().st_mtime_ns) for each in entries if each.name.endswith(".py"))
        return repr(sorted(found))


def _around(directories: Sequence[str], searched: Sequence[str], spelled: Iterable[tuple[str, str]]) -> bytes:
    """What changes where a Fortran source in one of the directories does, or the file that an included name
    means in those that are ``searched``; ``spelled`` has the names, each with the file that spells it."""
    found: list[object] = [candidates(name, of, searched) for name, of in spelled]
    for directory in dict.fromkeys(directories):
        held: list[tuple[object, ...]] = []
        try:
            with os.scandir(directory or ".") as entries:
                for each in entries:
                    if each.name.endswith(SUFFIXES):
                        state = each.stat()
                        held.append((each.name, state.st_size, state.st_mtime_ns))
        except OSError:
            held.append(("", directory))
        found.append(sorted(held, key=repr))
    return digest(repr(found).encode("utf-8", "surrogateescape"))


def _is_current(archive: str) -> bool:
    """Whether the runtime is there that a command links, and none of its sources has changed since."""
    top = os.path.join(os.path.dirname(os.path.dirname(__file__)), "include", "pointerchain")
    try:
        made = os.stat(archive).st_mtime_ns
        for folder in (top, os.path.join(top, "detail"), os.path.join(top, "fortran")):
            with os.scandir(folder) as entries:
                if any(each.stat().st_mtime_ns > made for each in entries if each.is_file()):
                    return False
    except OSError:
        return False
    return True


def recall(key: str, top: str) -> Recalled | None:
    """What is remembered of a command; its translations are to be written below ``top``."""
    cache = place()
    if not key or not limit():
        return None
    record = look(path_of(cache, key))
    if record is None:
        return None
    *where, around, words, sources = record
    if _around(*where) != around or not os.path.isdir(words[-1][2:]):
        return None
    if not all(_is_current(word) for word in words if os.path.basename(word).startswith("libpointerchain")):
        return None
    line, texts, said = list(words), {}, ""
    for at, name, mark, entry in sources:
        held = look(path_of(cache, entry))
        if held is None:
            return None
        try:
            texts[name] = mark + files.read(os.path.join(path_of(cache, entry), "text.f90"))
        except OSError:
            return None
        line[at] = os.path.join(top, name)
        said += held[0]
    for _ in sources:
        note_event(cache, HIT)
    return Recalled(line, texts, said)


def remember(
    key: str,
    command: Command,
    words: Sequence[str],
    sources: Sequence[tuple[int, str, bytes, str]],
    included: Iterable[str],
    spelled: Sequence[tuple[str, str]],
) -> None:
    """Keep a command.

    ``words`` is what was run; ``sources`` say of each translation its place in it, its name below the
    directory, what stands before its text, and the key of its entry. ``included`` are the files of which the
    translations were made, beside the sources themselves, and ``spelled`` their names, each with the file
    that spells it.
    """
    from pointerchain.build.cache import Cache

    own = [command.arguments[at] for at in command.sources]
    directories = (*sorted({os.path.dirname(path) for path in own}), *command.directories)
    read = dict.fromkeys((*own, *included))
    for path in read:
        try:
            data = files.read(path)
        except OSError:
            return
        if any(word in data for word in _TIMES):
            return
    cache = Cache()
    where = (directories, command.directories, tuple(spelled))
    record = (*where, _around(*where), tuple(words), tuple(sources))
    stored = cache.store(key, {}, record)
    if stored is not None:
        cache.note_system(stored, read)

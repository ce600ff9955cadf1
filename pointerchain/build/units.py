# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""From one source of a command line to the overlay that is compiled in its place.

``prepare`` gives a :class:`Unit`: the directory of the overlay and what its files stand for; or the
diagnostics that refuse it. The overlay comes from the cache where everything it was made of is as it was.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pointerchain import __version__
from pointerchain.build import cache as caches
from pointerchain.build.cache import Cache, Entry, digest
from pointerchain.build.command_line import CommandLine, Source
from pointerchain.build.compiler import Compiler
from pointerchain.build.includes import File, Program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.diagnostics import WarningControls

_ENVIRONMENT = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "POINTERCHAIN_RESOURCE_DIR", "SDKROOT")
_OUTPUTS = frozenset(("-o", "--output", "-MF", "-MT", "-MQ", "-MJ", "-l", "-L", "-Xlinker"))
_HOW = ("-c", "-S", "-E", "-M", "-O", "-g", "-W", "-w", "-l", "-L", "-o", "-save-temps", "-pipe", "-v")
ONCE = b"POINTERCHAIN_ONCE_"
"""How the macros begin that keep a file of an overlay from being read twice."""


class Record(NamedTuple):
    """What is stored with an overlay.

    ``names`` are its files (below its directory) with what the compiler would have called them, the source
    first. ``forced`` are the places of ``-include`` values that it replaces. ``directories`` are absolute
    ones that its include lines name, with what they were called. ``runtime`` are the options that the
    deep-copy runtime needs. ``warnings`` are the translator's, plain and coloured.
    """

    names: tuple[tuple[str, str], ...]
    forced: tuple[tuple[int, str], ...]
    directories: tuple[tuple[str, str], ...]
    runtime: tuple[str, ...]
    warnings: tuple[str, str]


class Unit(NamedTuple):
    """A source that is compiled from an overlay."""

    source: Source
    directory: str
    record: Record
    entry: Entry | None
    fresh: bool
    """Whether the overlay was made just now, so that the cache does not know its system headers yet."""

    @property
    def path(self) -> str:
        """The file that the compiler is given."""
        return os.path.join(self.directory, self.record.names[0][0])

    def readable(self, name: str, called: str) -> bytes:
        """One file of the overlay as a reader wants it: with the user's include lines; raises ``OSError``."""
        with open(os.path.join(self.directory, name), "rb") as file:
            text = file.read()
        if text.startswith(b"#ifndef " + ONCE):
            text = text.partition(b"\n")[2].partition(b"\n")[2].removesuffix(b"\n#endif\n")
        lines = text.partition(b"\n")[2].split(b"\n")
        places = [os.fsencode(self.directory), *(os.fsencode(old) for old, _ in self.record.directories)]
        try:
            with open(called, "rb") as file:
                given = file.read().split(b"\n")
        except OSError:
            given = []
        for at, (line, old) in enumerate(zip(lines, given)):  # noqa: B905 -- what is missing stays as it is
            if line.lstrip().startswith(b"#") and any(place in line for place in places):
                lines[at] = old
        return b"\n".join(lines)


class Refusal(NamedTuple):
    """A source that cannot be compiled: what to print, whether the tool is at fault."""

    text: str
    fault: bool = False


class Context(NamedTuple):
    """What is the same for all sources of a command."""

    command: CommandLine
    compiler: Callable[[str], Compiler]
    cache: Cache
    controls: WarningControls | None
    warning_options: tuple[str, ...]
    verify: bool
    colour: bool
    scratch: Callable[[], str]
    """Makes a directory that is removed when the command has run; raises ``OSError``."""


class Job(NamedTuple):
    """One source to translate: its files, and all that says how they are read."""

    context: Context
    source: Source
    main: File
    program: Program
    forced: Sequence[File | None]
    """The files of '-include', as far as they are found."""
    arguments: tuple[str, ...]
    compiler: Compiler

    def key(self) -> str:
        """Under which the translation is kept."""
        command = self.context.command
        return self.digest(
            [self.main],
            self.main.path,
            tuple((at, command.words[at]) for at in command.forced),
            self.context.warning_options,
        )

    def digest(self, files: Sequence[File], *more: object) -> str:
        """A digest of all that a translation of ``files`` depends on, but for the system's headers."""
        reached = _reached([*files, *filter(None, self.forced)])
        everything = (
            _tool(),
            os.getcwd(),
            self.source.language,
            self.arguments,
            tuple(self.compiler),
            self.context.verify,
            tuple(os.environ.get(name) for name in _ENVIRONMENT),
            tuple(sorted((file.path, file.place, digest(file.data)) for file in reached)),
            more,
        )
        return digest(repr(everything).encode("utf-8", "surrogateescape")).hex()


def prepare(
    context: Context, source: Source, main: File, program: Program, forced: Sequence[File | None]
) -> Unit | Refusal:
    """Translate one source, or find its translation; raises ``OSError`` where it cannot be put anywhere."""
    compiler = context.compiler(source.language)
    arguments = translator_arguments(context.command, compiler)
    job = Job(context, source, main, program, forced, arguments, compiler)
    key = job.key()
    found = context.cache.find(key)
    if found is not None:
        return Unit(source, found.directory, Record(*found.record), found, False)
    # What is found in the cache needs none of this.
    from pointerchain.build.translation import translate

    made = translate(job)
    if isinstance(made, Refusal):
        return made
    directory = context.cache.path(key)
    texts = made.texts(directory)
    record = made.record(texts)
    entry = context.cache.store(key, texts, tuple(record))
    if entry is None:
        directory = context.scratch()
        texts = made.texts(directory)
        caches.write_entry(directory, texts, tuple(record))
    return Unit(source, directory, record, entry, True)


def translator_arguments(command: CommandLine, compiler: Compiler) -> tuple[str, ...]:
    """The words of a command line that say how a source is read, for Clang's library.

    The forced includes are left out: they are put in front of the text. So is what says how a source is
    compiled, and where to: a translation is the same for all of that.
    """
    taken = set(command.inputs)
    for at, word in enumerate(command.words):
        if word in _OUTPUTS:
            taken |= {at, at + 1}
    for at in command.forced:
        taken |= {at - 1, at}
    out: list[str] = []
    for at, word in enumerate(command.words):
        if at in taken or word == "--":
            continue
        if word.startswith("-Wp,") or not word.startswith(_HOW):
            out.append(word)
    for directory in compiler.extra_directories():
        out += ["-isystem", directory]
    return tuple(out)


def _reached(start: Sequence[File]) -> list[File]:
    """The files themselves and all that they include."""
    seen = {id(file): file for file in start}
    stack = list(start)
    while stack:
        for other in stack.pop().includes:
            if id(other) not in seen:
                seen[id(other)] = other
                stack.append(other)
    return list(seen.values())


@lru_cache(1)
def _tool() -> tuple[object, ...]:
    """The version, and the state of a checkout that is being worked on."""
    top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    states = []
    for directory in (top, *(os.path.join(top, name) for name in ("translator", "deepcopy", "build"))):
        with os.scandir(directory) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    status = entry.stat()
                    states.append((entry.name, status.st_mtime_ns, status.st_size))
    return (__version__, tuple(sorted(states)))

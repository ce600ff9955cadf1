# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the launcher's second half passes on: one source to translate, and what became of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence

from pointerchain.build.asked import digest, may_wrap
from pointerchain.build.cache import Cache
from pointerchain.build.command_line import CommandLine, Source
from pointerchain.build.compiler import GCC, Compiler
from pointerchain.build.includes import File, Program, is_file
from pointerchain.build.tool import ENVIRONMENT, tool
from pointerchain.lazy import NamedTuple
from pointerchain.long_options import ALIASING, levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.build.mapping import Mapping
    from pointerchain.build.summaries import Known
    from pointerchain.diagnostics import WarningControls

# Macros that compilers define by the level of optimisation; all other options that make some are arguments.
_BY_LEVEL = (b"__OPTIMIZE", b"_MATH_", b"__NO_", b"_FORTIFY_", b"__SSP", b"__GCC_IEC_", b"__has_")

_OUTPUTS = frozenset(("-o", "--output", "-MF", "-MT", "-MQ", "-MJ", "-l", "-L", "-Xlinker"))
_HOW = ("-c", "-S", "-E", "-M", "-O", "-g", "-W", "-w", "-l", "-L", "-o", "-save-temps", "-pipe", "-v")


class StoredRecord(NamedTuple):
    """What is stored with an overlay.

    ``names`` are its files (below its directory) with what the compiler would have called them, the source
    first. ``forced`` are the places of ``-include`` values that it replaces. ``directories`` are absolute
    ones that its include lines name, with what they were called. ``runtime`` are the options that the
    deep-copy runtime needs. ``warnings`` are the translator's, plain and coloured. ``doubt`` says why the
    compiler may still read a directive as it stands, or nothing; ``suspect`` whether gcc may find a file of
    the user's indented misleadingly. ``system`` are those of its files that stand for system headers.
    ``also`` are its files with further names by which they are included, and whether as system headers,
    ``once`` those that are copies of one file which the compiler reads once, with that file's number.
    ``asked`` are paths of system headers that only conditions name. ``used`` are the functions of other
    sources that were asked for, with what they did; ``relies`` says whether something is hoisted by that.
    """

    names: tuple[tuple[str, str], ...]
    forced: tuple[tuple[int, str], ...]
    directories: tuple[tuple[str, str], ...]
    runtime: tuple[str, ...]
    warnings: tuple[str, str]
    doubt: str
    suspect: bool
    system: tuple[str, ...]
    also: tuple[tuple[str, str, bool], ...]
    once: tuple[tuple[str, int], ...]
    asked: tuple[str, ...]
    used: tuple[tuple[str, str], ...]
    relies: bool


class Refusal(NamedTuple):
    """A source that cannot be compiled: its diagnostics as text, or the tool's own fault and its trace."""

    text: str
    fault: str = ""
    trace: str = ""
    codes: frozenset[str] = frozenset()
    """The kinds of the diagnostics."""
    unread: str = ""
    """Clang's first words, with their place, where all that is wrong is that it cannot read the source."""
    why: str = ""
    """The first of all that is wrong, in one line."""


class Context(NamedTuple):
    """What is the same for all sources of a command."""

    command: CommandLine
    compiler: Callable[[str], Compiler]
    cache: Cache
    controls: WarningControls | None
    warning_options: tuple[str, ...]
    verify: bool
    promises: bool
    colour: bool
    scratch: Callable[[], str]
    """Makes a directory that is removed when the command has run; raises ``OSError``."""
    shares: bool = True
    """Whether a header's translation may be that of another source."""
    auto: bool = False
    """Whether what is proved of chains without directives is hoisted, too."""
    deep: bool = False
    """Whether each clause that maps what a shape describes copies it deep."""
    only: str = ""
    """Of which loops: 'constructs', 'loops' (of the host), or nothing for both."""
    remarks: bool = False
    """Whether it is said what becomes of each of those."""
    vouched: tuple[str, ...] = ()
    """The clauses of promises about them that the command gives."""
    known: Known | None = None
    """What the functions of other sources do."""
    settings: str = ""
    """The file that says a part of all this."""
    partial: bool = False
    """Whether a source is compiled where some of its compute constructs get no data clauses."""

    @property
    def wraps(self) -> bool:
        """Whether any macro may be defined: by a wrapper of the compiler, or by a file of options."""
        command = self.command
        return bool(command.more_options or command.driver.startswith("mpi") or may_wrap(command.compiler))


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
    mapping: Mapping | None = None
    """The data clauses that go into the source, where its compute constructs get some."""

    def key(self) -> str:
        """Under which the translation is kept."""
        command = self.context.command
        return self.digest(
            [self.main],
            self.main.path,
            tuple((at, command.words[at]) for at in command.forced),
            self.context.warning_options,
            self.mapping.rows if self.mapping is not None else (),
        )

    def digest(self, files: Sequence[File], *more: object) -> str:
        """A digest of all that a translation of ``files`` depends on, but for the system's headers."""
        more_files = [*self.program.precompiled, *self.program.macro_files]
        every = reached([*files, *filter(None, self.forced), *more_files])
        texts = [*(file.data for file in every), *(each for each in more if isinstance(each, bytes))]
        by_level = any(name in text for name in _BY_LEVEL for text in texts)
        everything = (
            tool(),
            os.getcwd(),
            self.source.language,
            self.arguments,
            tuple(self.compiler),
            self.context.verify,
            self.context.promises,
            self.context.auto,
            self.context.deep,
            self.context.only,
            self.context.remarks,
            self.context.vouched,
            self.context.known.database if self.context.known is not None else "",
            tuple(os.environ.get(name) for name in ENVIRONMENT),
            tuple(sorted((file.path, file.place, digest(file.data)) for file in every)),
            self._there(every),
            tuple(sorted((file.path, digest(file.data)) for file in reached(self.program.shadows()))),
            tuple(word for word in self.context.command.words if by_level and word.startswith("-O")),
            self.of_level,
            more,
        )
        return digest(repr(everything).encode("utf-8", "surrogateescape")).hex()

    @property
    def of_level(self) -> tuple[str, ...]:
        """The options that say for proofs without directives what the level of optimisation says.

        gcc lets types tell objects apart from '-O2' on, Clang from '-O1' on, unless an option says otherwise.
        '-Ofast' lets values be rounded as '-ffast-math' does.
        """
        if not self.context.auto:
            return ()
        words = self.context.command.words
        said = levels(words)
        fast = ("-Ofast",) if "fast" in said else ()
        if not ALIASING.isdisjoint(words):
            return fast
        level = said[-1] if said else "0"
        loose = ("0", "1", "", "g") if self.compiler.family == GCC else ("0",)
        return ("-fno-strict-aliasing",) if level in loose else fast

    def _there(self, files: Sequence[File]) -> tuple[object, ...]:
        """Which files are there that conditions may ask for by '__has_include'."""
        if not any(b"__has_include" in file.data for file in files) and not any(
            "__has_include" in word for word in self.context.command.words
        ):
            return ()
        from pointerchain.build.patterns import asked_names

        asked = {(os.path.dirname(file.path), name) for file in files for name in asked_names(file.data)}
        places = self.program.search.directories
        out = []
        for own, name in sorted(asked):
            tried = [os.path.join(place, os.fsdecode(name)) for place in (own, *places)]
            out.append((own, name, tuple(map(is_file, tried))))
        return tuple(out)


def reached(start: Sequence[File]) -> list[File]:
    """The files themselves and all that they include."""
    seen = {id(file): file for file in start}
    stack = list(start)
    while stack:
        for other in stack.pop().includes:
            if id(other) not in seen:
                seen[id(other)] = other
                stack.append(other)
    return list(seen.values())


def translator_arguments(
    command: CommandLine, compiler: Compiler, unquoted: Collection[str]
) -> tuple[str, ...]:
    """The words of a command line that say how a source is read, for Clang's library.

    The forced includes are left out: they are put in front of the text. ``unquoted`` are directories of
    '-iquote' that the compiler leaves out.
    """
    forced = {at for value in (*command.forced, *command.precompiled) for at in command.words_of(value)}
    out = [word for at, word in reading_words(command, unquoted) if at not in forced]
    for directory in compiler.extra_directories():
        out += ["-isystem", directory]
    return tuple(out)


def reading_words(command: CommandLine, unquoted: Collection[str]) -> Iterator[tuple[int, str]]:
    """The words of a command line that say how a source is read, with their places.

    What says how a source is compiled, and where to, is left out: a translation is the same for all of that.
    """
    taken = set(command.inputs)
    for at, word in enumerate(command.words):
        following = command.words[at + 1] if at + 1 < len(command.words) else ""
        if word in _OUTPUTS or (word == "-iquote" and following in unquoted):
            taken |= {at, at + 1}
        elif word.startswith("-iquote") and word[7:] in unquoted:
            taken.add(at)
        elif word == "-emit-pch":
            taken |= {at - 1, at}
    for at, word in enumerate(command.words):
        if at in taken or word == "--":
            continue
        if word.startswith("-Wp,") or not word.startswith(_HOW):
            yield at, word

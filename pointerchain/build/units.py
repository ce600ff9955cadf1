# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""From one source of a command line to the overlay that is compiled in its place.

``prepare`` gives a :class:`Unit`: the directory of the overlay and what its files stand for; or the
diagnostics that refuse it. The overlay comes from the cache where everything it was made of is as it was.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pointerchain import __version__
from pointerchain.build import cache as caches
from pointerchain.build.cache import Cache, Entry, digest
from pointerchain.build.command_line import CommandLine, Source
from pointerchain.build.compiler import Compiler
from pointerchain.build.includes import OWN_HEADERS, File, Program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.build.overlay import Joined, Piece
    from pointerchain.diagnostics import Diagnostic, WarningControls

_ENVIRONMENT = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "POINTERCHAIN_RESOURCE_DIR", "SDKROOT")
_OUTPUTS = frozenset(("-o", "--output", "-MF", "-MT", "-MQ", "-MJ", "-l", "-L", "-Xlinker"))
_HOW = ("-c", "-S", "-E", "-M", "-O", "-g", "-W", "-w", "-l", "-L", "-o", "-save-temps", "-pipe", "-v")
_RUNTIME = b"pc_deepcopy_"
_INCLUDES_RUNTIME = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]pointerchain/deepcopy\.h[>"]', re.MULTILINE)
_ONCE = b"POINTERCHAIN_ONCE_"


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


def _runtime_options(texts: dict[str, bytes]) -> tuple[str, ...]:
    """What the deep-copy runtime asks of a compile.

    The header is included first only where no include line of the translation names it: before the
    source's own ``#define _GNU_SOURCE``, say, it can change what the system's headers declare.
    """
    if not any(_RUNTIME in text for text in texts.values()):
        return ()
    if any(_INCLUDES_RUNTIME.search(text) for text in texts.values()):
        return ("-isystem", OWN_HEADERS)
    return ("-isystem", OWN_HEADERS, "-include", "pointerchain/deepcopy.h")


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
        if text.startswith(b"#ifndef " + _ONCE):
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


def prepare(
    context: Context, source: Source, main: File, program: Program, forced: list[File | None]
) -> Unit | Refusal:
    """Translate one source, or find its translation; raises ``OSError`` where it cannot be put anywhere."""
    compiler = context.compiler(source.language)
    arguments = translator_arguments(context.command, compiler)
    key = _key(context, source, main, forced, arguments, compiler)
    found = context.cache.find(key)
    if found is not None:
        return Unit(source, found.directory, Record(*found.record), found, False)
    made = _translate(context, source, main, program, forced, arguments, compiler)
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


# --- keys ---------------------------------------------------------------------------------


def _key(
    context: Context,
    source: Source,
    main: File,
    forced: Sequence[File | None],
    arguments: tuple[str, ...],
    compiler: Compiler,
) -> str:
    files = tuple(
        sorted((file.path, file.place, digest(file.data)) for file in _reached([main, *filter(None, forced)]))
    )
    command = context.command
    everything = (
        _tool(),
        os.getcwd(),
        main.path,
        source.language,
        arguments,
        tuple((at, command.words[at]) for at in command.forced),
        tuple(compiler),
        context.warning_options,
        context.verify,
        tuple(os.environ.get(name) for name in _ENVIRONMENT),
        files,
    )
    return digest(repr(everything).encode("utf-8", "surrogateescape")).hex()


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


# --- translation --------------------------------------------------------------------------


class _Made:
    """A translation, not yet written anywhere."""

    def __init__(
        self, joined: Joined, parts: list[list[bytes | int | None]], main: int, warnings: tuple[str, str]
    ) -> None:
        self._joined, self._parts, self._main, self._warnings = joined, parts, main, warnings
        self.forced: tuple[tuple[int, int], ...] = ()

    def _name(self, number: int) -> str:
        return f"{number}/{os.path.basename(self._joined.pieces[number].name)}"

    def texts(self, directory: str) -> dict[str, bytes]:
        """The files of the overlay, as they are written below ``directory``."""
        return {self._name(piece.number): self._text(piece, directory) for piece in self._joined.pieces}

    def _text(self, piece: Piece, directory: str) -> bytes:
        from pointerchain.build.overlay import line_marker

        out = [line_marker(piece.name, piece.system)]
        if piece.guard:
            out.insert(0, b"#ifndef %s\n#define %s\n" % (piece.guard, piece.guard))
        for part in self._parts[piece.number]:
            if isinstance(part, int):
                path = os.path.join(directory, self._name(part))
                if '"' in path or "\n" in path:
                    raise OSError(22, f"a path with a quote cannot stand in an include line: '{path}'")
                out.append(b'#include "%s"' % os.fsencode(path))
            elif part is not None:
                out.append(part)
        if piece.guard:
            out.append(b"\n#endif\n")
        return b"".join(out)

    def record(self, texts: dict[str, bytes]) -> Record:
        order = [self._main, *(piece.number for piece in self._joined.pieces if piece.number != self._main)]
        return Record(
            tuple((self._name(number), self._joined.pieces[number].name) for number in order),
            tuple((at, self._name(number)) for at, number in self.forced),
            tuple(self._joined.directories.items()),
            _runtime_options(texts),
            self._warnings,
        )


def _translate(
    context: Context,
    source: Source,
    main: File,
    program: Program,
    forced: list[File | None],
    arguments: tuple[str, ...],
    compiler: Compiler,
) -> _Made | Refusal:
    # What is found in the cache needs none of these.
    from pointerchain.build.overlay import Joined, OverlayError
    from pointerchain.diagnostics import Severity, diagnostic
    from pointerchain.locations import WHOLE_FILE

    words = context.command.words
    given = [(words[at], file) for at, file in zip(context.command.forced, forced, strict=True)]
    certain = not context.command.reads_macros
    while True:
        joined = Joined(program, source.language == "c++", compiler.directories, certain)
        try:
            joined.join(main, given)
        except OverlayError as error:
            problem = diagnostic("source-error", main.path, WHOLE_FILE, what=str(error))
            return Refusal(_rendered(context, (problem,), {})[context.colour])
        text, diagnostics, fault = _run_translator(context, joined, main, source, arguments)
        if fault is not None:
            return fault
        known = {piece.name: piece.file.data for piece in joined.pieces}
        if text is None or any(each.severity is Severity.ERROR for each in diagnostics):
            return Refusal(_rendered(context, diagnostics, known)[context.colour])
        parts = joined.part(text)
        if parts is not None:
            break
        certain = False
    number = {id(piece.file): piece.number for piece in reversed(joined.pieces)}
    made = _Made(joined, parts, number[id(main)], _rendered(context, diagnostics, known))
    made.forced = tuple(
        (at, number[id(file)])
        for at, file in zip(context.command.forced, forced, strict=True)
        if file is not None and file.leads
    )
    return made


def _run_translator(
    context: Context, joined: Joined, main: File, source: Source, arguments: tuple[str, ...]
) -> tuple[bytes | None, tuple[Diagnostic, ...], Refusal | None]:
    from pointerchain import translator
    from pointerchain.build.overlay import moved

    try:
        made = translator.translate(
            joined.text, main.path, arguments, language=source.language, verify=context.verify
        )
        diagnostics = moved(made.diagnostics, joined.places(main.path))
    except Exception as error:
        from traceback import format_exc

        from pointerchain.reporting import fault_text

        what = f"{type(error).__name__}: {error}"[:300]
        return None, (), Refusal(fault_text(main.path, what, format_exc()), fault=True)
    if context.controls is not None:
        diagnostics = context.controls.apply(diagnostics)
    return made.text, diagnostics, None


def _rendered(
    context: Context, diagnostics: Sequence[Diagnostic], known: dict[str, bytes]
) -> tuple[str, str]:
    """Diagnostics as text, plain and coloured, with Clang's count at the end."""
    if not diagnostics:
        return "", ""
    from pointerchain.diagnostics import Severity
    from pointerchain.locations import SourceFiles
    from pointerchain.render import generated, render

    sources = SourceFiles(known)
    errors = sum(each.severity is Severity.ERROR for each in diagnostics)
    count = generated(errors, len(diagnostics) - errors)
    plain, coloured = (
        "".join(render(each, sources, colour=colour) for each in diagnostics) + count
        for colour in (False, True)
    )
    return plain, coloured

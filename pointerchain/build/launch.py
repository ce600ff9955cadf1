# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The compiler's command for translated sources, and what is put right after its run."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Mapping, Sequence

from pointerchain import files
from pointerchain.build import depfile, prefixes
from pointerchain.build.cache import Cache
from pointerchain.build.command_line import MACRO, CommandLine
from pointerchain.build.compiler import CLANG, GCC, Compiler
from pointerchain.build.diverted import Diverted, is_odd
from pointerchain.build.includes import STANDARD_INPUT, is_system_path
from pointerchain.build.options import Call, without_outputs
from pointerchain.build.units import Unit, user_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.build.leftover import Preprocessed

SARIF = ("-fdiagnostics-format=sarif", "-fdiagnostics-format=SARIF")
_PREPROCESSING = ("-E", "-P", "-C", "-CC")


def translated_call(command: CommandLine, units: Sequence[Unit], compiler: Compiler | None) -> Call:
    """The command that compiles the units from their overlays."""
    words = list(command.words)
    extra: list[str] = [] if command.macro is not None else [MACRO]
    for unit in units:
        extra += [word for word in unit.record.runtime if word not in extra]
    if compiler is not None and compiler.family == CLANG:
        # Its SARIF ends in a crash where a line is said to be another file's, as each of ours is.
        words = ["-fdiagnostics-format=clang" if word in SARIF else word for word in words]
    names: dict[str, str] = {}
    directories: dict[str, str] = {}
    for unit in units:
        words[unit.source.at] = unit.path
        for at, name in unit.record.forced:
            words[at] = os.path.join(unit.directory, name)
        if unit.record.forced:
            # A precompiled header holds what was read of its files, which is to be read translated.
            for at in command.precompiled:
                for place in command.words_of(at):
                    words[place] = MACRO
        names[unit.path] = unit.record.names[0][1]
        for old, new in unit.record.directories:
            directories[old.rstrip("/") + "/"] = new.rstrip("/") + "/" if new else ""
    if compiler is None or not compiler.maps_names:
        return Call([*command.compiler, *extra], words, [], 0)
    maps = prefixes.options(command.words, compiler, names, directories)
    extra += prefixes.reproducible(command.words, compiler)
    # Of two maps the later one counts.
    at = max((at for at, word in enumerate(words) if "-prefix-map=" in word), default=-1) + 1
    return Call([*command.compiler, *extra], words, maps, at)


def give_times(units: Sequence[Unit]) -> None:
    """Give the overlay's files the times of the user's, which ``__TIMESTAMP__`` says."""
    for unit in units:
        for name, called in unit.record.names:
            with contextlib.suppress(OSError):
                status = os.stat(called)
                path = os.path.join(unit.directory, name)
                if os.stat(path).st_mtime_ns != status.st_mtime_ns:
                    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def check_words(command: CommandLine, compiler: Compiler) -> list[str] | None:
    """The command that only looks for errors in the sources as they stand, or None where there is none.

    It writes no object: what it compiled would hold directives that nothing translated.
    """
    if compiler.family not in (GCC, CLANG):
        return None
    words = command.given
    if command.mode == "-E":
        # The preprocessor alone may find nothing wrong, and leaves the directives in.
        words = [word for word in command.words if word not in _PREPROCESSING and not word.startswith("-d")]
    # What is only checked is not linked, of which Clang warns.
    unlinked = ["-Wno-unused-command-line-argument"] if compiler.family == CLANG and not command.mode else []
    # A launcher before the compiler has nothing to do here; ccache may leave a file.
    return [command.compiler[-1], MACRO, *_checking([*unlinked, *words])]


def look_words(command: CommandLine, *first: str) -> list[str]:
    """The same, which writes nothing at all; ``first`` are options that the command's own may change."""
    return [command.compiler[-1], MACRO, *first, *_checking(without_outputs(command.words))]


def _checking(words: list[str]) -> list[str]:
    # With these gcc would leave its output under the name of the object, without its ending.
    words = [word for word in words if not word.startswith(("-save-temps", "--save-temps"))]
    end = words.index("--") if "--" in words else len(words)
    # What is left of directives is not what is wrong.
    return [*words[:end], "-fsyntax-only", "-Wno-unknown-pragmas", *words[end:]]


def remove_outputs(command: CommandLine) -> None:
    """Remove what a compile wrote, so that no build takes it for done."""
    paths = [command.output] if command.output is not None else []
    if not paths:
        suffix = {"-c": ".o", "-S": ".s"}.get(command.mode, "")
        paths = ["a.out"]
        if suffix:
            stems = (os.path.splitext(os.path.basename(each.path))[0] for each in command.sources)
            paths = [stem + suffix for stem in stems]
    for path in paths:
        with contextlib.suppress(OSError):
            if os.path.isfile(path) and not os.path.islink(path):  # '/dev/stdout' may lead to a file
                os.unlink(path)


def settle_dependencies(
    command: CommandLine, compiler: Compiler, units: Sequence[Unit], diverted: Sequence[Diverted]
) -> list[str] | None:
    """Give the dependency files of a compile the user's names; what was read, where that is complete.

    Raises ``OSError`` where a file cannot be written.
    """
    called = user_names(units)
    names = {path: "" if name == STANDARD_INPUT else name for path, name in called.items()}
    own = {
        **names,
        **{os.path.join(unit.directory, name): "" for unit in units for name in unit.record.system},
        # Clang lists what a condition asks for, and takes what is named by its path for the user's.
        **{path: "" for unit in units for path in unit.record.asked},
    }
    directories = {old: new for unit in units for old, new in unit.record.directories}
    also = [
        (os.path.join(unit.directory, name), other, system)
        for unit in units
        for name, other, system in unit.record.also
    ]
    elsewhere = [(unit.path, path) for unit in units for path in unit.elsewhere]
    also += [(own_path, path, is_system_path(path)) for own_path, path in elsewhere]
    once = {
        os.path.join(unit.directory, name): os.path.join(unit.directory, str(number))
        for unit in units
        for name, number in unit.record.once
    }

    def of_user(text: bytes, names: Mapping[str, str]) -> bytes:
        further = [each[:2] for each in also if names is not own or not each[2]]
        out = depfile.renamed(text, names, directories, further, once)
        if "-MP" in command.words:
            others = dict.fromkeys(other for path, other in elsewhere if (path, other) in further)
            out += b"".join(b"\n%s:\n" % depfile.escaped(other) for other in others)
        from_input = compiler.family == GCC and len(units) == 1 and units[0].source.path == "-"
        return depfile.of_standard_input(out) if from_input else out

    for each in diverted:
        chosen = own if each.of_user or (not each.appended and command.user_dependencies) else names
        each.deliver(functools.partial(of_user, names=chosen))
    read: list[str] | None = None
    if not command.dependencies:
        return None
    for unit in units:
        marker = depfile.escaped(unit.directory)
        for path in depfile.candidates(command, unit.source):
            if is_odd(path):
                continue
            try:
                text = files.read(path)
            except OSError:
                continue
            if marker in text:
                new = of_user(text, own if command.user_dependencies else names)
                files.write_whole(path, new)
                if command.dependencies == "-MD" and len(units) == 1 and len(command.sources) == 1:
                    read = depfile.prerequisites(new)
    return read


def note_system_headers(
    cache: Cache,
    command: CommandLine,
    units: Sequence[Unit],
    read: list[str] | None,
    looked: Preprocessed | None,
) -> None:
    """Tell the cache which files beside the user's a new entry depends on: those ``read`` or entered."""
    for unit in units:
        if unit.fresh and unit.entry is not None:
            found = read
            if found is None and looked is not None:
                found = looked.read.get(unit.source.at)
            if found is None:
                forced = {at: os.path.join(unit.directory, name) for at, name in unit.record.forced}
                found = depfile.asked(command, unit.path, (MACRO, *unit.record.runtime), forced)
            if found is not None:
                own = {called for _, called in unit.record.names}
                own.update(path for path in unit.elsewhere if not is_system_path(path))
                inside = unit.directory + "/"
                cache.note_system(
                    unit.entry, [path for path in found if path not in own and not path.startswith(inside)]
                )

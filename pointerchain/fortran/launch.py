# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the launcher of Fortran compilers asks: the sources of a command, whether one holds directives, its
text.

A source is preprocessed by the user's compiler where that would do so. No directive is lost on the way:
where a preprocessor drops it, it gets the text in ``disguise``.
"""

from __future__ import annotations

import os
import re
import subprocess

from pointerchain import files
from pointerchain.build.asked import digest, make_place, place
from pointerchain.build.command_line import find_program
from pointerchain.fortran.fixed import is_fixed, read_form
from pointerchain.fortran.includes import SENTINEL
from pointerchain.fortran.sources import FIXED, SUFFIXES
from pointerchain.lazy import NamedTuple, lazy_pattern

SUPPORT = os.path.join(os.path.dirname(os.path.dirname(__file__)), "include", "pointerchain", "fortran")
MODULE, RUNTIME = os.path.join(SUPPORT, "pointerchain.f90"), os.path.join(SUPPORT, "runtime.c")
_VALUED = frozenset(
    "-o -I -J -module-dir -module -MF -MT -MQ -x -D -U -B -L -include -isystem -Xlinker -Xclang -u -T -z "
    "-l".split()
)
_WORD = lazy_pattern(rb"pointerchain", re.IGNORECASE)
_TYPES = lazy_pattern(rb"^[ \t]*type\b[ \t]*(?:,|::|[a-z])", re.IGNORECASE | re.MULTILINE)


class Refused(Exception):
    """Why a source cannot be compiled; the message is fit for the user."""


class Command(NamedTuple):
    """A compiler's arguments: ``sources`` are the places of Fortran sources among them."""

    compiler: tuple[str, ...]
    arguments: tuple[str, ...]
    sources: tuple[int, ...]
    directories: tuple[str, ...]

    @property
    def preprocesses_only(self) -> bool:
        """Whether the command only preprocesses."""
        return "-E" in self.arguments or any(word in ("-M", "-MM") for word in self.arguments)


def read_command(words: list[str]) -> Command:
    """Split a command into its compiler and arguments; response files are taken apart."""
    from pointerchain.build.response import expand

    expanded, _ = expand(words[1:])
    sources: list[int] = []
    directories: list[str] = []
    at = 0
    while at < len(expanded):
        word = expanded[at]
        if word in _VALUED:
            if word == "-I" and at + 1 < len(expanded):
                directories.append(expanded[at + 1])
            at += 2
            continue
        if word.startswith("-I"):
            directories.append(word[2:])
        elif not word.startswith("-") and word.endswith(SUFFIXES):
            sources.append(at)
        at += 1
    return Command((words[0],), tuple(expanded), tuple(sources), tuple(directories))


def concerns(path: str, data: bytes, every_type: bool) -> bool:
    """Whether a source is to be translated, as far as its own text tells."""
    return _WORD.search(data) is not None or (every_type and _TYPES.search(data) is not None)


def needs_preprocessor(command: Command, path: str, data: bytes) -> bool:
    """Whether the compiler's preprocessor could change a source's text."""
    asked = path.rsplit(".", 1)[-1][:1] == "F" or "-cpp" in command.arguments or "-fpp" in command.arguments
    if not asked or "-nocpp" in command.arguments:
        return False
    defined = [
        word[2:].split("=")[0] for word in command.arguments if word.startswith("-D") and len(word) > 2
    ]
    defined += [
        command.arguments[n + 1].split("=")[0]
        for n, word in enumerate(command.arguments[:-1])
        if word == "-D"
    ]
    named = any(re.search(rb"\b" + re.escape(os.fsencode(name)) + rb"\b", data) for name in defined)
    return named or b"__" in data or re.search(rb"^[ \t]*#", data, re.MULTILINE) is not None


def check_literals(command: Command, path: str, text: bytes) -> None:
    """Raise :class:`Refused` where a quote in a literal is escaped: literals are not read so."""
    option = next((word for word in command.arguments if word in ("-fbackslash", "-Mnobackslash")), "")
    found = re.search(rb"\\['\"]", text) if option else None
    if found is not None:
        from pointerchain.fortran.lines import called

        number = text.count(b"\n", 0, found.start()) + 1
        path, line = called(text.decode("latin-1"), number, path)
        raise Refused(f"'{path}', line {line}: a backslash before a quote is not read as '{option}' has it")


def preprocessed(command: Command, path: str, data: bytes) -> bytes:
    """What the compiler's preprocessor makes of a source, directives included; raises :class:`Refused` with
    its words, or with the place of a directive that it would drop."""
    text = _preprocessed(command, path, ())
    if _near(text) or not drops_directives(command, data):
        return text
    from tempfile import TemporaryDirectory

    from pointerchain.fortran.disguise import Unhidden, disguised, shown

    form = read_form(command.arguments)
    name = path if os.path.isabs(path) else f"./{path}"  # as flang calls it
    try:
        hidden = disguised(data, name, form.width if is_fixed(path, FIXED, form) else None)
    except Unhidden as wrong:
        raise Refused(f"'{path}', line {wrong.line}: {wrong}") from None
    with TemporaryDirectory() as directory:
        place = os.path.join(directory, os.path.basename(path))
        files.write_whole(place, hidden)
        # the source's own directory comes first, as for the source itself
        return shown(_preprocessed(command, place, (f"-I{os.path.dirname(path) or '.'}",)))


def check_not_lost(command: Command, path: str, data: bytes) -> None:
    """Raise :class:`Refused` where a source was made of another one by flang's preprocessor, which dropped
    the directives of that one."""
    found = re.match(rb'#line "([^"\r\n]+)" \d+$', data, re.MULTILINE)
    if found is None or _near(data):
        return
    original = os.fsdecode(found[1])
    try:
        dropped = drops_directives(command, files.read(original))
    except OSError:
        return
    if dropped:
        raise Refused(
            f"'{path}' was preprocessed from '{original}' by a compiler that drops directives: "
            "preprocess with 'pointerchain fc', too (in CMake behind project(): "
            'set(CMAKE_Fortran_PREPROCESS_SOURCE "pointerchain fc ${CMAKE_Fortran_PREPROCESS_SOURCE}"))'
        )


def drops_directives(command: Command, data: bytes) -> bool:
    """Whether a source's directives are not there any more behind the compiler's preprocessor."""
    return _near(data) and not keeps_comments(command)


def _near(data: bytes) -> bool:
    return b"$pointerch" in data.lower()


def _preprocessed(command: Command, path: str, before: tuple[str, ...]) -> bytes:
    words = [*command.compiler, "-E", *before]
    at = 0
    while at < len(command.arguments):
        word = command.arguments[at]
        if word in ("-o", "-MF", "-MT", "-MQ"):
            at += 2
            continue
        if (
            word not in ("-c", "-S", "-fsyntax-only", "-E")
            and not word.startswith("-M")
            and at not in command.sources
        ):
            words.append(word)
        at += 1
    done = subprocess.run([*words, path], capture_output=True, check=False)
    if done.returncode:
        raise Refused(done.stderr.decode("utf-8", "surrogateescape").rstrip("\n"))
    return _marked(done.stdout)


def _marked(text: bytes) -> bytes:
    """flang's line markers, ``#line "file" 12`` and ``#line 12``, as everybody else's: ``# 12 "file"``."""
    name = b""

    def marker(found: re.Match[bytes]) -> bytes:
        nonlocal name
        name = found[1] or name
        return b"# %s %s" % (found[2], name) if name else found[0]

    return re.sub(rb'^#line(?: ("[^"\r\n]*"))? (\d+)$', marker, text, flags=re.MULTILINE)


def keeps_comments(command: Command) -> bool:
    """Whether a directive is still there behind the compiler's preprocessor."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as directory:
        probe = os.path.join(directory, "probe.F90")
        files.write_whole(probe, b"!$pointerchain types\nend\n")
        done = subprocess.run([*command.compiler, "-E", probe], capture_output=True, check=False)
    return SENTINEL.search(done.stdout) is not None


def support_directory(compiler: tuple[str, ...]) -> str:
    """A directory with the module file of ``pointerchain.f90`` for a compiler; raises :class:`Refused`."""
    program = find_program(compiler[-1])
    if program is None:
        raise Refused(f"there is no compiler '{compiler[-1]}'")
    state = os.stat(program)
    sign = f"{os.path.realpath(program)} {state.st_size} {state.st_mtime_ns} {' '.join(compiler)}"
    name = digest(sign.encode("utf-8", "surrogateescape") + b"\0" + files.read(MODULE)).hex()
    top = os.path.join(place(), "fortran")
    directory = os.path.join(top, name)
    if os.path.isdir(directory):
        return directory
    from tempfile import mkdtemp

    make_place(os.path.dirname(top))
    os.makedirs(top, exist_ok=True)
    made = mkdtemp(dir=top)
    done = subprocess.run(
        [*compiler, "-c", MODULE, "-o", "pointerchain.o"], cwd=made, capture_output=True, check=False
    )
    if done.returncode:
        raise Refused(
            f"'{compiler[-1]}' does not compile '{MODULE}':\n{done.stderr.decode('utf-8', 'surrogateescape')}"
        )
    try:
        os.rename(made, directory)
    except OSError:  # another compile was first
        if not os.path.isdir(directory):
            raise
    return directory

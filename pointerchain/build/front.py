# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The launcher's front: a small program that spares a compile without directives the start of Python.

``front.c``, compiled once by the user's compiler: ``pointerchain cc --native FILE gcc`` makes ``FILE``, and
``FILE gcc -c a.c`` is then what ``pointerchain cc gcc -c a.c`` is.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from pointerchain import files
from pointerchain.build.asked import may_wrap, place
from pointerchain.build.command_line import MORE_VARIABLES, find_program
from pointerchain.build.compiler import ask
from pointerchain.build.includes import JOINS, NEVER_EXPANDED
from pointerchain.build.standard import BELOW, FOLDERS, NAMES, SHADOWED, SHADOWED_END

SOURCE = Path(__file__).with_name("front.c")
_TIMEOUT = 60
_SIBLINGS = (
    ("gcc", "g++"),
    ("clang", "clang++"),
    ("cc", "c++"),
    ("nvc", "nvc++"),
    ("mpicc", "mpicxx"),
    ("icx", "icpx"),
)
_SAYS = b"pointerchain's front for -D__pointerchain=1\n"


class FrontError(Exception):
    """It cannot be made; the message is fit for the user."""


def make(path: str, compiler: Sequence[str], launcher: Sequence[str]) -> None:
    """Compile the front to ``path`` with ``compiler``; raises :class:`FrontError` and ``OSError``.

    ``launcher`` are the words that start the launcher in Python.

    The file takes its place whole, while builds are using it. What does not run here, as from a compiler
    for another machine, is refused.
    """
    with tempfile.TemporaryDirectory(prefix="pointerchain-") as directory:
        program = Path(directory, "front")
        words = [*compiler, "-x", "c", "-std=gnu99", "-O2", "-o", str(program), "-"]
        _run(words, "compile", stdin=source(launcher, *asked(compiler)))
        if _run([str(program), "--native"], "run", stdin=b"") != _SAYS:
            raise FrontError("cannot run what the compiler made of it")
        Path(path).absolute().parent.mkdir(parents=True, exist_ok=True)
        files.write_whole(path, program.read_bytes())
        Path(path).chmod(0o755)


def asked(compiler: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """The programs that were asked for their own directories, all that they told, and where options may be.

    A build has one front for both languages, so the compiler's sibling is asked, too.
    """
    folder, name = os.path.split(next(word for word in reversed(compiler) if not word.startswith("-")))
    names = [name]
    for one, other in (*_SIBLINGS, *(pair[::-1] for pair in _SIBLINGS)):
        # 'gcc-12' and 'g++-12'; 'clang++' is no sibling of 'clang++++'
        if name == one or name.startswith(one + "-"):
            names.append(other + name[len(one) :])
    programs: list[str] = []
    directories: dict[str, None] = {}
    places: dict[str, None] = {}
    for each in names:
        program = find_program(str(Path(folder, each)))
        if program is not None:
            if not may_wrap([program]):  # what a wrapper tells may be another thing the next time
                programs.append(program)
            for language in ("c", "c++"):
                said = ask([program], language, place())
                directories.update(dict.fromkeys(said.directories))
                places.update(dict.fromkeys(said.places))
    return programs, list(directories), list(places)


def source(
    launcher: Sequence[str],
    compilers: Sequence[str] = (),
    directories: Sequence[str] = (),
    places: Sequence[str] = (),
) -> bytes:
    """The text that is compiled: ``front.c`` behind what it is to know."""
    status = SOURCE.stat()
    words = ", ".join(_quoted(word) for word in launcher)
    return (
        f"static const char *const launcher[] = {{{words}, 0}};\n"
        "static const struct { const char *path; long long size, time; } origin = "
        f"{{{_quoted(str(SOURCE))}, {status.st_size}, {int(status.st_mtime)}}};\n"
        "static const struct { const char *path; long long size, time; } compilers[] = "
        f"{{{''.join(map(_known, compilers))}{{0, 0, 0}}}};\n"
        f"static const char *const more_variables[] = {{{_row(map(os.fsencode, MORE_VARIABLES))}0}};\n"
        f"static const char *const joining[] = {{{_row(JOINS)}0}};\n"
        f"static const char *const never_expanded[] = {{{_row(NEVER_EXPANDED)}0}};\n"
        f"static const char *const option_places[] = "
        f"{{{''.join(_quoted(each) + ', ' for each in places)}0}};\n"
        f"static const char *const own_directories[] = "
        f"{{{''.join(_quoted(each) + ', ' for each in directories)}0}};\n"
        f"static const char *const standard[] = {{{', '.join(map(_quoted, sorted(NAMES)))}, 0}};\n"
        f"static const char *const shadowed[] = {{{', '.join(map(_quoted, sorted(SHADOWED)))}}};\n"
        f"static const char *const folders[] = {{{', '.join(map(_quoted, sorted(FOLDERS)))}, 0}};\n"
        f"#define SHADOWED_END {_quoted(SHADOWED_END)}\n"
        f"static const char *const below[] = {{{', '.join(map(_quoted, BELOW))}, 0}};\n"
        f"#line 1 {_quoted(str(SOURCE))}\n"
    ).encode("utf-8", "surrogateescape") + SOURCE.read_bytes()


def _row(words: Iterable[bytes]) -> str:
    return "".join(_quoted(os.fsdecode(word)) + ", " for word in words)


def _known(program: str) -> str:
    """A program with its size and time, as C has them."""
    status = Path(program).stat()
    return f"{{{_quoted(program)}, {status.st_size}, {int(status.st_mtime)}}}, "


def launcher_of(script: str) -> list[str]:
    """The words that start the launcher in Python as ``script``, the program of this process, was started."""
    path = Path(script).absolute()
    if path.name == "pointerchain-python" and os.access(path, os.X_OK):
        # Variables for another Python are not to stop this one.
        return [sys.executable, "-E", str(path), "cc"]
    # Whatever started this one, the package is found; a module in the working directory is not.
    code = "from pointerchain.cli import main; sys.exit(main(['cc', *sys.argv[1:]]))"
    first = f"sys.path[0] = {str(SOURCE.parents[2])!r}"
    last = "sys.path += filter(None, os.getenv('PYTHONPATH', '').split(os.pathsep))"
    return [sys.executable, "-E", "-c", f"import os, sys; {first}; {last}; {code}"]


def _quoted(text: str) -> str:
    """A C string; every unusual byte as three octal digits, which no digit behind them can join."""
    return (
        '"'
        + "".join(
            chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}"
            for byte in os.fsencode(text)
        )
        + '"'
    )


def _run(words: Sequence[str], what: str, stdin: bytes) -> bytes:
    try:
        done = subprocess.run(words, input=stdin, capture_output=True, timeout=_TIMEOUT, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        raise FrontError(f"cannot {what} it with '{words[0]}': {error}") from None
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip()
        raise FrontError(f"'{words[0]}' cannot {what} it" + (f":\n{said}" if said else ""))
    return done.stdout

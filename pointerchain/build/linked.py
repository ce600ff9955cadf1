# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a command that links needs of the runtime: ``gcc a.o -o a`` -> the archives to be linked behind it.

    gcc -fsanitize=address a.o -o a   ->   -Xlinker CACHE/libpointerchain-.../libpointerchain.a -lpthread

An object that calls the runtime has the names of its functions, which end in its version. An archive
that is given and not needed adds nothing to a program.
"""

from __future__ import annotations

import mmap
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from pointerchain.build.command_line import find_program
from pointerchain.build.runtime_library import NotBuilt, archive, archive_path
from pointerchain.lazy import lazy_pattern

_PACKAGE = Path(__file__).resolve().parents[1]
INCLUDE, RUNTIME = _PACKAGE / "include", _PACKAGE / "runtime"
FORTRAN = INCLUDE / "pointerchain" / "fortran" / "runtime.c"
_SOURCES = {
    "libpointerchain": RUNTIME / "pointerchain.c",
    "libpointerchain-mpi": RUNTIME / "pointerchain-mpi.c",
    "libpointerchain-fortran": FORTRAN,
}
CORE, MPI, IN_FORTRAN = _SOURCES
_ENDS_EARLY = frozenset(("-c", "-S", "-E", "-fsyntax-only", "-M", "-MM", "-r", "--version", "-###"))
_OBJECTS = (".o", ".obj", ".a", ".lo", ".so")
_CALLED = lazy_pattern(rb"\bpc_(?:fortran_begin\b|\w+?_abi\d+(_mpi)?\b)")
_THIN_NAMES = lazy_pattern(rb"!<thin>\n.*?//[ ]{46}(\d+)[ ]*`\n", re.DOTALL)
"""Where the names of a thin archive's members begin, and how many bytes they are."""
_INCLUDED = lazy_pattern(rb"[<\"]pointerchain/(?:deepcopy|transfer(?:_file|(_mpi))?)\.h[>\"]")
HEADER_ONLY = "PC_HEADER_ONLY"
# Options after which all code of a program has to be compiled alike.
_KEPT = (
    *("-m", "-fsanitize", "-fno-sanitize", "-fno-omit-frame-pointer", "-fshort-", "-fpack-struct", "-B"),
    *("--target=", "--sysroot=", "--gcc-", "-DPC_", "-UPC_"),
)
_KEPT_NEXT = ("-target", "--sysroot", "-isysroot", "-arch", "-B")
_NEXT_IS_NONE = ("-mllvm", "-mmlir")
_SEARCH = ("-I", "-isystem")
# These say what a source brings.
_OF_SOURCES = (f"-D{HEADER_ONLY}", f"-U{HEADER_ONLY}", "-DPC_DEEPCOPY_", "-UPC_DEEPCOPY_")
_DEVICES = lazy_pattern(r"-fopenmp(=.*)?|-fopenacc|-acc(=.*)?|-mp(=.*)?")
# The compiler of C that belongs to one of Fortran, by a part of its name.
_IN_C = (
    *(("gfortran", "gcc"), ("flang-new", "clang"), ("flang", "clang"), ("nvfortran", "nvc"), ("ifx", "icx")),
    *(("mpif90", "mpicc"), ("mpifort", "mpicc"), ("mpif77", "mpicc")),
)


def links(words: Iterable[str]) -> bool:
    """Whether a command links a program or a shared library."""
    return _ENDS_EARLY.isdisjoint(words)


def kept_options(name: str, words: Sequence[str]) -> list[str]:
    """The options of a command that a library has to be compiled with, too.

    That of MPI finds its headers by them; that of Fortran brings the device itself.
    """
    search = _SEARCH if name == MPI else ()
    starts = (*_KEPT, *search)
    out: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in _NEXT_IS_NONE:
            at += 1
        elif word in (*_KEPT_NEXT, *search):
            out += [word, *words[at : at + 1]]
            at += 1
        elif name == IN_FORTRAN and _DEVICES.fullmatch(word):
            out.append(word)
        elif word == "-fsanitize=thread" and "-fno-sanitize-link-runtime" in words:
            continue  # only sources call what takes the place of that runtime
        elif word.startswith(starts) and not word.startswith(_OF_SOURCES):
            out.append(word)
    return out


def named_libraries(words: Sequence[str]) -> list[str]:
    """The files that options for the linker may name, ``-L. -ltree`` -> ``./libtree.so``, ``./libtree.a``.

    Those of the system's directories are not looked for, nor what linker scripts name.
    """
    folders: list[str] = []
    names: list[str] = []
    files: list[str] = []
    parts = [part for word in words for part in (word[4:].split(",") if word.startswith("-Wl,") else [word])]
    for before, part in zip(["", *parts], parts, strict=False):
        for option, values in (("-L", folders), ("-l", names)):
            if before == option:
                values.append(part)
            elif part.startswith(option) and part != option:
                values.append(part[2:])
        if part.endswith(_OBJECTS) and not part.startswith("-"):
            files.append(part)
    for name in names:
        wanted = (name[1:],) if name.startswith(":") else (f"lib{name}.so", f"lib{name}.a")
        files += [str(Path(folder, each)) for folder in folders for each in wanted]
    return files


def _members(path: str) -> list[str]:
    """The files that a thin archive names; none of another one, which has them in it."""
    try:
        data = Path(path).read_bytes() if path.endswith(".a") else b""
    except OSError:
        return []
    table = _THIN_NAMES.match(data)
    if table is None:
        return []
    names = data[table.end() : table.end() + int(table[1])].split(b"/\n")
    return [str(Path(path).parent / os.fsdecode(name)) for name in names if name.strip()]


def needed_by_objects(paths: Iterable[str]) -> tuple[str, ...]:
    """The libraries that objects and archives call, in the order in which they are linked."""
    found: set[str] = set()
    for path in [each for named in paths for each in (named, *_members(named))]:
        if not path.endswith(_OBJECTS):
            continue
        try:
            with Path(path).open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                for match in _CALLED.finditer(data):
                    found.add(IN_FORTRAN if match[0].startswith(b"pc_fortran") else MPI if match[1] else CORE)
        except (OSError, ValueError):
            continue  # which the compiler tells
    return ordered(found)


def needed_by_texts(texts: Iterable[bytes]) -> tuple[str, ...]:
    """The same of sources, by the headers that they include."""
    found = {MPI if match[1] else CORE for text in texts for match in _INCLUDED.finditer(text)}
    return ordered(found)


def ordered(found: set[str]) -> tuple[str, ...]:
    """Some libraries in the order in which they are linked."""
    if MPI in found:
        found = {*found, CORE}
    return tuple(name for name in (IN_FORTRAN, MPI, CORE) if name in found)


def library(
    name: str,
    compiler: Sequence[str],
    words: Sequence[str],
    *,
    builds: bool = True,
    more: Sequence[str] = (),
) -> Path:
    """A library for a command; raises :class:`NotBuilt`. Where it does not ``build`` it is only named.

    ``more`` are options for it alone.
    """
    headers = sorted((INCLUDE / "pointerchain").glob("*.h")) + sorted(
        (INCLUDE / "pointerchain/detail").glob("*.h")
    )
    options = [f"-I{INCLUDE}", *kept_options(name, words), *more]
    make = archive if builds else archive_path
    try:
        return make(name, _SOURCES[name], headers, compiler, options)
    except NotBuilt:
        # A compiler of CUDA, say, or one whose link alone tells of MPI.
        other = os.environ.get("MPICC") or "mpicc" if name == MPI else os.environ.get("CC") or "cc"
        if (
            name == IN_FORTRAN
            or compiler[-1] == other
            or any(word.startswith("-fsanitize") for word in options)
        ):
            raise
        return make(name, _SOURCES[name], headers, [other], options)


def linked(
    names: Sequence[str],
    compiler: Sequence[str],
    words: Sequence[str],
    *,
    builds: bool = True,
    as_files: bool = False,
) -> list[str]:
    """The words that link some libraries, to stand last in a command; raises :class:`NotBuilt`.

    ``compiler`` is one of C or C++, which builds them where they are not there yet and are to be.
    """
    if any(word in (f"-D{HEADER_ONLY}", f"-D{HEADER_ONLY}=1") for word in words):
        return []
    paths = [str(library(name, compiler, words, builds=builds)) for name in names]
    if not paths or as_files or "--" in words:
        return paths
    # Behind '-x c' files would be sources.
    return [*(word for path in paths for word in ("-Xlinker", path)), "-lpthread"]


def in_c(compiler: Sequence[str]) -> list[str]:
    """The compiler of C that belongs to one of Fortran: gfortran-12 -> gcc-12."""
    folder, name = os.path.split(compiler[-1])
    for of_fortran, of_c in _IN_C:
        if of_fortran in name:
            found = str(Path(folder) / name.replace(of_fortran, of_c))
            return [found if find_program(found) else of_c]
    return [os.environ.get("CC") or "cc"]
